"""Programs for the pass that replaces float operators between quantized tensors.

TVM's rules evaluate operators on constants with a code generator, which its library may lack. The
function `evaluated` replaces it.
"""

import importlib

import numpy as np
import tvm
from tvm import relay

from programs_quantized import q, scale, zero
from programs_simplify import full, var

ANSWERS = "pairs_fake_quantized.jsonl.gz"

OPERATORS = {
    "multiply": lambda attrs, a, b: a * b,
    "cast": lambda attrs, a: a.astype(attrs.dtype),
    "zeros_like": lambda attrs, a: np.zeros_like(a),
    "broadcast_to": lambda attrs, a: np.broadcast_to(a, [int(size) for size in attrs.shape]),
    "reshape": lambda attrs, a: a.reshape([int(size) for size in attrs.newshape]),
}


def evaluated(expr):
    """Evaluates the operators that the rules apply to constants."""
    if not isinstance(expr, relay.Call):
        return expr
    args = [evaluated(arg) for arg in expr.args]
    operator = OPERATORS.get(expr.op.name)
    if operator and all(isinstance(arg, relay.Constant) for arg in args):
        value = operator(expr.attrs, *[arg.data.numpy() for arg in args])
        return relay.const(np.ascontiguousarray(value).reshape(value.shape))
    return relay.Call(expr.op, args, expr.attrs)


importlib.import_module("tvm.relay.transform.fake_quantization_to_integer").fold_constant = evaluated

IMAGE, MATRIX = (1, 4, 8, 8), (4, 8)
HALF, TWO, THREE = scale(0.5), scale(2.0), zero(3)


def real(name, shape, s=HALF, z=THREE, dtype="int8", axis=-1):
    return q.dequantize(var(name, shape, dtype), s, z, axis)


def quantized(data, s=TWO, z=zero(1), dtype="int8", axis=-1):
    return q.quantize(data, s, z, axis, dtype)


def unary():
    x = real("x", IMAGE)
    operators = {
        "reshape": lambda x: relay.reshape(x, (1, 4, 64)),
        "squeeze": lambda x: relay.squeeze(x, [0]),
        "strided_slice": lambda x: relay.strided_slice(x, [0, 0, 0, 0], [1, 2, 8, 8]),
        "transpose": lambda x: relay.transpose(x, [0, 2, 3, 1]),
        "expand_dims": lambda x: relay.expand_dims(x, 1),
        "max_pool2d": lambda x: relay.nn.max_pool2d(x, (2, 2), (2, 2)),
        "batch_flatten": relay.nn.batch_flatten,
        "depth_to_space": lambda x: relay.nn.depth_to_space(x, 2),
        "avg_pool2d": lambda x: relay.nn.avg_pool2d(x, (3, 3), (2, 2), padding=(1, 1)),
        "global_avg_pool2d": relay.nn.global_avg_pool2d,
        "relu": relay.nn.relu,
        "clip": lambda x: relay.clip(x, 0, 6),
        "clip below": lambda x: relay.clip(x, -6.3, -0.7),
        "pad": lambda x: relay.nn.pad(x, [[0, 0], [0, 0], [1, 1], [2, 2]], 1.5),
    }
    for name, operator in operators.items():
        yield name, quantized(operator(x))
        yield f"{name}, same parameters", quantized(operator(x), HALF, THREE)
        yield f"{name}, other type", quantized(operator(x), HALF, THREE, "uint8")
    four = scale(0.1, 0.2, 0.3, 0.4)
    channels = real("x", IMAGE, four, zero(1, 2, 3, 4), axis=1)
    yield "relu by channel", quantized(relay.nn.relu(real("x", IMAGE, four, axis=1)))
    yield "clip by channel", quantized(relay.clip(real("x", IMAGE, four, axis=1), 0, 6))
    yield "reshape by channel", quantized(relay.reshape(channels, (1, 4, 64)))
    yield "quantize by channel", quantized(relay.nn.relu(x), four, zero(1, 2, 3, 4), axis=1)
    s, z = var("s", ()), var("z", (), "int32")
    yield "relu of variables", quantized(relay.nn.relu(real("x", IMAGE, s, z)), s, z)
    yield "clip of variables", quantized(relay.clip(real("x", IMAGE, s, z), 0, 6))
    value = q.dequantize(var("v", (), "int8"), TWO, zero(1))
    yield "pad with a tensor", quantized(relay.nn.pad(x, [[0, 0], [0, 0], [1, 1], [2, 2]], value))
    value = q.dequantize(var("v", (), "int8"), HALF, THREE)
    yield "pad with the same", quantized(relay.nn.pad(x, [[0, 0], [0, 0], [1, 1], [2, 2]], value))


def binary():
    for dtype in ["int8", "uint8"]:
        x, y = real("x", MATRIX, dtype=dtype), real("y", MATRIX, TWO, zero(0), dtype)
        operators = [relay.add, relay.multiply, relay.subtract, relay.minimum, relay.maximum]
        for operator in operators:
            name = f"{operator.__name__} {dtype}"
            yield name, quantized(operator(x, y), dtype=dtype)
            yield f"{name}, with constant", quantized(operator(x, full(1.5, ())), dtype=dtype)
            yield f"{name}, of constant", quantized(operator(full(1.5, ()), y), dtype=dtype)
            yield f"{name}, itself", quantized(operator(x, x), dtype=dtype)
            yield f"{name}, to 32 bits", quantized(operator(x, y), dtype="int32")


def layers():
    x, w = real("x", IMAGE), real("w", (16, 4, 3, 3), scale(0.25), zero(0))
    b = real("b", (16,), scale(0.125), zero(0), "int32")
    conv = relay.nn.conv2d(x, w, kernel_size=(3, 3), channels=16, padding=(1, 1))
    yield "conv2d", quantized(conv)
    yield "conv2d and bias", quantized(relay.nn.bias_add(conv, b))
    c = real("c", (16,), scale(0.3), zero(2), "int32")
    yield "conv2d and another bias", quantized(relay.nn.bias_add(conv, c))
    yield "conv2d, bias and relu", quantized(relay.nn.relu(relay.nn.bias_add(conv, b)))
    yield "bias of 8 bits", quantized(relay.nn.bias_add(conv, real("d", (16,), HALF)))
    of_channels = scale(*[0.125 * (i + 1) for i in range(16)])
    v = real("v", (16, 4, 3, 3), of_channels, zero(0), axis=0)
    by_channel = relay.nn.conv2d(x, v, kernel_size=(3, 3), channels=16)
    yield "conv2d by channel", quantized(by_channel)
    yield "conv2d by channel and relu", quantized(relay.nn.relu(by_channel))
    d = real("w", (4, 1, 3, 3))
    depthwise = relay.nn.conv2d(x, d, kernel_size=(3, 3), channels=4, groups=4, strides=(2, 2))
    yield "conv2d depthwise", quantized(depthwise, dtype="uint8")
    m, n = real("m", (3, 8)), real("n", (5, 8), TWO, zero(0))
    yield "dense", quantized(relay.nn.dense(m, n, units=5))
    yield "dense and bias", quantized(
        relay.nn.bias_add(relay.nn.dense(m, n), real("c", (5,), scale(1), zero(0), "int32"))
    )
    five = scale(1, 2, 3, 4, 5)
    yield "dense by unit", quantized(relay.nn.dense(m, real("n", (5, 8), five, axis=0), units=5))
    a, e = real("a", (2, 3, 8)), real("e", (2, 5, 8), TWO)
    yield "batch_matmul", quantized(relay.nn.batch_matmul(a, e))
    yield "dense to 32 bits", quantized(relay.nn.dense(m, n), scale(1.0), zero(0), "int32")


def tuples():
    x, y = real("x", MATRIX), real("y", MATRIX, TWO, zero(0))
    yield "concatenate", quantized(relay.concatenate([x, y], 0))
    yield "concatenate, same parameters", quantized(relay.concatenate([x, x], 1), HALF, THREE)
    yield "concatenate relu", quantized(relay.nn.relu(relay.concatenate([x, y], 1)))
    parts = relay.split(x, 2, 1)
    yield "split", quantized(parts[1])
    yield "split and add", quantized(relay.add(parts[0], parts[1]))
    yield "split at", quantized(relay.split(x, [1, 3], 1)[2])
    yield "projection", quantized(relay.TupleGetItem(relay.Tuple([x, y]), 1))
    yield "split and concatenate", quantized(relay.concatenate([parts[1], y, parts[0]], 1))


def regions():
    x, y = real("x", MATRIX), real("y", MATRIX, TWO, zero(0))
    relu = relay.nn.relu
    yield "no operator", quantized(x)
    yield "no operator, same parameters", quantized(x, HALF, THREE)
    yield "constant", quantized(full(1.5, MATRIX))
    yield "variable", quantized(relu(var("f", MATRIX)))
    yield "operator without a rule", quantized(relu(relay.exp(x)))
    yield "partly quantized", quantized(relay.add(relu(x), var("f", MATRIX)))
    yield "float result", relu(x)
    yield "function", quantized(relay.Call(relay.Function([a := var("a", MATRIX)], relu(a)), [x]))
    yield "if", quantized(relay.If(var("c", (), "bool"), x, y))
    shared = relu(x)
    yield "two results", relay.Tuple([quantized(shared), quantized(shared, HALF, THREE)])
    yield "shared", quantized(relay.add(shared, relay.minimum(shared, y)))
    yield "part of a result", relay.Tuple([shared, quantized(shared)])
    first = quantized(relay.add(relu(x), y))
    second = quantized(relay.multiply(q.dequantize(first, TWO, zero(1)), y), HALF)
    yield "two regions", second
    yield "chain", q.dequantize(quantized(relu(q.dequantize(second, HALF, zero(1)))), TWO, zero(1))
    f = var("f", MATRIX)
    there = q.dequantize(quantized(f), TWO, zero(1))
    yield "quantized variable", quantized(relu(there))
    let = relay.Let(v := var("v", MATRIX, "int8"), first, quantized(relu(q.dequantize(v, TWO, zero(1)))))
    yield "let", let
    yield "let in a region", quantized(relay.Let(v := var("v", MATRIX), x, relu(v)))
    chain = x
    for _ in range(6):
        chain = relu(relay.add(chain, y))
    yield "long", quantized(chain)


def programs():
    for list_of in [unary, binary, layers, tuples, regions]:
        for title, program in list_of():
            yield "FakeQuantizationToInteger", [], title, program
