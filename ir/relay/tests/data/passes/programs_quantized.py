"""Programs for the canonical forms of operators on quantized tensors."""

import numpy as np
from tvm import relay

from programs_simplify import var

ANSWERS = "pairs_quantized.jsonl.gz"

q = relay.qnn.op


def scale(*values):
    return relay.const(np.array(values if len(values) > 1 else values[0], "float32"))


def zero(*values):
    return relay.const(np.array(values if len(values) > 1 else values[0], "int32"))


def conversions():
    x, v = var("x", (2, 3, 4)), var("v", (5,))
    s, z = var("s", ()), var("z", (), "int32")
    three, points = scale(0.25, 0.5, 0.125), zero(1, 2, 3)
    for dtype in ["int8", "uint8", "int32"]:
        yield f"quantize {dtype}", q.quantize(x, scale(0.5), zero(3), out_dtype=dtype)
        i = var("i", (2, 3, 4), dtype)
        yield f"dequantize {dtype}", q.dequantize(i, scale(0.5), zero(3))
    yield "quantize, no zero point", q.quantize(x, scale(0.5), zero(0))
    yield "quantize, variables", q.quantize(x, s, z, out_dtype="uint8")
    yield "quantize by channel", q.quantize(x, three, points, axis=1)
    yield "quantize by channel, one zero point", q.quantize(x, three, zero(7), axis=1)
    yield "quantize by channel, one scale", q.quantize(x, scale(0.5), points, axis=1)
    yield "quantize by last channel", q.quantize(x, scale(1, 2, 3, 4), zero(0, 1, 0, 1))
    yield "quantize vector", q.quantize(v, var("s", (5,)), var("z", (5,), "int32"), axis=0)
    i = var("i", (2, 3, 4), "int8")
    yield "dequantize, no zero point", q.dequantize(i, scale(0.5), zero(0))
    yield "dequantize, variables", q.dequantize(i, s, z)
    yield "dequantize by channel", q.dequantize(i, three, points, axis=1)
    yield "dequantize by channel, one zero point", q.dequantize(i, three, zero(7), axis=1)
    yield "dequantize by last channel", q.dequantize(i, scale(1, 2, 3, 4), zero(0, 1, 0, 1))
    yield "dequantize by variable channels", q.dequantize(i, var("s", (2,)), z, axis=0)
    yield "there and back", q.dequantize(q.quantize(x, scale(0.5), zero(3)), scale(0.5), zero(3))


def requantizations():
    i = var("i", (2, 3, 4), "int8")
    j = var("j", (2, 3), "int32")
    z = var("z", (), "int32")
    three, points = scale(0.25, 0.5, 0.125), zero(1, 2, 3)
    for rounding in ["UPWARD", "TONEAREST"]:

        def re(data, s, zs, t, zt, **attrs):
            return q.requantize(data, s, zs, t, zt, rounding=rounding, **attrs)

        yield f"down {rounding}", re(i, scale(0.5), zero(0), scale(0.75), zero(0))
        yield f"up {rounding}", re(i, scale(7.3), zero(3), scale(0.75), zero(-4))
        yield f"just up {rounding}", re(i, scale(1.0), zero(3), scale(0.75), zero(-4))
        yield f"power of two {rounding}", re(i, scale(0.5), zero(1), scale(1), zero(2))
        yield f"same scale {rounding}", re(i, scale(0.5), zero(1), scale(0.5), zero(2))
        yield f"same {rounding}", re(i, scale(0.5), zero(1), scale(0.5), zero(1))
        yield f"nothing {rounding}", re(i, scale(0), zero(1), scale(0.5), zero(1))
        yield f"tiny {rounding}", re(i, scale(1e-9), zero(1), scale(0.5), zero(1))
        yield f"nearly one {rounding}", re(i, scale(0.99999994), zero(1), scale(1), zero(1))
        yield f"matrix {rounding}", re(
            j, scale(0.01), zero(9), scale(0.1), zero(8), out_dtype="uint8"
        )
        yield f"to 32 bits {rounding}", re(
            i, scale(0.01), zero(9), scale(0.1), zero(8), out_dtype="int32"
        )
        yield f"variable zero points {rounding}", re(i, scale(0.5), z, scale(1.5), z)
        yield f"by channel {rounding}", re(i, three, zero(0), scale(0.3), zero(5), axis=1)
        yield f"channels with a zero point {rounding}", re(
            i, three, zero(2), scale(0.3), zero(5), axis=1, out_dtype="uint8"
        )
        yield f"channels up and down {rounding}", re(
            j, scale(8, 0.5, 0), zero(2), scale(0.3), zero(0), axis=-1
        )
        yield f"channels down {rounding}", re(i, three, zero(2), scale(3), zero(0), axis=1)
        yield f"channels of one {rounding}", re(
            var("k", (2, 1), "int32"), relay.const(np.array([0.5], "float32")), zero(2), scale(0.3),
            zero(0), axis=1,
        )
    yield "channels and zero points", q.requantize(i, three, points, scale(0.3), zero(5), axis=1)
    yield "last channels and zero points", q.requantize(
        j, three, points, scale(0.3), zero(5), axis=-1
    )
    yield "variable scale", q.requantize(i, var("s", ()), zero(0), scale(0.3), zero(5))
    yield "variable output scale", q.requantize(i, scale(0.3), zero(0), var("s", ()), zero(5))


def arithmetic():
    s, z = scale(0.25), zero(3)
    for name, op in [("add", q.add), ("mul", q.mul), ("subtract", q.subtract)]:
        for dtype in ["int8", "uint8"]:
            a, b = var("a", (2, 3), dtype), var("b", (2, 3), dtype)
            yield f"{name} {dtype}", op(a, b, scale(0.5), zero(1), scale(0.7), zero(2), s, z)
        yield f"{name} same", op(a, b, s, z, s, z, s, z)
        yield f"{name} same left", op(a, b, s, z, scale(0.7), z, s, z)
        yield f"{name} no zero points", op(
            a, b, scale(0.5), zero(0), scale(0.7), zero(0), s, zero(0)
        )
        yield f"{name} no zero points, same scales", op(a, b, s, zero(0), s, zero(0), s, zero(0))
        c = var("c", (4, 1, 3), dtype)
        yield f"{name} broadcast", op(a, c, scale(0.5), zero(1), scale(0.7), zero(2), s, z)
        p = var("p", (), "int32")
        yield f"{name} variable zero points", op(a, b, scale(0.5), p, scale(0.7), p, s, p)
        yield f"{name} itself", op(a, a, scale(0.5), zero(1), scale(0.5), zero(1), s, z)
        d, e = var("d", (), "int8"), var("e", (), "int8")
        yield f"{name} scalars", op(d, e, scale(0.5), zero(1), scale(0.7), zero(2), s, z)
        i, j = var("i", (2, 3), "int32"), var("j", (3,), "int32")
        yield f"{name} 32 bits", op(i, j, scale(0.5), zero(1), scale(0.7), zero(2), s, z)


def joins():
    a, b = var("a", (2, 3), "uint8"), var("b", (2, 5), "uint8")
    s, t = scale(0.25), scale(0.7)
    z, y = zero(3), zero(0)
    yield "concatenate", q.concatenate([a, b], [s, t], [z, y], scale(0.5), zero(1), 1)
    yield "concatenate same", q.concatenate([a, b], [s, s], [z, z], s, z, 1)
    yield "concatenate one same", q.concatenate([a, b], [s, t], [z, z], s, z, -1)
    yield "concatenate, other zero point", q.concatenate([a, b], [s, s], [z, y], s, z, 1)
    yield "concatenate three", q.concatenate([a, a, a], [s, t, s], [z, y, z], s, y, 0)
    c = var("c", (2, 5), "int8"), var("d", (2, 5), "int8")
    yield "concatenate tuple", q.concatenate(relay.Tuple(c), [s, t], [z, y], s, z, 1)
    parts = relay.split(var("t", (2, 6), "int8"), 2, axis=1)
    yield "concatenate split", q.concatenate(parts, [s, t], [z, y], s, z, 1)
    pair = relay.var("p", relay.TupleType([x.type_annotation for x in c]))
    yield "concatenate variable", q.concatenate(pair, [s, t], [z, y], s, z, 1)


def products():
    z = var("z", (), "int32")
    for dtype in ["int8", "uint8"]:
        x, w = var("x", (4, 16), dtype), var("w", (8, 16), "int8")
        for zx in [0, 5]:
            for zw in [0, 7]:
                yield f"dense {dtype} {zx} {zw}", q.dense(
                    x, w, zero(zx), zero(zw), scale(0.5), scale(0.25), units=8
                )
        a, b = var("a", (2, 4, 16), dtype), var("b", (2, 8, 16), "int8")
        for za in [0, 5]:
            for zb in [0, 7]:
                yield f"batch_matmul {dtype} {za} {zb}", q.batch_matmul(
                    a, b, zero(za), zero(zb), scale(0.5), scale(0.25)
                )
    a, b = var("a", (1, 4, 16), "int8"), var("b", (1, 8, 16), "int8")
    for za, zb in [(5, 0), (5, 7)]:
        yield f"batch_matmul of one {za} {zb}", q.batch_matmul(
            a, b, zero(za), zero(zb), scale(0.5), scale(0.25)
        )
    yield "batch_matmul, variables", q.batch_matmul(a, b, z, z, scale(0.5), scale(0.25))
    yield "dense, variables", q.dense(x, w, z, z, scale(0.5), scale(0.25), units=8)
    yield "dense, variable of input", q.dense(x, w, z, zero(0), scale(0.5), scale(0.25), units=8)
    yield "dense, variable of weights", q.dense(x, w, zero(0), z, scale(1), scale(1), units=8)
    channels = relay.const(np.arange(8, dtype="int32"))
    scales = relay.const(np.arange(1, 9).astype("float32"))
    yield "dense by unit", q.dense(x, w, zero(3), zero(4), scale(0.5), scales, units=8)
    yield "dense by unit, zero points", q.dense(x, w, zero(3), channels, scale(1), scales, units=8)


NCHW = {"data_layout": "NCHW", "kernel_layout": "OIHW"}
NHWC = {"data_layout": "NHWC", "kernel_layout": "HWIO"}


def shaped(layout, **extents):
    return tuple(extents[axis] for axis in layout)


def convolution(layouts, zx, zw, channels=8, of=4, side=3, groups=1, ws=None, **attrs):
    data = var("x", shaped(layouts["data_layout"], N=1, C=of, H=9, W=9), "uint8")
    depthwise = groups > 1 and layouts["kernel_layout"] == "HWOI"
    out, into = (groups, channels // groups) if depthwise else (channels, of // groups)
    weight = var("w", shaped(layouts["kernel_layout"], O=out, I=into, H=side, W=side), "int8")
    zx, zw = [zero(z) if isinstance(z, int) else z for z in (zx, zw)]
    return q.conv2d(
        data, weight, zx, zw, scale(0.5), ws or scale(0.25), kernel_size=(side, side),
        channels=channels, groups=groups, **layouts, **attrs,
    )


def convolutions():
    points = [(0, 0), (0, 7), (5, 0), (5, 7)]
    for layouts in [NCHW, NHWC]:
        name = layouts["data_layout"]
        depthwise = NCHW if layouts is NCHW else {**NHWC, "kernel_layout": "HWOI"}
        for zx, zw in points:
            title = f"{name} {zx} {zw}"
            yield f"conv2d {title}", convolution(layouts, zx, zw)
            yield f"conv2d 1x1 {title}", convolution(layouts, zx, zw, side=1)
            yield f"conv2d padded {title}", convolution(layouts, zx, zw, padding=(1, 1))
            yield f"conv2d dilated {title}", convolution(layouts, zx, zw, dilation=(2, 2))
            yield f"conv2d depthwise {title}", convolution(
                depthwise, zx, zw, channels=4, groups=4
            )
        yield f"conv2d grouped {name}", convolution(layouts, 5, 7, groups=2)
        yield f"conv2d grouped, no zero points {name}", convolution(layouts, 0, 0, groups=2)
        yield f"conv2d grouped and padded {name}", convolution(
            layouts, 5, 0, groups=2, padding=(1, 0, 2, 1)
        )
        yield f"conv2d strided {name}", convolution(layouts, 5, 7, strides=(2, 2))
        yield f"conv2d 1x1 strided {name}", convolution(layouts, 5, 7, side=1, strides=(2, 2))
        yield f"conv2d padded and dilated {name}", convolution(
            layouts, 5, 7, dilation=(2, 1), padding=(1, 2, 3, 4)
        )
        yield f"conv2d multiplied {name}", convolution(depthwise, 5, 7, channels=12, groups=4)
        yield f"conv2d multiplied and padded {name}", convolution(
            depthwise, 5, 0, channels=8, groups=4, padding=(1, 1)
        )
        yield f"conv2d depthwise strided {name}", convolution(
            depthwise, 5, 7, channels=4, groups=4, strides=(2, 2)
        )
        yield f"conv2d depthwise 1x1 {name}", convolution(
            depthwise, 5, 7, channels=4, groups=4, side=1
        )
        z = var("z", (), "int32")
        yield f"conv2d variable {name}", convolution(layouts, z, z)
        yield f"conv2d variable of data {name}", convolution(layouts, z, 7)
        yield f"conv2d variable of data, none of weights {name}", convolution(layouts, z, 0)
        yield f"conv2d variable of weights {name}", convolution(layouts, 5, z)
        yield f"conv2d variable and padded {name}", convolution(layouts, z, 0, padding=(1, 1))
        yield f"conv2d variable depthwise {name}", convolution(
            depthwise, z, z, channels=4, groups=4
        )
        channels, ws = zero(*range(8)), scale(*range(1, 9))
        yield f"conv2d by channel {name}", convolution(layouts, 5, 0, ws=ws)
        yield f"conv2d with points by channel {name}", convolution(layouts, 5, channels, ws=ws)
        yield f"conv2d dilated with points by channel {name}", convolution(
            layouts, 5, channels, ws=ws, dilation=(2, 2)
        )
        yield f"conv2d grouped with variables {name}", convolution(layouts, z, z, groups=2)
        yield f"conv2d depthwise with points by channel {name}", convolution(
            depthwise, 5, zero(1, 2, 3, 4), channels=4, groups=4, ws=scale(1, 2, 3, 4)
        )


    hwoi = {**NHWC, "kernel_layout": "HWOI"}
    yield "conv2d HWOI", convolution(hwoi, 5, 7)
    yield "conv2d depthwise HWIO", convolution(NHWC, 5, 7, channels=4, groups=4)
    yield "conv2d NCHW to NHWC", convolution(NCHW, 5, 7, out_layout="NHWC")
    yield "conv2d NCHW with HWIO", convolution({**NCHW, "kernel_layout": "HWIO"}, 5, 7)


def networks():
    x, w = var("x", (1, 4, 8, 8), "uint8"), var("w", (4, 6, 3, 3), "int8")
    for zx, zw in [(0, 0), (5, 7)]:
        for layout, strides in [("NCHW", (1, 1)), ("NCHW", (2, 2))]:
            yield f"conv2d_transpose {zx} {zw} {strides[0]}", q.conv2d_transpose(
                x, w, zero(zx), zero(zw), scale(0.5), scale(0.25), channels=6, kernel_size=(3, 3),
                strides=strides, data_layout=layout, out_dtype="int32",
            )
    z = var("z", (), "int32")
    yield "conv2d_transpose of variables", q.conv2d_transpose(
        x, w, z, z, scale(0.5), scale(0.25), channels=6, kernel_size=(3, 3), out_dtype="int32"
    )
    image = q.quantize(var("image", (1, 4, 9, 9)), scale(0.5), zero(5), out_dtype="uint8")
    weight = var("w", (8, 4, 3, 3), "int8")
    conv = q.conv2d(
        image, weight, zero(5), zero(0), scale(0.5), scale(0.25), kernel_size=(3, 3), channels=8,
        padding=(1, 1),
    )
    narrow = q.requantize(conv, scale(0.125), zero(0), scale(0.7), zero(3), axis=1, out_dtype="uint8")
    pooled = relay.nn.max_pool2d(narrow, (3, 3), (3, 3))
    units = q.dense(
        relay.nn.batch_flatten(pooled), var("v", (10, 72), "int8"), zero(3), zero(1), scale(0.7),
        scale(0.2), units=10,
    )
    yield "network", q.dequantize(units, scale(0.14), zero(0))
    residual = q.add(narrow, narrow, scale(0.7), zero(3), scale(0.7), zero(3), scale(1.4), zero(3))
    yield "residual", q.dequantize(q.concatenate([residual, narrow], [scale(1.4), scale(0.7)], [
        zero(3), zero(3)
    ], scale(1), zero(0), 1), scale(1), zero(0))
    s = scale(0.5)
    y = var("y", (2, 3))
    let = relay.Let(v := var("v", (2, 3), "int8"), q.quantize(y, s, zero(1)), q.dequantize(v, s, zero(1)))
    yield "let", let
    f = relay.Function([a := var("a", (2, 3))], q.quantize(a, s, zero(1)))
    yield "local function", q.dequantize(relay.Call(f, [y]), s, zero(1))


def all_programs():
    yield from conversions()
    yield from requantizations()
    yield from arithmetic()
    yield from joins()
    yield from products()
    yield from convolutions()


def programs():
    for title, program in all_programs():
        yield "Legalize", ["FTVMQnnCanonicalize"], title, program
    for title, program in networks():
        yield "relay.qnn._transform.Legalize", [], title, program
