"""Operators of expressions: ``x + 1`` calls the function that makes an addition."""

from .. import _objet
from ..functions import get_global_func
from .constants import is_scalar

# The operator, and the functions that make it for two scalars and for two tensors.
_BINARY = {
    "add": ("tir._OpAdd", "relay.op._make.add"),
    "sub": ("tir._OpSub", "relay.op._make.subtract"),
    "mul": ("tir._OpMul", "relay.op._make.multiply"),
    "truediv": ("tir._OpDiv", "relay.op._make.divide"),
    "floordiv": ("tir._OpFloorDiv", "relay.op._make.floor_divide"),
    "mod": ("tir._OpFloorMod", "relay.op._make.mod"),
}


def _pair(maker, takes, options):
    """Returns the methods of an operator for its left operand and for its right operand."""

    def forward(self, rhs):
        return get_global_func(maker)(self, rhs, *options) if takes(rhs) else NotImplemented

    def backward(self, lhs):
        return get_global_func(maker)(lhs, self, *options) if takes(lhs) else NotImplemented

    return forward, backward


_classes = dict(_objet.all_classes())
if "PrimExpr" in _classes:
    _scalar, _tensor = _classes["PrimExpr"], _classes["RelayExpr"]

    def _is_tensor(operand):
        return isinstance(operand, _tensor)

    for _name, (_of_scalars, _of_tensors) in _BINARY.items():
        _forward, _backward = _pair(_of_scalars, is_scalar, (None,))
        setattr(_scalar, f"__{_name}__", _forward)
        setattr(_scalar, f"__r{_name}__", _backward)
        # Numbers are not accepted: their data type and shape as a tensor would be a guess.
        setattr(_tensor, f"__{_name}__", _pair(_of_tensors, _is_tensor, ())[0])
    _scalar.__neg__ = lambda self: 0 - self
    _tensor.__neg__ = lambda self: get_global_func("relay.op._make.negative")(self)
