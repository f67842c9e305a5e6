import collections.abc as _c
import typing as _t
import objet as _o

def add(lhs: _o.RelayExpr, rhs: _o.RelayExpr, lhs_scale: _o.RelayExpr, lhs_zero_point: _o.RelayExpr, rhs_scale: _o.RelayExpr, rhs_zero_point: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `qnn.add`."""

def batch_matmul(x: _o.RelayExpr, y: _o.RelayExpr, x_zero_point: _o.RelayExpr, y_zero_point: _o.RelayExpr, x_scale: _o.RelayExpr, y_scale: _o.RelayExpr, out_dtype: str | None = ...) -> _o.relay.Call:
    """Creates a call of `qnn.batch_matmul` with transposed right matrices."""

def concatenate(data: _o.RelayExpr, input_scales: _o.RelayExpr, input_zero_points: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `qnn.concatenate`."""

def conv2d(data: _o.RelayExpr, weight: _o.RelayExpr, input_zero_point: _o.RelayExpr, kernel_zero_point: _o.RelayExpr, input_scale: _o.RelayExpr, kernel_scale: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `qnn.conv2d`."""

def conv2d_transpose(data: _o.RelayExpr, weight: _o.RelayExpr, input_zero_point: _o.RelayExpr, kernel_zero_point: _o.RelayExpr, input_scale: _o.RelayExpr, kernel_scale: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, output_padding: _c.Sequence[_o.PrimExpr | int | float], out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `qnn.conv2d_transpose`."""

def dense(data: _o.RelayExpr, weight: _o.RelayExpr, input_zero_point: _o.RelayExpr, kernel_zero_point: _o.RelayExpr, input_scale: _o.RelayExpr, kernel_scale: _o.RelayExpr, units: _o.PrimExpr | int | float | None, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `qnn.dense`."""

def dequantize(data: _o.RelayExpr, input_scale: _o.RelayExpr, input_zero_point: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `qnn.dequantize`."""

def mul(lhs: _o.RelayExpr, rhs: _o.RelayExpr, lhs_scale: _o.RelayExpr, lhs_zero_point: _o.RelayExpr, rhs_scale: _o.RelayExpr, rhs_zero_point: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `qnn.mul`."""

def quantize(data: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr, axis: int, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `qnn.quantize`."""

def requantize(data: _o.RelayExpr, input_scale: _o.RelayExpr, input_zero_point: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr, axis: int, rounding: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `qnn.requantize`."""

def simulated_dequantize(data: _o.RelayExpr, in_dtype: _o.RelayExpr, input_scale: _o.RelayExpr, input_zero_point: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `qnn.simulated_dequantize`."""

def simulated_quantize(data: _o.RelayExpr, out_dtype: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `qnn.simulated_quantize`."""

def subtract(lhs: _o.RelayExpr, rhs: _o.RelayExpr, lhs_scale: _o.RelayExpr, lhs_zero_point: _o.RelayExpr, rhs_scale: _o.RelayExpr, rhs_zero_point: _o.RelayExpr, output_scale: _o.RelayExpr, output_zero_point: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `qnn.subtract`."""
