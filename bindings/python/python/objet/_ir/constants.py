"""Constants as numbers, and comparisons of expressions.

- A constant has the value, the hash and the order of its number. It compares by value with other
  constants, with Python numbers and with scalars of NumPy. NumPy sees it as an array without
  dimensions.
- Operators without an expression, such as ``abs`` and ``**``, give Python numbers.
- Any other expression is equal only to itself. ``==`` with a number is an error, because ``False``
  would be misleading.
- ``<`` of scalars that are not both constants or numbers makes an expression, which has no truth
  value.
"""

import math
import operator
from numbers import Number

import numpy

from .. import _objet
from ..functions import get_global_func

# The operator, and the function that makes it.
_ORDER = {"lt": "tir._OpLT", "le": "tir._OpLE", "gt": "tir._OpGT", "ge": "tir._OpGE"}
# The class, and the functions that errors suggest instead of ``==`` and ``!=``.
_EQUALITY = {
    "PrimExpr": "x.equal(y) or x.not_equal(y) to make an expression, or objet.structural_equal",
    "RelayExpr": "objet.ops.equal or objet.ops.not_equal to make an expression, or objet.structural_equal",
}

_classes = dict(_objet.all_classes())
_scalar = _classes.get("PrimExpr")


def is_scalar(operand):
    """Whether an operand is a scalar expression or a number."""
    return isinstance(operand, _scalar) or is_number(operand)


def is_number(operand):
    """Whether an operand is a Python number or a scalar of NumPy."""
    if isinstance(operand, Number):
        return True
    # NumPy's bool and the floats of other libraries are not registered as numbers.
    is_array = isinstance(operand, _objet.Object) or hasattr(operand, "__dlpack__")
    return not is_array and getattr(operand, "shape", None) == ()


def is_integer(operand):
    """Whether a number or an expression is an integer or a truth value."""
    dtype = getattr(operand, "dtype", None)
    return isinstance(operand, int) if dtype is None else str(dtype).startswith(("int", "uint", "bool"))


def number(operand):
    """Returns the Python number of a constant or a number, and `None` for other operands."""
    plain = _objet.plain(operand)
    if not is_number(plain):
        return None
    # Scalars of NumPy would wrap around at the bits of their data type.
    return plain.item() if hasattr(plain, "item") else plain


def operands(*scalars):
    """Returns scalars in the form that native functions take.

    A scalar of NumPy becomes a constant of its own data type. A Python number stays a number.
    """
    return [scalar if _has_no_type(scalar) else _constant_of(scalar) for scalar in scalars]


def _constant_of(scalar):
    is_large = str(scalar.dtype) == "uint64" and int(scalar) >= 2**63
    return large_integer(int(scalar), "uint64") if is_large else _objet.convert(scalar)


def large_integer(value, dtype):
    """Returns the expression of an unsigned integer that no constant holds, by its halves."""
    made = get_global_func("node.LargeUIntImm")("uint64", value & 0xFFFFFFFF, value >> 32)
    _, _, lanes = dtype.partition("x")
    return get_global_func("tir.Broadcast")(made, int(lanes)) if lanes else made


def _has_no_type(scalar):
    return isinstance(scalar, _objet.Object) or not hasattr(scalar, "dtype")


def _equality(instead):
    def equals(self, other):
        lhs, rhs = _objet.plain(self), _objet.plain(other)
        if not is_number(rhs):
            return NotImplemented
        if is_number(lhs):
            return lhs == rhs
        if isinstance(other, _scalar):
            # A constant and an expression that is not a constant compare by identity.
            return NotImplemented
        operands = f"{self.type_key} and {type(other).__name__}"
        raise TypeError(f"cannot compare an expression with a number by == or !=: {operands}; use {instead}")

    return equals


def _ordering(name, maker):
    compare = getattr(operator, name)

    def order(self, rhs):
        if not is_scalar(rhs):
            return NotImplemented
        numbers = _objet.plain(self), _objet.plain(rhs)
        return compare(*numbers) if all(map(is_number, numbers)) else get_global_func(maker)(*operands(self, rhs))

    return order


def _of_numbers(compute):
    """Returns the methods of an operator of numbers for its left and for its right operand."""

    def forward(self, rhs):
        return NotImplemented if (other := number(rhs)) is None else compute(self.value, other)

    def backward(self, lhs):
        return NotImplemented if (other := number(lhs)) is None else compute(other, self.value)

    return forward, backward


def _power(self, exponent, modulus=None):
    numbers = [number(exponent)] if modulus is None else [number(exponent), number(modulus)]
    return NotImplemented if None in numbers else pow(self.value, *numbers)


def _no_truth_value(self):
    raise ValueError(
        f"an expression has no truth value: {self.type_key}; "
        'use objet.ops.tir.all, objet.ops.tir.any and objet.get_global_func("tir.Not") instead of and, or and not'
    )


def _no_number(self):
    raise TypeError(f"only a constant is a number, found an expression: {self.type_key}")


def _no_integer(self):
    raise TypeError(f"only an integer is an index, found the constant {self.value} of {self.dtype}")


def _hash_of_number(self):
    # Python hashes NaN by identity, and each read of the value makes another float.
    return hash(self.value) if self.value == self.value else object.__hash__(self)


def _as_array(self, dtype=None, copy=None):
    """Returns the exact number as an array without dimensions, of int64, float64 or bool."""
    if copy is False:
        raise ValueError("cannot make an array of a constant without a copy")
    own = "float64" if isinstance(self, _classes["FloatImm"]) else "bool" if self.dtype == "bool" else "int64"
    return numpy.array(self.value, own if dtype is None else dtype)


if _scalar is not None:
    for _key, _instead in _EQUALITY.items():
        _classes[_key].__eq__ = _equality(_instead)
    for _name, _maker in _ORDER.items():
        setattr(_scalar, f"__{_name}__", _ordering(_name, _maker))
    _scalar.__bool__ = _no_truth_value
    _scalar.__int__ = _scalar.__float__ = _scalar.__index__ = _no_number
    # Scalars of NumPy have a lower priority and leave their operators to the expression. Arrays
    # have a higher one and apply their operators to each element.
    _scalar.__array_priority__ = -1.0
    for _constant in (_classes["IntImm"], _classes["FloatImm"]):
        _constant.__int__ = lambda self: int(self.value)
        _constant.__float__ = lambda self: float(self.value)
        _constant.__bool__ = lambda self: bool(self.value)
        _constant.__hash__ = _hash_of_number
        _constant.__format__ = lambda self, spec: format(self.value, spec) if spec else str(self)
        _constant.__array__ = _as_array
        _constant.__abs__ = lambda self: abs(self.value)
        _constant.__floor__ = lambda self: math.floor(self.value)
        _constant.__ceil__ = lambda self: math.ceil(self.value)
        _constant.__trunc__ = lambda self: math.trunc(self.value)
        _constant.__pow__, _constant.__rpow__ = _power, _of_numbers(pow)[1]
        _constant.__divmod__, _constant.__rdivmod__ = _of_numbers(divmod)
        _constant.__round__ = lambda self, digits=None: round(self.value, digits)
    _classes["IntImm"].__index__ = lambda self: self.value
    _classes["FloatImm"].__index__ = _no_integer
