import collections.abc as _c
import typing as _t
import objet as _o


from objet import rpc as _rpc

def map(function: _c.Callable[[_t.Any], _t.Any], modules: _c.Iterable[_t.Any], **options: _t.Any) -> list[_t.Any]: ...

class RpcServers:
    key: str
    tracker: str
    addresses: list[str]
    def __init__(
        self,
        n: int,
        *,
        key: str = ...,
        tracker: str | None = ...,
        token: _t.Any = ...,
        host: str | None = ...,
        insecure: bool = ...,
        actor: dict[str, _t.Any] | None = ...,
        **options: _t.Any,
    ) -> None: ...
    def connect(self) -> _rpc.TrackerClient: ...
    def close(self) -> None: ...
    def __enter__(self) -> RpcServers: ...
    def __exit__(self, *_: _t.Any) -> None: ...
