"""Tests of the interpreter exit and of the call depth, each in a separate process."""

import subprocess
import sys

import pytest

# The exit takes so long that the other thread returns to Python in the meantime.
SLOW_EXIT = """
import builtins, threading, time
import shapes, objet

class Slow:
    def __del__(self):
        time.sleep(0.4)

builtins.slow = Slow()

def linger(x=0):
    time.sleep(0.15)
    return x

def start(work):
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.05)
"""


def run(code, timeout=60):
    """Runs code in a new process. Returns the exit status, the standard output and the errors."""
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "work",
    [
        "objet.convert(linger)",
        "lambda: shapes.apply(linger, 1)",
        "lambda: shapes.apply_in_threads(linger, 4)",
        "lambda: shapes.sleep_ms(150)",
        "lambda: objet.rewrite(objet.convert([shapes.Circle(radius=1)]), lambda old: linger() and None)",
        "lambda: shapes.apply(lambda x: shapes.apply(linger, x), 1)",
        "lambda: objet.time_evaluator(objet.convert(linger), number=5)()",
    ],
)
def test_a_daemon_thread_in_a_call_does_not_disturb_the_exit(work):
    for _ in range(3):
        assert run(f"{SLOW_EXIT}\nstart({work})\nprint('end')") == (0, "end\n", "")


def test_a_daemon_thread_that_fails_repeatedly_does_not_disturb_the_exit():
    work = """
def fail():
    while True:
        try:
            shapes.add_one("x")
        except TypeError:
            pass

for _ in range(4):
    start(fail)
time.sleep(0.05)
"""
    for _ in range(5):
        assert run(f"{SLOW_EXIT}\n{work}\nprint('end')") == (0, "end\n", "")


def test_infinite_recursion_without_python_frames_is_an_error():
    code = """
import functools, objet, threading
partial = functools.partial(print)
function = objet.convert(partial)
partial.__setstate__((function, (), {}, {}))

def deep():
    for _ in range(3):
        try:
            function()
        except RecursionError as error:
            print("deep" if "recursion" in str(error) else error)

deep()
thread = threading.Thread(target=deep)
thread.start()
thread.join()
"""
    assert run("import shapes\n" + code) == (0, "deep\n" * 6, "")


@pytest.mark.parametrize("lie", ["sys._is_gil_enabled = lambda: False", "sys.version += ' free-threading build'"])
def test_an_interpreter_without_a_lock_is_an_error(lie):
    code = f"""
import sys
{lie}
try:
    import shapes
except ImportError as error:
    print(error)
"""
    status, printed, _ = run(code)
    assert status == 0 and "this build of Python is free-threaded" in printed


def test_a_callback_at_exit_raises_its_own_exception():
    code = """
import os
import shapes, objet

def fail(x):
    raise ValueError("inside")

class Last:
    def __del__(self, call=objet.convert(fail), write=os.write):
        try:
            call(1)
        except BaseException as error:
            write(1, f"{type(error).__name__}: {error.args[0]}\\n".encode())

last = Last()
"""
    assert run(code)[:2] == (0, "ValueError: inside\n")
