import collections.abc as _c
import typing as _t
import objet as _o

def invoke_tvm_op(op: _o.RelayExpr | _c.Sequence[_t.Any], ins: _o.RelayExpr | _c.Sequence[_t.Any], outs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Calls a lowered function that writes its results into given tensors."""

def reshape_tensor(data: _o.RelayExpr | _c.Sequence[_t.Any], shape: _o.RelayExpr | _c.Sequence[_t.Any], *, newshape: _c.Sequence[_o.PrimExpr | int | float] | int | None) -> _o.relay.Call:
    """Creates a tensor of another shape on the same memory."""

def shape_func(func: _o.RelayExpr | _c.Sequence[_t.Any], ins: _o.RelayExpr | _c.Sequence[_t.Any], outs: _o.RelayExpr | _c.Sequence[_t.Any], *, is_input: _c.Sequence[_o.PrimExpr | int] | int | None) -> _o.relay.Call:
    """Computes the shapes of the results of a function."""

def shape_of(tensor: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the shape of a tensor at run time."""
