import collections.abc as _c
import typing as _t
import objet as _o

def binary_elementwise(ifm: _o.RelayExpr | _c.Sequence[_t.Any], ifm2: _o.RelayExpr | _c.Sequence[_t.Any], lut: _o.RelayExpr | _c.Sequence[_t.Any], *, operator_type: str, ifm_scale: float, ifm_zero_point: int, ifm2_scale: float, ifm2_zero_point: int, ofm_scale: float, ofm_zero_point: int, ifm_channels: _o.PrimExpr | int | float | None, ifm2_channels: _o.PrimExpr | int | float | None, reversed_operands: bool = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., ifm_layout: str = ..., ifm2_layout: str = ..., ofm_layout: str = ..., ofm_dtype: str) -> _o.relay.Call:
    """Computes an element-wise operation on two tensors on an Arm Ethos-U."""

def conv2d(ifm: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], scale_bias: _o.RelayExpr | _c.Sequence[_t.Any], lut: _o.RelayExpr | _c.Sequence[_t.Any], *, ifm_scale: float, ifm_zero_point: int, weight_zero_point: int, ofm_scale: float, ofm_zero_point: int, kernel_shape: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., ofm_channels: _o.PrimExpr | int | float | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., upscale: str = ..., ifm_layout: str = ..., ofm_layout: str = ...) -> _o.relay.Call:
    """Computes a convolution on an Arm Ethos-U."""

def depthwise_conv2d(ifm: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], scale_bias: _o.RelayExpr | _c.Sequence[_t.Any], lut: _o.RelayExpr | _c.Sequence[_t.Any], *, ifm_scale: float, ifm_zero_point: int, weight_zero_point: int, ofm_scale: float, ofm_zero_point: int, kernel_shape: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., ofm_channels: _o.PrimExpr | int | float | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., upscale: str = ..., ifm_layout: str = ..., ofm_layout: str = ...) -> _o.relay.Call:
    """Computes a depthwise convolution on an Arm Ethos-U."""

def pooling(ifm: _o.RelayExpr | _c.Sequence[_t.Any], lut: _o.RelayExpr | _c.Sequence[_t.Any], *, pooling_type: str, ifm_scale: float, ifm_zero_point: int, ofm_scale: float, ofm_zero_point: int, pool_shape: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., ofm_channels: _o.PrimExpr | int | float | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., upscale: str = ..., ifm_layout: str = ..., ofm_layout: str = ...) -> _o.relay.Call:
    """Computes pooling on an Arm Ethos-U."""
