"""Graphs in each format of files."""

import json

import objet
import pytest

import shapes


def both():
    circle = shapes.Circle(radius=1)
    return shapes.Stack(top=circle, bottom=circle)


@pytest.mark.parametrize("format", ["tvm-0.8", "tvm-ffi", "plain"])
def test_a_graph_comes_back_from_each_format(format):
    root = both()
    text = objet.save_json(root, format=format)
    again = objet.load_json(text)
    assert objet.structural_equal(root, again)
    assert again.top is again.bottom
    assert objet.save_json(again, format=format) == text


def test_plain_json_has_natural_values():
    root = json.loads(objet.save_json(both(), format="plain"))["root"]
    assert root["type"] == "shapes.Stack"
    assert root["top"]["type"] == "shapes.Circle" and root["top"]["radius"] == 1
    assert root["bottom"] == {"$ref": root["top"]["$id"]}


def test_an_unknown_format_is_an_error():
    with pytest.raises(ValueError, match="plain"):
        objet.save_json(both(), format="yaml")


def test_the_class_of_a_root_is_checked():
    text = objet.save_json(both())
    assert isinstance(objet.load_json(text, shapes.Stack), shapes.Stack)
    with pytest.raises(TypeError, match="the root of the graph: expected Circle, found shapes.Stack"):
        objet.load_json(text, shapes.Circle)
    with pytest.raises(TypeError, match="expected .*Circle.*, found shapes.Stack"):
        objet.load_json(text, (shapes.Circle, objet.Array))
    allowed = "pass a class, or a tuple or a union of classes, without type parameters"
    for wrong in (list[shapes.Stack], (None.__class__, list[shapes.Stack]), 3, "Stack"):
        with pytest.raises(TypeError) as raised:
            objet.load_json(text, wrong)
        assert str(raised.value) == f"expected a class as the type of the root, found {wrong!r}: {allowed}"
    assert isinstance(objet.load_json(text, shapes.Circle | shapes.Stack), shapes.Stack)
    with pytest.raises(TypeError, match="expected Circle, found NoneType"):
        objet.load_json(objet.save_json(None), shapes.Circle)
