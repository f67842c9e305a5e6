"""Asks TVM 0.8 about regions of buffers, and writes answers.json.gz.

    python ask.py [COUNT [SEED [FILE]]]
"""

import gzip
import os
import random
import sys

import tvm
from tvm import ir, tir

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100
rand = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
FILE = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "answers.json.gz")

touched = tvm.get_global_func("arith.DomainTouched")
estimate = tvm.get_global_func("arith.EstimateRegionLowerBound")


def index(variables):
    total = tir.IntImm("int32", rand.choice([0, 0, 1, 3]))
    for var in variables:
        if rand.random() < 0.6:
            term = var * rand.choice([1, 1, 2, 4, -1])
            total = total + rand.choice([term, term, tir.floordiv(var, 2), tir.floormod(var, 4)])
    return total


def statement(buffers, variables, depth):
    draw = rand.random()
    if depth == 0 or draw < 0.25:
        target, source = rand.choice(buffers), rand.choice(buffers)
        load = tir.BufferLoad(source, [index(variables) for _ in source.shape])
        return tir.BufferStore(target, load + 1.0, [index(variables) for _ in target.shape])
    inner = lambda: statement(buffers, variables, depth - 1)
    if draw < 0.5:
        var = rand.choice(variables)
        return tir.For(var, rand.choice([0, 0, 2, variables[-1]]), rand.choice([1, 4, 8, variables[-1]]), 0, inner())
    if draw < 0.6:
        return tir.LetStmt(rand.choice(variables), index(variables), inner())
    if draw < 0.7:
        var = rand.choice(variables)
        thread = tir.IterVar(ir.Range(0, 4), var, 1, "threadIdx.x")
        return tir.AttrStmt(thread, "thread_extent", tir.IntImm("int32", 6), inner())
    if draw < 0.8:
        return tir.IfThenElse(variables[0] < 3, inner(), inner() if rand.random() < 0.5 else None)
    return tir.SeqStmt([inner() for _ in range(rand.choice([2, 3]))])


def touched_record():
    variables = [tir.Var(name, "int32") for name in "xyzn"]
    buffers = [tir.decl_buffer((16, 16), "float32", "A"), tir.decl_buffer((16,), "float32", "B")]
    stmt = statement(buffers, variables, rand.choice([1, 2, 3, 4]))
    buffer = rand.choice(buffers)
    loads, stores = rand.random() < 0.7, rand.random() < 0.7
    flags = [tir.IntImm("int32", loads), tir.IntImm("int32", stores)]
    return [stmt, buffer] + flags + [touched(stmt, buffer, loads, stores)]


def estimate_record():
    variables = [tir.Var(name, "int32") for name in "xyzn"]
    domains = [[var, ir.Range.from_min_extent(0, rand.choice([1, 2, 4, 8]))] for var in variables[:3]]
    region = []
    left = variables[:3]
    for _ in range(rand.choice([1, 2, 2])):
        chosen = [left.pop(rand.randrange(len(left))) for _ in range(min(len(left), rand.choice([1, 2])))]
        scale, total = rand.choice([1, 1, 2, 4]), tir.IntImm("int32", rand.choice([0, 0, 3]))
        for var in chosen:
            total = total + var * scale
            scale = scale * dict((v, domain.extent.value) for v, domain in domains)[var]
        if rand.random() < 0.2:
            total = total + variables[3]
        region.append(ir.Range.from_min_extent(total, rand.choice([1, 2, 4, 5, variables[3]])))
    predicate = tir.const(True, "bool")
    if rand.random() < 0.2:
        predicate = region[0].min < rand.choice([2, 4, 5])
    sets = estimate(region, dict((var, domain) for var, domain in domains), predicate)
    if sets is not None:
        sets = [[tvm.get_global_func("arith.IntervalSetGetMin")(part), tvm.get_global_func("arith.IntervalSetGetMax")(part)] for part in sets]
    return [region, domains, predicate, sets]


records = [[touched_record() for _ in range(COUNT)], [estimate_record() for _ in range(COUNT)]]
with open(FILE, "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
        packed.write(ir.save_json(tvm.runtime.convert(records)).encode())
