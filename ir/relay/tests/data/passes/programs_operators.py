"""Programs for the passes that replace operators by other operators."""

import numpy as np
import tvm
from tvm import relay

from programs_simplify import full, var


def simplify_inference():
    for shape, axis in [
        ((2, 4, 8, 8), 1),
        ((2, 8, 8, 4), 3),
        ((2, 8, 8, 4), -1),
        ((2, 4), 1),
        ((4, 3), 0),
    ]:
        for center, scale in [(True, True), (False, True), (True, False), (False, False)]:
            x = var("x", shape)
            params = [var(name, (4,)) for name in ["gamma", "beta", "mean", "variance"]]
            flags = {"axis": axis, "center": center, "scale": scale}
            out = relay.nn.batch_norm(x, *params, epsilon=1e-3, **flags)
            yield f"batch_norm {shape} {axis} {center} {scale}", out[0]
            yield f"batch_norm of relu {shape} {axis} {center} {scale}", relay.nn.relu(
                relay.nn.batch_norm(relay.nn.relu(x), *params, **flags)[0]
            )
            yield f"layer_norm {shape} {axis} {center} {scale}", relay.nn.layer_norm(
                x, *params[:2], **flags
            )
            if len(shape) > 2:
                yield f"instance_norm {shape} {axis} {center} {scale}", relay.nn.instance_norm(
                    x, *params[:2], epsilon=1e-3, **flags
                )
                yield f"group_norm {shape} {axis} {center} {scale}", relay.nn.group_norm(
                    x, *params[:2], num_groups=2, **flags
                )
        for axes in [[axis], list(range(len(shape)))]:
            yield f"l2_normalize {shape} {axes}", relay.nn.l2_normalize(x, 0.001, axes)
    half = var("x", (2, 4), "float16")
    params = [var(name, (4,), "float16") for name in ["gamma", "beta", "mean", "variance"]]
    yield "batch_norm float16", relay.nn.batch_norm(half, *params)[0]
    yield "batch_norm mean", relay.nn.batch_norm(half, *params)[1]
    both = relay.nn.batch_norm(half, *params)
    yield "batch_norm all", relay.Tuple([both[0], both[1], both[2]])
    yield "batch_norm shared", relay.add(both[0], both[0])
    yield "layer_norm float16", relay.nn.layer_norm(half, *params[:2])
    x = var("x", (2, 4))
    yield "dropout", relay.nn.dropout(x, 0.3)
    yield "dropout of relu", relay.nn.relu(relay.nn.dropout(relay.nn.relu(x), 0.3))
    yield "dropout mask", relay.TupleGetItem(relay.op.nn._make.dropout(x, 0.3), 1)
    unknown = relay.var("x", relay.TensorType((relay.Any(), 4), "float32"))
    params = [var(name, (4,)) for name in ["gamma", "beta", "mean", "variance"]]
    yield "batch_norm unknown", relay.nn.batch_norm(unknown, *params)[0]
    yield "layer_norm unknown", relay.nn.layer_norm(unknown, *params[:2])
    v, w = relay.var("v"), relay.var("w")
    out = relay.nn.batch_norm(v, *params)
    yield "batch_norm let", relay.Let(v, relay.nn.relu(x), relay.Let(w, out[0], relay.nn.relu(w)))
    yield "two batch_norms", relay.nn.batch_norm(relay.nn.batch_norm(x, *params)[0], *params)[0]
    yield "batch_norm tuple let", relay.Let(
        v, relay.op.nn._make.batch_norm(x, *params, 1, 1e-5, True, True), relay.TupleGetItem(v, 0)
    )


def canonicalize_ops():
    for shape, axis in [
        ((2, 4, 8, 8), 1),
        ((2, 8, 8, 4), 3),
        ((2, 8, 8, 4), -1),
        ((2, 4), 1),
        ((4, 3), 0),
        ((4,), 0),
    ]:
        x, bias = var("x", shape), var("bias", (4,))
        yield f"bias_add {shape} {axis}", relay.nn.bias_add(x, bias, axis)
        yield f"bias_add of relu {shape} {axis}", relay.nn.relu(
            relay.nn.bias_add(relay.nn.relu(x), bias, axis)
        )
    x, bias = var("x", (2, 4)), var("bias", (4,))
    yield "bias_add twice", relay.nn.bias_add(relay.nn.bias_add(x, bias), bias)
    shared = relay.nn.bias_add(x, bias)
    yield "bias_add shared", relay.add(shared, shared)


def canonicalize_cast():
    x = var("x", (2, 4), "int8")
    cast = relay.cast(x, "int32")
    yield "cast shared", relay.Tuple(
        [relay.add(cast, relay.const(1)), relay.multiply(cast, relay.const(2))]
    )
    yield "cast used twice", relay.add(cast, cast)
    narrow = relay.cast(var("x", (2, 4), "int32"), "int8")
    yield "narrow", relay.add(narrow, narrow)
    yield "cast once", relay.nn.relu(cast)
    a, b = relay.abs(cast), relay.negative(cast)
    yield "cast in depth", relay.add(relay.add(a, b), relay.copy(cast))
    yield "cast opaque", relay.Tuple(
        [relay.nn.softmax(relay.cast(cast, "float32")), relay.sum(cast), relay.abs(cast)]
    )
    yield "cast of cast", relay.add(relay.cast(relay.cast(x, "int16"), "int32"), cast)
    mid = relay.cast(x, "int16")
    yield "cast of shared cast", relay.add(relay.cast(mid, "int32"), relay.cast(mid, "int32"))
    y = var("y", (2, 4), "int16")
    c2 = relay.cast(relay.right_shift(relay.multiply(cast, cast), relay.const(1)), "int64")
    yield "casts through", relay.Tuple(
        [relay.negative(c2), relay.abs(c2), relay.concatenate([c2, c2], 0)]
    )
    yield "cast in tuple", relay.Tuple([cast, relay.abs(cast), relay.negative(cast)])
    bias = var("b", (4,), "int32")
    s = relay.add(cast, bias)
    c3 = relay.cast(s, "float64")
    yield "cast of sum", relay.Tuple([relay.exp(c3), relay.tanh(c3), relay.add(s, cast)])


def fast_math():
    x = var("x", (2, 4))
    for op in [relay.exp, relay.tanh, relay.erf, relay.log, relay.sigmoid]:
        yield f"{op.__name__}", op(op(x))
    yield "softmax", relay.nn.softmax(x, 0)
    yield "log_softmax", relay.nn.log_softmax(x)
    yield "softmax of exp", relay.nn.softmax(relay.exp(x))


def fold_explicit_padding():
    w = {1: (4, 3, 3), 2: (4, 3, 3, 3), 3: (4, 3, 3, 3, 3)}
    for rank, conv in [(1, relay.nn.conv1d), (2, relay.nn.conv2d), (3, relay.nn.conv3d)]:
        x, k = var("x", (1, 3) + (8,) * rank), var("w", w[rank])
        for pads in [
            [(0, 0)] * 2 + [(1, 2)] * rank,
            [(0, 0), (1, 0)] + [(1, 1)] * rank,
            [(0, 0)] * (2 + rank),
        ]:
            if pads[1][0]:
                continue
            pad = relay.nn.pad(x, pads)
            yield f"conv{rank}d {pads}", conv(pad, k, kernel_size=[3] * rank, channels=4)
            yield f"conv{rank}d padded {pads}", conv(
                pad, k, kernel_size=[3] * rank, channels=4, padding=[1] * rank
            )
            yield f"conv{rank}d asymmetric {pads}", conv(
                pad,
                k,
                kernel_size=[3] * rank,
                channels=4,
                padding=list(range(2 * rank)),
                strides=[2] * rank,
            )
        last = "NWC NHWC NDHWC".split()[rank - 1]
        kernel = "WIO HWIO DHWIO".split()[rank - 1]
        x, k = var("x", (1,) + (8,) * rank + (3,)), var("w", (3,) * rank + (3, 4))
        pad = relay.nn.pad(x, [(0, 0)] + [(2, 1)] * rank + [(0, 0)])
        layouts = {"data_layout": last, "kernel_layout": kernel}
        yield f"conv{rank}d {last}", conv(pad, k, kernel_size=[3] * rank, channels=4, **layouts)
        pad = relay.nn.pad(x, [(0, 0)] + [(2, 1)] * rank + [(0, 0)], pad_value=1.0)
        yield f"conv{rank}d {last} value", conv(
            pad, k, kernel_size=[3] * rank, channels=4, **layouts
        )
    x, k = var("x", (1, 3, 8, 8)), var("w", (4, 3, 3, 3))
    flags = {"kernel_size": [3, 3], "channels": 4}
    pads = [(0, 0), (0, 0), (1, 1), (1, 1)]
    yield "reflect", relay.nn.conv2d(relay.nn.pad(x, pads, pad_mode="reflect"), k, **flags)
    yield "edge", relay.nn.conv2d(relay.nn.pad(x, pads, pad_mode="edge"), k, **flags)
    yield "shared", relay.Tuple([(p := relay.nn.pad(x, pads)), relay.nn.conv2d(p, k, **flags)])
    yield "batch", relay.nn.conv2d(relay.nn.pad(x, [(1, 1), (0, 0), (1, 1), (1, 1)]), k, **flags)
    yield "channels", relay.nn.conv2d(
        relay.nn.pad(x, [(0, 0), (1, 1), (1, 1), (1, 1)]), var("w", (4, 5, 3, 3)), **flags
    )
    yield "max_pool", relay.nn.max_pool2d(relay.nn.pad(x, pads), pool_size=(2, 2))
    yield "pads", relay.nn.conv2d(relay.nn.pad(relay.nn.pad(x, pads), pads), k, **flags)
    yield "negative", relay.nn.conv2d(
        relay.nn.pad(x, [(0, 0), (0, 0), (-1, 1), (1, 1)]), k, **flags
    )
    q = relay.nn.pad(var("x", (1, 3, 8, 8), "int8"), pads, pad_value=0)
    yield "int8", relay.nn.conv2d(q, var("w", (4, 3, 3, 3), "int8"), out_dtype="int32", **flags)
    yield "blocked", relay.nn.conv2d(
        relay.nn.pad(var("x", (1, 1, 8, 8, 4)), [(0, 0), (0, 0), (1, 1), (1, 1), (0, 0)]),
        var("w", (1, 1, 3, 3, 4, 4)),
        data_layout="NCHW4c",
        kernel_layout="OIHW4i4o",
        **flags,
    )


def dynamic_to_static():
    x, y = var("x", (4, 8)), var("y", (2, 16))
    d = relay.var("d", relay.TensorType((relay.Any(), 8), "float32"))
    v = relay.op.dyn
    const = lambda *values: relay.const(np.array(values, "int64"))
    yield "reshape constant", v._make.reshape(x, const(2, -1))
    yield "reshape unknown", relay.reshape(x, relay.shape_of(d))
    yield "squeeze", v._make.squeeze(relay.expand_dims(x, 0), const(0))
    yield "tile", v._make.tile(x, const(2, 3))
    yield "topk", relay.TupleGetItem(v._make.topk(x, relay.const(2), 1, "both", False, "int32"), 0)
    yield "broadcast_to", v._make.broadcast_to(x, const(3, 4, 8))
    yield "zeros", relay.zeros(const(2, 3), "float32")
    yield "one_hot", relay.one_hot(
        var("i", (3,), "int32"), relay.const(1.0), relay.const(0.0), relay.const(5), 1, "float32"
    )
    yield "upsampling", v.nn._make.upsampling(
        var("x", (1, 3, 4, 4)),
        relay.const(2.0),
        relay.const(3.0),
        "NCHW",
        "nearest_neighbor",
        False,
    )
    yield "upsampling3d", v.nn._make.upsampling3d(
        var("x", (1, 3, 4, 4, 4)),
        relay.const(2.0),
        relay.const(3.0),
        relay.const(1.0),
        "NCDHW",
        "nearest_neighbor",
        "half_pixel",
    )
    yield "pad", v.nn._make.pad(
        x, relay.const(np.array([[1, 1], [2, 2]], "int64")), relay.const(0.5), "constant"
    )
    yield "strided_slice", v._make.strided_slice(x, const(0, 1), const(3, 7), const(1, 2), "end")
    yield "sparse_to_dense", v._make.sparse_to_dense(
        var("i", (3,), "int32"), const(7), var("v", (3,)), relay.const(0.0)
    )
    yield "expand_dims", v._make.expand_dims(x, relay.const(1), 2)
    yield "resize", relay.image.resize2d(
        var("x", (1, 3, 4, 4)), relay.const(np.array([8, 8], "int64"))
    )


def fold_constant():
    x = var("x", (4, 8))
    d = relay.var("d", relay.TensorType((relay.Any(), 8), "float32"))
    yield "shape_of unknown", relay.shape_of(d)
    yield "ndarray_size unknown", relay.ndarray_size(d)
    yield "tuple field", relay.TupleGetItem(relay.Tuple([x, relay.const(2)]), 1)
    yield "tuple field relu", relay.nn.relu(relay.TupleGetItem(relay.Tuple([x, relay.const(2)]), 0))
    yield "no constants", relay.add(x, relay.zeros((4, 8), "float32"))
    yield "if", relay.If(relay.const(True), x, relay.nn.relu(x))
    yield "if unknown", relay.If(relay.var("c", "bool"), x, relay.nn.relu(x))


def programs():
    for name, make in [
        ("SimplifyInference", simplify_inference),
        ("CanonicalizeOps", canonicalize_ops),
        ("CanonicalizeCast", canonicalize_cast),
        ("FastMath", fast_math),
        ("FoldExplicitPadding", fold_explicit_padding),
        ("DynamicToStatic", dynamic_to_static),
        ("FoldConstant", fold_constant),
    ]:
        for title, program in make():
            yield name, [], title, program
