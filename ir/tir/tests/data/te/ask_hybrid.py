"""Asks TVM 0.8 for the hybrid scripts of statements.

    python ask_hybrid.py [FOLDER]
"""

import gzip
import os
import sys

import tvm
from tvm import te, tir

FOLDER = os.path.dirname(os.path.abspath(__file__))
dump = tvm._ffi.get_global_func("hybrid._Dump")
statements = []  # Each with its inputs, its outputs and its name.


def schedule(s, inputs, outputs, name="f"):
    normal = s.normalize()
    stmt = te.schedule.ScheduleOps(normal, te.schedule.InferBound(normal))
    statements.append([stmt, inputs, outputs, name])


def statement(stmt, inputs=(), outputs=(), name="f"):
    statements.append([stmt, list(inputs), list(outputs), name])


def of_schedules():
    n = te.var("n")
    a = te.placeholder((10,), name="a")
    b = te.placeholder((12,), name="b.x")

    def element(i, j):
        condition = tir.all(i > 3, tir.Not(j < 2))
        value = te.sqrt(a[i]) * b[j].astype("int8").astype("float32") + 1.5
        return te.if_then_else(condition, value, tir.Select(i == j, a[i], te.max(b[j], 0.1)))

    c = te.compute((10, 12), element, name="c")
    k = te.reduce_axis((0, 12), name="for")
    e = te.compute((10,), lambda i: te.sum(c[i, k], axis=k), name="e")
    s = te.create_schedule(e.op)
    s[c].compute_at(s[e], e.op.axis[0])
    s[c].set_scope("local")
    s[c].split(c.op.axis[1], 5)
    s[e].bind(e.op.axis[0], te.thread_axis("threadIdx.x"))
    schedule(s, [a, b], [e])

    x = te.placeholder((n, n), name="x", dtype="int32")

    def integers(i, j):
        quotients = te.floordiv(x[i, j], 3) + tir.truncmod(x[i, j], 4) - tir.truncdiv(i, 2)
        return quotients + te.floormod(j, n), x[i, j] << 2 | (~x[i, j]) & 1 ^ j

    y, z = te.compute((n, n), integers, name="lambda")
    s = te.create_schedule(y.op)
    s[y].parallel(y.op.axis[0])
    s[y].unroll(y.op.axis[1])
    schedule(s, [x, n], [y, z], "range")

    w = te.compute((8,), lambda i: te.exp(a[i]) / te.power(a[i], 3.0) - te.tanh(a[i]), name="w")
    s = te.create_schedule(w.op)
    s[w].split(w.op.axis[0], 3)
    s[w].vectorize(s[w].leaf_iter_vars[1])
    schedule(s, [a], [w], "a")
    w = te.compute((8,), lambda i: te.any(i > 2, i < 1), name="f")
    schedule(te.create_schedule(w.op), [], [w])

    A = te.placeholder((8, 6), name="A")
    B = te.placeholder((6, 4), name="B")
    k = te.reduce_axis((0, 6), name="k")
    C = te.compute((8, 4), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    s = te.create_schedule(C.op)
    i, j = C.op.axis
    io, ii = s[C].split(i, 3)
    s[C].reorder(io, j, k, ii)
    schedule(s, [A, B], [C], "matmul")

    @te.hybrid.script
    def copy(a):
        b = output_tensor(a.shape, a.dtype)
        for i in range(a.shape[0]):
            b[i] = a[i] * 2.0
        return b

    c = copy(a)
    s = te.create_schedule(c.op)
    s[c].split(c.op.axis[0], 4)
    schedule(s, [a], [c])


def of_statements():
    v, w = te.var("v"), te.var("v")
    f, u = te.var("g", "float32"), te.var("u", "uint8")
    x = te.placeholder((3, 4), name="x", dtype="int8")
    y = te.placeholder((), name="y")
    zero = tir.Evaluate(0)
    inside = tir.ProducerStore(x, v, [v, w])
    for value in (1.5, 1e-7, 1e20, 3.0, 1e6, 123456789.125, -0.1):
        statement(tir.ProducerStore(y, tir.const(value, "float64"), []), [v], [y])
    values = [
        tir.const(2 ** 40, "int64"), tir.const(True, "bool"), tir.const(3, "uint64"),
        tir.Not(v > 1), tir.Not(tir.all(v > 1, v < 3)), tir.min(v, 2), v != 2, v >= 2, v <= 2,
        tir.Div(v, 2), tir.Mod(v, 2),
        tir.Div(f, f), tir.FloorDiv(f, f), tir.Mod(f, f), tir.FloorMod(f, f), tir.Div(u, u), u + 1,
        tir.Cast("int32", f), tir.Cast("float32", f), tir.Cast("uint8", v), f + f, v + w,
        tir.Select(v > 1, v, w), tir.if_then_else(v > 1, v, tir.if_then_else(v > 2, v, w)),
        tir.call_intrin("int32", "tir.likely", v), tir.call_packed("fo.o", v), x[v, w] + x[w, v],
        tir.call_extern("int32", "fo.o", v, w), tir.popcount(v), tir.round(f),
        tir.call_intrin("int32", "tir.shift_right", v, w),
    ]
    for value in values:
        statement(tir.ProducerStore(x, value, [v, w]), [v], [x])
    branches = tir.IfThenElse(v > 2, inside, None), tir.IfThenElse(v > 3, zero, inside)
    statement(tir.IfThenElse(v > 1, *branches))
    statement(tir.AssertStmt(v > 1, tir.StringImm("it is"), inside), [v, x])
    statement(tir.SeqStmt([inside, zero, inside]))
    true = tir.const(1, "bool")
    for scope in ("local", "shared", "global"):
        bounds = [tvm.ir.Range(0, 4), tvm.ir.Range(2, v)]
        statement(tir.ProducerRealize(x, bounds, true, inside, scope))
    statement(tir.ProducerRealize(x, [tvm.ir.Range(0, 4)], v > 1, inside, "shared"))
    thread = tir.IterVar((0, 4), te.var("t.h"), 1, "threadIdx.y")
    body = tir.AttrStmt(thread, "thread_extent", v, tir.ProducerStore(x, thread.var, [v, w]))
    statement(tir.AttrStmt(thread, "thread_extent", v, tir.For(w, 0, 4, 0, body)), [v])
    statement(tir.AttrStmt(thread, "virtual_thread", v, inside))
    i, j, k = te.var("i"), te.var("i"), te.var("i1")
    store = tir.ProducerStore(x, i + j + k, [i, j])
    statement(tir.For(k, 0, 4, 0, tir.For(i, 0, k, 1, tir.For(j, 0, 4, 3, store))), name="i")
    names = "def for in range True False unroll const_range bind allocate sqrt exp uint8 float64 "
    names += "round f x.y x_y x threadIdx.x blockIdx.z vthread"
    statement(inside, [te.var(name) for name in names.split()])


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else FOLDER
    of_schedules()
    of_statements()
    answers = [part + [dump(*part)] for part in statements]
    with gzip.GzipFile(os.path.join(folder, "hybrid_scripts.json.gz"), "wb", mtime=0) as file:
        file.write(tvm.ir.save_json(tvm.runtime.convert(answers)).encode())
