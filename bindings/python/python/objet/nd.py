"""Tensors, and their exchange with NumPy and all libraries that support DLPack."""

import collections.abc
import math
import operator
import pickle
import sys

import numpy

from . import _objet, dtypes
from ._objet import Device, from_dlpack

NDArray = _objet.class_of_key("runtime.NDArray")
_Array = _objet.class_of_key("Array")


def device(name, index=None):
    """Returns a device by the name or the number of its type, or by a name with an index.

    ``device("cuda", 1)`` and ``device("cuda:1")`` are the same device.
    """
    if index is None:
        return _objet.device_of(name) if isinstance(name, str) else Device(name)
    return Device(name, index)


def cpu(index=0):
    """Returns the host device."""
    return Device(1, index)


def cuda(index=0):
    """Returns an NVIDIA GPU."""
    return Device(2, index)


def array(source, dtype=None, device=None):
    """Makes a new tensor from a tensor, a NumPy array, lists or numbers.

    The default data type is that of the values, and ``float32`` for Python floats. Integers without
    a type that has all of them are an `OverflowError`. The device is a `Device` or its name, such
    as ``"cuda:1"``.
    """
    if isinstance(dtype, Device):
        raise TypeError(f"expected an element type as the second argument, found {dtype!r}: pass it as device=")
    target = device or cpu()
    name = None if dtype is None else dtypes.name(dtype)
    if isinstance(source, NDArray):
        if name is None or name == source.dtype:
            return _objet.tensor_copy_to(source, target)
        source = source.numpy()
    elif not isinstance(source, numpy.ndarray) and hasattr(type(source), "__dlpack__"):
        try:
            return array(from_dlpack(source), name, device)
        except BufferError:
            source = numpy.asarray(source)
    found = numpy.asarray(source)
    is_large = found.dtype == object and not isinstance(source, numpy.ndarray) and _are_large(found)
    if is_large and name is not None and "float" in name:
        found = found.astype("float64")
    try:
        own = dtypes.name_of_numpy(found.dtype)
    except TypeError as refused:
        if is_large:
            raise _no_integer_type(found) from None
        raise TypeError(f"{refused}, found in {type(source).__name__}") from None
    is_plain = not isinstance(source, (numpy.ndarray, numpy.generic))
    if name is None:
        name = _narrowed(source, found) if is_plain and own == "float64" else own
    if is_plain:
        dtypes.check_range(found, name)
    shape, held = dtypes.of_values(found, name)
    return _objet.tensor_from_bytes(shape, name, held.tobytes(), target)


def _as_integers(values, refused):
    """Returns a view of a NumPy array as unsigned integers, and the name of the data type.

    ``refused`` is the error of NumPy, which does not export the array. The array must be of a type
    that only `ml_dtypes` and tensors have.
    """
    try:
        name = dtypes.name_of_numpy(values.dtype)
    except TypeError as unknown:
        raise TypeError(f"{unknown}: convert the array by `astype`, or pass a list (`tolist()`)") from refused
    if dtypes.has_native_bits(values.dtype):
        return dtypes.bits(values), name
    why = str(refused).rstrip(".")
    raise BufferError(f"cannot share a NumPy array of {values.dtype}: {why} (`objet.nd.array` copies it)") from refused


def _are_large(found):
    """Whether the elements are Python integers, of which NumPy has no type."""
    return found.size > 0 and all(type(value) is int for value in found.flat)


def _no_integer_type(found):
    values = list(found.flat)
    shown = values[0] if len(values) == 1 else f"{min(values)} to {max(values)}"
    return OverflowError(f"no data type of integers has {shown}: pass a data type of floats, or smaller integers")


def _narrowed(source, found):
    """Returns the data type of nested sequences whose values NumPy has made doubles.

    Python floats have no data type. They do not widen the values beside them.
    """
    has_floats, has_types, has_others, stack = False, False, False, [source]
    while stack:
        value = stack.pop()
        if type(value) in (float, int, bool):
            has_floats = has_floats or type(value) is float
        elif isinstance(value, (list, tuple)):
            kinds = set(map(type, value))
            if kinds <= {float, int, bool}:
                has_floats = has_floats or float in kinds
            else:
                stack.extend(value)
        elif not isinstance(value, _Array) and _has_type(value):
            if numpy.asarray(value).dtype == "float64":
                return "float64"
            has_types = True
        elif isinstance(value, collections.abc.Sequence) and not isinstance(value, str):
            stack.extend(value)
        else:
            has_floats = has_floats or isinstance(value, float)
            has_others = True
    if not (has_types or has_floats or has_others) and found.size:
        raise _no_integer_type(numpy.asarray(source, object))
    return "float64" if has_types and not has_floats else "float32"


def _has_type(value):
    """Whether a value tells NumPy its data type."""
    if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
        return True
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


def empty(shape, dtype=None, device=None):
    """Allocates a tensor, of ``float32`` by default.

    The elements are zero on the host and unspecified elsewhere.
    """
    name = "float32" if dtype is None else dtypes.name(dtype)
    return _objet.tensor_empty(_extents(shape), name, device or cpu())


def zeros(shape, dtype=None, device=None):
    """Makes a tensor of zeros, of ``float32`` by default."""
    made = empty(shape, dtype)
    return made if device is None or _objet.device_of(device) == cpu() else _objet.tensor_copy_to(made, device)


def _extents(shape):
    return list(shape) if hasattr(shape, "__iter__") else [operator.index(shape)]


def _is_on_host(tensor):
    return tensor.device.device_type in (1, 3)


class _Memory:
    """Shares the elements of a host tensor with NumPy. The NumPy array keeps the tensor alive."""

    def __init__(self, tensor, address, *, is_read_only):
        self.tensor = tensor
        self.held, shape, strides = dtypes.layout(tensor.dtype, tensor.shape, tensor.strides)
        self.__array_interface__ = {
            "version": 3,
            "typestr": f"|V{self.held.itemsize}",
            "shape": shape,
            "strides": strides,
            "data": (address, is_read_only),
        }

    def array(self):
        """Returns a NumPy array that shares the elements, in their stored form."""
        shape = self.__array_interface__["shape"]
        return numpy.asarray(self).view(self.held) if math.prod(shape) else numpy.empty(shape, self.held)


def _held(self):
    """Returns the elements as a read-only NumPy array in their stored form.

    Elements on the host are shared, and elements on other devices are copied.
    """
    host = self if _is_on_host(self) else _objet.tensor_copy_to(self, cpu())
    return _Memory(host, _objet.tensor_address(host), is_read_only=True).array()


def _numpy(self):
    """Copies the tensor to a NumPy array.

    Element types that NumPy does not have become wider types. `bfloat16` becomes the type of the
    package `ml_dtypes`, or `float32` if the package is not installed.
    """
    return numpy.array(dtypes.widened(_held(self), self.dtype))


def _array(self, dtype=None, copy=None):
    is_view = _is_on_host(self) and not dtypes.is_widened(self.dtype)
    view = numpy.asarray(dtypes.widened(_held(self), self.dtype))
    # `dtype is None` is tested first, because the default NumPy data type equals None.
    is_as_held = dtype is None or numpy.dtype(dtype) == view.dtype
    if copy is False and not (is_view and is_as_held):
        wanted = "" if is_as_held else f" as {numpy.dtype(dtype)}"
        raise ValueError(f"cannot view a tensor of {self.dtype} on {self.device!r}{wanted} in NumPy without a copy")
    if dtype is not None:
        view = view.astype(dtype, copy=False)
    return numpy.array(view) if copy else view


def _jax_array(self):
    """Returns a copy for `jax.numpy.asarray`, which does not take data types by name."""
    from jax import numpy as jax_numpy

    return jax_numpy.asarray(numpy.asarray(self))


def _copyto(self, target):
    """Copies the tensor to a device, or copies the elements into a tensor. Returns the copy."""
    if isinstance(target, NDArray):
        return target.copyfrom(self)
    return _objet.tensor_copy_to(self, target)


def _copyfrom(self, source):
    """Copies the elements of a tensor or an array of the same shape into this tensor.

    Returns this tensor. The copy is an error while a native object, another library or a view
    refers to this tensor, because they would see the change. NumPy arrays from `numpy.asarray` do
    see the change.

    A write to a view writes to its whole tensor. The write is an error while anything except the
    view and the Python object of the whole tensor refers to one of them.
    """
    tensor = source if isinstance(source, NDArray) and source.dtype == self.dtype else array(source, self.dtype)
    if tensor.shape != self.shape:
        raise ValueError(f"expected elements of shape {self.shape}, found shape {tensor.shape}")
    _objet.tensor_copy_from(self, tensor)
    return self


def _spans(shape, index):
    """Returns a span for each index: the first element and, for a slice, the step and the count."""
    index = index if isinstance(index, tuple) else (index,)
    places = [place for place, item in enumerate(index) if item is Ellipsis]
    if len(places) > 1:
        raise IndexError("an index can have only one ellipsis")
    if places:
        whole = (slice(None),) * (len(shape) - len(index) + 1)
        index = index[: places[0]] + whole + index[places[0] + 1 :]
    if len(index) > len(shape):
        raise IndexError(f"expected at most {len(shape)} indices, found {len(index)}")
    spans = []
    for dimension, (item, extent) in enumerate(zip(index, shape)):
        if isinstance(item, slice):
            start, stop, step = item.indices(extent)
            count = len(range(start, stop, step))
            spans.append((start, (step, count)))
            continue
        try:
            # NumPy takes a truth value for a mask.
            place = operator.index(None if isinstance(item, bool) else item)
        except TypeError:
            raise TypeError(f"tensors are indexed by integers, slices and `...`, not by {type(item).__name__}") from None
        if not -extent <= place < extent:
            raise IndexError(f"index {place} is out of range for dimension {dimension} of extent {extent}")
        spans.append((place % extent, None))
    return spans


def _getitem(self, index):
    """Returns a view of the elements at an index. Each integer of the index removes a dimension."""
    return _objet.tensor_part(self, _spans(self.shape, index))


def _contains(self, value):
    """Whether an element equals a value, as in NumPy."""
    return value in numpy.asarray(self)


def _setitem(self, index, value):
    """Writes values to the elements at an index, under the conditions of `copyfrom`."""
    spans = _spans(self.shape, index)
    values = value.numpy() if isinstance(value, NDArray) else numpy.asarray(value)
    if not _is_on_host(self):
        if any(span != (0, (1, extent)) for span, extent in zip(spans, self.shape)):
            raise ValueError(f"cannot write to a part of a tensor on {self.device!r}: use `copyfrom` for the whole tensor")
        self.copyfrom(numpy.broadcast_to(values, self.shape))
        return
    dtypes.name_of_numpy(values.dtype)
    if not _has_type(value):
        dtypes.check_range(values, self.dtype)
    held = dtypes.narrowed(values, self.dtype)
    places = tuple(start if several is None else _slice(start, *several) for start, several in spans)
    address = _objet.tensor_address_for_writing(self, value)
    _Memory(self, address, is_read_only=False).array()[places] = held


def _slice(start, step, count):
    stop = start + step * count
    return slice(start, stop if stop >= 0 else None, step) if count else slice(0, 0)


def _reshape(self, *shape):
    """Returns a view of the elements in another shape. One of the extents may be -1."""
    wanted = [operator.index(extent) for extent in (_extents(shape[0]) if len(shape) == 1 else shape)]
    if wanted.count(-1) == 1:
        others = math.prod(extent for extent in wanted if extent != -1)
        wanted[wanted.index(-1)] = self.size // others if others else 0
    if math.prod(wanted) != self.size:
        raise ValueError(f"cannot view {self.size} elements of shape {self.shape} in the shape {tuple(wanted)}")
    return _objet.tensor_reshape(self, wanted)


def _item(self):
    """Returns the single element as a Python number."""
    if self.size != 1:
        raise ValueError(f"expected a tensor of one element, found shape {self.shape}")
    return self.numpy().item()


def _len(self):
    if not self.shape:
        raise TypeError("a tensor without dimensions has no length")
    return self.shape[0]


def _iter(self):
    length = _len(self)
    return (self[place] for place in range(length))


def _restore(saved, device):
    return _objet.tensor_loaded(saved, device)


def _restore_buffer(buffer, shape, dtype, device):
    """Makes a tensor of a buffer with the elements in row-major order, which it shares if possible.

    Elements that were inside of the pickle are `bytes`. They are copied, so that the tensor can be
    written.
    """
    if type(buffer) is not bytes and memoryview(buffer).nbytes:
        try:
            elements = from_dlpack(numpy.frombuffer(buffer, "uint8"))
        except BufferError:
            # This version of NumPy does not export read-only memory.
            pass
        else:
            return _objet.tensor_in_bytes(elements, shape, dtype, device)
    return _objet.tensor_from_bytes(shape, dtype, bytes(buffer), device)


def _reduce_ex(self, protocol):
    if protocol < 5 or sys.byteorder != "little" or type(self).__reduce__ is not NDArray.__reduce__:
        return self.__reduce__()
    elements = pickle.PickleBuffer(_held(_objet.tensor_as_bytes(self)))
    return _restore_buffer, (elements, self.shape, self.dtype, self.device)


# The maximum number of elements, and of characters for them, in a `repr`.
_SHOWN = 64
_SHOWN_TEXT = 400


def _repr(self):
    about = f"shape={self.shape}, dtype={self.dtype!r}, device={self.device!r}"
    # A copy from another device could wait for work on this device.
    if not _is_on_host(self):
        return f"NDArray({about})"
    try:
        values = dtypes.widened(_held(self), self.dtype)
    except TypeError:
        # NumPy has no such elements.
        return f"NDArray({about})"
    text = numpy.array2string(values, separator=", ", prefix="NDArray(", threshold=_SHOWN)
    return f"NDArray({text if len(text) <= _SHOWN_TEXT else f'{text[:_SHOWN_TEXT]}…'}, {about})"


def _str(self):
    try:
        return str(self.numpy())
    except TypeError:
        return _repr(self)


NDArray.shape = property(lambda self: tuple(_objet.tensor_info(self)[0]), doc="The shape.")
NDArray.strides = property(lambda self: _objet.tensor_info(self)[1], doc="The strides in elements. `None` if the tensor is compact.")
NDArray.dtype = property(lambda self: _objet.tensor_info(self)[2], doc="The element type.")
NDArray.device = property(lambda self: _objet.tensor_info(self)[3], doc="The device of the elements.")
NDArray.ndim = property(lambda self: len(self.shape), doc="The number of dimensions.")
NDArray.size = property(lambda self: math.prod(self.shape), doc="The number of elements.")
NDArray.is_read_only = property(
    lambda self: _objet.tensor_is_read_only(self), doc="Whether the memory is read-only."
)
NDArray.numpy = _numpy
NDArray.asnumpy = _numpy
NDArray.copyto = _copyto
NDArray.copyfrom = _copyfrom
NDArray.reshape = _reshape
NDArray.item = _item
NDArray.__array__ = _array
NDArray.__jax_array__ = _jax_array
NDArray.__getitem__ = _getitem
NDArray.__setitem__ = _setitem
NDArray.__contains__ = _contains
NDArray.__len__ = _len
NDArray.__iter__ = _iter
NDArray.__bool__ = lambda self: bool(_item(self))
NDArray.__int__ = lambda self: int(_item(self))
NDArray.__float__ = lambda self: float(_item(self))
NDArray.__reduce__ = lambda self: (_restore, (_objet.tensor_saved(self), self.device))
NDArray.__reduce_ex__ = _reduce_ex
NDArray.__repr__ = _repr
NDArray.__str__ = _str
