"""Calls of matrix products (needs TVM 0.8's Python package)."""

from ask import write

KEY = "relay.attrs."


def products():
    pairs = [
        ("float32[2,6]", "float32[5,6]"), ("float32[2,6]", "float32[6,5]"), ("float32[2,6]", "_"), ("_", "float32[5,6]"), ("_", "_"),
        ("float32[3,2,6]", "float32[5,6]"), ("float32[6]", "float32[5,6]"), ("float32[]", "float32[5,6]"), ("float32[2,6]", "float32[1,5,6]"),
        ("int8[2,6]", "float32[5,6]"), ("float32[n:int32,6]", "float32[5,6]"), ("float32[2,?]", "float32[5,6]"), ("float32[?,6]", "float32[?,?]"),
        ("float32[2L,6L]", "float32[5,6]"), ("float32[2,k:int32]", "float32[u:int32,k:int32]"), ("float32[2,k:int32]", "float32[5,6]"),
        ("float32[2,6]", "float32[5,7]"), ("(float32[2,6],float32[1])", "float32[5,6]"), ("float32[2,6]", "(float32[2,6],float32[1])"),
        ("float32[6,2]", "float32[5,6]"), ("float32[6,2]", "float32[6,5]"), ("float32[7,6,?]", "float32[6,5]"),
    ]
    for left, right in pairs:
        for given in [{"units": None}, {"units": 5}, {"units": 4}, {"units": None, "out_dtype": "int32"}, {"units": {"extent": "5L"}}, {"units": {"extent": "u:int32"}}]:
            yield "nn.dense", KEY + "DenseAttrs", given, f"{left} {right}"
            if "u:int32" in right:
                continue
            for transpose in [{}, {"transpose_a": True}, {"transpose_b": True}, {"transpose_a": True, "transpose_b": True}]:
                yield "nn.matmul", KEY + "MatmulAttrs", {**given, **transpose}, f"{left} {right}"
    for left in ["float32[2,6]", "float32[n:int32,?]", "float32[6]", "_", "int8[2L,6L]"]:
        for right in ["float32[2,6,8]", "float32[?,6,8]", "float32[o:int32,6,8]", "float32[2,6]", "_", "float32[2L,6L,8L]"]:
            for given in [{"units": None}, {"units": 16}, {"units": 5, "out_dtype": "int32"}]:
                yield "nn.contrib_dense_pack", KEY + "DenseAttrs", given, f"{left} {right}"
                yield "nn.contrib_dense_pack", KEY + "DensePackAttrs", given, f"{left} {right}"
            yield "nn.contrib_dense_pack", KEY + "DensePackAttrs", {"units": None, "weight_layout": "NC8n"}, f"{left} {right}"


def batches():
    lefts = ["float32[3,2,6]", "float32[1,2,6]", "float32[?,2,6]", "float32[3,?,6]", "float32[3,2,?]", "float32[b:int32,m:int32,k:int32]", "float32[3L,2L,6L]",
             "int8[3,2,6]", "_", "float32[2,6]", "float32[3,6,2]", "float32[?,?,?]"]
    rights = ["float32[3,5,6]", "float32[1,5,6]", "float32[?,5,6]", "float32[3,?,6]", "float32[3,5,?]", "float32[b:int32,n:int32,k:int32]", "float32[3L,5L,6L]",
              "float32[3,6,5]", "float32[4,5,6]", "_", "float32[5,6]", "float32[3,5,7]"]
    for left in lefts:
        for right in rights:
            for given in [{}, {"transpose_b": True}, {"transpose_a": True, "out_dtype": "int32"}, {"transpose_a": True, "transpose_b": True}]:
                yield "nn.batch_matmul", KEY + "BatchMatmulAttrs", given, f"{left} {right}"


def sparse():
    for op in ["nn.sparse_dense", "nn.internal.sparse_dense_padded"]:
        for data in ["float32[4,6]", "float32[m:int32,?]", "int8[4L,6L]", "float32[4,6,7]"]:
            for weight in ["float32[20]", "float32[5,4,1]", "float32[5,?,b:int32]", "float32[5,4]", "float16[20]", "float32[]"]:
                for starts in ["int32[9]", "int32[?]", "int32[r:int32]", "int32[9L]", "int32[9,2]"]:
                    for given in [{}, {"sparse_lhs": True}]:
                        yield op, KEY + "SparseDenseAttrs", given, f"{data} {weight} int32[20] {starts}"
        yield op, KEY + "SparseDenseAttrs", {}, "float32[] float32[20] int32[20] int32[9]"
        yield op, KEY + "SparseDenseAttrs", {}, "float32[3] float32[20] int32[20] int32[9]"
    for data in ["float32[20]", "float32[5,4,1]", "int8[n:int32]", "_", "float32[?]"]:
        for starts in ["int32[9]", "int64[r:int32]", "_"]:
            yield "nn.sparse_transpose", KEY + "SparseTransposeAttrs", {}, f"{data} int32[20] {starts}"
            yield "nn.sparse_transpose", KEY + "SparseTransposeAttrs", {}, f"{data} _ {starts}"
            for dense in ["float32[3,4]", "int8[n:int32,?]", "_"]:
                yield "nn.sparse_add", None, None, f"{dense} {data} int32[20] {starts}"
                yield "nn.sparse_add", None, None, f"{dense} {data} _ {starts}"


def calls():
    yield from products()
    yield from batches()
    yield from sparse()


if __name__ == "__main__":
    write("matrix", calls())
