"""Calls with shapes that are computed at run time (needs TVM 0.8's Python package)."""

from ask import each, write

INIT, RESHAPE, TILE = "relay.attrs.InitOpAttrs", "relay.attrs.ReshapeAttrs", "relay.attrs.TileAttrs"
EXPAND, SQUEEZE = "relay.attrs.DynExpandDimsAttrs", "relay.attrs.SqueezeAttrs"
SLICE, TOPK, ONE_HOT = "relay.attrs.StridedSliceAttrs", "relay.attrs.TopkAttrs", "relay.attrs.OneHotAttrs"

SHAPES = ["int64[2]", "int32[3]", "int32[0]", "int64[?]", "int64[n:int32]", "int64[]", "int64[2,2]", "float32[2]"]
SHAPES += ["int8[1]", "int64[2L]", "uint8[2]", "bool[2]", "_", "(int64[2])"]
DATA = ["float32[2,3,4]", "int8[n:int32,?]", "float32[]", "_", "(float32[2])"]


def pairs(data, shapes):
    return [f"{first} {second}" for first in data for second in shapes]


def shape_calls():
    init = {"shape": None, "dtype": "float32"}
    yield from each("dyn.broadcast_to", INIT, [init], pairs(DATA[:3], SHAPES))
    yield from each("dyn.broadcast_to", INIT, [init, {"shape": [7], "dtype": ""}], pairs(DATA[2:], SHAPES[:1]))
    yield from each("dyn.broadcast_to", INIT, [init], pairs(DATA[:1], ["int64[5]", "int64[9]", "int64[-1L]"]))

    for op in ["dyn.ones", "dyn.zeros"]:
        attributes = [init, {"shape": None, "dtype": ""}, {"shape": [2], "dtype": "int64"}]
        yield from each(op, INIT, attributes, SHAPES)
    inputs = pairs(["float32[]", "int64[]", "float32[1]", "float32[?]", "_", "(float32[])"], SHAPES[:5])
    yield from each("dyn.full", INIT, [{"shape": None, "dtype": ""}], inputs)
    inputs = pairs(["float32[]"], SHAPES)
    yield from each("dyn.full", INIT, [init, {"shape": [7], "dtype": "int8"}], inputs)

    attributes = [{"newshape": None}, {"newshape": [7, 7]}, {"newshape": [-1]}]
    yield from each("dyn.reshape", RESHAPE, attributes[:1], pairs(DATA, SHAPES))
    yield from each("dyn.reshape", RESHAPE, attributes, pairs(DATA[:2], SHAPES[:2]))

    attributes = [{"reps": None}, {"reps": [7, 7, 7, 7]}]
    yield from each("dyn.tile", TILE, attributes, pairs(DATA[:3], SHAPES[:6]))
    yield from each("dyn.tile", TILE, attributes[:1], pairs(DATA, SHAPES[6:]))


def axis_calls():
    axes = ["int64[]", "int32[]", "int64[1]", "int64[2]", "int64[3]", "int64[4]", "int64[?]", "float32[]", "int8[1,1]", "_"]
    attributes = [{"num_newaxis": count} for count in [0, 1, 3]]
    yield from each("dyn.expand_dims", EXPAND, attributes, pairs(DATA[:2], axes))
    yield from each("dyn.expand_dims", EXPAND, attributes[1:2], pairs(DATA[2:], axes))

    data = ["float32[1,3,1]", "float32[n:int32,?]", "float32[]", "_"]
    axes += ["int64[0]", "int64[n:int32]", "int64[1L]", "(int64[1])"]
    attributes = [{"axis": None}, {"axis": [0]}]
    yield from each("dyn.squeeze", SQUEEZE, attributes[:1], pairs(data, axes))
    yield from each("dyn.squeeze", SQUEEZE, attributes[1:], pairs(data[:2], axes[:4]))

    indices = ["int32[2,3]", "int64[n:int32,?]", "float32[2]", "int32[]", "_"]
    values = ["float32[] float32[] int32[]", "float32[2] int8[1] int32[]", "float32[] float32[] int64[]"]
    values += ["float32[] float32[] int32[1]", "float32[] float32[] float32[]", "_ _ int32[]", "float32[] float32[] _"]
    attributes = [{"axis": axis, "dtype": "float32"} for axis in [-1, 0, 2, 5, -2]] + [{"depth": 7, "dtype": ""}]
    yield from each("dyn.one_hot", ONE_HOT, attributes, pairs(indices[:2], values[:1]))
    yield from each("dyn.one_hot", ONE_HOT, [attributes[0], attributes[2]], pairs(indices, values))


def slice_calls():
    bounds = ["int32[3] int32[3] int32[3]", "int64[2] int64[2] int64[2]", "int64[1] int64[2] int64[3]", "int32[] int32[] int32[]"]
    bounds += ["int64[4] int64[4] int64[4]", "int64[0] int64[0] int64[0]", "int64[?] int64[?] int64[?]"]
    bounds += ["int64[n:int32] int64[n:int32] int64[n:int32]", "_ int32[1] int32[1]", "int32[1] _ int32[1]", "int32[1] int32[1] _"]
    bounds += ["float32[2] int8[2] bool[2]", "int64[2,2] int64[2,2] int64[2,2]", "int32[2L] int32[2L] int32[2L]"]
    bounds += ["int32[2] int64[?] int64[2]", "(int32[2]) int64[2] int64[2]"]
    none = {"begin": None, "end": None, "strides": None, "axes": None}
    yield from each("dyn.strided_slice", SLICE, [none], pairs(DATA[:3], bounds))
    yield from each("dyn.strided_slice", SLICE, [dict(none, slice_mode="size")], pairs(DATA, bounds[:2]))

    counts = ["int32[]", "int64[]", "int32[1]", "float32[]", "int32[?]", "_", "(int32[])", "int32[2]", "int32[1,1]"]
    data = ["float32[2,3,4]", "int8[n:int32,?]"]
    attributes = [{"k": None, "axis": axis, "dtype": "int64"} for axis in [-1, 0, 3, -4]]
    attributes += [{"k": 2, "ret_type": kind, "dtype": "int32"} for kind in ["values", "indices", "other"]]
    yield from each("dyn.topk", TOPK, attributes, pairs(data, counts[:1]))
    yield from each("dyn.topk", TOPK, attributes[1:2], pairs(data, counts))
    yield from each("dyn.topk", TOPK, [{"k": None}, attributes[0]], pairs(DATA, counts[:3]))


write("dynamic", [*shape_calls(), *axis_calls(), *slice_calls()])
