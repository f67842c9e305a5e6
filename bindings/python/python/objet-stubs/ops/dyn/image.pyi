import collections.abc as _c
import typing as _t
import objet as _o

def resize2d(data: _o.RelayExpr | _c.Sequence[_t.Any], size: _o.RelayExpr | _c.Sequence[_t.Any], *, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Resizes images to a size that is computed at run time."""
