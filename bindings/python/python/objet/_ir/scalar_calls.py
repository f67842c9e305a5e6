"""Functions of ``objet.ops.tir`` that make calls and reductions from their parts."""

import inspect

from .. import _objet, dtypes
from ..functions import get_global_func
from .constants import is_scalar, operands


def _call(dtype, op, args):
    if isinstance(op, str):
        op = get_global_func("ir.GetOp")(op)
    return get_global_func("tir.Call")(dtypes.name(dtype), op, operands(*args), None)


def call_intrin(dtype, func_name, *args):
    """Makes a call of an operator of TIR by its name, such as ``tir.exp``."""
    return _call(dtype, func_name, args)


def call_packed(*args):
    """Makes a call of a packed function by its name and its arguments.

    The function gets a buffer as a tensor.
    """
    buffer = _objet.class_of_key("tir.Buffer")
    return _call("int32", "tir.tvm_call_packed", [_tensor(each) if isinstance(each, buffer) else each for each in args])


def _tensor(buffer):
    """Returns the argument for a packed function that gets a buffer as a tensor."""
    shape = _call("handle", "tir.tvm_stack_make_shape", buffer.shape)
    strides = _call("handle", "tir.tvm_stack_make_shape", buffer.strides) if buffer.strides else 0
    zero = get_global_func("node._const")(0, buffer.dtype, None)
    fields = [buffer.data, shape, strides, len(buffer.shape), zero, buffer.elem_offset]
    return _call("handle", "tir.tvm_stack_make_array", fields)


def comm_reducer(fcombine, fidentity, name="reduce"):
    """Returns a function that makes reductions.

    ``fcombine`` combines two values, and ``fidentity`` returns the neutral value of a data type. If
    several values are reduced together, the former takes two lists, and the latter several data
    types. The function takes values to combine at once, or a value or a list, the axis or axes, a
    condition ``where`` and the values ``init``.
    """
    names = list(inspect.signature(fcombine).parameters)
    if len(names) != 2:
        raise TypeError(f"expected a function of two values to combine, found one of {len(names)}")

    def reduction(source, axis, where, init):
        source = _objet.convert(*operands(source)) if is_scalar(source) else source
        is_list = not isinstance(source, _objet.class_of_key("PrimExpr"))
        sources = list(source) if is_list else [source]
        types = [each.dtype for each in sources]
        lhs, rhs = ([_variable(f"{side}_{at}" if is_list else side, of) for at, of in enumerate(types)] for side in names)
        result = fcombine(lhs, rhs) if is_list else [fcombine(lhs[0], rhs[0])]
        neutral = fidentity(*types) if is_list else [fidentity(types[0])]
        combiner = get_global_func("tir.CommReducer")(lhs, rhs, list(result), list(neutral), None)
        axes = [axis] if isinstance(axis, _objet.class_of_key("tir.IterVar")) else list(axis)
        first = [] if init is None else list(init) if is_list else [init]
        where = _objet.convert(True) if where is None else where
        make = get_global_func("tir.Reduce")
        made = tuple(make(combiner, sources, axes, where, at, first, None) for at in range(len(sources)))
        return made if len(made) > 1 else made[0]

    def reducer(expr, axis, where=None, init=None, *args):
        if isinstance(axis, (_objet.class_of_key("tir.IterVar"), list, tuple)):
            if args:
                raise TypeError(f"{name}() takes a value, axes, a condition and initial values, found {len(args)} more")
            return reduction(expr, axis, where, init)
        made = expr
        for each in (axis, where, init, *args):
            made = made if each is None else fcombine(made, each)
        return made

    reducer.__name__ = reducer.__qualname__ = name
    reducer.__doc__ = "Makes a reduction of a value over axes, or combines values."
    return reducer


def _variable(name, dtype):
    return get_global_func("tir.Var")(name, dtype)


FUNCTIONS = call_intrin, call_packed, comm_reducer
