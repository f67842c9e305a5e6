"""Operators of expressions: ``x + 1`` calls the function that makes an addition."""

from .. import _objet
from ..functions import get_global_func
from .constants import is_scalar, operands

# The operator, and the functions that make it for two scalars and for two tensors.
_BINARY = {
    "add": ("tir._OpAdd", "relay.op._make.add"),
    "sub": ("tir._OpSub", "relay.op._make.subtract"),
    "mul": ("tir._OpMul", "relay.op._make.multiply"),
    "truediv": ("tir._OpDiv", "relay.op._make.divide"),
    "floordiv": ("tir._OpFloorDiv", "relay.op._make.floor_divide"),
    "mod": ("tir._OpFloorMod", "relay.op._make.floor_mod"),
}
# The same for operators of integer and boolean scalars only.
_BITWISE = {
    "and": "tir.bitwise_and",
    "or": "tir.bitwise_or",
    "xor": "tir.bitwise_xor",
    "lshift": "tir.left_shift",
    "rshift": "tir.right_shift",
}


def _of_scalars(make):
    """Returns the methods of an operator of scalars for its left and for its right operand."""

    def forward(self, rhs):
        return make(self, rhs) if is_scalar(rhs) else NotImplemented

    def backward(self, lhs):
        return make(lhs, self) if is_scalar(lhs) else NotImplemented

    return forward, backward


def _maker(name):
    return lambda lhs, rhs: get_global_func(name)(*operands(lhs, rhs), None)


def _of_tensors(name):
    # Numbers are not accepted: their data type and shape as a tensor would be a guess.
    def forward(self, rhs):
        return get_global_func(name)(self, rhs) if isinstance(rhs, _tensor) else NotImplemented

    return forward


def _quotient(lhs, rhs):
    """Divides scalars, but not two integers, whose rounding ``/`` does not say."""
    if _is_integer(lhs) and _is_integer(rhs):
        raise TypeError(
            f"/ does not say how to round the quotient of two integers: {_shown(lhs)} / {_shown(rhs)}; "
            "use // to round down, or objet.tir._OpTruncDiv to round towards zero"
        )
    return _maker("tir._OpDiv")(lhs, rhs)


def _is_integer(operand):
    dtype = getattr(operand, "dtype", None)
    return isinstance(operand, int) if dtype is None else str(dtype).startswith(("int", "uint", "bool"))


def _shown(operand):
    return f"{operand.type_key} of {operand.dtype}" if isinstance(operand, _scalar) else type(operand).__name__


def _negated(self):
    # A subtraction from 0.0 would lose the sign of 0.0.
    zero = -0.0 if "float" in self.dtype else 0
    return get_global_func("tir._OpSub")(get_global_func("node._const")(zero, self.dtype, None), self, None)


_classes = dict(_objet.all_classes())
if "PrimExpr" in _classes:
    _scalar, _tensor = _classes["PrimExpr"], _classes["RelayExpr"]

    for _name, (_, _function) in _BINARY.items():
        setattr(_tensor, f"__{_name}__", _of_tensors(_function))
    for _name, _function in {**{name: makers[0] for name, makers in _BINARY.items()}, **_BITWISE}.items():
        _forward, _backward = _of_scalars(_quotient if _name == "truediv" else _maker(_function))
        setattr(_scalar, f"__{_name}__", _forward)
        setattr(_scalar, f"__r{_name}__", _backward)
    _scalar.__neg__ = _negated
    _scalar.__invert__ = lambda self: get_global_func("tir.bitwise_not")(self, None)
    _tensor.__neg__ = lambda self: get_global_func("relay.op._make.negative")(self)
