"""Calls of reductions (needs TVM 0.8's Python package)."""

from ask import write

REDUCE, ARG, VARIANCE = "relay.attrs.ReduceAttrs", "relay.attrs.ArgReduceAttrs", "relay.attrs.VarianceAttrs"


def calls():
    shapes = ["float32[2,3,4]", "float32[]", "float32[n:int32,?,4L]", "int8[0,5]", "bool[7,2]"]
    attributes = [
        {},
        {"axis": [1]},
        {"axis": [0], "keepdims": True},
        {"axis": [0], "exclude": True},
        {"axis": [-1, 0], "keepdims": True, "exclude": True},
        {"axis": []},
        {"axis": [], "exclude": True},
        {"axis": [], "keepdims": True},
        {"axis": [3]},
        {"axis": [-4]},
        {"axis": [2, 0]},
        {"axis": [-1, 1], "keepdims": True},
        {"axis": None, "exclude": True},
        {"axis": None, "keepdims": True},
        {"axis": None, "keepdims": True, "exclude": True},
    ]
    for shape in shapes:
        for attrs in attributes:
            yield "sum", REDUCE, attrs, shape
            yield "argmax", ARG, attrs, shape
            yield "variance", VARIANCE, attrs, f"{shape} {shape}"
    for op in ["all", "any", "max", "mean", "min", "prod"]:
        yield op, REDUCE, {"axis": [1]}, shapes[0]
    yield "argmin", ARG, {"axis": [1], "keepdims": True, "select_last_index": True}, shapes[0]
    for op, key in [("sum", REDUCE), ("argmin", ARG)]:
        yield op, key, {}, "_"
        yield op, key, {}, "(float32[2],float32[3])"
    yield "variance", VARIANCE, {"axis": [1], "unbiased": True}, "float32[2,3] _"
    yield "variance", VARIANCE, {"axis": [1]}, "float32[2,3] float32[2,1]"
    yield "variance", VARIANCE, {"axis": [1]}, "float32[2,3] float16[4]"
    yield "variance", VARIANCE, {"axis": [1]}, "_ float16[4]"
    yield "sum", REDUCE, {}, "float32[2147483647,2147483647]"
    yield "argmax", ARG, {"axis": [1]}, "float32[4,3000000000L]"
    yield "argmax", ARG, {"axis": [0]}, "float32[4,3000000000L]"
    yield "argmax", ARG, {}, "float32[65536,65536]"


write("reduce", calls())
