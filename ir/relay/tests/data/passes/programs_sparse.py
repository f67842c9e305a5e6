"""Programs for the passes that replace weights by sparse ones."""

import numpy as np
from tvm import relay

from programs_lifting import main
from programs_simplify import var

ANSWERS = "pairs_sparse.jsonl.gz"


def dense_programs():
    x, w, v, b = var("x", (4, 16)), var("w", (8, 16)), var("v", (8, 8)), var("b", (8,))
    dense = relay.nn.dense
    yield "dense", main([x, w], dense(x, w))
    yield "last parameter first", main([w, x], dense(x, w))
    yield "two layers", main([x, w, v, b], dense(relay.nn.bias_add(dense(x, w), b), v))
    yield "unused parameter", main([x, b, w], dense(x, w))
    yield "same weight twice", main([x, w], relay.Tuple([dense(x, w), dense(relay.exp(x), w)]))
    yield "another weight", main([x, u := var("u", (8, 16)), v], dense(dense(x, u), v))
    yield "computed weight", main([x, w], dense(x, relay.exp(w)))
    yield "weight with another use", main([x, w], relay.Tuple([dense(x, w), relay.exp(w)]))
    yield "as data", main([w, x], dense(w, x))
    yield "units", main([x, w], dense(x, w, units=8, out_dtype="float32"))
    y = var("y", (4, 8))
    yield "let", main([x, w, v], relay.Let(y, dense(x, w), dense(relay.tanh(y), v)))
    yield "branches", main(
        [c := var("c", (), "bool"), x, w], relay.If(c, dense(x, w), dense(relay.exp(x), w))
    )
    f = relay.Function([a := var("a", (4, 16))], dense(a, w))
    yield "local function", main([x, w], relay.Call(f, [x]))


def conv_programs():
    x, w, v = var("x", (1, 8, 9, 9)), var("w", (16, 8, 1, 1)), var("v", (16, 8, 3, 3))
    u = var("u", (4, 16, 1, 1))

    def conv(data, weight, size=1, **attrs):
        channels = weight.type_annotation.shape[0]
        return relay.nn.conv2d(data, weight, kernel_size=(size, size), channels=channels, **attrs)

    yield "1x1", main([x, w], conv(x, w))
    yield "3x3", main([x, v], conv(x, v, 3))
    yield "3x3 padded", main([x, v], conv(x, v, 3, padding=(1, 1)))
    yield "another weight", main([x, w, t := var("t", (4, 16, 1, 1))], conv(conv(x, w), t))
    yield "relu", main([x, w], relay.nn.relu(conv(relay.nn.relu(x), w)))
    yield "two layers", main([x, w, u], conv(relay.nn.relu(conv(x, w)), u))
    yield "computed weight", main([x, w], relay.nn.conv2d(
        x, relay.exp(w), kernel_size=(1, 1), channels=16
    ))
    n, k = var("n", (1, 9, 9, 8)), var("k", (1, 1, 8, 16))
    yield "NHWC", main([n, k], relay.nn.conv2d(
        n, k, kernel_size=(1, 1), channels=16, data_layout="NHWC", kernel_layout="HWIO"
    ))


def sparse(shape, block, keep):
    """Returns weights, where only each block with an index of a multiple of `keep` is not 0."""
    values = np.random.RandomState(3).rand(*shape).astype("float32") + 1
    rows, columns = np.indices(shape)
    index = rows // block[0] * (shape[1] // block[1]) + columns // block[1]
    return np.where(index % keep == 0, values, 0).astype("float32")


def frozen_programs():
    x, n = var("x", (1, 8, 9, 9)), var("n", (1, 9, 9, 8))
    for size in [1, 3]:
        for block in [(4, 2), (16, 1), (1, 1), (2, 8), (3, 5)]:
            for keep in [1, 3, 7]:
                matrix = sparse((16, 8 * size * size), block, keep)
                weight = relay.const(matrix.reshape(16, 8, size, size))
                attrs = {"kernel_size": (size, size), "channels": 16, "padding": size // 2}
                title = f"frozen {size} {block} {keep}"
                yield size, block, f"{title} NCHW", relay.nn.conv2d(x, weight, **attrs)
                weight = relay.const(np.ascontiguousarray(matrix.T).reshape(size, size, 8, 16))
                yield size, block, f"{title} NHWC", relay.nn.conv2d(
                    n, weight, data_layout="NHWC", kernel_layout="HWIO", **attrs
                )
    matrix = sparse((16, 72), (4, 2), 3)
    weight = relay.const(matrix.reshape(16, 8, 3, 3))
    attrs = {"kernel_size": (3, 3), "channels": 16}
    block = (4, 2)
    yield 3, block, "strided", relay.nn.conv2d(x, weight, strides=(2, 2), **attrs)
    yield 3, block, "strided along one axis", relay.nn.conv2d(x, weight, strides=(1, 2), **attrs)
    yield 3, block, "padded", relay.nn.conv2d(x, weight, padding=(1, 1), **attrs)
    yield 3, block, "variable", relay.nn.conv2d(x, var("w", (16, 8, 3, 3)), **attrs)
    conv = relay.nn.conv2d(x, weight, padding=(1, 1), **attrs)
    second = relay.const(sparse((16, 144), (4, 2), 3).reshape(16, 16, 3, 3))
    yield 3, block, "two layers", relay.nn.conv2d(
        relay.nn.relu(conv), second, padding=(1, 1), **attrs
    )
    yield 3, block, "empty", relay.nn.conv2d(x, relay.const(np.zeros((16, 8, 3, 3), "float32")), **attrs)
    yield 3, block, "other operators", relay.nn.dense(relay.nn.batch_flatten(x), var("w", (5, 648)))


def programs():
    for title, program in dense_programs():
        args = [["w", "v"], [[6, 2, 2, 6, 5], [3, 4, 2, 3, 3]]]
        yield "DenseToSparse", args, title, program
    for title, program in conv_programs():
        layout = "NHWC" if "NHWC" in title else "NCHW"
        size = 3 if title.startswith("3x3") else 1
        five = [["w", "u", "v", "k"], [[6, 4, 2, 6, 5], [3, 2, 2, 3, 3], [3, 4, 2, 3, 5], [6, 4, 2, 6, 5]]]
        yield "Conv2dToSparse", [*five, layout, size], title, program
        four = [["w", "k"], [[6, 16, 6, 2], [6, 16, 6, 2]]]
        yield "Conv2dToSparse", [*four, layout, size], f"{title}, columns", program
    for size, block, title, program in frozen_programs():
        layout = "NHWC" if "NHWC" in title else "NCHW"
        for threshold in [0, 1]:
            args = [layout, size, *block, threshold]
            yield "Conv2dToSparse2", args, f"{title} {threshold}", program
        yield "Conv2dToSparse2", [layout, 4 - size, *block, 0], f"{title}, other size", program
