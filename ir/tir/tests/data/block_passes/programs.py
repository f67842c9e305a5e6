"""Programs with blocks."""

from tvm.script import tir as T


@T.prim_func
def elementwise(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i in T.serial(0, 16):
        with T.block():
            T.reads(A[i, 0:16])
            T.writes(C[i, 0:16])
            B = T.alloc_buffer((16, 16), "float32")
            for j in T.serial(0, 16):
                with T.block():
                    T.reads(A[i, j])
                    T.writes(B[i, j])
                    B[i, j] = A[i, j] + 1.0
            for j in T.serial(0, 16):
                with T.block():
                    T.reads(B[i, j])
                    T.writes(C[i, j])
                    C[i, j] = B[i, j] * 2.0


@T.prim_func
def moved_to_loop(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    B = T.alloc_buffer((16, 16), "float32")
    for i in T.serial(0, 16):
        for j in T.serial(0, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + 1.0
        for j in T.serial(0, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] * 2.0


@T.prim_func
def tiled(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (64, 64), "float32")
    C = T.match_buffer(c, (64, 64), "float32")
    B = T.alloc_buffer((64, 64), "float32", scope="shared")
    D = T.alloc_buffer((64, 64), "float32", scope="local")
    for io, jo in T.grid(8, 8):
        for ii, ji in T.grid(8, 8):
            with T.block("B"):
                vi = T.axis.S(64, io * 8 + ii)
                vj = T.axis.S(64, jo * 8 + ji)
                B[vi, vj] = A[vi, vj] + 1.0
        for ii in T.serial(0, 8):
            for ji in T.serial(0, 8):
                with T.block("D"):
                    vi = T.axis.S(64, io * 8 + ii)
                    vj = T.axis.S(64, jo * 8 + ji)
                    D[vi, vj] = B[vi, vj] * 2.0
            for ji in T.serial(0, 8):
                with T.block("C"):
                    vi = T.axis.S(64, io * 8 + ii)
                    vj = T.axis.S(64, jo * 8 + ji)
                    C[vi, vj] = D[vi, vj] * B[vi, vj]


@T.prim_func
def matmul(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128, 64), "float32")
    B = T.match_buffer(b, (128, 64), "float32")
    C = T.match_buffer(c, (128, 128), "float32")
    for i, j in T.grid(128, 128):
        for k in T.serial(0, 64):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0.0
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


@T.prim_func
def two_reductions(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 8, 4, 2), "float32")
    C = T.match_buffer(c, (16,), "float32")
    for i, j, k, l in T.grid(16, 8, 4, 2):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SRR", [i, j, k])
            vl = T.axis.R(2, l)
            with T.init():
                for x in T.serial(0, 1):
                    C[vi + x] = 0.0
            C[vi] = C[vi] + A[vi, vj, vk, vl]


@T.prim_func
def nested_reduction(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16,), "float32")
    for io, ko in T.grid(4, 4):
        with T.block("outer"):
            vi, vk = T.axis.remap("SR", [io, ko])
            T.reads([C[vi * 4 : vi * 4 + 4], A[vi * 4 : vi * 4 + 4, vk * 4 : vk * 4 + 4]])
            T.writes(C[vi * 4 : vi * 4 + 4])
            with T.init():
                for ii in T.serial(0, 4):
                    with T.block("init"):
                        vii = T.axis.S(4, ii)
                        C[vi * 4 + vii] = 0.0
            for ii, ki in T.grid(4, 4):
                with T.block("inner"):
                    vii, vki = T.axis.remap("SR", [ii, ki])
                    C[vi * 4 + vii] = C[vi * 4 + vii] + A[vi * 4 + vii, vk * 4 + vki]


@T.prim_func
def spatial_init(c: T.handle) -> None:
    C = T.match_buffer(c, (16,), "float32")
    for i in T.serial(0, 16):
        with T.block("C"):
            vi = T.axis.S(16, i)
            with T.init():
                C[vi] = 0.0
            C[vi] = C[vi] + 1.0


@T.prim_func
def predicate(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (13, 16), "float32")
    C = T.match_buffer(c, (13, 16), "float32")
    B = T.alloc_buffer((13, 16), "float32")
    for io, ii in T.grid(4, 4):
        for j in T.serial(0, 16):
            with T.block("B"):
                T.where(io * 4 + ii < 13)
                vi = T.axis.S(13, io * 4 + ii)
                vj = T.axis.S(16, j)
                B[vi, vj] = A[vi, vj] + 1.0
        for j in T.serial(0, 16):
            with T.block("C"):
                T.where(io * 4 + ii < 13 and j < 15)
                vi = T.axis.S(13, io * 4 + ii)
                vj = T.axis.S(16, j)
                C[vi, vj] = B[vi, vj] * 2.0


@T.prim_func
def branches(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (32,), "float32")
    C = T.match_buffer(c, (32,), "float32")
    for k in T.serial(0, 4):
        with T.block():
            T.reads(A[k * 8 : k * 8 + 8])
            T.writes(C[k * 8 : k * 8 + 8])
            B = T.alloc_buffer((32,), "float32")
            for i in T.serial(0, 8):
                if i < 4:
                    B[k * 8 + i] = A[k * 8 + i]
                else:
                    B[k * 8 + i] = T.if_then_else(i < 6, A[k * 8 + i], 0.0, dtype="float32")
            for i in T.serial(0, 8):
                C[k * 8 + i] = T.Select(i < 4, B[k * 8 + i], B[k * 8 + 7 - i])


@T.prim_func
def threads(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i0 in T.thread_binding(0, 4, thread="blockIdx.x"):
        for i1 in T.thread_binding(0, 2, thread="threadIdx.x"):
            for i2 in T.thread_binding(0, 2, thread="vthread"):
                with T.block():
                    T.reads(A[i0 * 4 + i1 * 2 + i2, 0:16])
                    T.writes(C[i0 * 4 + i1 * 2 + i2, 0:16])
                    B = T.alloc_buffer((16, 16), "float32", scope="local")
                    for j in T.serial(0, 16):
                        with T.block():
                            T.reads(A[i0 * 4 + i1 * 2 + i2, j])
                            T.writes(B[i0 * 4 + i1 * 2 + i2, j])
                            B[i0 * 4 + i1 * 2 + i2, j] = A[i0 * 4 + i1 * 2 + i2, j] + 1.0
                    for j in T.serial(0, 16):
                        with T.block():
                            T.reads(B[i0 * 4 + i1 * 2 + i2, j])
                            T.writes(C[i0 * 4 + i1 * 2 + i2, j])
                            C[i0 * 4 + i1 * 2 + i2, j] = B[i0 * 4 + i1 * 2 + i2, j] * 2.0


@T.prim_func
def shared_memory(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i0 in T.thread_binding(0, 2, thread="blockIdx.x"):
        for i1 in T.thread_binding(0, 2, thread="vthread.y"):
            for i2 in T.thread_binding(0, 4, thread="threadIdx.x"):
                with T.block():
                    T.reads(A[i0 * 8 + i1 * 4 + i2, 0:16])
                    T.writes(C[i0 * 8 + i1 * 4 + i2, 0:16])
                    B = T.alloc_buffer((16, 16), "float32", scope="shared")
                    for j in T.serial(0, 16):
                        with T.block():
                            T.reads(A[i0 * 8 + i1 * 4 + i2, j])
                            T.writes(B[i0 * 8 + i1 * 4 + i2, j])
                            B[i0 * 8 + i1 * 4 + i2, j] = A[i0 * 8 + i1 * 4 + i2, j] + 1.0
                    for j in T.serial(0, 16):
                        with T.block():
                            T.reads(B[i0 * 8 + i1 * 4 + i2, j])
                            T.writes(C[i0 * 8 + i1 * 4 + i2, j])
                            C[i0 * 8 + i1 * 4 + i2, j] = B[i0 * 8 + i1 * 4 + i2, j] * 2.0


@T.prim_func
def warp_memory(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    for i0 in T.thread_binding(0, 4, thread="threadIdx.y"):
        for i1 in T.thread_binding(0, 32, thread="threadIdx.x"):
            with T.block():
                T.reads(A[i0 * 32 + i1])
                T.writes(C[i0 * 32 + i1])
                B = T.alloc_buffer((128,), "float32", scope="warp")
                with T.block():
                    T.reads(A[i0 * 32 + i1])
                    T.writes(B[i0 * 32 + i1])
                    B[i0 * 32 + i1] = A[i0 * 32 + i1] + 1.0
                with T.block():
                    T.reads(B[i0 * 32 + i1])
                    T.writes(C[i0 * 32 + i1])
                    C[i0 * 32 + i1] = B[i0 * 32 + i1] * 2.0


@T.prim_func
def global_in_threads(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    C = T.match_buffer(c, (128,), "float32")
    for i0 in T.thread_binding(0, 4, thread="blockIdx.x"):
        for i1 in T.thread_binding(0, 32, thread="threadIdx.x"):
            with T.block():
                T.reads(A[i0 * 32 + i1])
                T.writes(C[i0 * 32 + i1])
                B = T.alloc_buffer((128,), "float32")
                with T.block():
                    T.reads(A[i0 * 32 + i1])
                    T.writes(B[i0 * 32 + i1])
                    B[i0 * 32 + i1] = A[i0 * 32 + i1] + 1.0
                with T.block():
                    T.reads(B[i0 * 32 + i1])
                    T.writes(C[i0 * 32 + i1])
                    C[i0 * 32 + i1] = B[i0 * 32 + i1] * 2.0


@T.prim_func
def kernels(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    B = T.match_buffer(b, (128, 128), "float32")
    C = T.match_buffer(c, (128, 128), "float32")
    for i in T.thread_binding(0, 128, thread="blockIdx.x"):
        for j0 in T.thread_binding(0, 4, thread="threadIdx.x"):
            for j1 in T.serial(0, 32):
                with T.block("B"):
                    vi = T.axis.S(128, i)
                    vj = T.axis.S(128, j0 * 32 + j1)
                    B[vi, vj] = A[vi, vj] * 2.0
    for i in T.thread_binding(0, 64, thread="blockIdx.x"):
        for j0 in T.thread_binding(0, 8, thread="threadIdx.x"):
            for j1 in T.serial(0, 32):
                with T.block("C"):
                    vi = T.axis.S(128, i * 2 + j1 // 16)
                    vj = T.axis.S(128, j0 * 16 + j1 % 16)
                    C[vi, vj] = B[vi, vj] + 1.0


@T.prim_func
def one_kernel(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    B = T.match_buffer(b, (128, 128), "float32")
    C = T.match_buffer(c, (128, 128), "float32")
    for i in T.thread_binding(0, 128, thread="blockIdx.x"):
        for j in T.thread_binding(0, 128, thread="threadIdx.x"):
            B[i, j] = A[i, j] * 2.0
        for j in T.thread_binding(0, 128, thread="threadIdx.x"):
            C[i, j] = B[i, j] + 1.0


@T.prim_func
def unequal_threads(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    B = T.match_buffer(b, (128, 128), "float32")
    for i in T.thread_binding(0, 128, thread="blockIdx.x"):
        for j in T.thread_binding(0, 128, thread="threadIdx.x"):
            B[i, j] = A[i, j] * 2.0
        for j in T.thread_binding(0, 64, thread="threadIdx.x"):
            B[i, j] = A[i, j] + 1.0


@T.prim_func
def virtual_threads(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    B = T.match_buffer(b, (128, 128), "float32")
    for i0 in T.thread_binding(0, 2, thread="vthread.x"):
        for i1 in T.thread_binding(0, 64, thread="threadIdx.x"):
            for j0 in T.thread_binding(0, 2, thread="vthread.x"):
                for j1 in T.serial(0, 64):
                    B[i0 * 64 + i1, j0 * 64 + j1] = A[i0 * 64 + i1, j0 * 64 + j1] * 2.0


@T.prim_func
def nested_blocks_of_threads(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    B = T.match_buffer(b, (128, 128), "float32")
    for i in T.thread_binding(0, 128, thread="threadIdx.x"):
        for j in T.thread_binding(0, 4, thread="blockIdx.x"):
            for k in T.thread_binding(0, 32, thread="blockIdx.y"):
                B[i, j * 32 + k] = A[i, j * 32 + k] * 2.0
    for i in T.thread_binding(0, 128, thread="threadIdx.x"):
        for j in T.thread_binding(1, 4, thread="blockIdx.x"):
            B[i, j] = A[i, j] * 2.0


@T.prim_func
def thread_attributes(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (128,), "float32")
    B = T.match_buffer(b, (128,), "float32")
    tx = T.env_thread("threadIdx.x")
    ty = T.env_thread("threadIdx.x")
    vx = T.env_thread("vthread")
    T.launch_thread(vx, 1)
    with T.launch_thread(tx, 64):
        B[tx + vx] = A[tx] * 2.0
    with T.launch_thread(ty, 64):
        B[ty + 64] = A[ty + 64] * 2.0


@T.prim_func
def loops(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4, 8, 16, 1), "float32")
    C = T.match_buffer(c, (4, 8, 16, 1), "float32")
    for i in T.parallel(0, 4):
        for j in T.unroll(0, 8):
            for k in T.vectorized(0, 16):
                for l in T.serial(0, 1):
                    with T.block("C"):
                        vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
                        C[vi, vj, vk, vl] = A[vi, vj, vk, vl] + 1.0


@T.prim_func
def nested_parallel(a: T.handle) -> None:
    A = T.match_buffer(a, (4, 8), "float32")
    for i in T.parallel(0, 4):
        for j in T.parallel(0, 8):
            A[i, j] = 1.0
    for i in T.serial(0, 4):
        for j in T.parallel(0, 8, annotations={"pragma_x": 1}):
            A[i, j] = 1.0


@T.prim_func
def unit_loops(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    C = T.match_buffer(c, (16,), "float32")
    for i in T.serial(3, 4):
        for j in T.serial(i, i + 1):
            for k in T.unroll(j * 2, j * 2 + 1):
                C[i + j + k] = A[j] + 1.0
    for i in T.thread_binding(0, 1, thread="threadIdx.x"):
        for j in T.serial(0, 1, annotations={"pragma_other": 3, "pragma_auto": 2, "x": 1}):
            C[i + j] = A[j] + 1.0


@T.prim_func
def loop_annotations(a: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    for i in T.serial(0, 16, annotations={"pragma_1": 2.5, "pragma_2": 1, "pragma_0": 0, "z": 1}):
        A[i] = 0.0
    for i in T.thread_binding(0, 16, thread="threadIdx.x", annotations={"pragma_a": 5}):
        A[i] = 0.0


@T.prim_func
def block_annotations(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i in T.serial(0, 16):
        with T.block("outer"):
            vi = T.axis.S(16, i)
            T.block_attr({"x": 1, "double_buffer_scope": 0})
            B = T.alloc_buffer((16,), "float32", scope="shared")
            for j in T.serial(0, 16):
                with T.block("B"):
                    vj = T.axis.S(16, j)
                    B[vj] = A[vi, vj]
            for j in T.serial(0, 16):
                with T.block("C"):
                    vj = T.axis.S(16, j)
                    C[vi, vj] = B[vj]


@T.prim_func
def aligned(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16, 16), "float32")
    C = T.match_buffer(c, (16, 16, 16), "float32")
    for i0 in T.serial(0, 4):
        with T.block():
            T.reads(A[i0 * 4 : i0 * 4 + 4, 0:16, 0:16])
            T.writes(C[i0 * 4 : i0 * 4 + 4, 0:16, 0:16])
            B = T.alloc_buffer((16, 16, 16), "float32")
            D = T.alloc_buffer((16, 16, 16), "float32")
            for i1, j, k in T.grid(4, 15, 16):
                with T.block("B"):
                    T.reads(A[i0 * 4 + i1, j, k])
                    T.writes([B[i0 * 4 + i1, j, k], D[i0 * 4 + i1, j, k]])
                    T.block_attr({"buffer_dim_align": [[0, 1, 15, 0], [1, 0, 32, 7], [1, 2, 4, 1]]})
                    B[i0 * 4 + i1, j, k] = A[i0 * 4 + i1, j, k] + 1.0
                    D[i0 * 4 + i1, j, k] = A[i0 * 4 + i1, j, k] + 2.0
            for i1, j, k in T.grid(4, 15, 16):
                with T.block("C"):
                    T.reads([B[i0 * 4 + i1, j, k], D[i0 * 4 + i1, j, k]])
                    T.writes(C[i0 * 4 + i1, j, k])
                    C[i0 * 4 + i1, j, k] = B[i0 * 4 + i1, j, k] * D[i0 * 4 + i1, j, k]


@T.prim_func
def symbolic(a: T.handle, c: T.handle, n: T.int32, m: T.int32) -> None:
    A = T.match_buffer(a, (n, m), "float32")
    C = T.match_buffer(c, (n, m), "float32")
    for i in range(0, n):
        with T.block():
            T.reads(A[i, m])
            T.writes(C[i, m])
            B = T.alloc_buffer((m,), "float32")
            for j in range(0, m):
                with T.block():
                    T.reads(A[i, j])
                    T.writes(B[j])
                    B[j] = A[i, j] + 1.0
            for j in range(0, m):
                with T.block():
                    T.reads(B[j])
                    T.writes(C[i, j])
                    C[i, j] = B[j] * 2.0


@T.prim_func
def symbolic_tile(a: T.handle, c: T.handle, n: T.int32) -> None:
    A = T.match_buffer(a, (n * 8,), "float32")
    C = T.match_buffer(c, (n * 8,), "float32")
    for i in range(0, n):
        with T.block():
            T.reads(A[i * 8 : i * 8 + 8])
            T.writes(C[i * 8 : i * 8 + 8])
            B = T.alloc_buffer((n * 8,), "float32")
            for j in range(0, 8):
                with T.block():
                    T.reads(A[i * 8 + j])
                    T.writes(B[i * 8 + j])
                    B[i * 8 + j] = A[i * 8 + j] + 1.0
            for j in range(0, 4):
                with T.block():
                    T.reads(B[i * 8 + j * 2 : i * 8 + j * 2 + 2])
                    T.writes(C[i * 8 + j])
                    C[i * 8 + j] = B[i * 8 + j * 2] * B[i * 8 + j * 2 + 1]


@T.prim_func
def strided(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32", strides=[32, 2], elem_offset=5)
    C = T.match_buffer(c, (16, 16), "float32")
    for i0 in T.serial(0, 4):
        with T.block():
            T.reads(A[i0 * 4 : i0 * 4 + 4, 0:16])
            T.writes(C[i0 * 4 : i0 * 4 + 4, 0:16])
            B = T.alloc_buffer((4, 16), "float32", strides=[17, 1])
            for i1, j in T.grid(4, 16):
                with T.block():
                    T.reads(A[i0 * 4 + i1, j])
                    T.writes(B[i1, j])
                    B[i1, j] = A[i0 * 4 + i1, j] + 1.0
            for i1, j in T.grid(4, 16):
                with T.block():
                    T.reads(B[i1, j])
                    T.writes(C[i0 * 4 + i1, j])
                    C[i0 * 4 + i1, j] = B[i1, j] * 2.0


@T.prim_func
def many_allocations(a: T.handle, d: T.handle) -> None:
    A = T.match_buffer(a, (4, 32), "float32")
    D = T.match_buffer(d, (4, 32), "float32")
    for i, j in T.grid(4, 32):
        with T.block():
            T.reads(A[i, j])
            T.writes(D[i, j])
            B = T.alloc_buffer((4, 32), "float32")
            C = T.alloc_buffer((4, 32), "int8")
            E = T.alloc_buffer((), "int32")
            B[i, j] = A[i, j] + 1.0
            C[i, j] = T.cast(A[i, j] + B[i, j], "int8")
            E[()] = T.cast(C[i, j], "int32") + 3
            D[i, j] = T.Select(E[()] < 5, T.cast(C[i, j], "float32") * T.float32(2), T.float32(0))


@T.prim_func
def bool_argument(a: T.handle) -> None:
    A = T.match_buffer(a, (4, 32), "bool")
    for i, j in T.grid(4, 32):
        A[i, j] = A[j % 4, i] and i < j


@T.prim_func
def bool_allocation(a: T.handle) -> None:
    A = T.match_buffer(a, (4,), "bool")
    for i in T.serial(0, 4):
        with T.block():
            T.reads([])
            T.writes(A[i])
            B = T.alloc_buffer((4,), "bool")
            B[i] = i < 3
            A[i] = B[i]


@T.prim_func
def opaque_access(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (1024,), "float32")
    C = T.match_buffer(c, (1024,), "float32")
    B = T.alloc_buffer((1024,), "float32")
    D = T.alloc_buffer((8, 128), "float32")
    for i in T.serial(0, 8):
        with T.block("B"):
            v = T.axis.S(8, i)
            T.reads([A[v * 128 : v * 128 + 128]])
            T.writes([B[v * 128 : v * 128 + 128]])
            T.evaluate(T.call_extern("fill", B.data, v * 128, 128, A.data, v * 128, 128, dtype="float32"))
        with T.block("D"):
            v = T.axis.S(8, i)
            T.reads([B[v * 128 : v * 128 + 128]])
            T.writes([D[v, 0:128]])
            T.evaluate(T.tvm_access_ptr(T.type_annotation(dtype="float32"), D.data, v * 128, 128, 2, dtype="handle"))
            T.store(D.data, v, T.load("float32", B.data, v))
        for j in T.serial(0, 128):
            with T.block("C"):
                v = T.axis.S(8, i)
                w = T.axis.S(128, j)
                C[v * 128 + w] = D[v, w]


@T.prim_func
def opaque_in_block(c: T.handle) -> None:
    C = T.match_buffer(c, (8, 16), "float32")
    for i in T.serial(0, 8):
        with T.block():
            T.reads([])
            T.writes(C[i, 0:16])
            B = T.alloc_buffer((8, 16), "float32")
            with T.block():
                T.reads([])
                T.writes(B[i, 0:16])
                T.evaluate(T.call_extern("fill", B.data, dtype="int32"))
            T.evaluate(B.data)
            for j in T.serial(0, 16):
                C[i, j] = B[i, j]


@T.prim_func
def not_accessed(a: T.handle) -> None:
    A = T.match_buffer(a, (8,), "float32")
    B = T.alloc_buffer((8,), "float32")
    for i in T.serial(0, 8):
        with T.block():
            v = T.axis.S(8, i)
            A[v] = 1.0


@T.prim_func
def matched(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (128, 128), "float32")
    C = T.match_buffer(c, (128, 128), "float32")
    for i, j in T.grid(8, 8):
        with T.block("tile"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi * 16 : vi * 16 + 16, vj * 16 : vj * 16 + 16])
            T.writes(C[vi * 16 : vi * 16 + 16, vj * 16 : vj * 16 + 16])
            AA = T.match_buffer(A[vi * 16 : vi * 16 + 16, vj * 16 : vj * 16 + 16], (16, 16), offset_factor=1)
            CC = T.match_buffer(
                C[vi * 16 : vi * 16 + 16, vj * 16 : vj * 16 + 16], (16, 16), offset_factor=16
            )
            for ii, jj in T.grid(16, 16):
                with T.block("element"):
                    vii, vjj = T.axis.remap("SS", [ii, jj])
                    T.reads(AA[vii, vjj])
                    T.writes(CC[vii, vjj])
                    AAA = T.match_buffer(AA[vii, vjj], (), offset_factor=1)
                    CC[vii, vjj] = AAA[()] + 1.0
            T.evaluate(CC.data)


@T.prim_func
def matched_strides(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (64, 64, 128), "float32")
    B = T.match_buffer(b, (64, 64, 128), "float32", strides=[9000, 140, 1], offset_factor=4, elem_offset=8)
    for i, j, k in T.grid(64, 2, 8):
        with T.block():
            T.reads([])
            T.writes([A[i, j * 32 : j * 32 + 32, k * 16 : k * 16 + 16], B[i, j * 32 : j * 32 + 32, k * 16 : k * 16 + 16]])
            s0 = T.var("int32")
            s1 = T.var("int32")
            t0 = T.var("int32")
            t1 = T.var("int32")
            e = T.var("int32")
            AA = T.match_buffer(
                A[i, j * 32 : j * 32 + 32, k * 16 : k * 16 + 16], (32, 16), strides=[s0, s1], offset_factor=1
            )
            BB = T.match_buffer(
                B[i, j * 32 : j * 32 + 32, k * 16 : k * 16 + 16], (32, 16), strides=[t0, t1],
                elem_offset=e, offset_factor=4
            )
            T.evaluate(T.call_extern("f", AA.data, AA.elem_offset, s0, s1, dtype="int32"))
            T.evaluate(T.call_extern("f", BB.data, e, t0, t1, dtype="int32"))
            T.evaluate(BB.access_ptr("w"))
            for ii, jj in T.grid(32, 16):
                AA[ii, jj] = BB[ii, jj]

@T.prim_func
def loaded_match(a: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    with T.block():
        T.reads([])
        T.writes([])
        B = T.match_buffer(A[4:8], (4,), offset_factor=1)
        T.evaluate(T.load("float32", B.data, 1))


@T.prim_func
def stored_match(a: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    with T.block():
        T.reads([])
        T.writes([])
        B = T.match_buffer(A[4:8], (4,), offset_factor=1)
        T.store(B.data, 1, 1.0)


@T.prim_func
def matched_symbols(a: T.handle, b: T.handle, n: T.int32, m: T.int32) -> None:
    A = T.match_buffer(a, (n * m, m), "float32")
    B = T.match_buffer(b, (n * 2, m * 4), "float32")
    for i in T.serial(0, n):
        with T.block():
            T.reads([])
            T.writes([A[i * m : i * m + n, 0:m], B[i * n : i * n + 2, 0 : m * 4]])
            bs0 = T.var("int32")
            bs1 = T.var("int32")
            as0 = T.var("int32")
            as1 = T.var("int32")
            A0 = T.match_buffer(A[i * m : i * m + n, 0:m], (n, m), strides=[as0, as1], offset_factor=1)
            B0 = T.match_buffer(B[i * n : i * n + 2, 0 : m * 4], (2, m * 4), strides=[bs0, bs1], offset_factor=1)
            for j in T.serial(0, m):
                A0[0, j] = 1.0
                B0[0, j] = 1.0
                T.evaluate(as0 + as1 + bs0 + bs1)


@T.prim_func
def matched_shape_vars(a: T.handle) -> None:
    A = T.match_buffer(a, (64, 64), "float32")
    for i in T.serial(0, 4):
        with T.block():
            T.reads([])
            T.writes(A[i * 16 : i * 16 + 16, 0:64])
            h = T.var("int32")
            w = T.var("int32")
            A0 = T.match_buffer(A[i * 16 : i * 16 + 16, 0:64], (h, w), offset_factor=1)
            for x, y in T.grid(h, w):
                with T.block():
                    T.reads([])
                    T.writes(A0[x, y])
                    A0[x, y] = T.cast(h, "float32")


@T.prim_func
def mismatched_offset(a: T.handle) -> None:
    A = T.match_buffer(a, (64, 64), "float32")
    for i in T.serial(0, 4):
        with T.block():
            T.reads([])
            T.writes(A[i * 16 + 1, 0:64])
            A0 = T.match_buffer(A[i * 16 + 1, 3:64], (61,), offset_factor=16)
            A0[0] = 1.0


@T.prim_func
def mismatched_strides(a: T.handle) -> None:
    A = T.match_buffer(a, (64, 64), "float32")
    with T.block():
        T.reads([])
        T.writes(A[0:16, 0:16])
        s = T.var("int32")
        A0 = T.match_buffer(A[0:16, 0:16], (16, 16), strides=[s, s], offset_factor=1)
        A0[0, 0] = 1.0


@T.prim_func
def no_offset(a: T.handle) -> None:
    A = T.match_buffer(a, (64, 64), "float32", elem_offset=0)
    with T.block():
        T.reads([])
        T.writes(A[0:16, 0:16])
        A0 = T.match_buffer(A[0:16, 0:16], (16, 16), elem_offset=0)
        A0[0, 0] = 1.0


@T.prim_func
def let_and_while(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    C = T.match_buffer(c, (16,), "float32")
    for i in T.serial(0, 16):
        with T.block("C"):
            v = T.axis.S(16, i)
            T.reads(A[0:16])
            T.writes(C[v])
            D = T.alloc_buffer((2,), "int32", scope="local")
            D[0] = 0
            C[v] = 0.0
            while D[0] < v * 2:
                C[v] = C[v] + A[D[0]]
                D[0] = D[0] + 1
            assert D[0] >= 0, "negative"
            x = T.var("int32")
            with T.let(x, v * 2):
                T.attr(C.data, "note", v + 1)
                C[v] = C[v] * T.cast(x, "float32")


@T.prim_func
def nested(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16, 16), "float32")
    C = T.match_buffer(c, (16, 16, 16), "float32")
    B = T.alloc_buffer((16, 16, 16), "float32")
    for i in T.serial(0, 16):
        with T.block("1"):
            vi = T.axis.S(16, i)
            T.where(i > 2)
            for j in T.serial(0, 16):
                with T.block("2"):
                    vj = T.axis.S(16, j)
                    T.where(vi + j < 20)
                    for k in T.serial(0, 16):
                        with T.block("3"):
                            vk = T.axis.S(16, k)
                            B[vi, vj, vk] = A[vi, vj, vk]
                    for k in T.serial(0, 16):
                        with T.block("4"):
                            vk = T.axis.opaque(16, 15 - k)
                            vl = T.axis.scan(16, vj + vi)
                            C[vi, vj, vk] = B[vi, vj, vk] + T.cast(vl, "float32")


@T.prim_func
def windows(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (130, 130), "float32")
    C = T.match_buffer(c, (128, 128), "float32")
    B = T.alloc_buffer((130, 130), "float32", scope="shared")
    for io, jo in T.grid(8, 8):
        for x, y in T.grid(18, 18):
            with T.block("B"):
                vi = T.axis.S(130, io * 16 + x)
                vj = T.axis.S(130, jo * 16 + y)
                B[vi, vj] = A[vi, vj]
        for ii, ji, ki, kj in T.grid(16, 16, 3, 3):
            with T.block("C"):
                vi = T.axis.S(128, io * 16 + ii)
                vj = T.axis.S(128, jo * 16 + ji)
                vki, vkj = T.axis.remap("RR", [ki, kj])
                with T.init():
                    C[vi, vj] = 0.0
                C[vi, vj] = C[vi, vj] + B[vi + vki, vj + vkj]


@T.prim_func
def indirect(a: T.handle, x: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32")
    X = T.match_buffer(x, (16,), "int32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i in T.serial(0, 16):
        with T.block():
            T.reads([X[i], A[0:16, 0:16]])
            T.writes(C[i, 0:16])
            B = T.alloc_buffer((16, 16), "float32")
            for j in T.serial(0, 16):
                B[X[i], j] = A[i, j]
            for j in T.serial(0, 16):
                C[i, j] = B[X[i], j] + B[i, (j * 3) % 5]


@T.prim_func
def empty_loop(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    C = T.match_buffer(c, (16,), "float32")
    for i in T.serial(0, 0):
        with T.block():
            T.reads(A[i])
            T.writes(C[i])
            B = T.alloc_buffer((16,), "float32")
            B[i] = A[i]
            C[i] = B[i]


@T.prim_func
def vector_threads_in_blocks(a: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (64, 64), "float32")
    C = T.match_buffer(c, (64, 64), "float32")
    B = T.alloc_buffer((64, 64), "float32", scope="shared")
    D = T.alloc_buffer((64, 64), "float32", scope="local")
    for bx in T.thread_binding(0, 8, thread="blockIdx.x"):
        for by in T.thread_binding(0, 8, thread="blockIdx.y"):
            for tx in T.thread_binding(0, 8, thread="threadIdx.x"):
                for j in T.vectorized(0, 8):
                    with T.block("B"):
                        vi = T.axis.S(64, bx * 8 + tx)
                        vj = T.axis.S(64, by * 8 + j)
                        B[vi, vj] = A[vi, vj] + 1.0
            for tx in T.thread_binding(0, 8, thread="threadIdx.x"):
                for j in T.unroll(0, 8):
                    with T.block("D"):
                        vi = T.axis.S(64, bx * 8 + tx)
                        vj = T.axis.S(64, by * 8 + j)
                        D[vi, vj] = B[vi, vj] + 1.0
                for j in T.serial(0, 8):
                    with T.block("C"):
                        vi = T.axis.S(64, bx * 8 + tx)
                        vj = T.axis.S(64, by * 8 + j)
                        C[vi, vj] = D[vi, vj] * B[vi, vj]


@T.prim_func
def accesses_0(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            B = T.alloc_buffer((64,),"float32")
            for j in T.serial(0,4):
                with T.block("inner"):
                    T.reads([]); T.writes(B[i*8:i*8+8])
                    B[i*8+j] = 1.0
            for j in T.serial(0,2):
                C[i*8+j] = B[i*8+j]


@T.prim_func
def accesses_1(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            B = T.alloc_buffer((64,),"float32")
            for j in T.serial(0,4):
                with T.block("inner"):
                    T.reads([]); T.writes(B[i*8+j])
                    T.evaluate(T.call_extern("f",B.data,dtype="int32"))
            for j in T.serial(0,2):
                C[i*8+j] = B[i*8+j]


@T.prim_func
def accesses_2(c: T.handle, n: T.int32, m: T.int32):
    C = T.match_buffer(c,(64,),"float32")
    with T.block("outer"):
        T.reads([]); T.writes(C[0:8])
        B = T.alloc_buffer((64,),"float32")
        B[n] = 1.0
        B[m] = 2.0
        C[0] = B[n*m]


@T.prim_func
def accesses_3(c: T.handle, n: T.int32):
    C = T.match_buffer(c,(64,),"float32")
    with T.block("outer"):
        T.reads([]); T.writes(C[0:8])
        B = T.alloc_buffer((4,n),"float32")
        for i,j in T.grid(8,n+2):
            B[i-1,j] = 1.0
        C[0] = B[0,0]


@T.prim_func
def accesses_4(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for io,ii in T.grid(4,5):
        with T.block("outer"):
            T.where(io*5+ii<18)
            T.reads([]); T.writes(C[io*5+ii])
            B = T.alloc_buffer((64,),"float32")
            for j in T.serial(0,8):
                if j < 5:
                    B[io*5+ii+j] = 1.0
            C[io*5+ii] = B[io*5+ii]


@T.prim_func
def accesses_5(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    with T.block("outer"):
        T.reads([]); T.writes(C[0:8])
        B = T.alloc_buffer((64,),"float32")
        for i in T.serial(0,8):
            with T.block("mid"):
                T.reads(B[i]); T.writes(C[i])
                D = T.alloc_buffer((64,),"float32")
                for j in T.serial(0,4):
                    with T.block("in"):
                        T.reads([]); T.writes(D[j])
                        M = T.match_buffer(D[j:j+1],(1,),offset_factor=1)
                        M[0] = B[i+j]
                C[i] = D[0] + D[i]


@T.prim_func
def accesses_6(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            B = T.alloc_buffer((64,),"float32")
            for j in T.serial(0,4):
                with T.block("inner"):
                    T.reads([]); T.writes(B[i*8+j])
                    T.evaluate(0)


@T.prim_func
def accesses_7(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            B = T.alloc_buffer((64,),"float32")
            B[T.max(i,2)]=1.0
            B[T.min(i+1,9)]=1.0
            T.evaluate(T.load("float32",B.data,3))


@T.prim_func
def accesses_8(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            B = T.alloc_buffer((64,),"float32")
            B[i] = 1.0
            B[7] = 1.0
            B[0] = 1.0


@T.prim_func
def accesses_9(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            B = T.alloc_buffer((64,),"float32")
            D = T.alloc_buffer((64,),"float32")
            E = T.alloc_buffer((8,),"float32")
            B[i] = 1.0
            D[i] = 1.0
            E[i] = 1.0
            T.evaluate(B.data)
            with T.block("q"):
                T.reads([]); T.writes(D[i])
                T.evaluate(D.data)
                with T.block("q2"):
                    T.reads([]); T.writes([])
                    T.evaluate(D.data)
                    T.evaluate(E.data)


@T.prim_func
def accesses_10(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            D = T.alloc_buffer((64,),"float32")
            with T.block("q"):
                T.reads(D[i:i+2]); T.writes(D[i])
                with T.block("q2"):
                    T.reads([]); T.writes([])
                    T.evaluate(D.data)
                T.evaluate(D.data)


@T.prim_func
def accesses_11(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            D = T.alloc_buffer((64,),"float32")
            with T.block("q"):
                T.reads(D[i:i+2]); T.writes(D[i])
                D[5] = 1.0
                T.evaluate(D.data)


@T.prim_func
def accesses_12(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        with T.block("outer"):
            T.reads([]); T.writes(C[i*8:i*8+8])
            D = T.alloc_buffer((64,),"float32")
            for j in T.serial(0,8):
                D[j] = T.if_then_else(j>4, D[j-2], 0.0, dtype="float32")
                if i+j<5 and i < 3:
                    D[i+j+10]=1.0
                else:
                    D[i*j+20]=2.0


@T.prim_func
def accesses_13(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        for k in T.serial(0,4):
            with T.block("outer"):
                T.where(i*4+k<30)
                T.reads([]); T.writes(C[i*8:i*8+8])
                D = T.alloc_buffer((64,),"float32")
                for j in T.serial(0,8):
                    with T.block("in"):
                        T.where(j<3)
                        D[i*4+k+j]=1.0
                if i < 3:
                    D[i*4+k+1] = T.Select(k<2,D[i*4+k+1],D[i*4+k+20])


@T.prim_func
def accesses_14(c: T.handle):
    C = T.match_buffer(c,(64,),"float32")
    for i in T.serial(0,8):
        for k in T.thread_binding(0,4,thread="threadIdx.x"):
            if k < 2:
                with T.block("outer"):
                    T.reads([]); T.writes(C[i*8:i*8+8])
                    D = T.alloc_buffer((64,),"float32",scope="shared")
                    E = T.alloc_buffer((64,),"float32",scope="shared")
                    D[i*4+k]=1.0
                    if k < 1:
                        E[i*4+k]=1.0


@T.prim_func
def accesses_15(c: T.handle):
    with T.block("outer"):
        D = T.alloc_buffer((64,),"float32")
        for j in T.serial(0,8):
            with T.block("in"):
                T.where(j<3)
                T.reads([])
                T.writes(D[j])
                D[j]=1.0


@T.prim_func
def accesses_16(c: T.handle, n: T.int32, m: T.int32, k: T.int32):
    with T.block("outer"):
        T.reads([]); T.writes([])
        D = T.alloc_buffer((64,),"float32")
        D[n] = D[m] + D[k]


@T.prim_func
def accesses_17(c: T.handle, n: T.int32, m: T.int32, k: T.int32):
    with T.block("outer"):
        T.reads([]); T.writes([])
        D = T.alloc_buffer((64,),"int32")
        D[n] = D[D[m]]
        for i in T.serial(0,4):
            for j in T.serial(i,9-i):
                if n < i:
                    D[j] = 1


@T.prim_func
def accesses_18(c: T.handle, n: T.int32, m: T.int32, k: T.int32):
    with T.block("outer"):
        T.reads([]); T.writes([])
        D = T.alloc_buffer((64,),"int32")
        E = T.alloc_buffer((64,),"int32")
        for i in T.serial(0,4):
            for j in T.serial(i,9-i):
                if n < i:
                    D[j] = 1
                while E[i] < 3:
                    E[i+3] = E[i+n]


ALL = {name: value for name, value in globals().items() if type(value).__name__ == "PrimFunc"}
