"""Programs for ConvertLayout."""

import numpy as np
import tvm
from tvm import relay

ANSWERS = "pairs_convert_layout.jsonl.gz"

NHWC = {"nn.conv2d": ["NHWC", "default"]}
NCHW = {"nn.conv2d": ["NCHW", "default"]}


def var(name, shape, dtype="float32"):
    return relay.var(name, shape=shape, dtype=dtype)


def conv(data, name="weight", channels=8, size=3, in_channels=8, **attrs):
    """Returns a convolution of images in NCHW with a weight of its own."""
    groups = attrs.get("groups", 1)
    weight = var(name, (channels, in_channels // groups, size, size))
    attrs.setdefault("padding", (size // 2, size // 2))
    return relay.nn.conv2d(data, weight, channels=channels, kernel_size=(size, size), **attrs)


def conv_nhwc(data, name="weight", channels=8, size=3, in_channels=8):
    weight = var(name, (size, size, in_channels, channels))
    return relay.nn.conv2d(
        data,
        weight,
        channels=channels,
        kernel_size=(size, size),
        padding=(1, 1),
        data_layout="NHWC",
        kernel_layout="HWIO",
    )


def function(body):
    return relay.Function(relay.analysis.free_vars(body), body)


def x():
    return var("x", (1, 8, 12, 12))


def convolutions():
    """Lists convolutions alone, with the desired layouts."""
    yield "conv2d", NHWC, conv(x())
    yield "conv2d in its layout", NCHW, conv(x())
    yield "conv2d of other operator", {"nn.conv3d": ["NDHWC", "default"]}, conv(x())
    yield "conv2d with kernel", {"nn.conv2d": ["NHWC", "OHWI"]}, conv(x())
    yield "conv2d HWNC", {"nn.conv2d": ["HWNC", "default"]}, conv(x())
    yield "conv2d blocked", {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}, conv(x())
    yield "conv2d depthwise", NHWC, conv(x(), groups=8)
    yield "conv2d grouped", NHWC, conv(x(), channels=16, groups=4)
    yield "conv2d strided", NHWC, conv(x(), strides=(2, 2), dilation=(2, 2))
    yield "conv2d out_layout", NHWC, conv(x(), out_layout="NHWC")
    nhwc = conv_nhwc(var("x", (1, 12, 12, 8)))
    yield "conv2d from NHWC", NCHW, nhwc
    yield "conv2d NHWC in its layout", NHWC, nhwc
    yield "two conv2d", NHWC, conv(conv(x()), "second")
    yield "two conv2d in different layouts", NCHW, relay.nn.relu(
        conv(relay.transpose(conv_nhwc(var("x", (1, 12, 12, 8))), (0, 3, 1, 2)), "second")
    )
    volume = var("x", (1, 4, 6, 6, 6))
    conv3d = relay.nn.conv3d(volume, var("w", (8, 4, 3, 3, 3)), channels=8, kernel_size=(3, 3, 3))
    yield "conv3d", {"nn.conv3d": ["NDHWC", "default"]}, relay.nn.relu(conv3d)
    yield "conv3d with kernel", {"nn.conv3d": ["NDHWC", "ODHWI"]}, relay.nn.relu(conv3d)
    transposed = relay.nn.conv2d_transpose(
        x(), var("w", (8, 4, 3, 3)), channels=4, kernel_size=(3, 3), kernel_layout="IOHW"
    )
    yield "conv2d_transpose", {"nn.conv2d_transpose": ["NHWC", "default"]}, transposed
    yield "conv2d_transpose with kernel", {"nn.conv2d_transpose": ["NHWC", "HWOI"]}, transposed
    deformable = relay.nn.deformable_conv2d(
        x(), var("offset", (1, 18, 10, 10)), var("w", (8, 8, 3, 3)), channels=8, kernel_size=(3, 3)
    )
    yield "deformable_conv2d", {"nn.deformable_conv2d": ["NHWC", "default"]}, deformable
    yield "conv2d and deformable_conv2d", {
        "nn.conv2d": ["NHWC", "default"],
        "nn.deformable_conv2d": ["NHWC", "default"],
    }, conv(deformable, "second")
    correlation = relay.nn.correlation(conv(x()), x(), 1, 2, 1, 1, 2, True, "NCHW")
    yield "correlation", NHWC, correlation


def elementwise():
    yield "relu", NHWC, relay.nn.relu(conv(x()))
    yield "relu before", NHWC, conv(relay.nn.relu(x()))
    yield "chain", NHWC, relay.sqrt(relay.clip(relay.exp(relay.nn.leaky_relu(conv(x()))), 0, 6))
    yield "cast", NHWC, relay.cast(relay.cast(conv(x()), "int32"), "float32")
    yield "dropout", NHWC, relay.nn.dropout(relay.nn.dropout(conv(x()), 0.5))
    yield "prelu", NHWC, relay.nn.prelu(conv(x()), var("alpha", (8,)))
    yield "zeros_like", NHWC, relay.zeros_like(conv(x()))
    yield "softmax", NHWC, relay.nn.relu(relay.nn.softmax(conv(x()), axis=1))
    both = relay.nn.relu(conv(x()))
    yield "used twice", NHWC, relay.Tuple([both, relay.nn.batch_flatten(both), relay.exp(both)])
    yield "original used twice", NHWC, relay.add(
        relay.nn.batch_flatten(both), relay.reshape(both, (1, -1))
    )
    yield "without convolution", NHWC, relay.nn.relu(relay.add(x(), x()))


def broadcast():
    y = conv(x())
    yield "scalar", NHWC, relay.add(y, relay.const(2.0))
    yield "scalar on the left", NHWC, relay.subtract(relay.const(2.0), relay.nn.relu(y))
    yield "vector", NHWC, relay.multiply(y, var("v", (12,)))
    yield "bias", NHWC, relay.add(y, var("bias", (8, 1, 1)))
    yield "bias on the left", NHWC, relay.add(var("bias", (8, 1, 1)), y)
    yield "expanded bias", NHWC, relay.add(y, relay.expand_dims(var("bias", (8,)), 1, 2))
    yield "bias of one channel", NHWC, relay.add(y, var("bias", (1, 1, 1)))
    yield "whole tensor", NHWC, relay.maximum(y, var("other", (1, 8, 12, 12)))
    yield "lower rank with larger result", NHWC, relay.add(y, var("other", (3, 1, 8, 12, 12)))
    yield "residual", NHWC, relay.nn.relu(relay.add(conv(relay.nn.relu(y), "second"), y))
    yield "residual of input", NHWC, relay.add(y, x())
    yield "bias_add", NHWC, relay.nn.bias_add(y, var("bias", (8,)))
    yield "two biases", NHWC, relay.add(
        relay.add(y, var("bias", (8, 1, 1))),
        relay.multiply(var("bias", (8, 1, 1)), relay.const(3.0)),
    )
    yield "comparison", NHWC, relay.greater(y, relay.zeros_like(y))
    yield "where", NHWC, relay.where(relay.greater(y, relay.const(0.0)), y, relay.negative(y))
    nhwc = conv_nhwc(var("x", (1, 12, 12, 8)))
    yield "vector in NHWC", NCHW, relay.add(nhwc, var("bias", (8,)))
    yield "vector in NHWC and relu", NCHW, relay.nn.relu(relay.multiply(nhwc, var("bias", (8,))))
    yield "matrix in NHWC", NCHW, relay.add(nhwc, var("bias", (12, 8)))
    yield "reduced with whole", NHWC, relay.add(y, relay.sum(y, axis=[1], keepdims=True))
    yield "reduced to lower rank", NHWC, relay.add(y, relay.sum(y, axis=[0]))
    yield "reduced to lower rank and one", NHWC, relay.add(y, relay.sum(y, axis=[0, 1, 2]))
    yield "units of lower rank", NHWC, relay.add(y, relay.add(var("a", (1, 1)), var("b", (1, 1))))
    yield "vector with blocks", {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}, relay.add(
        y, var("bias", (8, 1, 1))
    )
    yield "unit with blocks", {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}, relay.add(
        y, relay.add(var("a", (1, 1, 12, 12)), var("b", (1, 1, 12, 12)))
    )
    yield "two with blocks", {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}, relay.add(
        y, relay.sum(conv(x(), "second"), axis=[1], keepdims=True)
    )


def joins():
    y = conv(x())
    z = conv(x(), "second", channels=4)
    yield "concatenate", NHWC, relay.concatenate([y, z], axis=1)
    yield "concatenate and relu", NHWC, relay.nn.relu(
        relay.concatenate([y, relay.nn.relu(z)], axis=1)
    )
    yield "concatenate last axis", NHWC, relay.concatenate([y, y], axis=-1)
    yield "concatenate with input", NHWC, relay.concatenate([y, x()], axis=1)
    yield "concatenate of inputs", NHWC, conv(
        relay.concatenate([var("x", (1, 4, 12, 12)), var("y", (1, 4, 12, 12))], axis=1)
    )
    pair = relay.Tuple([y, z])
    yield "concatenate twice", NHWC, relay.Tuple(
        [relay.concatenate(pair, axis=1), relay.nn.relu(relay.concatenate(pair, axis=1))]
    )
    halves = relay.split(y, 2, axis=1)
    yield "split", NHWC, relay.add(halves[0], halves[1])
    yield "split of parts", NHWC, relay.split(y, [2, 4], axis=1).astuple()
    yield "stack", NHWC, relay.stack([y, y], axis=0)
    yield "tuple", NHWC, relay.Tuple([y, relay.nn.relu(z)])
    yield "field of tuple", NHWC, relay.nn.relu(relay.TupleGetItem(pair, 1))
    yield "field of plain tuple", NHWC, relay.add(
        relay.TupleGetItem(relay.Tuple([x(), x()]), 0), relay.const(1.0)
    )
    yield "nested tuple", NHWC, relay.TupleGetItem(relay.Tuple([pair, x()]), 0)


def axes():
    y = conv(x())
    for axis, keepdims, exclude in [
        ([1], False, False),
        ([2, 3], False, False),
        ([-1, 2], True, False),
        ([1], True, True),
        ([1], False, True),
        (None, False, False),
        ([0, 1, 2, 3], True, False),
        ([0], False, False),
    ]:
        reduced = relay.sum(y, axis=axis, keepdims=keepdims, exclude=exclude)
        yield f"sum {axis} {keepdims} {exclude}", NHWC, relay.exp(reduced)
    yield "mean", NHWC, relay.mean(y, axis=[2, 3])
    yield "argmax", NHWC, relay.argmax(y, axis=1)
    yield "max and dense", NHWC, relay.nn.dense(relay.max(y, axis=[2, 3]), var("dense", (4, 8)))
    yield "variance", NHWC, relay.variance(y, axis=[1], keepdims=True)
    yield "mean_variance", NHWC, relay.mean_variance(y, axis=[1], keepdims=True).astuple()
    yield "reduced added", NHWC, relay.add(relay.sum(y, axis=[0]), relay.sum(y, axis=[0]))
    for axes_ in [(0, 2, 3, 1), (0, -1, 1, 2), None, (1, 0, 2, 3)]:
        yield f"transpose {axes_}", NHWC, relay.exp(relay.transpose(y, axes_))
    yield "transpose after transpose", NHWC, relay.transpose(
        relay.nn.relu(relay.transpose(y, (0, 2, 3, 1))), (0, 3, 1, 2)
    )
    small = relay.mean(y, axis=[2, 3], keepdims=True)
    yield "squeeze", NHWC, relay.squeeze(small, axis=[2, 3])
    yield "squeeze all", NHWC, relay.nn.relu(relay.squeeze(small))
    yield "squeeze negative", NHWC, relay.squeeze(small, axis=[-1])
    yield "strided_slice", NHWC, relay.strided_slice(y, [0, 2], [1, 6])
    yield "strided_slice steps", NHWC, relay.nn.relu(
        relay.strided_slice(y, [0, 2, 1, 1], [1, 6, 9, 12], [1, 1, 2, 3])
    )
    yield "strided_slice axes", NHWC, relay.strided_slice(y, [2, 1], [6, 9], [1, 2], axes=[1, 3])
    yield "strided_slice size", NHWC, relay.strided_slice(y, [0, 2], [-1, 4], slice_mode="size")
    blocked = {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}
    yield "strided_slice of blocks", blocked, relay.strided_slice(y, [0, 4], [1, 8])
    yield "strided_slice within blocks", blocked, relay.strided_slice(y, [0, 2], [1, 8])
    yield "slice_like", NHWC, relay.slice_like(y, conv(x(), "second", channels=4), axes=[1, 2])
    yield "reshape", NHWC, relay.reshape(y, (1, 8, 144))
    yield "expand_dims", NHWC, relay.nn.relu(relay.expand_dims(y, 0))
    yield "batch_flatten", NHWC, relay.nn.batch_flatten(relay.nn.relu(y))
    yield "reverse", NHWC, relay.reverse(y, axis=1)
    yield "take", NHWC, relay.take(y, relay.const(np.array([0, 1])), axis=1)


def networks_of_images():
    y = conv(x())
    yield "max_pool2d", NHWC, relay.nn.max_pool2d(y, (2, 2), (2, 2))
    yield "avg_pool2d", NHWC, relay.nn.avg_pool2d(relay.nn.relu(y), (2, 2), count_include_pad=True)
    yield "max_pool2d desired", {"nn.max_pool2d": ["NHWC"]}, relay.nn.max_pool2d(y, (2, 2))
    yield "avg_pool2d desired", {"nn.avg_pool2d": ["NHWC"]}, relay.nn.avg_pool2d(y, (2, 2))
    yield "global pools desired", {
        "nn.global_max_pool2d": ["NHWC"],
        "nn.global_avg_pool2d": ["NHWC"],
    }, relay.add(relay.nn.global_max_pool2d(y), relay.nn.global_avg_pool2d(y))
    yield "max_pool2d with out_layout", NHWC, relay.nn.max_pool2d(y, (2, 2), out_layout="NCHW")
    yield "global_avg_pool2d", NHWC, relay.nn.batch_flatten(relay.nn.global_avg_pool2d(y))
    yield "adaptive_avg_pool2d", NHWC, relay.nn.adaptive_avg_pool2d(y, (3, 3))
    yield "max_pool2d before", NHWC, conv(relay.nn.max_pool2d(x(), (3, 3), padding=(1, 1)))
    conv3d = relay.nn.conv3d(
        var("x", (1, 4, 6, 6, 6)), var("w", (8, 4, 3, 3, 3)), channels=8, kernel_size=(3, 3, 3)
    )
    ndhwc = {"nn.conv3d": ["NDHWC", "default"]}
    yield "max_pool3d", ndhwc, relay.nn.max_pool3d(conv3d, (2, 2, 2))
    yield "adaptive_avg_pool3d", ndhwc, relay.nn.adaptive_avg_pool3d(conv3d, (2, 2, 2))
    norm = relay.nn.batch_norm(y, *[var(name, (8,)) for name in ("gamma", "beta", "mean", "var")])
    yield "batch_norm", NHWC, norm[0]
    yield "batch_norm and relu", NHWC, relay.Tuple([relay.nn.relu(norm[0]), norm[1]])
    last = relay.nn.batch_norm(
        y, *[var(name, (12,)) for name in ("gamma", "beta", "mean", "var")], axis=-1
    )
    yield "batch_norm of last axis", NHWC, last[0]
    yield "l2_normalize", NHWC, relay.nn.l2_normalize(y, eps=0.001, axis=[1])
    yield "lrn", NHWC, relay.nn.relu(relay.nn.lrn(y))
    yield "layer_norm", NHWC, relay.nn.layer_norm(y, var("gamma", (12,)), var("beta", (12,)))
    yield "instance_norm", NHWC, relay.nn.instance_norm(y, var("gamma", (8,)), var("beta", (8,)))
    yield "pad", NHWC, relay.nn.relu(relay.nn.pad(y, ((0, 0), (1, 2), (3, 4), (5, 6))))
    yield "pad before", NHWC, conv(relay.nn.pad(x(), ((0, 0), (0, 0), (1, 1), (1, 1))))
    yield "pad of blocks", {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}, relay.nn.pad(
        y, ((0, 0), (4, 0), (1, 1), (1, 1))
    )
    yield "mirror_pad", NHWC, relay.nn.mirror_pad(y, ((0, 0), (0, 0), (1, 1), (1, 1)))
    yield "upsampling", NHWC, relay.nn.upsampling(y, 2, 2)
    yield "upsampling of blocks", {"nn.conv2d": ["NCHW4c", "OIHW4i4o"]}, relay.nn.upsampling(
        y, 2, 2
    )
    yield "resize2d", NHWC, relay.image.resize2d(relay.nn.relu(y), (6, 6))
    yield "resize2d desired", {"image.resize2d": ["NHWC"]}, relay.image.resize2d(x(), (6, 6))
    yield "depth_to_space", NHWC, relay.nn.depth_to_space(y, 2)
    rois = var("rois", (3, 5))
    aligned = relay.vision.roi_align(y, rois, (3, 3), 0.5, -1)
    yield "roi_align", NHWC, aligned
    yield "roi_align desired", {
        "nn.conv2d": ["NHWC", "default"],
        "vision.roi_align": ["NHWC", "default"],
    }, relay.nn.relu(aligned)
    yield "roi_pool desired", {"vision.roi_pool": ["NHWC", "default"]}, relay.vision.roi_pool(
        y, rois, (3, 3), 0.5
    )
    dilated = relay.image.dilation2d(y, var("element", (8, 3, 3)), kernel_layout="IHW")
    yield "dilation2d", NHWC, dilated
    yield "layout_transform", NHWC, relay.layout_transform(y, "NCHW", "NCHW4c")
    block = relay.nn.relu(relay.add(conv(relay.nn.relu(conv(y, "b")), "c"), y))
    pooled = relay.nn.global_avg_pool2d(relay.nn.max_pool2d(block, (2, 2)))
    yield "network", NHWC, relay.nn.softmax(
        relay.nn.dense(relay.nn.batch_flatten(pooled), var("d", (4, 8)))
    )


def control():
    y = conv(x())
    bound = relay.var("bound")
    yield "let", NHWC, relay.Let(bound, y, relay.nn.relu(bound))
    yield "let of relu", NHWC, relay.Let(bound, relay.nn.relu(y), relay.add(bound, bound))
    yield "let then conv", NHWC, relay.Let(bound, relay.nn.relu(x()), relay.nn.relu(conv(bound)))
    condition = relay.var("condition", shape=(), dtype="bool")
    yield "if", NHWC, relay.If(condition, relay.nn.relu(y), y)
    yield "if before", NHWC, conv(relay.If(condition, relay.nn.relu(x()), x()))
    param = var("p", (1, 8, 12, 12))
    called = relay.Call(relay.Function([param], relay.nn.relu(conv(param, "inner"))), [y])
    yield "local function", NHWC, relay.nn.relu(called)
    reference = relay.RefRead(relay.RefCreate(y))
    yield "reference", NHWC, relay.nn.relu(reference)
    yield "shared", NHWC, relay.add(y, relay.nn.relu(y))


def quantized():
    desired = {"qnn.conv2d": ["NHWC", "default"]}

    def qconv(data, name="weight", channels=8, groups=1, scale=relay.const(1.0)):
        weight = var(name, (channels, 8 // groups, 3, 3), "int8")
        return relay.qnn.op.conv2d(
            data,
            weight,
            relay.const(1, "int32"),
            relay.const(1, "int32"),
            relay.const(1.0),
            scale,
            channels=channels,
            kernel_size=(3, 3),
            padding=(1, 1),
            groups=groups,
        )

    data = var("x", (1, 8, 12, 12), "int8")
    zero, one = relay.const(0, "int32"), relay.const(1.0)
    y = qconv(data)

    def requantized(expr, axis=-1, scale=one):
        return relay.qnn.op.requantize(expr, scale, zero, one, zero, axis=axis, out_dtype="int8")

    yield "qnn.conv2d", desired, y
    yield "qnn.conv2d depthwise", desired, qconv(data, groups=8)
    yield "qnn.conv2d with kernel", {"qnn.conv2d": ["NHWC", "OHWI"]}, y
    yield "qnn.requantize", desired, requantized(y)
    scales = relay.const(np.ones(8, "float32"))
    yield "qnn.requantize by channel", desired, relay.nn.relu(requantized(y, 1, scales))
    first, second = requantized(y), requantized(qconv(data, "second"))
    parameters = [one, zero, one, zero, one, zero]
    yield "qnn.add", desired, relay.qnn.op.add(first, second, *parameters)
    yield "qnn.add of vector", desired, relay.qnn.op.add(
        first, var("v", (8, 1, 1), "int8"), *parameters
    )
    yield "qnn.mul", desired, relay.qnn.op.mul(first, second, *parameters)
    yield "qnn.subtract", desired, relay.qnn.op.subtract(first, data, *parameters)
    joined = relay.qnn.op.concatenate(
        relay.Tuple([first, second]),
        relay.Tuple([one, one]),
        relay.Tuple([zero, zero]),
        one,
        zero,
        1,
    )
    yield "qnn.concatenate", desired, relay.nn.relu(joined)
    yield "qnn.concatenate with input", desired, relay.qnn.op.concatenate(
        relay.Tuple([first, data]), relay.Tuple([one, one]), relay.Tuple([zero, zero]), one, zero, 1
    )
    yield "qnn.dequantize", desired, relay.nn.relu(relay.qnn.op.dequantize(first, one, zero))
    yield "qnn.quantize", desired, relay.qnn.op.quantize(relay.cast(first, "float32"), one, zero)
    yield "nn.relu of quantized", desired, relay.nn.max_pool2d(relay.nn.relu(first), (2, 2))
    transposed = relay.qnn.op.conv2d_transpose(
        data,
        var("w", (8, 4, 3, 3), "int8"),
        zero,
        zero,
        one,
        one,
        channels=4,
        kernel_size=(3, 3),
        kernel_layout="IOHW",
        out_dtype="int32",
    )
    yield "qnn.conv2d_transpose", {"qnn.conv2d_transpose": ["NHWC", "default"]}, transposed


def programs():
    groups = [
        convolutions,
        elementwise,
        broadcast,
        joins,
        axes,
        networks_of_images,
        control,
        quantized,
    ]
    for group in groups:
        for title, desired, body in group():
            yield "ConvertLayout", [desired], title, function(body)
    both = {"nn.conv2d": ["NHWC", "default"], "nn.max_pool2d": ["NHWC"]}
    for network in ["resnet18_b1_s224.typed", "mobilenet_b1_s224.raw"]:
        yield "ConvertLayout", [both], network, network
