import collections.abc as _c
import typing as _t
import objet as _o

def DeadCodeElimination(inline_once: bool) -> _o.transform.Pass:
    """Creates the pass that removes unused code. `inline_once` also inlines values that are used once."""

def DefuseOps() -> _o.transform.Pass:
    """Creates the pass that undoes operator fusion."""

def EliminateCommonSubexpr(fskip: _c.Callable[..., _t.Any] | None = ...) -> _o.transform.Pass:
    """Creates the pass that replaces calls by earlier equal ones. `fskip` returns true for calls and
projections that stay."""

def FoldConstant() -> _o.transform.Pass:
    """Creates the pass that evaluates calls of operators on constants."""

def FoldConstantExpr(expr: _o.RelayExpr, _module: _o.IRModule | None = ...) -> _o.RelayExpr:
    """Evaluates calls of operators on constants. The module is ignored."""

def InferType() -> _o.transform.Pass:
    """Creates the pass that infers the types of a module."""

def MakeFunctionPass(pass_func: _c.Callable[..., _t.Any], pass_info: _o.transform.PassInfo) -> _o.relay.FunctionPass:
    """Creates a pass that applies `pass_func` to each relay function."""

def RemoveUnusedFunctions(entry_functions: _c.Sequence[str]) -> _o.transform.Pass:
    """Creates the pass that removes functions that the entry functions do not refer to."""

def ToANormalForm() -> _o.transform.Pass:
    """Creates the pass that converts functions to A-normal form."""

def ToANormalFormExpr(expr: _o.RelayExpr) -> _o.RelayExpr:
    """Converts an expression to A-normal form."""

def ToGraphNormalForm() -> _o.transform.Pass:
    """Creates the pass that replaces bound variables by their values."""
