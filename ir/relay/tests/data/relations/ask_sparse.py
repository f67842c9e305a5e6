"""Calls with sparse tensors (needs TVM 0.8's Python package)."""

from ask import each, write

DENSE = "relay.attrs.SparseToDenseAttrs"

INDICES = ["int32[]", "int64[3]", "int32[3,2]", "int32[n:int32,2]", "int32[?,2]", "int32[3,?]", "int32[3,2,1]"]
INDICES += ["float32[3,2]", "uint32[3,2]", "int32[3,2,1,1]", "_", "(int32[3])", "int64[3L,2L]", "int64[3,n:int32]"]


def dense_calls():
    values = ["float32[3] float32[]", "float32[] float32[]", "int8[n:int32] int8[]", "float32[4] float32[]"]
    values += ["float32[3] int8[]", "float32[3] float32[1]", "_ float32[]", "float32[3] _", "float32[3,1] float32[]"]
    inputs = [f"{first} {second}" for first in INDICES for second in values[:2]]
    inputs += [f"{first} {second}" for first in INDICES[1:3] for second in values[2:]]
    yield from each("sparse_to_dense", DENSE, [{"output_shape": [5, 6]}], inputs)
    shapes = [[5], [], [5, 6, 7], [-1, 0], [{"extent": "5L"}], None]
    yield from each("sparse_to_dense", DENSE, [{"output_shape": shape} for shape in shapes], inputs[1:7])

    shapes = ["int64[2]", "int32[]", "int32[?]", "int32[n:int32]", "int32[2,2]", "float32[1]", "_", "int64[3L]", "(int64[2])"]
    yield from each("dyn.sparse_to_dense", None, [None], [f"{first} int64[2]" for first in inputs])
    yield from each("dyn.sparse_to_dense", None, [None], [f"{inputs[4]} {shape}" for shape in shapes])
    yield from each("dyn.sparse_to_dense", None, [None], [f"{inputs[2]} {shape}" for shape in shapes])


def row_calls():
    values = ["float32[3]", "int64[]", "int64[n:int32]", "int64[?]", "float32[4]", "int64[3,1]", "_"]
    shapes = ["int64[2]", "int32[3]", "int64[?]", "int64[]", "int64[n:int32]", "int64[2,1]", "_"]
    defaults = ["float32[]", "int64[]", "float32[1]", "_"]
    inputs = [f"{indices} float32[3] int64[2] float32[]" for indices in INDICES]
    inputs += [f"int64[3,2] {value} int64[2] float32[]" for value in values]
    inputs += [f"int64[3,2] float32[3] {shape} float32[]" for shape in shapes]
    inputs += [f"int64[3,2] float32[3] int64[2] {default}" for default in defaults]
    inputs += ["int64[?,2] float32[?] int64[2] float32[]", "(int64[3,2]) float32[3] int64[2] float32[]"]
    yield from each("sparse_fill_empty_rows", None, [None], inputs)

    shapes = ["int64[2] int64[3]", "int32[2] int32[1]", "int64[?] int64[?]", "int64[n:int32] int64[m:int32]", "int64[] int64[]"]
    shapes += ["int64[2,1] int64[3]", "int64[2] int64[3,1]", "_ int64[2]", "int64[2] _", "float32[2] float32[2]"]
    shapes += ["uint64[2] int64[3]", "int64[2] uint64[3]"]
    shapes += ["(int64[2]) int64[2]", "int64[2] (int64[2])", "int64[2L] int64[3L]"]
    inputs = [f"{indices} int64[2] int64[3]" for indices in INDICES]
    inputs += [f"{indices} {shape}" for indices in ["int64[3,2]", "int32[n:int32,?]"] for shape in shapes]
    yield from each("sparse_reshape", None, [None], inputs)


write("sparse", [*dense_calls(), *row_calls()])
