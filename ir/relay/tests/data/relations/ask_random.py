"""Calls of random number generators (needs TVM 0.8's Python package)."""

from ask import each, write

GENERATE, UNIFORM = "relay.attrs.ThreefryGenerateAttrs", "relay.attrs.UniformAttrs"


def calls():
    keys = ["uint64[10]", "uint64[10L]", "uint64[n:int32]", "uint64[?]", "uint64[9]", "int64[10]", "uint64[]", "_"]
    keys += ["(uint64[10])", "uint64[10,1]"]
    shapes = [[2, 3], [], [0], [-1], [{"extent": "4L"}], None]
    yield from each("random.threefry_generate", GENERATE, [{"out_shape": shape} for shape in shapes], keys)
    yield from each("random.threefry_split", None, [None], keys)

    bounds = ["float32[] float32[]", "float64[] float64[]", "_ _", "float32[] float64[]", "float32[1] float32[]"]
    bounds += ["float32[] float32[2]", "int32[] int32[]", "float32[] _", "(float32[]) float32[]"]
    attributes = [{"out_shape": [2, 3], "out_dtype": dtype} for dtype in ["float32", "float64"]]
    yield from each("random.uniform", UNIFORM, attributes, [f"{keys[0]} {pair}" for pair in bounds])
    yield from each("random.uniform", UNIFORM, attributes[:1], [f"{key} {bounds[0]}" for key in keys])
    dtypes = ["float16", "int32", "", "float32x4", "bool", "bfloat16"]
    attributes = [{"out_shape": [2], "out_dtype": dtype} for dtype in dtypes]
    yield from each("random.uniform", UNIFORM, attributes, [f"{keys[0]} _ _"])
    attributes = [{"out_shape": shape, "out_dtype": "float32"} for shape in shapes[1:]]
    yield from each("random.uniform", UNIFORM, attributes, [f"{keys[0]} {bounds[0]}"])


write("random", calls())
