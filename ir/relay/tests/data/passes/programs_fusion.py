"""Programs for operator fusion, with operators whose patterns TVM's library declares."""

import random

import tvm
from tvm import relay

from programs_simplify import full, var


def random_program(seed, size):
    """Returns a random dataflow graph of tensors of the shape (4, 4)."""
    choose = random.Random(seed)
    values = [var("x", (4, 4)), var("y", (4, 4)), relay.const(2.0)]
    bias, column = var("b", (4,)), var("c", (4, 1))
    matrices = values[:2]

    def pick():
        return choose.choice(matrices[-4:] if choose.random() < 0.8 else matrices)

    for _ in range(size):
        kind = choose.randrange(11)
        a, b = pick(), pick()
        if kind <= 2:
            new = choose.choice([relay.exp, relay.negative, relay.abs, relay.sqrt])(a)
        elif kind <= 4:
            new = choose.choice([relay.add, relay.multiply, relay.maximum])(
                a, choose.choice([b, b, bias, column, relay.const(2.0), full(1.0, (4, 4))])
            )
        elif kind == 5:
            new = relay.transpose(a)
        elif kind == 6:
            new = relay.reshape(relay.reshape(a, (16,)), (4, 4))
        elif kind == 7:
            new = relay.add(relay.sum(a, 1, keepdims=True), b)
        elif kind == 8:
            joined = relay.concatenate([a, b], 0)
            new = relay.strided_slice(joined, [2, 0], [6, 4])
        elif kind == 9:
            parts = relay.split(a, 2, 1)
            new = relay.concatenate([parts[1], parts[0]], 1)
        else:
            hot = relay.one_hot(
                relay.cast(relay.reshape(a, (16,)), "int32"),
                relay.const(1.0),
                relay.const(0.0),
                4,
                1,
                "float32",
            )
            new = relay.add(relay.strided_slice(hot, [0, 0], [4, 4]), b)
        matrices.append(new)
    if choose.random() < 0.5:
        return relay.Tuple([matrices[-1], pick()])
    return matrices[-1]


def fuse_ops():
    x, y = var("x", (4, 4)), var("y", (4, 4))
    yield "one", relay.exp(x)
    yield "two", relay.negative(relay.exp(x))
    yield "reshapes", relay.reshape(relay.reshape(x, (2, 8)), (16,))
    yield "tuple", relay.Tuple([relay.exp(x), relay.negative(x)])
    yield "concatenate", relay.exp(relay.concatenate([relay.exp(x), relay.negative(y)], 0))
    yield "concatenate reduce", relay.sum(relay.concatenate([relay.exp(x), relay.negative(y)], 0))
    yield "split", relay.split(relay.exp(x), 2, 1).astuple()
    yield "split field", relay.exp(relay.split(relay.exp(x), 2, 1)[1])
    hot = relay.one_hot(
        var("i", (4,), "int32"), relay.const(1.0), relay.const(0.0), 4, 1, "float32"
    )
    yield "one_hot", relay.exp(relay.add(hot, y))
    yield "one_hot broadcast", relay.add(relay.exp(hot), var("b", (1, 4)))
    yield "one_hot diamond", relay.add(relay.exp(hot), relay.negative(hot))
    yield "one_hot injective", relay.transpose(hot)
    yield "constant", relay.add(x, relay.const(1.0))
    yield "constant tensor", relay.add(x, full(1.0, (4, 4)))
    v, w = relay.var("v"), relay.var("w")
    yield "let", relay.Let(v, relay.exp(relay.exp(x)), relay.Let(w, relay.exp(v), relay.add(w, v)))
    yield "if", relay.If(
        relay.less(relay.sum(x), relay.const(1.0)), relay.exp(relay.exp(x)), relay.exp(y)
    )
    f = relay.Function([v], relay.exp(relay.exp(v)))
    yield "inner function", relay.Let(
        w, relay.Function([y], relay.exp(relay.exp(y))), relay.Call(w, [relay.exp(x)])
    )
    primitive = relay.Function([y], relay.exp(relay.exp(y))).with_attr(
        "Primitive", tvm.tir.IntImm("int32", 1)
    )
    yield "primitive", relay.exp(relay.Call(primitive, [relay.exp(x)]))
    yield "stop", relay.exp(relay.annotation.stop_fusion(relay.exp(x)))
    yield "same argument", relay.add(relay.exp(x), relay.multiply(x, x))
    deep = x
    for _ in range(300):
        deep = relay.exp(deep)
    yield "limit", deep
    diamond = x
    for _ in range(20):
        diamond = relay.add(relay.exp(diamond), diamond)
    yield "diamonds", diamond
    r = relay.RefCreate(relay.exp(relay.exp(x)))
    yield "reference", relay.RefRead(r)
    t = relay.var(
        "t", relay.TupleType([relay.TensorType((4,)), relay.TupleType([relay.TensorType((4,))])])
    )
    yield "nested tuple", relay.exp(relay.TupleGetItem(t, 0))
    inner = relay.Tuple([relay.exp(x), relay.Tuple([relay.exp(y)])])
    yield "tuple of tuple", relay.exp(relay.TupleGetItem(inner, 0))
    for seed in range(60):
        yield f"random {seed}", random_program(seed, 4 + seed // 2)


def programs():
    for name, program in fuse_ops():
        yield "FuseOps", [2], name, program
        if not name.startswith(("random", "limit", "diamonds")):
            for level in [0, 1, -1]:
                yield "FuseOps", [level], name, program
