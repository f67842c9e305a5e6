import collections.abc as _c
import typing as _t
import objet as _o

def FlattenTupleType(ty: _o.Type) -> _o.Array[_o.relay.TensorType]:
    """The tensors that a value of the type has."""

def FromTupleType(ty: _o.Type, expr: _o.RelayExpr) -> _o.Array[_o.RelayExpr]:
    """The tensors of an expression of the type."""

def ToTupleType(ty: _o.Type, array: _c.Sequence[_o.RelayExpr]) -> _o.RelayExpr:
    """An expression of the type, of the tensors in it."""

def alloc_storage(size: _o.RelayExpr, alignment: _o.RelayExpr, device: _o.Device, dtype_hint: str | None = ...) -> _o.relay.Call:
    """Allocates memory on a device."""

def alloc_tensor(storage: _o.RelayExpr, offset: _o.RelayExpr, shape: _o.RelayExpr, dtype: str | None = ..., assert_shape: _c.Sequence[_o.PrimExpr | int | float] | None = ...) -> _o.relay.Call:
    """A tensor in memory that was allocated before: of a shape that is asserted, or else of one that is a constant."""
