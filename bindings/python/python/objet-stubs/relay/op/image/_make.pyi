import collections.abc as _c
import typing as _t
import objet as _o

def affine_grid(data: _o.RelayExpr, target_shape: _c.Sequence[_o.PrimExpr | int | float] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `image.affine_grid`."""

def crop_and_resize(data: _o.RelayExpr, boxes: _o.RelayExpr, box_indices: _o.RelayExpr, crop_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, method: str, extrapolation_value: float, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `image.crop_and_resize`."""

def dilation2d(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilations: _c.Sequence[_o.PrimExpr | int | float], data_layout: str, kernel_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `image.dilation2d`."""

def grid_sample(data: _o.RelayExpr, grid: _o.RelayExpr, method: str, layout: str) -> _o.relay.Call:
    """Creates a call of the operator `image.grid_sample`."""

def resize1d(data: _o.RelayExpr, size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, method: str, coordinate_transformation_mode: str, rounding_method: str, cubic_alpha: float, cubic_exclude: int, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `image.resize1d`."""

def resize2d(data: _o.RelayExpr, size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, method: str, coordinate_transformation_mode: str, rounding_method: str, cubic_alpha: float, cubic_exclude: int, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `image.resize2d`."""

def resize3d(data: _o.RelayExpr, size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, method: str, coordinate_transformation_mode: str, rounding_method: str, cubic_alpha: float, cubic_exclude: int, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `image.resize3d`."""
