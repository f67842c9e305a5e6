"""Tests of pickles of declared classes in other processes."""

import pickle
import subprocess
import sys

import pytest

import objet

NODES = """
import objet

@objet.register_object("pickles.Node")
class Node(objet.Object):
    value: int
    next: "Node | None" = None

class Derived(Node):
    pass
"""

# Reads a pickle from the file that is its argument, without an import of the module.
READ = "import pickle, sys; print(repr(pickle.load(open(sys.argv[1], 'rb'))))"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "pickled_nodes.py").write_text(NODES)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    return tmp_path


def run(code, *args):
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    "made, shown",
    [
        ("Node(3)", "pickles.Node(value=3, next=null)"),
        ("objet.Array([Node(3)])", "[pickles.Node(value=3, next=null)]"),
        ("Derived(3, Node(4))", "pickles.Node(value=3, next=pickles.Node(value=4, next=null))"),
        ("[Node(3), objet.ADT(1, [Node(3)])]", "[pickles.Node(value=3, next=null), ADT#1(pickles.Node(value=3, next=null))]"),
    ],
)
@pytest.mark.parametrize("module", ["pickle", "objet"])
def test_pickles_import_the_module_of_a_class(folder, made, shown, module):
    path = str(folder / "nodes.pickle")
    write = f"import objet, pickle, sys; from pickled_nodes import *; open(sys.argv[1], 'wb').write({module}.dumps({made})); print('written')"
    assert run(write, path) == "written"
    assert run(READ, path) == shown
    (folder / "pickled_nodes.py").rename(folder / "other_nodes.py")
    assert run(READ, path) == "ModuleNotFoundError: No module named 'pickled_nodes'"
    # A type that another module declares needs no import.
    assert made.startswith("Derived") or run(f"import other_nodes; {READ}", path) == shown


def test_pickles_are_deterministic_and_follow_renames(folder):
    code = f"""
import objet, pickle, sys
from pickled_nodes import Node

@objet.register_object("pickles.Other")
class Other(objet.Object):
    first: Node
    number: objet.Object | None = None

made = Other(Node(3))
print(len({{pickle.dumps(made) for _ in range(20)}}), len({{objet.dumps([made]) for _ in range(20)}}))
"""
    assert run(code) == "1 1"
    path = str(folder / "nodes.pickle")
    write = "import pickle, sys, pickled_nodes; pickle.dump(pickled_nodes.Node(3), open(sys.argv[1], 'wb')); print('written')"
    assert run(write, path) == "written"
    (folder / "pickled_nodes.py").unlink()
    (folder / "renamed_nodes.py").write_text(NODES.replace('"pickles.Node"', '"pickles.New", aliases="pickles.Node"'))
    assert run(f"import renamed_nodes; {READ}", path) == "pickles.New(value=3, next=null)"


def test_boxed_numbers_stay_boxed_in_dumps():
    entries = objet.load_json('{"objet":1,"root":{"a":7}}')
    made = pickle.loads(objet.dumps([entries, objet.Map(entries, b=objet.ADT(1, [entries]))]))
    assert repr(made[0]) == '{"a": runtime.BoxInt(value=7)}' and "IntImm" not in repr(made[1])


def test_pools_get_declared_objects(folder):
    code = """
import multiprocessing
if __name__ == "__main__":
    import pickled_nodes
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply_async(repr, [pickled_nodes.Node(3)]).get(60))
"""
    (folder / "pool.py").write_text(code)
    done = subprocess.run([sys.executable, str(folder / "pool.py")], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "pickles.Node(value=3, next=null)", done.stderr


def test_unknown_types_name_the_module():
    with pytest.raises(ValueError, match="unknown type key.*import the module that declares it, link in the crate"):
        objet.load_json('{"objet":1,"root":{"type":"pickles.Missing"}}')
    pickled = pickle.dumps(objet.convert(["x"]))
    assert pickle.loads(pickled) == ["x"] and b"_load_declared" not in pickled


@pytest.mark.parametrize("made", ["shapes.Circle(radius=3)", "objet.Array([shapes.Circle(radius=3)])"])
def test_pickles_import_the_wheel_of_a_class(tmp_path, made):
    path = str(tmp_path / "shapes.pickle")
    assert run(f"import objet, pickle, shapes, sys; open(sys.argv[1], 'wb').write(pickle.dumps({made})); print('written')", path) == "written"
    assert 'shapes.Circle(name="", radius=3)' in run(READ, path)
    # The types of the package need no import.
    assert run("import objet, pickle, shapes; print(b'shapes' in pickle.dumps(objet.Array(['x'])))") == "False"
