"""Asks TVM 0.8 about random integer expressions, and writes answers.json.gz.

    python ask.py [COUNT [SEED [FILE]]]
"""

import gzip
import os
import random
import sys

import tvm
from tvm import arith, ir, tir

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
rand = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
FILE = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "answers.json.gz")


class Generator:
    """Creates random expressions over four variables."""

    def __init__(self):
        self.dtype = rand.choice(["int32", "int32", "int32", "int64"])
        self.vars = [tir.Var(name, self.dtype) for name in "xyz"] + [tir.SizeVar("n", self.dtype)]

    def const(self, values):
        return tir.IntImm(self.dtype, rand.choice(values))

    def leaf(self):
        if rand.random() < 0.7:
            return rand.choice(self.vars)
        return self.const([0, 1, 2, 3, 4, 5, 6, 8, 16, -1, -2, -3, 7])

    def divisor(self, depth):
        draw = rand.random()
        if draw < 0.8:
            return self.const([1, 2, 3, 4, 5, 6, 8, 16])
        if draw < 0.9:
            return self.const([-1, -2, -3, -4])
        return rand.choice(self.vars)

    def number(self, depth):
        if depth == 0:
            return self.leaf()
        arg = lambda: self.number(depth - 1)
        draw = rand.random()
        if draw < 0.22:
            return tir.Add(arg(), arg())
        if draw < 0.36:
            return tir.Sub(arg(), arg())
        if draw < 0.50:
            return tir.Mul(arg(), self.divisor(depth) if rand.random() < 0.8 else arg())
        if draw < 0.74:
            node = rand.choice([tir.FloorDiv, tir.FloorDiv, tir.FloorMod, tir.FloorMod, tir.Div, tir.Mod])
            return node(arg(), self.divisor(depth))
        if draw < 0.90:
            return rand.choice([tir.Min, tir.Max])(arg(), arg())
        if draw < 0.95:
            choice = tir.Select if rand.random() < 0.6 else tir.if_then_else
            return choice(self.truth(depth - 1), arg(), arg())
        if draw < 0.97:
            other = "int64" if self.dtype == "int32" else "int32"
            return tir.Cast(self.dtype, tir.Cast(other, arg()))
        if draw < 0.99:
            name = rand.choice(["shift_right", "bitwise_and"])
            return tir.call_intrin(self.dtype, "tir." + name, arg(), self.const([0, 1, 2, 3, 7]))
        var = tir.Var("v", self.dtype)
        return tir.Let(var, arg(), tir.Add(var, arg()))

    def truth(self, depth):
        draw = rand.random()
        if depth <= 0 or draw < 0.7:
            node = rand.choice([tir.LT, tir.LE, tir.GT, tir.GE, tir.EQ, tir.NE])
            depth = max(depth - 1, 0)
            right = self.number(depth) if rand.random() < 0.5 else self.leaf()
            return node(self.number(depth), right)
        if draw < 0.8:
            return tir.And(self.truth(depth - 1), self.truth(depth - 1))
        if draw < 0.9:
            return tir.Or(self.truth(depth - 1), self.truth(depth - 1))
        if draw < 0.95:
            return tir.Not(self.truth(depth - 1))
        return tir.call_intrin("bool", "tir.likely", self.truth(depth - 1))

    def vector(self, depth):
        if depth == 0 or rand.random() < 0.2:
            if rand.random() < 0.5:
                stride = self.const([1, 2, 4]) if rand.random() < 0.8 else rand.choice(self.vars)
                return tir.Ramp(self.number(1), stride, 4)
            value = self.number(1) if rand.random() < 0.5 else self.const([1, 2, 4, 8, 16])
            return tir.Broadcast(value, 4)
        arg = lambda: self.vector(depth - 1)
        divisor = lambda: tir.Broadcast(self.const([1, 2, 4, 8, 16]), 4)
        draw = rand.random()
        if draw < 0.4:
            return rand.choice([tir.Add, tir.Sub])(arg(), arg())
        if draw < 0.6:
            return tir.Mul(arg(), divisor())
        if draw < 0.85:
            return rand.choice([tir.FloorDiv, tir.FloorMod, tir.Div, tir.Mod])(arg(), divisor())
        return rand.choice([tir.Min, tir.Max, tir.LT, tir.EQ, tir.LE])(arg(), arg())


def record():
    generator = Generator()
    depth = rand.choice([1, 2, 2, 3, 3, 4])
    draw = rand.random()
    if draw < 0.15:
        expr = generator.vector(min(depth, 2))
        if "bool" in expr.dtype and rand.random() < 0.5:
            expr = tir.Not(expr)
    elif draw < 0.35:
        expr = generator.truth(depth)
    else:
        expr = generator.number(depth)
    analyzer = arith.Analyzer()
    ranges = []
    for var in generator.vars:
        if rand.random() < 0.4:
            least, extent = rand.choice([0, 0, 0, -4, 1]), rand.choice([1, 2, 4, 8, 10, 16])
            domain = ir.Range.from_min_extent(tir.IntImm(var.dtype, least), tir.IntImm(var.dtype, extent))
            analyzer.bind(var, domain)
            ranges.append([var, domain])
    constraints = [generator.truth(1)] if rand.random() < 0.2 else []
    leave = [analyzer._enter_constraint_context(condition) for condition in constraints]
    bound, residues = analyzer.const_int_bound(expr), analyzer.modular_set(expr)
    numbers = [bound.min_value, bound.max_value, residues.coeff, residues.base]
    simplified = [analyzer.rewrite_simplify(expr), analyzer.canonical_simplify(expr), analyzer.simplify(expr)]
    for function in leave:
        function()
    return [expr, ranges, constraints, [tir.IntImm("int64", number) for number in numbers], simplified]


records = []
while len(records) < COUNT:
    try:
        records.append(record())
    except tvm.TVMError:
        # A constant divisor of 0, for example.
        pass
with open(FILE, "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
        packed.write(ir.save_json(tvm.runtime.convert(records)).encode())
