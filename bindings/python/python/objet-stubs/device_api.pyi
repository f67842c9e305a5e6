import collections.abc as _c
import typing as _t
import objet as _o

def cpu(*arg0: _t.Any) -> _t.Any:
    """The address that stands for the host as a kind of device. It is no object of C++."""
