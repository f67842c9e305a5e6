import collections.abc as _c
import typing as _t
import objet as _o

def invoke_tvm_op(func: _o.RelayExpr, inputs: _o.RelayExpr, outputs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `vm.invoke_tvm_op`."""

def reshape_tensor(data: _o.RelayExpr, shape: _o.RelayExpr, newshape: _c.Sequence[_o.PrimExpr | int | float] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `vm.reshape_tensor`."""

def shape_func(func: _o.RelayExpr, inputs: _o.RelayExpr, outputs: _o.RelayExpr, is_input: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `vm.shape_func`."""

def shape_of(expr: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of `vm.shape_of` with a result of type `int64`."""
