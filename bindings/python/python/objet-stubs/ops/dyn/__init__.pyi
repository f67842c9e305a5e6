import collections.abc as _c
import typing as _t
import objet as _o
from objet.ops.dyn import image as image
from objet.ops.dyn import nn as nn

def broadcast_to(data: _o.RelayExpr | _c.Sequence[_t.Any], shape: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Broadcasts a tensor to a shape that is computed at run time."""

def expand_dims(data: _o.RelayExpr | _c.Sequence[_t.Any], axis: _o.RelayExpr | _c.Sequence[_t.Any], *, num_newaxis: int = ...) -> _o.relay.Call:
    """Inserts axes of length 1 at a position that is computed at run time."""

def full(fill_value: _o.RelayExpr | _c.Sequence[_t.Any], shape: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Creates a tensor of one value, with a shape that is computed at run time."""

def one_hot(indices: _o.RelayExpr | _c.Sequence[_t.Any], on_value: _o.RelayExpr | _c.Sequence[_t.Any], off_value: _o.RelayExpr | _c.Sequence[_t.Any], depth: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int, dtype: _o._DType) -> _o.relay.Call:
    """Creates a one-hot vector for each index, with a length that is computed at run time."""

def ones(shape: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType) -> _o.relay.Call:
    """Creates a tensor of ones, with a shape that is computed at run time."""

def reshape(data: _o.RelayExpr | _c.Sequence[_t.Any], newshape: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Reshapes a tensor to a shape that is computed at run time."""

def sparse_to_dense(sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_values: _o.RelayExpr | _c.Sequence[_t.Any], default_value: _o.RelayExpr | _c.Sequence[_t.Any], output_shape: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Converts a sparse tensor to a dense tensor, with a shape that is computed at run time."""

def squeeze(data: _o.RelayExpr | _c.Sequence[_t.Any], axes: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Removes axes that are computed at run time."""

def strided_slice(*inputs: _o.RelayExpr | _c.Sequence[_t.Any], axes: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Takes a strided slice whose ranges are computed at run time."""

def tile(data: _o.RelayExpr | _c.Sequence[_t.Any], reps: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Repeats a tensor, with counts that are computed at run time."""

def topk(data: _o.RelayExpr | _c.Sequence[_t.Any], k: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., ret_type: str = ..., is_ascend: bool = ..., dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the greatest or least elements along one axis, with a count that is computed at run time."""

def zeros(shape: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType) -> _o.relay.Call:
    """Creates a tensor of zeros, with a shape that is computed at run time."""
