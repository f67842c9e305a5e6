"""Tests of the conversion of Python values to native values."""

import codecs
import collections
import enum
import operator
import gc
import sys

import numpy as np
import pytest

import shapes
import objet


@objet.register_object("tests_conversion.Holder")
class Holder(objet.Object):
    items: list = None
    number: int = 0
    text: str = ""
    ratio: float = 0.0


class Stand:
    """A value that is converted through its property `__objet__`."""

    def __init__(self, value):
        self.value = value

    @property
    def __objet__(self):
        return self.value() if callable(self.value) else self.value


def test_containers_that_contain_themselves_are_errors():
    looped = []
    looped.append(looped)
    with pytest.raises(ValueError, match=r"^a list contains itself, at \[0\]$"):
        objet.convert(looped)
    entries = {"a": [1.5, ()]}
    entries["a"] = ["x", {"b": entries}]
    with pytest.raises(ValueError, match=r'^a dict contains itself, at \["a"\]\[1\]\["b"\]$'):
        objet.convert(entries)
    long = [looped]
    for _ in range(100):
        long = [long]
    with pytest.raises(ValueError, match=r"^a list contains itself, at \.\.\.(\[0\]){8}$"):
        objet.convert(long)
    # Functions and constructors reject such values too. A shared value is not a cycle.
    with pytest.raises(ValueError, match="contains itself"):
        shapes.end_in_thread(looped)
    with pytest.raises(ValueError, match="contains itself"):
        Holder(items=looped)
    twice = ["x"]
    assert objet.convert([twice, {"k": twice}, twice]) == [["x"], {"k": ["x"]}, ["x"]]


def test_deeply_nested_containers():
    deep, steps = [], 200_000
    for step in range(steps):
        deep = [deep] if step % 2 else {"k": deep}
    array = objet.convert(deep)
    # The outermost container is a list, because the last step is odd.
    for step in reversed(range(steps)):
        array = array[0] if step % 2 else array["k"]
    assert len(array) == 0


def test_objet_properties():
    circle = shapes.Circle(radius=1)
    assert objet.convert(Stand(circle)) is circle
    assert objet.convert([Stand(Stand("x")), {"k": Stand([Stand(None)])}]) == ["x", {"k": [None]}]
    assert shapes.is_circle(Stand(circle)) is True
    itself = Stand(None)
    itself.value = itself
    with pytest.raises(ValueError, match=r"^a Stand contains itself through __objet__, at \.__objet__$"):
        objet.convert(itself)
    itself.value = [itself]
    with pytest.raises(ValueError, match=r"a Stand contains itself through __objet__, at \.__objet__\[0\]"):
        objet.convert(itself)

    def another():
        return Stand(another)

    with pytest.raises(ValueError, match="a Stand needs too many __objet__ conversions in a row"):
        objet.convert([Stand(another)])


def test_objet_methods():
    class Standing:
        def __init__(self, value):
            self.value = value

        def __objet__(self):
            return self.value

    circle = shapes.Circle(radius=1)
    assert objet.convert(Standing(circle)) is circle
    assert objet.convert([Standing(Standing("x"))]) == ["x"]
    assert shapes.is_circle(Standing(circle)) is True
    assert Holder(items=Standing(["x"])).items == ["x"]
    assert objet.convert([Standing(lambda: 7)])[0]() == 7 == objet.convert(Standing(lambda: 7))()
    for base in (list, tuple, dict, str, int, float, bytes):
        derived = type("Derived", (base,), {"__objet__": lambda self: circle})()
        assert objet.convert(derived) is circle and objet.convert([derived])[0] is circle and shapes.is_circle(derived)
    itself = Standing(None)
    itself.value = itself
    with pytest.raises(ValueError, match=r"^a Standing contains itself through __objet__, at \.__objet__$"):
        objet.convert(itself)


def test_a_sequence_that_is_its_own_item():
    for text in ("", "u", "uv"):
        with pytest.raises(TypeError, match="^an UserString is a string of another class: pass a str$"):
            objet.convert(collections.UserString(text))
    assert objet.convert(str(collections.UserString("u"))) == "u"
    for cls in (collections.UserList, collections.deque, type("Derived", (list,), {})):
        nested = cls()
        for _ in range(100_000):
            nested = cls([nested])
        assert len(objet.convert(nested)[0][0]) == 1


def test_containers_that_change_during_the_conversion():
    class Restless:
        def __init__(self, change):
            self.change = change

        @property
        def __objet__(self):
            self.change()
            return "x"

    for take in (objet.convert, lambda given: Holder(items=[given]).items[0], objet.convert(lambda given: given)):
        for change in (lambda: entries.update({str(len(entries)): "y"}), lambda: entries.clear()):
            entries = {"a": Restless(change), "b": Restless(change), "c": "z"}
            assert take(entries) == {"a": "x", "b": "x", "c": "z"} and len(entries) in (0, 5)
    items = []
    items += [Restless(items.clear), "y"]
    assert objet.convert(items) == ["x", "y"]


def test_error_handlers_may_change_a_list():
    def handler(error):
        calls.append(error.reason)
        items.clear()
        return "?", error.end

    calls, items = [], ["\udc80 %d" % number for number in range(3)]
    codecs.register_error("strict", handler)
    try:
        converted = objet.convert(items)
    finally:
        codecs.register_error("strict", codecs.strict_errors)
    # The first item is owned, because the list is empty when the handler returns.
    assert converted == ["? 0"] and len(calls) == 1


def test_keyword_dicts_that_change_during_the_call():
    """C code may pass a shared dict. The call keeps its values alive while Python code runs."""

    class Evil:
        def __init__(self, result):
            self.result = result

        def __index__(self):
            keywords.clear()
            gc.collect()
            self.junk = ["Z" * 30 + str(number) for number in range(2000)]
            return self.result

    name = "".join(["the name of", " the circle"])
    for _ in range(20):
        make = operator.methodcaller("Circle", name=name + "!" * 9, radius=Evil(4))
        (keywords,) = [found for found in gc.get_referents(make) if isinstance(found, dict)]
        circle = make(shapes)
        assert (circle.name, circle.radius) == (name + "!" * 9, 4) and not keywords
        make = operator.methodcaller("add_three", **{"a": Evil(1), "b": int("2"), "c": 1 << 40})
        (keywords,) = [found for found in gc.get_referents(make) if isinstance(found, dict)]
        assert make(shapes) == 3 + (1 << 40) and not keywords


def test_calls_through_tp_call():
    """C code without the vectorcall protocol calls this slot of the class."""
    call = type(shapes.add_three).__call__
    assert call(shapes.add_three, 1, 2) == 3 == call(shapes.add_three, 1, b=2)
    assert call(shapes.add_three, *(1,), **{"b": 2, "c": 4}) == 7
    assert call(shapes.sleep_ms, 0) is None
    with pytest.raises(TypeError, match="unexpected keyword"):
        call(shapes.add_three, 1, 2, d=3)
    with pytest.raises(TypeError):
        call(shapes.add_three)


def test_classes_are_functions():
    assert shapes.apply(int, 5) == 5
    assert objet.convert(str)(12) == "12"
    for kind in (int, np.int32, np.ndarray, Stand, type):
        assert isinstance(objet.convert(kind), objet.PackedFunc)
        assert isinstance(objet.convert([kind])[0], objet.PackedFunc)


def test_protocols_are_looked_up_on_classes():
    class Plain:
        pass

    plain = Plain()
    plain.__objet__ = "x"
    plain.__index__ = lambda: 3
    with pytest.raises(TypeError, match="^a Plain cannot be converted to a native value$"):
        objet.convert(plain)
    with pytest.raises(TypeError, match="a Plain cannot be converted"):
        shapes.add_one(plain)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int8, np.uint16, np.int64, np.bool_])
def test_numpy_numbers(kind):
    echo = objet.convert(lambda value: value)
    assert echo(kind(1)) == 1
    assert type(echo(kind(1))) is (float if np.issubdtype(kind, np.floating) else int)
    assert Holder(ratio=kind(1)).ratio == 1.0
    if not np.issubdtype(kind, np.floating):
        assert shapes.add_one(kind(1)) == 2 and Holder(number=kind(1)).number == 1


def test_ml_dtypes_numbers():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    echo = objet.convert(lambda value: value)
    for kind in (ml_dtypes.bfloat16, ml_dtypes.float8_e5m2):
        assert echo(kind(1.5)) == 1.5 == Holder(ratio=kind(1.5)).ratio


def test_other_numbers():
    class Color(enum.IntEnum):
        RED = 7

    class Float(float):
        pass

    assert shapes.add_one(Color.RED) == 8
    assert Holder(ratio=Float(0.5)).ratio == 0.5
    for value in (np.complex64(1j), np.datetime64("2020-01-01"), 1j):
        with pytest.raises(TypeError, match="cannot be converted to a native value"):
            objet.convert(value)
        assert objet.convert(lambda value: value)(value) is value


def test_float_fields_accept_large_integers_that_are_exact():
    for value in (1 << 62, 1 << 63, -(1 << 64), 1 << 1000):
        assert Holder(ratio=value).ratio == float(value) == Holder().replace(ratio=value).ratio
    for value in ((1 << 53) + 1, 10**30):
        with pytest.raises(ValueError) as caught:
            Holder(ratio=value)
        assert str(caught.value) == f"tests_conversion.Holder.ratio: expected f64, found {value}, which it cannot hold"
    with pytest.raises(OverflowError) as caught:
        Holder(ratio=1 << 2000)
    assert str(caught.value) == "tests_conversion.Holder.ratio: an integer of 2001 bits does not fit into a float"


def test_subclasses_of_str():
    class Text(str):
        def __str__(self):
            return "something else"

    for text in (Text("sun"), np.str_("sun")):
        assert objet.convert([text])[0] == "sun" == shapes.Circle(radius=1, name=text).name
        assert shapes.text_len(text) == 3
    with pytest.raises(UnicodeEncodeError):
        objet.convert([Text("\ud800")])


def test_panics_are_errors():
    for _ in range(3):
        with pytest.raises(objet.InternalError, match="panicked: sprung: check"):
            shapes.Trap(at="check", x=1)
        with pytest.raises(objet.InternalError, match="panicked: sprung: check"):
            shapes.Trap(at="check", x=np.int64(1))
    seen = []
    hook, sys.unraisablehook = sys.unraisablehook, seen.append
    try:
        function = shapes.panics_at_its_end()
        try:
            raise KeyError("meanwhile")
        except KeyError:
            del function
    finally:
        sys.unraisablehook = hook
    assert [type(each.exc_value) for each in seen] == [objet.InternalError]
    assert "sprung: end" in str(seen[0].exc_value)


def test_failures_leak_nothing():
    """Runs no function of the extension module in between, which would run deferred drops."""

    class Weird:
        """A value for the slow path, where each attribute lookup raises and drops exceptions."""

        def __call__(self):
            pass

    weird, wrong = Weird(), object()

    def turn():
        for make in (
            lambda: shapes.Circle(radius=-1),
            lambda: shapes.Circle(raduis=1),
            lambda: shapes.Pair(1, 2, 3),
            lambda: shapes.Pair(a="x", b=weird),
            lambda: shapes.Pair(a=wrong, b=1),
            lambda: shapes.Pair("\ud800", 1 << 70),
            lambda: shapes.add_one("x"),
            lambda: shapes.add_one(wrong),
            lambda: shapes.add_one(1, y=2),
            lambda: shapes.Circle.radius.__get__(pair),
        ):
            try:
                make()
            except (TypeError, ValueError, OverflowError):
                pass
            else:
                raise AssertionError("it did not fail")

    pair = shapes.Pair(1, 2)
    for _ in range(300):
        turn()
    # Deferred drops would show up as memory blocks allocated by Python.
    gc.collect()
    before, counts = sys.getallocatedblocks(), [sys.getrefcount(each) for each in (TypeError, ValueError, weird, wrong)]
    for _ in range(2000):
        turn()
    gc.collect()
    assert sys.getallocatedblocks() - before < 1000
    assert [sys.getrefcount(each) for each in (TypeError, ValueError, weird, wrong)] == counts


def test_shared_values_are_converted_once_and_stay_shared():
    shared = ["leaf"]
    pair = objet.convert([shared, {"again": shared}])
    assert pair[0] is pair[1]["again"]
    # As a tree it would have 2 ** 200 leaves.
    for _ in range(200):
        shared = [shared, shared]
    array = objet.convert(shared)
    for _ in range(200):
        assert array[0] is array[1]
        array = array[0]
    assert list(array) == ["leaf"]


def test_any_sequence_or_mapping_is_converted():
    import collections
    import types

    class Squares(collections.abc.Sequence):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            if not 0 <= index < 3:
                raise IndexError
            return str(index * index)

    assert objet.convert(Squares()) == ["0", "1", "4"]
    assert objet.convert(collections.deque(["a", "b"])) == ["a", "b"]
    assert objet.convert(types.MappingProxyType({"a": "b"})) == {"a": "b"}
    assert objet.convert([collections.ChainMap({"a": "b"})])[0] == {"a": "b"}
    assert len(objet.convert(range(0))) == 0
