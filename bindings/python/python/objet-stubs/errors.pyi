import collections.abc as _c
import typing as _t
import objet as _o


_C = _t.TypeVar("_C", bound=type[BaseException])

class TVMError(RuntimeError): ...
class InternalError(TVMError): ...

@_t.overload
def register_error(name: str) -> _c.Callable[[_C], _C]: ...
@_t.overload
def register_error(name: _C) -> _C: ...
