import collections.abc as _c
import typing as _t
import objet as _o

def Any() -> _t.Any:
    """Creates a dimension of unknown length."""

def Bind(input: _t.Any, args: _c.Mapping[_t.Any, _t.Any]) -> _o.Object:
    """Substitutes the parameters of a function, the free variables of another expression, or the type
variables of a type."""

def Call(op: _o.RelayExpr, args: _c.Sequence[_o.RelayExpr], attrs: _o.Attrs | None = ..., type_args: _c.Sequence[_o.Type | None] | None = ..., span: _o.Span | None = ...) -> _o.relay.Call:
    """Creates a call of `op`."""

def Clause(lhs: _o.relay.Pattern, rhs: _o.RelayExpr) -> _o.relay.Clause:
    """Creates the case `lhs => rhs` of a match expression."""

def Constant(data: _t.Any) -> _o.relay.Constant:
    """Creates a constant expression from a tensor."""

def Function(params: _c.Sequence[_o.relay.Var], body: _o.RelayExpr, ret_type: _o.Type | None = ..., type_params: _c.Sequence[_o.TypeVar] | None = ..., attrs: _o.DictAttrs | None = ...) -> _o.relay.Function:
    """Creates a function."""

def If(cond: _o.RelayExpr, true_branch: _o.RelayExpr, false_branch: _o.RelayExpr) -> _o.relay.If:
    """Creates the expression `if (cond) { true_branch } else { false_branch }`."""

def IsDynamic(ty: _o.Type) -> bool:
    """Returns whether a type contains a tensor type with a dimension that is not constant."""

def Let(var: _o.relay.Var, value: _o.RelayExpr, body: _o.RelayExpr) -> _o.relay.Let:
    """Creates the expression `let var = value; body`."""

def Match(data: _o.RelayExpr, clauses: _c.Sequence[_o.relay.Clause], complete: bool) -> _o.relay.Match:
    """Creates the expression `match (data) { clauses }`."""

def PatternConstructor(constructor: _o.relay.Constructor, patterns: _c.Sequence[_o.relay.Pattern]) -> _o.relay.PatternConstructor:
    """Creates the pattern of the values of `constructor`."""

def PatternTuple(patterns: _c.Sequence[_o.relay.Pattern]) -> _o.relay.PatternTuple:
    """Creates the pattern of a tuple, with one pattern for each field."""

def PatternVar(var: _o.relay.Var) -> _o.relay.PatternVar:
    """Creates the pattern that binds any value to `var`."""

def PatternWildcard() -> _o.relay.PatternWildcard:
    """Creates the pattern `_`, which matches any value."""

def RefCreate(value: _o.RelayExpr) -> _o.relay.RefCreate:
    """Creates an expression that makes a reference to a value."""

def RefRead(reference: _o.RelayExpr) -> _o.relay.RefRead:
    """Creates an expression that reads a reference."""

def RefWrite(reference: _o.RelayExpr, value: _o.RelayExpr) -> _o.relay.RefWrite:
    """Creates an expression that writes a value to a reference."""

def StaticMemoryPlan(expr_to_storage_info: _c.Mapping[_o.RelayExpr, _o.relay.StorageInfo]) -> _o.relay.StaticMemoryPlan:
    """Creates a memory plan."""

def StorageInfo(sids: _c.Sequence[_o.IntImm | int], dev_types: _c.Sequence[_o.IntImm | int], sizes_in_bytes: _c.Sequence[_o.IntImm | int]) -> _o.relay.StorageInfo:
    """Creates the storages of an expression."""

def StorageInfoDeviceTypes(si: _o.relay.StorageInfo) -> _o.Array[_o.IntImm]:
    """Returns the types of the devices with the storages."""

def StorageInfoStorageIds(si: _o.relay.StorageInfo) -> _o.Array[_o.IntImm]:
    """Returns the numbers of the storages."""

def StorageInfoStorageSizes(si: _o.relay.StorageInfo) -> _o.Array[_o.IntImm]:
    """Returns the sizes of the storages in bytes."""

def TempExprRealize(temp: _o.relay.TempExpr) -> _o.RelayExpr:
    """Returns the permanent expression that a temporary expression of a pass represents."""

def Tuple(fields: _c.Sequence[_o.RelayExpr], span: _o.Span | None = ...) -> _o.relay.Tuple:
    """Creates a tuple expression from its fields."""

def TupleGetItem(tuple: _o.RelayExpr, index: int) -> _o.relay.TupleGetItem:
    """Creates an expression for the field `index` of a tuple, from 0."""

def Var(name_hint: str, type_annotation: _o.Type | None = ...) -> _o.relay.Var:
    """Creates a new variable."""

def cast(data: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `cast`."""

def cast_like(data: _o.RelayExpr, dtype_like: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `cast_like`."""
