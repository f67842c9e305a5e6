import collections.abc as _c
import typing as _t
import objet as _o

def FlattenTupleType(ty: _o.Type) -> _o.Array[_o.relay.TensorType]:
    """Returns the types of the tensors in a value of the type."""

def FromTupleType(ty: _o.Type, expr: _o.RelayExpr) -> _o.Array[_o.RelayExpr]:
    """Returns the tensors in an expression of the type."""

def ToTupleType(ty: _o.Type, array: _c.Sequence[_o.RelayExpr]) -> _o.RelayExpr:
    """Builds an expression of the type from its tensors."""

def alloc_storage(size: _o.RelayExpr, alignment: _o.RelayExpr, device: _o.Device, dtype_hint: str | None = ...) -> _o.relay.Call:
    """Creates a call of `memory.alloc_storage`."""

def alloc_tensor(storage: _o.RelayExpr, offset: _o.RelayExpr, shape: _o.RelayExpr, dtype: str | None = ..., assert_shape: _c.Sequence[_o.PrimExpr | int | float] | None = ...) -> _o.relay.Call:
    """Creates a call of `memory.alloc_tensor`. The shape must be a constant unless `assert_shape` is
set."""
