"""Tests of the progress of long native work, and of Ctrl-C during this work."""

import asyncio
import signal
import sys
import threading
import time

import pytest

import objet

COUNT = 400_000


@pytest.fixture(scope="module")
def graph():
    made = objet.convert([])
    for _ in range(COUNT):
        made = objet.convert([made])
    return made


@pytest.fixture(scope="module")
def text(graph):
    return objet.save_json(graph)


def works(graph, text):
    copy = objet.load_json(text)
    return {
        "load_json": lambda: objet.load_json(text),
        "save_json": lambda: objet.save_json(graph),
        "tvm-ffi": lambda: objet.save_json(graph, format="tvm-ffi"),
        "plain": lambda: objet.save_json(graph, format="plain"),
        "structural_equal": lambda: objet.structural_equal(graph, copy),
        "structural_hash": lambda: objet.structural_hash(graph),
        "print": lambda: objet._objet.as_text(graph),
        "to_html": lambda: objet.to_html(graph),
        "to_dot": lambda: objet.to_dot(graph),
    }


def test_long_work_reports_its_progress(graph, text):
    for name, work in works(graph, text).items():
        seen = []
        with objet.progress(lambda *report: seen.append(report)):
            for _ in range(200):
                work()
                if seen:
                    break
        assert seen, name
        for what, done, total in seen:
            assert isinstance(what, str) and done > 0 and (total is None or total >= COUNT)
        count = len(seen)
        work()
        assert len(seen) == count, "no report after the end"


def test_an_exception_of_the_report_stops_the_work(graph, text):
    class Stop(Exception):
        pass

    def stop(*report):
        raise Stop

    for name, work in works(graph, text).items():
        with objet.progress(stop), pytest.raises(Stop):
            for _ in range(200):
                work()
        work()
    assert objet.structural_equal(graph, objet.load_json(text))


def test_ctrl_c_stops_long_work(graph, text, interrupts):
    for work in works(graph, text).values():
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            interrupts(0.2)
            while time.monotonic() - start < 20:
                work()


def test_a_line_on_standard_error_stands_in_for_tqdm(graph, text, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with objet.progress():
        for _ in range(5):
            objet.load_json(text)
    shown = capsys.readouterr().err
    assert "steps" in shown and shown.endswith("\r") and "\n" not in shown


def test_progress_shows_a_bar_of_tqdm_for_each_work(graph, text, monkeypatch):
    class Bar:
        made = []

        def __init__(self, desc, total, **options):
            self.desc, self.total, self.n, self.is_closed = desc, total, 0, False
            self.made.append(self)

        def update(self, count):
            assert count > 0
            self.n += count

        def close(self):
            self.is_closed = True

    auto = type(sys)("tqdm.auto")
    auto.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    with objet.progress():
        for _ in range(5):
            objet.load_json(text)
    assert Bar.made and all(bar.is_closed and bar.n > 0 for bar in Bar.made)

    Bar.made.clear()
    shown = objet.progress_bar._bar()
    for report in [("read", 10, None), ("read", 20, None), ("build", 5, 9), ("build", 9, 9), ("build", 3, 9), ("build", 3, 9)]:
        shown.report(*report)
    shown.close()
    assert [(bar.desc, bar.total, bar.n) for bar in Bar.made] == [("read", None, 20), ("build", 9, 9)] + 2 * [("build", 9, 3)]
    assert all(bar.is_closed for bar in Bar.made)


def test_nested_statements_and_wrong_reports(monkeypatch):
    with pytest.raises(TypeError, match="expected a function"):
        objet.progress(3)
    shown = objet.progress(lambda *report: None)
    with shown, shown:
        pass
    assert objet._objet.set_report(None) is None
    monkeypatch.setattr(sys, "stderr", None)
    with objet.progress():
        pass


def test_statements_that_overlap_report_for_themselves(graph):
    seen = []

    def save():
        # A save that ends soon after the last report has none.
        before, start = len(seen), time.monotonic()
        while len(seen) == before and time.monotonic() - start < 20:
            objet.save_json(graph)

    def report(name):
        return lambda *_: seen.append(name)

    async def watched(name, first, last):
        with objet.progress(report(name)):
            await first.wait()
            before = len(seen)
            save()
            assert len(seen) > before and set(seen[before:]) == {name}
            last.set()

    async def overlapping():
        one, two = asyncio.Event(), asyncio.Event()
        one.set()
        await asyncio.gather(watched("a", one, two), watched("b", two, one))

    asyncio.run(overlapping())
    first, second = objet.progress(report("a")), objet.progress(report("b"))
    first.__enter__(), second.__enter__(), first.__exit__()
    seen.clear()
    save()
    assert set(seen) == {"b"}
    # A thread without a statement reports to the last one.
    seen.clear()
    thread = threading.Thread(target=save)
    thread.start()
    thread.join()
    assert set(seen) == {"b"}
    second.__exit__()
    seen.clear()
    # Statements that are over are not kept.
    before = objet.progress(report("a"))
    before.__enter__()
    for _ in range(100):
        after = objet.progress(report("b"))
        after.__enter__()
        before.__exit__()
        before = after
    entered, depth = before._entered[-1], 0
    while entered is not None:
        entered, depth = entered.outer, depth + 1
    before.__exit__()
    assert depth <= 2
    objet.save_json(graph)
    assert not seen and objet._objet.set_report(None) is None


def test_a_report_may_do_long_work(graph, text):
    # A native function that releases the lock, and works long itself.
    save = objet.get_global_func("node.SaveJSON")
    counts = [0, 0]

    def report(*_):
        counts[0] += 1
        counts[1] = max(counts)
        assert save(graph)
        assert objet.structural_hash(graph)
        counts[0] -= 1

    with objet.progress(report):
        objet.load_json(text)
        objet.structural_hash(graph)
    assert counts == [0, 1], "reports do not nest"


def test_a_signal_handler_may_do_long_work(graph):
    done = []

    def handle(*_):
        done.append(len(objet.get_global_func("node.SaveJSON")(graph)))

    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        start = time.monotonic()
        while not done and time.monotonic() - start < 20:
            objet.save_json(graph)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert done


def test_signals_interrupt_a_step_of_a_walk(graph, interrupts):
    with pytest.raises(KeyboardInterrupt):
        interrupts(0.2)
        while True:
            assert next(objet.walk(graph, types=objet.PackedFunc), None) is None


def test_a_time_evaluator_raises_what_stops_it(graph, text, interrupts):
    equal, copy = objet.get_global_func("node.StructuralEqual"), objet.load_json(text)

    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    timer = objet.time_evaluator(equal, number=1000)
    with objet.progress(stop), pytest.raises(Stop):
        timer(graph, copy, False, False)
    assert equal(graph, graph, False, False)
    interrupts(0.2)
    with pytest.raises(KeyboardInterrupt):
        timer(graph, copy, False, False)
    assert equal(graph, graph, False, False)
