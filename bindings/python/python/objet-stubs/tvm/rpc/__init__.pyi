import collections.abc as _c
import typing as _t
import objet as _o
from objet.tvm.rpc import server as server

def NDArrayFromRemoteOpaqueHandle(*args: _t.Any) -> _t.Any:
    """Creates a tensor for memory of a server. The arguments are the session, the handle of the
memory, a tensor with the shape and the type, the device, and the handle of the server's tensor
or null."""
