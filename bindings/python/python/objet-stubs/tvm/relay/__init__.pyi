import collections.abc as _c
import typing as _t
import objet as _o
from objet.tvm.relay import type_relation as type_relation

def _load_param_dict(bytes: bytes) -> _o.Map[str, _o.NDArray]:
    """Reads the parameters of a parameter file."""

def _save_param_dict(params: _c.Mapping[str, _t.Any]) -> bytes:
    """Writes parameters as the bytes of a parameter file."""
