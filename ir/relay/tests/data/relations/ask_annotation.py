"""Calls that annotate their argument (needs TVM 0.8's Python package)."""

from ask import each, write

DEBUG, REFERENCE = "relay.attrs.DebugAttrs", "relay.attrs.MetaRefAttrs"
QUANTIZE = "relay.attrs.SimulatedQuantizeAttrs"


def calls():
    inputs = ["float32[2]", "(float32[2],int8[])", "float32[n:int32,?]", "_", "fn(float32[2])->int8[]", "()", "float32[]"]
    inputs += ["((float32[2]),int8[3L])", "bool[0]"]
    yield from each("debug", DEBUG, [{"debug_func": None}], inputs)
    yield from each("parser.MetaRef", REFERENCE, [{"node_type_key": "Op", "node_index": 0}], [""])

    scalars = ["float32[] float32[] float32[]", "_ _ _", "float64[] float32[] float32[]", "float32[1] float32[] float32[]"]
    scalars += ["float32[] int32[] float32[]", "float32[] float32[] int8[]", "_ float32[] _", "(float32[]) _ _"]
    scalars += ["float32[?] _ _"]
    data = ["float32[2,3]", "int8[n:int32,?]", "float32[]", "_", "(float32[2])"]
    inputs = [f"{tensor} {scalar}" for tensor in data for scalar in scalars]
    yield from each("relay.op.annotation.simulated_quantize", QUANTIZE, [{}], inputs)


write("annotation", calls())
