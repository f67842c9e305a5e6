"""Element types: their names, and the NumPy types that store such elements."""

import functools
import re

import numpy

from . import _objet

# Types that NumPy supports only with the package `ml_dtypes`, which uses the same names.
_OF_ML_DTYPES = re.compile(r"float(8|6|4)_\w+")
# The least and the greatest number of types of four bits.
_OF_FOUR_BITS = {"int4": (-8, 7), "uint4": (0, 15)}
# Types that NumPy does not have: the wider type for their values, and the type that stores them.
_WIDENED = {"bfloat16": ("float32", "uint16"), "int4": ("int8", "uint8"), "uint4": ("uint8", "uint8")}


def name(dtype):
    """Returns the name of an element type: a name, a NumPy type, or a class of numbers."""
    if isinstance(dtype, str):
        return _objet.data_type_name({"bool8": "bool"}.get(dtype, dtype))
    try:
        found = numpy.dtype(dtype)
    except TypeError:
        raise TypeError(f"expected an element type, found {dtype!r}") from None
    return name_of_numpy(found)


def name_of_numpy(dtype):
    """Returns the name of a NumPy type. The byte order is ignored."""
    if dtype.kind in "biufc" or dtype.name in _WIDENED or _OF_ML_DTYPES.fullmatch(dtype.name):
        return dtype.name
    raise TypeError(f"tensors cannot have elements of type {dtype}")


def bits(values):
    """Returns a view of a NumPy array as unsigned integers of the same size."""
    return values.view(f"uint{8 * values.dtype.itemsize}")


def has_native_bits(dtype):
    """Whether tensors store the bits of a NumPy type of `ml_dtypes` unchanged, in whole bytes."""
    return dtype.name == "bfloat16" or dtype.name.startswith("float8_")


def split(name):
    """Returns the name of the type of one lane, and the number of lanes."""
    found = re.fullmatch(r"(.*[0-9]\w*?)x([0-9]+)", name)
    if found is None:
        return name, 1
    if found[1] in ("int4", "uint4") or re.match("float[46]_", found[1]):
        raise TypeError(f"NumPy has no {name}, whose numbers share bytes")
    return found[1], int(found[2])


def _held(number):
    """Returns the NumPy type that stores numbers of a type."""
    if number in _WIDENED:
        return numpy.dtype(_WIDENED[number][1])
    if _OF_ML_DTYPES.fullmatch(number):
        try:
            import ml_dtypes
        except ImportError:
            raise TypeError(f"NumPy has no {number} without the package ml_dtypes") from None
        if hasattr(ml_dtypes, number):
            return numpy.dtype(getattr(ml_dtypes, number))
    try:
        # tvm-ffi has a type of its own for truth values, which are bytes too.
        return numpy.dtype("bool" if number == "bool8" else number)
    except TypeError:
        raise TypeError(f"NumPy has no {number or 'void'}") from None


@functools.cache
def _bfloat16():
    """Returns the NumPy type `bfloat16` of the package `ml_dtypes`, or `None` without it."""
    try:
        import ml_dtypes
    except ImportError:
        return None
    return numpy.dtype(ml_dtypes.bfloat16)


def is_widened(name):
    """Whether NumPy gets elements of a type as a copy with a wider type."""
    number, _ = split(name)
    return number in _WIDENED and not (number == "bfloat16" and _bfloat16() is not None)


def layout(name, shape, strides):
    """Returns the NumPy type, shape and byte strides of elements.

    Elements with several lanes get an additional dimension.
    """
    number, lanes = split(name)
    held = _held(number)
    size = held.itemsize
    if strides is not None:
        strides = tuple(step * size * lanes for step in strides) + ((size,) if lanes != 1 else ())
    return held, tuple(shape) + ((lanes,) if lanes != 1 else ()), strides


def widened(held, name):
    """Converts stored elements to numbers of a type that NumPy has."""
    number, _ = split(name)
    if number == "bfloat16":
        if _bfloat16() is not None:
            return held.view(_bfloat16())
        return (held.astype("uint32") << numpy.uint32(16)).view("float32")
    if number == "int4":
        return (held << numpy.uint8(4)).view("int8") >> numpy.int8(4)
    return held & numpy.uint8(0xF) if number == "uint4" else held


def narrowed(values, name):
    """Converts NumPy numbers to the stored form of a type."""
    number, _ = split(name)
    if number == "bfloat16":
        return bits(values) if values.dtype.name == number else _to_bfloat16(values)
    if number in _WIDENED:
        return values.astype(_WIDENED[number][0]).view("uint8") & numpy.uint8(0xF)
    return values.astype(_held(number), copy=False)


def check_range(values, name):
    """Checks that numbers fit a type of integers, which takes the integer part of a float.

    A complex number fits no type of real numbers.
    """
    number, _ = split(name)
    if values.dtype.kind == "c" and not number.startswith("complex"):
        raise TypeError(f"{name} does not have complex numbers: pass a data type such as complex64")
    if values.dtype.kind not in "iuf" or not values.size:
        return
    if number in _OF_FOUR_BITS:
        least, most = _OF_FOUR_BITS[number]
    elif number not in _WIDENED and _held(number).kind in "iu":
        limits = numpy.iinfo(_held(number))
        least, most = limits.min, limits.max
    else:
        return
    for value in (values.min(), values.max()):
        if numpy.isnan(value):
            raise ValueError(f"{value} is no number of {name}")
        if numpy.isinf(value) or not least <= int(value) <= most:
            raise OverflowError(f"{value} does not fit into {name}, which has {least} to {most}")


def of_values(values, name):
    """Returns the shape of a tensor of the given numbers, and the numbers in stored form."""
    lanes, shape = split(name)[1], values.shape
    if lanes != 1:
        if not shape or shape[-1] != lanes:
            raise ValueError(f"expected {lanes} numbers for each {name} in the last dimension, found shape {shape}")
        shape = shape[:-1]
    return list(shape), narrowed(values, name)


def _to_bfloat16(values):
    """Returns the upper halves of the bits of floats, rounded to nearest, ties to even."""
    bits = numpy.asarray(values, dtype="float32", order="C").view("uint32")
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return numpy.where(numpy.isnan(values), 0x7FC0, rounded).astype("uint16")
