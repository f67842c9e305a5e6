"""Building and simplifying indices with TVM 0.8, as in the case of benches/src/arith.rs.

Run it with the Python package of TVM 0.8. Prints nanoseconds for each expression.
"""

import time

import tvm
from tvm import arith, tir

EXPRS = 20_000


def run():
    i, j = tir.Var("i", "int32"), tir.Var("j", "int32")
    analyzer = arith.Analyzer()
    analyzer.bind(i, tvm.ir.Range.from_min_extent(0, 64))
    analyzer.bind(j, tvm.ir.Range.from_min_extent(0, 8))
    for number in range(EXPRS):
        width = 8 + number % 5
        flat = i * width + j + number % 3
        fused = tir.floordiv(flat, width) * width + tir.floormod(flat, width)
        analyzer.simplify(tir.Min(fused, tir.const(64 * width, "int32")), 2)


best = float("inf")
for _ in range(3):
    start = time.perf_counter()
    run()
    best = min(best, time.perf_counter() - start)
print(round(best / EXPRS * 1e9))
