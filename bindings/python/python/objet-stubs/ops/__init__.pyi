import collections.abc as _c
import typing as _t
import objet as _o
from objet.ops import annotation as annotation
from objet.ops import contrib as contrib
from objet.ops import dyn as dyn
from objet.ops import image as image
from objet.ops import memory as memory
from objet.ops import nn as nn
from objet.ops import qnn as qnn
from objet.ops import random as random
from objet.ops import relay as relay
from objet.ops import tir as tir
from objet.ops import vision as vision
from objet.ops import vm as vm

def abs(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The absolute value of each element."""

def acos(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The inverse cosine of each element, in radians."""

def acosh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The inverse hyperbolic cosine of each element."""

def add(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Adds two tensors."""

def adv_index(inputs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns the elements at the positions in index tensors. There is one index tensor for each leading axis."""

def all(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """Tests whether all elements along the axes are true."""

def any(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """Tests whether any element along the axes is true."""

def arange(start: _o.RelayExpr | _c.Sequence[_t.Any], end: _o.RelayExpr | _c.Sequence[_t.Any], step: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns evenly spaced numbers from a start to an end, which is excluded."""

def argmax(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., select_last_index: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The index of the maximum along the axes."""

def argmin(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., select_last_index: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The index of the minimum along the axes."""

def argsort(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., is_ascend: bool = ..., dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the indices that sort a tensor along one axis."""

def argwhere(condition: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns the indices of the nonzero elements."""

def asin(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The inverse sine of each element, in radians."""

def asinh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The inverse hyperbolic sine of each element."""

def atan(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The inverse tangent of each element, in radians."""

def atanh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The inverse hyperbolic tangent of each element."""

def auto_scheduler_layout_transform(data: _o.RelayExpr | _c.Sequence[_t.Any], *, src_layout: str, dst_layout: str) -> _o.relay.Call:
    """Arranges the elements in the order that the auto-scheduler chose for a kernel."""

def bitwise_and(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the bitwise AND."""

def bitwise_not(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The bitwise complement of each element."""

def bitwise_or(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the bitwise OR."""

def bitwise_xor(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the bitwise XOR."""

def broadcast_to(data: _o.RelayExpr | _c.Sequence[_t.Any], *, shape: _c.Sequence[_o.PrimExpr | int] | int | None, dtype: _o._DType = ...) -> _o.relay.Call:
    """Broadcasts a tensor to a shape: adds leading axes, and stretches axes of length 1."""

def broadcast_to_like(data: _o.RelayExpr | _c.Sequence[_t.Any], broadcast_type: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Broadcasts a tensor to the shape of another tensor."""

def call_lowered(func: _o.RelayExpr | _c.Sequence[_t.Any], call_args: _o.RelayExpr | _c.Sequence[_t.Any], *, metadata: _c.Mapping[str, _t.Any | None] | None) -> _o.relay.Call:
    """Calls a function that was lowered to TIR."""

def cast(data: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType) -> _o.relay.Call:
    """Converts the elements to another data type."""

def cast_like(data: _o.RelayExpr | _c.Sequence[_t.Any], dtype_like: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Converts the elements to the data type of another tensor."""

def ceil(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Rounds each element up to an integer."""

def clip(data: _o.RelayExpr | _c.Sequence[_t.Any], *, a_min: float, a_max: float) -> _o.relay.Call:
    """Limits each element to an interval."""

def collapse_sum_like(data: _o.RelayExpr | _c.Sequence[_t.Any], collapse_type: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Sums along the axes that a broadcast stretched, back to the shape of another tensor."""

def collapse_sum_to(data: _o.RelayExpr | _c.Sequence[_t.Any], shape: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Sums along the axes that a broadcast stretched, back to a given shape."""

def concatenate(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int) -> _o.relay.Call:
    """Joins tensors along an existing axis."""

def const(value: _t.Any, dtype: _o._DType | None = ...) -> _o.relay.Constant:
    """Returns the constant of a tensor, an array or a number.

    The default data type is that of an array, and ``int32`` or ``float32`` for Python numbers, also
    in lists."""

def contrib_reverse_reshape(data: _o.RelayExpr | _c.Sequence[_t.Any], *, newshape: _c.Sequence[_o.PrimExpr | int] | int | None) -> _o.relay.Call:
    """Reshapes a tensor, resolving the special values of the shape from the last axis to the first."""

def copy(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Copies a tensor."""

def cos(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The cosine of each element, in radians."""

def cosh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The hyperbolic cosine of each element."""

def cumprod(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int | None = ..., dtype: _o._DType = ..., exclusive: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Computes the cumulative product along one axis."""

def cumsum(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int | None = ..., dtype: _o._DType = ..., exclusive: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Computes the cumulative sum along one axis."""

def debug(program: _o.RelayExpr | _c.Sequence[_t.Any], *, debug_func: _o.EnvFunc | None = ...) -> _o.relay.Call:
    """Calls a debugger with the argument, and returns the argument unchanged."""

def device_copy(data: _o.RelayExpr | _c.Sequence[_t.Any], *, src_dev_type: int = ..., dst_dev_type: int = ...) -> _o.relay.Call:
    """Copies a tensor to another device."""

def divide(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Divides two tensors. Integer quotients are truncated."""

def einsum(data: _o.RelayExpr | _c.Sequence[_t.Any], *, equation: str) -> _o.relay.Call:
    """Computes sums of products along the axes that an equation names."""

def equal(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns whether the elements are equal."""

def erf(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The Gauss error function of each element."""

def exp(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The exponential of each element."""

def expand_dims(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int, num_newaxis: int = ...) -> _o.relay.Call:
    """Inserts axes of length 1."""

def fast_erf(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """A fast approximation of `erf`."""

def fast_exp(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """A fast approximation of `exp`."""

def fast_tanh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """A fast approximation of `tanh`."""

def fixed_point_multiply(data: _o.RelayExpr | _c.Sequence[_t.Any], *, multiplier: int, shift: int) -> _o.relay.Call:
    """Multiplies each element by a fixed-point constant: a multiplier with 31 fractional bits, and a shift."""

def floor(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Rounds each element down to an integer."""

def floor_divide(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Divides two tensors and rounds the quotient down."""

def floor_mod(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the remainder of the division that rounds down. The remainder has the sign of the divisor."""

def full(fill_value: _o.RelayExpr | _c.Sequence[_t.Any], *, shape: _c.Sequence[_o.PrimExpr | int] | int | None = ..., dtype: _o._DType = ...) -> _o.relay.Call:
    """Creates a tensor filled with one value."""

def full_like(data: _o.RelayExpr | _c.Sequence[_t.Any], fill_value: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Creates a tensor filled with one value, with the type of another tensor."""

def gather(data: _o.RelayExpr | _c.Sequence[_t.Any], indices: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int | None) -> _o.relay.Call:
    """Takes elements along one axis, one for each index."""

def gather_nd(data: _o.RelayExpr | _c.Sequence[_t.Any], indices: _o.RelayExpr | _c.Sequence[_t.Any], *, batch_dims: _o.IntImm | int = ..., index_rank: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Takes elements or slices at multi-dimensional coordinates."""

def greater(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns whether the left element is greater."""

def greater_equal(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns whether the left element is greater or equal."""

def invert_permutation(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns the inverse of a permutation."""

def isfinite(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Tests whether each element is a finite number."""

def isinf(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Tests whether each element is infinite."""

def isnan(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Tests whether each element is not a number."""

def layout_transform(data: _o.RelayExpr | _c.Sequence[_t.Any], *, src_layout: str, dst_layout: str) -> _o.relay.Call:
    """Converts a tensor from one layout to another by moving and splitting axes."""

def left_shift(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Shifts the left element to the left by the number of bits in the right element."""

def less(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns whether the left element is less."""

def less_equal(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns whether the left element is less or equal."""

def log(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The natural logarithm of each element."""

def log10(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The base-10 logarithm of each element."""

def log2(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The base-2 logarithm of each element."""

def logical_and(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the logical AND."""

def logical_not(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The logical negation of each element."""

def logical_or(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the logical OR."""

def logical_xor(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the logical XOR."""

def matrix_set_diag(input: _o.RelayExpr | _c.Sequence[_t.Any], diagonal: _o.RelayExpr | _c.Sequence[_t.Any], *, k1: int = ..., k2: int = ..., super_diag_right_align: bool = ..., sub_diag_right_align: bool = ...) -> _o.relay.Call:
    """Replaces the values on some diagonals of matrices."""

def max(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The maximum of the elements along the axes."""

def maximum(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns the greater of both elements."""

def mean(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The arithmetic mean of the elements along the axes."""

def meshgrid(data: _o.RelayExpr | _c.Sequence[_t.Any], *, indexing: str = ...) -> _o.relay.Call:
    """Returns one coordinate grid for each of several vectors."""

def min(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The minimum of the elements along the axes."""

def minimum(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns the lesser of both elements."""

def mod(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the remainder of the division that truncates. The remainder has the sign of the dividend."""

def multiply(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Multiplies two tensors."""

def ndarray_size(data: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the number of elements of a tensor."""

def negative(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Negates each element."""

def not_equal(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Returns whether the elements differ."""

def on_device(data: _o.RelayExpr | _c.Sequence[_t.Any], *, device_type: int = ..., is_fixed: bool = ...) -> _o.relay.Call:
    """Annotates an expression with the device that computes it."""

def one_hot(indices: _o.RelayExpr | _c.Sequence[_t.Any], on_value: _o.RelayExpr | _c.Sequence[_t.Any], off_value: _o.RelayExpr | _c.Sequence[_t.Any], *, depth: int, axis: int, dtype: _o._DType) -> _o.relay.Call:
    """Creates a vector for each index, with one value at the index and another value elsewhere."""

def ones(*, shape: _c.Sequence[_o.PrimExpr | int] | int | None, dtype: _o._DType) -> _o.relay.Call:
    """Creates a tensor of ones."""

def ones_like(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Creates a tensor of ones with the type of another tensor."""

def power(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Raises the left element to the power of the right element."""

def prod(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The product of the elements along the axes."""

def reinterpret(data: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType) -> _o.relay.Call:
    """Reinterprets the bits of the elements as another data type of the same size."""

def repeat(data: _o.RelayExpr | _c.Sequence[_t.Any], *, repeats: _o.IntImm | int | None, axis: _o.IntImm | int | None) -> _o.relay.Call:
    """Repeats each element along one axis."""

def reshape(data: _o.RelayExpr | _c.Sequence[_t.Any], *, newshape: _c.Sequence[_o.PrimExpr | int] | int | None) -> _o.relay.Call:
    """Changes the shape of a tensor and keeps the order of its elements."""

def reshape_like(data: _o.RelayExpr | _c.Sequence[_t.Any], shape_like: _o.RelayExpr | _c.Sequence[_t.Any], *, lhs_begin: int = ..., lhs_end: _o.IntImm | int | None = ..., rhs_begin: int = ..., rhs_end: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Reshapes a tensor to the shape of another tensor."""

def reverse(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int | None) -> _o.relay.Call:
    """Reverses the elements along one axis."""

def reverse_sequence(data: _o.RelayExpr | _c.Sequence[_t.Any], seq_lengths: _o.RelayExpr | _c.Sequence[_t.Any], *, seq_axis: _o.IntImm | int = ..., batch_axis: _o.IntImm | int = ...) -> _o.relay.Call:
    """Reverses the leading elements of each sequence, up to its length."""

def right_shift(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Shifts the left element to the right by the number of bits in the right element."""

def round(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Rounds each element to the nearest integer, halves away from zero."""

def rsqrt(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """One divided by the square root of each element."""

def scatter(data: _o.RelayExpr | _c.Sequence[_t.Any], indicies: _o.RelayExpr | _c.Sequence[_t.Any], updates: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int) -> _o.relay.Call:
    """Replaces the elements at given indices along one axis."""

def scatter_add(data: _o.RelayExpr | _c.Sequence[_t.Any], indicies: _o.RelayExpr | _c.Sequence[_t.Any], updates: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int) -> _o.relay.Call:
    """Adds to the elements at given indices along one axis."""

def scatter_nd(data: _o.RelayExpr | _c.Sequence[_t.Any], indices: _o.RelayExpr | _c.Sequence[_t.Any], updates: _o.RelayExpr | _c.Sequence[_t.Any], *, mode: str = ...) -> _o.relay.Call:
    """Replaces the elements or slices at given coordinates, or adds to them."""

def searchsorted(sorted_sequence: _o.RelayExpr | _c.Sequence[_t.Any], values: _o.RelayExpr | _c.Sequence[_t.Any], *, right: bool = ..., dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the indices at which values can be inserted into sorted sequences while keeping the order."""

def sequence_mask(data: _o.RelayExpr | _c.Sequence[_t.Any], valid_length: _o.RelayExpr | _c.Sequence[_t.Any], *, mask_value: float = ..., axis: int = ...) -> _o.relay.Call:
    """Replaces the elements after the end of each sequence."""

def shape_of(data: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the shape of a tensor as a tensor."""

def sigmoid(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The logistic function of each element, `1 / (1 + exp(-x))`."""

def sign(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The sign of each element: -1, 0 or 1."""

def sin(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The sine of each element, in radians."""

def sinh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The hyperbolic sine of each element."""

def slice_like(data: _o.RelayExpr | _c.Sequence[_t.Any], shape_like: _o.RelayExpr | _c.Sequence[_t.Any], *, axes: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Cuts a tensor to the lengths of another tensor."""

def sort(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., is_ascend: bool = ..., dtype: _o._DType = ...) -> _o.relay.Call:
    """Sorts the elements along one axis."""

def sparse_fill_empty_rows(sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_values: _o.RelayExpr | _c.Sequence[_t.Any], dense_shape: _o.RelayExpr | _c.Sequence[_t.Any], default_value: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Fills each empty row of a sparse matrix with a default element."""

def sparse_reshape(sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], prev_shape: _o.RelayExpr | _c.Sequence[_t.Any], new_shape: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Converts the indices of a sparse tensor to another shape."""

def sparse_to_dense(sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_values: _o.RelayExpr | _c.Sequence[_t.Any], default_value: _o.RelayExpr | _c.Sequence[_t.Any], *, output_shape: _c.Sequence[_o.PrimExpr | int] | int | None) -> _o.relay.Call:
    """Converts a sparse tensor to a dense tensor."""

def split(data: _o.RelayExpr | _c.Sequence[_t.Any], *, indices_or_sections: _t.Any | None, axis: int = ...) -> _o.relay.Call:
    """Splits a tensor along one axis."""

def sqrt(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The square root of each element."""

def squeeze(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Removes axes of length 1."""

def stack(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _o.IntImm | int) -> _o.relay.Call:
    """Joins tensors along a new axis."""

def strided_set(data: _o.RelayExpr | _c.Sequence[_t.Any], v: _o.RelayExpr | _c.Sequence[_t.Any], begin: _o.RelayExpr | _c.Sequence[_t.Any], end: _o.RelayExpr | _c.Sequence[_t.Any], strides: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Replaces the elements of a strided slice."""

def strided_slice(data: _o.RelayExpr | _c.Sequence[_t.Any], *, begin: _c.Sequence[_o.PrimExpr | int] | int | None, end: _c.Sequence[_o.PrimExpr | int | None] | int | None, strides: _c.Sequence[_o.PrimExpr | int] | int | None = ..., slice_mode: str = ..., axes: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Takes the elements between two indices along each axis, with a fixed step."""

def subtract(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Subtracts the right tensor from the left tensor."""

def sum(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ...) -> _o.relay.Call:
    """The sum of the elements along the axes."""

def take(data: _o.RelayExpr | _c.Sequence[_t.Any], indices: _o.RelayExpr | _c.Sequence[_t.Any], *, batch_dims: _o.IntImm | int = ..., axis: _o.IntImm | int | None = ..., mode: str = ...) -> _o.relay.Call:
    """Takes slices along one axis, one for each index."""

def tan(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The tangent of each element, in radians."""

def tanh(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """The hyperbolic tangent of each element."""

def tile(data: _o.RelayExpr | _c.Sequence[_t.Any], *, reps: _c.Sequence[_o.PrimExpr | int] | int | None) -> _o.relay.Call:
    """Repeats the whole tensor along its axes."""

def topk(data: _o.RelayExpr | _c.Sequence[_t.Any], *, k: _o.IntImm | int | None = ..., axis: int = ..., ret_type: str = ..., is_ascend: bool = ..., dtype: _o._DType = ...) -> _o.relay.Call:
    """Returns the greatest or least elements along one axis, their indices, or both."""

def transpose(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axes: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Permutes the axes of a tensor."""

def trunc(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Rounds each element towards zero."""

def unique(data: _o.RelayExpr | _c.Sequence[_t.Any], *, sorted: bool = ..., return_counts: bool = ...) -> _o.relay.Call:
    """Returns the distinct elements of a vector and the index of each element among them."""

def unravel_index(data: _o.RelayExpr | _c.Sequence[_t.Any], shape: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Converts flat indices to coordinates."""

def var(name: str, shape: _t.Any = ..., dtype: _o._DType | None = ...) -> _o.relay.Var:
    """Returns a variable for a tensor of a shape and a data type, or of a type as ``shape``.

    The default data type is ``float32``. As in TVM, a data type as ``shape`` is that of a scalar,
    and a variable that has only a name has no type."""

def variance(data: _o.RelayExpr | _c.Sequence[_t.Any], mean: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ..., keepdims: bool = ..., exclude: bool = ..., unbiased: bool = ...) -> _o.relay.Call:
    """The variance of the elements along the axes, computed with a given mean."""

def where(condition: _o.RelayExpr | _c.Sequence[_t.Any], x: _o.RelayExpr | _c.Sequence[_t.Any], y: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Selects elements of one tensor where a condition is true, and of another tensor where it is false."""

def zeros(*, shape: _c.Sequence[_o.PrimExpr | int] | int | None, dtype: _o._DType) -> _o.relay.Call:
    """Creates a tensor of zeros."""

def zeros_like(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Creates a tensor of zeros with the type of another tensor."""
