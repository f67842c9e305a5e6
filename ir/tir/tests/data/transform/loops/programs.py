"""Functions that no schedule makes, for the passes over loops."""

import tvm
from tvm import tir

I32, F32 = "int32", "float32"


def var(name, dtype=I32):
    return tir.Var(name, dtype)


def pointer(name, dtype=F32, scope="global"):
    return tir.Var(name, tvm.ir.PointerType(tvm.ir.PrimType(dtype), scope))


def load(buffer, index, dtype=F32, predicate=None):
    return tir.Load(dtype, buffer, index, predicate)


def likely(condition):
    return tir.call_intrin("bool", "tir.likely", condition)


def address(element):
    return tir.call_intrin("handle", "tir.address_of", element)


def truth(lanes):
    return tir.Broadcast(tir.const(True, "bool"), lanes)


def loop(i, extent, body, kind=tir.ForKind.SERIAL, minimum=0):
    return tir.For(i, minimum, extent, kind, body)


def allocate(buffer, extents, body, dtype=F32, condition=True):
    return tir.Allocate(buffer, dtype, extents, tir.const(condition, "bool"), body)


def attr(node, key, value, body):
    return tir.AttrStmt(node, key, tvm.runtime.convert(value), body)


def seq(*stmts):
    return tir.SeqStmt(list(stmts))


def effect(*args):
    return tir.Evaluate(tir.call_extern(I32, "f", *args))


NOTHING = tir.Evaluate(0)


def module(body):
    """Returns a function whose parameters are the free variables of a statement."""
    used, bound = [], set()

    def visit(node):
        if isinstance(node, tir.Var):
            used.append(node)
        elif isinstance(node, (tir.Load, tir.Store)):
            used.append(node.buffer_var)
        elif isinstance(node, tir.For):
            bound.add(node.loop_var)
        elif isinstance(node, (tir.Let, tir.LetStmt)):
            bound.add(node.var)
        elif isinstance(node, tir.Allocate):
            bound.add(node.buffer_var)
        elif isinstance(node, tir.AttrStmt) and isinstance(node.node, tir.IterVar):
            bound.add(node.node.var)

    tir.stmt_functor.post_order_visit(body, visit)
    params = list(dict.fromkeys(var for var in used if var not in bound))
    return tvm.IRModule({"main": tir.PrimFunc(params, body).with_attr("global_symbol", "main")})


def no_op_cases():
    i, n, x, A = var("i"), var("n"), var("x"), pointer("A")
    pure = tir.Evaluate(n + 1)
    yield "let unused", tir.LetStmt(x, n, effect(n))
    yield "let used", tir.LetStmt(x, n, effect(x))
    yield "let of effect", tir.LetStmt(x, tir.call_extern(I32, "g"), NOTHING)
    yield "let of nothing", tir.LetStmt(x, n, NOTHING)
    yield "pure", pure
    yield "effect", effect(n)
    yield "inner effect", tir.Evaluate(tir.call_extern(I32, "g") + n)
    yield "two effects", tir.Evaluate(tir.call_extern(I32, "g") + tir.call_extern(I32, "h"))
    yield "loop of nothing", loop(i, n, NOTHING)
    yield "loop of none", loop(i, 0, effect(i))
    yield "loop with effect in extent", loop(i, tir.call_extern(I32, "g"), NOTHING)
    yield "loop with two effects", loop(i, tir.call_extern(I32, "g"), NOTHING, minimum=tir.call_extern(I32, "h"))
    yield "while", tir.While(load(A, 0) > 1.0, effect(n))
    yield "while nothing", tir.While(load(A, 0) > 1.0, NOTHING)
    yield "branch of nothing", tir.IfThenElse(n > 0, NOTHING, None)
    yield "branches of nothing", tir.IfThenElse(n > 0, NOTHING, NOTHING)
    yield "else of nothing", tir.IfThenElse(n > 0, effect(n), NOTHING)
    yield "then of nothing", tir.IfThenElse(n > 0, NOTHING, effect(n))
    yield "condition with effect", tir.IfThenElse(tir.call_extern(I32, "g") > 0, NOTHING, None)
    yield "known condition", tir.IfThenElse(tir.const(True, "bool"), effect(n), None)
    yield "allocation", allocate(A, [n], NOTHING)
    yield "allocation of none", allocate(A, [0], effect(n))
    yield "allocation with effect", allocate(A, [tir.call_extern(I32, "g"), tir.call_extern(I32, "h")], NOTHING)
    yield "allocation used", allocate(A, [n], effect(A))
    yield "assertion", tir.AssertStmt(n > 0, tir.StringImm("m"), NOTHING)
    yield "attribute", attr(A, "key", 1, NOTHING)
    yield "attribute with effect", attr(A, "key", tir.call_extern(I32, "g"), NOTHING)
    yield "attribute debug_skip_region", attr(A, "pragma_debug_skip_region", 1, effect(n))
    yield "sequence", seq(NOTHING, effect(n), pure, effect(1))
    yield "sequence of nothing", seq(NOTHING, pure)
    yield "sequence of one", seq(NOTHING, effect(n))
    yield "sequence in sequence", seq(seq(NOTHING, effect(0)), seq(effect(1), effect(2)))
    yield "store", tir.Store(A, tir.const(1, F32), n)
    yield "pure store predicate", tir.Store(A, tir.const(1.0, F32), n, tir.const(False, "bool"))
    yield "condition of loads", tir.IfThenElse(load(A, n) > 1.0, NOTHING, None)


def select_cases():
    n, A, I = var("n"), pointer("A"), pointer("I", I32)
    unsafe = load(A, load(I, n, I32))
    one = tir.const(1, F32)
    yield "unsafe then", tir.Select(n > 0, unsafe, one)
    yield "unsafe else", tir.Select(n > 0, one, unsafe)
    yield "unsafe condition", tir.Select(unsafe > one, one, one + 1)
    yield "nested", tir.Select(n > 0, tir.Select(n > 1, unsafe, one), one)
    yield "nested if", tir.Select(n > 0, tir.if_then_else(n > 1, unsafe, one), one)
    yield "safe if", tir.if_then_else(n > 0, tir.Select(n > 1, one, unsafe), one)
    yield "predicate", tir.Select(n > 0, load(A, n), one)
    yield "division", tir.Select(n > 0, tir.truncdiv(tir.const(5, I32), n).astype(F32), one)
    yield "intrinsic", tir.Select(n > 0, tir.exp(load(A, n)), one)
    yield "extern", tir.Select(n > 0, tir.call_extern(F32, "g", n), one)
    yield "pure extern", tir.Select(n > 0, tir.call_pure_extern(F32, "g", n), one)
    yield "let", tir.Select(n > 0, tir.Let(var("x", F32), unsafe, one), one)
    yield "address", tir.Select(
        n > 0, tir.call_pure_extern(F32, "g", address(load(A, n))), one
    )
    wide = tir.Broadcast(n, 4) > tir.Ramp(0, 1, 4)
    yield "vector condition", tir.Select(wide, load(A, tir.Ramp(n, 1, 4), "float32x4", truth(4)), tir.Broadcast(one, 4))
    yield "vector values", tir.Select(n > 0, load(A, tir.Ramp(n, 1, 4), "float32x4", truth(4)), tir.Broadcast(one, 4))


def vector_cases():
    i, n, m, A, B, I = var("i"), var("n"), var("m"), pointer("A"), pointer("B"), pointer("I", I32)
    x, y = var("x"), var("y")
    store = lambda value, index=i: tir.Store(A, value, index)
    plain = lambda body, extent=4: loop(i, extent, body, tir.ForKind.VECTORIZED)
    const = lambda value: tir.const(value, F32)
    yield "copy", plain(store(load(B, i)))
    yield "broadcast", plain(store(const(1)))
    yield "negative stride", plain(store(load(B, 3 - i)))
    yield "times", plain(store(load(B, i * n), n * i + m))
    yield "times variable", plain(store(load(B, i * i)))
    yield "vector in vector", loop(n, 2, plain(store(load(B, n * 4 + i), n * 4 + i)), tir.ForKind.VECTORIZED)
    yield "serial inside", plain(loop(n, 3, store(load(B, i + n))))
    yield "serial of lanes", plain(loop(n, i, store(load(B, i + n))))
    yield "serial from lanes", plain(loop(n, 3, store(load(B, i + n)), minimum=i))
    yield "branch", plain(tir.IfThenElse(n > 0, store(const(1)), None))
    yield "branch on lanes", plain(tir.IfThenElse(i > 2, store(const(1)), None))
    yield "branches on lanes", plain(seq(tir.IfThenElse(i > 2, store(const(1)), store(const(2))), store(const(3))))
    yield "likely branch", plain(tir.IfThenElse(likely(i < n), store(const(1)), None))
    yield "let", plain(tir.LetStmt(x, i + n, store(load(B, x), x)))
    yield "let of scalar", plain(tir.LetStmt(x, n + 1, store(load(B, x), i)))
    yield "lets", plain(store(load(B, tir.Let(x, i * 2, x + tir.Let(y, n, y * x)))))
    yield "nested let statements", plain(tir.LetStmt(x, i, tir.LetStmt(y, x + 1, store(load(B, y), x))))
    yield "allocation", plain(allocate(B, [3], seq(tir.Store(B, const(1), n), store(load(B, n + i)))))
    yield "allocation of lanes", plain(allocate(B, [i], seq(tir.Store(B, const(1), n), store(load(B, n)))))
    yield "allocation with ramp", plain(
        allocate(B, [8], seq(loop(n, 8, tir.Store(B, const(1), n)), loop(n, 8, store(load(B, n), i + n))))
    )
    yield "attribute", plain(attr(A, "key", n, store(const(1))))
    yield "attribute of lanes", plain(attr(A, "key", i, store(const(1))))
    yield "sequence", plain(seq(store(const(1)), store(load(B, i), i + 4)))
    yield "extern", plain(effect(i))
    yield "evaluate", plain(tir.Evaluate(i + 1))
    yield "extern in value", plain(store(tir.call_extern(F32, "g", i)))
    yield "select", plain(store(tir.Select(i > 2, load(B, i), const(0))))
    yield "select of scalar", plain(store(tir.Select(n > 2, load(B, i), const(0))))
    yield "if_then_else", plain(store(tir.if_then_else(n > 2, load(B, i), const(0))))
    yield "if_then_else scalar", plain(store(tir.if_then_else(n > 2, load(B, n), const(0))))
    yield "if_then_else on lanes", plain(store(tir.if_then_else(i > 2, load(B, i), const(0))))
    yield "comparisons", plain(
        store(tir.Select(tir.any(tir.all(i > 1, i <= n), tir.Not(i == m), i >= 3, i < 2, i != n), const(1), const(0)))
    )
    yield "min max", plain(store(load(B, tir.max(tir.min(i, n), i + 1))))
    yield "divisions", plain(
        store(load(B, tir.floordiv(i, 2) + tir.floormod(i, 3) + tir.truncdiv(i, n) + tir.truncmod(n, i + 1)))
    )
    yield "cast", plain(store(i.astype(F32) + n.astype(F32)))
    yield "sum of casts", plain(store((i * 2 + n).astype("int64").astype(F32)))
    yield "subtraction", plain(store(load(B, n - i)))
    yield "gather", plain(store(load(B, load(I, i, I32)), load(I, i + 4, I32)))
    yield "intrinsic", plain(store(tir.exp(load(B, i)) + tir.sqrt(load(B, n)) + tir.power(load(B, i), load(B, n))))
    yield "fma", plain(store(tir.call_intrin(F32, "tir.fma", load(B, i), const(2), load(B, n))))
    yield "popcount", plain(store(tir.popcount(i).astype(F32)))
    yield "shift", plain(store(load(B, (i << 1) + (n >> i) + (i & 1) + (n ^ 3))))
    yield "reinterpret", plain(store(tir.call_intrin(F32, "tir.reinterpret", i)))
    yield "ramp inside", plain(tir.Store(A, tir.Broadcast(const(1), 4), tir.Ramp(i * 4, 1, 4), truth(4)))
    yield "ramp of stride", plain(tir.Store(A, tir.Broadcast(const(1), 4), tir.Ramp(n, i, 4), truth(4)))
    yield "broadcast inside", plain(
        tir.Store(A, tir.Broadcast(load(B, i), 4), tir.Ramp(n * 4, 1, 4), truth(4))
    )
    yield "while", plain(tir.While(load(B, n) > const(1), store(const(1))))
    yield "while on lanes", plain(tir.While(load(B, i) > const(1), store(const(1))))
    yield "extent one", plain(store(load(B, i)), 1)
    yield "extent unknown", plain(store(load(B, i)), n)
    yield "minimum", loop(i, 4, store(load(B, i)), tir.ForKind.VECTORIZED, 2)
    yield "loop variable unused", plain(store(load(B, n), n))
    yield "assertion", plain(tir.AssertStmt(n > 0, tir.StringImm("m"), store(const(1))))
    yield "assertion on lanes", plain(tir.AssertStmt(i > 0, tir.StringImm("m"), store(const(1))))
    yield "predicated store", plain(tir.Store(A, const(1), i, i > n))
    yield "predicated load", plain(store(load(B, i, F32, i > n)))
    yield "unrolled inside", plain(loop(n, 2, store(load(B, i), i * 2 + n), tir.ForKind.UNROLLED))
    yield "vector let in scalar", plain(seq(tir.LetStmt(x, i, store(const(1), x)), tir.LetStmt(y, n, store(const(2), y + i))))
    yield "string call", plain(store(tir.call_pure_extern(F32, "g", "text", load(B, i), n)))


def thread_cases():
    v, w, i, n, A, B, C = var("v"), var("w"), var("i"), var("n"), pointer("A"), pointer("B"), pointer("C")
    axis = lambda of, extent=2: tir.IterVar((0, extent), of, 1, "vthread")
    const = lambda value: tir.const(value, F32)
    threads = lambda body, of=v, extent=2: attr(axis(of, extent), "virtual_thread", extent, body)
    store = lambda buffer, value, index: tir.Store(buffer, value, index)
    yield "store", threads(store(A, const(1), v))
    yield "no use", threads(store(A, const(1), n))
    yield "many", threads(store(A, const(1), v), extent=64)
    yield "two", threads(threads(store(A, const(1), v * 2 + w), w), v)
    yield "loop inside", threads(loop(i, 4, store(A, const(1), v * 4 + i)))
    yield "loop of threads", threads(loop(i, v, store(A, const(1), v * 4 + i)))
    yield "loop around", loop(i, 4, threads(store(A, const(1), v * 4 + i)))
    yield "branch", threads(tir.IfThenElse(n > 0, store(A, const(1), v), None))
    yield "branch on thread", threads(tir.IfThenElse(v > 0, store(A, const(1), v), store(A, const(2), v)))
    yield "allocation", threads(
        allocate(B, [4], seq(loop(i, 4, store(B, load(A, i + v * 4), i)), loop(i, 4, store(C, load(B, i), i + v * 4))))
    )
    yield "allocation not touched", threads(
        allocate(B, [4], seq(loop(i, 4, store(B, load(A, i), i)), loop(i, 4, store(C, load(B, i), i + v * 4))))
    )
    yield "two allocations", threads(
        allocate(
            B,
            [4],
            allocate(
                A,
                [2, 3],
                seq(store(A, const(1), 0), store(B, load(A, 0), v), store(C, load(B, n) + load(A, 2), 0)),
            ),
        )
    )
    yield "sequence", threads(seq(store(A, const(1), v), store(A, const(2), n), loop(i, 3, store(A, const(2), v))))
    yield "let", threads(tir.LetStmt(w, v + 1, store(A, const(1), w)))
    yield "let of other", threads(tir.LetStmt(w, n + 1, store(A, const(1), w + v)))
    yield "call", threads(effect(v))
    yield "assertion", threads(tir.AssertStmt(v > 0, tir.StringImm("m"), store(A, const(1), v)))
    yield "attribute", threads(attr(A, "key", v, store(A, const(1), v)))
    yield "attribute of other", threads(attr(A, "key", n, seq(store(A, const(1), v), store(A, const(2), n))))
    yield "access pointer", threads(
        allocate(
            B,
            [4],
            seq(
                tir.Evaluate(
                    tir.call_extern(
                        I32,
                        "g",
                        tir.call_intrin("handle", "tir.tvm_access_ptr", tir.call_intrin(F32, "tir.type_annotation"), B, 0, 4, 2),
                        v,
                    )
                ),
                store(C, load(B, 1), v),
            ),
        )
    )
    yield "context", threads(
        effect(tir.call_intrin(I32, "tir.tvm_thread_context", v + 1), tir.call_intrin(I32, "tir.tvm_thread_context", n))
    )
    yield "load in value", threads(allocate(B, [1], seq(store(B, load(A, v), 0), store(C, load(B, 0) + 1, v))))
    yield "one thread", threads(store(A, const(1), v), extent=1)
    yield "while", threads(allocate(B, [1], seq(store(B, const(1), 0), tir.While(load(B, 0) < 4.0, store(B, load(B, 0) + 1, 0)), store(C, load(B, 0), v))))


def unroll_cases():
    i, j, k, n, A = var("i"), var("j"), var("k"), var("n"), pointer("A")
    store = lambda index: tir.Store(A, tir.const(1, F32), index)
    unrolled = tir.ForKind.UNROLLED
    yield "unrolled", loop(i, 4, store(i), unrolled)
    yield "unrolled from one", loop(i, 4, store(i), unrolled, 1)
    yield "unrolled from n", loop(i, 4, store(i), unrolled, n)
    yield "unrolled unknown", loop(i, n, store(i), unrolled)
    yield "unrolled of none", loop(i, 0, store(i), unrolled)
    yield "unrolled of one", loop(i, 1, store(i), unrolled)
    yield "nest", loop(i, 3, loop(j, 2, store(i * 2 + j), unrolled), unrolled)
    yield "serial in unrolled", loop(i, 3, loop(j, 2, store(i * 2 + j)), unrolled)
    yield "unrolled in serial", loop(i, 3, loop(j, 2, store(i * 2 + j), unrolled))
    yield "serial nest", loop(i, 3, loop(j, 2, loop(k, 2, store(i * 2 + j + k))))
    yield "serial of one", loop(i, 1, store(i))
    yield "serial sequence", loop(i, 2, seq(loop(j, 2, store(j)), loop(k, 8, store(k)), store(i)))
    yield "unused variable", loop(i, 4, store(n), unrolled)
    yield "parallel", loop(i, 2, store(i), tir.ForKind.PARALLEL)
    yield "bounds in loops", loop(i, 3, loop(j, i + 1, store(j), unrolled), unrolled)
    yield "constants", loop(i, 3, loop(j, i * 2, store(j)), unrolled)
    yield "let inside", loop(i, 3, tir.LetStmt(j, i + 1, store(j)), unrolled)
    yield "allocation inside", loop(i, 2, allocate(A, [4], store(i)), unrolled)
    yield "branch", loop(i, 4, tir.IfThenElse(i > 2, store(i), store(n)), unrolled)
    yield "evaluate", loop(i, 4, effect(i, i + 1), unrolled)
    yield "deep", loop(i, 2, loop(j, 2, loop(k, 2, loop(n, 2, store(i + j + k + n)))))
    for key, value in (("auto_unroll_max_step", 16), ("auto_unroll_max_step", 2), ("unroll_explicit", 0), ("auto_unroll_max_step", 0)):
        body = attr(tir.StringImm("x"), "pragma_" + key, value, loop(i, 4, seq(loop(j, 2, store(j)), store(i))))
        yield f"pragma {key} {value}", body
        yield f"pragma {key} {value} in part", seq(body, loop(i, 2, store(i)))
    yield "pragma unroll", attr(tir.StringImm("x"), "pragma_unroll", 1, loop(i, 4, store(i)))
    annotated = tir.For(i, 0, 4, tir.ForKind.SERIAL, store(i), None, {"pragma_auto_unroll_max_step": tir.IntImm(I32, 16)})
    yield "annotated", annotated


def partition_cases():
    i, j, n, m, A = var("i"), var("j"), var("n"), var("m"), pointer("A")
    store = lambda index, value=1: tir.Store(A, tir.const(value, F32), index)
    when = lambda condition, then=None, other=None: tir.IfThenElse(likely(condition), then or store(i), other)
    yield "upper bound", loop(i, n, when(i < m))
    yield "upper bound with else", loop(i, n, when(i < m, store(i), store(i, 2)))
    yield "lower bound", loop(i, n, when(i >= m))
    yield "both bounds", loop(i, n, when(tir.all(i >= m, i < n - m)))
    yield "both likely", loop(i, n, tir.IfThenElse(tir.all(likely(i >= 2), likely(i < n - 2)), store(i), None))
    yield "sum", loop(i, n, loop(j, 4, when(i * 4 + j < m, store(i * 4 + j))))
    yield "constant", loop(i, 16, when(i < 10))
    yield "constant nest", loop(i, 4, loop(j, 4, when(i * 4 + j < 14, store(i * 4 + j))))
    yield "constant both", loop(i, 16, when(tir.all(i >= 3, i < 10)))
    yield "equality", loop(i, n, when(i.equal(3)))
    yield "not equal", loop(i, n, when(tir.NE(i, 3)))
    yield "select", loop(i, n, tir.Store(A, tir.Select(likely(i < m), tir.const(1, F32), tir.const(2, F32)), i))
    yield "if_then_else", loop(i, n, tir.Store(A, tir.if_then_else(likely(i < m), tir.const(1, F32), tir.const(2, F32)), i))
    yield "two conditions", loop(i, n, seq(when(i < m), when(i < m + 2, store(i, 2))))
    yield "same condition", loop(i, n, seq(when(i < m), when(i < m, store(i, 2))))
    yield "negated", loop(i, n, tir.IfThenElse(tir.Not(likely(i < m)), store(i), None))
    yield "divided", loop(i, n, when(tir.floordiv(i, 4) < m))
    yield "not likely", loop(i, n, tir.IfThenElse(i < m, store(i), None))
    yield "parallel", loop(i, n, when(i < m), tir.ForKind.PARALLEL)
    yield "vectorized", loop(i, 8, when(i < m), tir.ForKind.VECTORIZED)
    yield "unrolled", loop(i, 8, when(i < m), tir.ForKind.UNROLLED)
    yield "hint", attr(loop_axis(i), "pragma_loop_partition_hint", 1, loop(i, 16, when(i < 10)))
    yield "hint without likely", attr(loop_axis(i), "pragma_loop_partition_hint", 1, loop(i, 16, tir.IfThenElse(i < 10, store(i), None)))
    block = lambda extent: tir.IterVar((0, extent), i, 1, "blockIdx.x")
    lane = tir.IterVar((0, 4), j, 1, "threadIdx.x")
    yield "block", attr(block(n), "thread_extent", n, attr(lane, "thread_extent", 4, when(i * 4 + j < m, store(i * 4 + j))))
    yield "constant block", attr(block(8), "thread_extent", 8, attr(lane, "thread_extent", 4, when(i * 4 + j < 29, store(i * 4 + j))))
    yield "threads", attr(lane, "thread_extent", 4, loop(i, n, when(i * 4 + j < m, store(i * 4 + j))))
    yield "nest of conditions", loop(i, n, when(i < m, loop(j, n, when(j < m, store(i * n + j)))))
    yield "starts later", loop(i, n, when(i < m), minimum=3)
    yield "allocation", loop(i, n, allocate(A, [4], when(i < m)))
    yield "negative", loop(i, n, when(m - i > 3))
    yield "scaled", loop(i, n, when(i * 3 < m))
    yield "scaled negative", loop(i, n, when(i * -3 < m))


def loop_axis(i):
    return tir.IterVar((0, 16), i, 0)


def double_buffer_cases():
    i, j, k, n = var("i"), var("j"), var("k"), var("n")
    A, B, C, D = pointer("A"), pointer("B"), pointer("C"), pointer("D")

    def body(buffer, extent=4, index=i, more=None):
        fill = attr(buffer, "double_buffer_write", 1, loop(j, extent, tir.Store(buffer, load(A, index * extent + j), j)))
        use = loop(k, extent, tir.Store(C, load(buffer, k) + 1, index * extent + k))
        return attr(buffer, "double_buffer_scope", 1, allocate(buffer, [extent], seq(fill, use, *(more or []))))

    yield "loop", loop(i, 16, body(B))
    yield "odd", loop(i, 15, body(B))
    yield "symbolic", loop(i, n, body(B))
    yield "one", loop(i, 1, body(B))
    yield "two dimensions", loop(
        i,
        8,
        attr(B, "double_buffer_scope", 1, allocate(B, [2, 3], seq(
            attr(B, "double_buffer_write", 1, tir.Store(B, load(A, i), 5)), tir.Store(C, load(B, 5), i)
        ))),
    )
    second = attr(D, "double_buffer_write", 1, tir.Store(D, load(A, i), 0))
    yield "two", loop(i, 8, attr(D, "double_buffer_scope", 1, allocate(D, [1], seq(second, body(B), tir.Store(C, load(D, 0), i)))))
    yield "nest", loop(n, 4, loop(i, 8, body(B)))
    yield "no loop", body(B)
    yield "in branch", loop(i, 8, tir.IfThenElse(i > 2, body(B), None))
    yield "not written", loop(i, 8, attr(B, "double_buffer_scope", 1, allocate(B, [4], tir.Store(C, load(B, 0), i))))


def storage_cases():
    i, j, n = var("i"), var("j"), var("n")
    const = lambda value, dtype=F32: tir.const(value, dtype)
    out = pointer("out")

    def fill(buffer, extent, value=1, dtype=F32):
        return loop(i, extent, tir.Store(buffer, const(value, dtype), i))

    def copy(to, source, extent, dtype=F32):
        return loop(i, extent, tir.Store(to, load(source, i, dtype), i))

    def chain(specs, between=copy):
        """A chain of buffers, each of which is filled from the one before it."""
        buffers = [pointer(f"B{index}", dtype, scope) for index, (_, dtype, scope) in enumerate(specs)]
        steps = [fill(buffers[0], specs[0][0], 1, specs[0][1])]
        for last, buffer, (_, dtype, _), (extent, new, _) in zip(buffers, buffers[1:], specs, specs[1:]):
            steps.append(loop(i, extent, tir.Store(buffer, load(last, 0, dtype).astype(new), i)))
        body = seq(*steps, tir.Store(out, load(buffers[-1], 0, specs[-1][1]).astype(F32), 0))
        for buffer, (extent, dtype, _) in zip(reversed(buffers), reversed(specs)):
            body = allocate(buffer, [extent], body, dtype)
        return body

    same = lambda *extents, dtype=F32, scope="global": [(extent, dtype, scope) for extent in extents]
    yield "equal sizes", chain(same(64, 64, 64, 64))
    yield "growing", chain(same(16, 32, 64, 128, 256))
    yield "shrinking", chain(same(256, 128, 64, 32, 16))
    yield "far apart", chain(same(4096, 16, 4096, 16, 100000, 2))
    yield "symbolic", chain([(n, F32, "global"), (n + 1, F32, "global"), (n, F32, "global"), (n, F32, "global")])
    yield "symbolic and constant", chain([(n, F32, "global"), (8, F32, "global"), (n, F32, "global"), (9, F32, "global")])
    yield "types", chain([(64, F32, "global"), (64, "int8", "global"), (64, F32, "global"), (256, "int8", "global"), (32, "float64", "global"), (64, "float16", "global")])
    yield "scopes", chain([(64, F32, "global"), (64, F32, "shared"), (64, F32, "local"), (64, F32, "shared"), (64, F32, "local"), (64, F32, "global")])
    yield "local", chain(same(64, 64, 64, 64, scope="local"))
    yield "shared", chain(same(64, 32, 64, 32, scope="shared"))
    yield "small", chain(same(1, 1, 1, 1))
    yield "tags", chain(same(64, 64, 64, scope="local.wmma"))
    yield "warp", chain(same(64, 64, 64, scope="warp"))
    yield "dynamic", chain(same(64, 64, 64, scope="shared.dyn"))
    buffers = [pointer(name) for name in "PQRS"]
    P, Q, R, S = buffers
    nest = lambda body, *extents: __import__("functools").reduce(
        lambda inner, pair: allocate(pair[0], [pair[1]], inner), reversed(list(zip(buffers, extents))), body
    )
    in_place = lambda to, source, op: loop(i, 64, tir.Store(to, op(load(source, i)), i))
    yield "in place", nest(seq(fill(P, 64), in_place(Q, P, lambda x: x + 1), in_place(R, Q, lambda x: x * 2), copy(out, R, 64)), 64, 64, 64)
    yield "in place with other index", nest(
        seq(fill(P, 64), loop(i, 64, tir.Store(Q, load(P, 63 - i), i)), copy(out, Q, 64)), 64, 64
    )
    yield "in place twice", nest(
        seq(fill(P, 64), loop(i, 64, tir.Store(Q, load(P, i) + load(P, i), i)), copy(out, Q, 64)), 64, 64
    )
    yield "two sources", nest(
        seq(fill(P, 64), fill(Q, 64), loop(i, 64, tir.Store(R, load(P, i) + load(Q, i), i)), copy(out, R, 64)), 64, 64, 64
    )
    yield "call in value", nest(
        seq(fill(P, 64), loop(i, 64, tir.Store(Q, tir.exp(load(P, i)), i)), copy(out, Q, 64)), 64, 64
    )
    yield "extern in value", nest(
        seq(fill(P, 64), loop(i, 64, tir.Store(Q, tir.call_extern(F32, "g", load(P, i)), i)), copy(out, Q, 64)), 64, 64
    )
    yield "in loop", loop(j, 8, nest(seq(fill(P, 64), copy(Q, P, 64), copy(R, Q, 64), copy(out, R, 64)), 64, 64, 64))
    yield "loops", seq(
        loop(j, 8, nest(seq(fill(P, 64), copy(out, P, 64)), 64)), loop(j, 8, allocate(Q, [64], seq(fill(Q, 64), copy(out, Q, 64))))
    )
    yield "parallel", loop(j, 8, nest(seq(fill(P, 64), copy(Q, P, 64), copy(R, Q, 64), copy(out, R, 64)), 64, 64, 64), tir.ForKind.PARALLEL)
    yield "branches", tir.IfThenElse(
        n > 0, allocate(P, [64], seq(fill(P, 64), copy(out, P, 64))), allocate(Q, [64], seq(fill(Q, 64), copy(out, Q, 64)))
    )
    yield "used in branch", nest(seq(fill(P, 64), tir.IfThenElse(n > 0, copy(Q, P, 64), None), fill(R, 64), copy(out, R, 64)), 64, 64, 64)
    yield "alive over loop", nest(seq(fill(P, 64), loop(j, 4, seq(copy(Q, P, 64), copy(R, Q, 64))), copy(out, R, 64)), 64, 64, 64)
    yield "attribute of threads", attr(
        tir.IterVar((0, 8), j, 1, "threadIdx.x"), "thread_extent", 8, nest(seq(fill(P, 64), copy(Q, P, 64), copy(R, Q, 64), copy(out, R, 64)), 64, 64, 64)
    )
    yield "access pointer", nest(
        seq(
            fill(P, 64),
            tir.Evaluate(
                tir.call_extern(I32, "g", tir.call_intrin("handle", "tir.tvm_access_ptr", tir.call_intrin(F32, "tir.type_annotation"), P, n, 64, 1))
            ),
            fill(Q, 64),
            tir.Evaluate(
                tir.call_extern(I32, "g", tir.call_intrin("handle", "tir.tvm_access_ptr", tir.call_intrin(F32, "tir.type_annotation"), Q, 0, 64, 2))
            ),
            copy(out, Q, 64),
        ),
        64,
        64,
    )
    yield "address of", nest(seq(fill(P, 64), effect(address(load(P, 3))), fill(Q, 64), effect(Q), copy(out, Q, 64)), 64, 64)
    wide = lambda buffer, base, lanes=4: load(buffer, tir.Ramp(base, 1, lanes), f"float32x{lanes}", truth(lanes))
    put = lambda buffer, value, base, lanes=4: tir.Store(buffer, value, tir.Ramp(base, 1, lanes), truth(lanes))
    yield "vectors", nest(
        seq(
            loop(i, 16, put(P, tir.Broadcast(const(1), 4), i * 4)),
            loop(i, 16, put(Q, wide(P, i * 4) + wide(P, i * 4), i * 4)),
            loop(i, 16, put(out, wide(Q, i * 4), i * 4)),
        ),
        64,
        64,
    )
    tagged = [pointer(name, F32, "local.tag") for name in "TUV"]
    T, U, V = tagged
    body = seq(
        loop(i, 16, put(T, tir.Broadcast(const(1), 4), i * 4)),
        loop(i, 16, put(U, wide(T, i * 4 + 4), i * 4)),
        loop(i, 16, tir.Store(V, load(T, i) + load(U, i + 1), i)),
        loop(i, 16, put(out, wide(U, i * 4) + wide(V, i * 4), i * 4)),
    )
    for buffer in tagged:
        body = allocate(buffer, [50], body)
    yield "tagged vectors", body
    yield "vectors and scalars", nest(
        seq(loop(i, 16, put(P, tir.Broadcast(const(1), 4), i * 4)), copy(Q, P, 64), loop(i, 16, put(out, wide(Q, i * 4 + 1), i * 4))), 64, 64
    )
    yield "vectors of two lengths", nest(
        seq(loop(i, 16, put(P, tir.Broadcast(const(1), 4), i * 4)), loop(i, 8, put(out, wide(P, i * 8, 8), i * 8, 8))), 64
    )
    yield "strided vectors", nest(
        seq(tir.Store(P, tir.Broadcast(const(1), 4), tir.Ramp(0, 2, 4), truth(4)), copy(out, P, 64)), 64
    )
    yield "vector parameters", loop(i, 16, put(out, wide(P, i * 4), i * 4))
    yield "allocated as vectors", tir.Allocate(pointer("V", "float32x4"), "float32x4", [16], tir.const(True, "bool"), effect(n))
    yield "volatile", nest(attr(P, "volatile_scope", 1, seq(fill(P, 64), copy(Q, P, 64), copy(out, Q, 64))), 64, 64)
    yield "double buffers", nest(attr(P, "double_buffer_scope", 1, seq(fill(P, 64), copy(Q, P, 64), copy(out, Q, 64))), 64, 64)
    yield "let", nest(tir.LetStmt(var("x"), n + 1, seq(fill(P, 64), copy(Q, P, 64), copy(out, Q, 64))), 64, 64)
    yield "assertion", nest(tir.AssertStmt(n > 0, tir.StringImm("m"), seq(fill(P, 64), copy(Q, P, 64), copy(out, Q, 64))), 64, 64)
    yield "while", nest(seq(fill(P, 64), tir.While(load(P, 0) < 3.0, seq(copy(Q, P, 64), copy(P, Q, 64))), copy(out, P, 64)), 64, 64)
    yield "not used", nest(effect(n), 64, 64)
    yield "two dimensions", allocate(P, [8, 8], seq(fill(P, 64), allocate(Q, [4, n], seq(copy(Q, P, 64), copy(out, Q, 64)))))
    yield "unrolled", loop(j, 4, nest(seq(fill(P, 64), copy(Q, P, 64), copy(out, Q, 64)), 64, 64), tir.ForKind.UNROLLED)
    yield "aligned", nest(attr(P, "storage_alignment", 64, seq(fill(P, 64), copy(Q, P, 64), copy(out, Q, 64))), 64, 64)


def hoist_cases():
    i, j, k, n, m, A = var("i"), var("j"), var("k"), var("n"), var("m"), pointer("A")
    store = lambda index, value=1: tir.Store(A, tir.const(value, F32), index)
    branch = lambda condition, then, other=None: tir.IfThenElse(condition, then, other)
    yield "inner", loop(i, 4, branch(n > 0, store(i)))
    yield "with else", loop(i, 4, branch(n > 0, store(i), store(i, 2)))
    yield "two loops", loop(i, 4, loop(j, 4, branch(i > 2, store(i + j))))
    yield "three loops", loop(i, 4, loop(j, 4, loop(k, 4, branch(i > 2, store(i + j + k)))))
    yield "to the top", loop(i, 4, loop(j, 4, loop(k, 4, branch(n > 2, store(i + j + k)))))
    yield "sequence", loop(i, 4, loop(j, 4, seq(branch(i > 2, store(i)), store(j))))
    yield "sequence of branches", loop(i, 4, loop(j, 4, seq(branch(i > 2, store(i)), branch(n > 2, store(j)))))
    yield "nested branches", loop(i, 4, loop(j, 4, branch(n > 0, branch(i > 2, store(i + j), store(j)), store(i))))
    yield "dependent", loop(i, 4, branch(i > 2, store(i)))
    yield "load in condition", loop(i, 4, loop(j, 4, branch(load(A, i) > 2.0, store(j))))
    yield "likely", loop(i, 4, loop(j, 4, branch(likely(i * 4 < n), store(i * 4 + j))))
    yield "with middle", loop(i, 4, loop(j, 4, seq(loop(k, 4, branch(i > 2, store(k))), store(j))))
    block = tir.IterVar((0, 4), k, 1, "threadIdx.x")
    yield "thread", attr(block, "thread_extent", 4, loop(i, 4, branch(k > 2, store(i))))
    yield "attribute between", loop(i, 4, attr(A, "key", 1, loop(j, 4, branch(i > 2, store(j)))))
    yield "let between", loop(i, 4, tir.LetStmt(k, i + 1, loop(j, 4, branch(k > 2, store(j)))))
    yield "allocation between", loop(i, 4, allocate(A, [4], loop(j, 4, branch(i > 2, store(j)))))
    yield "outside", branch(n > 0, loop(i, 4, branch(n > 1, store(i))))
    yield "two in turn", seq(loop(i, 4, branch(n > 0, store(i))), loop(j, 4, branch(n > 0, store(j))))
    yield "parallel", loop(i, 4, loop(j, 4, branch(i > 2, store(j))), tir.ForKind.PARALLEL)


def assertion_cases():
    n = var("n")
    check = lambda body, text="m": tir.AssertStmt(n > 0, tir.StringImm(text), body)
    yield "one", check(effect(n))
    yield "two", check(check(effect(n), "k"))
    yield "in sequence", seq(check(effect(n)), effect(1), check(NOTHING))
    yield "in loop", loop(var("i"), 4, check(effect(n)))


GROUPS = {
    "RemoveNoOp": no_op_cases,
    "VectorizeLoop": vector_cases,
    "InjectVirtualThread": thread_cases,
    "UnrollLoop": unroll_cases,
    "LoopPartition": partition_cases,
    "InjectDoubleBuffer": double_buffer_cases,
    "StorageRewrite": storage_cases,
    "HoistIfThenElse": hoist_cases,
    "HoistIfThenElseBasic": hoist_cases,
    "SkipAssert": assertion_cases,
}

OPTIONS = {
    "VectorizeLoop": [([True], {}), ([False], {})],
    "UnrollLoop": [
        ([], {}),
        ([], {"tir.UnrollLoop": {"auto_max_step": 16}}),
        ([], {"tir.UnrollLoop": {"auto_max_step": 4, "auto_max_depth": 1, "explicit_unroll": False}}),
        ([], {"tir.UnrollLoop": {"auto_max_extent": 4}}),
    ],
    "LoopPartition": [
        ([], {}),
        ([], {"tir.LoopPartition": {"partition_const_loop": True}}),
        ([], {"tir.LoopPartition": {"partition_const_loop": True, "no_unroll_loop_with_extent_one": True}}),
    ],
    "InjectDoubleBuffer": [
        ([], {}),
        ([], {"tir.InjectDoubleBuffer": {"split_loop": 2}}),
        ([], {"tir.InjectDoubleBuffer": {"split_loop": 4}}),
    ],
    "HoistIfThenElse": [([], {}), ([], {"tir.HoistIfThenElse": {"support_block_scope_hosting": True}})],
}


def modules():
    """Returns functions that run through all passes."""
    return {}


def questions():
    """Yields the questions: the name of the case, the pass, its arguments, a module and options."""
    for name_of_pass, group in GROUPS.items():
        for name, body in group():
            found = module(body)
            for args, config in OPTIONS.get(name_of_pass, [([], {})]):
                yield name, name_of_pass, args, found, config
                if name_of_pass == "StorageRewrite" and not config:
                    yield name, "PointerValueTypeRewrite", args, found, config
    for name, value in select_cases():
        lanes = value.dtype.split("x")[1:] or ["1"]
        lanes = int(lanes[0])
        if lanes == 1:
            stored = tir.Store(pointer("out"), value, 0)
        else:
            stored = tir.Store(pointer("out"), value, tir.Ramp(0, 1, lanes), truth(lanes))
        yield name, "RewriteUnsafeSelect", [], module(stored), {}
