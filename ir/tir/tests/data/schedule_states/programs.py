"""Programs with blocks that depend on each other."""

from tvm.script import tir as T


@T.prim_func
def partly_covered(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    B = T.alloc_buffer((128,), "float32")
    for i in T.serial(0, 64):
        with T.block("B"):
            vi = T.axis.S(128, i)
            B[vi] = A[vi]
    for i in T.serial(0, 128):
        with T.block("C"):
            vi = T.axis.S(128, i)
            C[vi] = B[vi]


@T.prim_func
def two_producers(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    B = T.alloc_buffer((128,), "float32")
    for i in T.serial(0, 64):
        with T.block("B0"):
            vi = T.axis.S(128, i)
            B[vi] = A[vi]
    for i in T.serial(0, 64):
        with T.block("B1"):
            vi = T.axis.S(128, i + 64)
            B[vi] = A[vi]
    for i in T.serial(0, 128):
        with T.block("C"):
            vi = T.axis.S(128, i)
            C[vi] = B[vi]


@T.prim_func
def overwritten(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    for i in T.serial(0, 128):
        with T.block("1"):
            vi = T.axis.S(128, i)
            C[vi] = A[vi]
    for i in T.serial(0, 128):
        with T.block("2"):
            vi = T.axis.S(128, i)
            A[vi] = C[vi] + A[vi]
    for i in T.serial(0, 128):
        with T.block("3"):
            vi = T.axis.S(128, i)
            C[vi] = A[vi]


@T.prim_func
def bindings(a: T.handle) -> None:
    A = T.match_buffer(a, (1024,), "float32")
    for i, j in T.grid(32, 32):
        with T.block("fused"):
            v = T.axis.S(1024, i * 32 + j)
            A[v] = 1.0
        with T.block("overlapping"):
            v = T.axis.S(1024, i * 16 + j)
            A[v] = 1.0
        with T.block("scaled"):
            v = T.axis.S(1024, i * 2)
            A[v] = 1.0
        with T.block("dependent"):
            v = T.axis.S(1024, i)
            w = T.axis.S(1024, i + j)
            A[v] = T.cast(w, "float32")
        with T.block("split"):
            v = T.axis.S(8, i // 4)
            w = T.axis.S(4, i % 4)
            A[v] = T.cast(w, "float32")
        with T.block("constant"):
            v = T.axis.S(8, 3)
            A[v] = 1.0
        with T.block("product"):
            v = T.axis.S(1024, i * j)
            A[v] = 1.0
        with T.block("predicate"):
            T.where(i * 32 + j < 1000)
            v = T.axis.S(1000, i * 32 + j)
            A[v] = 1.0
        with T.block("opaque"):
            A[0] = 1.0
        with T.block("shifted"):
            v = T.axis.S(1024, i * 32 + j + 5)
            A[v] = 1.0


@T.prim_func
def stencil(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (130,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    B = T.alloc_buffer((130,), "float32")
    D = T.alloc_buffer((128,), "float32", scope="shared")
    for io in T.serial(0, 8):
        for x in T.serial(0, 18):
            with T.block("B"):
                v = T.axis.S(130, io * 16 + x)
                B[v] = A[v]
        for x in T.serial(0, 17):
            with T.block("D"):
                T.where(io * 16 + x < 128)
                v = T.axis.S(128, io * 16 + x)
                D[v] = B[v] + B[v + 1]
        for x in T.serial(0, 16):
            with T.block("C"):
                v = T.axis.S(128, io * 16 + x)
                C[v] = B[v] + B[v + 1] + B[v + 2] + D[v]


@T.prim_func
def symbolic_cover(a: T.handle, c: T.handle, n: T.int32) -> None:
    A = T.match_buffer(a, (n,), "float32")
    C = T.match_buffer(c, (n,), "float32")
    B = T.alloc_buffer((n,), "float32")
    for i in T.serial(0, n):
        with T.block("B"):
            v = T.axis.S(n, i)
            B[v] = A[v]
    for i in T.serial(0, n):
        with T.block("C"):
            v = T.axis.S(n, i)
            C[v] = B[v] + B[n - 1 - v]


@T.prim_func
def branches(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    for i in T.serial(0, 128):
        if i < 3:
            with T.block("1"):
                v = T.axis.S(128, i)
                A[v] = 1.0
            with T.block("2"):
                v = T.axis.S(128, i)
                C[v] = A[v]
        else:
            with T.block("3"):
                v = T.axis.S(128, i)
                C[v] = 2.0


ALL = {name: value for name, value in globals().items() if type(value).__name__ == "PrimFunc"}
