"""Containers as Python's."""

from collections.abc import Mapping, Sequence

import pytest

import shapes
import objet


def test_arrays_are_sequences():
    circle = shapes.Circle(radius=1)
    array = objet.convert(["a", circle, None, ["b"]])
    assert isinstance(array, objet.Array) and isinstance(array, Sequence)
    assert (len(array), array[0], array[-1][0], array[2]) == (4, "a", "b", None)
    assert array[1] is circle and circle in array and "z" not in array
    assert list(array[1:3]) == [circle, None] and isinstance(array[::2], objet.Array)
    assert array[:2] == ["a", circle] and array[:2] != ["a"]
    assert array[:1] + ["z"] == ["a", "z"] and ["z"] + array[:1] == ["z", "a"]
    assert array.index(circle) == 1 and array.count("a") == 1 and list(reversed(array))[0] == ["b"]
    for place in (4, -5, 1 << 70):
        with pytest.raises(IndexError):
            array[place]
    with pytest.raises((TypeError, AttributeError)):
        array["a"]


def test_maps_are_mappings():
    circle = shapes.Circle(radius=1)
    entries = objet.convert({"a": circle, "b": None})
    assert isinstance(entries, objet.Map) and isinstance(entries, Mapping)
    assert entries["a"] is circle and entries.get("c", 3) == 3 and "b" in entries and 5 not in entries
    assert list(entries) == ["a", "b"] == list(entries.keys()) and dict(entries) == {"a": circle, "b": None}
    assert entries == {"a": circle, "b": None} and entries != {"a": None}
    assert list(entries.values())[0] is circle and len(entries) == 2
    by_object = objet.convert({circle: "x"})
    assert by_object[circle] == "x"
    with pytest.raises(KeyError):
        entries["c"]
    with pytest.raises(TypeError):
        objet.convert({None: "x"})


def test_shapes_of_tensors():
    shape = objet.get_global_func("runtime.ShapeTuple")(2, 3)
    assert shape == (2, 3) and shape[1] == 3 and shape[-2:] == [2, 3] and len(shape) == 2


def test_what_has_no_object_is_refused():
    for value in (object(), {1, 2}, objet.cpu()):
        with pytest.raises(TypeError):
            objet.convert([value])
    with pytest.raises(TypeError, match="node._const"):
        objet.convert([1])
