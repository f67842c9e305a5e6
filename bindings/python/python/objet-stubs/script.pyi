import collections.abc as _c
import typing as _t
import objet as _o

def AsTVMScript(program: _t.Any, tir_prefix: str, show_meta: bool) -> str:
    """Formats a function or a module as TVMScript."""

def AsTVMScriptWithDiagnostic(program: _t.Any, tir_prefix: str, show_meta: bool, annotate: _c.Callable[..., _t.Any] | None = ...) -> str:
    """Formats a function or a module as TVMScript, with the comments that `annotate` returns for
statements."""

def Complete(func: _o.tir.PrimFunc, root_allocates: _c.Sequence[_o.tir.Buffer]) -> _o.tir.PrimFunc:
    """Completes a function that a parser made from TVMScript: adds the regions of blocks, and a root
block that allocates buffers."""
