import collections.abc as _c
import typing as _t
import objet as _o

def broadcast_to(data: _o.RelayExpr, shape: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `dyn.broadcast_to`."""

def expand_dims(data: _o.RelayExpr, axis_tensor: _o.RelayExpr, num_newaxis: int) -> _o.relay.Call:
    """Creates a call of the operator `dyn.expand_dims`."""

def full(fill_value: _o.RelayExpr, shape: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.full`."""

def one_hot(indices: _o.RelayExpr, on_value: _o.RelayExpr, off_value: _o.RelayExpr, depth: _o.RelayExpr, axis: int, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.one_hot`."""

def ones(shape: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.ones`."""

def reshape(data: _o.RelayExpr, newshape: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `dyn.reshape`."""

def sparse_to_dense(indices: _o.RelayExpr, output_shape: _o.RelayExpr, values: _o.RelayExpr, default_value: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of `dyn.sparse_to_dense`."""

def squeeze(data: _o.RelayExpr, axes: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `dyn.squeeze`."""

def strided_slice(data: _o.RelayExpr, begin: _o.RelayExpr, end: _o.RelayExpr, strides: _o.RelayExpr, slice_mode: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.strided_slice`."""

def tile(data: _o.RelayExpr, reps: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `dyn.tile`."""

def topk(data: _o.RelayExpr, k: _o.RelayExpr, axis: int, ret_type: str, is_ascend: bool, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.topk`."""

def zeros(shape: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.zeros`."""
