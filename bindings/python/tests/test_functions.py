"""Tests of calls and errors in both directions."""

import inspect
import sys
import threading
import time
import traceback
import weakref

import pytest

import shapes
import objet


def test_calls():
    assert shapes.add_one(41) == 42
    assert objet.get_global_func("shapes.add_three")(1, 2) == 3
    assert shapes.add_three(1, c=3, b=2) == 6
    assert shapes.text_len("zwölf") == 6
    assert shapes.is_circle(shapes.Circle(radius=1)) is True
    assert shapes.add_one(True) == 2
    with pytest.raises(TypeError, match="unexpected keyword"):
        shapes.add_one(1, y=2)
    with pytest.raises(TypeError, match="multiple values"):
        shapes.add_three(1, a=2)
    with pytest.raises(TypeError, match="missing the argument \"b\""):
        shapes.add_three(1, c=2)
    with pytest.raises(TypeError, match="expected int but got str"):
        shapes.add_one("x")
    with pytest.raises(OverflowError):
        shapes.add_one(1 << 64)
    with pytest.raises(TypeError):
        shapes.add_one(object())
    with pytest.raises(ValueError, match="did you mean"):
        objet.get_global_func("shapes.add_on")
    assert objet.get_global_func("shapes.add_on", allow_missing=True) is None
    assert "shapes.add_one" in objet.list_global_func_names("shapes.")


def test_all_kinds_of_values_round_trip():
    echo = objet.convert(lambda value: value)
    circle = shapes.Circle(radius=1)
    for value in (0, -1, (1 << 63) - 1, -(1 << 63), 1.5, "", "a\0b", "é", b"\0\xff", None, circle, objet.cpu(1)):
        assert echo(value) == value and type(echo(value)) is type(value)
    assert echo(circle) is circle
    assert echo([circle, "x"]) == [circle, "x"] and echo({"k": circle}) == {"k": circle}
    many = objet.convert(lambda *values: list(str(value) for value in values))
    assert many(*range(30)) == [str(number) for number in range(30)]
    with pytest.raises(UnicodeEncodeError):
        echo("\ud800")


def test_signatures_and_docs():
    assert str(inspect.signature(shapes.add_three)) == "(a, b, c=0)"
    assert "sum of three numbers" in shapes.add_three.__doc__
    assert "(i64, i64, i64) -> i64" in shapes.add_three.__doc__
    assert repr(shapes.add_one) == "PackedFunc(shapes.add_one(x) -> i64)"


def test_help_and_completion():
    import pydoc

    text = pydoc.plain(pydoc.render_doc(shapes.add_three))
    assert "shapes.add_three(a, b, c=0)" in text and "Returns the sum of three numbers." in text
    assert shapes.add_three.__name__ == "shapes.add_three"
    assert {"add_three", "Circle", "apply"} <= set(dir(objet.shapes))
    assert objet.shapes.text_len("ab") == 2
    with pytest.raises(AttributeError):
        objet.shapes.text_lend


def test_a_replaced_callable_is_dropped_with_its_last_reference():
    class Big:
        pass

    def register():
        big = Big()
        objet.register_func("tests.ending", lambda: big is not None, override=True)
        return weakref.ref(big)

    first = register()
    second = register()
    assert first() is None and second() is not None
    held = objet.get_global_func("tests.ending")
    third = register()
    assert held() == 1 and second() is not None
    del held
    assert second() is None and objet.tests.ending() == 1
    objet.remove_global_func("tests.ending")
    assert third() is None


def test_callbacks():
    assert shapes.apply(lambda x: x * 3, 5) == 15
    assert shapes.apply(shapes.add_one, 5) == 6
    assert shapes.apply_often(lambda x: x, 1000) == 499500
    with pytest.raises(TypeError, match="expected int but got str"):
        shapes.apply(lambda x: "x", 5)


def test_callbacks_from_other_threads():
    seen = set()

    def note(x):
        seen.add(threading.get_ident())
        time.sleep(0.01)
        return x

    assert shapes.apply_in_threads(note, 8) == 28
    assert len(seen) == 8 and threading.get_ident() not in seen


def test_other_threads_run_during_long_calls():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    shapes.sleep_ms(300)
    during = len(ticks) - before
    done.set()
    thread.join()
    assert during > 10


def test_an_exception_comes_back_as_the_same_object():
    class Mine(Exception):
        pass

    thrown = Mine("x", 3)

    def fail(x):
        raise thrown

    with pytest.raises(Mine) as caught:
        shapes.apply(fail, 1)
    assert caught.value is thrown
    names = [frame.name for frame in traceback.extract_tb(thrown.__traceback__)]
    assert names.index("shapes.apply") < names.index("fail")
    assert traceback.extract_tb(thrown.__traceback__)[names.index("shapes.apply")].filename.endswith("lib.rs")
    with pytest.raises(Mine) as caught:
        shapes.apply(objet.convert(lambda x: shapes.apply(fail, x)), 1)
    assert caught.value is thrown
    with pytest.raises(KeyboardInterrupt):
        shapes.apply(lambda x: (_ for _ in ()).throw(KeyboardInterrupt()), 1)


def test_native_errors_are_exceptions_of_their_kind():
    with pytest.raises(objet.InternalError, match="on purpose") as caught:
        shapes.panic()
    assert isinstance(caught.value, objet.TVMError)
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert frame.name == "shapes.panic" and frame.filename.endswith("lib.rs")
    source = open("examples/python-extension/src/lib.rs").read().splitlines()
    assert any("fn panic" in line for line in source[frame.lineno - 1 : frame.lineno + 3])

    @objet.errors.register_error("tests_Mine")
    class Mine(objet.TVMError):
        pass

    assert objet.errors._class_of("tests_Mine") is Mine and objet.errors._class_of("ZeroDivisionError") is ZeroDivisionError


def test_threads_share_objects():
    shared = shapes.Stack(top=shapes.Circle(radius=1), bottom=shapes.Circle(radius=2))
    failed = []

    def work():
        try:
            for number in range(2000):
                assert shared.top is shared.top and shared.bottom.radius == 2
                made = shapes.Stack(top=shared.top, bottom=shapes.Circle(radius=number))
                assert shapes.circles(made) == 2
                assert shapes.apply(lambda x: x, number) == number
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_a_million_calls_leak_nothing(no_leak):
    import resource

    circle = shapes.Circle(radius=1)
    for turn in range(2):
        start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(125_000):
            shapes.add_one(number)
            shapes.text_len("some text")
            shapes.is_circle(circle)
            shapes.Pair(a=number, b=2).a
            shapes.apply(abs, number)
            circle.name
            objet.convert([circle])[0]
            try:
                shapes.Circle(radius=-1) if number % 50 == 0 else None
            except ValueError:
                pass
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start
    assert grown < 2000, f"{grown} KB more after the second half million"


def test_a_numpy_tensor_is_freed_on_another_thread():
    import numpy as np

    def call(x):
        held = objet.nd.from_dlpack(np.ones(8))
        return int(objet.convert(lambda tensor: tensor.numpy().sum())(held))

    assert shapes.apply_in_threads(call, 4) == 32


def test_the_last_reference_to_a_function_is_dropped_on_another_thread(no_leak):
    import weakref

    class Function:
        def __call__(self, x):
            return x

    function = Function()
    weak = weakref.ref(function)
    native = objet.convert(function)
    del function
    assert shapes.end_in_thread([native]) == 1 and weak() is not None
    array = objet.convert([native])
    del native
    assert shapes.apply_in_threads(lambda x: shapes.end_in_thread([array]), 4) == 4
    del array
    assert weak() is None


def test_exceptions_in_threads_leak_nothing(no_leak):
    import gc
    import weakref

    class Mine(Exception):
        pass

    seen = []

    def fail(x):
        error = Mine(x)
        seen.append(weakref.ref(error))
        raise error

    for _ in range(20):
        with pytest.raises(Mine):
            shapes.apply_in_threads(fail, 3)
        with pytest.raises(Mine):
            shapes.apply(fail, 3)
    gc.collect()
    assert sum(weak() is not None for weak in seen) == 0


def test_a_cycle_through_a_function_is_collected(no_leak):
    import gc
    import weakref

    class Owner:
        def __init__(self):
            self.function = objet.convert(self.method)

        def method(self, x):
            return x

    owner = Owner()
    weak, native = weakref.ref(owner), weakref.ref(owner.function)
    gc.collect()
    assert weak() is owner and owner.function(3) == 3
    del owner
    assert weak() is not None, "it is a cycle"
    gc.collect()
    assert weak() is None and native() is None

    # The function stays alive as long as native code refers to it.
    owner = Owner()
    weak, kept = weakref.ref(owner), objet.convert([owner.function])
    del owner
    gc.collect()
    assert weak() is not None and kept[0](4) == 4
    del kept
    gc.collect()
    assert weak() is None


def test_functions_in_calls_are_not_collected_by_other_threads():
    import gc

    done, failed = threading.Event(), []

    def collect():
        while not done.is_set():
            gc.collect(0)

    def work():
        try:
            for number in range(300):

                class Owner:
                    def method(self, x):
                        return x + number

                owner = Owner()
                owner.function = objet.convert(owner.method)
                assert shapes.apply_in_threads(owner.function, 3) == 3 * number + 3
                assert shapes.end_in_thread([owner.function]) == 1
                assert owner.function(1) == number + 1
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=collect), threading.Thread(target=work), threading.Thread(target=work)]
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join()
    done.set()
    threads[0].join()
    assert not failed
