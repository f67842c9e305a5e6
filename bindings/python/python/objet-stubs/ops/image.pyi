import collections.abc as _c
import typing as _t
import objet as _o

def affine_grid(data: _o.RelayExpr | _c.Sequence[_t.Any], *, target_shape: _c.Sequence[_o.PrimExpr | int | float] | int | None = ...) -> _o.relay.Call:
    """Returns the sample points of affine transforms of a regular grid."""

def crop_and_resize(data: _o.RelayExpr | _c.Sequence[_t.Any], boxes: _o.RelayExpr | _c.Sequence[_t.Any], box_indices: _o.RelayExpr | _c.Sequence[_t.Any], *, crop_size: _c.Sequence[_o.PrimExpr | int | float] | int | None, layout: str, method: str = ..., extrapolation_value: float = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Crops boxes out of images and resizes all of them to one size."""

def dilation2d(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilations: _c.Sequence[_o.PrimExpr | int | float] | int = ..., data_layout: str = ..., kernel_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes the grayscale dilation of images: the maximum sum of window and structuring element."""

def grid_sample(data: _o.RelayExpr | _c.Sequence[_t.Any], grid: _o.RelayExpr | _c.Sequence[_t.Any], *, method: str = ..., layout: str = ...) -> _o.relay.Call:
    """Samples images at points between the pixels."""

def resize1d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, size: _c.Sequence[_o.PrimExpr | int | float] | int | None, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Resizes sequences."""

def resize2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, size: _c.Sequence[_o.PrimExpr | int | float] | int | None, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Resizes images."""

def resize3d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, size: _c.Sequence[_o.PrimExpr | int | float] | int | None, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Resizes volumes."""
