"""Tests that native calls release the interpreter lock for all threads, and check for signals."""

import _thread
import ctypes
import os
import signal
import sys
import threading
import time

import pytest

import shapes
import objet


def ticks_during(work, start):
    """Returns how often a thread from `start` ticks during the work."""
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.005)

    start(tick)
    while not ticks:
        time.sleep(0.001)
    before = len(ticks)
    work()
    during = len(ticks) - before
    done.set()
    time.sleep(0.02)
    return during


def test_threads_unknown_to_threading_run_during_calls():
    assert threading.active_count() == 1
    wait = lambda: shapes.sleep_ms(300)  # noqa: E731
    assert ticks_during(wait, lambda tick: _thread.start_new_thread(tick, ())) > 10


def test_c_threads_run_during_calls():
    libc, kept, thread = ctypes.CDLL(None), [], ctypes.c_ulong()

    def start(tick):
        kept.append(ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda _: tick()))
        libc.pthread_create(ctypes.byref(thread), None, kept[0], None)

    during = ticks_during(lambda: shapes.sleep_ms(300), start)
    libc.pthread_join(thread, None)
    assert during > 10


def walked_without_result(root):
    assert list(objet.walk(root, types=objet.Array)) == []


@pytest.mark.parametrize("work", [str, repr, walked_without_result, objet.save_json])
def test_work_on_large_graphs_releases_the_lock(work):
    level = [shapes.Circle(radius=1) for _ in range(1 << 15)]
    while len(level) > 1:
        level = [shapes.Stack(top=top, bottom=bottom) for top, bottom in zip(level[::2], level[1::2])]
    interval = sys.getswitchinterval()
    # The interval is longer than the work, so the other thread runs only if the lock is released.
    sys.setswitchinterval(60)
    try:
        seen, ready, done = [], threading.Event(), threading.Event()

        def note():
            ready.set()
            done.wait()
            seen.append(1)

        thread = threading.Thread(target=note)
        thread.start()
        ready.wait()
        done.set()
        # The work is repeated, so that the thread also gets to run on a busy machine.
        for _ in range(200):
            if not seen:
                work(level[0])
        assert seen
        thread.join()
    finally:
        sys.setswitchinterval(interval)


def test_signals_interrupt_builtin_callbacks(interrupts):
    interrupts(0.1)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        shapes.apply_often(abs, 100_000_000)
    assert time.monotonic() - start < 5


def test_signals_interrupt_native_code_that_checks(interrupts):
    interrupts(0.1)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        shapes.wait_ms(20_000)
    assert time.monotonic() - start < 5
    assert shapes.wait_ms(1) is None


def test_signals_interrupt_a_time_evaluator(interrupts):
    interrupts(0.2)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        objet.time_evaluator(shapes.add_one, number=10_000_000_000)(1)
    assert time.monotonic() - start < 5


def test_a_signal_handler_that_does_not_raise():
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(threading.current_thread()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        shapes.wait_ms(300)
        assert seen == [threading.main_thread()]
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        # Only the main thread handles signals.
        thread = threading.Thread(target=lambda: shapes.wait_ms(100))
        thread.start()
        thread.join()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_forked_processes_work():
    pid = os.fork()
    if pid == 0:
        fine = shapes.add_one(1) == 2 and shapes.apply_in_threads(lambda x: x, 3) == 3
        os._exit(0 if fine else 1)
    assert os.waitpid(pid, 0)[1] == 0
