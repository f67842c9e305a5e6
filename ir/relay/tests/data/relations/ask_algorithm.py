"""Calls that sort, search and scan (needs TVM 0.8's Python package)."""

from ask import each, write

ARGSORT, TOPK, SEARCH = "relay.attrs.ArgsortAttrs", "relay.attrs.TopkAttrs", "relay.attrs.SearchSortedAttrs"
SCAN, UNIQUE = "relay.attrs.ScanopAttrs", "relay.attrs.UniqueAttrs"

TENSORS = ["float32[2,3,4]", "int8[n:int32,5L]", "float32[?,3]", "float32[]", "_", "(float32[2])", "float32[0]"]


def sort_calls():
    attributes = [{"axis": axis, "dtype": dtype} for axis in [-1, 0, 2, 5, -4] for dtype in ["int32", "float32"]]
    attributes += [{}, {"is_ascend": False}]
    for op in ["argsort", "sort"]:
        yield from each(op, ARGSORT, attributes, TENSORS)

    attributes = [{"k": k} for k in [1, 2, 3, 100, 0, -1, -7, {"extent": "2L"}, None]]
    attributes += [{"k": 2, "axis": axis, "dtype": "int64"} for axis in [0, 1, 2, -2, -3, -4, 3]]
    attributes += [{"k": 2, "ret_type": kind, "dtype": "int32"} for kind in ["both", "values", "indices", "other", ""]]
    attributes += [{"k": 2, "is_ascend": True}, {"k": 0, "axis": 0, "ret_type": "values"}]
    yield from each("topk", TOPK, attributes, TENSORS)

    inputs = ["float32[2,3,4]", "bool[n:int32,5L]", "int8[?]", "float32[]", "_", "(float32[2])", "float32[0]"]
    inputs += ["float32[1,1,1,1,1,1]", "float32[7]", "float32[7L]", "int64[n:int64]", "fn(float32[2])->int8[]"]
    inputs += ["float32[2,?,m:int32]", "()"]
    yield from each("argwhere", None, [None], inputs)


def search_calls():
    inputs = ["float32[5] float32[2,3]", "float32[2,5] float32[2,3]", "float32[2,5] float32[3,3]", "float32[5] float32[]"]
    inputs += ["float32[2,5] float32[3]", "float32[] float32[2]", "float32[n:int32,5] float32[n:int32,7]"]
    inputs += ["float32[n:int32,5] float32[2,7]", "float32[?,5] float32[2,7]", "float32[2,5] float32[?,m:int32]"]
    inputs += ["float32[5] int8[2]", "float32[2L,5] float32[2,3L]", "_ float32[2]", "float32[5] _", "_ _"]
    inputs += ["(float32[5]) float32[2]", "float32[5] (float32[2])", "float32[2,3,5] float32[2,4,6]", "float32[?] float32[?]"]
    inputs += ["float32[] float32[]", "float32[2,5] float32[]", "float32[2L,5] float32[3,5]", "float32[2,3,5] float32[2,3,6]"]
    attributes = [{}, {"right": True, "dtype": "int64"}, {"dtype": "int8"}, {"dtype": "float32"}, {"dtype": ""}]
    yield from each("searchsorted", SEARCH, attributes, inputs)


def scan_calls():
    attributes = [{"axis": axis} for axis in [None, 0, 1, -1, 5, -4, {"extent": "1L"}]]
    attributes += [{"axis": axis, "dtype": "int64"} for axis in [None, 0]]
    attributes += [{"exclusive": True}, {"exclusive": None, "axis": 0}, {"exclusive": False, "dtype": "bool"}]
    inputs = [*TENSORS[:5], "bool[2,3]", "(float32[2])", "int8[n:int32,m:int32]", "int8[2L,3L]", "int8[2,3L]"]
    # Products that do not fit the type of the extents are left out: TVM does not check them.
    inputs += ["int8[1099511627776L,3]", "int8[n:int64,3]", "int8[n:int32,?]", "uint8[7]"]
    for op in ["cumsum", "cumprod"]:
        yield from each(op, SCAN, attributes, inputs)

    inputs = ["float32[5]", "int8[n:int32]", "int64[?]", "float32[7L]", "float32[2,3]", "float32[]", "_"]
    inputs += ["(float32[2])", "bool[0]"]
    attributes = [{}, {"sorted": False}, {"return_counts": True}, {"return_counts": True, "sorted": False}]
    yield from each("unique", UNIQUE, attributes, inputs)


write("algorithm", [*sort_calls(), *search_calls(), *scan_calls()])
