import collections.abc as _c
import typing as _t
import objet as _o

def pad(data: _o.RelayExpr | _c.Sequence[_t.Any], pad_width: _o.RelayExpr | _c.Sequence[_t.Any], pad_val: _o.RelayExpr | _c.Sequence[_t.Any], *, pad_mode: str = ...) -> _o.relay.Call:
    """Pads a tensor by amounts that are computed at run time."""

def upsampling(data: _o.RelayExpr | _c.Sequence[_t.Any], scale_h: _o.RelayExpr | _c.Sequence[_t.Any], scale_w: _o.RelayExpr | _c.Sequence[_t.Any], *, layout: str = ..., method: str = ..., align_corners: bool = ...) -> _o.relay.Call:
    """Upsamples images by factors that are computed at run time."""

def upsampling3d(data: _o.RelayExpr | _c.Sequence[_t.Any], scale_d: _o.RelayExpr | _c.Sequence[_t.Any], scale_h: _o.RelayExpr | _c.Sequence[_t.Any], scale_w: _o.RelayExpr | _c.Sequence[_t.Any], *, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ...) -> _o.relay.Call:
    """Upsamples volumes by factors that are computed at run time."""
