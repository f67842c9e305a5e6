import collections.abc as _c
import typing as _t
import objet as _o


from objet import Device as Device, NDArray as NDArray, cpu as cpu, cuda as cuda, device as device

def array(source: _t.Any, dtype: _t.Any = ..., device: Device | None = ...) -> NDArray: ...
def empty(shape: _c.Sequence[int], dtype: str = ..., device: Device | None = ...) -> NDArray: ...
def from_dlpack(tensor: _t.Any) -> NDArray: ...
