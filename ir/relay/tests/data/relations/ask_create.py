"""Calls that create tensors or change data types (needs TVM 0.8's Python package)."""

from ask import each, write

INIT, ARANGE, ONE_HOT = "relay.attrs.InitOpAttrs", "relay.attrs.ArangeAttrs", "relay.attrs.OneHotAttrs"
CAST, MESHGRID = "relay.attrs.CastAttrs", "relay.attrs.MeshgridAttrs"


def constant(dtype, data):
    return {"constant": dtype, "data": data}


def calls():
    shapes = [[], [2, 3], [0], [-1], [{"extent": "3L"}, 2]]
    attributes = [{"shape": shape, "dtype": dtype} for shape in shapes for dtype in ["float32", "int64", ""]]
    yield from each("zeros", INIT, attributes, [""])
    yield from each("ones", INIT, attributes[:6], [""])
    yield from each("full", INIT, attributes, ["float32[]", "int8[]"])
    yield from each("full", INIT, attributes[:1], ["float32[1]", "_", "(float32[])"])
    yield "zeros", INIT, {"shape": None, "dtype": "float32"}, ""
    likes = ["float32[2,n:int32,?] float32[]", "float32[2] int8[]", "float32[2] int8[1]", "float32[2] _", "_ int8[]"]
    yield from each("full_like", None, [None], likes)

    for dtype, start, stop, step in [
        ("float32", 0, 5, 1),
        ("float32", 1.5, 7, 0.5),
        ("float32", 0, 10, 3),
        ("int32", 0, 10, 3),
        ("int64", 5, 0, -2),
        ("int64", 0, 5, -1),
        ("int64", 5, 5, 1),
        ("int64", 0, 5, 0),
        ("float64", 0, 1, 0.1),
        ("int64", 0, 2147483647, 1),
        ("int64", 0, 3000000000, 1),
    ]:
        numbers = dict(start=constant(dtype, start), stop=constant(dtype, stop), step=constant(dtype, step))
        scalar = f"{dtype}[]"
        yield "arange", ARANGE, {**numbers, "dtype": dtype}, f"{scalar} {scalar} {scalar}"
        unknown = {**numbers, "stop": {"variable": scalar}}
        yield "arange", ARANGE, {**unknown, "dtype": dtype}, f"{scalar} {scalar} {scalar}"
    numbers = dict(start=constant("int32", 0), stop=constant("int32", 5), step=constant("int32", 1))
    for inputs in ["int32[] int32[] _", "_ _ _", "float32[] float32[] float32[]", "int32[1] int32[] int32[]"]:
        yield "arange", ARANGE, {**numbers, "dtype": "int32"}, inputs

    vectors = ["(float32[2],float32[3])", "(float32[2],float32[],float32[n:int32])", "(float32[?],float32[4L])"]
    vectors += ["(float32[2,2])", "(float32[2],int8[3])", "()", "(float32[2])", "(float32[2],_)", "_", "float32[2]"]
    yield from each("meshgrid", MESHGRID, [{"indexing": "ij"}, {"indexing": "xy"}, {"indexing": "zz"}], vectors)

    attributes = [{"depth": 7, "axis": axis, "dtype": "float32"} for axis in [-1, 0, 1, 2]]
    indices = ["int32[2,n:int32]", "int32[]", "int64[?,3L]"]
    yield from each("one_hot", ONE_HOT, attributes, [f"{ty} float32[] float32[]" for ty in indices])
    attributes = [{"depth": depth, "axis": -1, "dtype": "int8"} for depth in [0, -1, 1]]
    yield from each("one_hot", ONE_HOT, attributes, ["int32[2] float32[] float32[]"])
    attributes = [{"depth": 7, "axis": axis, "dtype": "float32"} for axis in [3, -2, -3, -9]]
    yield from each("one_hot", ONE_HOT, attributes, ["int32[2,3] float32[] float32[]"])
    odd = ["float32[2] float32[] float32[]", "int32[2] int8[3] float32[]", "_ float32[] float32[]", "int32[2] _ _"]
    yield from each("one_hot", ONE_HOT, [{"depth": 7, "axis": -1, "dtype": ""}], odd)

    types = ["float32[2,n:int32,?,3L]", "int8[]", "(float32[2],float32[2])", "_"]
    for op in ["cast", "reinterpret"]:
        yield from each(op, CAST, [{"dtype": "int32"}, {"dtype": "float16"}, {"dtype": ""}], types)
    yield from each("cast_like", None, [None], [f"{ty} int8[9]" for ty in types])
    yield from each("cast_like", None, [None], ["float32[2] _", "float32[2] (int8[])"])


write("create", calls())
