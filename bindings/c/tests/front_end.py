"""Calls the library with ctypes in the same way as the Python package of TVM 0.8.

Usage: front_end.py LIBRARY
"""

import ctypes
import gc
import struct
import sys
import traceback
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_void_p

LIB = ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
# The package declares no other result type, so ctypes treats all other results as int.
LIB.TVMGetLastError.restype = c_char_p

INT, FLOAT, HANDLE, NULL, DTYPE, DEVICE, TENSOR, OBJECT, MODULE, FUNC, STR, BYTES, NDARRAY, RVALUE = (
    0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)


class Value(ctypes.Union):
    _fields_ = [("v_int64", c_int64), ("v_float64", c_double), ("v_handle", c_void_p), ("v_str", c_char_p)]


class ByteArray(ctypes.Structure):
    _fields_ = [("data", POINTER(ctypes.c_byte)), ("size", c_size_t)]


class DLDevice(ctypes.Structure):
    _fields_ = [("device_type", c_int), ("device_id", c_int)]


class DLDataType(ctypes.Structure):
    _fields_ = [("type_code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLTensor(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("device", DLDevice), ("ndim", c_int), ("dtype", DLDataType),
                ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", ctypes.c_uint64)]


PackedCFunc = ctypes.CFUNCTYPE(c_int, POINTER(Value), POINTER(c_int), c_int, c_void_p, c_void_p)
Finalizer = ctypes.CFUNCTYPE(None, c_void_p)


class TVMError(RuntimeError):
    pass


ERRORS = {"ValueError": ValueError, "TypeError": TypeError, "KeyError": KeyError, "AttributeError": AttributeError}


def check(code):
    """Raises the last error: its first word selects the class, and the trace is reversed."""
    if code == 0:
        return
    text = LIB.TVMGetLastError().decode("utf-8")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    kind = lines[0].split(":")[0]
    message, trace, in_trace = [], [], False
    for line in lines:
        if line.startswith("Stack trace"):
            in_trace = True
        elif in_trace and line.startswith(" " * 8) and trace:
            trace[-1] += "\n" + line
        elif in_trace and line.startswith("  "):
            trace.append(line)
        else:
            in_trace = False
            message.append(line)
    head = ["Traceback (most recent call last):"] if trace else []
    raise ERRORS.get(kind, TVMError)("\n".join(head + trace[::-1] + message))


class Function:
    def __init__(self, handle, is_global=False):
        self.handle, self.is_global = handle, is_global

    def __del__(self):
        if not self.is_global:
            check(LIB.TVMFuncFree(self.handle))

    def __call__(self, *args):
        keep = []
        values, codes = (Value * len(args))(), (c_int * len(args))()
        for i, arg in enumerate(args):
            codes[i] = pack(arg, values[i], keep)
        result, code = Value(), c_int()
        check(LIB.TVMFuncCall(self.handle, values, codes, c_int(len(args)), byref(result), byref(code)))
        return unpack(result, code.value)


class Array:
    def __init__(self, handle, is_view=False):
        self.handle, self.is_view = handle, is_view

    def __del__(self):
        if not self.is_view:
            check(LIB.TVMArrayFree(self.handle))

    @property
    def tensor(self):
        return ctypes.cast(self.handle, POINTER(DLTensor)).contents

    def shape(self):
        return tuple(self.tensor.shape[i] for i in range(self.tensor.ndim))

    def tobytes(self, size):
        data = ctypes.create_string_buffer(size)
        check(LIB.TVMArrayCopyToBytes(self.handle, data, c_size_t(size)))
        return data.raw


class Module:
    def __init__(self, handle):
        self.handle = handle

    def __del__(self):
        check(LIB.TVMModFree(self.handle))

    def __getitem__(self, name):
        function = c_void_p()
        check(LIB.TVMModGetFunction(self.handle, name.encode(), c_int(0), byref(function)))
        if not function.value:
            raise AttributeError("Module has no function '%s'" % name)
        return Function(function)


class Object:
    def __init__(self, handle):
        self.handle = handle

    def __del__(self):
        check(LIB.TVMObjectFree(self.handle))

    def type_index(self):
        index = c_uint()
        check(LIB.TVMObjectGetTypeIndex(self.handle, byref(index)))
        return index.value


class Device:
    def __init__(self, kind, number):
        self.kind, self.number = kind, number


def pack(arg, value, keep):
    if arg is None:
        value.v_handle = None
        return NULL
    if isinstance(arg, Array):
        value.v_handle = ctypes.cast(arg.handle, c_void_p)
        return TENSOR if arg.is_view else NDARRAY
    if isinstance(arg, Module):
        value.v_handle = arg.handle
        return MODULE
    if isinstance(arg, Function):
        value.v_handle = arg.handle
        return FUNC
    if isinstance(arg, Object):
        value.v_handle = arg.handle
        return OBJECT
    if isinstance(arg, (int, bool)):
        value.v_int64 = arg
        return INT
    if isinstance(arg, float):
        value.v_float64 = arg
        return FLOAT
    if isinstance(arg, Device):
        value.v_int64 = struct.unpack("=q", struct.pack("=ii", arg.kind, arg.number))[0]
        return DEVICE
    if isinstance(arg, (bytes, bytearray)):
        array = ByteArray(ctypes.cast(ctypes.create_string_buffer(bytes(arg), len(arg)), POINTER(ctypes.c_byte)),
                          len(arg))
        keep.append(array)
        value.v_handle = ctypes.cast(ctypes.pointer(array), c_void_p)
        return BYTES
    if isinstance(arg, str):
        text = arg.encode("utf-8")
        keep.append(text)
        value.v_str = text
        return STR
    if isinstance(arg, c_void_p):
        value.v_handle = arg
        return HANDLE
    if callable(arg):
        function = convert(arg)
        keep.append(function)
        value.v_handle = function.handle
        return FUNC
    raise TypeError("cannot convert to a TVM value: %r" % (arg,))


def unpack(value, code):
    """Converts a value that the caller owns."""
    if code == BYTES:
        array = ctypes.cast(value.v_handle, POINTER(ByteArray)).contents
        return bytearray(ctypes.string_at(array.data, array.size))
    if code == DEVICE:
        return Device(*struct.unpack("=ii", struct.pack("=q", value.v_int64)))
    return {
        INT: lambda: value.v_int64,
        FLOAT: lambda: value.v_float64,
        HANDLE: lambda: c_void_p(value.v_handle),
        NULL: lambda: None,
        OBJECT: lambda: Object(c_void_p(value.v_handle)),
        MODULE: lambda: Module(c_void_p(value.v_handle)),
        FUNC: lambda: Function(c_void_p(value.v_handle)),
        STR: lambda: value.v_str.decode("utf-8"),
        NDARRAY: lambda: Array(c_void_p(value.v_handle)),
    }[code]()


def unpack_arg(value, code):
    """Converts an argument of a callback. Arguments are borrowed, so objects are retained first."""
    if code.value == TENSOR:
        return Array(c_void_p(value.v_handle), is_view=True)
    if code.value in (OBJECT, MODULE, FUNC, NDARRAY, RVALUE):
        check(LIB.TVMCbArgToReturn(byref(value), byref(code)))
    return unpack(value, code.value)


def turned_around(text):
    """Converts a formatted traceback to the format of the library: message first, then the frames.

    The input may contain several tracebacks, because the message of an exception that passed
    through the library contains one.
    """
    message, frames, in_trace = [], [], False
    for line in text.rstrip().split("\n"):
        if "Traceback" in line:
            in_trace = True
        elif in_trace and line.startswith("  "):
            frames.append(line)
        else:
            in_trace = False
            message.append(line)
    return "\n".join(message + ["Stack trace:"] + frames[::-1]) + "\n"


@Finalizer
def release(resource):
    ctypes.pythonapi.Py_DecRef(ctypes.cast(resource, ctypes.py_object))


def convert(callback):
    """Wraps a Python function in a library function that keeps it alive."""

    def call(values, codes, count, result, _):
        try:
            args = []
            for i in range(count):
                # The arguments are converted in place, as in the package.
                value = Value.from_address(ctypes.addressof(values.contents) + i * ctypes.sizeof(Value))
                code = c_int.from_address(ctypes.addressof(codes.contents) + i * ctypes.sizeof(c_int))
                args.append(unpack_arg(value, code))
            answer = callback(*args)
        except Exception:
            LIB.TVMAPISetLastError(c_char_p(turned_around(traceback.format_exc()).encode("utf-8")))
            return -1
        if answer is not None:
            keep, value = [], Value()
            code = c_int(pack(answer, value, keep))
            check(LIB.TVMCFuncSetReturn(c_void_p(result), byref(value), byref(code), c_int(1)))
        return 0

    function, made = PackedCFunc(call), c_void_p()
    resource = ctypes.py_object(function)
    ctypes.pythonapi.Py_IncRef(resource)
    check(LIB.TVMFuncCreateFromCFunc(function, resource, release, byref(made)))
    return Function(made)


def global_names():
    names, size = POINTER(c_char_p)(), c_int()
    check(LIB.TVMFuncListGlobalNames(byref(size), byref(names)))
    return [names[i].decode() for i in range(size.value)]


def get_global(name, is_global=False):
    handle = c_void_p()
    check(LIB.TVMFuncGetGlobal(name.encode(), byref(handle)))
    return Function(handle, is_global) if handle.value else None


def register(name, callback, override=False):
    function = convert(callback)
    check(LIB.TVMFuncRegisterGlobal(name.encode(), function.handle, c_int(override)))


def raises(kind, text, work):
    try:
        work()
    except kind as error:
        assert type(error) is kind and text in str(error), repr(error)
        return str(error)
    raise AssertionError("expected %s: %s" % (kind, text))


def test_import():
    # The package fetches each function of a namespace once and never frees it.
    for namespace in ["runtime", "node", "runtime.profiling", "ir", "tir", "relay", "target"]:
        for name in global_names():
            if name.startswith(namespace) and "." not in name[len(namespace) + 1:]:
                assert get_global(name, is_global=True)
    # An unknown type key returns an error code and is otherwise ignored.
    index = c_uint()
    known = ["runtime.NDArray", "runtime.ADT", "runtime.String", "runtime.ShapeTuple", "Array", "Map"]
    known += ["runtime.profiling.Report", "runtime.profiling.MetricCollector", "runtime.profiling.DeviceWrapper"]
    for key in known + ["SourceName", "tir.Var", "SourceMap"]:
        code = LIB.TVMObjectTypeKey2Index(key.encode(), byref(index))
        assert code == 0 or key not in known
    # Functions that the package registers.
    for name in ["diagnostics.override_renderer", "tvm.default_trace_action", "target._load_config_dict"]:
        assert get_global(name) is None
        register(name, lambda: None)
    assert get_global("runtime.profiling.PAPIMetricCollector") is None


def test_calls():
    seen = []
    echo = convert(lambda *args: seen.append(args) or (args[0] if args else None))
    for value in [1, -(2**63), 2**63 - 1, True, 0.5, "text", "", "caf\u00e9 \U0001f980", None]:
        assert echo(value) == value
    assert echo(b"a\0b") == bytearray(b"a\0b") and echo(b"") == bytearray()
    assert echo() is None
    assert echo(1, 2.0, "three", None) == 1 and seen[-1] == (1, 2.0, "three", None)
    device = echo(Device(4, 1))
    assert (device.kind, device.number) == (4, 1)
    assert echo(c_void_p(17)).value == 17
    # Functions as arguments and results keep the variables that they capture.
    add = convert(lambda x: lambda y: x + y)
    assert add(3)(4) == 7
    assert convert(lambda f, x: f(f(x)))(lambda x: x * 3, 2) == 18


def test_errors():
    def bad(number):
        raise ValueError("bad %d" % number)

    bad_function = convert(bad)
    text = raises(ValueError, "bad 3", lambda: bad_function(3))
    assert "in bad" in text and "front_end.py" in text
    # An error that passes through several functions keeps its type and the order of its frames,
    # the innermost last.
    outer = convert(lambda: convert(lambda: bad_function(5))())
    text = raises(ValueError, "bad 5", outer)
    assert text.startswith("Traceback (most recent call last):")
    assert text.rindex("in bad") > text.rindex("in __call__")
    raises(TypeError, "cannot convert to a TVM value", lambda: convert(lambda: bad_function([]))())
    raises(KeyError, "x", convert(lambda: {}["x"]))

    class Other(Exception):
        pass

    def other():
        raise Other("something else")

    raises(TVMError, "something else", convert(other))
    raises(TVMError, "already registered", lambda: [register("py.twice", abs) for _ in range(2)])


def test_registry():
    register("py.add", lambda a, b: a + b)
    assert "py.add" in global_names()
    assert get_global("py.add")(1, 2) == 3
    register("py.add", lambda a, b: a - b, override=True)
    assert get_global("py.add")(1, 2) == -1
    check(LIB.TVMFuncRemoveGlobal(b"py.add"))
    assert get_global("py.add") is None and "py.add" not in global_names()


def test_lifetimes():
    class Guard:
        alive = 0

        def __init__(self):
            Guard.alive += 1

        def __del__(self):
            Guard.alive -= 1

    def make():
        guard = Guard()
        return convert(lambda: guard.alive)

    function = make()
    gc.collect()
    assert Guard.alive == 1 and function() == 1
    assert convert(lambda f: f)(function)() == 1
    del function
    gc.collect()
    assert Guard.alive == 0
    # Null may be freed.
    for free in [LIB.TVMFuncFree, LIB.TVMModFree, LIB.TVMObjectFree, LIB.TVMArrayFree]:
        check(free(c_void_p()))


def capsule_of(array):
    """Exports an array like a producer of the DLPack protocol for Python."""
    pointer = c_void_p()
    check(LIB.TVMArrayToDLPack(array.handle, byref(pointer)))
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
    return new(pointer, b"dltensor", None), pointer


def test_arrays():
    # Memory of the front end may be passed as a tensor and copied.
    data, shape = (ctypes.c_float * 6)(*range(6)), (c_int64 * 2)(2, 3)
    tensor = DLTensor(ctypes.addressof(data), DLDevice(1, 0), 2, DLDataType(2, 32, 1), shape, None, 0)
    view = Array(ctypes.cast(ctypes.pointer(tensor), c_void_p), is_view=True)
    assert view.tobytes(24) == bytes(data)
    assert convert(lambda a: a.is_view and a.shape() == (2, 3))(view) == 1

    handle = c_void_p()
    check(LIB.TVMArrayAlloc(shape, 2, 2, 32, 1, 1, 0, byref(handle)))
    array = Array(handle)
    check(LIB.TVMArrayCopyFromBytes(array.handle, data, c_size_t(24)))
    assert array.shape() == (2, 3) and array.tobytes(24) == bytes(data)
    index = c_uint()
    check(LIB.TVMArrayGetTypeIndex(array.handle, byref(index)))
    assert index.value == 2
    raises(TVMError, "ArrayCopyToBytes: size mismatch", lambda: array.tobytes(23))

    # An array passed through a function keeps its handle.
    same = convert(lambda a: a)(array)
    assert same.handle.value == array.handle.value and not same.is_view
    del array
    assert same.tobytes(24) == bytes(data)

    # Export and import with DLPack.
    capsule, pointer = capsule_of(same)
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    taken = c_void_p()
    check(LIB.TVMArrayFromDLPack(c_void_p(get(capsule, b"dltensor")), byref(taken)))
    back = Array(taken)
    assert back.tensor.data == same.tensor.data
    del same
    assert back.tobytes(24) == bytes(data)
    _, pointer = capsule_of(back)
    LIB.TVMDLManagedTensorCallDeleter(pointer)

    handle = c_void_p()
    check(LIB.TVMArrayAlloc(shape, 2, 0, 32, 1, 1, 0, byref(handle)))
    copy = Array(handle)
    check(LIB.TVMArrayCopyFromTo(back.handle, copy.handle, None))
    assert copy.tobytes(24) == bytes(data)


def test_modules_and_objects():
    module = get_global("runtime.SystemLib")()
    assert isinstance(module, Module)
    raises(AttributeError, "Module has no function 'nope'", lambda: module["nope"])
    assert convert(lambda m: m)(module).handle.value == module.handle.value
    raises(TVMError, "Cyclic dependency", lambda: check(LIB.TVMModImport(module.handle, module.handle)))
    assert Object.type_index(module) == 1


def test_reports():
    text = get_global("runtime.GetFFIString")
    json = '{"calls":[{"Name":{"string":"f"},"Count":{"count":2}}],"device_metrics":{"cpu0":{}}}'
    report = get_global("runtime.profiling.FromJSON")(json)
    assert text(get_global("runtime.profiling.AsJSON")(report)) == json
    assert text(get_global("runtime.profiling.AsCSV")(report)) == 'Count,Name\n2,"f"\n'
    table = text(get_global("runtime.profiling.AsTable")(report, True, True, True))
    assert [line.split()[0] for line in table.splitlines()] == ["Name", "f", "----------", "Sum", "Total"]
    raises(ValueError, "at line 1 column 2", lambda: get_global("runtime.profiling.FromJSON")("{]"))
    assert isinstance(get_global("runtime.profiling.DeviceWrapper")(Device(1, 0)), Object)


def test_streams():
    stream = c_void_p()
    check(LIB.TVMStreamCreate(1, 0, byref(stream)))
    check(LIB.TVMSetStream(1, 0, stream))
    check(LIB.TVMSynchronize(1, 0, stream))
    check(LIB.TVMStreamFree(1, 0, stream))
    raises(TVMError, "Device API vulkan is not enabled", lambda: check(LIB.TVMSynchronize(7, 0, stream)))


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
gc.collect()
print("done")
