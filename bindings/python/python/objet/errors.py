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
    """A decorator: the errors of that kind become exceptions of this class. Without a name, that of the class is the kind."""
    if isinstance(name, type):
        return register_error(name.__name__)(name)
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a kind of errors, or a class of exceptions, found {name!r}")

    def register(cls):
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise TypeError(f"expected a class of exceptions for errors of the kind {name!r}, found {cls!r}")
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
        except Exception:
            error = None
        if not isinstance(error, BaseException):
            error = TVMError(f"{kind}: {message}")
        # As `raise` does it.
        error.__context__ = sys.exc_info()[1]
    if frames:
        known = _frames_of(traceback)
        for name, place in frames:
            file, line = place or ("<native>", 1)
            traceback, known = _frame(traceback, file, line, name, known)
    return error.with_traceback(traceback)


# Under this name, the scope of a frame of Rust's has the texts of all frames from that one on, so that an exception which goes to and
# fro is not gone through from its beginning each time.
_FRAMES = "__objet_frames__"


def _frames_of(traceback):
    """The frames of a traceback as texts, the innermost first."""
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
    """A traceback that begins with a frame of that place and goes on with another one, whose frames as texts are known; and such texts
    of it."""
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
