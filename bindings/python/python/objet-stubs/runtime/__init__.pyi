import collections.abc as _c
import typing as _t
import objet as _o
from objet.runtime import module as module
from objet.runtime import profiling as profiling



class String(_o.Object):
    """Objects of the type runtime.String, which functions make."""
    __match_args__ = ()



class Closure(_o.Object):
    """Objects of the type runtime.Closure, which functions make."""
    __match_args__ = ()


class BoxBool(_o.Object):
    """A truth value as an object."""
    __match_args__ = ('value',)
    @property
    def value(self) -> bool:
        """The truth value."""

class BoxFloat(_o.Object):
    """A float as an object."""
    __match_args__ = ('value',)
    @property
    def value(self) -> float:
        """The float."""

class BoxInt(_o.Object):
    """An integer as an object."""
    __match_args__ = ('value',)
    @property
    def value(self) -> int:
        """The integer."""

def Array(*args: _t.Any) -> _t.Any:
    """An array of objects and nulls."""

def ArrayGetItem(*args: _t.Any) -> _t.Any:
    """An element of an array, which has that index."""

def ArraySize(*args: _t.Any) -> _t.Any:
    """How many elements an array has."""

def CSourceModuleCreate(code: str, format: str, func_names: _c.Sequence[str] | None = ..., const_vars: _c.Sequence[str] | None = ...) -> _o.Module:
    """A module of source text in C, with the names of its functions and of the constants that it asks for."""

def DumpTypeTable(*args: _t.Any) -> _t.Any:
    """Prints the types that have so many below them or more to the standard error."""

def GetADTFields(*args: _t.Any) -> _t.Any:
    """A field of the value, which has that index."""

def GetADTSize(*args: _t.Any) -> _t.Any:
    """How many fields the value has."""

def GetADTTag(*args: _t.Any) -> _t.Any:
    """Which constructor made the value."""

def GetDeviceAttr(*args: _t.Any) -> _t.Any:
    """What is known of a device: its type, its number, and what is asked. That a kind of device is not there is no error where that is what is asked."""

def GetFFIString(*args: _t.Any) -> _t.Any:
    """The text of a string."""

def GetShapeTupleElem(*args: _t.Any) -> _t.Any:
    """A dimension of a shape, which has that index."""

def GetShapeTupleSize(*args: _t.Any) -> _t.Any:
    """How many dimensions a shape has."""

def LoadParams(bytes: bytes) -> _o.Map[str, _o.NDArray]:
    """The parameters that a file has."""

def Map(*args: _t.Any) -> _t.Any:
    """A map of keys and values, which come by turns. Text keys become strings. Of keys that are the same, the first has its
place and the last its value."""

def MapCount(*args: _t.Any) -> _t.Any:
    """Whether a map has an entry of a key."""

def MapGetItem(*args: _t.Any) -> _t.Any:
    """The value of a key in a map."""

def MapItems(*args: _t.Any) -> _t.Any:
    """The keys and values of a map by turns, in its order."""

def MapSize(*args: _t.Any) -> _t.Any:
    """How many entries a map has."""

def ModuleGetImport(*args: _t.Any) -> _t.Any:
    """A module that a module imports, which has that index."""

def ModuleGetSource(*args: _t.Any) -> _t.Any:
    """The source text of a module, in a format."""

def ModuleGetTypeKey(*args: _t.Any) -> _t.Any:
    """The name of the kind of module."""

def ModuleImportsSize(*args: _t.Any) -> _t.Any:
    """How many modules a module imports."""

def ModuleLoadFromFile(file_name: str, format: str = ...) -> _o.Module:
    """Loads a module from a file.

# Safety
That of [`Module::load_from_file`]."""

def ModulePackImportsToC(module: _o.Module, system_lib: bool) -> str:
    """[`Module::pack_imports_to_c`] by a name."""

def ModuleSaveToFile(*args: _t.Any) -> _t.Any:
    """Writes a module to a file of that name, in a format."""

def ObjectPtrHash(*args: _t.Any) -> _t.Any:
    """The address of an object, 0 for null."""

def RPCTimeEvaluator(*args: _t.Any) -> _t.Any:
    """A function that measures how long a function of a module takes, or, without a module, a global one. What it returns are
the bytes of doubles. The arguments are the module, the name of the function, the type and the number of the device, the
number of runs, that of repeats, the least time in milliseconds, and the name of a function that is called before each
repeat, which may be empty."""

def RuntimeEnabled(target: str) -> bool:
    """[`runtime_enabled`] by a name."""

def SaveParams(params: _c.Mapping[str, _t.Any]) -> bytes:
    """Parameters as the bytes of a file."""

def SourceModuleCreate(code: str, format: str) -> _o.Module:
    """A module of source text, which nothing here can run."""

def SystemLib() -> _o.Module:
    """[`system_library`] by a name."""

def TVMArrayAllocWithScope(*args: _t.Any) -> _t.Any:
    """Returns a new tensor. The arguments are the address of its shape, the number of dimensions, of
64 bits each, that lie there, the data type, the device, and the scope of memory, which may be
null.

# Safety
As many dimensions lie at the address."""

def TVMSetStream(*args: _t.Any) -> _t.Any:
    """Makes a queue the one for this thread's work on a device. The arguments are the type of the
device, its number, and the queue. Returns 0, or -1 where it failed; the last error says why.

# Safety
The queue is null or one of the device, and is not destroyed while the thread works with it."""

def Tuple(*args: _t.Any) -> _t.Any:
    """A tuple."""

def _datatype_get_type_code(name: str) -> int:
    """The type code of that name."""

def _datatype_get_type_name(code: int) -> str:
    """The name of that type code."""

def _datatype_get_type_registered(code: int) -> bool:
    """Whether the type code has a name."""

def _datatype_register(name: str, code: int) -> None:
    """Gives a type code of 129 or more a name."""

def config_threadpool(_mode: int, threads: int = ...) -> None:
    """The global function: of what kind the cores should be, and how many threads. All cores are taken for equal."""
