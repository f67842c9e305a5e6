import collections.abc as _c
import typing as _t
import objet as _o

def threefry_generate(key: _o.RelayExpr, out_shape: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `random.threefry_generate`."""

def threefry_split(key: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `random.threefry_split`."""

def uniform(key: _o.RelayExpr, low: _o.RelayExpr, high: _o.RelayExpr, out_shape: _c.Sequence[_o.IntImm | int] | None, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `random.uniform`."""
