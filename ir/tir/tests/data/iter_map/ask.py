"""Asks TVM 0.8 about maps of iterators, and writes answers.json.gz.

    python ask.py [COUNT [SEED [FILE]]]
"""

import gzip
import os
import random
import sys

import tvm
from tvm import arith, ir, tir

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
rand = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
FILE = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "answers.json.gz")


class Generator:
    """Creates random splits and fusions of iterators."""

    def __init__(self):
        self.dtype = rand.choice(["int32", "int32", "int32", "int64"])
        self.symbols = [tir.Var("n", self.dtype), tir.SizeVar("m", self.dtype)]
        self.is_symbolic = rand.random() < 0.2
        self.ranges = []
        for name in "ijkl"[: rand.choice([1, 2, 2, 3, 3, 4])]:
            extent = self.const(rand.choice([1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 24]))
            if self.is_symbolic and rand.random() < 0.5:
                extent = rand.choice([lambda x: x, lambda x: x * 4, lambda x: x + 1])(rand.choice(self.symbols))
            least = self.const(0 if rand.random() < 0.9 else rand.choice([1, 2, -3]))
            if rand.random() < 0.02:
                least = self.symbols[0]
            self.ranges.append([tir.Var(name, self.dtype), ir.Range.from_min_extent(least, extent)])
        # Expressions with their extents.
        self.parts = [(var, domain.extent) for var, domain in self.ranges]
        rand.shuffle(self.parts)

    def const(self, value):
        return tir.IntImm(self.dtype, value)

    def factor(self, extent):
        if isinstance(extent, tir.IntImm) and extent.value > 0 and rand.random() < 0.9:
            divisors = [f for f in range(1, extent.value + 1) if extent.value % f == 0]
            return self.const(rand.choice(divisors))
        if rand.random() < 0.5:
            return rand.choice(self.symbols)
        return self.const(rand.choice([2, 3, 4, 5, 8]))

    def split(self):
        expr, extent = self.parts.pop(rand.randrange(len(self.parts)))
        factor = self.factor(extent)
        self.parts.append((tir.floordiv(expr, factor), tvm.arith.Analyzer().simplify(tir.floordiv(extent, factor))))
        self.parts.append((tir.floormod(expr, factor), factor))
        if rand.random() < 0.04:
            self.parts.pop()

    def fuse(self):
        count = min(len(self.parts), rand.choice([2, 2, 3]))
        scale = self.const(1 if rand.random() < 0.85 else rand.choice([2, 3, 4]))
        total, first = None, scale
        terms = []
        for _ in range(count):
            expr, extent = self.parts.pop(rand.randrange(len(self.parts)))
            terms.append(expr * scale)
            scale = scale * extent
            if rand.random() < 0.04:
                scale = scale * rand.choice([2, 3, -1])
        rand.shuffle(terms)
        for term in terms:
            total = term if total is None else total + term
        self.parts.append((total, tvm.arith.Analyzer().simplify(tir.floordiv(scale, first))))

    def noise(self):
        index = rand.randrange(len(self.parts))
        expr, extent = self.parts[index]
        other, _ = rand.choice(self.parts)
        symbol = rand.choice(self.symbols)
        value = self.const(rand.choice([0, 1, 2, 3, -1, 7]))
        self.parts[index] = (
            rand.choice(
                [
                    lambda: expr + value,
                    lambda: expr - value,
                    lambda: value - expr,
                    lambda: expr + symbol,
                    lambda: expr * self.const(rand.choice([2, 4, -1])),
                    lambda: expr * symbol,
                    lambda: expr + other,
                    lambda: expr - other,
                    lambda: expr * other,
                    lambda: tir.min(expr, value),
                    lambda: tir.floordiv(expr, other + 1),
                    lambda: tir.truncdiv(expr, self.const(2)),
                    lambda: tir.floormod(expr, self.const(1)) + symbol,
                    lambda: tir.Mul(expr, self.const(1)),
                    lambda: tir.Mul(self.const(0), expr),
                    lambda: tir.FloorDiv(self.const(0), expr),
                    lambda: tir.FloorMod(expr, self.const(1)),
                    lambda: tir.max(tir.FloorMod(expr, self.const(1)), symbol) + expr,
                    lambda: tir.Cast("int64" if self.dtype == "int32" else "int32", expr).astype(self.dtype),
                ]
            )(),
            extent,
        )

    def limit(self):
        """Returns a condition on a part, which then has a smaller extent."""
        index = rand.randrange(len(self.parts))
        expr, extent = self.parts[index]
        draw = rand.random()
        if draw < 0.05:
            return rand.choice([expr <= 3, expr > 1, tir.any(expr < 3, expr < 5), 10 > expr, expr + 1 < 4])
        if draw < 0.1:
            bound = rand.choice(self.symbols)
        elif isinstance(extent, tir.IntImm):
            bound = self.const(rand.randrange(1, max(extent.value, 1) + 1 + (draw < 0.2)))
        else:
            bound = extent - 1
        self.parts[index] = (expr, bound)
        return expr < bound


def plain(part):
    """Returns a map as arrays of its fields. TVM does not save the data types of maps."""
    if isinstance(part, arith.IterMark):
        return [plain(part.source), part.extent]
    if isinstance(part, arith.IterSplitExpr):
        return [plain(part.source), part.lower_factor, part.extent, part.scale]
    if isinstance(part, arith.IterSumExpr):
        return [[plain(arg) for arg in part.args], part.base]
    return part


def record():
    generator = Generator()
    limits = []
    for _ in range(rand.choice([0, 1, 1, 2, 2, 3, 4, 6])):
        draw = rand.random()
        if draw < 0.45:
            generator.split()
        elif draw < 0.9 or generator.is_symbolic:
            generator.fuse()
        else:
            limits.append(generator.limit())
        if rand.random() < 0.03:
            generator.noise()
    if rand.random() < 0.1:
        generator.noise()
    if rand.random() < 0.1:
        limits.append(generator.limit())
    predicate = tir.const(True, "bool")
    rand.shuffle(limits)
    if limits:
        predicate = tir.all(*limits)
    indices = [expr for expr, _ in generator.parts]
    rand.shuffle(indices)
    if rand.random() < 0.15:
        indices.pop()
    ranges = generator.ranges
    iters = dict((var, domain) for var, domain in ranges)
    is_bijective = rand.random() < 0.5
    results = arith.detect_iter_map(indices, iters, predicate, is_bijective)
    normalized = []
    for result in results:
        try:
            normalized.append(arith.normalize_iter_map_to_expr(result))
        except tvm.TVMError:
            # The source of an iterator is a difference.
            normalized.append(None)
    inner = [var for var, _ in ranges if rand.random() < 0.5]
    try:
        division = arith.subspace_divide(indices, iters, inner, predicate, is_bijective)
    except tvm.TVMError:
        division = None
    outputs = [tir.Var("o%d" % index, generator.dtype) for index, _ in enumerate(indices)]
    inverse = None
    if len(results) > 0:
        try:
            inverse = arith.inverse_affine_iter_map(results, outputs)
        except tvm.TVMError:
            pass
    flag = tir.IntImm("bool", is_bijective)
    maps = [plain(result) for result in results]
    if division is not None:
        division = [[plain(mark) for mark in marks] for marks in division]
    return [indices, ranges, predicate, flag, maps, normalized, inner, division, outputs, inverse]


records = []
while len(records) < COUNT:
    try:
        answer = record()
    except (tvm.TVMError, ZeroDivisionError):
        # A constant divisor of 0, for example.
        continue
    # Keep all questions that have a map, and some of the others.
    if len(answer[4]) > 0 or rand.random() < 0.3:
        records.append(answer)
with open(FILE, "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
        packed.write(ir.save_json(tvm.runtime.convert(records)).encode())
