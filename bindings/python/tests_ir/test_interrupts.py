"""Ctrl-C during native loops that run no Python code."""

import gc
import signal
import time

import objet
import pytest

COUNT = 200_000


@pytest.fixture(scope="module")
def chain():
    made = objet.tir.Var("int32", "n")
    for _ in range(COUNT):
        made = made + 1
    return made


@pytest.fixture(scope="module")
def numbers():
    return {number: number for number in range(COUNT)}


def list_of_nodes(chain, numbers):
    list(objet.post_order(chain))


def list_of_attributes(chain, numbers):
    list(objet.walk(chain, attrs={objet.tir.Add: ("a", "b")}))


def map_of_a_dict(chain, numbers):
    objet.Map(numbers)


def conversion_of_a_dict(chain, numbers):
    objet.convert(numbers)


def conversion_of_a_list(chain, numbers):
    objet.convert(list(numbers))


def array_of_a_range(chain, numbers):
    objet.Array(range(COUNT))


def list_of_items(chain, numbers):
    list(ITEMS)


def numbers_of_items(chain, numbers):
    objet._objet.container_plain(ITEMS)


def references_of_an_array(chain, numbers):
    objet.references(ITEMS)


def rewrite_without_matches(chain, numbers):
    objet.rewrite(chain, print, types=objet.tir.Sub)


def shape_of_a_list(chain, numbers):
    objet._objet.new_container(objet.ShapeTuple, EXTENTS)


ITEMS, EXTENTS = objet.Array(range(COUNT)), list(range(COUNT))


@pytest.fixture
def no_collections():
    """Stops the collections of Python, which run no handlers, and take long after other tests."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def seconds(work, chain, numbers):
    # Other work on the machine does not count.
    start = time.process_time()
    work(chain, numbers)
    return time.process_time() - start


@pytest.mark.parametrize(
    "work",
    [
        list_of_nodes,
        list_of_attributes,
        map_of_a_dict,
        conversion_of_a_dict,
        conversion_of_a_list,
        array_of_a_range,
        list_of_items,
        numbers_of_items,
        shape_of_a_list,
        references_of_an_array,
        rewrite_without_matches,
    ],
)
def test_a_handler_runs_during_the_loop(work, chain, numbers, no_collections):
    """Python runs the handlers of signals between its own instructions, and native loops run some.

    A call of the work is one instruction of the loop below. So the handler runs either inside the
    call, or long after the signal.
    """
    raised = []

    def interrupt(*_):
        raised.append(time.process_time())
        raise KeyboardInterrupt

    took = min(seconds(work, chain, numbers) for _ in range(3))
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        # The work is repeated, because the signal may arrive in a part without checks: the end of a
        # graph, or a function of Python itself, such as the one that lists the items of a dict.
        for attempt in range(20):
            raised.clear()
            after = took / (4 if attempt % 2 == 0 else 2)
            start = time.process_time()
            # Until the signal, the work has at most this time of the processor.
            signal.setitimer(signal.ITIMER_REAL, after)
            try:
                work(chain, numbers)
                while not raised:
                    time.sleep(0.001)
            except KeyboardInterrupt:
                pass
            if raised[0] - start < after + took / 4:
                return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    pytest.fail(f"the handler runs after {raised[0] - start:.3f} of {took:.3f} seconds")


def test_a_handler_may_change_the_list_that_is_converted():
    items = list(range(COUNT))
    took = min(seconds(lambda *_: objet.convert(items), None, None) for _ in range(3))
    items.clear()
    seen = []

    def clear(*_):
        items.clear()
        seen.append(1)

    before = signal.signal(signal.SIGALRM, clear)
    try:
        for attempt in range(200):
            items.extend(range(COUNT))
            signal.setitimer(signal.ITIMER_REAL, took / (2 + attempt % 3))
            converted = objet.convert(items)
            assert list(converted[:9]) == list(range(min(9, len(converted))))
            if seen and len(converted) < COUNT:
                return
            items.clear()
            seen.clear()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    pytest.fail("no handler ran during a conversion")


def test_a_walk_continues_after_an_interrupt(chain):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for _ in range(200):
            walk, found = objet.post_order(chain), []
            signal.setitimer(signal.ITIMER_REAL, 0.005)
            try:
                found.extend(walk)
            except KeyboardInterrupt:
                pass
            signal.setitimer(signal.ITIMER_REAL, 0)
            interrupted = len(found)
            found.extend(walk)
            assert len(found) == len(set(map(id, found))) == sum(1 for _ in objet.post_order(chain))
            if 0 < interrupted < len(found):
                return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    pytest.fail("no walk was interrupted")
