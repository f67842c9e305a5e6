"""Random hybrid scripts and schedules, of which `ask.py` keeps those that TVM accepts.

The extent of a loop does not depend on another loop, because TVM leaves undefined variables where
such loops are fused or reordered.
"""

import random

from tvm import te
from tvm.te.hybrid.parser import source_to_op

STORES = [
    "o[{0}, {1}] = a[{1}, {0}] + b[{0}, {0}]",
    "p[{0}] += a[{0}, {1}] * 2.0",
    "o[{0}, 0] = max(a[{0}, {1}], float32({1}))",
]


def random_hybrid(seed):
    def build():
        rng = random.Random(seed)
        a, b = [te.placeholder((8, 8), name=name) for name in "ab"]
        n = te.var("n")
        source = script(rng)
        o, p = source_to_op(source, [a, b, n], {}, {})
        outputs = [o, p]
        if rng.random() < 0.3:
            outputs = [te.compute((8, 8), lambda i, j: o[i, j] + p[j], name="d")]
        s = te.create_schedule(outputs[0].op)
        for _ in range(rng.randint(1, 6)):
            change(rng, s[o])
        return s, [a, b, n] + outputs

    build.__name__ = "hybrid_random_%d" % seed
    return build


def script(rng):
    lines = ["def f(a, b, n):"]
    lines.append("    o = output_tensor((8, 8), 'float32')")
    lines.append("    p = output_tensor((8,), 'float32')")
    loops = ["v%d" % index for index in reversed(range(12))]

    def block(indent, outer):
        for _ in range(rng.choice([1, 1, 1, 2])):
            kind = rng.random()
            if loops and len(outer) < 4 and (kind < 0.7 or not outer):
                var = loops.pop()
                extent = rng.choice(["8", "5", "3", "7", "a.shape[0]", "n"])
                form = rng.choice(["range(%s)"] * 5 + ["range(1, %s)", "parallel(%s)"])
                lines.append("%sfor %s in %s:" % (indent, var, form % extent))
                block(indent + "    ", outer + [var])
            elif not outer:
                lines.append(indent + "p[0] = a[0, 0]")
            elif kind < 0.85:
                lines.append("%sif %s < 4:" % (indent, rng.choice(outer)))
                lines.append("%s    p[%s] = 1.0" % (indent, rng.choice(outer)))
            else:
                lines.append(indent + rng.choice(STORES).format(rng.choice(outer), rng.choice(outer)))

    block("    ", [])
    lines.append("    return o, p")
    return "\n".join(lines)


def change(rng, stage):
    leaves = list(stage.leaf_iter_vars)
    kind = rng.randrange(10)
    if not leaves:
        return
    if kind < 4:
        stage.split(rng.choice(leaves), rng.choice([1, 2, 3, 4, 16]))
    elif kind < 6 and len(leaves) > 1:
        position = rng.randrange(len(leaves) - 1)
        stage.fuse(leaves[position], leaves[position + 1])
    elif kind < 8:
        rng.shuffle(leaves)
        stage.reorder(*leaves)
    elif kind < 9:
        getattr(stage, rng.choice(["parallel", "unroll", "vectorize"]))(rng.choice(leaves))
    else:
        stage.bind(rng.choice(leaves), te.thread_axis(rng.choice(["blockIdx.x", "threadIdx.x"])))
