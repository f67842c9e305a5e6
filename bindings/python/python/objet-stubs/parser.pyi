import collections.abc as _c
import typing as _t
import objet as _o

class Token(_o.Object):
    """A token of a source text, produced by a parser."""
    __match_args__ = ()

def ParseExpr(file_name: str, file_content: str) -> _o.RelayExpr:
    """Parses an expression. Errors are shown by the renderer of diagnostics."""

def ParseModule(file_name: str, file_content: str) -> _o.IRModule:
    """Parses a module and infers its types. Errors are shown by the renderer of diagnostics."""

def ParseModuleInContext(file_name: str, file_content: str, init_module: _o.IRModule | None = ..., init_meta_table: _c.Mapping[str, _c.Sequence[_t.Any]] | None = ...) -> _o.IRModule:
    """Parses a module that continues another one, and infers its types. Errors are shown by the
renderer of diagnostics."""
