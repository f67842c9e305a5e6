import collections.abc as _c
import typing as _t
import objet as _o

def add(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any], lhs_scale: _o.RelayExpr | _c.Sequence[_t.Any], lhs_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], rhs_scale: _o.RelayExpr | _c.Sequence[_t.Any], rhs_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Adds two quantized tensors."""

def batch_matmul(x: _o.RelayExpr | _c.Sequence[_t.Any], y: _o.RelayExpr | _c.Sequence[_t.Any], x_scale: _o.RelayExpr | _c.Sequence[_t.Any], x_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], y_scale: _o.RelayExpr | _c.Sequence[_t.Any], y_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, out_dtype: _o._DType = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> _o.relay.Call:
    """Multiplies quantized matrices pairwise."""

def concatenate(data: _o.RelayExpr | _c.Sequence[_t.Any], input_scales: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_points: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int) -> _o.relay.Call:
    """Joins quantized tensors along an existing axis."""

def conv2d(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], input_scale: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], weight_scale: _o.RelayExpr | _c.Sequence[_t.Any], weight_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None, data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves quantized images with quantized kernels."""

def conv2d_transpose(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], input_scale: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], weight_scale: _o.RelayExpr | _c.Sequence[_t.Any], weight_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes the transposed convolution of quantized images."""

def dense(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], input_scale: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], weight_scale: _o.RelayExpr | _c.Sequence[_t.Any], weight_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, units: _o.PrimExpr | int | float | None, out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes a dense layer with quantized input and weights."""

def dequantize(data: _o.RelayExpr | _c.Sequence[_t.Any], input_scale: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Converts quantized integers to floats."""

def mul(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any], lhs_scale: _o.RelayExpr | _c.Sequence[_t.Any], lhs_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], rhs_scale: _o.RelayExpr | _c.Sequence[_t.Any], rhs_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Multiplies two quantized tensors."""

def quantize(data: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, out_dtype: _o._DType = ..., axis: int = ...) -> _o.relay.Call:
    """Converts floats to the nearest quantized integers."""

def requantize(data: _o.RelayExpr | _c.Sequence[_t.Any], input_scale: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., rounding: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Converts quantized integers to another scale and zero point."""

def simulated_dequantize(data: _o.RelayExpr | _c.Sequence[_t.Any], in_dtype: _o.RelayExpr | _c.Sequence[_t.Any], input_scale: _o.RelayExpr | _c.Sequence[_t.Any], input_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Simulates `qnn.dequantize` on integers stored as floats, with a data type that is computed at run time."""

def simulated_quantize(data: _o.RelayExpr | _c.Sequence[_t.Any], out_dtype: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Simulates `qnn.quantize` with integers stored as floats and a data type that is computed at run time."""

def subtract(lhs: _o.RelayExpr | _c.Sequence[_t.Any], rhs: _o.RelayExpr | _c.Sequence[_t.Any], lhs_scale: _o.RelayExpr | _c.Sequence[_t.Any], lhs_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], rhs_scale: _o.RelayExpr | _c.Sequence[_t.Any], rhs_zero_point: _o.RelayExpr | _c.Sequence[_t.Any], output_scale: _o.RelayExpr | _c.Sequence[_t.Any], output_zero_point: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Subtracts the right quantized tensor from the left one."""
