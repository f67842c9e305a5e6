import collections.abc as _c
import typing as _t
import objet as _o

def OpStrategy() -> _o.relay.OpStrategy:
    """Creates a strategy without implementations."""

def _variance(data: _o.RelayExpr, mean: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool, unbiased: bool) -> _o.relay.Call:
    """Creates a call of the operator `variance`."""

def abs(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `abs`."""

def acos(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `acos`."""

def acosh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `acosh`."""

def add(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `add`."""

def adv_index(inputs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `adv_index`."""

def all(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `all`."""

def any(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `any`."""

def arange(start: _o.RelayExpr, stop: _o.RelayExpr, step: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `arange`."""

def argmax(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool, select_last_index: bool) -> _o.relay.Call:
    """Creates a call of the operator `argmax`."""

def argmin(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool, select_last_index: bool) -> _o.relay.Call:
    """Creates a call of the operator `argmin`."""

def argsort(data: _o.RelayExpr, axis: int, is_ascend: bool, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `argsort`."""

def argwhere(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `argwhere`."""

def asin(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `asin`."""

def asinh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `asinh`."""

def atan(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `atan`."""

def atanh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `atanh`."""

def auto_scheduler_layout_transform(data: _o.RelayExpr, src_layout: str, dst_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `auto_scheduler_layout_transform`."""

def bitwise_and(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `bitwise_and`."""

def bitwise_not(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `bitwise_not`."""

def bitwise_or(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `bitwise_or`."""

def bitwise_xor(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `bitwise_xor`."""

def broadcast_to(data: _o.RelayExpr, shape: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `broadcast_to`."""

def broadcast_to_like(data: _o.RelayExpr, broadcast_type: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `broadcast_to_like`."""

def ceil(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `ceil`."""

def clip(a: _o.RelayExpr, a_min: float, a_max: float) -> _o.relay.Call:
    """Creates a call of the operator `clip`."""

def collapse_sum_like(data: _o.RelayExpr, collapse_type: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `collapse_sum_like`."""

def collapse_sum_to(data: _o.RelayExpr, shape: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of `collapse_sum_to`. If the shape is a constant, it also becomes an attribute."""

def concatenate(data: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `concatenate`."""

def contrib_reverse_reshape(data: _o.RelayExpr, newshape: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `contrib_reverse_reshape`."""

def copy(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `copy`."""

def cos(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `cos`."""

def cosh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `cosh`."""

def cumprod(data: _o.RelayExpr, axis: _t.Any, dtype: str | None, exclusive: _t.Any) -> _o.relay.Call:
    """Creates a call of `cumprod`. If `axis` is null, the flattened tensor is scanned."""

def cumsum(data: _o.RelayExpr, axis: _t.Any, dtype: str | None, exclusive: _t.Any) -> _o.relay.Call:
    """Creates a call of `cumsum`. If `axis` is null, the flattened tensor is scanned."""

def debug(expr: _o.RelayExpr, name: str) -> _o.relay.Call:
    """Creates a call of `debug` with the registered function `name`, or with the default debugger if
the name is empty."""

def device_copy(expr: _o.RelayExpr, src_dev_type: int, dst_dev_type: int) -> _o.relay.Call:
    """Creates a call of the operator `device_copy`."""

def divide(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `divide`."""

def einsum(data: _o.RelayExpr, equation: str) -> _o.relay.Call:
    """Creates a call of the operator `einsum`."""

def equal(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `equal`."""

def erf(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `erf`."""

def ethosu_binary_elementwise(ifm: _o.RelayExpr, ifm2: _o.RelayExpr, lut: _o.RelayExpr, operator_type: str, ifm_scale: float, ifm_zero_point: int, ifm2_scale: float, ifm2_zero_point: int, ofm_scale: float, ofm_zero_point: int, ifm_channels: _o.PrimExpr | int | float | None, ifm2_channels: _o.PrimExpr | int | float | None, reversed_operands: bool, activation: str, clip_min: int, clip_max: int, ifm_layout: str, ifm2_layout: str, ofm_layout: str, ofm_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `contrib.ethosu.binary_elementwise`."""

def ethosu_conv2d(ifm: _o.RelayExpr, weight: _o.RelayExpr, scale_bias: _o.RelayExpr, lut: _o.RelayExpr, ifm_scale: float, ifm_zero_point: int, weight_zero_point: int, ofm_scale: float, ofm_zero_point: int, kernel_shape: _c.Sequence[_o.PrimExpr | int | float] | None, ofm_channels: _o.PrimExpr | int | float | None, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], activation: str, clip_min: int, clip_max: int, upscale: str, ifm_layout: str, ofm_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `contrib.ethosu.conv2d`."""

def ethosu_depthwise_conv2d(ifm: _o.RelayExpr, weight: _o.RelayExpr, scale_bias: _o.RelayExpr, lut: _o.RelayExpr, ifm_scale: float, ifm_zero_point: int, weight_zero_point: int, ofm_scale: float, ofm_zero_point: int, kernel_shape: _c.Sequence[_o.PrimExpr | int | float] | None, ofm_channels: _o.PrimExpr | int | float | None, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], activation: str, clip_min: int, clip_max: int, upscale: str, ifm_layout: str, ofm_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `contrib.ethosu.depthwise_conv2d`."""

def ethosu_pooling(ifm: _o.RelayExpr, lut: _o.RelayExpr, pooling_type: str, ifm_scale: float, ifm_zero_point: int, ofm_scale: float, ofm_zero_point: int, pool_shape: _c.Sequence[_o.PrimExpr | int | float] | None, ofm_channels: _o.PrimExpr | int | float | None, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], activation: str, clip_min: int, clip_max: int, upscale: str, ifm_layout: str, ofm_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `contrib.ethosu.pooling`."""

def exp(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `exp`."""

def expand_dims(data: _o.RelayExpr, axis: int, num_newaxis: int) -> _o.relay.Call:
    """Creates a call of the operator `expand_dims`."""

def fast_erf(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `fast_erf`."""

def fast_exp(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `fast_exp`."""

def fast_tanh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `fast_tanh`."""

def fixed_point_multiply(a: _o.RelayExpr, multiplier: int, shift: int) -> _o.relay.Call:
    """Creates a call of the operator `fixed_point_multiply`."""

def floor(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `floor`."""

def floor_divide(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `floor_divide`."""

def floor_mod(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `floor_mod`."""

def full(fill_value: _o.RelayExpr, shape: _c.Sequence[_o.IntImm | int] | None, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `full`."""

def full_like(data: _o.RelayExpr, fill_value: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `full_like`."""

def gather(data: _o.RelayExpr, axis: _o.IntImm | int | None, indices: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `gather`."""

def gather_nd(data: _o.RelayExpr, indices: _o.RelayExpr, batch_dims: _o.IntImm | int, index_rank: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `gather_nd`."""

def greater(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `greater`."""

def greater_equal(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `greater_equal`."""

def invert_permutation(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `invert_permutation`."""

def isfinite(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `isfinite`."""

def isinf(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `isinf`."""

def isnan(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `isnan`."""

def layout_transform(data: _o.RelayExpr, src_layout: str, dst_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `layout_transform`."""

def left_shift(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `left_shift`."""

def less(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `less`."""

def less_equal(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `less_equal`."""

def log(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `log`."""

def log10(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `log10`."""

def log2(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `log2`."""

def logical_and(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `logical_and`."""

def logical_not(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `logical_not`."""

def logical_or(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `logical_or`."""

def logical_xor(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `logical_xor`."""

def matrix_set_diag(input: _o.RelayExpr, diagonal: _o.RelayExpr, k1: int, k2: int, super_diag_right_align: bool, sub_diag_right_align: bool) -> _o.relay.Call:
    """Creates a call of the operator `matrix_set_diag`."""

def max(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `max`."""

def maximum(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `maximum`."""

def mean(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `mean`."""

def meshgrid(data: _o.RelayExpr, indexing: str) -> _o.relay.Call:
    """Creates a call of the operator `meshgrid`."""

def min(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `min`."""

def minimum(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `minimum`."""

def mod(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `mod`."""

def multiply(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `multiply`."""

def ndarray_size(data: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `ndarray_size`."""

def negative(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `negative`."""

def not_equal(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `not_equal`."""

def one_hot(indices: _o.RelayExpr, on_value: _o.RelayExpr, off_value: _o.RelayExpr, depth: int, axis: int, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `one_hot`."""

def ones(shape: _c.Sequence[_o.IntImm | int] | None, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `ones`."""

def ones_like(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `ones_like`."""

def power(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `power`."""

def prod(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `prod`."""

def repeat(data: _o.RelayExpr, repeats: _o.IntImm | int | None = ..., axis: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `repeat`."""

def reshape(data: _o.RelayExpr, newshape: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `reshape`."""

def reshape_like(lhs: _o.RelayExpr, rhs: _o.RelayExpr, lhs_begin: int, lhs_end: _o.IntImm | int | None, rhs_begin: int, rhs_end: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `reshape_like`."""

def reverse(data: _o.RelayExpr, axis: _o.IntImm | int | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `reverse`."""

def reverse_sequence(data: _o.RelayExpr, seq_lengths: _o.RelayExpr, seq_axis: _o.IntImm | int, batch_axis: _o.IntImm | int) -> _o.relay.Call:
    """Creates a call of the operator `reverse_sequence`."""

def right_shift(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `right_shift`."""

def round(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `round`."""

def rsqrt(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `rsqrt`."""

def scatter(data: _o.RelayExpr, indices: _o.RelayExpr, updates: _o.RelayExpr, axis: _o.IntImm | int) -> _o.relay.Call:
    """Creates a call of the operator `scatter`."""

def scatter_add(data: _o.RelayExpr, indices: _o.RelayExpr, updates: _o.RelayExpr, axis: _o.IntImm | int) -> _o.relay.Call:
    """Creates a call of the operator `scatter_add`."""

def scatter_nd(data: _o.RelayExpr, indices: _o.RelayExpr, updates: _o.RelayExpr, mode: str) -> _o.relay.Call:
    """Creates a call of the operator `scatter_nd`."""

def searchsorted(sorted_sequence: _o.RelayExpr, values: _o.RelayExpr, right: _t.Any, dtype: str | None = ...) -> _o.relay.Call:
    """Creates a call of `searchsorted`. `right` is a number or a constant."""

def sequence_mask(data: _o.RelayExpr, valid_length: _o.RelayExpr, mask_value: float, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `sequence_mask`."""

def shape_of(data: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `shape_of`."""

def sigmoid(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sigmoid`."""

def sign(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sign`."""

def sin(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sin`."""

def sinh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sinh`."""

def slice_like(data: _o.RelayExpr, shape_like: _o.RelayExpr, axes: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `slice_like`."""

def sort(data: _o.RelayExpr, axis: int, is_ascend: bool) -> _o.relay.Call:
    """Creates a call of the operator `sort`."""

def sparse_fill_empty_rows(sparse_indices: _o.RelayExpr, sparse_values: _o.RelayExpr, dense_shape: _o.RelayExpr, default_value: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sparse_fill_empty_rows`."""

def sparse_reshape(sparse_indices: _o.RelayExpr, prev_shape: _o.RelayExpr, new_shape: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sparse_reshape`."""

def sparse_to_dense(indices: _o.RelayExpr, output_shape: _c.Sequence[_o.IntImm | int] | None, values: _o.RelayExpr, default_value: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sparse_to_dense`."""

def split(data: _o.RelayExpr, indices_or_sections: _t.Any | None, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `split`."""

def sqrt(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `sqrt`."""

def squeeze(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `squeeze`."""

def stack(data: _o.RelayExpr, axis: _o.IntImm | int) -> _o.relay.Call:
    """Creates a call of the operator `stack`."""

def strided_set(data: _o.RelayExpr, v: _o.RelayExpr, begin: _o.RelayExpr, end: _o.RelayExpr, strides: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `strided_set`."""

def strided_slice(data: _o.RelayExpr, begin: _c.Sequence[_o.IntImm | int] | None, end: _c.Sequence[_o.IntImm | int | None] | None, strides: _c.Sequence[_o.IntImm | int] | None, slice_mode: str, axes: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `strided_slice`."""

def subtract(lhs: _o.RelayExpr, rhs: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `subtract`."""

def sum(data: _o.RelayExpr, axis: _c.Sequence[_o.IntImm | int] | None, keepdims: bool, exclude: bool) -> _o.relay.Call:
    """Creates a call of the operator `sum`."""

def take(data: _o.RelayExpr, indices: _o.RelayExpr, batch_dims: _o.IntImm | int, axis: _o.IntImm | int | None, mode: str) -> _o.relay.Call:
    """Creates a call of the operator `take`."""

def tan(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `tan`."""

def tanh(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `tanh`."""

def tile(data: _o.RelayExpr, reps: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `tile`."""

def topk(data: _o.RelayExpr, k: _o.IntImm | int | None, axis: int, ret_type: str, is_ascend: bool, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `topk`."""

def transpose(data: _o.RelayExpr, axes: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `transpose`."""

def trunc(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `trunc`."""

def unique(data: _o.RelayExpr, sorted: bool, return_counts: bool) -> _o.relay.Call:
    """Creates a call of the operator `unique`."""

def unravel_index(data: _o.RelayExpr, shape: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `unravel_index`."""

def where(condition: _o.RelayExpr, x: _o.RelayExpr, y: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `where`."""

def zeros(shape: _c.Sequence[_o.IntImm | int] | None, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `zeros`."""

def zeros_like(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `zeros_like`."""
