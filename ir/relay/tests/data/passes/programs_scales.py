"""Programs for the passes that move scales into convolutions."""

import numpy
from tvm import relay

from programs_simplify import var


def constant(*shape, low=1):
    size = int(numpy.prod(shape))
    return relay.const(numpy.arange(low, low + size, dtype="float32").reshape(shape))


def conv(x, w, channels=4, **attrs):
    return relay.nn.conv2d(x, w, channels=channels, kernel_size=(3, 3), padding=(1, 1), **attrs)


def function(body):
    return relay.Function(relay.analysis.free_vars(body), body)


def bodies():
    relu, multiply, add, leaky = relay.nn.relu, relay.multiply, relay.add, relay.nn.leaky_relu
    x, y, w, v = [var(*of) for of in [
        ("x", (2, 4, 8, 8)), ("y", (2, 4, 8, 8)), ("w", (4, 4, 3, 3)), ("v", (4, 4, 3, 3))]]
    b, s, flat = var("b", (4, 1, 1)), var("s", (4, 1, 1)), var("flat", (8,))
    k, full = constant(4, 1, 1), constant(1, 4, 1, 1)
    scales = [("variable", s), ("constant", k), ("zero", constant(4, 1, 1, low=0)),
              ("full", full), ("along width", flat), ("scalar", relay.const(2.0)),
              ("image", y), ("expanded", relay.expand_dims(constant(4), 1, 2))]
    for name, scale in scales:
        for order in [lambda a, b: (a, b), lambda a, b: (b, a)]:
            yield f"after, {name}", multiply(*order(conv(x, w), scale))
            yield f"after an activation, {name}", multiply(*order(relu(conv(x, w)), scale))
            yield f"before, {name}", conv(multiply(*order(x, scale)), w)
            yield f"before an activation, {name}", conv(relu(multiply(*order(x, scale))), w)
    for name, sum in [("add", relay.add), ("subtract", relay.subtract)]:
        for order in [lambda a, b: (a, b), lambda a, b: (b, a)]:
            yield f"{name} after", multiply(sum(*order(conv(x, w), b)), s)
            yield f"{name} before", conv(sum(*order(multiply(x, s), b)), w)
            yield f"{name} between", conv(multiply(sum(*order(conv(x, w), b)), k), v)
            yield f"{name} of an image after", multiply(sum(*order(conv(x, w), y)), s)
            yield f"{name} of an image before", conv(sum(*order(multiply(x, s), y)), w)
    two = add(conv(x, w), conv(y, v))
    yield "two convolutions", multiply(two, s)
    yield "two convolutions and activations", multiply(relu(add(relu(two), b)), k)
    yield "two uses after", add(multiply(conv(x, w), s), conv(x, w))
    shared = conv(x, w)
    yield "shared after", add(multiply(shared, s), shared)
    scaled = multiply(x, s)
    yield "shared before", add(conv(scaled, w), conv(scaled, v))
    yield "shared before and used", relay.Tuple([conv(scaled, w), scaled])
    mixed = multiply(x, k)
    yield "shared before with an activation", add(conv(mixed, w), conv(relu(mixed), v))
    yield "leaky", conv(leaky(multiply(leaky(conv(x, w), 0.1), k), 0.2), v)
    yield "tanh", multiply(relay.tanh(conv(x, w)), s)
    yield "tanh before", conv(relay.tanh(multiply(x, s)), w)
    yield "chain", conv(relu(multiply(relu(add(multiply(conv(x, w), s), b)), k)), v)
    yield "twice", multiply(multiply(conv(x, w), s), k)
    yield "twice before", conv(multiply(multiply(x, s), k), w)
    yield "product of convolutions", multiply(conv(x, w), conv(y, v))
    yield "tuple", conv(relay.TupleGetItem(relay.Tuple([multiply(x, s), y]), 0), w)
    deep = var("d", (4, 1, 3, 3))
    yield "depthwise after", multiply(conv(x, deep, groups=4), s)
    yield "depthwise before", conv(multiply(x, s), deep, groups=4)
    grouped = var("g", (4, 2, 3, 3))
    yield "grouped after", multiply(conv(x, grouped, groups=2), s)
    yield "grouped before", conv(multiply(x, s), grouped, groups=2)
    last, hwio, c = var("l", (2, 8, 8, 4)), var("h", (3, 3, 4, 4)), var("c", (4,))
    nhwc = {"data_layout": "NHWC", "kernel_layout": "HWIO"}
    yield "channels last after", multiply(relu(conv(last, hwio, **nhwc)), constant(4))
    yield "channels last before", conv(add(multiply(last, c), c), hwio, **nhwc)
    hwoi = var("o", (3, 3, 4, 1))
    depthwise = {"data_layout": "NHWC", "kernel_layout": "HWOI", "groups": 4}
    yield "depthwise, channels last after", multiply(conv(last, hwoi, **depthwise), c)
    yield "depthwise, channels last before", conv(multiply(last, c), hwoi, **depthwise)
    blocks, weights = var("n", (2, 2, 8, 8, 2)), var("k", (2, 2, 3, 3, 2, 2))
    blocked = {"data_layout": "NCHW2c", "kernel_layout": "OIHW2i2o"}
    t = var("t", (1, 2, 1, 1, 2))
    yield "blocks after", multiply(conv(blocks, weights, **blocked), t)
    yield "blocks before", conv(multiply(blocks, t), weights, **blocked)
    yield "blocks and a sum", multiply(add(conv(blocks, weights, **blocked), t), t)
    condition = relay.var("z", shape=(), dtype="bool")
    yield "branch", relay.If(condition, multiply(conv(x, w), s), conv(multiply(x, s), w))
    name = relay.var("name")
    yield "let", relay.Let(name, multiply(x, s), conv(name, w))
    yield "let of a result", relay.Let(name, conv(x, w), multiply(name, s))


def programs():
    for name, body in bodies():
        for pass_name in ["BackwardFoldScaleAxis", "ForwardFoldScaleAxis"]:
            yield pass_name, [], name, function(body)
