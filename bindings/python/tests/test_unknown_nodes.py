"""Nodes of unknown types, whose attributes are those of their file."""

import copy
import pickle
import threading
import time

import pytest

import shapes  # noqa: F401
import objet

TEXT = """{"root_index":7,"nodes":[{"type":"None"},{"type":"int","data":5},{"type":"ffi.String","data":"s"},
{"type":"far.Leaf","data":{"name":2}},{"type":"ffi.Array","data":[3,3]},{"type":"float","data":1.5},
{"type":"bool","data":true},
{"type":"far.Root","data":{"none":0,"count":1,"items":4,"rate":5,"on":6,"line":-7,"flag":true,"x":2.5,"most":18446744073709551615}}]}"""
VALUES = {"none": None, "count": 5, "rate": 1.5, "on": True, "line": -7, "flag": True, "x": 2.5, "most": 2**64 - 1}


@pytest.fixture
def root():
    return objet.load_json(TEXT, keep_unknown=True)


def test_attributes_are_those_of_the_file(root):
    for name, value in VALUES.items():
        assert getattr(root, name) == value and type(getattr(root, name)) is type(value)
    assert root.items[0].same_as(root.items[1]) and root.items[0].name == "s"
    names = ["none", "count", "items", "rate", "on", "line", "flag", "x", "most"]
    assert [field.name for field in objet.fields(root)] == names and set(names) <= set(dir(root))
    assert list(objet.asdict(root)) == names and objet.asdict(root)["count"] == 5
    with pytest.raises(AttributeError, match="far.Root.*counts.*count"):
        root.counts
    assert not hasattr(root, "name") and objet.fields(type(root)) == ()
    assert pickle.loads(pickle.dumps(root)).count == copy.deepcopy(root).count == 5


def test_attributes_have_new_values_in_copies(root):
    changed = root.replace(count=6, line=8, flag=False, items=root.items[1], on=False, rate=0.25, none="text")
    assert (root.count, root.line, root.flag, root.on) == (5, -7, True, True)
    assert (changed.count, changed.line, changed.flag, changed.on) == (6, 8, False, False)
    assert (changed.rate, changed.none, changed.x) == (0.25, "text", 2.5)
    assert changed.items.same_as(root.items[0]) and root.with_attr("x", 3.5).x == 3.5
    assert root.items[0].with_attr("name", "t").name == "t"
    with pytest.raises(TypeError, match="counts"):
        root.replace(counts=1)
    with pytest.raises(TypeError, match="far.Root.line: expected a number"):
        root.replace(line="seven")


def test_the_attributes_of_a_walk_may_change_while_the_graph_is_searched(root):
    many = objet.convert([[shapes.Circle(radius=1)] for _ in range(100_000)] + [root])
    for _ in range(5):
        attrs = {objet.Object: ("most",), shapes.Circle: "nothing"}
        thread = threading.Thread(target=lambda: (time.sleep(0.003), attrs.update({objet.Array: "count"})))
        thread.start()
        with pytest.raises(AttributeError, match="nothing"):
            objet.walk(many, attrs=attrs)
        thread.join()
