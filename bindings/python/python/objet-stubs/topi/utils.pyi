import collections.abc as _c
import typing as _t
import objet as _o

def bilinear_sample_nchw(input: _o.Tensor, indices: _c.Sequence[_t.Any | None], max_y: _o.PrimExpr | _o.tir.IterVar | int | float | str, max_x: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.PrimExpr:
    """Returns a value between the pixels of an image with the axes batch, channel, height, width."""

def bilinear_sample_nhwc(input: _o.Tensor, indices: _c.Sequence[_t.Any | None], max_y: _o.PrimExpr | _o.tir.IterVar | int | float | str, max_x: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.PrimExpr:
    """Returns a value between the pixels of an image with the axes batch, height, width, channel."""

def is_empty_shape(shape: _c.Sequence[_t.Any | None]) -> bool:
    """Returns whether a tensor of this shape certainly has no elements."""
