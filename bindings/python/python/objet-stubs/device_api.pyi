import collections.abc as _c
import typing as _t
import objet as _o

def cpu(*arg0: _t.Any) -> _t.Any:
    """Returns the address that represents the CPU device API. The address is not a C++ object."""

def rpc() -> _t.Any:
    """Returns an address that stands for the APIs of remote devices. It shows front ends that remote
sessions are available."""
