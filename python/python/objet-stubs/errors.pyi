import collections.abc as _c
import typing as _t
import objet as _o


_C = _t.TypeVar("_C", bound=type[Exception])

class TVMError(RuntimeError): ...
class InternalError(TVMError): ...

def register_error(name: str) -> _c.Callable[[_C], _C]: ...
