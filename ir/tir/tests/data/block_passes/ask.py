"""Asks TVM 0.8 for the results of passes over programs with blocks, and writes passes.json.gz.

    python ask.py [FILE]
"""

import gzip
import os
import sys

import programs
import tvm
from tvm import ir, te, tir

FILE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "passes.json.gz")

LOWERING = [
    "LowerInitBlock",
    "PlanAndUpdateBufferAllocationLocation",
    "ConvertBlocksToOpaque",
    "UnifyThreadBinding",
    "CompactBufferAllocation",
    "LowerMatchBuffer",
    "FlattenBuffer",
]
ALONE = LOWERING + ["ConvertForLoopsToSerial"]


def tensors():
    """Returns functions that te creates, some of them with 64-bit integers."""
    n, m = te.var("n", "int64"), te.var("m", "int64")
    a = te.placeholder((n, m), name="A")
    b = te.compute((n, m), lambda i, j: a[i, j] * 2.0, name="B")
    c = te.compute((n, m), lambda i, j: b[i, j] + b[i, m - 1 - j], name="C")
    yield "tensors", te.create_prim_func([a, c])
    k = te.reduce_axis((0, 64), name="k")
    x = te.placeholder((32, 64), name="X")
    y = te.compute((32,), lambda i: te.sum(x[i, k], axis=k), name="Y")
    yield "sum", te.create_prim_func([x, y])
    legacy = te.create_prim_func([a, c]).with_attr("from_legacy_te_schedule", True)
    yield "legacy", legacy


def has_variables(func):
    found = []

    def visit(node):
        if isinstance(node, tir.Block) and node.iter_vars:
            found.append(node)

    tir.stmt_functor.post_order_visit(func.body, visit)
    return bool(found)


def run(func, name):
    module = tvm.IRModule({"main": func})
    try:
        return getattr(tir.transform, name)()(module)["main"]
    except (tvm.TVMError, ValueError, TypeError) as error:
        return str(error).strip().splitlines()[-1]


records = []
for name, func in list(programs.ALL.items()) + list(tensors()):
    for step in ALONE:
        if step == "CompactBufferAllocation" and has_variables(func):
            continue  # The sizes of buffers would depend on variables of blocks.
        result = run(func, step)
        if isinstance(result, str) or not ir.structural_equal(result, func):
            records.append([name, step, func, result])
    before = func
    for step in LOWERING:
        result = run(before, step)
        if isinstance(result, str) or not ir.structural_equal(result, before):
            records.append([name, step, before, result])
        if isinstance(result, str):
            break
        before = result
with open(FILE, "wb") as file:
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write(ir.save_json(records).encode())
print(len(records))
for name, step, before, after in records:
    if isinstance(after, str):
        print(name, step, after)
