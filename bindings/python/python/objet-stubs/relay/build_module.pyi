import collections.abc as _c
import typing as _t
import objet as _o

def BindParamsByName(func: _o.relay.Function, params: _c.Mapping[str, _o.relay.Constant]) -> _o.relay.Function:
    """Replaces the parameters of a function with the given names by constants. Other names are
ignored."""
