import collections.abc as _c
import typing as _t
import objet as _o

def Any() -> _t.Any:
    """A dimension that may be any number."""

def Bind(input: _o.Object, args: _o.Map[_t.Any, _t.Any]) -> _o.Object:
    """Expressions in the place of variables: the parameters of a function, or those that are free in another expression; or types in the place of
those of a type."""

def Call(op: _o.RelayExpr, args: _c.Sequence[_o.RelayExpr], attrs: _o.Attrs | None = ..., type_args: _c.Sequence[_o.Type | None] | None = ..., span: _o.Span | None = ...) -> _o.relay.Call:
    """A call of `op`."""

def Clause(lhs: _o.relay.Pattern, rhs: _o.RelayExpr) -> _o.relay.Clause:
    """`lhs => rhs`"""

def Constant(data: _t.Any) -> _o.relay.Constant:
    """A tensor as an expression."""

def Function(params: _c.Sequence[_o.relay.Var], body: _o.RelayExpr, ret_type: _o.Type | None = ..., type_params: _c.Sequence[_o.TypeVar] | None = ..., attrs: _o.DictAttrs | None = ...) -> _o.relay.Function:
    """A function."""

def If(cond: _o.RelayExpr, true_branch: _o.RelayExpr, false_branch: _o.RelayExpr) -> _o.relay.If:
    """`if (cond) { true_branch } else { false_branch }`"""

def Let(var: _o.relay.Var, value: _o.RelayExpr, body: _o.RelayExpr) -> _o.relay.Let:
    """`let var = value; body`"""

def Match(data: _o.RelayExpr, clauses: _c.Sequence[_o.relay.Clause], complete: bool) -> _o.relay.Match:
    """`match (data) { clauses }`"""

def PatternConstructor(constructor: _o.relay.Constructor, patterns: _c.Sequence[_o.relay.Pattern]) -> _o.relay.PatternConstructor:
    """The pattern of values that `constructor` made."""

def PatternTuple(patterns: _c.Sequence[_o.relay.Pattern]) -> _o.relay.PatternTuple:
    """The pattern of tuples."""

def PatternVar(var: _o.relay.Var) -> _o.relay.PatternVar:
    """The pattern that binds any value to `var`."""

def PatternWildcard() -> _o.relay.PatternWildcard:
    """`_`"""

def RefCreate(value: _o.RelayExpr) -> _o.relay.RefCreate:
    """A new reference to a value."""

def RefRead(reference: _o.RelayExpr) -> _o.relay.RefRead:
    """The value of a reference."""

def RefWrite(reference: _o.RelayExpr, value: _o.RelayExpr) -> _o.relay.RefWrite:
    """Gives a reference another value."""

def TempExprRealize(temp: _o.relay.TempExpr) -> _o.RelayExpr:
    """The expression that one which a pass made for itself stands for."""

def Tuple(fields: _c.Sequence[_o.RelayExpr], span: _o.Span | None = ...) -> _o.relay.Tuple:
    """A tuple of these fields."""

def TupleGetItem(tuple: _o.RelayExpr, index: int) -> _o.relay.TupleGetItem:
    """The field of that number, from 0."""

def Var(name_hint: str, type_annotation: _o.Type | None = ...) -> _o.relay.Var:
    """A new variable."""

def cast(data: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """A call of the operator `cast`."""

def cast_like(data: _o.RelayExpr, dtype_like: _o.RelayExpr) -> _o.relay.Call:
    """A call of the operator `cast_like`."""
