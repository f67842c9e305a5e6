"""Asks TVM 0.8 about the regions that blocks access, and writes regions.json.gz.

    python ask.py [FILE]
"""

import gzip
import os
import sys

import tvm
from tvm import ir, te, tir

FILE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "regions.json.gz")

A, B, C = [tir.decl_buffer((128,), "float32", name) for name in "ABC"]
E = tir.decl_buffer((16, 16), "float32", "E")
M = tir.decl_buffer((4,), "float32", "M")
i, j, k, n, m = [tir.Var(name, "int32") for name in "ijknm"]
v = tir.Var("v", "int32")
one = tir.const(1.0, "float32")


def load(buffer, *indices):
    return tir.BufferLoad(buffer, list(indices))


def store(buffer, *indices, value=one):
    return tir.BufferStore(buffer, value, list(indices))


def copy(to, source):
    return store(A, to, value=load(B, source))


def loop(var, body, extent=8, begin=0):
    return tir.For(var, begin, extent, 0, body)


def seq(*stmts):
    return tir.SeqStmt(list(stmts))


def when(condition, then_case, else_case=None):
    return loop(i, loop(j, tir.IfThenElse(condition, then_case, else_case)))


def both(condition):
    return when(condition, copy(i, j), copy(i + 8, j - 1))


def region(buffer, *ranges):
    return tir.BufferRegion(buffer, [ir.Range.from_min_extent(*each) for each in ranges])


def block(body, **options):
    return tir.Block([], [], [], "block", body, **options)


def number(expr):
    return tir.Cast("int32", expr)


def nested(value, reads, writes):
    inner = tir.Block([tir.IterVar((0, 4), v, 0)], reads, writes, "inner", store(C, 0))
    return loop(i, tir.BlockRealize([value], True, inner))


matched = tir.MatchBufferRegion(M, region(A, (8, 4)))
row = tir.MatchBufferRegion(M, region(E, (n, 1), (8, 4)))
mod, div = tvm.tir.floormod, tvm.tir.floordiv

CASES = {
    "store": store(A, 0),
    "loop": loop(i, copy(i + 1, i)),
    "two constants": seq(store(A, 0), store(A, 7)),
    "two symbols that differ by a constant": seq(store(A, n), store(A, n + 4)),
    "two symbols": seq(store(A, n), store(A, m)),
    "nested loops": loop(i, loop(j, copy(i * 4 + j, j), 4)),
    "symbolic extent": loop(i, store(A, i), n),
    "symbolic begin": loop(i, store(A, i), 4, n),
    "dependent loop": loop(i, loop(j, store(A, j), 4, i * 4)),
    "unknown index": loop(i, store(A, number(load(B, i)))),
    "remainder": loop(i, store(A, mod(i, 3))),
    "quotient": loop(i, store(A, div(i, 3))),
    "maximum": loop(i, store(A, te.max(i - 2, 0))),
    "select": loop(i, store(A, tir.Select(i < 4, i, i + 20))),
    "negative factor": loop(i, store(A, 20 - i * 2)),
    "two axes": loop(i, loop(j, store(E, i, j + i), 4), 4),
    "unlisted buffer": store(C, 0),
    "pointers": seq(store(A, 0), tir.Evaluate(A.data), tir.Evaluate(tir.Load("float32", B.data, 0))),
    "pointer and buffers": seq(tir.Store(A.data, one, 0), store(B, 3, value=load(A, 2))),
    "order": seq(store(B, 0), store(A, 0), tir.Evaluate(load(A, 1)), tir.Evaluate(load(B, 1))),
    "let": tir.LetStmt(n, 3, store(A, n)),
    "attribute": tir.AttrStmt(A.data, "storage_scope", tir.const(1), store(B, 0)),
    "less": both(i < 5),
    "greater": both(5 < i),
    "at most": both(i <= 5),
    "at least": both(i >= 5),
    "and": both(tir.all(i >= 2, j < 5)),
    "two bounds": both(tir.all(i >= 2, i < 5)),
    "or": both(tir.any(i < 2, j > 6)),
    "equal": both(i.equal(3)),
    "not equal": both(i != 0),
    "multiple": both(i * 2 < 5),
    "multiple of a difference": both(9 - i * 3 > 1),
    "sum": both(i + j < 5),
    "difference": both(i - j >= 5),
    "symbol": both(i < n),
    "remainder in condition": both(mod(i, 2) < 1),
    "likely": both(tir.call_intrin("bool", "tir.likely", i < 5)),
    "condition that loads": both(tir.all(i < 5, load(B, 100) < one)),
    "if_then_else": loop(i, store(A, i, value=tir.if_then_else(i < 5, load(B, i), load(B, i + 20)))),
    "select of loads": loop(i, store(A, i, value=tir.Select(i < 5, load(B, i), one))),
    "nested block": nested(i * 2, [region(B, (v * 4, 4))], [region(A, (v, 1))]),
    "nested block with symbols": nested(n, [region(B, (v * 4, m))], [region(A, (v, n))]),
}

OPTIONS = {
    "reduction": block(loop(i, store(A, i, value=load(A, i) + load(B, i))), init=store(A, 9)),
    "initial value": block(store(B, 3, value=load(A, 2)), init=store(A, 9, value=load(B, 1))),
    "region": block(loop(i, store(M, i, value=load(B, i)), 4), match_buffers=[matched]),
    "pointer of a region": block(tir.Evaluate(M.data), match_buffers=[matched]),
    "unknown part of a region": block(store(M, number(load(B, 0))), match_buffers=[matched]),
    "region with fewer axes": block(loop(i, copy(i, i), 4), match_buffers=[row]),
    "part of a row": block(loop(i, store(M, i), 3), match_buffers=[row]),
    "allocated buffer": block(store(C, 0), alloc_buffers=[C]),
    "declared regions": tir.Block([], [region(A, (number(load(B, 5)), 1))], [], "block", store(B, 0)),
}

buffers = {buffer.data: buffer for buffer in (A, B, E)}
answers = {}
for name, one_block in {**{name: block(body) for name, body in CASES.items()}, **OPTIONS}.items():
    access = tir.analysis.get_block_access_region(one_block, buffers)
    read_write = tir.analysis.get_block_read_write_region(one_block, buffers)
    answers[name] = [one_block, buffers, access, read_write]
with open(FILE, "wb") as file:
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write(ir.save_json(answers).encode())
print(len(answers))
