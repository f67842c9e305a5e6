"""Tests of the messages for values that cannot be converted."""

import numpy as np
import pytest

import shapes
import objet


@objet.register_object("tests_refusals.Holder")
class Holder(objet.Object):
    items: list = None
    number: int = 0
    text: str = ""
    ratio: float = 0.0


def conversion_error(error, take):
    with pytest.raises(error) as caught:
        take()
    return str(caught.value)


def test_messages_of_large_numbers():
    argument = "In function shapes.add_one: error while converting argument 0 (x): "
    for value in (1 << 63, 10**30, -(1 << 64)):
        for message, take in (
            (f"{argument}{value}", lambda: shapes.add_one(value)),
            (f"tests_refusals.Holder.number: {value}", lambda: Holder(number=value)),
            (f"tests_refusals.Holder.number: {value}", lambda: Holder().replace(number=value)),
            (f"tests_refusals.Holder.items[0][1]: {value}", lambda: Holder(items=[["x", value]])),
            (f"{value}", lambda: objet.convert(value)),
            (f'{value} at ["a"][0]', lambda: objet.convert({"a": [value]})),
            (f"{value} at [1]", lambda: objet.ShapeTuple([1, value])),
            (f"{value} at [0]", lambda: objet.ShapeTuple([1]) + [value]),
            (f"{value} at [1]", lambda: objet.ADT(0, ["x", value])),
            (f"{value} at [1]", lambda: objet.nd.empty([1, value])),
            (
                "In function <lambda>: error while converting the result: " + f"{value}",
                lambda: objet.convert(lambda: value)(),
            ),
        ):
            assert conversion_error(OverflowError, take) == f"{message} does not fit into a signed 64-bit integer"
    # Python refuses to format this number.
    long = "an integer of 16610 bits does not fit into a signed 64-bit integer"
    assert conversion_error(OverflowError, lambda: shapes.add_one(10**5000)) == argument + long
    assert conversion_error(OverflowError, lambda: objet.convert(10**5000)) == long
    message = conversion_error(OverflowError, lambda: objet.ADT(1 << 40))
    assert message == f"runtime.ADT.tag: {1 << 40} does not fit into a signed 32-bit integer"
    assert conversion_error(TypeError, lambda: objet.ShapeTuple([1, "x"])) == "a str at [1] is not an integer"


def test_none_is_no_key():
    for path, value in (("key 0", {None: "x"}), ('["a"] key 1', {"a": {"b": "x", None: "x"}}), ("[1] key 0", ["x", {None: {}}])):
        message = conversion_error(TypeError, lambda: objet.convert(value))
        assert message == f"a NoneType at {path} cannot be the key of a map"


def test_strings_that_are_not_utf8():
    for take in (
        lambda text: Holder(text=text),
        lambda text: Holder(text),
        lambda text: Holder(number=1, text=text),
        lambda text: objet.convert([text]),
        lambda text: objet.convert({text: "x"}),
        lambda text: objet.convert({"x": text}),
        lambda text: shapes.text_len(text),
        lambda text: shapes.Circle(radius=1).replace(name=text),
        lambda text: Holder(**{text: 1}),
    ):
        with pytest.raises(UnicodeEncodeError):
            take("\ud800")
    for place, take in (
        ("tests_refusals.Holder.text: a str", lambda text: Holder(text=text)),
        ("tests_refusals.Holder.items[0]: a str", lambda text: Holder(items=[text])),
        ("a str at key 0", lambda text: objet.convert({text: "x"})),
        ("In function shapes.text_len: error while converting argument 0 (text): a str", shapes.text_len),
    ):
        message = conversion_error(UnicodeEncodeError, lambda: take("\ud800"))
        assert message.endswith(f"surrogates not allowed; {place} is not valid UTF-8")


def test_bytes_as_strings():
    assert objet.convert([b"ab", bytearray(b"c")]) == ["ab", "c"]
    assert shapes.Circle(radius=1, name=b"sun").name == "sun"
    ends = "not valid UTF-8 from position 1"
    assert conversion_error(ValueError, lambda: objet.convert(b"x\xff")) == f"bytes are {ends}"
    assert conversion_error(ValueError, lambda: objet.convert(["x", b"x\xff"])) == f"bytes at [1] are {ends}"
    message = conversion_error(ValueError, lambda: shapes.Circle(radius=1, name=b"x\xff"))
    assert message == f"shapes.Circle.name: bytes are {ends}"
    assert objet.convert(lambda value: value)(bytearray(b"\xff")) == b"\xff"


def test_messages_of_values_without_a_conversion():
    class apple:
        pass

    def fails(message, take, *args, **fields):
        with pytest.raises(TypeError) as caught:
            take(*args, **fields)
        assert str(caught.value) == message

    takes = "cannot be converted to a native value"
    fails(f"an apple {takes}", objet.convert, apple())
    fails(f"a set at [1] {takes}", objet.convert, ["x", set()])
    fails(f'an apple at ["k"][0] {takes}', objet.convert, {"k": [apple()]})
    fails(f"an apple at key 1 {takes}", objet.convert, {"k": "x", apple(): "x"})
    fails("a Device cannot be converted to an object", objet.convert, objet.cpu())
    gives = "In function <lambda>: error while converting the result: an apple"
    fails(f"{gives} at [0] {takes}", objet.convert(lambda: [apple()]))
    for args, named in [((apple(),), {}), ((), {"x": apple()})]:
        fails(f"In function shapes.add_one: error while converting argument 0 (x): an apple {takes}", shapes.add_one, *args, **named)
    fails(
        f"In function shapes.is_circle: error while converting argument 0 (shape): an apple {takes}", shapes.is_circle, apple()
    )
    fails("tests_refusals.Holder.number: expected int, found apple", Holder, number=apple())
    fails("tests_refusals.Holder.number: expected int but got str", Holder, number="text")
    fails("tests_refusals.Holder.ratio: expected float but got str", Holder, ratio="text")
    fails("tests_refusals.Holder.text: expected str but got int", Holder, text=3)
    fails("tests_refusals.Holder.items: expected Array, found set", Holder, items=set())
    fails(f"tests_refusals.Holder.items[0]: a set {takes}", Holder, items=[set()])
    fails("tests_refusals.Holder.number: expected int, found set", Holder().replace, number=set())


def test_messages_of_invalid_devices():
    for number in (-1, 0, 32, 99, 128, 128 + 32):
        with pytest.raises(ValueError, match=f"^expected a device type from 1 to 31, .* found {number}$"):
            objet.device(number)
    with pytest.raises(ValueError, match="^expected a device index of 0 or more, found -1$"):
        objet.device("cpu", -1)
    with pytest.raises(ValueError, match='^unknown device type "gpu": expected one of cpu, cuda, '):
        objet.device("gpu")
    assert repr(objet.device(12, 1)) == "ext_dev(1)" and objet.device(128 + 1).device_type == 129


def test_numbers_for_node_fields():
    """Without node types for numbers, the message has the type of the field."""
    circle = shapes.Circle(radius=1)
    for number in (5, 0.5, True, np.float32(1)):
        with pytest.raises(TypeError, match="^shapes.Stack.top: expected shapes.Shape, found (int|float|bool|float32)$"):
            shapes.Stack(top=number, bottom=circle)
        with pytest.raises(TypeError, match="^shapes.Stack.top: expected shapes.Shape, found (int|float|bool|float32)$"):
            shapes.Stack(top=circle, bottom=circle).replace(top=number)
