import collections.abc as _c
import typing as _t
import objet as _o

def ExtractOperators(module: _o.IRModule) -> _o.Map[str, _o.IntImm]:
    """Returns the operators that the function `main` calls, with the number of calls of each."""

def all_type_vars(root: _o.Object, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """Returns all type variables in an expression or a type. The module is ignored."""

def all_vars(expr: _o.RelayExpr) -> _o.Array[_o.relay.Var]:
    """Returns all variables in an expression."""

def bound_type_vars(root: _o.Object, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """Returns the type variables that an expression or a type binds. The module is ignored."""

def bound_vars(root: _o.Object) -> _o.Array[_o.relay.Var]:
    """Returns the variables that an expression or a pattern binds."""

def free_type_vars(root: _o.Object, _module: _o.IRModule | None = ...) -> _o.Array[_o.TypeVar]:
    """Returns the free type variables of an expression or a type. The module is ignored."""

def free_vars(expr: _o.RelayExpr) -> _o.Array[_o.relay.Var]:
    """Returns the free variables of an expression."""

def post_order_visit(expr: _o.RelayExpr, f: _c.Callable[..., _t.Any]) -> None:
    """Calls `f` once with each expression in `expr`, in post-order."""

def well_formed(expr: _o.RelayExpr) -> bool:
    """Returns whether every variable is bound at most once, and used only in the scope of its binding."""
