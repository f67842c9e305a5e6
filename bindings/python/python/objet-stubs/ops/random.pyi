import collections.abc as _c
import typing as _t
import objet as _o

def threefry_generate(key: _o.RelayExpr | _c.Sequence[_t.Any], *, out_shape: _c.Sequence[_o.PrimExpr | int] | int | None) -> _o.relay.Call:
    """Generates random bits from a key. Also returns the next key."""

def threefry_split(key: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Splits a key into two independent keys."""

def uniform(key: _o.RelayExpr | _c.Sequence[_t.Any], low: _o.RelayExpr | _c.Sequence[_t.Any], high: _o.RelayExpr | _c.Sequence[_t.Any], *, out_shape: _c.Sequence[_o.PrimExpr | int] | int | None, out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Generates uniformly distributed numbers between two bounds. Also returns the next key."""
