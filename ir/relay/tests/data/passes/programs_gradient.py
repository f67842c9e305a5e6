"""Programs for the passes that differentiate."""

import numpy as np
import tvm
from tvm import relay

from programs_simplify import var


def first_order():
    x, y, z = var("x", (2, 3)), var("y", (3,)), var("z", (2, 3))
    names = """abs acos acosh asin asinh atan atanh copy cos cosh erf exp log log10 log2 negative
        sigmoid sin sinh sqrt tan tanh ones_like zeros_like nn.relu nn.batch_flatten nn.softmax
        nn.log_softmax"""
    for name in names.split():
        op = relay.nn if name.startswith("nn.") else relay
        yield name, relay.Function([x], getattr(op, name.split(".")[-1])(x))
    for op in [relay.add, relay.subtract, relay.multiply, relay.divide]:
        yield op.__name__, relay.Function([x, y], op(x, y))
        yield op.__name__ + " same", relay.Function([x], op(x, x))
        yield op.__name__ + " constant", relay.Function([x], op(relay.exp(x), relay.const(2.0)))
    yield "less_equal", relay.Function(
        [x, y, z], relay.where(relay.less_equal(x, z), relay.add(x, y), z)
    )
    yield "sum", relay.Function([x], relay.sum(x))
    yield "sum axis", relay.Function([x], relay.sum(x, -1))
    yield "sum keepdims", relay.Function([x], relay.sum(x, [1, 0], keepdims=True))
    yield "sum exclude", relay.Function([x], relay.sum(x, 0, exclude=True))
    yield "mean", relay.Function([x], relay.mean(x))
    yield "mean axis", relay.Function([x], relay.mean(x, 1))
    yield "softmax axis", relay.Function([x], relay.nn.softmax(x, 0))
    yield "reshape", relay.Function([x], relay.reshape(x, (3, -1)))
    yield "reshape_like", relay.Function([x, z], relay.reshape_like(relay.exp(x), z))
    yield "transpose", relay.Function([x], relay.transpose(x))
    yield "transpose axes", relay.Function(
        [t := var("t", (2, 3, 4))], relay.transpose(t, [1, 2, 0])
    )
    yield "expand_dims", relay.Function([x], relay.expand_dims(x, 1, 2))
    yield "squeeze", relay.Function([s := var("s", (2, 1))], relay.squeeze(s, [1]))
    yield "cast", relay.Function([x], relay.cast(x, "float64"))
    yield "cast_like", relay.Function([x, y], relay.cast_like(x, relay.cast(y, "float16")))
    yield "collapse_sum_like", relay.Function([x, y], relay.collapse_sum_like(x, y))
    w, b = var("w", (5, 3)), var("b", (5,))
    yield "dense", relay.Function([x, w], relay.nn.dense(x, w))
    yield "dense bias", relay.Function(
        [x, w, b], relay.nn.relu(relay.nn.bias_add(relay.nn.dense(x, w), b))
    )
    n, c = var("n", (2, 5, 4, 4)), var("c", (5,))
    yield "bias_add", relay.Function([n, c], relay.nn.bias_add(n, c))
    yield "zeros", relay.Function([y], relay.add(y, relay.zeros((3,), "float32")))
    yield "ones", relay.Function([y], relay.multiply(y, relay.ones((3,), "float32")))
    yield "concatenate", relay.Function([x, z], relay.concatenate([x, relay.exp(z), x], 0))
    yield "concatenate last", relay.Function([x, z], relay.concatenate([x, z], -1))
    yield "tuple", relay.Function([x, y], relay.Tuple([x, y]))
    yield "field", relay.Function([x, y], relay.TupleGetItem(relay.Tuple([x, y]), 0))
    yield "nested", relay.Function(
        [x, y], relay.TupleGetItem(relay.TupleGetItem(relay.Tuple([relay.Tuple([x, y]), x]), 0), 1)
    )
    t = relay.var("t", relay.TupleType([relay.TensorType((2,)), relay.TensorType((2,))]))
    yield "tuple parameter", relay.Function(
        [t], relay.add(relay.TupleGetItem(t, 0), relay.TupleGetItem(t, 1))
    )
    yield "constant", relay.Function([x], relay.const(1.0))
    yield "no parameters", relay.Function([], relay.const(1.0))
    yield "attributes", relay.Function([x], relay.exp(x)).with_attr("name", "exp")
    yield "call", relay.Function(
        [x], relay.Call(relay.Function([z], relay.negative(z)), [relay.exp(x)])
    )
    e = relay.exp(x)
    yield "shared", relay.Function([x, y], relay.multiply(relay.add(e, y), relay.subtract(e, y)))
    one = relay.const(np.ones((2, 3), "float32"))
    yield "constant tensor", relay.Function([x], relay.add(relay.multiply(x, one), one))
    net = x
    for number, width in enumerate([4, 5]):
        params = [var(f"w{number}", (width, 3 + number)), var(f"b{number}", (width,))]
        net = relay.nn.relu(relay.nn.bias_add(relay.nn.dense(net, params[0]), params[1]))
    yield "layers", relay.Function(relay.analysis.free_vars(net), relay.sum(net))


def higher_order():
    x, y, z, c = (
        var("x", (2, 3)),
        var("y", (3,)),
        var("z", (2, 3)),
        relay.var("c", shape=(), dtype="bool"),
    )
    u, v, w = relay.var("u"), relay.var("v"), relay.var("w")
    let = relay.Let
    yield "exp", relay.Function([x], relay.exp(x))
    yield "tanh", relay.Function([x], relay.tanh(x))
    yield "add", relay.Function([x, y], relay.add(x, y))
    yield "divide", relay.Function([x, y], relay.divide(relay.exp(x), y))
    yield "constant", relay.Function([x], relay.multiply(x, relay.const(2.0)))
    yield "sqrt", relay.Function([x], relay.sqrt(relay.sqrt(x)))
    yield "relu", relay.Function([x], relay.nn.relu(x))
    yield "let", relay.Function(
        [x, y], let(v, relay.exp(x), let(w, relay.add(v, y), relay.multiply(w, v)))
    )
    yield "unused", relay.Function([x, y], relay.exp(x))
    yield "identity", relay.Function([x], x)
    yield "if", relay.Function(
        [x, z], relay.If(relay.const(True), relay.exp(x), relay.multiply(x, z))
    )
    yield "tuple", relay.Function([x, y], relay.Tuple([relay.exp(x), y]))
    yield "field", relay.Function([x, y], relay.TupleGetItem(relay.Tuple([relay.exp(x), y]), 0))
    double = relay.Function([z], relay.add(z, z))
    yield "function", relay.Function([x], let(v, double, relay.Call(v, [relay.exp(x)])))
    yield "literal", relay.Function([x], relay.Call(double, [x]))
    yield "concatenate", relay.Function([x, z], relay.concatenate([x, relay.exp(z)], 0))
    reference = let(
        u, relay.RefCreate(x), let(v, relay.RefWrite(u, relay.exp(x)), relay.RefRead(u))
    )
    yield "reference", relay.Function([x], reference)
    a, b = var("a", (5, 3)), var("b", (5,))
    yield "dense", relay.Function([x, a, b], relay.nn.bias_add(relay.nn.dense(x, a), b))


def programs():
    for name, program in higher_order():
        yield "gradient", [], name, program
    for name, program in first_order():
        yield "FirstOrderGradient", [], name, program
