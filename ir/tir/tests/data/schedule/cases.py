"""The schedules about which `ask.py` asks TVM 0.8."""

import tvm
from tvm import te, topi

GROUPS = {}


def case(group):
    def add(build):
        GROUPS.setdefault(group, []).append(build)
        return build

    return add


def thread(tag, extent=None):
    return te.thread_axis(tag) if extent is None else te.thread_axis((0, extent), tag)


def chain(n, m=None):
    """Returns three elementwise operations, one after the other."""
    shape = (n,) if m is None else (n, m)
    A = te.placeholder(shape, name="A")
    B = te.compute(shape, lambda *i: A(*i) + 1, name="B")
    C = te.compute(shape, lambda *i: B(*i) * 2, name="C")
    D = te.compute(shape, lambda *i: C(*i) - 3, name="D")
    return A, B, C, D


def matmul(n=64, m=64, l=64):
    A = te.placeholder((n, l), name="A")
    B = te.placeholder((m, l), name="B")
    k = te.reduce_axis((0, l), name="k")
    C = te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name="C")
    return A, B, C


@case("loops")
def plain_chain():
    A, B, C, D = chain(10, 20)
    return te.create_schedule(D.op), [A, D]


@case("loops")
def split_and_fuse():
    A, B, C, D = chain(100)
    s = te.create_schedule(D.op)
    xo, xi = s[D].split(D.op.axis[0], 16)
    xio, xii = s[D].split(xi, nparts=3)
    s[D].fuse(xo, xio)
    s[C].split(C.op.axis[0], nparts=7)
    s[B].split(B.op.axis[0], 200)
    return s, [A, D]


@case("loops")
def symbolic_splits():
    n, m = te.var("n"), te.size_var("m")
    A, B, C, D = chain(n, m)
    s = te.create_schedule(D.op)
    f = s[D].fuse(*D.op.axis)
    o, i = s[D].split(f, 32)
    s[D].vectorize(i)
    s[D].parallel(o)
    xo, yo, xi, yi = s[C].tile(C.op.axis[0], C.op.axis[1], 8, 5)
    s[C].unroll(yi)
    s[C].pragma(xo, "auto_unroll_max_step", 16)
    s[C].pragma(yo, "parallel_launch_point")
    s[C].pragma(xi, "unroll")
    s[B].reorder(B.op.axis[1], B.op.axis[0])
    return s, [A, D]


@case("loops")
def attached_chain():
    A, B, C, D = chain(100, 60)
    s = te.create_schedule(D.op)
    xo, yo, xi, yi = s[D].tile(D.op.axis[0], D.op.axis[1], 8, 8)
    s[C].compute_at(s[D], yo)
    s[B].compute_at(s[C], C.op.axis[0])
    s[C].storage_align(C.op.axis[0], 8, 1)
    s[B].double_buffer()
    return s, [A, D]


@case("loops")
def attached_then_split():
    A, B, C, D = chain(100)
    s = te.create_schedule(D.op)
    xo, xi = s[D].split(D.op.axis[0], 10)
    s[C].compute_at(s[D], xo)
    s[D].split(xo, 5)
    s[B].compute_at(s[C], C.op.axis[0])
    return s, [A, D]


@case("loops")
def attached_then_fused():
    A, B, C, D = chain(100, 8)
    s = te.create_schedule(D.op)
    s[C].compute_at(s[D], D.op.axis[1])
    s[D].fuse(*D.op.axis)
    s[B].compute_inline()
    return s, [A, D]


@case("loops")
def inlined():
    A, B, C, D = chain(100)
    E = te.compute((50,), lambda i: D[i * 2] + C[i] * B[i + 3], name="E")
    s = te.create_schedule(E.op)
    for stage in (B, C, D):
        s[stage].compute_inline()
    return s, [A, E]


@case("loops")
def inlined_into_reductions():
    A = te.placeholder((20, 30), name="A")
    B = te.compute((20, 30), lambda i, j: A[i, j] * 2, name="B")
    k = te.reduce_axis((0, 30), name="k")
    both = te.comm_reducer(
        lambda x, y: (x[0] + y[0], te.max(x[1], y[1])),
        lambda a, b: (tvm.tir.const(0, a), tvm.te.min_value(b)),
    )
    C, D = te.compute((20,), lambda i: both((B[i, k], A[i, k]), axis=k), name="C")
    s = te.create_schedule(C.op)
    s[B].compute_inline()
    s[C].split(k, 4)
    return s, [A, C, D]


@case("loops")
def unaligned_fusion():
    A = te.placeholder((16, 24), name="A")
    B = te.compute((16, 24), lambda i, j: A[i, j] * 2, name="B")
    C = te.compute((16, 24), lambda i, j: B[i, j] + 1, name="C")
    s = te.create_schedule(C.op)
    f = s[C].fuse(*C.op.axis)
    o, i = s[C].split(f, 16)
    s[B].compute_at(s[C], o)
    return s, [A, C]


@case("loops")
def aligned_fusion():
    A = te.placeholder((16, 24), name="A")
    B = te.compute((16, 24), lambda i, j: A[i, j] * 2, name="B")
    C = te.compute((16, 24), lambda i, j: B[i, j] + 1, name="C")
    s = te.create_schedule(C.op)
    o, i = s[C].split(s[C].fuse(*C.op.axis), 8)
    s[B].compute_at(s[C], o)
    D = te.compute((16, 24), lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    f = s[D].fuse(*D.op.axis)
    o, i = s[D].split(f, 48)
    s[C].compute_at(s[D], o)
    s[B].compute_at(s[C], C.op.axis[0])
    return s, [A, D]


@case("loops")
def no_axis():
    A = te.placeholder((10,), name="A")
    k = te.reduce_axis((0, 10), name="k")
    B = te.compute((), lambda: te.sum(A[k], axis=k), name="B")
    C = te.compute((), lambda: B() + 1, name="C")
    s = te.create_schedule(C.op)
    s[C].fuse()
    return s, [A, C]


@case("loops")
def length_one():
    A = te.placeholder((1, 8), name="A")
    B = te.compute((1, 8), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((1, 8), lambda i, j: B[i, j] + 1, name="C")
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[1], 1)
    s[B].compute_at(s[C], o)
    return s, [A, C]


@case("loops")
def empty():
    A = te.placeholder((0, 8), name="A")
    B = te.compute((0, 8), lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    s[B].split(B.op.axis[0], 4)
    return s, [A, B]


@case("loops")
def wide_indices():
    n = te.var("n", dtype="int64")
    A = te.placeholder((n, tvm.tir.IntImm("int64", 64)), name="A")
    B = te.compute(A.shape, lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    f = s[B].fuse(*B.op.axis)
    s[B].split(f, 32)
    return s, [A, B]


@case("loops")
def two_outputs():
    A, B, C, D = chain(64)
    s = te.create_schedule([C.op, D.op])
    s[D].split(D.op.axis[0], 7)
    return s, [A, C, D]


@case("loops")
def outputs_of_one_operation():
    A = te.placeholder((10, 12), name="A")
    B, C = te.compute((10, 12), lambda i, j: (A[i, j] * 2, A[i, j] + 1), name="B")
    D = te.compute((10, 12), lambda i, j: C[i, j] + 4, name="D")
    s = te.create_schedule(D.op)
    xo, xi = s[D].split(D.op.axis[0], factor=3)
    s[B].compute_at(s[D], xo)
    return s, [A, D]


@case("loops")
def shared_producer():
    A = te.placeholder((100,), name="A")
    B = te.compute((100,), lambda i: A[i] + 1, name="B")
    C = te.compute((90,), lambda i: B[i] + B[i + 10], name="C")
    D = te.compute((80,), lambda i: C[i] * B[i + 5], name="D")
    s = te.create_schedule(D.op)
    o, i = s[D].split(D.op.axis[0], 16)
    s[C].compute_at(s[D], o)
    s[B].compute_at(s[D], o)
    return s, [A, D]


@case("loops")
def unbounded_index():
    A = te.placeholder((100,), name="A")
    I = te.placeholder((50,), dtype="int32", name="I")
    B = te.compute((100,), lambda i: A[i] + 1, name="B")
    C = te.compute((50,), lambda i: B[I[i]] + B[tvm.te.floormod(i * 7, 40)], name="C")
    s = te.create_schedule(C.op)
    s[B].compute_at(s[C], C.op.axis[0])
    return s, [A, I, C]


@case("loops")
def prefetched():
    A, B, C, D = chain(64, 64)
    s = te.create_schedule(D.op)
    s[D].prefetch(A, D.op.axis[0], 1)
    s[D].prefetch(C, D.op.axis[1], 2)
    return s, [A, D]


@case("reductions")
def plain_matmul():
    A, B, C = matmul()
    return te.create_schedule(C.op), [A, B, C]


@case("reductions")
def tiled_matmul():
    A, B, C = matmul(100, 72, 50)
    s = te.create_schedule(C.op)
    xo, yo, xi, yi = s[C].tile(C.op.axis[0], C.op.axis[1], 32, 16)
    ko, ki = s[C].split(C.op.reduce_axis[0], 4)
    s[C].reorder(xo, yo, ko, xi, ki, yi)
    s[C].vectorize(yi)
    s[C].parallel(xo)
    s[C].unroll(ki)
    return s, [A, B, C]


@case("reductions")
def symbolic_matmul():
    n, m, l = te.var("n"), te.var("m"), te.var("l")
    A, B, C = matmul(n, m, l)
    s = te.create_schedule(C.op)
    xo, yo, xi, yi = s[C].tile(C.op.axis[0], C.op.axis[1], 32, 16)
    ko, ki = s[C].split(C.op.reduce_axis[0], 4)
    s[C].reorder(ko, xo, yo, xi, ki, yi)
    return s, [A, B, C]


@case("reductions")
def fused_reduction():
    A = te.placeholder((10, 6, 7), name="A")
    k, l = te.reduce_axis((0, 6), name="k"), te.reduce_axis((2, 7), name="l")
    B = te.compute((10,), lambda i: te.max(A[i, k, l], axis=[k, l]), name="B")
    s = te.create_schedule(B.op)
    f = s[B].fuse(k, l)
    s[B].split(f, 8)
    return s, [A, B]


@case("reductions")
def attached_reduction():
    A = te.placeholder((100,), name="A")
    k = te.reduce_axis((0, 10), name="k")
    B = te.compute((90,), lambda i: te.sum(A[i + k], axis=k), name="B")
    C = te.compute((90,), lambda i: B[i] + 1, name="C")
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[0], 16)
    s[B].compute_at(s[C], o)
    s[B].split(k, 3)
    return s, [A, C]


@case("reductions")
def reduction_with_condition():
    A = te.placeholder((10, 20), name="A")
    k = te.reduce_axis((0, 20), name="k")
    B = te.compute((10,), lambda i: te.sum(A[i, k], axis=k, where=tvm.te.floormod(k, 2) == 0), name="B")
    s = te.create_schedule(B.op)
    s[B].split(k, 3)
    return s, [A, B]


@case("reductions")
def reduction_with_init():
    A = te.placeholder((10, 20), name="A")
    S = te.placeholder((10,), name="S")
    k = te.reduce_axis((0, 20), name="k")
    B = te.compute((10,), lambda i: te.sum(A[i, k], axis=k, init=S[i]), name="B")
    return te.create_schedule(B.op), [A, S, B]


@case("reductions")
def convolution():
    A = te.placeholder((1, 4, 14, 14), name="A")
    W = te.placeholder((8, 4, 3, 3), name="W")
    C = topi.nn.conv2d_nchw(A, W, 1, 1, 1)
    R = topi.nn.relu(C)
    s = te.create_schedule(R.op)
    n, f, y, x = R.op.axis
    s[C.op.input_tensors[0]].compute_inline()
    yo, yi = s[R].split(y, 4)
    fo, fi = s[R].split(f, 3)
    s[R].reorder(n, fo, yo, fi, yi, x)
    s[C].compute_at(s[R], yo)
    rc, ry, rx = C.op.reduce_axis
    n, f, y, x = C.op.axis
    s[C].reorder(n, rc, f, y, ry, rx, x)
    return s, [A, W, R]


@case("reductions")
def padded_convolution():
    A = te.placeholder((1, 4, 14, 14), name="A")
    W = te.placeholder((8, 4, 3, 3), name="W")
    C = topi.nn.conv2d_nchw(A, W, 2, 1, 1)
    s = te.create_schedule(C.op)
    n, f, y, x = C.op.axis
    yo, yi = s[C].split(y, 3)
    s[C.op.input_tensors[0]].compute_at(s[C], yo)
    return s, [A, W, C]


@case("reductions")
def softmax():
    A = te.placeholder((8, 32), name="A")
    B = topi.nn.softmax(A)
    s = te.create_schedule(B.op)
    o, i = s[B].split(B.op.axis[1], 5)
    return s, [A, B]


@case("reductions")
def pool():
    A = te.placeholder((1, 4, 12, 12), name="A")
    B = topi.nn.pool2d(A, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), "max")
    s = te.create_schedule(B.op)
    s[B.op.input_tensors[0]].compute_inline()
    return s, [A, B]


@case("threads")
def bound_elementwise():
    A, B, C, D = chain(te.var("n"))
    s = te.create_schedule(D.op)
    o, i = s[D].split(D.op.axis[0], 64)
    s[D].bind(o, thread("blockIdx.x"))
    s[D].bind(i, thread("threadIdx.x"))
    s[C].compute_at(s[D], i)
    s[B].compute_at(s[D], o)
    s[B].set_scope("shared")
    o, i = s[B].split(B.op.axis[0], 64)
    s[B].bind(i, thread("threadIdx.x"))
    return s, [A, D]


@case("threads")
def bound_matmul():
    A, B, C = matmul(128, 96, 64)
    s = te.create_schedule(C.op)
    AA, BB = s.cache_read(A, "shared", [C]), s.cache_read(B, "shared", [C])
    AL, BL = s.cache_read(AA, "local", [C]), s.cache_read(BB, "local", [C])
    CL = s.cache_write(C, "local")
    bx, by = thread("blockIdx.x"), thread("blockIdx.y")
    tx, ty = thread("threadIdx.x", 8), thread("threadIdx.y", 8)
    vx, vy = thread("vthread", 2), thread("vthread", 2)
    x, y = s[C].op.axis
    by_, yi = s[C].split(y, 32)
    bx_, xi = s[C].split(x, 32)
    s[C].bind(by_, by)
    s[C].bind(bx_, bx)
    s[C].reorder(by_, bx_, yi, xi)
    vy_, yi = s[C].split(yi, nparts=2)
    ty_, yi = s[C].split(yi, nparts=8)
    vx_, xi = s[C].split(xi, nparts=2)
    tx_, xi = s[C].split(xi, nparts=8)
    s[C].bind(vy_, vy)
    s[C].bind(ty_, ty)
    s[C].bind(vx_, vx)
    s[C].bind(tx_, tx)
    s[C].reorder(vy_, vx_, ty_, tx_, yi, xi)
    s[CL].compute_at(s[C], tx_)
    yo, xo = CL.op.axis
    k = s[CL].op.reduce_axis[0]
    ko, ki = s[CL].split(k, 8)
    kt, ki = s[CL].split(ki, 1)
    s[CL].reorder(ko, kt, ki, yo, xo)
    s[AA].compute_at(s[CL], ko)
    s[BB].compute_at(s[CL], ko)
    s[CL].unroll(kt)
    s[AL].compute_at(s[CL], kt)
    s[BL].compute_at(s[CL], kt)
    for cached in (AA, BB):
        t, xi = s[cached].split(s[cached].op.axis[0], nparts=8)
        u, xi = s[cached].split(s[cached].op.axis[1], nparts=8)
        s[cached].bind(t, ty)
        s[cached].bind(u, tx)
    s[AA].double_buffer()
    return s, [A, B, C]


@case("threads")
def store_predicate():
    A, B, C, D = chain(64)
    s = te.create_schedule(D.op)
    tx = thread("threadIdx.x")
    o, i = s[D].split(D.op.axis[0], 16)
    s[D].bind(i, tx)
    s[D].set_store_predicate(tx.var < 8)
    return s, [A, D]


@case("threads")
def warp_memory():
    A, B, C, D = chain(128)
    s = te.create_schedule(D.op)
    bx, tx = thread("blockIdx.x"), thread("threadIdx.x", 32)
    o, i = s[D].split(D.op.axis[0], 64)
    io, ii = s[D].split(i, 32)
    s[D].bind(o, bx)
    s[D].bind(ii, tx)
    s[C].set_scope("warp")
    s[C].compute_at(s[D], o)
    o, i = s[C].split(C.op.axis[0], 32)
    s[C].bind(i, tx)
    return s, [A, D]


@case("threads")
def virtual_threads():
    A, B, C, D = chain(64)
    s = te.create_schedule(D.op)
    o, i = s[D].split(D.op.axis[0], nparts=4)
    s[D].bind(o, thread("vthread", 4))
    s[C].compute_at(s[D], i)
    s[B].compute_at(s[D], o)
    return s, [A, D]


@case("scans")
def cumulative_sum():
    m, n = te.size_var("m"), te.size_var("n")
    X = te.placeholder((m, n), name="X")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    res = te.scan(init, update, state, inputs=[X], name="scan")
    s = te.create_schedule(res.op)
    o, i = s[update].split(update.op.axis[1], 16)
    s[init].split(init.op.axis[1], nparts=5)
    return s, [X, res]


@case("scans")
def scan_with_cells():
    m, n = te.size_var("m"), te.size_var("n")
    X = te.compute((m, n), lambda i, j: tvm.tir.const(1, "float32"), name="X")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    cell = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i], name="cell")
    update = te.compute((m, n), lambda t, i: cell[t, i] + 1, name="update")
    res = te.scan(init, update, state, inputs=[X], name="scan")
    out = te.compute((m, n), lambda i, j: res[i, j] * 2, name="out")
    s = te.create_schedule(out.op)
    s[cell].compute_at(s[update], update.op.axis[1])
    s[X].compute_inline()
    return s, [out]


@case("scans")
def scan_in_a_loop():
    n, m = 32, 64
    X = te.placeholder((n, m), name="X")
    state = te.placeholder((n, m), name="state")
    init = te.compute((1, m), lambda _, i: X[0, i], name="init")
    update = te.compute((n, m), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    res = te.scan(init, update, state, inputs=[X], name="scan")
    out = te.compute((n, m), lambda i, j: res[i, j] + 1, name="out")
    s = te.create_schedule(out.op)
    s[out].reorder(out.op.axis[1], out.op.axis[0])
    o, i = s[out].split(out.op.axis[1], 8)
    s[res].compute_at(s[out], o)
    return s, [X, out]


@case("scans")
def scan_without_fix_point():
    n, m = 16, 24
    X = te.placeholder((n, m), name="X")
    state = te.placeholder((n, m), name="state")
    init = te.compute((1, m), lambda _, i: X[0, i], name="init")
    update = te.compute((n, m), lambda t, i: state[t - 1, m - 1 - i] + X[t, i], name="update")
    res = te.scan(init, update, state, inputs=[X], name="scan")
    out = te.compute((n, m), lambda i, j: res[i, j] + 1, name="out")
    return te.create_schedule(out.op), [X, out]


@case("scans")
def scan_with_two_states():
    m, n = te.size_var("m"), te.size_var("n")
    X1, X2 = te.placeholder((m, n), name="X1"), te.placeholder((m, n), name="X2")
    s1, s2 = te.placeholder((m, n), name="s1"), te.placeholder((m, n), name="s2")
    i1 = te.compute((1, n), lambda _, i: X1[0, i], name="i1")
    i2 = te.compute((1, n), lambda _, i: X2[0, i], name="i2")
    u1 = te.compute((m, n), lambda t, i: s1[t - 1, i] + s2[t - 1, i] + X1[t, i], name="u1")
    u2 = te.compute((m, n), lambda t, i: X2[t, i] + s2[t - 1, i], name="u2")
    r1, r2 = te.scan([i1, i2], [u1, u2], [s1, s2], name="scan")
    return te.create_schedule(r1.op), [X1, X2, r1, r2]


@case("scans")
def scan_on_threads():
    m, n = te.size_var("m"), te.size_var("n")
    X = te.placeholder((m, n), name="X")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    res = te.scan(init, update, state, inputs=[X], name="scan")
    s = te.create_schedule(res.op)
    bx, tx = thread("blockIdx.x", 4), thread("threadIdx.x", 64)
    s[res].env_threads([bx, tx])
    for stage in (init, update):
        o, i = s[stage].split(s[stage].op.axis[1], 64)
        oo, oi = s[stage].split(o, nparts=4)
        s[stage].bind(oo, bx)
        s[stage].bind(i, tx)
    return s, [X, res]


@case("groups")
def group_in_a_loop():
    m, n = te.size_var("m"), te.size_var("n")
    x = te.compute((m, n), lambda i, j: tvm.tir.const(1, "float32"), name="x")
    x1 = te.compute(x.shape, lambda *i: x(*i) + 1, name="x1")
    x2 = te.compute(x.shape, lambda *i: x1(*i) + 2, name="x2")
    s = te.create_schedule(x2.op)
    g = s.create_group(outputs=x1, inputs=x, include_inputs=True)
    g.compute_at(s[x2], x2.op.axis[1])
    return s, [x2]


@case("groups")
def group_in_a_scan():
    m, n = te.size_var("m"), te.size_var("n")
    x = te.compute((m, n), lambda i, j: tvm.tir.const(1, "float32"), name="x")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: x[0, i], name="init")
    u1 = te.compute((m, n), lambda t, i: state[t - 1, i] + x[t, i], name="u1")
    u2 = te.compute((m, n), lambda t, i: u1[t, i] + 1, name="u2")
    u3 = te.compute((m, n), lambda t, i: u2[t, i] + 1, name="u3")
    res = te.scan(init, u3, state, inputs=[x], name="scan")
    s = te.create_schedule(res.op)
    s[u1].compute_at(s[u2], u2.op.axis[1])
    g = s.create_group(outputs=u2, inputs=[state, x])
    g.compute_at(s[u3], u3.op.axis[1])
    return s, [res]


@case("groups")
def nested_groups():
    A = te.placeholder((32, 32), name="A")
    stages = [A]
    for index in range(5):
        last = stages[-1]
        stages.append(te.compute((32, 32), lambda i, j: last[i, j] + index, name="s%d" % index))
    _, b, c, d, e, f = stages
    s = te.create_schedule(f.op)
    inner = s.create_group(outputs=c, inputs=A)
    outer = s.create_group(outputs=e, inputs=A)
    outer.compute_at(s[f], f.op.axis[0])
    inner.compute_at(s[d], d.op.axis[0])
    return s, [A, f]


@case("groups")
def external_operation():
    m = te.size_var("m")
    A = te.placeholder((m,), name="A")
    B = te.compute((m,), lambda i: A[i] * 10, name="B")

    def double(ins, outs):
        return tvm.tir.call_packed("double", ins[0], ins[1], outs[0], outs[1])

    C, D = te.extern([A.shape, A.shape], [A, B], double, name="X")
    E = te.compute((m,), lambda i: C[i] + D[i], name="E")
    s = te.create_schedule(E.op)
    s[B].split(B.op.axis[0], 8)
    return s, [A, E]


@case("groups")
def external_loop():
    A = te.placeholder((10,), name="A")

    def copy(ins, outs):
        builder = tvm.tir.ir_builder.create()
        source, target = builder.buffer_ptr(ins[0]), builder.buffer_ptr(outs[0])
        with builder.for_range(0, 10, name="i") as i:
            target[i] = source[i] + 1
        return builder.get()

    B = te.extern((10,), [A], copy, dtype="float32", name="B")
    return te.create_schedule(B.op), [A, B]


def row_sums(n=100, m=60, **options):
    A = te.placeholder((n, m), name="A")
    k = te.reduce_axis((0, m), name="k")
    return A, te.compute((n,), lambda i: te.sum(A[i, k], axis=k, **options), name="B")


@case("caches")
def two_readers():
    A, B, C, D = chain(100)
    E = te.compute((100,), lambda i: A[i] + B[i] * D[i], name="E")
    s = te.create_schedule(E.op)
    first = s.cache_read(A, "shared", [B])
    second = s.cache_read(A, "shared", [E])
    third = s.cache_read(B, "local", [C, E])
    o, i = s[E].split(E.op.axis[0], 16)
    s[second].compute_at(s[E], o)
    return s, [A, E]


@case("caches")
def written_in_tiles():
    A, B, C = matmul(50, 40, 30)
    s = te.create_schedule(C.op)
    x, y = C.op.axis
    xo, yo, xi, yi = s[C].tile(x, y, 16, 8)
    cache = s.cache_write(C, "local")
    s[cache].split(s[cache].op.reduce_axis[0], 4)
    o, i = s[C].split(s[C].op.axis[0], 10)
    return s, [A, B, C]


@case("caches")
def fused_then_written():
    A, B, C, D = chain(12, 10)
    s = te.create_schedule(D.op)
    f = s[C].fuse(*C.op.axis)
    s[C].split(f, 20)
    cache = s.cache_write(C, "global")
    s[C].compute_inline()
    return s, [A, D]


@case("caches")
def written_outputs():
    A = te.placeholder((10, 12), name="A")
    B, C = te.compute((10, 12), lambda i, j: (A[i, j] * 2, A[i, j] + 1), name="B")
    D = te.compute((10, 12), lambda i, j: B[i, j] + C[i, j], name="D")
    s = te.create_schedule(D.op)
    first, second = s.cache_write([B, C], "local")
    s[first].compute_at(s[B], s[B].op.axis[0])
    return s, [A, D]


@case("caches")
def cached_in_a_group():
    A, B, C, D = chain(40, 30)
    s = te.create_schedule(D.op)
    g = s.create_group(outputs=C, inputs=A)
    g.compute_at(s[D], D.op.axis[0])
    s.cache_read(B, "local", [C])
    s.cache_write(C, "local")
    return s, [A, D]


@case("caches")
def factored_reduction():
    A, B = row_sums()
    s = te.create_schedule(B.op)
    ko, ki = s[B].split(B.op.reduce_axis[0], 16)
    F = s.rfactor(B, ki)
    s[F].split(s[F].op.axis[1], 8)
    s[F].parallel(s[F].op.axis[0])
    return s, [A, B]


@case("caches")
def factored_at_the_end():
    A = te.placeholder((20, 6, 7), name="A")
    k, l = te.reduce_axis((0, 6), name="k"), te.reduce_axis((0, 7), name="l")
    B = te.compute((20,), lambda i: te.max(A[i, k, l], axis=[k, l]), name="B")
    C = te.compute((20,), lambda i: B[i] + 1, name="C")
    s = te.create_schedule(C.op)
    f = s[B].fuse(k, l)
    o, i = s[B].split(f, nparts=5)
    F = s.rfactor(B, o, factor_axis=-1)
    s[F].compute_at(s[B], s[B].op.axis[0])
    return s, [A, C]


@case("caches")
def factored_pair():
    A = te.placeholder((20, 32), name="A")
    k = te.reduce_axis((0, 32), name="k")
    both = te.comm_reducer(
        lambda x, y: (x[0] + y[0], x[1] * y[1]),
        lambda a, b: (tvm.tir.const(0, a), tvm.tir.const(1, b)),
    )
    B, C = te.compute((20,), lambda i: both((A[i, k], A[i, k]), axis=k), name="B")
    s = te.create_schedule(B.op)
    o, i = s[B].split(k, 8)
    s.rfactor(B, o, 1)
    return s, [A, B, C]


@case("caches")
def factored_for_threads():
    A, B = row_sums(64, 128)
    s = te.create_schedule(B.op)
    ko, ki = s[B].split(B.op.reduce_axis[0], 16)
    F = s.rfactor(B, ki)
    o, i = s[B].split(s[B].op.axis[0], 32)
    s[B].bind(o, thread("blockIdx.x"))
    s[B].bind(i, thread("threadIdx.y"))
    tx = thread("threadIdx.x")
    s[B].bind(s[B].op.reduce_axis[0], tx)
    s[F].compute_at(s[B], s[B].op.reduce_axis[0])
    s[B].set_store_predicate(tx.var.equal(0))
    return s, [A, B]


@case("caches")
def reduction_over_threads():
    A, B = row_sums()
    s = te.create_schedule(B.op)
    i, ii = s[B].split(B.op.axis[0], 32)
    ko, ki = s[B].split(B.op.reduce_axis[0], 32)
    s[B].bind(ki, thread("threadIdx.x"))
    s[B].bind(i, thread("blockIdx.x"))
    return s, [A, B]


@case("caches")
def pair_over_threads():
    A = te.placeholder((20, 30, 4), name="A")
    k, l = te.reduce_axis((0, 30), name="k"), te.reduce_axis((0, 4), name="l")
    both = te.comm_reducer(
        lambda x, y: (x[0] + y[0], x[1] * y[1]),
        lambda a, b: (tvm.tir.const(0, a), tvm.tir.const(1, b)),
    )
    condition = A[1, k, l] > 0
    B, C = te.compute((20,), lambda i: both((A[i, k, l], A[i, k, l]), axis=[k, l], where=condition), name="B")
    s = te.create_schedule(B.op)
    s[B].bind(k, thread("threadIdx.x"))
    s[B].split(l, 3)
    return s, [A, B, C]


@case("caches")
def all_over_threads():
    A, B = row_sums(1, 64)
    s = te.create_schedule(B.op)
    s[B].bind(B.op.reduce_axis[0], thread("threadIdx.x"))
    return s, [A, B]


def vector_add(n):
    x, y = te.placeholder((n,), name="vx"), te.placeholder((n,), name="vy")
    z = te.compute(x.shape, lambda i: x[i] + y[i], name="z")

    def body(ins, outs):
        return tvm.tir.call_packed("vadd", ins[0], ins[1], outs[0])

    return te.decl_tensor_intrin(z.op, body, default_buffer_params={"offset_factor": n})


def gemv(m, l, has_reset=True):
    a, b = te.placeholder((l,), name="a"), te.placeholder((m, l), name="b")
    k = te.reduce_axis((0, l), name="k")
    c = te.compute((m,), lambda i: te.sum(a[k] * b[i, k], axis=k), name="c")

    def body(ins, outs):
        whole = tvm.tir.call_packed("gemv", ins[0], ins[1], outs[0])
        reset = tvm.tir.call_packed("fill_zero", outs[0])
        update = tvm.tir.call_packed("gemv_add", ins[0], ins[1], outs[0])
        return (whole, reset, update) if has_reset else (whole, None, update)

    strided = tvm.tir.decl_buffer(b.shape, b.dtype, name="b", offset_factor=l, strides=[te.var("s"), 1])
    return te.decl_tensor_intrin(c.op, body, binds={b: strided}, default_buffer_params={"offset_factor": l})


@case("tensorize")
def tensorized_add():
    A = te.placeholder((64, 32), name="A")
    B = te.placeholder((64, 32), name="B")
    C = te.compute((64, 32), lambda i, j: A[i, j] + B[i, j], name="C")
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[1], 16)
    s[C].tensorize(i, vector_add(16))
    return s, [A, B, C]


@case("tensorize")
def tensorized_offset():
    A = te.placeholder((80,), name="A")
    B = te.placeholder((80,), name="B")
    C = te.compute((64,), lambda i: A[i + 3] + B[i + 16], name="C")
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[0], 16)
    s[C].tensorize(i, vector_add(16))
    return s, [A, B, C]


@case("tensorize")
def tensorized_matmul():
    A, B, C = matmul(32, 64, 32)
    s = te.create_schedule(C.op)
    x, y = C.op.axis
    yo, yi = s[C].split(y, 16)
    s[C].reorder(x, yo, yi, C.op.reduce_axis[0])
    s[C].tensorize(yi, gemv(16, 32))
    return s, [A, B, C]


@case("tensorize")
def tensorized_updates():
    A, B, C = matmul(32, 64, 64)
    s = te.create_schedule(C.op)
    x, y = C.op.axis
    yo, yi = s[C].split(y, 16)
    ko, ki = s[C].split(C.op.reduce_axis[0], 16)
    s[C].reorder(x, yo, ko, yi, ki)
    s[C].tensorize(yi, gemv(16, 16))
    return s, [A, B, C]


@case("tensorize")
def tensorized_without_reset():
    A, B, C = matmul(32, 64, 64)
    s = te.create_schedule(C.op)
    x, y = C.op.axis
    yo, yi = s[C].split(y, 16)
    ko, ki = s[C].split(C.op.reduce_axis[0], 16)
    s[C].reorder(x, ko, yo, yi, ki)
    s[C].tensorize(yi, gemv(16, 16, False))
    return s, [A, B, C]


@case("tensorize")
def operation_by_an_intrinsic():
    add = vector_add(16)
    A, B = te.placeholder((10, 16), name="A"), te.placeholder((10, 16), name="B")
    C = te.compute((10, 16), lambda i: add(A[i, 0:16], B[i, 0:16]), name="C")
    s = te.create_schedule(C.op)
    s[C].split(C.op.axis[0], 4)
    return s, [A, B, C]


@case("tensorize")
def written_by_an_intrinsic():
    add = vector_add(16)
    A, B = te.placeholder((10, 16), name="A"), te.placeholder((10, 16), name="B")
    C = te.compute((10, 16), lambda i: add(A[i, 0:16], B[i, 0:16]), name="C")
    D = te.compute((10, 16), lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    cache = s.cache_write(C, "local")
    read = s.cache_read(A, "shared", [cache])
    s[read].compute_at(s[cache], s[cache].op.axis[0])
    return s, [A, B, D]


def reduction_by_an_intrinsic(has_reset):
    product = gemv(16, 16, has_reset)
    A, B = te.placeholder((8, 4, 16), name="A"), te.placeholder((4, 16, 16), name="B")
    k = te.reduce_axis((0, 4), name="k")
    C = te.compute((8, 16), lambda i: product(A[i, k, 0:16], B[k, 0:16, 0:16], reduce_axis=k), name="C")
    s = te.create_schedule(C.op)
    s[C].split(C.op.axis[0], 3)
    return s, [A, B, C]


@case("tensorize")
def reduction_with_reset():
    return reduction_by_an_intrinsic(True)


@case("tensorize")
def reduction_without_reset():
    return reduction_by_an_intrinsic(False)
