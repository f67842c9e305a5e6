"""Errors of Rust as exceptions, with the frames of both languages."""

import builtins
import sys
import types


class TVMError(RuntimeError):
    """An error of no other kind."""


class InternalError(TVMError):
    """A mistake in the function that was called, such as a panic."""


_classes = {"TVMError": TVMError, "InternalError": InternalError}


def register_error(name):
    """A decorator: the errors of that kind become exceptions of this class."""

    def register(cls):
        _classes[name] = cls
        return cls

    return register


def _class_of(kind):
    found = _classes.get(kind)
    if found is None:
        found = getattr(builtins, kind, None)
        if not (isinstance(found, type) and issubclass(found, Exception)):
            return TVMError
    return found


def _of_native(kind, message, frames, pending, traceback):
    """The exception for an error. ``pending`` is the one that the error goes back to, which is given back itself, with the
    frames that it had there."""
    error = pending
    if error is None:
        cls = _class_of(kind)
        if cls is TVMError and kind != "TVMError":
            message = f"{kind}: {message}"
        try:
            error = cls(message)
        except TypeError:
            error = TVMError(f"{kind}: {message}")
    for name, place in frames:
        file, line = place or ("<native>", 1)
        traceback = _frame(traceback, file, line, name)
    return error.with_traceback(traceback)


_codes = {}


def _frame(traceback, file, line, name):
    """A traceback that begins with a frame of that place and goes on with another one."""
    code = _codes.get((file, line, name))
    if code is None:
        code = compile("frame = get()", file, "exec").replace(co_name=name, co_firstlineno=line)
        if sys.version_info >= (3, 11):
            code = code.replace(co_qualname=name)
        _codes[file, line, name] = code
    scope = {"get": sys._getframe}
    exec(code, scope)
    return types.TracebackType(traceback, scope.pop("frame"), 0, line)
