import collections.abc as _c
import typing as _t
import objet as _o

def DeadCodeElimination(inline_once: bool) -> _o.transform.Pass:
    """The pass that takes out what is not used, and, if asked, puts what is used once where it is used."""

def FoldConstant() -> _o.transform.Pass:
    """The pass that computes calls of operators on constants."""

def FoldConstantExpr(expr: _o.RelayExpr, _module: _o.IRModule | None = ...) -> _o.RelayExpr:
    """Computes calls of operators on constants."""

def MakeFunctionPass(pass_func: _c.Callable[..., _t.Any], pass_info: _o.transform.PassInfo) -> _o.relay.FunctionPass:
    """The pass that does with each function of relay what the function does."""

def ToANormalForm() -> _o.transform.Pass:
    """The pass that brings functions into A-normal form."""

def ToANormalFormExpr(expr: _o.RelayExpr) -> _o.RelayExpr:
    """An expression in A-normal form."""
