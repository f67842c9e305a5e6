"""Tensors: NumPy's and those of any library that speaks DLPack, in and out."""

import numpy

from . import _objet
from ._objet import Device

NDArray = _objet.class_of_key("runtime.NDArray")


def device(name, index=0):
    """A device by the name of its type, or its number."""
    return Device(name, index)


def cpu(index=0):
    """The host."""
    return Device(1, index)


def cuda(index=0):
    """A GPU of NVIDIA's."""
    return Device(2, index)


def from_dlpack(tensor):
    """A tensor of another library, where it is: nothing is copied. Who changes it there changes it here."""
    return _objet.from_dlpack(tensor)


def array(source, dtype=None, device=None):
    """A new tensor with these elements: of a tensor, an array of NumPy's, lists or numbers."""
    target = device or cpu()
    if isinstance(source, NDArray):
        if dtype is None or dtype == source.dtype:
            return _objet.tensor_copy_to(source, target)
        source = source.numpy()
    elif not isinstance(source, numpy.ndarray) and hasattr(source, "__dlpack__"):
        try:
            return array(from_dlpack(source), dtype, device)
        except BufferError:
            source = numpy.asarray(source)
    found = numpy.asarray(source)
    if dtype is None and not isinstance(source, (numpy.ndarray, numpy.generic)):
        dtype = {"float64": "float32"}.get(found.dtype.name)
    name = str(numpy.dtype(dtype)) if isinstance(dtype, type) else dtype or found.dtype.name
    if name == "bfloat16":
        data = _to_bfloat16(found) if found.dtype.name != "bfloat16" else found
    else:
        data = found.astype(name, copy=False)
    return _objet.tensor_from_bytes(list(found.shape), name, data.tobytes(), target)


def empty(shape, dtype="float32", device=None):
    """A tensor whose elements mean nothing yet; on the host they are zero."""
    return _objet.tensor_empty(list(shape), str(dtype), device or cpu())


def _to_bfloat16(values):
    """The upper halves of floats, rounded to the nearest, to even ones in the middle."""
    bits = numpy.ascontiguousarray(values, dtype="float32").view("uint32")
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return numpy.where(numpy.isnan(values), 0x7FC0, rounded).astype("uint16")


def _view(self):
    """The elements where they are, for reading."""
    host = self if self.device.device_type == 1 else _objet.tensor_copy_to(self, cpu())
    if host.dtype == "bfloat16":
        bits = numpy.from_dlpack(_As(host, "uint16"))
        return (bits.astype("uint32") << 16).view("float32")
    if host.dtype == "bool":
        return numpy.from_dlpack(_As(host, "uint8")).view("bool")
    return numpy.from_dlpack(host)


class _As:
    """A tensor as one of integers, for NumPy, which has no such floats and no such truth values in DLPack."""

    def __init__(self, tensor, dtype):
        self.tensor = _objet.tensor_as(tensor, dtype)

    def __dlpack__(self, **options):
        return self.tensor.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


def _numpy(self):
    """A copy as an array of NumPy's; floats of 16 bits with the exponent of 32 become ones of 32 bits."""
    return numpy.array(_view(self))


def _array(self, dtype=None, copy=None):
    view = _view(self)
    if dtype is not None:
        view = view.astype(dtype, copy=False)
    return numpy.array(view) if copy else view


def _dlpack(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """The tensor for another library, as the array API standard asks for it."""
    if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
        raise BufferError("the tensor is on another device")
    tensor = _objet.tensor_copy_to(self, self.device) if copy else self
    return _objet.to_dlpack(tensor, max_version is not None and max_version[0] >= 1)


def _copyto(self, target):
    """A copy on a device."""
    return _objet.tensor_copy_to(self, target)


def _repr(self):
    return f"NDArray(shape={self.shape}, dtype={self.dtype!r}, device={self.device!r})"


NDArray.shape = property(lambda self: tuple(_objet.tensor_about(self)[0]), doc="The extents.")
NDArray.strides = property(lambda self: _objet.tensor_about(self)[1], doc="Steps in elements; `None` if compact.")
NDArray.dtype = property(lambda self: _objet.tensor_about(self)[2], doc="The type of the elements.")
NDArray.device = property(lambda self: _objet.tensor_about(self)[3], doc="Where the elements are.")
NDArray.numpy = _numpy
NDArray.copyto = _copyto
NDArray.__array__ = _array
NDArray.__dlpack__ = _dlpack
NDArray.__dlpack_device__ = lambda self: (self.device.device_type, self.device.device_id)
NDArray.__repr__ = _repr
NDArray.__str__ = lambda self: str(self.numpy())
NDArray.__len__ = lambda self: self.shape[0]
