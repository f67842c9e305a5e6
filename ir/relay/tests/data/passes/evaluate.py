"""Lets TVM evaluate constants without a code generator: calls of operators run in numpy."""

import ctypes
import re

import numpy as np
import tvm
from tvm.runtime import ndarray

KERNELS = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "negative": np.negative,
    "abs": np.abs,
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_not": np.logical_not,
}


def kernel(name):
    def run(*handles):
        tensors = [
            ndarray._make_array(ctypes.cast(handle, ndarray.TVMArrayHandle), True, False)
            for handle in handles
        ]
        result = KERNELS[name](*[tensor.numpy() for tensor in tensors[:-1]])
        tensors[-1].copyfrom(np.asarray(result).astype(tensors[-1].dtype))

    return run


def build(module, target, target_host=None):
    functions = {}
    for var, function in module.functions.items():
        name = re.fullmatch(r"(?:\w+_)?fused_(\w+?)(?:_\d+)?", var.name_hint)[1]
        params = [tvm.tir.Var("p", "handle") for _ in function.params]
        call = tvm.tir.Evaluate(tvm.tir.call_packed("test.kernel." + name, *params))
        attrs = {"global_symbol": function.attrs["global_symbol"], "tir.noalias": True}
        functions[var] = tvm.tir.PrimFunc(params, call).with_attr(attrs)
    return tvm.driver.build(tvm.IRModule(functions), target="stackvm")


def evaluated(programs):
    """Yields programs. Until the last one, TVM evaluates constants."""
    build_of_tvm = tvm.get_global_func("relay.backend.build")
    for known in KERNELS:
        tvm.register_func("test.kernel." + known, kernel(known), override=True)
    tvm.register_func("relay.backend.build", build, override=True)
    yield from programs
    tvm.register_func("relay.backend.build", build_of_tvm, override=True)
