"""Tests of Python callables as functions: their properties and their calls."""

import functools
import inspect
import subprocess
import sys
import traceback

import pytest

import shapes
import objet


def scale(x: int, factor: float = 2.5, *rest, key=None) -> float:
    """Makes it larger."""
    return x * factor + sum(rest)


class Callable:
    def __call__(self, x):
        return x


def crossings():
    """Returns the ways to convert a callable to a function."""
    objet.register_func("tests.echo", lambda x: x, override=True)
    echo = objet.get_global_func("tests.echo")
    objet.remove_global_func("tests.echo")
    return {
        "converted": objet.convert,
        "made": objet.PackedFunc,
        "passed": echo,
        "passed by name": lambda callable: echo(x=callable),
        "in a list": lambda callable: objet.convert([callable])[0],
        "in a dict that is passed": lambda callable: echo({"k": callable})["k"],
    }


@pytest.mark.parametrize("cross", crossings().values(), ids=crossings())
def test_converted_callables_keep_name_doc_and_parameters(cross):
    native = cross(scale)
    assert type(native) is objet.PackedFunc and native.__name__ == "scale" and native.__doc__ == "Makes it larger."
    assert inspect.signature(native) == inspect.signature(scale)
    assert repr(native) == "PackedFunc(scale(x: int, factor: float = 2.5, *rest, key=None) -> float)"
    for odd, name in ((print, "print"), (max, "max"), (functools.partial(scale, 2), "partial"), (Callable(), "Callable")):
        found = cross(odd)
        assert found.__name__ == name and repr(found).startswith(f"PackedFunc({name}") and inspect.signature(found)
    assert cross(functools.partial(scale, 2))(3) == 6 and cross(Callable().__call__).__name__ == "__call__"


def test_a_registered_function_has_its_global_name():
    objet.register_func("tests.scale", scale)
    try:
        assert objet.tests.scale.__name__ == "tests.scale" and objet.tests.scale(2, factor=4) == 8
        assert inspect.signature(objet.tests.scale) == inspect.signature(scale)
    finally:
        objet.remove_global_func("tests.scale")


def test_a_callable_without_a_name_has_the_name_of_its_class():
    class Numbered:
        __name__ = 3

        def __call__(self):
            return None

    class Failing(Numbered):
        @property
        def __name__(self):
            raise ZeroDivisionError

    assert objet.convert(Numbered()).__name__ == "Numbered" and objet.convert(Failing()).__name__ == "Failing"


def test_a_callable_without_a_signature_has_a_name():
    class Untold(Callable):
        @property
        def __signature__(self):
            raise NameError("name 'Later' is not defined")

    native = objet.convert(Untold())
    assert repr(native) == "PackedFunc(Untold)" and str(inspect.signature(native)) == "(*args)"
    assert native(1) == 1 and native(x=0) == 0


def test_errors_name_the_function():
    def worded(x):
        return "x"

    with pytest.raises(TypeError, match="In function worded: .* expected int but got str"):
        shapes.apply(worded, 1)


def test_keyword_calls_behave_like_the_callable():
    native = objet.convert(scale)
    assert native(2) == 5.0 and native(2, 3) == 6.0 and native(2, factor=1.5) == 3.0 and native(x=4) == 10.0
    assert native(2, 3, 4, 5) == 15.0 and native(2, 3, 4, key="k") == 10.0
    middle = objet.convert(lambda a, b=2, c="3": f"{a}{b}{c}")
    assert middle(1, c="x") == "12x"
    # Python fills in the defaults, whether or not they are native values.
    marked = objet.convert(lambda a, b=object(), c=5: (type(b) is object, c)[1])
    assert marked(1) == 5 and marked(1, 2, 3) == 3 and marked(1, c=4) == 4
    shared = [1, 2]
    assert objet.convert(lambda a, b=shared, *, c: b is shared and c)(1, c=7) == 7
    named = objet.convert(lambda a, /, **named: f"{a}: {sorted(named)}")
    assert named(1) == "1: []" and named(1, b=2, a=3) == "1: ['a', 'b']"
    assert native(*(1,), **{"factor": 2}) == 2 and type(native).__call__(native, 1, factor=2) == 2
    # Keyword arguments are converted like positional arguments.
    circle = shapes.Circle(radius=1)
    kinds = objet.convert(lambda **named: ", ".join(type(value).__name__ for value in named.values()))
    assert kinds(a=[circle], b={"k": circle}, c=(), d=circle, e="x", f=scale) == "Array, Map, Array, Circle, str, PackedFunc"
    assert objet.convert(lambda *, x: x)(x=circle) is circle


def test_keyword_calls_fail_like_the_callable():
    def fail(x):
        raise thrown

    thrown, native = KeyError("x"), objet.convert(scale)
    with pytest.raises(TypeError, match="scale.* got an unexpected keyword argument 'other'"):
        native(1, other=2)
    with pytest.raises(TypeError, match="scale.* got multiple values for argument 'x'"):
        native(1, x=2)
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'b'"):
        objet.convert(lambda a, *, b: a)(1)
    with pytest.raises(TypeError, match=r"In function scale: error while converting argument 1 \(key\): an object at \[0\] cannot be converted"):
        native(1, key=[object()])
    with pytest.raises(KeyError) as caught:
        objet.convert(fail)(x=1)
    assert caught.value is thrown
    # The native function, and the Python function that it calls.
    assert [frame.name for frame in traceback.extract_tb(thrown.__traceback__)][-2:] == ["fail", "fail"]
    with pytest.raises(TypeError, match=r"an object at \[0\] cannot be converted"):
        objet.convert(lambda *, x: [object()])(x=1)


def test_infinite_recursion_of_keyword_calls_is_an_error():
    calls = []
    native = objet.convert(lambda *, x: calls.append(native) or native(x=x))
    with pytest.raises(RecursionError):
        native(x=1)
    assert calls


def test_a_callable_that_declares_bool_returns_bool():
    def is_zero(x) -> bool:
        return x == 0

    def is_one(x) -> "bool":
        return x == 1

    for native in (objet.convert(is_zero), objet.convert([is_zero])[0]):
        assert native(0) is True and native(1) is False and native(x=0) is True
    assert objet.convert(is_one)(1) is True
    found = objet.convert(lambda x: x)(1)
    assert found == 1 and type(found) is int
    assert type(objet.convert(max)(0, 1)) is int


def test_timers_accept_callables():
    calls = []
    assert len(objet.time_evaluator(lambda x: calls.append(x), number=2, repeat=3)(7)) == 3 and set(calls) == {7}
    with pytest.raises(TypeError, match="expected a callable, found an int"):
        objet.time_evaluator(3)(1)
    for name in ("number", "repeat", "min_repeat_ms"):
        with pytest.raises(ValueError, match=f"{name}: expected 0 or more, found -1"):
            objet.time_evaluator(abs, **{name: -1})(1)
    with pytest.raises(ValueError, match="min_repeat_ms: expected a smaller number"):
        objet.time_evaluator(abs, min_repeat_ms=1 << 40)(1)
    with pytest.raises(ValueError, match="limit: expected 0 or more, found -1"):
        objet.diff(shapes.Circle(radius=1), shapes.Circle(radius=2), limit=-1)


DEEP = """
import sys, threading
import shapes, objet

def rewrite(node):
    return objet.rewrite(node, rewrite)

def by_name(x):
    return objet.get_global_func("callables.deep")(x)

objet.register_func("callables.deep", by_name)
ended = []

def recurse():
    for call in (lambda: rewrite(shapes.Circle(radius=1)), lambda: by_name(1)):
        try:
            call()
        except RecursionError as error:
            ended.append(str(error))

limit, size = map(int, sys.argv[1:])
sys.setrecursionlimit(limit)
threading.stack_size(size << 10)
thread = threading.Thread(target=recurse)
thread.start()
thread.join()
assert len(ended) == 2, ended
print(*ended, sep="\\n")
"""


@pytest.mark.parametrize("limit, size", [(1_000, 1_024), (1_000, 2_048), (100_000, 8_192)])
def test_deep_recursion_is_an_error_on_any_stack(limit, size):
    done = subprocess.run([sys.executable, "-c", DEEP, str(limit), str(size)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # Later versions of Python limit the recursion of native code too.
    if limit > 10_000 and sys.version_info < (3, 12):
        assert done.stdout == 2 * "the stack is full of Python callables that native code calls\n"
