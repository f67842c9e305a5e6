import collections.abc as _c
import typing as _t
import objet as _o

def bitpack_end(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Marks the end of a region with bit-packed data."""

def bitpack_start(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Marks the start of a region with bit-packed data."""

def cast_hint(data: _o.RelayExpr | _c.Sequence[_t.Any], *, dtype: _o._DType) -> _o.relay.Call:
    """Hints at the data type that quantization should use for the tensor."""

def checkpoint(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Marks a tensor that gradients should recompute instead of keeping in memory."""

def compiler_begin(data: _o.RelayExpr | _c.Sequence[_t.Any], *, compiler: str) -> _o.relay.Call:
    """Marks the start of a region for an external compiler."""

def compiler_end(data: _o.RelayExpr | _c.Sequence[_t.Any], *, compiler: str) -> _o.relay.Call:
    """Marks the end of a region for an external compiler."""

def stop_fusion(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Prevents fusion of the operators on both sides into one kernel."""

def with_funcid(func: _o.RelayExpr | _c.Sequence[_t.Any], *, fid: int = ...) -> _o.relay.Call:
    """Gives a function an id for partial evaluation."""
