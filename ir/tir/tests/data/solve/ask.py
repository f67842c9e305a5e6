"""Asks TVM 0.8 about systems of equations and inequalities, and writes answers.json.gz.

    python ask.py [COUNT [SEED [FILE]]]
"""

import gzip
import os
import random
import re
import sys

import tvm
from tvm import ir, tir
from tvm.arith.int_solver import IntConstraints, IntConstraintsTransform

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 300
rand = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
FILE = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "answers.json.gz")


def call(name, *args):
    try:
        return tvm.get_global_func("arith." + name)(*args)
    except tvm.TVMError:
        return None


def record(seed):
    """Returns the answers about the system of a seed."""
    rand = random.Random(seed)
    dtype = rand.choice(["int32", "int32", "int64"])
    count = rand.choice([1, 2, 2, 3, 3])
    variables = [tir.Var(name, dtype) for name in "xyzw"[:count]]
    outer = [tir.Var(name, dtype) for name in "nm"]
    const = lambda value: tir.IntImm(dtype, value)
    ranges = []
    # TVM binds ranges in the order of addresses, so no range depends on a variable with a range.
    symbols = outer if rand.random() < 0.3 else []
    for var in variables + [var for var in outer if var not in symbols]:
        if rand.random() < (0.5 if var in variables else 0.2):
            least = rand.choice([const(0), const(0), const(-2), const(1)] + symbols[:1])
            extent = rand.choice([const(1), const(2), const(3), const(4), const(6)])
            if symbols and rand.random() < 0.2:
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


def normal(part):
    """Returns a text of an answer in which maps are sorted."""
    if isinstance(part, tvm.ir.container.Map):
        return sorted((str(key), normal(value)) for key, value in part.items())
    if isinstance(part, tvm.ir.container.Array) or isinstance(part, list):
        return [normal(element) for element in part]
    if isinstance(part, IntConstraints):
        return [normal(field) for field in (part.variables, part.ranges, part.relations)]
    if isinstance(part, IntConstraintsTransform):
        return [normal(field) for field in (part.dst, part.src_to_dst, part.dst_to_src)]
    return str(part)


def has_large_numbers(text):
    return any(len(digits) > 8 for digits in re.findall("[0-9]+", text))


records, kept = [], []
while len(records) < COUNT:
    seed = rand.random()
    # TVM's answers sometimes depend on the addresses of variables.
    answers = [record(seed)]
    for _ in range(4):
        kept.append([tir.Var("v", "int32") for _ in range(rand.randrange(1, 20))])
        answers.append(record(seed))
    texts = set(str([normal(part) for part in answer]) for answer in answers)
    if len(texts) == 1 and not has_large_numbers(texts.pop()):
        records.append(answers[0])
with open(FILE, "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
        packed.write(ir.save_json(tvm.runtime.convert(records)).encode())
