"""Tests of exceptions that pass through native code."""

import inspect
import sys
import traceback

import pytest

import shapes
import objet


def test_a_native_error_has_the_handled_exception_as_context():
    with pytest.raises(TypeError) as caught:
        try:
            raise KeyError("outer")
        except KeyError:
            shapes.add_one("x")
    assert isinstance(caught.value.__context__, KeyError) and not caught.value.__suppress_context__
    with pytest.raises(TypeError) as caught:
        shapes.add_one("x")
    assert caught.value.__context__ is None


def test_an_exception_keeps_its_own_cause_and_context():
    def fail(x):
        try:
            raise KeyError("inner")
        except KeyError as error:
            raise ValueError("outer") from error

    with pytest.raises(ValueError) as caught:
        try:
            raise IndexError("before")
        except IndexError:
            shapes.apply(fail, 1)
    assert isinstance(caught.value.__cause__, KeyError) and isinstance(caught.value.__context__, KeyError)


def test_an_error_whose_class_cannot_be_instantiated():
    @objet.errors.register_error("tests_Unmade")
    class Unmade(Exception):
        def __init__(self, *args):
            raise ValueError("never")

    error = objet.errors._of_native("tests_Unmade", "why", [], None, None)
    assert type(error) is objet.TVMError and "tests_Unmade: why" in str(error)


@pytest.mark.parametrize("kind", [lambda message: message, 3, int, "int", None])
def test_an_error_kind_needs_an_exception_class(kind):
    with pytest.raises(TypeError, match="expected an exception class for the error kind 'TypeError', found"):
        objet.errors.register_error("TypeError")(kind)
    with pytest.raises(TypeError, match="expected int but got str"):
        shapes.add_one("x")


def test_the_class_name_is_the_default_error_kind():
    @objet.errors.register_error
    class tests_Named(Exception):
        def __new__(cls, message):
            return message

    assert objet.errors._class_of("tests_Named") is tests_Named
    # The class makes a string instead of an exception. The error is reported as a `TVMError`.
    error = objet.errors._of_native("tests_Named", "why", [], None, None)
    assert type(error) is objet.TVMError and str(error) == "tests_Named: why"
    for name in (3, None, lambda: None):
        with pytest.raises(TypeError, match="expected an error kind"):
            objet.errors.register_error(name)


def nested(depth, fail):
    """Calls itself through native code, and fails at the bottom."""

    def call(x):
        return fail(x) if x == 0 else shapes.apply(call, x - 1)

    return call(depth)


def test_a_traceback_has_the_frames_of_both_languages_in_order():
    with pytest.raises(ZeroDivisionError) as caught:
        nested(3, lambda x: 1 // x)
    frames = traceback.extract_tb(caught.value.__traceback__)
    names = [frame.name for frame in frames]
    # Each level has the Python function, its native wrapper, and the native function that calls it.
    assert [name for name in names if name == "shapes.apply"] == ["shapes.apply"] * 3
    assert [frame.name for frame in frames if frame.filename == __file__].count("call") == 4 and names[-1] == "<lambda>"
    assert names.count("call") == 4 + 3
    again = nested_text()
    assert again.index("in <lambda>") < again.index("in call") < again.index("in shapes.apply")
    assert again.count("in shapes.apply") == 2 and again.count(" in call") == 3 + 2


def nested_text():
    """Returns the descriptions of the frames of a nested exception."""
    with pytest.raises(ZeroDivisionError) as caught:
        nested(2, lambda x: 1 // x)
    return "\n".join(objet.errors._frames_of(caught.value.__traceback__))


def test_a_deep_traceback_is_traversed_once():
    def steps(depth):
        """Returns the number of executed lines that traverse tracebacks."""
        count = 0

        def trace(frame, event, _):
            nonlocal count
            if frame.f_code is not objet.errors._frames_of.__code__:
                return None
            count += 1
            return trace

        sys.settrace(trace)
        try:
            with pytest.raises(ZeroDivisionError):
                nested(depth, lambda x: 1 // x)
        finally:
            sys.settrace(None)
        return count

    few, many = steps(10), steps(80)
    # The number is linear in the depth. Traversing the whole traceback at each level would take 64
    # times the steps.
    assert 20 < few and many < 10 * few, f"{many} steps, and {few} at an eighth of the depth"


def test_registration_errors_have_the_python_source_location():
    first = sys._getframe().f_lineno + 1
    objet.register_func("tests_errors.placed", print)
    with pytest.raises(ValueError) as caught:
        objet.register_func("tests_errors.placed")(print)
    first, second = (f"{__file__}:{line}:1" for line in (first, first + 2))
    assert f"already registered at {first}, and again at {second}" in str(caught.value)
    with pytest.raises(TypeError, match="cannot derive from `shapes.Circle`, which is final") as caught:

        @objet.register_object("tests_errors.Round")
        class Round(shapes.Circle):
            pass

    assert f"{__file__}:" in str(caught.value)


def test_errors_of_loading_libraries(tmp_path):
    with pytest.raises(FileNotFoundError, match="No such file"):
        objet.load_module(tmp_path / "nope.so")
    broken = tmp_path / "broken.so"
    broken.write_bytes(b"no library" * 100)
    with pytest.raises(OSError, match="invalid ELF header|file too short") as caught:
        objet.load_module(broken)
    assert not isinstance(caught.value, FileNotFoundError) and str(broken) in str(caught.value)
    with pytest.raises(FileNotFoundError, match="nope.so"):
        objet.load_module(bytes(tmp_path / "nope.so"))
    for path in (None, 3):
        with pytest.raises(TypeError, match="expected str, bytes or os.PathLike object"):
            objet.load_module(path)


def test_messages_use_public_method_names():
    circle = shapes.Circle(radius=1)
    with pytest.raises(TypeError, match=r"^replace\(\) takes 1 positional argument"):
        circle.replace(3)
    with pytest.raises(TypeError, match=r"^with_attr\(\) missing 2 required"):
        circle.with_attr()
    with pytest.raises(TypeError, match=r"^Array\(\) takes from 1 to 2 positional"):
        objet.Array([], 2, 3)
    for _, cls in objet._objet.all_classes():
        for name, method in vars(cls).items():
            if not name.startswith("_") and inspect.isfunction(method) and method.__module__.startswith("objet."):
                assert not method.__qualname__.startswith(("_", "<")), f"{cls.__name__}.{name}"


def test_classes_of_builtin_kinds_derive_from_the_builtin_class():
    for name in ("ValueError", "KeyboardInterrupt"):
        with pytest.raises(TypeError, match=f"^errors of the kind '{name}' are caught as {name}, but OSError does not derive from it"):
            objet.errors.register_error(name)(OSError)
    with pytest.raises(TypeError, match="'KeyError'"):
        objet.errors.register_error(type("KeyError", (objet.TVMError,), {}))
    objet.errors.register_error("LookupError")(LookupError)
    assert objet.errors.register_error("ValueError")(ValueError) is ValueError
