import collections.abc as _c
import typing as _t
import objet as _o

def cpu(*arg0: _t.Any) -> _t.Any:
    """Returns the address that represents the CPU device API. The address is not a C++ object."""
