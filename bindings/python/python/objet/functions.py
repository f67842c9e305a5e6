"""Functions by global names, and callables as functions."""

import inspect
import sys

from . import _objet

PackedFunc = _objet.class_of_key("runtime.PackedFunc")


def get_global_func(name, allow_missing=False):
    """The function of that name."""
    return _objet.find_function(name) if allow_missing else _objet.expect_function(name)


_MISSING = object()


def register_func(name, function=_MISSING, override=False):
    """Gives a callable a global name; without one, a decorator. Without a name, that of the callable is used."""
    if callable(name):
        if not hasattr(name, "__name__"):
            raise TypeError(f"expected a name for a {type(name).__name__}, which has none itself")
        return register_func(name.__name__, name, override)
    if not isinstance(name, str):
        raise TypeError(f"expected a name or a callable, found {type(name).__name__}")

    def register(function):
        _objet.register_function(name, function, override)
        return function

    return register if function is _MISSING else register(function)


def remove_global_func(name):
    """Takes a name away. Who has looked its function up may still call that."""
    if not _objet.remove_function(name):
        raise ValueError(f"no function is registered as {name!r}")


def list_global_func_names(prefix=""):
    """The names that begin so, in alphabetic order."""
    return _objet.function_names(prefix)


def convert(value):
    """A value as an object: lists, dicts, texts and numbers as what they are in Rust, callables as functions."""
    return value if isinstance(value, str) else _objet.convert(value)


def init_api(prefix, module):
    """Gives a Python module, or the one that is imported under that name, each function whose name begins with the prefix and a dot and
    has no further dot. There may be none."""
    if isinstance(module, str):
        if module not in sys.modules:
            raise ModuleNotFoundError(f"expected a module that is imported, found {module!r}", name=module)
        module = sys.modules[module]
    prefix = prefix.removesuffix(".") + "."
    for name in list_global_func_names(prefix):
        rest = name[len(prefix) :]
        if rest.isidentifier():
            setattr(module, rest, get_global_func(name))


class _About:
    """What is said of each function; and of their class, which is said of that."""

    def __init__(self, of_function, of_class):
        self.of_function = of_function
        self.of_class = of_class

    def __get__(self, function, cls=None):
        return self.of_class if function is None else self.of_function(function)

    def __set__(self, function, value):
        raise AttributeError("what is said of a function cannot be changed")


def _new(cls, function):
    return _objet.function(function)


def _pythons_signature(callable):
    """The signature of a callable of Python's; `None` if Python cannot tell it."""
    try:
        return inspect.signature(callable)
    except Exception:
        # Some functions of C have none, and annotations may name what is not there.
        return None


def _gives_bool(callable):
    """Whether a callable says so. Asked by calls, whose results may be the numbers 0 and 1."""
    signature = _pythons_signature(callable)
    return signature is not None and signature.return_annotation in (bool, "bool")


def _signature(self):
    callable = _objet.callable_of(self)
    if callable is not None:
        found = _pythons_signature(callable)
    elif text := _objet.function_about(self)[2]:
        scope = {}
        exec(f"def function{text}: pass", scope)
        found = inspect.signature(scope["function"])
    else:
        found = None
    return found or inspect.Signature([inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)])


def _repr(self):
    name, _, signature, types = _objet.function_about(self)
    callable = _objet.callable_of(self)
    if callable is not None:
        return f"PackedFunc({name}{_pythons_signature(callable) or ''})"
    if types is None:
        return f"PackedFunc({name})"
    return f"PackedFunc({name}{signature or ''} -> {types[1]})"


def _doc(self):
    callable = _objet.callable_of(self)
    if callable is not None:
        # What else is called has the text of its class.
        return inspect.getdoc(callable) if inspect.isroutine(callable) or inspect.isclass(callable) else None
    _, doc, _, types = _objet.function_about(self)
    params = ", ".join(kind for kind, _ in types[0]) if types else "..."
    result = types[1] if types else "..."
    return f"{doc}\n\nRust: ({params}) -> {result}".strip()


def _getattr(self, name):
    # The class has a name of its own under this name, so that a property would be that.
    if name == "__name__":
        return _objet.function_about(self)[0]
    raise AttributeError(f"a function has no attribute {name!r}")


PackedFunc.__getattr__ = _getattr
PackedFunc.__new__ = staticmethod(_new)
PackedFunc.__signature__ = _About(
    _signature, inspect.Signature([inspect.Parameter("function", inspect.Parameter.POSITIONAL_OR_KEYWORD)])
)
PackedFunc.__repr__ = PackedFunc.__str__ = _repr
PackedFunc.__doc__ = _About(_doc, "A function that Rust and Python call alike: one of Rust's, or a callable of Python's.")


def _reduce(self):
    name = _objet.function_about(self)[0]
    found = _objet.find_function(name)
    if found is None or not found.same_as(self):
        raise TypeError(f"only functions that have a global name are pickled: this one is {name or 'anonymous'}")
    return get_global_func, (name,)


PackedFunc.__reduce__ = _reduce
