"""Fields that are lists, options and JSON text in Rust."""

import array
import itertools
import json
import math
import time

import pytest

import shapes
import objet


def polygon(**fields):
    return shapes.Polygon(**{"corners": [0.5, 1, -2.0], **fields})


def test_lists_are_python_lists():
    figure = polygon(layers=(3, 4), edges=["a", "b"])
    assert figure.corners == [0.5, 1.0, -2.0] and type(figure.corners) is list
    assert all(type(number) is float for number in figure.corners)
    assert (figure.layers, figure.edges, figure.pixels) == ([3, 4], ["a", "b"], b"")
    assert polygon().layers == [0, 1]


def test_any_sequence_is_taken():
    assert polygon(corners=array.array("d", [1.5])).corners == [1.5]
    assert polygon(corners=range(2)).corners == [0.0, 1.0]
    assert polygon(corners=(x / 2 for x in range(3))).corners == [0.0, 0.5, 1.0]
    assert polygon(layers=objet.ShapeTuple([5, 6])).layers == [5, 6]
    assert polygon(pixels=b"\x00\xff").pixels == b"\x00\xff"
    assert polygon(pixels=[1, 2]).pixels == b"\x01\x02"
    assert math.isnan(polygon(corners=[math.nan]).corners[0])


def test_options_are_values_or_none():
    figure = polygon(width=2, filled=True)
    assert (figure.width, figure.filled) == (2.0, True) and type(figure.filled) is bool
    assert (polygon().width, polygon().filled) == (None, None)
    assert figure.replace(filled=None).filled is None
    assert polygon(letter="x").letter == "x"


def test_json_fields_are_text():
    figure = polygon(colors=json.dumps({"b": [1, 2, 3], "a": [0, 0, 0]}))
    assert figure.colors == '{"a":[0,0,0],"b":[1,2,3]}'


def test_fields_are_saved_and_compared():
    figure = polygon(corners=[0.1, math.inf], width=0.3, edges=['"'], pixels=b"\x01")
    again = objet.load_json(objet.save_json(figure))
    assert objet.structural_equal(figure, again) and again.corners == [0.1, math.inf]
    assert not objet.structural_equal(figure, figure.replace(corners=[0.1]))


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"corners": 1}, TypeError, "shapes.Polygon.corners: expected list[float], found int"),
        ({"corners": "ab"}, TypeError, "shapes.Polygon.corners: expected list[float], found str"),
        ({"corners": [1, "x"]}, TypeError, "shapes.Polygon.corners: element 1: expected float but got runtime.String"),
        ({"layers": [1]}, ValueError, "shapes.Polygon.layers: wrong number of elements: expected 2, found 1"),
        ({"layers": [1, 1 << 40]}, ValueError, "element 1: expected i32, found 1099511627776"),
        ({"edges": [None]}, TypeError, "shapes.Polygon.edges[0]: expected str, found NoneType"),
        ({"letter": "xy"}, ValueError, "char"),
        ({"width": "x"}, TypeError, "shapes.Polygon.width: expected float but got str"),
        ({"colors": "{"}, ValueError, "shapes.Polygon.colors: not the JSON text of a value"),
    ],
)
def test_other_values_are_errors(fields, error, message):
    with pytest.raises(Exception) as raised:
        polygon(**fields)
    assert message in str(raised.value)
    assert isinstance(raised.value, error), type(raised.value)


def test_errors_of_iterators_are_kept_and_signals_stop_the_conversion(interrupts):
    class Failing:
        def __iter__(self):
            raise LookupError("no items")

    with pytest.raises(LookupError, match="no items"):
        polygon(corners=Failing())
    with pytest.raises(TypeError, match="corners: expected list"):
        polygon(corners=5)
    interrupts(0.1)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        polygon(corners=itertools.repeat(1.0, 100_000_000))
    assert time.monotonic() - start < 5
