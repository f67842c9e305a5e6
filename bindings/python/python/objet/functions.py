"""Global functions, and conversion of callables to functions."""

import inspect
import sys

from . import _objet

PackedFunc = _objet.class_of_key("runtime.PackedFunc")


def get_global_func(name, allow_missing=False):
    """Returns the global function with a name.

    A missing function is an error, or `None` if ``allow_missing`` is true.
    """
    return _objet.find_function(name) if allow_missing else _objet.expect_function(name)


_MISSING = object()


def register_func(name, function=_MISSING, override=False):
    """Registers a callable under a global name.

    Without a callable, returns a decorator. Without a name, uses the name of the callable.
    """
    if callable(name):
        if not hasattr(name, "__name__"):
            raise TypeError(f"expected a name for this {type(name).__name__}, which has no `__name__`")
        return register_func(name.__name__, name, override)
    if not isinstance(name, str):
        raise TypeError(f"expected a name or a callable, found {type(name).__name__}")

    def register(function):
        _objet.register_function(name, function, override)
        return function

    return register if function is _MISSING else register(function)


def remove_global_func(name):
    """Removes a global name. Callers that have looked up the function may still call it."""
    if not _objet.remove_function(name):
        raise ValueError(f"no function is registered as {name!r}")


def list_global_func_names(prefix=""):
    """Returns the global names with the given prefix, sorted."""
    return _objet.function_names(prefix)


def convert(value):
    """Converts a value to a native object.

    Lists become arrays, dicts maps, numbers constants, and callables functions. A string stays a
    `str`.
    """
    is_string = isinstance(value, str) and not hasattr(type(value), "__objet__")
    return value if is_string else _objet.convert(value)


def init_api(prefix, module):
    """Adds the global functions with a prefix to a Python module, passed as an object or a name.

    These are the functions whose names are the prefix, a dot, and an identifier. A prefix without
    functions is no error.
    """
    if isinstance(module, str):
        if module not in sys.modules:
            raise ModuleNotFoundError(f"module {module!r} is not imported", name=module)
        module = sys.modules[module]
    prefix = prefix.removesuffix(".") + "."
    for name in list_global_func_names(prefix):
        rest = name[len(prefix) :]
        if rest.isidentifier():
            setattr(module, rest, get_global_func(name))


class _FunctionAttribute:
    """A descriptor with a value for each function, and another value for the class of functions."""

    def __init__(self, of_function, of_class):
        self.of_function = of_function
        self.of_class = of_class

    def __get__(self, function, cls=None):
        return self.of_class if function is None else self.of_function(function)

    def __set__(self, function, value):
        raise AttributeError("this attribute of functions is read-only")


def _new(cls, function):
    return _objet.function(function)


def _pythons_signature(callable):
    """Returns the signature of a Python callable, or `None` if it has none."""
    try:
        return inspect.signature(callable)
    except Exception:
        # Some C functions have no signature, and annotations may use undefined names.
        return None


def _returns_bool(callable):
    """Whether a callable declares `bool` as its result.

    Native calls use this function for a result of 0 or 1, which may be a number or a `bool`.
    """
    signature = _pythons_signature(callable)
    return signature is not None and signature.return_annotation in (bool, "bool")


def _signature(self):
    callable = _objet.callable_of(self)
    if callable is not None:
        found = _pythons_signature(callable)
    elif text := _objet.function_info(self)[2]:
        scope = {}
        exec(f"def function{text}: pass", scope)
        found = inspect.signature(scope["function"])
    else:
        found = None
    return found or inspect.Signature([inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)])


def _repr(self):
    name, _, signature, types = _objet.function_info(self)
    callable = _objet.callable_of(self)
    if callable is not None:
        return f"PackedFunc({name}{_pythons_signature(callable) or ''})"
    if types is None:
        return f"PackedFunc({name})"
    return f"PackedFunc({name}{signature or ''} -> {types[1]})"


def _doc(self):
    callable = _objet.callable_of(self)
    if callable is not None:
        # Other callables inherit the docstring of their class.
        return inspect.getdoc(callable) if inspect.isroutine(callable) or inspect.isclass(callable) else None
    _, doc, _, types = _objet.function_info(self)
    params = ", ".join(kind for kind, _ in types[0]) if types else "..."
    result = types[1] if types else "..."
    return f"{doc}\n\nRust: ({params}) -> {result}".strip()


def _getattr(self, name):
    # A property would replace the `__name__` of the class.
    if name == "__name__":
        return _objet.function_info(self)[0]
    raise AttributeError(f"a function has no attribute {name!r}")


PackedFunc.__getattr__ = _getattr
PackedFunc.__new__ = staticmethod(_new)
PackedFunc.__signature__ = _FunctionAttribute(
    _signature, inspect.Signature([inspect.Parameter("function", inspect.Parameter.POSITIONAL_OR_KEYWORD)])
)
PackedFunc.__repr__ = PackedFunc.__str__ = _repr
PackedFunc.__doc__ = _FunctionAttribute(_doc, "A function that Rust and Python can call: a Rust function or a Python callable.")


def _reduce(self):
    name = _objet.function_info(self)[0]
    found = _objet.find_function(name)
    if found is None or not found.same_as(self):
        raise TypeError(f"only functions with a global name can be pickled, found {name or 'an anonymous function'}")
    return get_global_func, (name,)


PackedFunc.__reduce__ = _reduce
