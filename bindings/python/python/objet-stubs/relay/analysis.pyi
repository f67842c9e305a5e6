import collections.abc as _c
import typing as _t
import objet as _o

def ExtractOperators(module: _o.IRModule) -> _o.Map[str, _o.IntImm]:
    """The operators that the function `main` calls, with the number of calls."""

def all_type_vars(root: _o.Object, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """All type variables in an expression or a type; the module is not asked."""

def all_vars(expr: _o.RelayExpr) -> _o.Array[_o.relay.Var]:
    """All variables in an expression."""

def bound_type_vars(root: _o.Object, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """The type variables that an expression or a type binds; the module is not asked."""

def bound_vars(root: _o.Object) -> _o.Array[_o.relay.Var]:
    """The variables that an expression or a pattern binds."""

def free_type_vars(root: _o.Object, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """The type variables that nothing in the expression or the type binds; the module is not asked."""

def free_vars(expr: _o.RelayExpr) -> _o.Array[_o.relay.Var]:
    """The variables that nothing in the expression binds."""

def post_order_visit(expr: _o.RelayExpr, f: _c.Callable[..., _t.Any]) -> None:
    """Calls a function with each expression in `expr`, once, after those in it."""

def well_formed(expr: _o.RelayExpr) -> bool:
    """Whether every variable is bound once at most, and used only where it is bound."""
