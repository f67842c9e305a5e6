"""Programs for AlterOpLayout, with the layouts that some operators choose.

The suite has the same functions in Rust.
"""

import tvm
from tvm import relay

from programs_convert_layout import conv, conv_nhwc, function, var, x

ANSWERS = "pairs_alter_layout.jsonl.gz"


def is_blocked(attrs):
    return any(letter.islower() for letter in str(attrs.data_layout))


def alter_conv2d(attrs, inputs, _tensors, _out_type):
    """Chooses blocks of 4 channels, or another operator or layout for some sizes of kernels."""
    if is_blocked(attrs) or attrs.groups != 1:
        return None
    new = dict(attrs)
    size = int(attrs.kernel_size[0])
    if str(attrs.data_layout) == "NHWC":
        new.update(data_layout="NCHW", kernel_layout="OIHW")
    elif size == 1:
        new.update(data_layout="NHWC", kernel_layout="HWIO")
    elif size == 3:
        new.update(data_layout="NCHW4c", kernel_layout="OIHW4i4o")
    elif size == 5:
        new.update(data_layout="NCHW4c", kernel_layout="OIHW4i8o", out_layout="NCHW8c")
        return relay.nn.contrib_conv2d_nchwc(*inputs, **new)
    else:
        return None
    return relay.nn.conv2d(*inputs, **new)


def alter_max_pool2d(attrs, inputs, _tensors, _out_type):
    """Chooses blocks of 2 channels for windows of 3 pixels."""
    if int(attrs.pool_size[0]) != 3:
        return None
    new = dict(attrs)
    new.update(layout="NCHW2c", out_layout="NCHW2c")
    return relay.nn.max_pool2d(*inputs, **new)


def alter_batch_matmul(attrs, inputs, tensors, out_type):
    """Multiplies in the other order. The operator has no layouts."""
    assert len(tensors) == 2 and len(out_type.shape) == 3
    return relay.nn.batch_matmul(*inputs, transpose_a=True, transpose_b=False)


def alter_dense(attrs, inputs, tensors, _out_type):
    """Chooses blocks of 2 units."""
    if int(tensors[1].shape[0]) % 2:
        return None
    return relay.nn.contrib_dense_pack(*inputs, weight_layout="NC2n", units=attrs.units)


def register():
    for name, alter in {
        "nn.conv2d": alter_conv2d,
        "nn.max_pool2d": alter_max_pool2d,
        "nn.batch_matmul": alter_batch_matmul,
        "nn.dense": alter_dense,
    }.items():
        tvm.ir.register_op_attr(name, "FTVMAlterOpLayout", alter, 20)


def bodies():
    y = conv(x())
    z = conv(x(), "second", channels=16)
    yield "conv2d", y
    yield "relu", relay.nn.relu(y)
    yield "two conv2d", conv(relay.nn.relu(y), "second")
    yield "residual", relay.nn.relu(relay.add(conv(relay.nn.relu(y), "second"), y))
    yield "conv2d unchanged", relay.nn.relu(conv(x(), size=7))
    yield "conv2d grouped", relay.nn.relu(conv(x(), groups=2))
    yield "conv2d of pixels", relay.nn.relu(conv(x(), size=1))
    yield "blocks and pixels", relay.add(y, conv(relay.nn.relu(y), "second", size=1))
    yield "another operator", relay.nn.relu(conv(x(), size=5, channels=16))
    yield "blocks of different length", conv(
        relay.nn.relu(conv(x(), size=5, channels=16)), "second", in_channels=16
    )
    yield "NHWC", relay.nn.relu(conv_nhwc(var("x", (1, 12, 12, 8))))
    yield "NHWC and vector", relay.add(conv_nhwc(var("x", (1, 12, 12, 8))), var("bias", (8,)))
    yield "scalar", relay.add(y, relay.const(1.0))
    yield "bias", relay.add(y, var("bias", (8, 1, 1)))
    yield "bias of one channel", relay.add(y, var("bias", (1, 1, 1)))
    yield "whole tensor", relay.add(y, x())
    yield "unit channel", relay.add(y, relay.mean(conv(x(), "second"), axis=[1], keepdims=True))
    yield "unit channel of one layout", relay.add(
        relay.exp(y), relay.max(y, axis=[1], keepdims=True)
    )
    yield "sum of pixels", relay.sum(y, axis=[2, 3])
    yield "sum of pixels kept", relay.exp(relay.sum(y, axis=[2, 3], keepdims=True))
    yield "sum of channels kept", relay.exp(relay.sum(y, axis=[1], keepdims=True))
    yield "sum except channels", relay.exp(relay.sum(y, axis=[1], exclude=True))
    yield "transpose", relay.transpose(y, (0, 2, 3, 1))
    yield "transpose of pixels", relay.transpose(conv(x(), size=1), (0, 2, 3, 1))
    yield "concatenate", relay.nn.relu(relay.concatenate([y, z], axis=1))
    yield "concatenate of rows", relay.concatenate([y, relay.nn.relu(y)], axis=2)
    yield "concatenate of layouts", relay.concatenate([y, conv(x(), "second", size=1)], axis=1)
    yield "concatenate with input", relay.concatenate([y, x()], axis=1)
    halves = relay.split(y, 2, axis=1)
    yield "split", relay.add(halves[0], halves[1])
    yield "max_pool2d", relay.nn.max_pool2d(y, (2, 2))
    yield "max_pool2d in blocks", relay.nn.max_pool2d(y, (3, 3))
    yield "max_pool2d alone", relay.nn.relu(relay.nn.max_pool2d(relay.nn.relu(x()), (3, 3)))
    yield "global_avg_pool2d", relay.nn.batch_flatten(relay.nn.global_avg_pool2d(y))
    yield "pad of pixels", relay.nn.pad(y, ((0, 0), (0, 0), (1, 1), (2, 2)))
    yield "pad of channels", relay.nn.pad(y, ((0, 0), (4, 4), (1, 1), (2, 2)))
    yield "upsampling", relay.nn.upsampling(y, 2, 2)
    yield "upsampling of pixels", relay.nn.upsampling(conv(x(), size=1), 2, 2)
    yield "resize2d", relay.image.resize2d(y, (4, 4))
    yield "strided_slice", relay.nn.relu(relay.strided_slice(y, [0, 4], [1, 8]))
    yield "strided_slice within blocks", relay.nn.relu(relay.strided_slice(y, [0, 1], [1, 8]))
    yield "strided_slice of axes", relay.strided_slice(y, [4, 1], [8, 5], [1, 1], axes=[1, 2])
    yield "strided_slice of pixels", relay.strided_slice(conv(x(), size=1), [0, 1], [1, 4])
    yield "squeeze", relay.squeeze(relay.mean(y, axis=[2, 3], keepdims=True), axis=[2, 3])
    yield "layout_transform", relay.layout_transform(relay.nn.relu(y), "NCHW", "NHWC")
    yield "prelu", relay.nn.prelu(y, var("alpha", (8,)))
    yield "dense", relay.nn.relu(relay.nn.dense(var("a", (3, 5)), var("w", (4, 5))))
    yield "dense unchanged", relay.nn.dense(var("a", (3, 5)), var("w", (7, 5)))
    yield "batch_matmul", relay.exp(relay.nn.batch_matmul(var("a", (2, 4, 4)), var("b", (2, 4, 4))))
    both = relay.nn.relu(y)
    yield "used in two layouts", relay.Tuple(
        [
            conv(both, "b"),
            conv(both, "c", size=1),
            conv(both, "d", size=1),
            relay.nn.batch_flatten(both),
        ]
    )
    yield "tuple", relay.TupleGetItem(relay.Tuple([both, x()]), 0)
    bound = relay.var("bound")
    yield "let", relay.Let(bound, both, relay.add(bound, y))
    yield "if", relay.If(relay.var("c", shape=(), dtype="bool"), both, y)


def programs():
    register()
    for title, body in bodies():
        yield "AlterOpLayout", [], title, function(body)
