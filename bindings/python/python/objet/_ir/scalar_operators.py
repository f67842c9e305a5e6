"""The module ``objet.ops.tir``: functions that make scalar expressions of TIR.

There is a function for each operator of TIR, and for the nodes that TVM's Python makes by a
function, such as ``max``.
"""

import difflib
import functools
import inspect

from .. import _objet, dtypes
from ..classes import _MissingName, _new_module
from ..functions import get_global_func
from ..nd import array
from . import scalar_calls
from .constants import is_scalar, large_integer, number, operands

# The functions that find the data type of their result themselves, by the name in TVM's Python.
_MADE = {
    **{name: f"tir.{name}" for name in ("abs", "ceil", "floor", "nearbyint", "round", "trunc")},
    **{name: f"tir.{name}" for name in ("isfinite", "isinf", "isnan", "max_value", "min_value")},
    **{f"bitwise_{name}": f"tir.bitwise_{name}" for name in ("and", "not", "or", "xor")},
    **{f"shift_{side}": f"tir.{side}_shift" for side in ("left", "right")},
    **{name: f"tir._Op{name.title()}" for name in ("div", "max", "min")},
    **{f"{name.lower()}{of}": f"tir._Op{name}{of.title()}" for name in ("Floor", "Index", "Trunc") for of in ("div", "mod")},
    **dict.fromkeys(["pow", "power"], "tir._OpPow"),
    "if_then_else": "tir._OpIfThenElse",
}
# The operators whose result has the data type of their first input.
_SAME = set(
    "acos acosh asin asinh atan atan2 atanh copysign cos cosh erf exp exp10 exp2 fabs fma fmod hypot ldexp likely log "
    "log10 log1p log2 nextafter popcount ret rsqrt sigmoid sin sinh sqrt tan tanh".split()
)
_DATA_TYPES = {"address_of": "handle", "clz": "int32", "isnullptr": "bool", "q_multiply_shift": "int32"}
# The number of inputs, where the operator declares another one than the code generators expect.
_INPUTS = {"fmod": 2}


def var(name, dtype="int32"):
    """Returns a variable for a scalar of a data type."""
    return get_global_func("tir.Var")(name, dtypes.name(dtype))


def const(value, dtype=None):
    """Returns the constant of a number. From 2**63 on, it is a call of ``tir.large_uint_imm``.

    The default data type is that of a scalar of NumPy, and ``bool``, ``int32`` or ``float32`` for
    Python numbers.
    """
    if (found := number(value)) is None:
        raise TypeError(f"expected a number, found {type(value).__name__}")
    if dtype is None:
        return _objet.convert(*operands(value))
    dtype = dtypes.name(dtype)
    if dtype.startswith(("int", "uint", "bool")):
        if found != int(found):
            raise ValueError(f"{found} is not an integer, as {dtype} needs")
        # An array refuses integers that do not fit into the type of a lane.
        found = int(found)
        array(found, dtype.partition("x")[0])
        if found >= 2**63:
            return large_integer(found, dtype)
    return get_global_func("node._const")(found, dtype, None)


def all(*conditions):
    """Returns the condition that all the given ones are true."""
    return _joined("all", "tir._OpAnd", conditions)


def any(*conditions):
    """Returns the condition that one of the given ones is true, or several."""
    return _joined("any", "tir._OpOr", conditions)


def _joined(name, function, conditions):
    if not conditions:
        raise TypeError(f"{name}() takes at least one condition")
    for each in conditions:
        if not is_scalar(each):
            raise TypeError(f"{name}(): expected a scalar expression, found {type(each).__name__}")
    conditions = [_objet.convert(each) for each in conditions]
    return functools.reduce(lambda lhs, rhs: get_global_func(function)(lhs, rhs, None), conditions)


def _data_type(op, first):
    """Returns the data type of the first input of an operator."""
    if not is_scalar(first):
        raise TypeError(f"{op.name}: expected a scalar expression or a number, found {type(first).__name__}")
    return _objet.convert(*operands(first)).dtype


@functools.cache
def function_of(name):
    """Returns the function that calls the operator of TIR with a name, such as ``tir.exp``."""
    op, name = get_global_func("ir.GetOp")(name), name.removeprefix("tir.")
    count = _INPUTS.get(name, op.num_inputs)
    default = _DATA_TYPES.get(name, None if name in _SAME else inspect.Parameter.empty)
    signature = inspect.Signature(
        [
            inspect.Parameter("inputs", inspect.Parameter.VAR_POSITIONAL),
            inspect.Parameter("dtype", inspect.Parameter.KEYWORD_ONLY, default=default),
        ]
    )

    def call(*inputs, **named):
        try:
            given = signature.bind(*inputs, **named)
        except TypeError as error:
            raise TypeError(f"{op.name}{signature}: {error}") from None
        if count >= 0 and len(inputs) != count:
            raise TypeError(f"{op.name} takes {count} input{'s' * (count != 1)}, but {len(inputs)} were passed")
        given.apply_defaults()
        dtype = given.kwargs["dtype"]
        result = _data_type(op, inputs[0]) if dtype is None else dtypes.name(dtype)
        return get_global_func("tir.Call")(result, op, operands(*inputs), None)

    call.__name__ = call.__qualname__ = name
    call.__module__ = "objet.ops.tir"
    call.__doc__ = op.description or f"Calls the operator ``{op.name}``."
    call.__signature__ = signature
    return call


def _names():
    """Returns the names of the operators of TIR without their prefix."""
    return [name[4:] for name in get_global_func("ir.ListOpNames")() if name.startswith("tir.") and name.count(".") == 1]


def _find(name):
    if name in _MADE:
        found = get_global_func(_MADE[name])
    elif not name.startswith("__") and name in _names():
        found = function_of(f"tir.{name}")
    else:
        near = lambda: difflib.get_close_matches(name, dir(tir), 1)
        raise _MissingName(f"no operator is registered as {'tir.' + name!r}", near)
    setattr(tir, name, found)
    return found


tir = _new_module("objet.ops.tir", "Functions that make scalar expressions of TIR.")
tir.__getattr__ = _find
tir.__dir__ = lambda: sorted({*vars(tir), *_MADE, *_names()})
tir.var, tir.const, tir.all, tir.any = var, const, all, any
for _function in scalar_calls.FUNCTIONS:
    _function.__module__ = tir.__name__
    setattr(tir, _function.__name__, _function)
