import collections.abc as _c
import typing as _t
import objet as _o

def loadbinary_metadata(stream: _t.Any) -> _o.Module:
    """Reads a module of kind `metadata` from a binary stream."""

def loadfile_so(file_name: str, _format: str) -> _o.Module:
    """Loads a module from a dynamic library.

# Safety
The contract of [`Module::load_from_file`]."""
