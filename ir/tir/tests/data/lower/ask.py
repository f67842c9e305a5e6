"""Writes the modules before and after each pass of `tvm.lower` as TVM 0.8 makes them.

Usage: python ask.py FOLDER
"""

import gzip
import sys

import tvm
from tvm import te, tir, topi
from tvm.topi import nn

PASSES = {
    "tir.InjectPrefetch",
    "tir.TextureFlatten",
    "tir.BufferShapeLegalize",
    "tir.BufferStrideLegalize",
    "tir.ThreadScopePropagate",
    "tir.BufferBindUnwrapper",
    "tir.StorageFlattener",
    "tir.AssertSimplifier",
    "tir.BF16Promote",
    "tir.BF16CastElimination",
    "tir.BF16TypeLowering",
    "tir.NarrowDataType",
    "tir.Simplify",
    "tir.InstrumentBoundCheckers",
}


@tvm.instrument.pass_instrument
class Recorder:
    def __init__(self):
        self.steps = []
        self.open = []

    def run_before_pass(self, mod, info):
        self.open.append((mod, tvm.ir.save_json(mod)))

    def run_after_pass(self, mod, info):
        before = self.open.pop()
        if info.name in PASSES:
            self.steps.append([info.name, before, (mod, tvm.ir.save_json(mod))])

    def result(self):
        """Returns the steps. Passes of TVM may change modules in place afterwards."""

        def known(module, text):
            return module if tvm.ir.save_json(module) == text else tvm.ir.load_json(text)

        return [[name, known(*before), known(*after)] for name, before, after in self.steps]


CASES = {}


@tvm.register_func("tvm.info.mem.local.tagged")
def tagged_memory():
    return tvm.ir.make_node(
        "MemoryInfo", unit_bits=8, max_num_bits=2048 * 8, max_simd_bits=512, head_address=None
    )


def case(function):
    CASES[function.__name__] = function
    return function


@case
def elementwise():
    n = te.var("n")
    a = te.placeholder((n,), name="A")
    b = te.compute((n,), lambda i: a[i] * 2.0 + 1.0, name="B")
    s = te.create_schedule(b.op)
    return s, [a, b]


@case
def elementwise_constant():
    a = te.placeholder((16, 1), name="A")
    b = te.compute((16, 1), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((16, 1), lambda i, j: b[i, j] * b[i, j], name="C")
    s = te.create_schedule(c.op)
    return s, [a, c]


@case
def scalar():
    a = te.placeholder((), name="A")
    b = te.compute((), lambda: a() + 1.0, name="B")
    c = te.compute((), lambda: b() + 1.0, name="C")
    s = te.create_schedule(c.op)
    return s, [a, c]


@case
def empty():
    a = te.placeholder((0, 4), name="A")
    b = te.compute((0, 4), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((0, 4), lambda i, j: b[i, j] + 1.0, name="C")
    s = te.create_schedule(c.op)
    return s, [a, c]


def matmul(n, m, l, dtype="float32", accumulate=None):
    a = te.placeholder((n, l), name="A", dtype=dtype)
    b = te.placeholder((l, m), name="B", dtype=dtype)
    k = te.reduce_axis((0, l), name="k")
    product = lambda i, j: (
        a[i, k] * b[k, j]
        if accumulate is None
        else a[i, k].astype(accumulate) * b[k, j].astype(accumulate)
    )
    c = te.compute((n, m), lambda i, j: te.sum(product(i, j), axis=k), name="C")
    return a, b, c, k


@case
def matmul_tiled():
    a, b, c, k = matmul(128, 96, 64)
    s = te.create_schedule(c.op)
    x, y = c.op.axis
    xo, yo, xi, yi = s[c].tile(x, y, 32, 16)
    ko, ki = s[c].split(s[c].op.reduce_axis[0], 4)
    s[c].reorder(xo, yo, ko, xi, ki, yi)
    s[c].vectorize(yi)
    s[c].unroll(ki)
    s[c].parallel(xo)
    return s, [a, b, c]


@case
def matmul_packed():
    a, b, c, k = matmul(100, 96, 60)
    packed = te.compute((6, 60, 16), lambda x, y, z: b[y, x * 16 + z], name="packed")
    k = te.reduce_axis((0, 60), name="k")
    c = te.compute(
        (100, 96),
        lambda i, j: te.sum(a[i, k] * packed[te.floordiv(j, 16), k, te.floormod(j, 16)], axis=k),
        name="C",
    )
    s = te.create_schedule(c.op)
    cc = s.cache_write(c, "global")
    xo, yo, xi, yi = s[c].tile(c.op.axis[0], c.op.axis[1], 32, 32)
    s[cc].compute_at(s[c], yo)
    xc, yc = s[cc].op.axis
    ko, ki = s[cc].split(s[cc].op.reduce_axis[0], 7)
    s[cc].reorder(ko, xc, ki, yc)
    s[cc].vectorize(yc)
    s[packed].vectorize(s[packed].op.axis[2])
    return s, [a, b, c]


@case
def matmul_symbolic():
    n, m, l = te.var("n"), te.var("m"), te.var("l")
    a, b, c, k = matmul(n, m, l)
    s = te.create_schedule(c.op)
    cc = s.cache_write(c, "global")
    xo, yo, xi, yi = s[c].tile(c.op.axis[0], c.op.axis[1], 32, 32)
    s[cc].compute_at(s[c], yo)
    return s, [a, b, c]


@case
def matmul_int64():
    n, m, l = (te.size_var(name, "int64") for name in "nml")
    a, b, c, k = matmul(n, m, l)
    s = te.create_schedule(c.op)
    s[c].tile(c.op.axis[0], c.op.axis[1], 32, 32)
    return s, [a, b, c]


@case
def matmul_int64_constant():
    n = tir.IntImm("int64", 128)
    a, b, c, k = matmul(n, n, n)
    d = te.compute((n, n), lambda i, j: c[i, j] + tir.Cast("float32", i * 3 + j), name="D")
    s = te.create_schedule(d.op)
    xo, yo, xi, yi = s[d].tile(d.op.axis[0], d.op.axis[1], 32, 32)
    s[c].compute_at(s[d], yo)
    return s, [a, b, d]


@case
def wide_int64():
    n = tir.IntImm("int64", 1 << 20)
    a = te.placeholder((n, n), name="A")
    b = te.compute((n, n), lambda i, j: a[i, j] + 1.0, name="B")
    s = te.create_schedule(b.op)
    fused = s[b].fuse(*b.op.axis)
    s[b].split(fused, 1024)
    return s, [a, b]


@case
def gather_int64():
    n = tir.IntImm("int64", 64)
    index = te.placeholder((n,), name="index", dtype="int64")
    a = te.placeholder((n, n), name="A")
    b = te.compute(
        (n, n),
        lambda i, j: te.if_then_else(
            index[i] + 5 < n, a[index[i] + 5, j] + a[(i + j) % n, j], tir.const(0.0, "float32")
        ),
        name="B",
    )
    s = te.create_schedule(b.op)
    s[b].split(b.op.axis[1], 10)
    return s, [index, a, b]


def bind_gpu(s, c):
    xo, yo, xi, yi = s[c].tile(c.op.axis[0], c.op.axis[1], 32, 32)
    s[c].bind(xo, te.thread_axis("blockIdx.x"))
    s[c].bind(yo, te.thread_axis("blockIdx.y"))
    tx, ty_ = te.thread_axis("threadIdx.x"), te.thread_axis("threadIdx.y")
    xt, xr = s[c].split(xi, nparts=8)
    yt, yr = s[c].split(yi, nparts=8)
    s[c].reorder(xt, yt, xr, yr)
    s[c].bind(xt, ty_)
    s[c].bind(yt, tx)
    return tx, ty_, yo, yt


@case
def matmul_gpu():
    a, b, c, k = matmul(128, 160, 64)
    s = te.create_schedule(c.op)
    aa = s.cache_read(a, "shared", [c])
    bb = s.cache_read(b, "shared", [c])
    al = s.cache_read(aa, "local", [c])
    bl = s.cache_read(bb, "local", [c])
    cl = s.cache_write(c, "local")
    tx, ty_, yo, yt = bind_gpu(s, c)
    s[cl].compute_at(s[c], yt)
    ko, ki = s[cl].split(s[cl].op.reduce_axis[0], 8)
    s[cl].reorder(ko, ki, *s[cl].op.axis)
    for shared in (aa, bb):
        s[shared].compute_at(s[cl], ko)
        fused = s[shared].fuse(*s[shared].op.axis)
        fused, inner = s[shared].split(fused, 4)
        fused, x = s[shared].split(fused, 8)
        fused, y = s[shared].split(fused, 8)
        s[shared].bind(x, tx)
        s[shared].bind(y, ty_)
        s[shared].vectorize(inner)
    s[al].compute_at(s[cl], ki)
    s[bl].compute_at(s[cl], ki)
    s[aa].double_buffer()
    s[bb].double_buffer()
    return s, [a, b, c]


@case
def matmul_gpu_symbolic():
    n, m, l = te.var("n"), te.var("m"), te.var("l")
    a, b, c, k = matmul(n, m, l)
    s = te.create_schedule(c.op)
    aa = s.cache_read(a, "shared", [c])
    cl = s.cache_write(c, "local")
    tx, ty_, yo, yt = bind_gpu(s, c)
    s[cl].compute_at(s[c], yt)
    ko, ki = s[cl].split(s[cl].op.reduce_axis[0], 8)
    s[aa].compute_at(s[cl], ko)
    s[aa].storage_align(s[aa].op.axis[0], 16, 8)
    return s, [a, b, c]


@case
def default_scopes():
    a = te.placeholder((64, 64), name="A")
    b = te.compute((64, 64), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((64, 64), lambda i, j: b[i, j] + 1.0, name="C")
    d = te.compute((64, 64), lambda i, j: c[i, j] + b[i, j], name="D")
    s = te.create_schedule(d.op)
    s[d].bind(d.op.axis[0], te.thread_axis("blockIdx.x"))
    s[d].bind(d.op.axis[1], te.thread_axis("threadIdx.x"))
    s[c].compute_at(s[d], d.op.axis[1])
    s[b].compute_at(s[d], d.op.axis[0])
    s[b].bind(b.op.axis[1], te.thread_axis("threadIdx.x"))
    return s, [a, d]


@case
def reduce_threads():
    n, m = 32, te.var("m")
    a = te.placeholder((n, m), name="A")
    k = te.reduce_axis((0, m), name="k")
    b = te.compute((n,), lambda i: te.sum(a[i, k], axis=k), name="B")
    s = te.create_schedule(b.op)
    ko, ki = s[b].split(b.op.reduce_axis[0], 16)
    bf = s.rfactor(b, ki)
    s[b].bind(s[b].op.axis[0], te.thread_axis("blockIdx.x"))
    tx = te.thread_axis("threadIdx.x")
    s[b].bind(s[b].op.reduce_axis[0], tx)
    s[bf].compute_at(s[b], s[b].op.reduce_axis[0])
    s[b].set_store_predicate(tx.var.equal(0))
    return s, [a, b]


@case
def conv2d():
    data = te.placeholder((1, 3, 14, 14), name="data")
    kernel = te.placeholder((8, 3, 3, 3), name="kernel")
    out = nn.conv2d_nchw(data, kernel, (2, 2), (1, 1), (1, 1))
    relu = nn.relu(out)
    s = te.create_schedule(relu.op)
    s[out].compute_at(s[relu], relu.op.axis[1])
    pad = out.op.input_tensors[0]
    s[pad].compute_inline()
    s[relu].vectorize(relu.op.axis[3])
    return s, [data, kernel, relu]


@case
def conv2d_padded():
    data = te.placeholder((1, 4, 15, 15), name="data")
    kernel = te.placeholder((8, 4, 3, 3), name="kernel")
    out = nn.conv2d_nchw(data, kernel, (1, 1), (1, 1), (1, 1))
    s = te.create_schedule(out.op)
    pad = out.op.input_tensors[0]
    yo, yi = s[out].split(out.op.axis[2], 4)
    s[pad].compute_at(s[out], yo)
    return s, [data, kernel, out]


@case
def pooling():
    data = te.placeholder((2, 4, 12, 12), name="data")
    out = nn.pool2d(data, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), "avg", count_include_pad=False)
    s = te.create_schedule(out.op)
    return s, [data, out]


@case
def softmax():
    data = te.placeholder((16, 32), name="data")
    out = nn.softmax(data)
    s = te.create_schedule(out.op)
    return s, [data, out]


@case
def argmax():
    n = te.var("n")
    data = te.placeholder((n, 24), name="data", dtype="int32")
    k = te.reduce_axis((0, 24), name="k")
    combine = te.comm_reducer(
        lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(x[1] >= y[1], x[1], y[1])),
        lambda x, y: (tir.const(-1, x), te.min_value(y)),
        name="argmax",
    )
    index, value = te.compute((n,), lambda i: combine((k.var, data[i, k]), axis=k), name="T")
    s = te.create_schedule(index.op)
    return s, [data, index, value]


@case
def storage_aligned():
    a = te.placeholder((30, 17, 9), name="A")
    b = te.compute((30, 17, 9), lambda i, j, k: a[i, j, k] + 1.0, name="B")
    c = te.compute((30, 17, 9), lambda i, j, k: b[i, j, k] * 2.0, name="C")
    s = te.create_schedule(c.op)
    s[b].compute_at(s[c], c.op.axis[0])
    s[b].storage_align(b.op.axis[1], 12, 3)
    s[b].storage_align(b.op.axis[0], 100, 8)
    return s, [a, c]


@case
def storage_aligned_symbolic():
    n, m = te.var("n"), te.var("m")
    a = te.placeholder((n, m), name="A")
    b = te.compute((n, m), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((n, m), lambda i, j: b[i, j] * 2.0, name="C")
    s = te.create_schedule(c.op)
    s[b].storage_align(b.op.axis[0], 8, 0)
    return s, [a, c]


@case
def prefetched():
    n, m = 120, 64
    a = te.placeholder((n, m), name="A")
    b = te.compute((n, m), lambda i, j: a[i, j] + a[i, m - 1 - j], name="B")
    s = te.create_schedule(b.op)
    xo, xi = s[b].split(b.op.axis[1], 16)
    s[b].prefetch(a, xo, 1)
    s[b].vectorize(xi)
    return s, [a, b]


@case
def prefetched_small():
    a = te.placeholder((8, 6, 2, 3), name="A", dtype="int8")
    b = te.compute((8, 6, 2, 3), lambda i, j, k, l: a[i, j, k, l] + a[i, 5 - j, k, l], name="B")
    s = te.create_schedule(b.op)
    s[b].prefetch(a, b.op.axis[0], 2)
    return s, [a, b]


@case
def prefetched_symbolic():
    n, m = te.var("n"), te.var("m")
    a = te.placeholder((n, m), name="A")
    k = te.reduce_axis((0, m), name="k")
    b = te.compute((n,), lambda i: te.sum(a[i, k], axis=k), name="B")
    s = te.create_schedule(b.op)
    ko, ki = s[b].split(b.op.reduce_axis[0], 32)
    s[b].prefetch(a, ko, 1)
    return s, [a, b]


@case
def double_buffered():
    a = te.placeholder((16, 32), name="A")
    c = te.compute((16, 32), lambda i, j: a[i, j] * 2.0, name="C")
    s = te.create_schedule(c.op)
    b = s.cache_read(a, "local", [c])
    s[b].compute_at(s[c], c.op.axis[0])
    s[b].double_buffer()
    return s, [a, c]


@case
def virtual_threads():
    n = 64
    a = te.placeholder((n, n), name="A")
    b = te.compute((n, n), lambda i, j: a[j, i] + 1.0, name="B")
    s = te.create_schedule(b.op)
    aa = s.cache_read(a, "local", [b])
    xo, xi = s[b].split(b.op.axis[0], nparts=4)
    s[b].bind(xo, te.thread_axis("vthread", name="vx"))
    yo, yi = s[b].split(b.op.axis[1], nparts=2)
    s[b].reorder(xo, yo, xi, yi)
    s[b].bind(yo, te.thread_axis("cthread", name="vy"))
    s[aa].compute_at(s[b], yo)
    return s, [a, b]


def bfloat(scheduler):
    def build():
        a = te.placeholder((16, 8), name="A", dtype="bfloat16")
        b = te.placeholder((16, 8), name="B", dtype="bfloat16")
        c = te.compute((16, 8), lambda i, j: a[i, j] + b[i, j] * a[i, j] - b[i, j], name="C")
        d = te.compute(
            (16, 8),
            lambda i, j: te.max(c[i, j], a[i, j]) / te.min(b[i, j], tir.const(1.5, "bfloat16")),
            name="D",
        )
        s = te.create_schedule(d.op)
        scheduler(s, c, d)
        return s, [a, b, d]

    return build


CASES["bfloat"] = bfloat(lambda s, c, d: None)
CASES["bfloat_attached"] = bfloat(lambda s, c, d: s[c].compute_at(s[d], d.op.axis[0]))
CASES["bfloat_inlined"] = bfloat(lambda s, c, d: s[c].compute_inline())


@case
def bfloat_mixed():
    a = te.placeholder((16,), name="A", dtype="bfloat16")
    b = te.placeholder((16,), name="B", dtype="float32")
    c = te.compute(
        (16,),
        lambda i: (a[i].astype("float32") * b[i]).astype("bfloat16") + a[i],
        name="C",
    )
    d = te.compute(
        (16,),
        lambda i: tir.Select(c[i] < a[i], b[i], (c[i] * a[i]).astype("float32")),
        name="D",
    )
    s = te.create_schedule(d.op)
    return s, [a, b, d]


@case
def bfloat_sum():
    a = te.placeholder((16, 32), name="A", dtype="bfloat16")
    k = te.reduce_axis((0, 32), name="k")
    b = te.compute((16,), lambda i: te.sum(a[i, k], axis=k), name="B")
    s = te.create_schedule(b.op)
    s.cache_write(b, "global")
    return s, [a, b]


@case
def booleans():
    a = te.placeholder((16, 8), name="A")
    b = te.compute((16, 8), lambda i, j: a[i, j] > 1.0, name="B")
    c = te.compute((16, 8), lambda i, j: tir.all(b[i, j], a[i, j] < 4.0), name="C")
    s = te.create_schedule(c.op)
    return s, [a, c]


@case
def vectors():
    a = te.placeholder((16, 8), name="A", dtype="float32x4")
    b = te.compute((16, 8), lambda i, j: a[i, j] + tir.const(1.0, "float32x4"), name="B")
    c = te.compute((16, 8), lambda i, j: b[i, j] * b[i, j], name="C")
    s = te.create_schedule(c.op)
    return s, [a, c]


@case
def external():
    n, m = te.var("n"), te.var("m")
    a = te.placeholder((n, m), name="A")
    b = te.compute((n, m), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.extern(
        (n, m),
        [b],
        lambda ins, outs: tir.call_packed("copy", ins[0], outs[0], ins[0].elem_offset),
        name="C",
    )
    d = te.compute((n, m), lambda i, j: c[i, j] * 2.0, name="D")
    s = te.create_schedule(d.op)
    return s, [a, d]


@case
def external_builder():
    n = te.var("n")
    a = te.placeholder((n, 4), name="A")

    def body(ins, outs):
        ib = tir.ir_builder.create()
        source, target = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
        scratch = ib.allocate("float32", 32, name="scratch", scope="local")
        with ib.for_range(0, n, "i") as i:
            scratch[i % 32] = source[i] + 1.0
            target[i] = scratch[i % 32]
        return ib.get()

    b = te.extern((n, 4), [a], body, name="B")
    c = te.compute((n, 4), lambda i, j: b[i, j] + 1.0, name="C")
    s = te.create_schedule(c.op)
    return s, [a, c]


@case
def external_sort():
    data = te.placeholder((8, 100), name="data")
    out = topi.argsort(data, axis=1)
    s = te.create_schedule(out.op)
    return s, [data, out]


def intrinsic(inner, offset_factor=1, strided=False):
    a = te.placeholder((inner,), name="a")
    b = te.compute((inner,), lambda i: a[i] + 1.0, name="b")

    def strides(name):
        return [te.var(name)] if strided else None

    ab = tir.decl_buffer(a.shape, a.dtype, "ab", offset_factor=offset_factor, strides=strides("sa"))
    bb = tir.decl_buffer(b.shape, b.dtype, "bb", offset_factor=offset_factor, strides=strides("sb"))

    def body(ins, outs):
        return tir.call_packed(
            "add_one",
            ins[0].access_ptr("r"),
            outs[0].access_ptr("w"),
            ins[0].elem_offset,
            outs[0].strides[0] if strided else 0,
        )

    return te.decl_tensor_intrin(b.op, body, binds={a: ab, b: bb})


@case
def tensorized():
    a = te.placeholder((32, 64), name="A")
    b = te.compute((32, 64), lambda i, j: a[i, j] + 1.0, name="B")
    s = te.create_schedule(b.op)
    yo, yi = s[b].split(b.op.axis[1], 16)
    s[b].tensorize(yi, intrinsic(16))
    return s, [a, b]


@case
def tensorized_strided():
    a = te.placeholder((32, 64), name="A")
    b = te.compute((32, 64), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((32, 64), lambda i, j: b[i, j] * 2.0, name="C")
    s = te.create_schedule(c.op)
    s[b].compute_at(s[c], c.op.axis[0])
    s[b].storage_align(b.op.axis[0], 32, 8)
    yo, yi = s[b].split(b.op.axis[1], 16)
    s[b].tensorize(yi, intrinsic(16, 4, True))
    return s, [a, c]


@case
def tensorized_matrix():
    n = 64
    a = te.placeholder((n, n, 4), name="A")
    b = te.compute((n, n, 4), lambda i, j, k: a[i, j, k] + 1.0, name="B")
    ai = te.placeholder((8, 4), name="a")
    bi = te.compute((8, 4), lambda i, j: ai[i, j] + 1.0, name="b")
    ab = tir.decl_buffer(ai.shape, ai.dtype, "ab", offset_factor=2)
    bb = tir.decl_buffer(bi.shape, bi.dtype, "bb", offset_factor=2)

    def body(ins, outs):
        return tir.call_packed("copy", ins[0], outs[0])

    intrin = te.decl_tensor_intrin(bi.op, body, binds={ai: ab, bi: bb})
    s = te.create_schedule(b.op)
    jo, ji = s[b].split(b.op.axis[1], 8)
    s[b].tensorize(ji, intrin)
    return s, [a, b]


@case
def scanned():
    m, n = te.var("m"), te.var("n")
    state = te.placeholder((m, n))
    x = te.placeholder((m, n), name="X")
    init = te.compute((1, n), lambda _, i: x[0, i])
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + x[t, i])
    out = te.scan(init, update, state, inputs=[x])
    s = te.create_schedule(out.op)
    xo, xi = s[update].split(update.op.axis[1], 16)
    return s, [x, out]


@case
def bound_buffers():
    n = te.var("n")
    a = te.placeholder((n, 16), name="A")
    b = te.compute((n, 16), lambda i, j: a[i, j] + 1.0, name="B")
    s = te.create_schedule(b.op)
    ab = tir.decl_buffer((n, 16), "float32", "AB", strides=[te.var("stride"), 1], offset_factor=4)
    bb = tir.decl_buffer((n, 16), "float32", "BB", elem_offset=te.var("offset"), data_alignment=32)
    return s, [ab, bb], {a: ab, b: bb}


@case
def broadcast_buffers():
    n, m = te.size_var("n"), te.size_var("m")
    a = te.placeholder((n, m), name="A")
    b = te.placeholder((n, m), name="B")
    c = te.compute((n, m), lambda i, j: a[i, j] + b[i, j], name="C")
    s = te.create_schedule(c.op)
    bb = tir.decl_buffer((n, m), "float32", "BB", buffer_type="auto_broadcast")
    return s, [a, b, c], {b: bb}


@case
def texture():
    a = te.placeholder((8, 16, 4), name="A")
    b = te.compute((8, 16, 4), lambda i, j, k: a[i, j, k] + 1.0, name="B")
    c = te.compute((8, 16, 4), lambda i, j, k: b[i, j, k] * 2.0, name="C")
    s = te.create_schedule(c.op)
    aa = s.cache_read(a, "global.texture", [b])
    s[b].set_scope("global.texture")
    for tensor in (aa, b, c):
        i, j, k = s[tensor].op.axis
        s[tensor].bind(i, te.thread_axis("blockIdx.x"))
        s[tensor].bind(j, te.thread_axis("threadIdx.x"))
        s[tensor].vectorize(k)
    return s, [a, c]


@case
def texture_weight():
    a = te.placeholder((8, 6, 5, 3, 4), name="A")
    b = te.compute((8, 6, 5, 3, 4), lambda i, j, k, l, m: a[i, j, k, l, m] + 1.0, name="B")
    s = te.create_schedule(b.op)
    aa = s.cache_read(a, "global.texture-weight", [b])
    ab = s.cache_read(aa, "global.texture", [b])
    for tensor in (aa, ab, b):
        i, j, k, l, m = s[tensor].op.axis
        s[tensor].bind(s[tensor].fuse(i, j), te.thread_axis("blockIdx.x"))
        s[tensor].bind(s[tensor].fuse(k, l), te.thread_axis("threadIdx.x"))
        s[tensor].vectorize(m)
    return s, [a, b]


@case
def memory_tags():
    a = te.placeholder((16, 16), name="A", dtype="int8")
    s = te.create_schedule(te.compute((16, 16), lambda i, j: a[i, j], name="B").op)
    b = s.outputs[0].output(0)
    aa = s.cache_read(a, "local.tagged", [b])
    s[aa].compute_at(s[b], b.op.axis[0])
    return s, [a, b]


@case
def conditions():
    n = te.var("n")
    a = te.placeholder((n, n), name="A")
    b = te.compute(
        (n, n),
        lambda i, j: te.if_then_else(
            tir.all(i >= 1, j < n - 1),
            a[i - 1, te.min(j + 1, n - 1)],
            tir.Select(tir.any(i == 0, j == i), a[i, j] * 3.0, tir.const(0.0, "float32")),
        ),
        name="B",
    )
    s = te.create_schedule(b.op)
    io, ii = s[b].split(b.op.axis[0], 13)
    return s, [a, b]


@case
def arithmetic():
    n = 50
    a = te.placeholder((n * 6,), name="A", dtype="int32")
    b = te.compute(
        (n, 6),
        lambda i, j: a[te.floordiv(i * 12 + j * 2, 2)]
        + te.floormod(i * 6 + j, 6)
        + te.truncdiv(i * 6 + j, 6)
        - te.truncmod(i, 7) * ((i << 2) & (j >> 1)),
        name="B",
    )
    c = topi.reshape(b, (3, n, 2))
    s = te.create_schedule(c.op)
    return s, [a, c]


@case
def extern_calls():
    n = 16
    a = te.placeholder((n,), name="A")
    b = te.compute(
        (n,), lambda i: te.exp(a[i]) + tir.call_pure_extern("float32", "f", a[i], i * 1), name="B"
    )
    s = te.create_schedule(b.op)
    s[b].pragma(b.op.axis[0], "parallel_launch_point")
    return s, [a, b]


def lower(build, **config):
    result = build()
    schedule, args = result[:2]
    recorder = Recorder()
    with tvm.transform.PassContext(instruments=[recorder], config=config):
        tvm.lower(schedule, args, binds=result[2] if len(result) > 2 else None)
    return recorder.result()


def alone(name, module):
    """Runs passes on a module that `tvm.lower` did not prepare for them."""
    recorder = Recorder()
    with tvm.transform.PassContext(instruments=[recorder]):
        getattr(tir.transform, name)(*([32] if name == "NarrowDataType" else []))(module)
    return recorder.result()


def main(folder):
    answers = {}
    for name, build in CASES.items():
        try:
            answers[name] = lower(build)
        except (tvm.TVMError, ValueError) as error:
            print(name, "fails:", str(error).strip().splitlines()[-1])
            continue
        for config in ("tir.instrument_bound_checkers",):
            if name in ("elementwise", "storage_aligned", "conditions"):
                answers[f"{name} {config}"] = lower(build, **{config: True})
        for name_of_pass in ("NarrowDataType", "Simplify"):
            answers[f"{name} {name_of_pass}"] = alone(name_of_pass, answers[name][0][1])
    steps = sum(len(steps) for steps in answers.values())
    changed = sum(not before.same_as(after) for steps in answers.values() for _, before, after in steps)
    text = tvm.ir.save_json(tvm.runtime.convert(answers))
    with gzip.GzipFile(f"{folder}/steps.json.gz", "wb", 9, mtime=0) as file:
        file.write(text.encode())
    print(len(answers), "cases", steps, "steps", changed, "changes")


if __name__ == "__main__":
    main(sys.argv[1])
