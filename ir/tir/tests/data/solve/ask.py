"""Asks TVM 0.8 about systems of equations and inequalities, and writes answers.json.gz.

    python ask.py [COUNT [SEED [FILE]]]
"""

import gzip
import os
import random
import sys

import tvm
from tvm import ir, tir

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 300
rand = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
FILE = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "answers.json.gz")


def call(name, *args):
    try:
        return tvm.get_global_func("arith." + name)(*args)
    except tvm.TVMError:
        return None


def record():
    dtype = rand.choice(["int32", "int32", "int64"])
    count = rand.choice([1, 2, 2, 3, 3, 4])
    variables = [tir.Var(name, dtype) for name in "xyzw"[:count]]
    outer = [tir.Var(name, dtype) for name in "nm"]
    const = lambda value: tir.IntImm(dtype, value)
    ranges = []
    for var in variables + outer:
        if rand.random() < (0.5 if var in variables else 0.2):
            least = rand.choice([const(0), const(0), const(-2), const(1), outer[0]])
            extent = rand.choice([const(1), const(2), const(3), const(4), const(6)])
            if rand.random() < 0.05:
                extent = outer[1]
            if var in outer:
                least = const(0)
            ranges.append([var, ir.Range.from_min_extent(least, extent)])

    def linear():
        total = const(rand.choice([0, 0, 1, -1, 3, 6, -4]))
        for var in variables:
            if rand.random() < 0.7:
                total = total + var * const(rand.choice([1, 1, 1, -1, 2, -2, 3, 4, 6, -5]))
        if rand.random() < 0.15:
            total = total + rand.choice(outer) * const(rand.choice([1, 2, -1]))
        return total

    def condition(is_equation):
        draw = rand.random()
        if draw < 0.03:
            a, b = rand.choice(variables), rand.choice(variables)
            return rand.choice([tir.NE(a, b), tir.LT(a * b, const(3)), tir.LE(tir.floordiv(a, const(2)), b)])
        if draw < 0.05:
            return tir.all(linear() < linear(), linear() >= const(0))
        if is_equation or draw < 0.15:
            right = linear() if rand.random() < 0.3 else const(rand.randrange(-6, 13))
            return tir.EQ(linear(), right)
        node = rand.choice([tir.LT, tir.LE, tir.GT, tir.GE])
        right = linear() if rand.random() < 0.3 else const(rand.randrange(-6, 13))
        return node(linear(), right)

    is_equation = rand.random() < 0.5
    limit = 4 if is_equation else rand.choice([2, 3, 3, 4])
    relations = [condition(is_equation) for _ in range(rand.randrange(1, limit + 1))]
    args = (variables, dict((var, domain) for var, domain in ranges), relations)
    names = ["SolveLinearEquations"]
    names += ["SolveInequalities" + name for name in ["AsCondition", "ToRange", "DeskewRange"]]
    return [variables, ranges, relations] + [call(name, *args) for name in names]


records = [record() for _ in range(COUNT)]
with open(FILE, "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
        packed.write(ir.save_json(tvm.runtime.convert(records)).encode())
