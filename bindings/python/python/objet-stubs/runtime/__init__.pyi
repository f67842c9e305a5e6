import collections.abc as _c
import typing as _t
import objet as _o
from objet.runtime import module as module
from objet.runtime import profiling as profiling

from objet import Module as Module

from objet import NDArray as NDArray

class String(_o.Object):
    """An object of the type runtime.String. Functions make such objects."""
    __match_args__ = ()

from objet import ShapeTuple as ShapeTuple

from objet import PackedFunc as PackedFunc

class Closure(_o.Object):
    """An object of the type runtime.Closure. Functions make such objects."""
    __match_args__ = ()

from objet import ADT as ADT

class BoxBool(_o.Object):
    """A truth value as an object."""
    __match_args__ = ('value',)
    @property
    def value(self) -> bool:
        """The truth value."""

class BoxDataType(_o.Object):
    """The node of a [`BoxDataType`]."""
    __match_args__ = ('text', 'value',)
    def __init__(self, text: str, value: _o._DType) -> None: ...
    @property
    def text(self) -> str:
        """The text in the file. One type can have several texts."""
    @property
    def value(self) -> str: ...

class BoxDevice(_o.Object):
    """The node of a [`BoxDevice`]."""
    __match_args__ = ('device_type', 'device_id',)
    def __init__(self, device_type: int, device_id: int) -> None: ...
    @property
    def device_type(self) -> int:
        """The number of the kind of the device."""
    @property
    def device_id(self) -> int:
        """The number of the device within its kind, from 0."""

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

class Opaque(_o.Object):
    """An object of the type runtime.Opaque. Functions make such objects."""
    __match_args__ = ()

def Array(*args: _t.Any) -> _t.Any:
    """Creates an array from objects and nulls."""

def ArrayGetItem(*args: _t.Any) -> _t.Any:
    """Returns the element of an array at an index."""

def ArraySize(*args: _t.Any) -> _t.Any:
    """Returns the number of elements of an array."""

def CSourceModuleCreate(code: str, format: str, func_names: _c.Sequence[str] | None = ..., const_vars: _c.Sequence[str] | None = ...) -> _o.Module:
    """Creates a module of C source code, with the names of its functions and of the constants that it
needs."""

def DumpTypeTable(*args: _t.Any) -> _t.Any:
    """Prints the type table to the standard error. The argument is the minimum number of descendants
of the printed types."""

def GetADTFields(*args: _t.Any) -> _t.Any:
    """Returns the field of an ADT value at an index."""

def GetADTSize(*args: _t.Any) -> _t.Any:
    """Returns the number of fields of an ADT value."""

def GetADTTag(*args: _t.Any) -> _t.Any:
    """Returns the constructor tag of an ADT value."""

def GetDeviceAttr(*args: _t.Any) -> _t.Any:
    """Returns an attribute of a device. The arguments are the device type, the device id and the
attribute number. For the attribute `kExist`, an unknown device type yields 0 instead of an
error."""

def GetFFIString(*args: _t.Any) -> _t.Any:
    """Returns the content of a string object."""

def GetGlobalFields(*args: _t.Any) -> _t.Any:
    """Returns the name of the global function at an index."""

def GetNumOfGlobals(*args: _t.Any) -> _t.Any:
    """Returns the number of global functions of an executable."""

def GetNumOfPrimitives(*args: _t.Any) -> _t.Any:
    """Returns the number of functions of the library that an executable calls."""

def GetPrimitiveFields(*args: _t.Any) -> _t.Any:
    """Returns the name of the function of the library at an index."""

def GetShapeTupleElem(*args: _t.Any) -> _t.Any:
    """Returns the dimension of a shape tuple at an index."""

def GetShapeTupleSize(*args: _t.Any) -> _t.Any:
    """Returns the number of dimensions of a shape tuple."""

def LoadParams(bytes: bytes) -> _o.Map[str, _o.NDArray]:
    """Reads the parameters of a parameter file."""

def Load_Executable(*args: _t.Any) -> _t.Any:
    """Creates an executable from bytecode and the library of its functions, which may be null."""

def Map(*args: _t.Any) -> _t.Any:
    """Creates a map from alternating keys and values. C strings become string objects as keys. A
duplicate key keeps the position of the first entry and gets the value of the last."""

def MapCount(*args: _t.Any) -> _t.Any:
    """Returns whether a map has a key."""

def MapGetItem(*args: _t.Any) -> _t.Any:
    """Returns the value of a key in a map."""

def MapItems(*args: _t.Any) -> _t.Any:
    """Returns the alternating keys and values of a map, in the map's order."""

def MapSize(*args: _t.Any) -> _t.Any:
    """Returns the number of entries of a map."""

def ModuleGetImport(*args: _t.Any) -> _t.Any:
    """Returns the imported module at an index."""

def ModuleGetSource(*args: _t.Any) -> _t.Any:
    """Returns the source text of a module in a format."""

def ModuleGetTypeKey(*args: _t.Any) -> _t.Any:
    """Returns the type key of a module."""

def ModuleImportsSize(*args: _t.Any) -> _t.Any:
    """Returns the number of modules that a module imports."""

def ModuleLoadFromFile(file_name: str, format: str = ...) -> _o.Module:
    """Loads a module from a file.

# Safety
The contract of [`Module::load_from_file`]."""

def ModulePackImportsToC(module: _o.Module, system_lib: bool) -> str:
    """Returns the packed imports of a module as C source; see [`Module::pack_imports_to_c`]."""

def ModuleSaveToFile(*args: _t.Any) -> _t.Any:
    """Writes a module to a file in a format."""

def ObjectPtrHash(*args: _t.Any) -> _t.Any:
    """Returns the address of an object, or 0 for null."""

def RPCTimeEvaluator(*args: _t.Any) -> _t.Any:
    """Returns a function that measures the run time of a function of a module, or of a global function
if the module is null. The result of a measurement is a byte array of doubles.

The arguments are the module, the function name, the device type, the device id, the number of
runs, the number of repeats, the minimum time of a repeat in milliseconds, and the name of a
function that is called before each repeat. The last name may be empty."""

def RuntimeEnabled(target: str) -> bool:
    """Returns whether this runtime can run code for a target; see [`runtime_enabled`]."""

def SaveParams(params: _c.Mapping[str, _t.Any]) -> bytes:
    """Serializes parameters to the bytes of a parameter file."""

def SourceModuleCreate(code: str, format: str) -> _o.Module:
    """Creates a module of source code, which this process cannot run."""

def SystemLib() -> _o.Module:
    """Returns the system library; see [`system_library`]."""

def TVMArrayAllocWithScope(*args: _t.Any) -> _t.Any:
    """Allocates a tensor. The arguments are the address of the shape (64-bit integers), the number of
dimensions, the data type, the device, and the memory scope, which may be null.

# Safety
The address must point to that number of 64-bit integers."""

def TVMSetStream(*args: _t.Any) -> _t.Any:
    """Sets the stream for this thread's work on a device. The arguments are the device type, the
device id and the stream. Returns 0, or -1 on failure; the last error then has the message.

# Safety
The stream must be null or a stream of the device. It must not be destroyed while the thread
uses it."""

def Tuple(*args: _t.Any) -> _t.Any:
    """Creates a tuple from its fields."""

def _VirtualMachine(*args: _t.Any) -> _t.Any:
    """Creates a virtual machine for an executable."""

def _datatype_get_type_code(name: str) -> int:
    """Returns the type code of the custom data type `name`."""

def _datatype_get_type_name(code: int) -> str:
    """Returns the name of the custom data type with a type code."""

def _datatype_get_type_registered(code: int) -> bool:
    """Whether the type code has a registered name."""

def _datatype_register(name: str, code: int) -> None:
    """Registers a name for a type code of 129 or more."""

def config_threadpool(_mode: int, threads: int = ...) -> None:
    """Sets the number of threads for launches of the calling thread. The first argument, the kind of
cores, is ignored."""
