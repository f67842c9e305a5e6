"""Programs for the passes that combine parallel calls."""

import tvm
from tvm import relay

from programs_simplify import var


def convolutions(widths, kernels=None, **flags):
    x = var("x", (1, 4, 16, 16))
    outs = []
    for number, width in enumerate(widths):
        size = (kernels or [3] * len(widths))[number]
        w = var(f"w{number}", (width, 4 // flags.get("groups", 1), size, size))
        outs.append(relay.nn.conv2d(x, w, kernel_size=(size, size), channels=width, **flags))
    return x, outs


def conv2d():
    both = relay.Tuple
    yield "three", both(convolutions([4, 8, 4])[1])
    yield "kernels", both(convolutions([4, 8, 4, 2, 2], [1, 3, 1, 3, 3], padding=(0, 0))[1])
    yield "two", both(convolutions([4, 8])[1])
    yield "one", both(convolutions([4])[1])
    yield "groups", both(convolutions([4, 8], groups=2)[1])
    _, outs = convolutions([4, 8, 4])
    biases = [var(f"b{number}", (width, 1, 1)) for number, width in enumerate([4, 8, 4])]
    sums = [relay.exp(relay.add(out, bias)) for out, bias in zip(outs, biases)]
    yield "biases", both(sums)
    yield "biases reversed", both([relay.add(bias, out) for out, bias in zip(outs, biases)])
    yield "scalars", both([relay.multiply(out, relay.const(2.0)) for out in outs])
    full = [
        relay.add(out, var(f"b{number}", (1, width, 16, 16), "float32"))
        for number, (out, width) in enumerate(zip(convolutions([4, 8], padding=(1, 1))[1], [4, 8]))
    ]
    yield "full", both(full)
    yield "broadcast", both(
        [relay.add(out, var(f"b{number}", (1, 1, 1))) for number, out in enumerate(outs)]
    )
    yield "different", both([relay.exp(outs[0]), relay.negative(outs[1]), relay.exp(outs[2])])
    yield "depths", both(
        [relay.exp(relay.exp(outs[0])), relay.exp(outs[1]), relay.exp(relay.exp(outs[2]))]
    )
    yield "shared", both([relay.exp(outs[0]), relay.abs(outs[0]), outs[1]])
    block = var("x", (1, 4, 16, 16))
    for level in range(3):
        parts = []
        for number in range(2):
            w = var(f"w{level}{number}", (2, 4, 3, 3))
            parts.append(relay.nn.conv2d(block, w, kernel_size=(3, 3), channels=2, padding=(1, 1)))
        block = relay.concatenate(parts, 1)
    yield "blocks", block
    x = var("x", (1, 16, 16, 4))
    last = [
        relay.nn.conv2d(
            x,
            var(f"w{number}", (3, 3, 4, width)),
            kernel_size=(3, 3),
            channels=width,
            data_layout="NHWC",
            kernel_layout="HWIO",
        )
        for number, width in enumerate([4, 8])
    ]
    yield "NHWC", both(
        [relay.add(out, var(f"b{width}", (width,))) for out, width in zip(last, [4, 8])]
    )
    w = var("w", (4, 4, 3, 3))
    x, outs = convolutions([4, 8])
    yield "strides", both(
        [outs[0], relay.nn.conv2d(x, w, kernel_size=(3, 3), channels=4, strides=(2, 2))]
    )


def dense(widths=(4, 4, 5), **flags):
    x = var("x", (2, 3))
    return [
        relay.nn.dense(x, var(f"w{number}", (width, 3)), **flags)
        for number, width in enumerate(widths)
    ]


def denses():
    both = relay.Tuple
    yield "three", both(dense())
    yield "units", both([relay.nn.dense(var("x", (2, 3)), var("w", (4, 3)), units=4)] + dense())
    outs = dense((4, 4))
    biases = [var(f"b{number}", (4,)) for number in range(2)]
    yield "biases", both([relay.exp(relay.add(out, bias)) for out, bias in zip(outs, biases)])
    wide = [var(f"b{number}", (2, 4)) for number in range(2)]
    yield "wide biases", both([relay.add(out, bias) for out, bias in zip(outs, wide)])
    yield "different biases", both([relay.add(outs[0], wide[0]), relay.add(outs[1], biases[1])])
    yield "scale", both([relay.multiply(out, relay.const(2.0)) for out in outs])
    yield "column", both(
        [relay.multiply(out, var(f"s{number}", (2, 1))) for number, out in enumerate(outs)]
    )
    yield "depths", both([relay.exp(relay.abs(outs[0])), relay.exp(outs[1])])
    x = var("x", (2, 3))
    net = [relay.nn.dense(x, var(f"w{number}", (3, 3))) for number in range(2)]
    net = [
        relay.nn.dense(out, var(f"v{number}", (3, 3)))
        for number, out in enumerate([net[0], net[0]])
    ] + net[1:]
    yield "levels", both(net)


def batch_matmuls():
    both = relay.Tuple
    x = var("x", (2, 4, 3))
    outs = [
        relay.nn.batch_matmul(x, var(f"w{number}", (2, width, 3)))
        for number, width in enumerate([4, 5])
    ]
    yield "two", both(outs)
    more = outs + [relay.nn.batch_matmul(x, var("v", (1, 5, 3)))]
    yield "batches", both(more)
    biases = [relay.add(out, var(f"b{width}", (width,))) for out, width in zip(outs, [4, 5])]
    yield "biases", both(biases)
    yield "exp", both([relay.exp(out) for out in outs])


def programs():
    for count in [2, 3]:
        for name, program in conv2d():
            yield "CombineParallelConv2D", [count], name, program
    for name, program in denses():
        yield "CombineParallelDense", [2, True], name, program
        yield "CombineParallelDense", [2, False], name, program
    for name, program in batch_matmuls():
        yield "CombineParallelBatchMatmul", [2], name, program
    x, y = var("x", (2, 3)), var("y", (2, 3))
    adds = [relay.add(x, y), relay.add(x, relay.exp(y)), relay.add(x, var("z", (3,)))]
    yield "CombineParallelOpBatch", ["add", "add", 2], "add", relay.Tuple(adds)
