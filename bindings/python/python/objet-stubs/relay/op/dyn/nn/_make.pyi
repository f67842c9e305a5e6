import collections.abc as _c
import typing as _t
import objet as _o

def pad(data: _o.RelayExpr, pad_width: _o.RelayExpr, pad_value: _o.RelayExpr, pad_mode: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.nn.pad`."""

def upsampling(data: _o.RelayExpr, scale_h: _o.RelayExpr, scale_w: _o.RelayExpr, layout: str, method: str, align_corners: bool) -> _o.relay.Call:
    """Creates a call of the operator `dyn.nn.upsampling`."""

def upsampling3d(data: _o.RelayExpr, scale_d: _o.RelayExpr, scale_h: _o.RelayExpr, scale_w: _o.RelayExpr, layout: str, method: str, coordinate_transformation_mode: str) -> _o.relay.Call:
    """Creates a call of the operator `dyn.nn.upsampling3d`."""
