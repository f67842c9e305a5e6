"""Random schedules, of which `ask.py` keeps those that TVM accepts.

TVM joins the regions that several consumers read in the order of addresses. So only tensors of
constant shapes that are not attached have several consumers.
"""

import random

import tvm
from tvm import te


def random_case(seed):
    def build():
        rng = random.Random(seed)
        n, m = rng.choice([(24, 16), (17, 30), (te.var("n"), 16), (te.size_var("n"), te.size_var("m"))])
        tensors = [te.placeholder((n, m), name="A")]
        for index in range(rng.randint(2, 4)):
            tensors.append(stage(rng, tensors, n, m, "S%d" % index))
        s = te.create_schedule(tensors[-1].op)
        stages = [t for t in tensors[1:] if t.op in s.stage_map]
        for position, tensor in enumerate(stages):
            change(rng, s, tensor, stages[position + 1 :])
        if rng.random() < 0.3:
            target = rng.choice(stages)
            readers = [t for t in stages if any(target == i for i in s[t].op.input_tensors)]
            if readers:
                s.cache_read(target, rng.choice(["local", "shared"]), readers)
        return s, [tensors[0], tensors[-1]]

    build.__name__ = "random_%d" % seed
    return build


def stage(rng, tensors, n, m, name):
    A, B = rng.choice(tensors) if isinstance(n, int) else tensors[-1], tensors[-1]
    kind = rng.randrange(5)
    if kind == 0:
        k = te.reduce_axis((0, rng.choice([3, 8])), name="k")
        return te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[i, j], axis=k), name=name)
    if kind == 1:
        k = te.reduce_axis((1, 5), name="k")
        return te.compute((n, m), lambda i, j: te.max(A[i, te.min(j + k, m - 1)] + B[i, j], axis=k), name=name)
    if kind == 2:
        return te.compute((n, m), lambda i, j: tvm.tir.if_then_else(i > 0, A[i - 1, j], 0.0) + B[i, j], name=name)
    if kind == 3:
        return te.compute((n, m), lambda i, j: A[n - 1 - i, j] * B[i, m - 1 - j], name=name)
    return te.compute((n, m), lambda i, j: A[i, j] + B[i, j], name=name)


def change(rng, s, tensor, consumers):
    own = s[tensor]
    for _ in range(rng.randint(0, 3)):
        leaves = list(own.leaf_iter_vars)
        kind = rng.randrange(4)
        if kind == 0:
            own.split(rng.choice(leaves), factor=rng.choice([1, 3, 4, 8, 40]))
        elif kind == 1:
            own.split(rng.choice(leaves), nparts=rng.choice([1, 2, 5]))
        elif kind == 2 and len(leaves) > 1:
            position = rng.randrange(len(leaves) - 1)
            if leaves[position].iter_type == leaves[position + 1].iter_type:
                own.fuse(leaves[position], leaves[position + 1])
        else:
            rng.shuffle(leaves)
            own.reorder(*leaves)
    readers = [t for t in consumers if any(tensor == read for read in s[t].op.input_tensors)]
    if len(readers) == 1 and rng.random() < 0.6:
        consumer = readers[0]
        leaves = [leaf for leaf in s[consumer].leaf_iter_vars if leaf.iter_type == 0]
        if leaves:
            own.compute_at(s[consumer], rng.choice(leaves))
    elif consumers and not tensor.op.reduce_axis and rng.random() < 0.3:
        own.compute_inline()
