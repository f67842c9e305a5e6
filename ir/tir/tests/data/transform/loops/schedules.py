"""Schedules of tensor computations that the passes over loops lower."""

import tvm
from tvm import te, topi

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def vector(n, dtype="float32", name="A"):
    return te.placeholder((n,), dtype, name=name)


def matmul_of(m=64, n=64, l=64, dtype="float32"):
    A = te.placeholder((m, l), dtype, name="A")
    B = te.placeholder((l, n), dtype, name="B")
    k = te.reduce_axis((0, l), "k")
    C = te.compute((m, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    return A, B, C, te.create_schedule(C.op)


def thread(s, stage, axis, tag):
    s[stage].bind(axis, te.thread_axis(tag))


@case
def add_uneven():
    A = vector(100)
    B = te.compute((100,), lambda i: A[i] + 1, name="B")
    s = te.create_schedule(B.op)
    s[B].split(B.op.axis[0], factor=16)
    return s, [A, B]


@case
def add_symbolic():
    n = te.var("n")
    A = vector(n)
    B = te.compute((n,), lambda i: A[i] * 2 + i, name="B")
    s = te.create_schedule(B.op)
    s[B].split(B.op.axis[0], factor=4)
    return s, [A, B]


@case
def add_symbolic_size():
    n = te.size_var("n")
    A = vector(n)
    B = te.compute((n,), lambda i: A[i] * 2, name="B")
    s = te.create_schedule(B.op)
    outer, inner = s[B].split(B.op.axis[0], factor=8)
    s[B].vectorize(inner)
    s[B].parallel(outer)
    return s, [A, B]


@case
def two_axes_uneven():
    n, m = te.size_var("n"), te.size_var("m")
    A = te.placeholder((n, m), name="A")
    B = te.compute((n, m), lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    xo, yo, xi, yi = s[B].tile(*B.op.axis, 8, 4)
    return s, [A, B]


@case
def two_axes_unrolled():
    A = te.placeholder((10, 12), name="A")
    B = te.compute((10, 12), lambda i, j: A[i, j] + i * j, name="B")
    s = te.create_schedule(B.op)
    xo, yo, xi, yi = s[B].tile(*B.op.axis, 4, 4)
    s[B].unroll(xi)
    s[B].vectorize(yi)
    return s, [A, B]


@case
def matmul():
    A, B, C, s = matmul_of()
    xo, yo, xi, yi = s[C].tile(*C.op.axis, 16, 16)
    ko, ki = s[C].split(s[C].op.reduce_axis[0], factor=4)
    s[C].reorder(xo, yo, ko, xi, ki, yi)
    s[C].vectorize(yi)
    s[C].unroll(ki)
    return s, [A, B, C]


@case
def matmul_uneven():
    A, B, C, s = matmul_of(37, 50, 21)
    xo, yo, xi, yi = s[C].tile(*C.op.axis, 8, 16)
    ko, ki = s[C].split(s[C].op.reduce_axis[0], factor=4)
    s[C].reorder(xo, yo, ko, xi, ki, yi)
    return s, [A, B, C]


@case
def matmul_vector_uneven():
    A, B, C, s = matmul_of(37, 50, 21)
    xo, yo, xi, yi = s[C].tile(*C.op.axis, 8, 16)
    s[C].vectorize(yi)
    return s, [A, B, C]


@case
def matmul_packed():
    m = 64
    A = te.placeholder((m, m), name="A")
    B = te.placeholder((m, m), name="B")
    k = te.reduce_axis((0, m), "k")
    P = te.compute((m // 8, m, 8), lambda a, b, c: B[b, a * 8 + c], name="P")
    C = te.compute((m, m), lambda i, j: te.sum(A[i, k] * P[j // 8, k, j % 8], axis=k), name="C")
    s = te.create_schedule(C.op)
    cached = s.cache_write(C, "global")
    xo, yo, xi, yi = s[C].tile(*C.op.axis, 8, 8)
    s[cached].compute_at(s[C], yo)
    xc, yc = s[cached].op.axis
    ko, ki = s[cached].split(s[cached].op.reduce_axis[0], factor=4)
    s[cached].reorder(ko, xc, ki, yc)
    s[cached].vectorize(yc)
    s[cached].unroll(ki)
    s[C].parallel(xo)
    s[P].vectorize(P.op.axis[2])
    s[P].parallel(P.op.axis[0])
    return s, [A, B, C]


@case
def matmul_shared():
    A, B, C, s = matmul_of(64, 64, 32)
    AA = s.cache_read(A, "shared", [C])
    BB = s.cache_read(B, "shared", [C])
    CL = s.cache_write(C, "local")
    by, bx, ty, tx = s[C].tile(*C.op.axis, 16, 16)
    thread(s, C, by, "blockIdx.y")
    thread(s, C, bx, "blockIdx.x")
    ty, yi = s[C].split(ty, nparts=4)
    tx, xi = s[C].split(tx, nparts=4)
    s[C].reorder(ty, tx, yi, xi)
    thread(s, C, ty, "threadIdx.y")
    thread(s, C, tx, "threadIdx.x")
    s[CL].compute_at(s[C], tx)
    ko, ki = s[CL].split(s[CL].op.reduce_axis[0], factor=8)
    s[CL].reorder(ko, ki, *s[CL].op.axis)
    for stage in (AA, BB):
        s[stage].compute_at(s[CL], ko)
        a, b = s[stage].op.axis
        fused = s[stage].fuse(a, b)
        o, i = s[stage].split(fused, factor=16)
        o, y = s[stage].split(o, factor=4)
        x, v = s[stage].split(i, factor=4)
        thread(s, stage, y, "threadIdx.y")
        thread(s, stage, x, "threadIdx.x")
        s[stage].vectorize(v)
    s[AA].double_buffer()
    s[BB].double_buffer()
    return s, [A, B, C]


@case
def matmul_virtual():
    A, B, C, s = matmul_of(64, 64, 16)
    AA = s.cache_read(A, "shared", [C])
    AL = s.cache_read(AA, "local", [C])
    BB = s.cache_read(B, "shared", [C])
    BL = s.cache_read(BB, "local", [C])
    CL = s.cache_write(C, "local")
    block_y, yi = s[C].split(C.op.axis[0], factor=32)
    block_x, xi = s[C].split(C.op.axis[1], factor=32)
    s[C].reorder(block_y, block_x, yi, xi)
    thread(s, C, block_y, "blockIdx.y")
    thread(s, C, block_x, "blockIdx.x")
    vy, yi = s[C].split(yi, nparts=2)
    vx, xi = s[C].split(xi, nparts=2)
    ty, yi = s[C].split(yi, nparts=4)
    tx, xi = s[C].split(xi, nparts=4)
    s[C].reorder(vy, vx, ty, tx, yi, xi)
    s[C].bind(vy, te.thread_axis((0, 2), "vthread", name="vy"))
    s[C].bind(vx, te.thread_axis((0, 2), "vthread", name="vx"))
    thread(s, C, ty, "threadIdx.y")
    thread(s, C, tx, "threadIdx.x")
    s[CL].compute_at(s[C], tx)
    yo, xo = s[CL].op.axis
    ko, ki = s[CL].split(s[CL].op.reduce_axis[0], factor=8)
    s[CL].reorder(ko, ki, yo, xo)
    s[AA].compute_at(s[CL], ko)
    s[BB].compute_at(s[CL], ko)
    s[AL].compute_at(s[CL], ki)
    s[BL].compute_at(s[CL], ki)
    for stage in (AA, BB):
        y, x = s[stage].op.axis
        ty, y = s[stage].split(y, nparts=4)
        tx, x = s[stage].split(x, nparts=4)
        s[stage].reorder(ty, tx, y, x)
        thread(s, stage, ty, "threadIdx.y")
        thread(s, stage, tx, "threadIdx.x")
    s[AA].double_buffer()
    return s, [A, B, C]


@case
def virtual_threads():
    A = vector(96)
    B = te.compute((96,), lambda i: A[i] + 1, name="B")
    C = te.compute((96,), lambda i: B[i] * 2, name="C")
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[0], nparts=3)
    v, i = s[C].split(i, nparts=4)
    s[C].bind(v, te.thread_axis("vthread", name="vt"))
    s[B].compute_at(s[C], v)
    return s, [A, C]


@case
def virtual_threads_uneven():
    A = vector(50)
    B = te.compute((50,), lambda i: A[i] + 1, name="B")
    C = te.compute((50,), lambda i: B[i] * 2, name="C")
    s = te.create_schedule(C.op)
    v, i = s[C].split(C.op.axis[0], nparts=4)
    s[C].bind(v, te.thread_axis("vthread", name="vt"))
    s[B].compute_at(s[C], v)
    return s, [A, C]


@case
def virtual_threads_many():
    A = vector(64)
    B = te.compute((64,), lambda i: te.if_then_else(i > 3, A[i], 0.0), name="B")
    s = te.create_schedule(B.op)
    v, i = s[B].split(B.op.axis[0], nparts=32)
    s[B].bind(v, te.thread_axis("vthread", name="vt"))
    return s, [A, B]


@case
def conv_padded():
    data = te.placeholder((1, 3, 14, 14), name="data")
    kernel = te.placeholder((8, 3, 3, 3), name="kernel")
    out = topi.nn.conv2d_nchw(data, kernel, 1, 1, 1)
    s = te.create_schedule(out.op)
    s[out.op.input_tensors[0]].compute_inline()
    n, c, y, x = s[out].op.axis
    xo, xi = s[out].split(x, factor=4)
    s[out].vectorize(xi)
    return s, [data, kernel, out]


@case
def conv_padded_at():
    data = te.placeholder((1, 3, 14, 14), name="data")
    kernel = te.placeholder((8, 3, 3, 3), name="kernel")
    out = topi.nn.conv2d_nchw(data, kernel, 1, 1, 1)
    pad = out.op.input_tensors[0]
    s = te.create_schedule(out.op)
    n, c, y, x = s[out].op.axis
    yo, yi = s[out].split(y, factor=5)
    s[out].reorder(yo, c, yi, x)
    s[pad].compute_at(s[out], yo)
    s[pad].vectorize(s[pad].op.axis[3])
    return s, [data, kernel, out]


@case
def pool():
    data = te.placeholder((1, 4, 15, 15), name="data")
    out = topi.nn.pool2d(data, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), "avg")
    s = te.create_schedule(out.op)
    return s, [data, out]


@case
def pool_max():
    data = te.placeholder((1, 4, 16, 16), name="data")
    out = topi.nn.pool2d(data, (2, 2), (2, 2), (1, 1), (1, 1, 1, 1), "max")
    s = te.create_schedule(out.op)
    n, c, y, x = s[out].op.axis
    s[out].unroll(x)
    return s, [data, out]


@case
def softmax():
    data = te.placeholder((8, 30), name="data")
    out = topi.nn.softmax(data)
    return te.create_schedule(out.op), [data, out]


@case
def softmax_symbolic():
    n = te.size_var("n")
    data = te.placeholder((8, n), name="data")
    out = topi.nn.softmax(data)
    return te.create_schedule(out.op), [data, out]


@case
def chain():
    A = vector(64)
    stages = [A]
    for index in range(6):
        last = stages[-1]
        stages.append(te.compute((64,), lambda i: last[i] * index + i, name=f"S{index}"))
    return te.create_schedule(stages[-1].op), [A, stages[-1]]


@case
def chain_of_types():
    A = vector(64)
    B = te.compute((64,), lambda i: A[i] + 1, name="B")
    C = te.compute((64,), lambda i: B[i].astype("int8"), name="C")
    D = te.compute((128,), lambda i: C[i // 2].astype("float16"), name="D")
    E = te.compute((64,), lambda i: D[i * 2].astype("float32"), name="E")
    F = te.compute((32,), lambda i: E[i * 2] + E[i], name="F")
    G = te.compute((32,), lambda i: F[i] + 2, name="G")
    return te.create_schedule(G.op), [A, G]


@case
def chain_reversed():
    A = vector(64)
    B = te.compute((64,), lambda i: A[63 - i], name="B")
    C = te.compute((64,), lambda i: B[63 - i] + B[i], name="C")
    D = te.compute((64,), lambda i: C[i] + B[i], name="D")
    E = te.compute((64,), lambda i: D[i] * D[i], name="E")
    F = te.compute((64,), lambda i: E[i] + 1, name="F")
    return te.create_schedule(F.op), [A, F]


@case
def chain_symbolic():
    n = te.size_var("n")
    A = vector(n)
    B = te.compute((n,), lambda i: A[i] + 1, name="B")
    C = te.compute((n,), lambda i: B[i] + 1, name="C")
    D = te.compute((n,), lambda i: C[i] + 1, name="D")
    E = te.compute((n,), lambda i: D[i] + 1, name="E")
    return te.create_schedule(E.op), [A, E]


@case
def chain_parallel():
    A = te.placeholder((8, 64), name="A")
    B = te.compute((8, 64), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((8, 64), lambda i, j: B[i, j] + 1, name="C")
    D = te.compute((8, 64), lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    s[D].parallel(D.op.axis[0])
    s[B].compute_at(s[D], D.op.axis[0])
    s[C].compute_at(s[D], D.op.axis[0])
    return s, [A, D]


@case
def chain_vectorized():
    A = te.placeholder((8, 64), name="A")
    B = te.compute((8, 64), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((8, 64), lambda i, j: B[i, j] + 1, name="C")
    D = te.compute((8, 64), lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    s[B].compute_at(s[D], D.op.axis[0])
    s[C].compute_at(s[D], D.op.axis[0])
    for stage in (B, C, D):
        s[stage].vectorize(s[stage].split(stage.op.axis[1], factor=4)[1])
    return s, [A, D]


@case
def chain_on_threads():
    A = te.placeholder((8, 64), name="A")
    B = te.compute((8, 64), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((8, 64), lambda i, j: B[i, j] + 1, name="C")
    D = te.compute((8, 64), lambda i, j: C[i, 63 - j] + 1, name="D")
    E = te.compute((8, 64), lambda i, j: D[i, 63 - j] + 1, name="E")
    s = te.create_schedule(E.op)
    thread(s, E, E.op.axis[0], "blockIdx.x")
    thread(s, E, E.op.axis[1], "threadIdx.x")
    for stage in (B, C, D):
        s[stage].compute_at(s[E], E.op.axis[0])
        s[stage].set_scope("shared")
        thread(s, stage, s[stage].op.axis[1], "threadIdx.x")
    return s, [A, E]


@case
def local_registers():
    A = te.placeholder((64, 64), name="A")
    B = te.compute((64, 64), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((64, 64), lambda i, j: B[i, j] * 2, name="C")
    s = te.create_schedule(C.op)
    s[B].set_scope("local")
    xo, xi = s[C].split(C.op.axis[1], factor=4)
    thread(s, C, C.op.axis[0], "blockIdx.x")
    thread(s, C, xo, "threadIdx.x")
    s[B].compute_at(s[C], xo)
    s[B].vectorize(s[B].op.axis[1])
    s[C].vectorize(xi)
    return s, [A, C]


@case
def reduction():
    A = te.placeholder((30, 40), name="A")
    k = te.reduce_axis((0, 40), "k")
    B = te.compute((30,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    ko, ki = s[B].split(B.op.reduce_axis[0], factor=16)
    partial = s.rfactor(B, ki)
    return s, [A, B]


@case
def reduction_argmax():
    A = te.placeholder((30, 40), name="A")
    out = topi.argmax(A, axis=1)
    return te.create_schedule(out.op), [A, out]


@case
def reduction_in_threads():
    A = te.placeholder((128, 128), name="A")
    k = te.reduce_axis((0, 128), "k")
    B = te.compute((128,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    ko, ki = s[B].split(B.op.reduce_axis[0], factor=16)
    part = s.rfactor(B, ki)
    xo, xi = s[B].split(s[B].op.axis[0], factor=32)
    thread(s, B, xo, "blockIdx.x")
    thread(s, B, xi, "threadIdx.y")
    tx = te.thread_axis("threadIdx.x")
    s[B].bind(s[B].op.reduce_axis[0], tx)
    s[part].compute_at(s[B], s[B].op.reduce_axis[0])
    s[B].set_store_predicate(tx.var.equal(0))
    return s, [A, B]


@case
def threads_uneven():
    n = te.size_var("n")
    A = vector(n)
    B = te.compute((n,), lambda i: A[i] + 1, name="B")
    s = te.create_schedule(B.op)
    o, i = s[B].split(B.op.axis[0], factor=64)
    thread(s, B, o, "blockIdx.x")
    thread(s, B, i, "threadIdx.x")
    return s, [A, B]


@case
def vector_intrinsics():
    A = vector(64)
    B = te.compute((64,), lambda i: te.exp(A[i]) + te.sqrt(A[i]) * te.max(A[i], 0.0), name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, B]


@case
def vector_select():
    A = vector(64)
    B = te.compute(
        (64,),
        lambda i: tvm.tir.Select(tvm.tir.all(i > 4, i < 50), A[i - 4], tvm.tir.const(0, "float32")),
        name="B",
    )
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, B]


@case
def vector_if_then_else():
    A = vector(64)
    B = te.compute((64,), lambda i: te.if_then_else(i % 8 > 4, A[i], A[i] * 2), name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, B]


@case
def vector_uniform_condition():
    A, n = vector(64), te.var("n")
    B = te.compute((64,), lambda i: te.if_then_else(n > 4, A[i], A[i] * 2), name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, n, B]


@case
def vector_strided():
    A = te.placeholder((8, 8), name="A")
    B = te.compute((8, 8), lambda i, j: A[j, i] + A[i, 7 - j] + A[i, j // 2] + A[i, 0], name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(B.op.axis[1])
    return s, [A, B]


@case
def vector_casts():
    A = vector(64, "int8")
    B = te.compute((64,), lambda i: (A[i].astype("int32") * i).astype("float32") / 3, name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=16)[1])
    return s, [A, B]


@case
def vector_gather():
    A, I = vector(64), vector(64, "int32", "I")
    B = te.compute((64,), lambda i: A[I[i]] + A[i // 4 * 4], name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, I, B]


@case
def vector_let():
    A = vector(64)
    x = te.var("x", "float32")
    y = te.var("y", "float32")
    B = te.compute(
        (64,), lambda i: tvm.tir.Let(x, A[i] + 1, tvm.tir.Let(y, tvm.tir.const(2, "float32"), x * x * y)), name="B"
    )
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, B]


@case
def vector_extern_call():
    A = vector(64)
    B = te.compute((64,), lambda i: tvm.tir.call_pure_extern("float32", "f", A[i], 1.0), name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=8)[1])
    return s, [A, B]


@case
def vector_uneven():
    A = vector(50)
    B = te.compute((50,), lambda i: A[i] + 1, name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], factor=16)[1])
    return s, [A, B]


@case
def vector_fused():
    A = te.placeholder((4, 4), name="A")
    B = te.compute((4, 4), lambda i, j: A[i, j] + A[j, i], name="B")
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].fuse(*B.op.axis))
    return s, [A, B]


@case
def vector_packed_call():
    A = vector(16)
    B = te.extern((16,), [A], lambda ins, outs: tvm.tir.call_packed("f", ins[0], outs[0]), name="B")
    C = te.compute((16,), lambda i: B[i] + 1, name="C")
    s = te.create_schedule(C.op)
    s[C].vectorize(C.op.axis[0])
    return s, [A, C]


@case
def pragmas():
    A = te.placeholder((16, 16), name="A")
    B = te.compute((16, 16), lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    s[B].pragma(B.op.axis[0], "auto_unroll_max_step", 16)
    s[B].pragma(B.op.axis[0], "unroll_explicit", True)
    return s, [A, B]


@case
def pragmas_implicit():
    A = te.placeholder((4, 16), name="A")
    B = te.compute((4, 16), lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    s[B].unroll(B.op.axis[1])
    s[B].pragma(B.op.axis[0], "auto_unroll_max_step", 200)
    s[B].pragma(B.op.axis[0], "unroll_explicit", False)
    return s, [A, B]


@case
def pragma_loop_partition():
    A = te.placeholder((30, 50), name="A")
    B = te.compute((30, 50), lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    xo, yo, xi, yi = s[B].tile(*B.op.axis, 8, 16)
    s[B].pragma(xo, "loop_partition_hint")
    return s, [A, B]


@case
def double_buffer():
    A = te.placeholder((16, 32), name="A")
    AA = te.compute((16, 32), lambda i, j: A[i, j], name="AA")
    B = te.compute((16, 32), lambda i, j: AA[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    s[AA].compute_at(s[B], B.op.axis[0])
    s[AA].set_scope("shared")
    s[AA].double_buffer()
    return s, [A, B]


@case
def scan():
    m, n = te.size_var("m"), te.size_var("n")
    X = te.placeholder((m, n), name="X")
    state = te.placeholder((m, n), name="S")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    out = tvm.te.scan(init, update, state, inputs=[X])
    return te.create_schedule(out.op), [X, out]


@case
def concatenation():
    A, B = vector(10), vector(17, name="B")
    out = topi.concatenate([A, B], 0)
    s = te.create_schedule(out.op)
    s[out].split(out.op.axis[0], factor=4)
    return s, [A, B, out]


@case
def transposed_conv():
    data = te.placeholder((1, 4, 6, 6), name="data")
    kernel = te.placeholder((4, 3, 3, 3), name="kernel")
    out = topi.nn.conv2d_transpose_nchw(data, kernel, (2, 2), (1, 1), "float32", (0, 0))
    s = te.create_schedule(out.op)
    return s, [data, kernel, out]


@case
def depthwise():
    data = te.placeholder((1, 8, 14, 14), name="data")
    kernel = te.placeholder((8, 1, 3, 3), name="kernel")
    out = topi.nn.depthwise_conv2d_nchw(data, kernel, (1, 1), (1, 1), (1, 1))
    s = te.create_schedule(out.op)
    n, c, y, x = s[out].op.axis
    yo, yi = s[out].split(y, factor=4)
    s[out].unroll(yi)
    thread(s, out, s[out].fuse(n, c), "blockIdx.x")
    thread(s, out, x, "threadIdx.x")
    return s, [data, kernel, out]


@case
def select_unsafe():
    A, I = vector(64), vector(64, "int32", "I")
    B = te.compute(
        (64,), lambda i: tvm.tir.Select(I[i] > 0, A[I[i]] + 1, tvm.tir.const(0, "float32")), name="B"
    )
    return te.create_schedule(B.op), [A, I, B]


@case
def conditions_of_loops():
    A, B = te.placeholder((16, 16), name="A"), te.var("b")
    C = te.compute((16, 16), lambda i, j: te.if_then_else(B > i, A[i, j], A[j, i]), name="C")
    s = te.create_schedule(C.op)
    return s, [A, B, C]


@case
def scalar():
    A = te.placeholder((1,), name="A")
    B = te.compute((1, 1), lambda i, j: A[0] + i, name="B")
    return te.create_schedule(B.op), [A, B]


@case
def warp():
    A = te.placeholder((64, 32), name="A")
    B = te.compute((64, 32), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((64, 32), lambda i, j: B[i, (j + 1) % 32], name="C")
    s = te.create_schedule(C.op)
    s[B].set_scope("warp")
    thread(s, C, C.op.axis[0], "blockIdx.x")
    thread(s, C, C.op.axis[1], "threadIdx.x")
    s[B].compute_at(s[C], C.op.axis[0])
    thread(s, B, s[B].op.axis[1], "threadIdx.x")
    return s, [A, C]


@case
def shared_dynamic():
    A = te.placeholder((8, 64), name="A")
    B = te.compute((8, 64), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((8, 64), lambda i, j: B[i, 63 - j].astype("float16"), name="C")
    D = te.compute((8, 64), lambda i, j: C[i, 63 - j].astype("float32") + B[i, j], name="D")
    s = te.create_schedule(D.op)
    thread(s, D, D.op.axis[0], "blockIdx.x")
    thread(s, D, D.op.axis[1], "threadIdx.x")
    for stage in (B, C):
        s[stage].compute_at(s[D], D.op.axis[0])
        s[stage].set_scope("shared.dyn")
        thread(s, stage, s[stage].op.axis[1], "threadIdx.x")
    return s, [A, D]
