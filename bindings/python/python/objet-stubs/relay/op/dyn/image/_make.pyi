import collections.abc as _c
import typing as _t
import objet as _o

def resize2d(data: _o.RelayExpr, size: _o.RelayExpr, layout: str, method: str, coordinate_transformation_mode: str, rounding_method: str, cubic_alpha: float, cubic_exclude: float, out_dtype: str | None = ...) -> _o.relay.Call:
    """Creates a call of `dyn.image.resize2d`. `cubic_exclude` is a float; the attribute is its
truncated value."""
