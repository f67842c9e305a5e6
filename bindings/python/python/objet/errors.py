"""Native errors as exceptions, with the stack frames of both languages."""

import builtins
import sys
import types


class TVMError(RuntimeError):
    """An error without a more specific kind."""


class InternalError(TVMError):
    """A bug in the called function, for example a panic."""


class DiagnosticError(TVMError):
    """Errors in a program, which the renderer of diagnostics has shown.

    The message is that of the first error, with the source location.
    """


class RPCError(TVMError):
    """A remote session failed, or the server reported an error of a call."""


_classes = {cls.__name__: cls for cls in (TVMError, InternalError, DiagnosticError, RPCError)}


def register_error(name):
    """A decorator that makes an exception class the class of an error kind.

    Without a name, the name of the class is the kind.
    """
    if isinstance(name, type):
        return register_error(name.__name__)(name)
    if not isinstance(name, str):
        raise TypeError(f"expected an error kind or an exception class, found {name!r}")

    def register(cls):
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise TypeError(f"expected an exception class for the error kind {name!r}, found {cls!r}")
        builtin = getattr(builtins, name, None)
        if isinstance(builtin, type) and issubclass(builtin, BaseException) and not issubclass(cls, builtin):
            raise TypeError(
                f"errors of the kind {name!r} are caught as {name}, but {cls.__qualname__} does not derive from it: "
                f"derive the class from {name}, or register another kind"
            )
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
    """Converts an error to an exception.

    ``pending`` is the exception that caused the error, with its ``traceback``. It is returned
    itself.
    """
    error = pending
    if error is None:
        cls = _class_of(kind)
        if cls is TVMError and kind != "TVMError":
            message = f"{kind}: {message}"
        try:
            error = cls(message)
        except Exception:
            error = None
        if not isinstance(error, BaseException):
            error = TVMError(f"{kind}: {message}")
        # `raise` sets the context in the same way.
        error.__context__ = sys.exc_info()[1]
    if frames:
        known = _frames_of(traceback)
        for name, location in frames:
            file, line = location or ("<native>", 1)
            traceback, known = _frame(traceback, file, line, name, known)
    return error.with_traceback(traceback)


# The scope of a native frame has the descriptions of this frame and of all inner frames under this
# name. The traceback of an exception that crosses the languages repeatedly is then traversed only
# down to its outermost native frame.
_FRAMES = "__objet_frames__"


def _frames_of(traceback):
    """Returns the descriptions of the frames of a traceback, innermost first."""
    outer, inner = [], ()
    while traceback is not None:
        inner = traceback.tb_frame.f_globals.get(_FRAMES, ())
        if inner:
            break
        code = traceback.tb_frame.f_code
        outer.append(f'File "{code.co_filename}", line {traceback.tb_lineno}, in {code.co_name}')
        traceback = traceback.tb_next
    return [*inner, *reversed(outer)]


_codes = {}


def _frame(traceback, file, line, name, known):
    """Prepends a native frame to a traceback.

    ``known`` has the descriptions of the frames of the traceback. Returns the new traceback and the
    descriptions of its frames.
    """
    code = _codes.get((file, line, name))
    if code is None:
        code = compile("frame = get()", file, "exec").replace(co_name=name, co_firstlineno=line)
        if sys.version_info >= (3, 11):
            code = code.replace(co_qualname=name)
        _codes[file, line, name] = code
    frames = [*known, f'File "{file}", line {line}, in {name}']
    scope = {"get": sys._getframe, _FRAMES: frames}
    exec(code, scope)
    return types.TracebackType(traceback, scope.pop("frame"), 0, line), frames
