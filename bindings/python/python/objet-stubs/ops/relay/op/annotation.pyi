import collections.abc as _c
import typing as _t
import objet as _o

def simulated_quantize(data: _o.RelayExpr | _c.Sequence[_t.Any], dom_scale: _o.RelayExpr | _c.Sequence[_t.Any], clip_min: _o.RelayExpr | _c.Sequence[_t.Any], clip_max: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Rounds floats to the values that quantized integers can represent, for calibration."""
