import collections.abc as _c
import typing as _t
import objet as _o

def AsTVMScript(program: _o.Object, tir_prefix: str, show_meta: bool) -> str:
    """A function or a module as a program in Python."""

def AsTVMScriptWithDiagnostic(program: _o.Object, tir_prefix: str, show_meta: bool, annotate: _c.Callable[..., _t.Any] | None = ...) -> str:
    """The same, with what the function says of each statement."""
