import collections.abc as _c
import typing as _t
import objet as _o
from objet.topi import nn as nn
from objet.topi import utils as utils
from objet.topi import vision as vision

def acos(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def acosh(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def add(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def adv_index(x: _o.Tensor, indices: _c.Sequence[_o.Tensor]) -> _o.Tensor:
    """Takes elements at the positions in index tensors."""

def all(x: _o.Tensor, axis: _t.Any, keepdims: bool) -> _o.Tensor:
    """Reduces the elements along axes."""

def any(x: _o.Tensor, axis: _t.Any, keepdims: bool) -> _o.Tensor:
    """Reduces the elements along axes."""

def arange(start: _o.PrimExpr | _o.tir.IterVar | int | float | str, stop: _o.PrimExpr | _o.tir.IterVar | int | float | str, step: _o.PrimExpr | _o.tir.IterVar | int | float | str, dtype: str) -> _o.Tensor:
    """Returns evenly spaced numbers."""

def argmax(x: _o.Tensor, axis: _t.Any, keepdims: bool, select_last_index: bool = ...) -> _o.Tensor:
    """Returns the positions of the greatest elements along axes."""

def argmin(x: _o.Tensor, axis: _t.Any, keepdims: bool, select_last_index: bool = ...) -> _o.Tensor:
    """Returns the positions of the least elements along axes."""

def asin(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def asinh(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def atan(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def atanh(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def bitwise_and(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def bitwise_not(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def bitwise_or(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def bitwise_xor(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def broadcast_to(x: _o.Tensor, shape: _c.Sequence[_t.Any | None]) -> _o.Tensor:
    """Stretches a tensor to a shape."""

def cast(x: _o.Tensor, dtype: str) -> _o.Tensor:
    """Converts each element to a data type."""

def concatenate(inputs: _c.Sequence[_o.Tensor], axis: int) -> _o.Tensor:
    """Joins tensors along an axis."""

def cos(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def cosh(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def divide(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def dynamic_strided_slice(x: _o.Tensor, begin: _o.Tensor, end: _o.Tensor, strides: _o.Tensor) -> _o.Tensor:
    """Takes the elements in ranges of the leading axes, whose begins and strides are in tensors."""

def elemwise_sum(inputs: _c.Sequence[_o.Tensor]) -> _o.Tensor:
    """Adds tensors of one shape."""

def equal(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def erf(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def exp(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def expand_dims(x: _o.Tensor, axis: int, num_newaxis: int = ...) -> _o.Tensor:
    """Inserts axes of length 1."""

def fast_erf(x: _o.Tensor, _dtype: str = ..., _tag: str = ...) -> _o.Tensor:
    """Applies the approximation to each element. The type and the tag are those of the
tensor and of the function."""

def fast_exp(x: _o.Tensor, _dtype: str = ..., _tag: str = ...) -> _o.Tensor:
    """Applies the approximation to each element. The type and the tag are those of the
tensor and of the function."""

def fast_tanh(x: _o.Tensor, _dtype: str = ..., _tag: str = ...) -> _o.Tensor:
    """Applies the approximation to each element. The type and the tag are those of the
tensor and of the function."""

def flip(x: _o.Tensor, axis: int) -> _o.Tensor:
    """Reverses the elements along one axis."""

def floor_divide(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def floor_mod(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def full(shape: _c.Sequence[_t.Any | None], dtype: str, value: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Tensor:
    """Returns a tensor in which each element is the same value."""

def full_like(x: _o.Tensor, value: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Tensor:
    """Returns a tensor of the type of another tensor in which each element is the same value."""

def gather(x: _o.Tensor, axis: int, indices: _o.Tensor) -> _o.Tensor:
    """Takes elements by their index along one axis."""

def gather_nd(x: _o.Tensor, indices: _o.Tensor, batch_dims: int = ...) -> _o.Tensor:
    """Takes elements or slices at coordinates."""

def greater(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def greater_equal(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def identity(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def layout_transform(x: _o.Tensor, src_layout: str, dst_layout: str) -> _o.Tensor:
    """Converts a tensor from one layout to another."""

def left_shift(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def less(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def less_equal(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def log(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def log10(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def log2(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def logical_and(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def logical_not(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def logical_or(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def logical_xor(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def matrix_set_diag(x: _o.Tensor, diagonal: _o.Tensor, k1: int, k2: int, super_diag_right_align: bool, sub_diag_right_align: bool) -> _o.Tensor:
    """Replaces the values on some diagonals of matrices."""

def max(x: _o.Tensor, axis: _t.Any, keepdims: bool) -> _o.Tensor:
    """Reduces the elements along axes."""

def maximum(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def meshgrid(inputs: _c.Sequence[_o.Tensor], indexing: str) -> _o.Array[_o.Tensor]:
    """Returns the coordinate grids of vectors. The indexing is `xy` or `ij`."""

def min(x: _o.Tensor, axis: _t.Any, keepdims: bool) -> _o.Tensor:
    """Reduces the elements along axes."""

def minimum(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def mod(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def multiply(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def ndarray_size(x: _o.Tensor, dtype: str) -> _o.Tensor:
    """Returns the number of elements of a tensor."""

def negative(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def not_equal(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def one_hot(indices: _o.Tensor, on_value: _o.PrimExpr | _o.tir.IterVar | int | float | str, off_value: _o.PrimExpr | _o.tir.IterVar | int | float | str, depth: int, axis: int, dtype: str) -> _o.Tensor:
    """Creates one vector for each index, along a new axis."""

def power(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def prod(x: _o.Tensor, axis: _t.Any, keepdims: bool) -> _o.Tensor:
    """Reduces the elements along axes."""

def reinterpret(x: _o.Tensor, dtype: str) -> _o.Tensor:
    """Returns the bits of each element as a value of another data type."""

def repeat(x: _o.Tensor, repeats: int, axis: int) -> _o.Tensor:
    """Repeats each element along one axis."""

def reshape(x: _o.Tensor, shape: _c.Sequence[_t.Any | None]) -> _o.Tensor:
    """Changes the shape of a tensor."""

def reverse_sequence(x: _o.Tensor, seq_lengths: _o.Tensor, seq_axis: int, batch_axis: int) -> _o.Tensor:
    """Reverses the leading elements of each sequence."""

def right_shift(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def rsqrt(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def sequence_mask(x: _o.Tensor, valid_length: _o.Tensor, mask_value: float, axis: int) -> _o.Tensor:
    """Replaces the elements after the end of each sequence."""

def shape(x: _o.Tensor, dtype: str) -> _o.Tensor:
    """Returns the shape of a tensor as a vector."""

def sigmoid(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def sign(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def sin(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def sinh(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def sparse_to_dense(indices: _o.Tensor, shape: _c.Sequence[_t.Any | None], values: _o.Tensor, default_value: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Tensor:
    """Converts a sparse tensor to a dense tensor."""

def split(x: _o.Tensor, indices_or_sections: _t.Any, axis: int) -> _o.Array[_o.Tensor]:
    """Splits a tensor into a number of equal parts, or at positions."""

def sqrt(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def squeeze(x: _o.Tensor, axis: _t.Any) -> _o.Tensor:
    """Removes axes of length 1: the given axes, or all for null."""

def stack(inputs: _c.Sequence[_o.Tensor], axis: int) -> _o.Tensor:
    """Joins tensors along a new axis."""

def strided_slice(x: _o.Tensor, begin: _c.Sequence[_t.Any | None], end: _c.Sequence[_t.Any | None], strides: _c.Sequence[_t.Any | None], axes: _t.Any, slice_mode: str) -> _o.Tensor:
    """Takes the elements in ranges of the axes, or of the given axes."""

def subtract(a: _t.Any, b: _t.Any) -> _o.Object:
    """Applies the operator to tensors or numbers. The result for two numbers is a
number."""

def sum(x: _o.Tensor, axis: _t.Any, keepdims: bool) -> _o.Tensor:
    """Reduces the elements along axes."""

def take(x: _o.Tensor, indices: _o.Tensor, first: _t.Any, second: _t.Any = ..., third: _t.Any = ...) -> _o.Tensor:
    """Takes elements at positions, or slices at positions of an axis. The arguments are the mode, or
the number of batch axes and the mode, or the number of batch axes, the axis and the mode."""

def tan(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def tanh(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def tile(x: _o.Tensor, reps: _c.Sequence[_t.Any | None]) -> _o.Tensor:
    """Repeats the whole tensor along its axes."""

def transpose(x: _o.Tensor, axes: _t.Any) -> _o.Tensor:
    """Permutes the axes of a tensor."""

def unravel_index(x: _o.Tensor, shape: _o.Tensor) -> _o.Tensor:
    """Converts positions to coordinates."""

def where(condition: _o.Tensor, x: _o.Tensor, y: _o.Tensor) -> _o.Tensor:
    """Selects elements by a condition."""
