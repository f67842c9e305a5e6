"""Calls that change shapes, and calls that broadcast (needs TVM 0.8's Python package)."""

from ask import each, write

RESHAPE, RESHAPE_LIKE = "relay.attrs.ReshapeAttrs", "relay.attrs.ReshapeLikeAttrs"
EXPAND, SQUEEZE, TRANSPOSE = "relay.attrs.ExpandDimsAttrs", "relay.attrs.SqueezeAttrs", "relay.attrs.TransposeAttrs"
LAYOUT, AUTO = "relay.attrs.LayoutTransformAttrs", "relay.attrs.AutoSchedulerLayoutTransformAttrs"
REVERSE, SEQUENCE = "relay.attrs.ReverseAttrs", "relay.attrs.ReverseSequenceAttrs"
INIT, REPEAT, TILE = "relay.attrs.InitOpAttrs", "relay.attrs.RepeatAttrs", "relay.attrs.TileAttrs"

TENSORS = ["float32[2,3,4]", "float32[n:int32,3,4]", "float32[?,3,4L]", "float32[2,n:int32,m:int32]", "float32[]"]


def reshape_calls():
    inputs = ["float32[2,3,4]", "float32[n:int32,6,4]", "float32[?,6,4]", "float32[2L,3L,4L]", "float32[6]"]
    inputs += ["float32[]", "float32[0,3,4]", "float32[2,?,n:int32]", "float32[?,?,4]", "float32[1,24]", "float32[8,3]"]
    shapes = [
        [24], [6, 4], [-1], [-1, 4], [0, -1], [0, 0, 4], [-2], [0, -2], [-2, 1], [1, -2], [-3, 4], [-3, -3], [0, -3],
        [-4, 1, 2, -2], [-4, 2, -1, 0, 0], [-4, -1, 1, -2], [-4, -1, -1, -2], [0, -4, 3, -1, 0], [-1, -1], [5],
        [6, 5], [], [1], [0, 0, 0, 0], [-3, -3, -3], [-4, 2], [-4, 2, 3], [-5], [0, 3, 4], [2, -1, 5], [-1, 0],
        [4, 3, -1], [-1, 5], [0, -4, -1, 2, -2], [-3, -2], [-2, -2], [2, 3, 4, 1], [-4, 0, 2, -2], [-4, 2, 0, -2],
        [0], [-1, 2, 0], [{"extent": "6L"}, 4], [{"extent": "-1L"}, 4], [-4, 3, 1, -2], [-1, -2], [-1, -3], [6, 0],
        [-2, -1], [-4, 1, 2, -1], [-4, 1, 2, -1, 1, 1],
    ]
    attributes = [{"newshape": shape} for shape in shapes]
    yield from each("reshape", RESHAPE, attributes, inputs)
    yield from each("contrib_reverse_reshape", RESHAPE, attributes, inputs[:5])
    yield "reshape", RESHAPE, {"newshape": None}, "float32[2]"
    # Products that do not fit the type of the extents are left out: TVM does not check them.
    yield from each("reshape", RESHAPE, [{"newshape": [-1]}], ["_", "(float32[2])", "float32[65536L,65536]"])
    yield from each("reshape", RESHAPE, [{"newshape": [65536, 65536]}], ["float32[4294967296L]", "float32[n:int32]"])
    yield from each("reshape", RESHAPE, [{"newshape": [0, -1]}], ["float32[65536,65536L,65536]", "float32[?,?,?]"])

    inputs = ["float32[2,3,4] float32[6,4]", "float32[2,3,4] float32[5]", "float32[n:int32,3] float32[3,n:int32]"]
    inputs += ["float32[?,3] float32[3,?]", "float32[2,3] float32[?,n:int32]", "float32[24] int8[2,3,4L]"]
    inputs += ["float32[2,3,4] _", "_ float32[2]", "float32[] float32[1]", "float32[4,6] float32[2,12,9]"]
    attributes = [{}, {"lhs_begin": 1}, {"lhs_end": 2, "rhs_end": 1}, {"lhs_begin": 0, "lhs_end": -1, "rhs_end": -1}]
    attributes += [{"lhs_begin": 1, "rhs_begin": 1}, {"rhs_end": 2}, {"lhs_begin": -1, "rhs_begin": -1}]
    attributes += [{"lhs_begin": 9}, {"rhs_begin": 9}, {"lhs_begin": 2, "lhs_end": 1}, {"lhs_end": 9}, {"rhs_end": -9}]
    yield from each("reshape_like", RESHAPE_LIKE, attributes, inputs)


def axis_calls():
    attributes = [{"axis": axis, "num_newaxis": count} for axis in [0, 1, -1, -4, 3] for count in [0, 1, 3]]
    yield from each("expand_dims", EXPAND, attributes, TENSORS)
    yield from each("expand_dims", EXPAND, [{"axis": 4}, {"axis": -5}, {"axis": 0, "num_newaxis": -1}], TENSORS[:1])
    yield from each("expand_dims", EXPAND, [{"axis": 0}], ["_", "(float32[2])"])

    inputs = ["float32[1,3,1,4]", "float32[1,n:int32,1L]", "float32[1,?,1]", "float32[2,3]", "float32[]", "_"]
    axes = [None, [0], [2], [0, 2], [-1], [-2], [1], [], [0, 0], [5], [-5], [2, 0]]
    yield from each("squeeze", SQUEEZE, [{"axis": axis} for axis in axes], inputs)

    axes = [None, [0, 1, 2], [2, 0, 1], [-1, 0, 1], [-1, -3, -2], [0, 1], [0, 0, 1], [0, 1, 3], [0, 1, -4], []]
    axes += [[{"extent": "2L"}, {"extent": "0L"}, {"extent": "1L"}], [0, 1, 2, 3]]
    yield from each("transpose", TRANSPOSE, [{"axes": axis} for axis in axes], [*TENSORS, "_", "(float32[2])"])

    yield from each("reverse", REVERSE, [{"axis": axis} for axis in [0, 1, -1, -3, 3, -4, None]], [*TENSORS, "_"])
    inputs = ["float32[2,3,4] int32[2]", "float32[2,3,4] int32[3]", "float32[2,3,4] int64[4]", "float32[3] int32[3]"]
    inputs += ["float32[n:int32,3] int32[n:int32]", "float32[?,3] int32[2]", "float32[2,3] float32[2]"]
    inputs += ["float32[2,3] int32[2,1]", "_ int32[2]", "float32[2,3] _", "float32[2,3] int32[?]", "float32[] int32[]"]
    attributes = [{"seq_axis": seq, "batch_axis": batch} for seq, batch in [(1, 0), (0, 1), (2, -1), (-1, 0), (3, 0), (0, 3)]]
    attributes += [{"seq_axis": -4, "batch_axis": 0}, {"seq_axis": 0, "batch_axis": -4}, {"seq_axis": 0, "batch_axis": 0}]
    yield from each("reverse_sequence", SEQUENCE, attributes, inputs)


def layout_calls():
    layouts = [
        ("NCHW", "NHWC"), ("NCHW", "NCHW16c"), ("NCHW16c", "NCHW"), ("NHWC", "NCHW4c"), ("NCHW8c", "NCHW4c"),
        ("NCHW", "NCHW"), ("NCHW", "NCHW3c"), ("NCHW", "NCWH2w"), ("OIHW", "OIHW4i4o"), ("NCHW", "NCDHW"), ("NC", "CN"),
        ("NCHW", ""), ("", "NCHW"), ("NCHW", "NCH"), ("NW", "NWC"), ("NCHW", "NCHW0c"), ("NCHW", "nchw"),
    ]
    # Other axes of length `Any` are left out, because TVM gives their length to unrelated axes.
    inputs = ["float32[1,32,7,8]", "float32[n:int32,16,h:int32,w:int32]", "float32[1,2,7,8,16]", "float32[?,32,7L,8]"]
    inputs += ["float32[3,4]", "float32[1,30,7,8]", "float32[2,c:int32,6,8]", "_"]
    attributes = [{"src_layout": source, "dst_layout": target} for source, target in layouts]
    yield from each("layout_transform", LAYOUT, attributes, inputs)
    auto = ["1N32C7H8W", "1n4c7h8w8c", "32C1N", "1N8H4h", "", "N", "7x", "12abc", "1n 2c"]
    attributes = [{"src_layout": "NCHW", "dst_layout": layout} for layout in auto]
    yield from each("auto_scheduler_layout_transform", AUTO, attributes, ["float32[1,32,7,8]"])
    yield from each("auto_scheduler_layout_transform", AUTO, attributes[:1], ["_", "float32[?,n:int32]", "(float32[2])"])

    for op in ["shape_of", "vm.shape_of"]:
        attributes = [{"dtype": dtype} for dtype in ["int32", "int64", ""]]
        yield from each(op, "relay.attrs.ShapeOfAttrs", attributes, [*TENSORS, "_", "(float32[2])"])
    attributes = [{"dtype": dtype} for dtype in ["int32", "int64", ""]]
    yield from each("ndarray_size", "relay.attrs.NdarraySizeAttrs", attributes, [*TENSORS, "_", "(float32[2])"])


def broadcast_calls():
    inputs = ["float32[3,1]", "float32[1]", "float32[]", "float32[n:int32,1]", "float32[?,4]", "float32[2,3,4]", "_"]
    shapes = [[3, 4], [2, 3, 4], [], [4], [{"extent": "3L"}, 4], [-1, 4], [0]]
    attributes = [{"shape": shape, "dtype": ""} for shape in shapes]
    yield from each("broadcast_to", INIT, attributes, inputs)
    yield from each("broadcast_to", INIT, [{"shape": [3, 4], "dtype": "int8"}], inputs[:1])
    yield from each("broadcast_to", INIT, [{"shape": None, "dtype": ""}], inputs[:1])
    yield from each("collapse_sum_to", INIT, attributes, [f"{ty} int64[2]" for ty in inputs])
    shapes = ["int64[1]", "int32[2]", "int64[?]", "int64[n:int32]", "int64[]", "int64[2,2]", "float32[2]", "_"]
    attributes = [{"shape": None, "dtype": ""}, {"shape": [3, 4], "dtype": ""}, {"shape": [1, 4], "dtype": "int8"}]
    yield from each("collapse_sum_to", INIT, attributes, [f"float32[2,3,4] {shape}" for shape in shapes])
    likes = ["float32[3,1] int8[3,4]", "float32[2,3,4] float32[1,4]", "float32[n:int32,4] float32[?,4]"]
    likes += ["float32[3] float32[4]", "float32[2] _", "_ float32[3]", "_ _"]
    likes += ["float32[1] float32[7]", "float32[7] float32[1]"]
    for op in ["broadcast_to_like", "collapse_sum_like"]:
        yield from each(op, None, [None], likes)

    attributes = [{"repeats": 2, "axis": axis} for axis in [None, 0, 1, -1, -3, 3, -4]]
    attributes += [{"repeats": repeats, "axis": axis} for repeats in [0, -1, 1, {"extent": "3L"}, None] for axis in [1, None]]
    attributes += [{"repeats": {"extent": "1099511627776L"}, "axis": 1}]
    yield from each("repeat", REPEAT, attributes, [*TENSORS, "_"])
    reps = [[2], [2, 1], [1, 2, 3], [2, 1, 1, 1], [], [0], [-1], [{"extent": "2L"}, 3], None, [{"extent": "1099511627776L"}]]
    yield from each("tile", TILE, [{"reps": counts} for counts in reps], [*TENSORS, "_"])

    inputs = ["bool[3,4] float32[3,4] float32[3,4]", "bool[4] float32[3,1] float32[3,4]", "bool[] float32[2] float32[2]"]
    inputs += ["float32[2] float32[2] float32[2]", "bool[2] float32[2] float16[2]", "bool[3] float32[2,3] float32[2,3]"]
    inputs += ["bool[2,1] float32[3] float32[1]", "bool[n:int32] float32[n:int32] float32[?]", "_ float32[2] float32[2]"]
    inputs += ["bool[2] _ float32[2]", "bool[2] float32[2] _", "bool[5] float32[2] float32[2]", "bool[?] float32[3] float32[1]"]
    yield from each("where", None, [None], inputs)


write("reshape", reshape_calls())
write("axes", axis_calls())
write("layout", layout_calls())
write("broadcast", broadcast_calls())
