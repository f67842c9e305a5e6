import collections.abc as _c
import typing as _t
import objet as _o

def reinterpret(data: _o.RelayExpr, dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `reinterpret`."""
