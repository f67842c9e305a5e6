"""Operators of expressions: ``x + 1`` is what the functions of that name make. ``==`` stays identity, as of all objects."""

import functools

from . import _objet
from .functions import get_global_func

# The operator, and what makes it of two scalars and of two tensors.
_BINARY = {
    "add": ("tir._OpAdd", "relay.op._make.add"),
    "sub": ("tir._OpSub", "relay.op._make.subtract"),
    "mul": ("tir._OpMul", "relay.op._make.multiply"),
    "truediv": ("tir._OpDiv", "relay.op._make.divide"),
    "floordiv": ("tir._OpFloorDiv", "relay.op._make.floor_divide"),
    "mod": ("tir._OpFloorMod", "relay.op._make.mod"),
}


def _operators(cls, makers, takes, options):
    """Gives a class of expressions its operators."""

    def binary(maker, lhs, rhs):
        return get_global_func(maker)(lhs, rhs, *options)

    for name, maker in makers.items():
        make = functools.partial(binary, maker)
        setattr(cls, f"__{name}__", lambda lhs, rhs, make=make: make(lhs, rhs) if isinstance(rhs, takes) else NotImplemented)
        setattr(cls, f"__r{name}__", lambda rhs, lhs, make=make: make(lhs, rhs) if isinstance(lhs, takes) else NotImplemented)


_classes = dict(_objet.all_classes())
if "PrimExpr" in _classes:
    _scalar, _tensor = _classes["PrimExpr"], _classes["RelayExpr"]
    _operators(_scalar, {name: makers[0] for name, makers in _BINARY.items()}, (_scalar, int, float), (None,))
    _scalar.__neg__ = lambda self: 0 - self
    # A number has a data type and a shape as a tensor, which would have to be guessed.
    _operators(_tensor, {name: makers[1] for name, makers in _BINARY.items()}, _tensor, ())
    _tensor.__neg__ = lambda self: get_global_func("relay.op._make.negative")(self)
