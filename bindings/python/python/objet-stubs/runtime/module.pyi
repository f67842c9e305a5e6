import collections.abc as _c
import typing as _t
import objet as _o

def loadbinary_GraphExecutorFactory(stream: _t.Any) -> _o.Module:
    """Reads a module of kind `GraphExecutorFactory` from a binary stream.

# Safety
The contract of [`GraphExecutor::new`], for each executor that the factory creates."""

def loadbinary_GraphRuntimeFactory(stream: _t.Any) -> _o.Module:
    """Reads a module of kind `GraphExecutorFactory` that was saved under its old name.

# Safety
The contract of [`GraphExecutor::new`], for each executor that the factory creates."""

def loadbinary_VMExecutable(*args: _t.Any) -> _t.Any:
    """Reads a module of kind `VMExecutable` from a binary stream."""

def loadbinary_cuda(stream: _t.Any) -> _o.Module:
    """Reads a module of kind `cuda` from a binary stream."""

def loadbinary_metadata(stream: _t.Any) -> _o.Module:
    """Reads a module of kind `metadata` from a binary stream."""

def loadbinary_opencl(stream: _t.Any) -> _o.Module:
    """Reads a module of kind `opencl` from a binary stream. The code is trusted like that of a
library."""

def loadfile_VMExecutable(*args: _t.Any) -> _t.Any:
    """Reads a module of kind `VMExecutable` from a file. The library must be imported before it runs."""

def loadfile_cl(path: str, format: str) -> _o.Module:
    """Loads a module from a file of OpenCL source text and its side file.

# Safety
The code is trusted like that of a library: see [`Module::load_from_file`]."""

def loadfile_clbin(path: str, format: str) -> _o.Module:
    """Loads a module from an OpenCL program binary and its side file.

# Safety
The code is trusted like that of a library: see [`Module::load_from_file`]."""

def loadfile_cubin(path: str, format: str) -> _o.Module:
    """Loads a module from a cubin and its side file.

# Safety
The code is trusted like that of a library: see [`Module::load_from_file`]."""

def loadfile_ptx(path: str, format: str) -> _o.Module:
    """Loads a module from a PTX file and its side file.

# Safety
The code is trusted like that of a library: see [`Module::load_from_file`]."""

def loadfile_so(file_name: str, _format: str) -> _o.Module:
    """Loads a module from a dynamic library.

# Safety
The contract of [`Module::load_from_file`]."""
