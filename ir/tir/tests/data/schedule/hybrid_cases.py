"""Schedules of hybrid scripts about which `ask.py` asks TVM 0.8."""

import tvm
from cases import case as case_of, thread
from tvm import te
from tvm.te import hybrid


def case(build):
    return case_of("hybrid")(build)


def inlined_case(build):
    """Adds a case for which only the statements are those of TVM, because the axes differ."""
    return case_of("hybrid_inlined")(build)


def vectors(*extents, dtype="float32"):
    return [te.placeholder((n,), dtype, name="ABCD"[i]) for i, n in enumerate(extents)]


@hybrid.script
def outer_product(a, b):
    c = output_tensor((a.shape[0], b.shape[0]), a.dtype)
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            c[i, j] = a[i] * b[j]
    return c


@hybrid.script
def matmul(a, b):
    c = output_tensor((a.shape[0], b.shape[1]), a.dtype)
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            c[i, j] = float32(0)
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
    return c


@hybrid.script
def copy(a):
    b = output_tensor(a.shape, a.dtype)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(a.shape[2]):
                b[i, j, k] = a[i, j, k]
    return b


@hybrid.script
def sum_and_product(a, b):
    c = output_tensor(a.shape, a.dtype)
    d = output_tensor(a.shape, "float64")
    for i in range(a.shape[0]):
        c[i] = a[i] + b[i]
    for j in range(a.shape[0]):
        d[j] = float64(c[j] * b[j])
    return c, d


@hybrid.script
def twice(a):
    b = output_tensor(a.shape, a.dtype)
    for x in range(a.shape[0]):
        b[x] = a[x] * 2.0
    return b


@hybrid.script
def twice_plus_one(a):
    c = output_tensor(a.shape, a.dtype)
    d = twice(a)
    for y in range(a.shape[0]):
        c[y] = d[y] + 1.0
    return c


def product(n=32, m=24):
    A, B = vectors(n, m)
    C = outer_product(A, B)
    return A, B, C, te.create_schedule(C.op)


def copied(*shape):
    A = te.placeholder(shape, name="A")
    B = copy(A)
    return A, B, te.create_schedule(B.op)


@case
def hybrid_plain():
    A, B, C, s = product()
    return s, [A, B, C]


@case
def hybrid_symbolic():
    n, m = te.var("n"), te.size_var("m")
    A, B, C, s = product(n, m)
    i, j = C.op.axis
    s[C].split(i, 7)
    s[C].reorder(j, *s[C].leaf_iter_vars[:2])
    return s, [A, B, C]


@case
def hybrid_split():
    A, B, C, s = product()
    i, j = C.op.axis
    s[C].split(i, 8)
    s[C].split(j, 5)
    return s, [A, B, C]


@case
def hybrid_split_of_splits():
    A, B, C, s = product(100, 3)
    i, j = C.op.axis
    io, ii = s[C].split(i, 16)
    iio, iii = s[C].split(ii, 3)
    ioo, ioi = s[C].split(io, 4)
    s[C].split(j, 8)
    return s, [A, B, C]


@case
def hybrid_fuse():
    A, B, C, s = product()
    s[C].fuse(*C.op.axis)
    return s, [A, B, C]


@case
def hybrid_fuse_symbolic():
    A, B, C, s = product(te.var("n"), te.var("m"))
    s[C].fuse(*C.op.axis)
    return s, [A, B, C]


@case
def hybrid_fuse_three():
    A, B, s = copied(4, 5, 6)
    s[B].fuse(*B.op.axis)
    return s, [A, B]


@case
def hybrid_fuse_inner_two():
    A, B, s = copied(4, 5, 6)
    i, j, k = B.op.axis
    s[B].fuse(j, k)
    return s, [A, B]


@case
def hybrid_fuse_then_split():
    A, B, s = copied(4, 5, 6)
    f = s[B].fuse(*B.op.axis)
    o, i = s[B].split(f, 32)
    oo, oi = s[B].split(o, 2)
    return s, [A, B]


@case
def hybrid_split_then_fuse():
    A, B, s = copied(4, 5, 6)
    i, j, k = B.op.axis
    io, ii = s[B].split(i, 3)
    s[B].fuse(ii, j)
    return s, [A, B]


@case
def hybrid_reorder():
    A, B, s = copied(4, 5, 6)
    i, j, k = B.op.axis
    s[B].reorder(k, i, j)
    return s, [A, B]


@case
def hybrid_reorder_two_of_three():
    A, B, s = copied(4, te.var("n"), 6)
    i, j, k = B.op.axis
    s[B].reorder(j, i)
    return s, [A, B]


@case
def hybrid_tile():
    A, B, C, s = product(30, 50)
    xo, yo, xi, yi = s[C].tile(*C.op.axis, 8, 16)
    return s, [A, B, C]


@case
def hybrid_tile_annotated():
    A, B, C, s = product(32, 64)
    xo, yo, xi, yi = s[C].tile(*C.op.axis, 8, 16)
    s[C].parallel(xo)
    s[C].unroll(xi)
    s[C].vectorize(yi)
    return s, [A, B, C]


@case
def hybrid_annotated():
    A, B, s = copied(4, 5, 6)
    i, j, k = B.op.axis
    s[B].parallel(i)
    s[B].unroll(j)
    s[B].vectorize(k)
    return s, [A, B]


@case
def hybrid_pragma_and_prefetch_have_no_effect():
    A, B, C, s = product()
    i, j = C.op.axis
    s[C].pragma(i, "auto_unroll_max_step", 16)
    s[C].prefetch(A, j, 1)
    s[C].storage_align(i, 4, 1)
    return s, [A, B, C]


@case
def hybrid_bind():
    A, B, C, s = product()
    i, j = C.op.axis
    s[C].bind(i, thread("blockIdx.x"))
    s[C].bind(j, thread("threadIdx.x"))
    return s, [A, B, C]


@case
def hybrid_bind_with_extent():
    A, B, C, s = product()
    i, j = C.op.axis
    s[C].bind(j, thread("threadIdx.x", 24))
    return s, [A, B, C]


@case
def hybrid_split_and_bind():
    A, B, C, s = product(100, 24)
    i, j = C.op.axis
    io, ii = s[C].split(i, 16)
    s[C].reorder(io, j, ii)
    s[C].bind(io, thread("blockIdx.x"))
    s[C].bind(ii, thread("threadIdx.x"))
    s[C].vectorize(j)
    return s, [A, B, C]


@case
def hybrid_fuse_and_bind():
    A, B, s = copied(4, 5, 6)
    f = s[B].fuse(*B.op.axis)
    o, i = s[B].split(f, 64)
    s[B].bind(o, thread("blockIdx.x"))
    s[B].bind(i, thread("threadIdx.x"))
    return s, [A, B]


@case
def hybrid_matmul():
    A = te.placeholder((16, 12), name="A")
    B = te.placeholder((12, 20), name="B")
    C = matmul(A, B)
    s = te.create_schedule(C.op)
    return s, [A, B, C]


@case
def hybrid_matmul_split():
    A = te.placeholder((16, 12), name="A")
    B = te.placeholder((12, 20), name="B")
    C = matmul(A, B)
    s = te.create_schedule(C.op)
    i, j, k = C.op.axis
    io, ii = s[C].split(i, 3)
    s[C].parallel(io)
    ko, ki = s[C].split(k, 4)
    s[C].unroll(ki)
    return s, [A, B, C]


@case
def hybrid_fuse_of_imperfect_loops():
    A = te.placeholder((16, 12), name="A")
    B = te.placeholder((12, 20), name="B")
    C = matmul(A, B)
    s = te.create_schedule(C.op)
    i, j, k = C.op.axis
    s[C].fuse(j, k)
    return s, [A, B, C]


@case
def hybrid_siblings():
    @hybrid.script
    def rows(a):
        b = output_tensor(a.shape, a.dtype)
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                b[i, j] = a[i, j]
            for k in range(a.shape[1]):
                b[i, k] = b[i, k] + 1.0
        return b

    A = te.placeholder((4, 6), name="A")
    B = rows(A)
    s = te.create_schedule(B.op)
    i, k, j = B.op.axis
    s[B].unroll(j)
    s[B].split(k, 4)
    return s, [A, B]


@case
def hybrid_two_outputs():
    A, B = vectors(10, 10)
    C, D = sum_and_product(A, B)
    return te.create_schedule(D.op), [A, B, C, D]


@case
def hybrid_two_outputs_scheduled():
    A, B = vectors(40, 40)
    C, D = sum_and_product(A, B)
    s = te.create_schedule(C.op)
    j, i = C.op.axis
    o, x = s[C].split(i, 8)
    s[C].vectorize(x)
    s[C].parallel(j)
    return s, [A, B, C, D]


@case
def hybrid_outputs_for_two_consumers():
    A, B = vectors(10, 10)
    C, D = sum_and_product(A, B)
    E = te.compute((10,), lambda i: C[i] + D[9 - i].astype("float32"), name="E")
    s = te.create_schedule(E.op)
    s[C].set_scope("shared")
    s[E].split(E.op.axis[0], 4)
    return s, [A, B, E]


@case
def hybrid_double_buffer():
    A, B, C, s = product()
    D = te.compute(C.shape, lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    s[C].double_buffer()
    s[C].split(C.op.axis[0], 5)
    return s, [A, B, D]


@case
def hybrid_of_computed():
    A, B = vectors(20, 30)
    A1 = te.compute((20,), lambda i: A[i] + 1, name="A1")
    C = outer_product(A1, B)
    s = te.create_schedule(C.op)
    s[A1].split(A1.op.axis[0], 3)
    s[C].reorder(*reversed(list(C.op.axis)))
    return s, [A, B, C]


@inlined_case
def hybrid_of_inlined():
    A, B = vectors(20, 30)
    A1 = te.compute((20,), lambda i: A[i] + 1, name="A1")
    A2 = te.compute((20,), lambda i: A1[19 - i] * 2, name="A2")
    C = outer_product(A2, B)
    s = te.create_schedule(C.op)
    s[A1].compute_inline()
    s[A2].compute_inline()
    s[C].unroll(C.op.axis[1])
    return s, [A, B, C]


@inlined_case
def hybrid_of_inlined_twice():
    A, B = vectors(20, 20)
    A1 = te.compute((20,), lambda i: A[i] + B[i], name="A1")
    A2 = te.compute((20,), lambda i: A1[i] * A[i], name="A2")
    C, D = sum_and_product(A1, A2)
    s = te.create_schedule(C.op)
    s[A1].compute_inline()
    s[A2].compute_inline()
    return s, [A, B, C, D]


@case
def hybrid_between_computed():
    A, B = vectors(20, 30)
    A1 = te.compute((20,), lambda i: A[i] + 1, name="A1")
    C = outer_product(A1, B)
    D = te.compute((20, 30), lambda i, j: C[i, j] - B[j], name="D")
    k = te.reduce_axis((0, 30), name="k")
    E = te.compute((20,), lambda i: te.sum(D[i, k], axis=k), name="E")
    s = te.create_schedule(E.op)
    s[D].compute_at(s[E], E.op.axis[0])
    s[C].fuse(*C.op.axis)
    return s, [A, B, E]


@case
def hybrid_attached_to_a_consumer():
    A, B = vectors(20, 30)
    C = outer_product(A, B)
    D = te.compute((20, 30), lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    o, i = s[D].split(D.op.axis[0], 4)
    s[C].compute_at(s[D], o)
    s[C].unroll(C.op.axis[1])
    return s, [A, B, D]


@case
def hybrid_of_hybrid():
    A, B = vectors(6, 7)
    C = outer_product(A, B)
    D = matmul(C, te.compute((7, 3), lambda i, j: B[i] + 1, name="B1"))
    s = te.create_schedule(D.op)
    s[C].fuse(*C.op.axis)
    s[D].split(D.op.axis[2], 2)
    return s, [A, B, D]


@case
def hybrid_calls_hybrid():
    (A,) = vectors(16)
    C = twice_plus_one(A)
    s = te.create_schedule(C.op)
    s[C].split(C.op.axis[0], 4)
    return s, [A, C]


@case
def hybrid_cache_read_of_an_input():
    A, B, C, s = product()
    s.cache_read(A, "shared", [C])
    s[C].split(C.op.axis[0], 4)
    return s, [A, B, C]


@case
def hybrid_cache_read_of_the_output():
    A, B, C, _ = product()
    D = te.compute(C.shape, lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    cached = s.cache_read(C, "local", [D])
    s[cached].compute_at(s[D], D.op.axis[0])
    return s, [A, B, D]


@case
def hybrid_cache_write_of_a_producer():
    A, B = vectors(20, 30)
    A1 = te.compute((20,), lambda i: A[i] + 1, name="A1")
    C = outer_product(A1, B)
    s = te.create_schedule(C.op)
    s.cache_write(A1, "local")
    s[C].split(C.op.axis[0], 6)
    return s, [A, B, C]


@case
def hybrid_cache_write_of_a_consumer():
    A, B, C, _ = product()
    D = te.compute(C.shape, lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    cached = s.cache_write(D, "local")
    s[cached].compute_at(s[D], D.op.axis[0])
    return s, [A, B, D]


@case
def hybrid_rfactor_of_a_consumer():
    A, B, C, _ = product()
    k = te.reduce_axis((0, 24), name="k")
    D = te.compute((32,), lambda i: te.sum(C[i, k], axis=k), name="D")
    s = te.create_schedule(D.op)
    o, i = s[D].split(D.op.reduce_axis[0], 6)
    s.rfactor(D, o)
    s[C].vectorize(C.op.axis[1])
    return s, [A, B, D]


@case
def hybrid_group():
    A, B = vectors(20, 30)
    A1 = te.compute((20,), lambda i: A[i] + 1, name="A1")
    C = outer_product(A1, B)
    D = te.compute((20, 30), lambda i, j: C[i, j] + 1, name="D")
    s = te.create_schedule(D.op)
    group = s.create_group(outputs=C, inputs=A, include_inputs=False)
    group.compute_at(s[D], D.op.axis[0])
    return s, [A, B, D]


@case
def hybrid_conditions():
    @hybrid.script
    def pad(a):
        b = output_tensor((a.shape[0] + 4, a.shape[1] + 4), a.dtype)
        for i in range(a.shape[0] + 4):
            for j in range(a.shape[1] + 4):
                if i >= 2 and i < a.shape[0] + 2 and j >= 2 and j < a.shape[1] + 2:
                    b[i, j] = a[i - 2, j - 2]
                else:
                    b[i, j] = 0.0
        return b

    A = te.placeholder((12, 12), name="A")
    B = pad(A)
    s = te.create_schedule(B.op)
    i, j = B.op.axis
    jo, ji = s[B].split(j, 4)
    s[B].reorder(jo, i, ji)
    s[B].unroll(ji)
    return s, [A, B]


@case
def hybrid_local_buffers():
    @hybrid.script
    def blur(a):
        b = output_tensor((a.shape[0] - 2, a.shape[1] - 2), "float32")
        for i in range(a.shape[0] - 2):
            line = allocate((a.shape[1],), "float32", "local")
            for j in range(a.shape[1]):
                line[j] = a[i, j] + a[i + 1, j] + a[i + 2, j]
            for k in range(a.shape[1] - 2):
                total = 0.0
                for d in const_range(3):
                    total += line[k + d]
                b[i, k] = total / 9.0
        return b

    A = te.placeholder((10, 12), name="A")
    B = blur(A)
    s = te.create_schedule(B.op)
    i, k, j = B.op.axis
    s[B].split(i, 4)
    s[B].split(k, 5)
    return s, [A, B]


@case
def hybrid_triangle():
    @hybrid.script
    def triangle(a):
        b = output_tensor((a.shape[0], a.shape[0]), a.dtype)
        for i in range(a.shape[0]):
            for j in range(i + 1):
                b[i, j] = a[i]
        return b

    (A,) = vectors(20)
    B = triangle(A)
    s = te.create_schedule(B.op)
    i, j = B.op.axis
    s[B].split(j, 4)
    s[B].split(i, 3)
    return s, [A, B]


@case
def hybrid_kinds_of_loops():
    @hybrid.script
    def kinds(a):
        b = output_tensor(a.shape, a.dtype)
        for i in parallel(a.shape[0]):
            for j in unroll(a.shape[1]):
                for l in range(a.shape[3]):
                    for k in vectorize(a.shape[2]):
                        b[i, j, k, l] = a[i, j, k, l] + 1.0
        return b

    A = te.placeholder((4, 5, 8, 6), name="A")
    B = kinds(A)
    s = te.create_schedule(B.op)
    i, j, l, k = B.op.axis
    s[B].split(l, 4)
    s[B].parallel(j)
    return s, [A, B]


@case
def hybrid_script_binds_threads():
    @hybrid.script
    def threads(a):
        b = output_tensor(a.shape, a.dtype)
        for tx in bind("threadIdx.x", a.shape[0]):
            for j in range(a.shape[1]):
                b[tx, j] = a[tx, j] * 2.0
        return b

    A = te.placeholder((8, 12), name="A")
    B = threads(A)
    s = te.create_schedule(B.op)
    s[B].split(B.op.axis[0], 4)
    return s, [A, B]


@case
def hybrid_ranges_with_a_start():
    @hybrid.script
    def shifted(a):
        b = output_tensor(a.shape, a.dtype)
        b[0] = a[0]
        for i in range(1, a.shape[0]):
            b[i] = b[i - 1] + a[i]
        return b

    (A,) = vectors(33)
    B = shifted(A)
    s = te.create_schedule(B.op)
    s[B].split(B.op.axis[0], 8)
    return s, [A, B]


@case
def hybrid_gather():
    @hybrid.script
    def gather(data, index, scale):
        out = output_tensor((index.shape[0], data.shape[1]), data.dtype)
        for i in range(index.shape[0]):
            for j in range(data.shape[1]):
                out[i, j] = data[index[i], j] * scale
        return out

    data = te.placeholder((10, 6), name="data")
    index = te.placeholder((4,), "int32", name="index")
    scale = te.var("scale", "float32")
    out = gather(data, index, scale)
    s = te.create_schedule(out.op)
    s[out].fuse(*out.op.axis)
    return s, [data, index, scale, out]


@case
def hybrid_scatter_reads_the_index_first():
    @hybrid.script
    def scatter(data, index):
        out = output_tensor((10,), data.dtype)
        for i in range(data.shape[0]):
            out[index[i]] = data[i]
        return out

    data = te.placeholder((4,), name="data")
    index = te.placeholder((4,), "int32", name="index")
    data1 = te.compute((4,), lambda i: data[i] + 1, name="data1")
    index1 = te.compute((4,), lambda i: 9 - index[i], name="index1")
    out = scatter(data1, index1)
    return te.create_schedule(out.op), [data, index, out]


@case
def hybrid_array_of_inputs():
    @hybrid.script
    def total(arrays):
        out = output_tensor(arrays[0].shape, arrays[0].dtype)
        for i in range(arrays[0].shape[0]):
            out[i] = 0.0
            for j in const_range(len(arrays)):
                out[i] += arrays[j][i]
        return out

    arrays = tvm.runtime.convert(vectors(9, 9, 9))
    out = total(arrays)
    s = te.create_schedule(out.op)
    s[out].split(out.op.axis[0], 2)
    return s, list(arrays) + [out]


@case
def hybrid_calls_of_math():
    @hybrid.script
    def mathematics(a):
        b = output_tensor(a.shape, a.dtype)
        for i in range(a.shape[0]):
            if likely(a[i] > 0.0):
                b[i] = sqrt(a[i]) + exp(max(a[i], 1.0)) * sigmoid(a[i])
            else:
                b[i] = tanh(min(a[i], -1.0)) + power(a[i], a[i])
        return b

    (A,) = vectors(16)
    B = mathematics(A)
    s = te.create_schedule(B.op)
    s[B].parallel(B.op.axis[0])
    return s, [A, B]


@case
def hybrid_module():
    A, B = vectors(8, 12)
    D = te.compute((8, 12), lambda i, j: A[i] + B[j], name="D")
    source = hybrid.build(te.create_schedule(D.op), [A, B], [D], name="built")
    E = source(A, B)
    s = te.create_schedule(E.op)
    s[E].fuse(*E.op.axis)
    return s, [A, B, E]


@case
def hybrid_without_loops():
    @hybrid.script
    def first(a):
        b = output_tensor((1,), a.dtype)
        b[0] = a[0]
        return b

    (A,) = vectors(4)
    B = first(A)
    return te.create_schedule(B.op), [A, B]


@case
def hybrid_extents_of_64_bits():
    n = te.var("n", "int64")
    A = te.placeholder((n,), name="A")
    B = te.placeholder((te.var("m"),), name="B")
    C = outer_product(A, B)
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[0], 4)
    s[C].fuse(i, C.op.axis[1])
    return s, [A, B, C]


@case
def hybrid_extents_of_zero_and_one():
    A, B = vectors(0, 1)
    C = outer_product(A, B)
    s = te.create_schedule(C.op)
    o, i = s[C].split(C.op.axis[0], 4)
    s[C].split(C.op.axis[1], 4)
    return s, [A, B, C]


@case
def hybrid_same_input_twice():
    (A,) = vectors(8)
    A1 = te.compute((8,), lambda i: A[i] + 1, name="A1")
    C = outer_product(A1, A1)
    return te.create_schedule(C.op), [A, C]


@case
def hybrid_between_extern():
    def packed(ins, outs):
        return tvm.tir.call_packed("f", ins[0], outs[0])

    A, B = vectors(32, 24)
    A1 = te.extern((32,), [A], packed, name="A1")
    C = outer_product(A1, B)
    D = te.extern((32, 24), [C], packed, name="D")
    s = te.create_schedule(D.op)
    s[C].split(C.op.axis[0], 3)
    return s, [A, B, D]


@case
def hybrid_in_a_scan():
    X = te.placeholder((8, 6), name="X")
    state = te.placeholder((8, 6), name="state")
    init = te.compute((1, 6), lambda _, j: X[0, j], name="init")
    Y = matmul(X, te.placeholder((6, 6), name="W"))
    update = te.compute((8, 6), lambda t, j: state[t - 1, j] + Y[t, j], name="update")
    result = te.scan(init, update, state, inputs=[X])
    return te.create_schedule(result.op), [X, Y.op.inputs[1], result]


@case
def hybrid_virtual_thread():
    A, B, C, s = product()
    s[C].bind(C.op.axis[0], thread("vthread"))
    return s, [A, B, C]
