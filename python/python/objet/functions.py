"""Functions by global names, and callables as functions."""

import inspect
import sys

from . import _objet

PackedFunc = _objet.class_of_key("runtime.PackedFunc")


def get_global_func(name, allow_missing=False):
    """The function of that name."""
    return _objet.find_function(name) if allow_missing else _objet.expect_function(name)


def register_func(name, function=None, override=False):
    """Gives a callable a global name; without one, a decorator. Without a name, that of the callable is used."""
    if callable(name):
        return register_func(name.__name__, name, override)

    def register(callable):
        _objet.register_function(name, _function(callable), override)
        return callable

    return register if function is None else register(function)


def remove_global_func(name):
    """Takes a name away. Who has looked its function up may still call that."""
    if not _objet.remove_function(name):
        raise ValueError(f"no function is registered as {name!r}")


def list_global_func_names(prefix=""):
    """The names that begin so, in alphabetic order."""
    return _objet.function_names(prefix)


def convert(value):
    """A value as an object: lists, dicts, texts and numbers as what they are in Rust, callables as functions."""
    if isinstance(value, str):
        return value
    made = _objet.convert(value)
    return _function(value) if made is not value and isinstance(made, PackedFunc) else made


def _function(callable):
    """A callable as a function, with the name, the text and the parameters that it has in Python."""
    if isinstance(callable, PackedFunc):
        return callable
    try:
        about = _about(callable)
    except (TypeError, ValueError):
        # Some functions of C have no signature that Python could tell.
        return _objet.function(callable)
    return _objet.function(callable, about)


def _about(callable):
    signature = inspect.signature(callable)
    name = getattr(callable, "__name__", None) or type(callable).__name__
    doc = inspect.getdoc(callable) if inspect.isroutine(callable) or inspect.isclass(callable) else None
    params = [_param(param) for param in signature.parameters.values() if param.kind in _BY_POSITION]
    has_default = [param["default"] is not None for param in params]
    if params and params[-1]["is_tail"] and has_default[:-1] != sorted(has_default[:-1]):
        raise ValueError("no signature has such parameters")
    return {"name": name, "doc": doc or "", "params": params, "result": _type_name(signature.return_annotation)}


_BY_POSITION = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)


def _param(param):
    has_default = param.default is not inspect.Parameter.empty and _is_value(param.default)
    return {
        "name": param.name,
        "type_name": _type_name(param.annotation),
        "default": (param.default,) if has_default else None,
        "is_tail": param.kind is inspect.Parameter.VAR_POSITIONAL,
    }


def _is_value(default):
    """Whether a default can be told to Rust as it is; others are put in by Python alone."""
    return default is None or isinstance(default, (bool, int, float, str, _objet.Object))


def _type_name(annotation):
    if annotation is inspect.Parameter.empty:
        return "Any"
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def init_api(prefix, module):
    """Gives a Python module each function whose name begins with the prefix and a dot and has no further dot."""
    if isinstance(module, str):
        module = sys.modules[module]
    for name in list_global_func_names(prefix + "."):
        rest = name[len(prefix) + 1 :]
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
    made = _objet.function(function)
    if not isinstance(made, cls):
        raise TypeError(f"expected a callable, found {type(function).__name__}")
    return made


def _signature(self):
    text = _objet.function_about(self)[2]
    if text is None:
        return inspect.Signature(
            [inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)]
        )
    scope = {}
    exec(f"def function{text}: pass", scope)
    return inspect.signature(scope["function"])


def _repr(self):
    name, _, signature, types = _objet.function_about(self)
    if types is None:
        return f"PackedFunc({name})"
    return f"PackedFunc({name}{signature or ''} -> {types[1]})"


def _doc(self):
    name, doc, signature, types = _objet.function_about(self)
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
