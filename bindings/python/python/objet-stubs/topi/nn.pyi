import collections.abc as _c
import typing as _t
import objet as _o

def adaptive_pool(x: _o.Tensor, output_size: _c.Sequence[_t.Any | None], pool_type: int, layout: str) -> _o.Tensor:
    """Pools the images to a given size."""

def adaptive_pool3d(x: _o.Tensor, output_size: _c.Sequence[_t.Any | None], pool_type: int, layout: str) -> _o.Tensor:
    """Pools the volumes to a given size."""

def flatten(x: _o.Tensor) -> _o.Tensor:
    """Applies the function to each element."""

def global_pool(x: _o.Tensor, pool_type: int, layout: str) -> _o.Tensor:
    """Pools the images to one value for each channel."""

def leaky_relu(x: _o.Tensor, alpha: float) -> _o.Tensor:
    """Multiplies negative elements by a number."""

def pad(x: _o.Tensor, before: _c.Sequence[_t.Any | None], after: _c.Sequence[_t.Any | None], value: _t.Any = ...) -> _o.Tensor:
    """Pads the ends of the leading axes with a value, or with elements. Without amounts after the
axes, those before the axes apply on both sides."""

def pool1d(x: _o.Tensor, kernel: _c.Sequence[_t.Any | None], stride: _c.Sequence[_t.Any | None], dilation: _c.Sequence[_t.Any | None], padding: _c.Sequence[_t.Any | None], pool_type: int, ceil_mode: bool, layout: str, count_include_pad: bool) -> _o.Tensor:
    """Pools over windows along the spatial axes of the layout."""

def pool2d(x: _o.Tensor, kernel: _c.Sequence[_t.Any | None], stride: _c.Sequence[_t.Any | None], dilation: _c.Sequence[_t.Any | None], padding: _c.Sequence[_t.Any | None], pool_type: int, ceil_mode: bool, layout: str, count_include_pad: bool) -> _o.Tensor:
    """Pools over windows along the spatial axes of the layout."""

def pool3d(x: _o.Tensor, kernel: _c.Sequence[_t.Any | None], stride: _c.Sequence[_t.Any | None], dilation: _c.Sequence[_t.Any | None], padding: _c.Sequence[_t.Any | None], pool_type: int, ceil_mode: bool, layout: str, count_include_pad: bool) -> _o.Tensor:
    """Pools over windows along the spatial axes of the layout."""

def pool_grad(grads: _o.Tensor, x: _o.Tensor, kernel: _c.Sequence[_t.Any | None], stride: _c.Sequence[_t.Any | None], padding: _c.Sequence[_t.Any | None], pool_type: int, ceil_mode: bool, layout: str, count_include_pad: bool) -> _o.Tensor:
    """Returns the gradient of a pooling of images with respect to its input."""

def prelu(x: _o.Tensor, slope: _o.Tensor, axis: int) -> _o.Tensor:
    """Multiplies negative elements by the slope of their position along an axis."""
