"""Operators of expressions: ``x + 1`` calls the function that makes an addition.

The functions fold constants in the bits of their data type. The operators raise an error if the
exact result of two integers does not fit. A constant gives a Python number beside a number that no
constant holds exactly, such as the integer 3 beside the float 0.1, and for an operator that has no
expression.
"""

import operator

import numpy

from .. import _objet
from ..functions import get_global_func
from .constants import is_integer, is_number, is_scalar, number, operands

# The operator of two scalars, its symbol, and the function that makes it.
_BINARY = {
    "add": ("+", "tir._OpAdd"),
    "sub": ("-", "tir._OpSub"),
    "mul": ("*", "tir._OpMul"),
    "truediv": ("/", "tir._OpDiv"),
    "floordiv": ("//", "tir._OpFloorDiv"),
    "mod": ("%", "tir._OpFloorMod"),
    # The operands of these are integers and truth values.
    "and": ("&", "tir.bitwise_and"),
    "or": ("|", "tir.bitwise_or"),
    "xor": ("^", "tir.bitwise_xor"),
    "lshift": ("<<", "tir.left_shift"),
    "rshift": (">>", "tir.right_shift"),
}
# The operator of two tensors, and the function that makes it.
_OF_TENSORS = {
    "add": "relay.op._make.add",
    "sub": "relay.op._make.subtract",
    "mul": "relay.op._make.multiply",
    "truediv": "relay.op._make.divide",
    "floordiv": "relay.op._make.floor_divide",
    "mod": "relay.op._make.floor_mod",
    "lt": "relay.op._make.less",
    "le": "relay.op._make.less_equal",
    "gt": "relay.op._make.greater",
    "ge": "relay.op._make.greater_equal",
}


def _of_scalars(make):
    """Returns the methods of an operator of scalars for its left and for its right operand."""

    def forward(self, rhs):
        return make(self, rhs) if is_scalar(rhs) else NotImplemented

    def backward(self, lhs):
        return make(lhs, self) if is_scalar(lhs) else NotImplemented

    return forward, backward


def _maker(name):
    symbol, function = _BINARY[name]
    compute = getattr(operator, f"__{name}__")

    def make(lhs, rhs):
        if _is_of_python(name, lhs, rhs):
            return compute(number(lhs), number(rhs))
        if name in ("truediv", "floordiv", "mod") and number(rhs) == 0:
            raise ZeroDivisionError(f"division by zero: {_operand(lhs)} {symbol} {_operand(rhs)}")
        made = get_global_func(function)(*operands(lhs, rhs), None)
        # The product of an expression and 0 is a constant, too.
        numbers = number(lhs), number(rhs)
        if isinstance(made, _integer) and None not in numbers:
            exact = compute(*map(int, numbers))
            if made.value != exact:
                raise OverflowError(
                    f"overflow of {made.dtype}: {int(lhs)} {symbol} {int(rhs)} is {exact}; "
                    "convert the constants with int() to compute with Python's integers"
                )
        return made

    return make


def _is_of_python(name, lhs, rhs):
    """Whether the result of two numbers is a number of Python instead of a constant."""
    are_integers = is_integer(lhs), is_integer(rhs)
    if all(are_integers) or number(lhs) is None or number(rhs) is None:
        return False
    # `//` and `%` of floats have no expression. A number of Python has no data type of its own.
    other = rhs if are_integers[0] else lhs
    return name in ("floordiv", "mod") or any(are_integers) and not hasattr(other, "dtype")


def _of_tensors(name):
    """Returns the methods of an operator of tensors for its left and for its right operand."""

    def forward(self, rhs):
        return get_global_func(name)(self, rhs) if isinstance(rhs, _tensor) else refuse(self, rhs)

    # Numbers are not accepted: their data type and shape as a tensor would be a guess.
    def refuse(self, other):
        if is_number(other):
            _refuse_operand(repr(other))
        return NotImplemented

    return forward, refuse


def _refuse_operand(found):
    raise TypeError(f"expected an expression beside a tensor, found {found}: make a constant by objet.ops.const")


def _apply(self, ufunc, method, *inputs, **options):
    """Applies an operator of NumPy to tensors and arrays of objects, for each object.

    An array of numbers is refused as a whole: NumPy would look at each number.
    """
    for each in inputs:
        if is_number(each):
            _refuse_operand(repr(each))
        if isinstance(each, numpy.ndarray) and each.dtype != object:
            _refuse_operand(f"an array of {each.dtype}")
    return getattr(ufunc, method)(*map(_boxed, inputs), **options)


def _boxed(operand):
    if not isinstance(operand, _tensor):
        return operand
    box = numpy.empty((), object)
    box[()] = operand
    return box


def _operand(operand):
    """Returns an operand for a message: a number, or the class of an expression."""
    value = number(operand)
    return _shown(operand) if value is None else repr(value)


def _quotient(lhs, rhs):
    """Divides scalars, but not two integers, whose rounding ``/`` does not say."""
    if is_integer(lhs) and is_integer(rhs):
        # Functions of NumPy divide the numbers that they are given.
        are_numbers = number(lhs) is not None and number(rhs) is not None
        plain = "; convert the constants with int() for functions that divide numbers, such as numpy.arange" if are_numbers else ""
        raise TypeError(
            f"/ does not say how to round the quotient of two integers: {_shown(lhs)} / {_shown(rhs)}; "
            f"use // to round down, or objet.ops.tir.truncdiv to round towards zero{plain}"
        )
    return _divide(lhs, rhs)


def _shown(operand):
    return f"{operand.type_key} of {operand.dtype}" if isinstance(operand, _scalar) else type(operand).__name__


def _negated(self):
    # A subtraction from 0.0 would lose the sign of 0.0.
    zero = -0.0 if "float" in self.dtype else 0
    return _subtract(get_global_func("node._const")(zero, self.dtype, None), self)


_divide, _subtract = _maker("truediv"), _maker("sub")
_classes = dict(_objet.all_classes())
if "PrimExpr" in _classes:
    _scalar, _tensor, _integer = _classes["PrimExpr"], _classes["RelayExpr"], _classes["IntImm"]

    for _name, _function in _OF_TENSORS.items():
        _forward, _backward = _of_tensors(_function)
        setattr(_tensor, f"__{_name}__", _forward)
        # Python calls `>` for a `<` with the operands in the other order.
        if _name in _BINARY:
            setattr(_tensor, f"__r{_name}__", _backward)
    for _name in _BINARY:
        _forward, _backward = _of_scalars(_quotient if _name == "truediv" else _maker(_name))
        setattr(_scalar, f"__{_name}__", _forward)
        setattr(_scalar, f"__r{_name}__", _backward)
    _scalar.__neg__ = _negated
    _scalar.__pos__ = lambda self: self
    _scalar.__invert__ = lambda self: get_global_func("tir.bitwise_not")(self, None)
    _tensor.__array_ufunc__ = _apply
    _tensor.__neg__ = lambda self: get_global_func("relay.op._make.negative")(self)
