"""Calls that read and write by index (needs TVM 0.8's Python package)."""

from ask import each, write

TAKE, GATHER, GATHER_ND = "relay.attrs.TakeAttrs", "relay.attrs.GatherAttrs", "relay.attrs.GatherNDAttrs"
SLICE, SLICE_LIKE = "relay.attrs.StridedSliceAttrs", "relay.attrs.SliceLikeAttrs"
SCATTER, SCATTER_ADD = "relay.attrs.ScatterAttrs", "relay.attrs.ScatterAddAttrs"
SCATTER_ND, MASK = "relay.attrs.ScatterNDAttrs", "relay.attrs.SequenceMaskAttrs"
DIAGONAL = "relay.attrs.MatrixSetDiagAttrs"


def take_calls():
    inputs = ["float32[2,3,4] int32[5,6]", "float32[2,n:int32,?] int64[]", "float32[n:int32,4L] int32[m:int32,3]"]
    inputs += ["float32[] int32[2]", "float32[2,3,4] float32[5]", "float32[2,3,4] _", "_ int32[2]"]
    inputs += ["float32[2,3,4] int32[2,3]", "float32[2,3,4] int32[2,3,6]", "float32[2,3,4] int32[?,3]"]
    inputs += ["float32[2,3,4] uint32[5]"]
    axes = [None, 0, 1, -1, 2, 3, -3, -4]
    yield from each("take", TAKE, [{"axis": axis} for axis in axes], inputs)
    attributes = [{"axis": axis, "batch_dims": dims} for axis in [1, 2, -1] for dims in [1, 2, -1, 3, -4]]
    yield from each("take", TAKE, attributes, inputs[7:10])
    yield from each("take", TAKE, [{"axis": None, "batch_dims": 1}, {"axis": 0, "batch_dims": 1}], inputs[7:8])
    yield from each("take", TAKE, [{"axis": 1, "mode": mode} for mode in ["wrap", "fast", "other"]], inputs[:1])

    inputs = ["float32[2,3] int32[2,5]", "float32[2,3] int64[4,3]", "float32[n:int32,3] int32[n:int32,?]"]
    inputs += ["float32[2,3] int32[2]", "float32[2,3] int32[2,0]", "float32[2,3] float32[2,3]", "float32[] int32[]"]
    inputs += ["float32[?,3] int32[2,3]", "float32[2,3] int32[?,5]", "_ int32[2]", "float32[2L,3] int32[2,9L]"]
    inputs += ["float32[2,3] uint32[2,5]", "float32[2,3] int32[m:int32,5]"]
    yield from each("gather", GATHER, [{"axis": axis} for axis in [0, 1, -1, 2, -3]], inputs)

    inputs = ["float32[2,3,4] int32[2,5]", "float32[2,3,4] int64[3,5,6]", "float32[2,3,4] int32[4,5]"]
    inputs += ["float32[n:int32,?,4L] int32[1,m:int32]", "float32[2,3,4] int32[n:int32,5]", "float32[2,3] int32[]"]
    inputs += ["float32[2,3,4] int32[?,5]", "_ int32[2,5]", "float32[2,3,4] int32[2]", "float32[2,3,4] int32[1,2,7]"]
    inputs += ["float32[2,3,4,5] int32[2,2]", "float32[2,3,4,5] int32[2,2,3]", "float32[2,3,4] uint32[0,2]"]
    attributes = [{}, {"batch_dims": 1}, {"batch_dims": 2}, {"index_rank": 2}, {"batch_dims": 4}, {"batch_dims": -1}]
    yield from each("gather_nd", GATHER_ND, attributes, inputs)

    inputs = ["(float32[4,5,6],int32[2])", "(float32[4,5,6],int32[2,3],int64[3])", "(float32[4,5],int32[],int32[2])"]
    inputs += ["(float32[4,5,6],int32[2],int32[3])", "(float32[4,5],int32[?])", "(float32[4,5],int32[n:int32,1],int32[7])"]
    inputs += ["(float32[4],int32[2],int32[2])", "(float32[4,5],_)", "_", "(float32[4,5])", "float32[4]", "()"]
    inputs += ["(float32[4,5],int32[1],int32[1,1])", "(float32[4,5],float32[2],int32[2])", "(float32[4,5],int32[0],int32[0])"]
    inputs += ["(float32[4,5],uint32[2],int32[2])", "(float32[4,5],int32[2],(int32[2]))", "(float32[4,5],int32[?],int32[2])"]
    inputs += ["(float32[n:int32,?,3L],int32[2L,1],int32[1,?])", "(float32[4],float32[2])"]
    yield from each("adv_index", None, [None], inputs)


def slice_calls():
    def attrs(begin, end, strides, **others):
        return dict({"begin": begin, "end": end, "strides": strides, "axes": None}, **others)

    inputs = ["float32[6,7,8]", "float32[6L,n:int32,?]", "float32[2,3]", "float32[5]", "float32[]", "_"]
    attributes = [
        attrs([1], [4], [1]),
        attrs([0, 1], [6, 7], [1, 2]),
        attrs([0, 1, 2], [6, 5, 8], [1]),
        attrs([0, 1, 2], [6, 5, 8], []),
        attrs([-4, -3], [-1, 100], [1, 1]),
        attrs([5, 6], [0, -100], [-1, -2]),
        attrs([5], [-1], [-1]),
        attrs([3], [3], [1]),
        attrs([4], [2], [1]),
        attrs([2], [4], [-1]),
        attrs([-100], [2], [1]),
        attrs([100], [200], [1]),
        attrs([100], [1], [-3]),
        attrs([0], [4], [3]),
        attrs([0], [4], [0]),
        attrs([100], [50], [1]),
        attrs([-100], [-50], [-1]),
        attrs([50], [100], [-1]),
        attrs([6], [-7], [-1]),
        attrs([0], [3], [1, 1, 1, 1]),
        attrs([1], [-1], [-2], axes=[0], slice_mode="size"),
        attrs([0], [4], [2], slice_mode="other"),
        attrs([100], [50], [1], axes=[0]),
        attrs([], [], [], axes=[]),
        attrs([0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]),
        attrs([1, 2], [4], [1]),
        attrs([1], [4, 5], [1]),
        attrs([], [], []),
        attrs([0], [2147483647], [1]),
        attrs([0], [-2147483648], [-1]),
        attrs([{"extent": "1L"}], [{"extent": "4L"}], [{"extent": "2L"}]),
        attrs([1, 2], [3, -1], [1, 1], slice_mode="size"),
        attrs([1, 2], [-1, 2], [2, 1], slice_mode="size"),
        attrs([1, 2], [3, 3], [-1, 1], slice_mode="size"),
        attrs([0], [100], [1], slice_mode="size"),
        attrs([0], [1], [1], slice_mode="other"),
        attrs([None], [4], [1]),
        attrs([1], [None], [1]),
        attrs([1], [4], [None]),
        attrs([1], [4], [1], axes=[1]),
        attrs([1, 0], [4, 2], [1, 1], axes=[2, 0]),
        attrs([1], [4], [1], axes=[-1]),
        attrs([1], [4], [1], axes=[3]),
        attrs([1], [4], [1], axes=[-4]),
        attrs([1, 1], [4, 5], [1, 1], axes=[1]),
        attrs([1], [4], [1], axes=[1, 2]),
        attrs([1, 1], [4, 5], [1, 2], axes=[1, 1]),
        attrs([1], [4], [1], axes=[]),
        attrs([1], [3], [1], axes=[1], slice_mode="size"),
        attrs(None, [4], [1]),
        attrs([1], None, [1]),
        attrs([1], [4], None),
    ]
    yield from each("strided_slice", SLICE, attributes, inputs)

    inputs = ["float32[6,7] float32[4,5]", "float32[6,7,8] float32[4,5]", "float32[6] float32[4,5]"]
    inputs += ["float32[n:int32,7] float32[4,m:int32]", "float32[?,7] float32[4,?]", "float32[6,7] float32[9,5]"]
    inputs += ["float32[6L,7] int8[4,5L]", "float32[6,7] _", "_ float32[4,5]", "float32[] float32[]"]
    attributes = [{"axes": axes} for axes in [None, [], [0], [1], [-1], [0, 1], [-2], [2], [-3], [0, 0]]]
    yield from each("slice_like", SLICE_LIKE, attributes, inputs)

    inputs = ["float32[6,7] float32[2,3] int32[2] int32[2] int32[2]", "float32[6] float32[2] int64[1] int64[1] int64[1]"]
    inputs += ["float32[6,7] float16[2,3] int32[2] int32[2] int32[2]", "float32[6] float32[2] float32[1] int8[1] int32[3]"]
    inputs += ["float32[6,7] float32[2] int32[n:int32] int32[?] int32[2]", "float32[6] _ int32[1] int32[1] int32[1]"]
    inputs += ["float32[6] float32[2] int32[] int32[1,1] int32[1]", "_ float32[2] int32[1] int32[1] int32[1]"]
    inputs += ["float32[6] float32[2] int32[1] int32[1] _", "float32[6] float32[2] (int32[1]) int32[1] int32[1]"]
    yield from each("strided_set", None, [None], inputs)


def scatter_calls():
    inputs = ["float32[6,7] int32[2,3] float32[2,3]", "float32[6,7] int64[2,3] float32[2,3]"]
    inputs += ["float32[6,7] int32[2,3] float32[2,4]", "float32[6,7] float32[2,3] float32[2,3]"]
    inputs += ["float32[6] int32[2,3] float32[2,3]", "float32[6,7] int32[2,3] float16[2,3]", "float32[] int32[] float32[]"]
    inputs += ["float32[n:int32,?] int32[m:int32,3] float32[?,3]", "_ int32[2,3] float32[2,3]"]
    inputs += ["float32[6,7] uint32[2,3] float32[2,3]", "float32[6,7] _ float32[2,3]", "float32[6,7] int32[2,3] _", "float32[6,7] int8[2,3] float32[2,3]"]
    for op, key in [("scatter", SCATTER), ("scatter_add", SCATTER_ADD)]:
        yield from each(op, key, [{"axis": axis} for axis in [0, -1, 5]], inputs)

    inputs = ["float32[6,7,8] int32[2,5] float32[5,8]", "float32[6,7,8] int64[3,5,4] float32[5,4]"]
    inputs += ["float32[6,7,8] int32[2,5] float32[5,9]", "float32[6,7,8] int32[4,5] float32[5]"]
    inputs += ["float32[n:int32,7] int32[1,m:int32] float32[m:int32,7]", "float32[?,7] int32[1,?] float32[?,7]"]
    inputs += ["float32[6,7] int32[?,5] float32[5,7]", "_ int32[1,5] float32[5]", "float32[6] int32[] float32[]"]
    inputs += ["float32[6,7] int32[2,5] float32[4]", "float32[6,7] int32[2,5] int8[5]", "float32[6] int32[1,2] _"]
    inputs += ["float32[6,7] float32[2,5] float32[5]", "float32[6,7] int32[2,5] float32[5,1]"]
    yield from each("scatter_nd", SCATTER_ND, [{"mode": "update"}, {"mode": "other"}], inputs)

    inputs = ["float32[4,5,6] int32[5]", "float32[4,5,6] int32[4]", "float32[4,5] float32[5]", "float32[4] int32[4]"]
    inputs += ["float32[n:int32,5] int32[5]", "float32[?,5] int32[n:int32]", "float32[4,5] int32[5,1]"]
    inputs += ["_ int32[5]", "float32[4,5] _", "float32[4,5] int32[?]", "float32[4L,5L] int32[5]"]
    yield from each("sequence_mask", MASK, [{"axis": axis} for axis in [0, 1, 2, -1]], inputs)

    inputs = ["float32[2,4,5] float32[2,4]", "float32[4,5] float32[4]", "float32[5,4] float32[4]", "float32[5] float32[5]"]
    inputs += ["float32[2,4,5] float32[2,3,4]", "float32[2,4,5] float32[2,3]", "float32[n:int32,4,5] float32[n:int32,4]"]
    inputs += ["float32[?,4,5] float32[2,?]", "float32[4,5] float16[4]", "_ float32[4]", "float32[4,5] _"]
    inputs += ["float32[4,n:int32] float32[4]", "float32[2,4,5] float32[3,4]", "float32[2L,4,5] float32[2,4L]"]
    inputs += ["float32[4,5] float32[3]", "float32[4,5] float32[]", "float32[6,2,4,5] float32[6,2,3,4]"]
    inputs += ["float32[4,5] float32[2,2,4]", "float32[4,5] float32[4,5,6,4]", "float32[4] float32[2]"]
    bounds = [(0, 0), (1, 1), (-1, -1), (-1, 1), (0, 2), (1, -1), (4, 4), (5, 5), (-4, -4), (-3, 4)]
    yield from each("matrix_set_diag", DIAGONAL, [{"k1": low, "k2": high} for low, high in bounds], inputs)

    inputs = ["int32[7] int32[3]", "int64[] int64[2]", "int32[n:int32] int32[2]", "int32[?] int32[3L]", "int32[2,3] int32[4]"]
    inputs += ["int32[7] int32[n:int32]", "int32[7] int32[?]", "int32[7] int32[]", "float32[7] float32[2]", "_ int32[2]"]
    inputs += ["int32[7] int64[3]", "int32[7] int32[3,1]", "int32[7] _", "(int32[7]) int32[2]"]
    yield from each("unravel_index", None, [None], inputs)


write("index", [*take_calls(), *slice_calls(), *scatter_calls()])
