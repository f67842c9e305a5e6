"""Types of elements: their names, and how NumPy holds such elements."""

import re

import numpy

from . import _objet

# What NumPy has only by the package `ml_dtypes`, by its names there.
_OF_ML_DTYPES = re.compile(r"float(8|6|4)_\w+")
# What NumPy holds in numbers of another type: these, and those in whose bytes it stands.
_WIDENED = {"bfloat16": ("float32", "uint16"), "int4": ("int8", "uint8"), "uint4": ("uint8", "uint8")}


def name(dtype):
    """The name of a type of elements that is given by name, as one of NumPy's types, or as a class of numbers."""
    if isinstance(dtype, str):
        return _objet.data_type_name({"bool8": "bool"}.get(dtype, dtype))
    try:
        found = numpy.dtype(dtype)
    except TypeError:
        raise TypeError(f"expected a type of elements, found {dtype!r}") from None
    return name_of_numpy(found)


def name_of_numpy(dtype):
    """The name of one of NumPy's types, whatever its order of bytes."""
    if dtype.kind in "biufc" or dtype.name in _WIDENED or _OF_ML_DTYPES.fullmatch(dtype.name):
        return dtype.name
    raise TypeError(f"tensors have numbers and truth values for elements, and none of type {dtype}")


def split(name):
    """The name of one number, and how many numbers an element has."""
    found = re.fullmatch(r"(.*[0-9]\w*?)x([0-9]+)", name)
    if found is None:
        return name, 1
    if found[1] in ("int4", "uint4") or re.match("float[46]_", found[1]):
        raise TypeError(f"NumPy has no {name}, whose numbers share bytes")
    return found[1], int(found[2])


def _held(number):
    """The type in whose bytes NumPy holds such numbers."""
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
        return numpy.dtype(number)
    except TypeError:
        raise TypeError(f"NumPy has no {number or 'void'}") from None


def is_widened(name):
    """Whether NumPy gets a copy of such elements, as numbers of another type."""
    return split(name)[0] in _WIDENED


def layout(name, shape, strides):
    """The type, the shape and the steps in bytes of elements as NumPy holds them; an element of several numbers is a dimension more."""
    number, lanes = split(name)
    held = _held(number)
    size = held.itemsize
    if strides is not None:
        strides = tuple(step * size * lanes for step in strides) + ((size,) if lanes != 1 else ())
    return held, tuple(shape) + ((lanes,) if lanes != 1 else ()), strides


def widened(held, name):
    """What NumPy holds, as numbers that it knows."""
    number, _ = split(name)
    if number == "bfloat16":
        return (held.astype("uint32") << numpy.uint32(16)).view("float32")
    if number == "int4":
        return (held << numpy.uint8(4)).view("int8") >> numpy.int8(4)
    return held & numpy.uint8(0xF) if number == "uint4" else held


def narrowed(values, name):
    """Numbers of NumPy's as it holds those of another type."""
    number, _ = split(name)
    if number == "bfloat16":
        return values.view("uint16") if values.dtype.name == number else _to_bfloat16(values)
    if number in _WIDENED:
        return values.astype(_WIDENED[number][0]).view("uint8") & numpy.uint8(0xF)
    return values.astype(_held(number), copy=False)


def of_values(values, name):
    """The shape of a tensor with these numbers, and the numbers as NumPy holds them."""
    lanes, shape = split(name)[1], values.shape
    if lanes != 1:
        if not shape or shape[-1] != lanes:
            raise ValueError(f"expected {lanes} numbers for each {name} in the last dimension, found shape {shape}")
        shape = shape[:-1]
    return list(shape), narrowed(values, name)


def _to_bfloat16(values):
    """The upper halves of floats, rounded to the nearest, to even ones in the middle."""
    bits = numpy.asarray(values, dtype="float32", order="C").view("uint32")
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return numpy.where(numpy.isnan(values), 0x7FC0, rounded).astype("uint16")
