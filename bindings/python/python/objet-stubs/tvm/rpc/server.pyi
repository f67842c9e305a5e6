import collections.abc as _c
import typing as _t
import objet as _o

def ImportModule(parent: _o.Module, child: _o.Module) -> None:
    """Makes a module import another one, for clients."""

def ModuleGetFunction(parent: _o.Module, name: str, query_imports: bool) -> _o.PackedFunc | None:
    """Returns a function of a module, for clients."""

def download(name: str) -> bytes:
    """Returns the content of a file of the session."""

def remove(name: str) -> None:
    """Removes a file of the session."""

def upload(name: str, data: bytes) -> None:
    """Writes a file of the session. Its former content stays until all bytes are written."""
