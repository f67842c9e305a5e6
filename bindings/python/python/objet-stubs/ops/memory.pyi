import collections.abc as _c
import typing as _t
import objet as _o

def alloc_storage(size: _o.RelayExpr | _c.Sequence[_t.Any], alignment: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ..., device_id: int, device_type: int) -> _o.relay.Call:
    """Allocates memory."""

def alloc_tensor(storage: _o.RelayExpr | _c.Sequence[_t.Any], offset: _o.RelayExpr | _c.Sequence[_t.Any], shape: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ..., const_shape: _o.relay.Constant | None, assert_shape: _c.Sequence[_o.PrimExpr | int | float] | int | None = ...) -> _o.relay.Call:
    """Creates a tensor in allocated memory."""

def kill(to_free: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Frees a tensor."""
