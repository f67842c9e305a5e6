"""Tests of several wheels in one process: the wheel of the package, and one with its own nodes.

Each test runs in a separate process, because an import cannot be undone.
"""

import importlib.util
import pathlib
import shutil
import subprocess
import sys
import textwrap

import pytest


def python(code, *args):
    """Runs code in a new Python process and returns its output."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code), *map(str, args)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


TOGETHER = """
import objet
before = set(objet.list_global_func_names())
a_type = objet.Array
import shapes

# The nodes of both wheels are available, with the correct inheritance.
assert objet.relay.Call and objet.shapes.Circle is shapes.Circle and objet.Array is a_type
circle = shapes.Circle(name="c", radius=2)
assert isinstance(circle, shapes.Shape) and isinstance(circle, objet.Object) and not isinstance(circle, objet.PrimExpr)
assert repr(circle) == 'shapes.Circle(name="c", radius=2)'
try:
    shapes.Circle(radius=-1)
    raise SystemExit("a bound was not checked")
except ValueError:
    pass

# The second wheel added only its own functions.
assert {name.split(".")[0] for name in set(objet.list_global_func_names()) - before} == {"shapes"}

# The functions of one wheel accept nodes of the other and return the same objects.
stack = shapes.Stack(top=circle, bottom=shapes.Stack(top=circle, bottom=circle))
assert shapes.is_circle(circle) is True and shapes.is_circle(stack) is False and shapes.circles(stack) == 1
one = objet.convert(1)
assert shapes.end_in_thread([circle, one, objet.relay.ir.Var("x", None)]) == 3
function = objet.relay.ir.Function([], objet.relay.Tuple([]), None, [], None)
with_shape = objet.get_global_func("ir.BaseFuncWithAttr")(function, "shape", circle)
assert objet.get_global_func("ir.DictAttrsGetDict")(with_shape.attrs)["shape"] is circle
for wrong, take in ((circle, objet.relay.op.nn._make.relu), (one, shapes.circles)):
    try:
        take(wrong)
        raise SystemExit("a node of another type was accepted")
    except TypeError as error:
        assert wrong.__class__.__name__ in str(error), error

# Nodes of both wheels are saved, loaded, compared and visited in one graph.
both = objet.convert({"shape": stack, "number": one, "function": with_shape})
loaded = objet.load_json(objet.save_json(both))
assert objet.structural_equal(loaded, both) and objet.structural_hash(loaded) == objet.structural_hash(both)
assert isinstance(loaded["shape"].bottom.top, shapes.Circle) and isinstance(loaded["number"], objet.IntImm)
assert [node for node in objet.post_order(both) if isinstance(node, shapes.Circle)] == [circle]

# Threads of the second wheel call back, and errors keep their kinds.
assert shapes.apply_in_threads(lambda x: x * 2, 4) == 12
class Mine(Exception):
    pass
def fail(x):
    raise Mine(x)
try:
    shapes.apply(fail, 7)
    raise SystemExit("no error")
except Mine as error:
    assert error.args == (7,)
try:
    shapes.panic()
    raise SystemExit("no panic")
except objet.InternalError as error:
    assert "on purpose" in str(error)

# A Python class may derive from a class of the second wheel.
@objet.register_object("test.Square")
class Square(shapes.Shape):
    side: int
square = Square(name="s", side=3)
assert shapes.circles(square) == 0 and objet.load_json(objet.save_json(square)).side == 3

# A long chain of nodes of both wheels is dropped without recursion.
chain = circle
for _ in range(200_000):
    chain = shapes.Stack(top=chain, bottom=circle)
chain = objet.convert([chain])
del chain
print("together")
"""


def test_a_wheel_joins_the_package():
    assert python(TOGETHER) == "together\n"


@pytest.mark.parametrize("imports", ["shapes, objet", "objet, shapes", "shapes"])
def test_the_order_of_imports_does_not_matter(imports):
    code = f"""
        import {imports}
        import objet
        assert objet.relay.Call and objet.tir.Var and objet.shapes.Circle is shapes.Circle
        assert shapes.add_one(1) == 2 and shapes.is_circle(shapes.Circle(radius=1)) is True
        assert isinstance(objet.convert(1), objet.IntImm)
        print("the same")
    """
    assert python(code) == "the same\n"


def test_a_wheel_can_be_the_only_extension_module():
    code = """
        import importlib.util, pathlib, sys
        folder = importlib.util.find_spec("shapes").submodule_search_locations[0]
        spec = importlib.util.spec_from_file_location("shapes._native", next(pathlib.Path(folder).glob("_native*")))
        native = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(native)
        sys.modules["shapes._native"] = sys.modules["objet._objet"] = native
        import shapes, objet
        assert objet._objet is native and shapes.add_one(1) == 2 and not hasattr(objet, "relay")
        print("alone")
    """
    assert python(code) == "alone\n"


def test_tools_find_the_classes_of_a_joined_wheel():
    code = """
        import objet, shapes, copy, pickle, inspect
        circle = shapes.Circle(name="c", radius=2)
        assert pickle.loads(pickle.dumps(circle)).radius == 2 and copy.deepcopy(circle).name == "c"
        assert "radius" in str(inspect.signature(shapes.Circle)) and inspect.getdoc(shapes.Circle).startswith("All points")
        assert "shapes.Circle" in dict(objet._objet.all_classes())
        assert str(inspect.signature(shapes.add_three)) == "(a, b, c=0)"
        print("found")
    """
    assert python(code) == "found\n"


@pytest.mark.parametrize("imports", ["objet, shapes", "shapes, objet"])
def test_a_panic_in_code_of_a_node_is_an_error(imports):
    """Each wheel links its own standard library and cannot catch panics of another wheel."""
    code = f"""
        import {imports}
        import copy, sys

        def panics(place, work):
            try:
                work()
            except objet.InternalError as error:
                assert str(error) == f"panicked: sprung: {{place}}", error
            else:
                raise SystemExit(f"no panic at {{place}}")

        def trap(at):
            return shapes.Trap(at=at, x=1)

        saved = objet.save_json(trap("nowhere"))
        panics("check", lambda: trap("check"))
        panics("check", lambda: trap("nowhere").replace(at="check"))
        panics("check", lambda: objet.load_json(saved.replace("nowhere", "check")))
        own = type("Own", (shapes.Trap,), {{}})
        panics("check", lambda: objet._objet.load_json_as(own, saved.replace("nowhere", "check")))
        panics("equality", lambda: objet.structural_equal(trap("equality"), trap("equality")))
        panics("equality", lambda: objet.diff([trap("equality")], [trap("equality")]))
        panics("hash", lambda: objet.structural_hash(trap("hash")))
        panics("text", lambda: str(trap("text")))
        assert trap("nowhere").x == 1 and shapes.Trap(at="nowhere").x == 0
        shapes.set_traps()
        panics("default", lambda: shapes.Trap(at="nowhere"))
        panics("default", lambda: objet._objet.fields("shapes.Trap"))
        panics("default", lambda: objet.register_object("shapes.Trap")(type("Trap", (shapes.Trap,), {{}})))

        # A panic in a drop cannot be raised, so it is reported as unraisable.
        ended = []
        sys.unraisablehook = lambda about: ended.append(str(about.exc_value))
        snare = shapes.Snare(x=1)
        panics("copy", lambda: copy.deepcopy(snare))
        items = objet.convert([snare])
        del snare, items
        assert ended == ["panicked: sprung: end"], ended
        items = objet.convert([shapes.panics_at_its_end()])
        del items
        assert ended == ["panicked: sprung: end"] * 2, ended
        print("caught")
    """
    assert python(code) == "caught\n"


@pytest.mark.parametrize("slots", ["", "__slots__ = ('memo', 'more', 'most')"])
def test_objects_of_later_types_below_a_python_class_are_freed(slots):
    code = f"""
        import gc, weakref
        import objet

        class Canary:
            pass

        @objet.register_object("runtime.Object")
        class Base(objet.Object):
            {slots or "pass"}

        import shapes
        canary = Canary()
        ended = weakref.ref(canary)
        circles = [shapes.Circle(radius=number) for number in range(1000)]
        for circle in circles:
            assert isinstance(circle, Base)
            circle.memo = circle.more = circle.most = [circle, canary]
        del canary, circle
        gc.collect()
        assert ended() is not None and [circle.radius for circle in circles[:3]] == [0, 1, 2]
        del circles
        gc.collect()
        assert ended() is None
        print("ended")
    """
    assert python(code) == "ended\n"


@pytest.mark.parametrize("wheel", ["objet", "shapes"])
def test_another_interpreter_is_an_error_and_changes_nothing(wheel):
    name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    pytest.importorskip(name)
    code = f"""
        import {name} as interpreters
        import objet
        run = getattr(interpreters, "exec", None) or interpreters.run_string
        other = interpreters.create()
        code = '''if True:
            try:
                import {wheel}
            except ImportError as error:
                assert "interpreter" in str(error), error
            else:
                raise SystemExit("it was imported")
        '''
        assert not run(other, code)
        interpreters.destroy(other)
        assert str(objet.convert([1])) == "[1]"
        import shapes
        print("alone")
    """
    assert python(code) == "alone\n"


@pytest.mark.parametrize("first", ["nothing", "another"])
def test_a_wheel_with_another_build_is_an_error(first):
    code = """
        import ctypes, importlib.util, pathlib, sys, types
        other = types.ModuleType("objet._objet")
        if sys.argv[1] == "another":
            new = ctypes.pythonapi.PyCapsule_New
            new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
            other._process = new(1, b"rustc 1.0.0", None)
        sys.modules["objet"], sys.modules["objet._objet"] = types.ModuleType("objet"), other
        try:
            import shapes
        except ImportError as error:
            print(error)
    """
    said = python(code, first)
    assert said.startswith("shapes._native cannot join objet._objet, which was imported first: ")
    if first == "another":
        assert "same compiler" in said and '"rustc 1.0.0"' in said
    else:
        assert "offers no state to share" in said


def test_a_type_linked_into_two_wheels_is_an_error(tmp_path):
    shapes = importlib.util.find_spec("shapes").submodule_search_locations[0]
    library = next(pathlib.Path(shapes).glob("_native*"))
    shutil.copy(library, tmp_path / library.name)
    code = """
        import importlib.util, sys
        import objet, shapes
        spec = importlib.util.spec_from_file_location("other._native", sys.argv[1])
        try:
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
            raise SystemExit("the module was accepted")
        except ImportError as error:
            print(error)
        assert shapes.is_circle(shapes.Circle(radius=1)) is True
    """
    said = python(code, tmp_path / library.name)
    assert said.startswith("other._native cannot join objet._objet, which was imported first: both modules link the type shapes.")


def test_a_free_threaded_interpreter_is_refused():
    code = """
        import sys
        sys.abiflags = "t"
        try:
            import objet
        except ImportError as error:
            print(error)
    """
    assert python(code) == "objet needs the global interpreter lock: use a build of Python that is not free-threaded\n"
