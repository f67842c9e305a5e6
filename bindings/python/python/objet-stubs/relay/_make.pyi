import collections.abc as _c
import typing as _t
import objet as _o

def ConstructorValue(tag: int, fields: _c.Sequence[_t.Any], constructor: _o.relay.Constructor | None = ...) -> _o.relay.ConstructorValue:
    """Creates a value of an algebraic data type."""

def RefValue(value: _t.Any | None = ...) -> _o.relay.RefValue:
    """Creates a value in a reference cell."""

def reinterpret(data: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `reinterpret`."""
