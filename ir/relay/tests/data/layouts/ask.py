"""Asks TVM 0.8 for the layouts of operators (needs TVM 0.8's Python package).

README.md describes the file.
"""

import gzip
import itertools
import json
import os

import tvm
from tvm import relay
from tvm.relay.op import _make

FOLDER = os.path.dirname(os.path.abspath(__file__))


def infer(name):
    return relay.op.get(name).get_attr("FInferCorrectLayout")


def tensor(*shape, dtype="float32"):
    return relay.TensorType(shape, dtype)


SCALAR = infer("add")(
    None, None, [tvm.tir.layout("NCHW"), None], [tensor(1, 2, 3, 4), tensor()]
).input_layouts[1]

# Layouts of TVM that are no layouts: the value of a padding, and regions of images.
NAMES = {"1": "", "N5": "N"}


def layout(name):
    if name is None:
        return None
    return tvm.tir.layout(name) if name else SCALAR


def names(layouts):
    return [None if found is None else NAMES.get(found.name, found.name) for found in layouts]


def answer(name, attrs, new, old, types):
    """Returns the line of a call, or None if TVM refuses it."""
    given = None if new is None else [layout(name) for name in new]
    try:
        found = infer(name)(attrs, given, [layout(name) for name in old], types)
    except Exception:  # TVM's own error types differ.
        return None
    line = {
        "op": name,
        "new": new,
        "old": old,
        "types": tvm.ir.save_json(tvm.runtime.convert(types)),
    }
    saved = None if attrs is None else tvm.ir.save_json(attrs)
    inputs, outputs = names(found.input_layouts), names(found.output_layouts)
    # A call without layouts keeps its attributes.
    if None in inputs or None in outputs:
        return dict(line, attrs=saved, fails=True)
    same = found.new_attrs is None or (
        attrs is not None and tvm.ir.structural_equal(found.new_attrs, attrs)
    )
    return dict(
        line,
        attrs=saved,
        inputs=inputs,
        outputs=outputs,
        new_attrs=None if same else tvm.ir.save_json(found.new_attrs),
    )


def var(*shape):
    return relay.var("x", shape=shape)


def all_of(news, olds):
    """Combines new layouts with defined old ones. The original call has all old ones."""
    for old in olds:
        yield None, old
    for new, old in itertools.product(news, olds):
        if None not in old:
            yield new, old


def one(news, olds=("NCHW",)):
    return list(all_of([[new] for new in news], [[old] for old in olds]))


def elementwise():
    for name in sorted(str(name) for name in tvm.get_global_func("ir.ListOpNames")()):
        count = max(relay.op.get(name).num_inputs, 1)
        if infer(name) is None or name in SPECIAL:
            continue
        image = tensor(1, 32, 8, 8)
        for new, old in all_of(
            [["NHWC"] * count], [["NCHW"] * count, ["NCHW"] + [None] * (count - 1)]
        ):
            yield name, None, new, old, [image] * count


def broadcast():
    image, names = tensor(1, 32, 8, 8), [None, "NCHW", "NHWC", "NCHW16c", "CHW", "C", ""]
    shapes = [tensor(32, 1, 1), tensor(), tensor(1, 1, 8, 8)]
    pairs = [[image, image]] + [
        pair for shape in shapes for pair in ([image, shape], [shape, image])
    ]
    olds = [
        ("NCHW", None),
        (None, "NCHW"),
        ("NCHW", "NCHW"),
        ("NCHW", "CHW"),
        ("CHW", "NCHW"),
        ("NCHW", ""),
        (None, None),
        ("NHWC", "NHWC"),
    ]
    for types, old in itertools.product(pairs, olds):
        yield "add", None, None, list(old), types
        for new in itertools.product(names, names):
            if not lacks_split_axis(*new, old):
                yield "add", None, list(new), list(old), types
    for types in [[image, image], [image, tensor()]]:
        for new, old in all_of(
            [["NHWC", "NCHW"] + ["C"] * 6], [["NCHW", None] + [None] * 6, ["NCHW"] * 2 + ["C"] * 6]
        ):
            yield "qnn.add", None, new, old, types + [tensor()] * 6


def lacks_split_axis(a, b, old):
    """Tells whether one layout splits an axis that the other one lacks, or may have with length 1.
    TVM's answer has blocks that are longer than the axis."""
    if not a or not b:
        return False
    if old[0] != old[1] and (a + b).upper() != a + b:
        return True
    return any(
        letter.islower() and letter.upper() not in small
        for large, small in ((a, b), (b, a))
        for letter in large
    )


def axes():
    image, news = tensor(1, 32, 8, 1), ["NHWC", "NCHW16c", "NCHW", "NHCW"]
    for axes_ in [(0, 2, 3, 1), (0, -1, 1, 2), None, (1, 0)]:
        for new, old in one(news, ["NCHW", "NHWC", "NCHW16c", None]):
            yield "transpose", relay.transpose(var(1, 32, 8, 1), axes_).attrs, new, old, [image]
    for axes_ in [None, [0], [3], [-1], [0, 3], []]:
        for new, old in one(news, ["NCHW", "NHWC"]):
            yield "squeeze", relay.squeeze(var(1, 32, 8, 1), axes_).attrs, new, old, [image]
    for axis, keepdims, exclude in itertools.product(
        [[1], [-1, 2], [0, 1, 2, 3], None], [False, True], [False, True]
    ):
        if axis is None and exclude:
            continue
        for name in ["sum", "argmax", "variance"]:
            arguments = [var(1, 32, 8, 1), axis, keepdims, exclude]
            if name == "argmax":
                attrs = _make.argmax(*arguments, False).attrs
            elif name == "variance":
                attrs = _make._variance(arguments[0], *arguments, False).attrs
            else:
                attrs = _make.sum(*arguments).attrs
            count = 1 + (name == "variance")
            for new, old in one(news, ["NCHW", "NHWC"]):
                # TVM refuses blocks of a removed axis, and keeps those of excluded ones.
                if new and exclude and new[0] == "NCHW16c":
                    continue
                yield name, attrs, new and new * count, old * count, [image] * count
    image = tensor(1, 32, 8, 8)
    for slices in [
        dict(begin=[0, 16], end=[1, 32]),
        dict(begin=[0, 16, 0, 0], end=[1, 32, 4, 8], strides=[1, 1, 2, 1]),
        dict(begin=[0, 5], end=[1, 10]),
        dict(begin=[16], end=[32], axes=[1]),
        dict(begin=[16, 0], end=[32, 4], strides=[1, 2], axes=[1, 3]),
        dict(begin=[0, 16], end=[1, 32], strides=[1, 2]),
        dict(begin=[0, -16], end=[1, 32]),
        dict(begin=[0, 0, 7], end=[1, 32, 0], strides=[1, 1, -1]),
        dict(begin=[0, 16], end=[1, -8]),
    ]:
        attrs = relay.strided_slice(var(1, 32, 8, 8), **slices).attrs
        for new, old in one(
            ["NHWC", "NCHW16c", "NCHW4c", "NCHW4h", "NCHW4h8c", "NCHW"], ["NCHW", "NHWC", "NCHW16c"]
        ):
            yield "strided_slice", attrs, new, old, [image]
    attrs = relay.slice_like(var(1, 32, 8, 8), var(1, 16, 4, 8), axes=[1, 2]).attrs
    for new, old in all_of([["NHWC"] * 2, ["NCHW16c"] * 2], [["NCHW"] * 2, ["NCHW", None]]):
        yield "slice_like", attrs, new, old, [image, tensor(1, 16, 4, 8)]
    for axis in [1, -1, 0]:
        attrs = relay.concatenate([var(1, 32, 8, 8)] * 2, axis).attrs
        olds = [
            ["NCHW", "NCHW"],
            ["NCHW", None],
            [None, "NHWC"],
            [None, None],
            ["NHWC", "NCHW"],
            ["N", "N"],
        ]
        news = [["NHWC"] * 2, ["NCHW16c"] * 2, ["NHWC", "NCHW"], ["NCHW", "NHWC"], ["NCHW"] * 2]
        for new, old in all_of(news, olds):
            yield "concatenate", attrs, new, old, [relay.TupleType([image, image])]
            scales, number = relay.TupleType([tensor(), tensor()]), tensor()
            if old != [None, None]:
                yield (
                    "qnn.concatenate",
                    attrs,
                    new and new + ["C"] * 6,
                    old + [None] * 6,
                    [relay.TupleType([image, image]), scales, scales, number, number],
                )


def convolutions():
    data, weight = var(1, 32, 8, 8), var(16, 32, 3, 3)
    size = dict(kernel_size=(3, 3), channels=16)
    blocked = dict(data_layout="NCHW16c", kernel_layout="OIHW16i16o", out_layout="NCHW8c")
    nhwc = dict(data_layout="NHWC", kernel_layout="HWIO")
    qnn = [data, weight, data, data, data, data]
    calls = [
        ("nn.conv1d", relay.nn.conv1d(data, weight, kernel_size=3)),
        ("nn.conv2d", relay.nn.conv2d(data, weight, **size)),
        ("nn.conv2d", relay.nn.conv2d(data, weight, **size, **nhwc)),
        ("nn.conv2d", relay.nn.conv2d(data, weight, **size, out_layout="NHWC")),
        ("nn.conv2d", relay.nn.conv2d(data, weight, **size, **blocked)),
        ("nn.conv3d", relay.nn.conv3d(data, weight, kernel_size=3, out_layout="NDHWC")),
        ("nn.conv2d_transpose", relay.nn.conv2d_transpose(data, weight, **size, out_layout="NHWC")),
        ("nn.conv3d_transpose", relay.nn.conv3d_transpose(data, weight, kernel_size=(3, 3, 3))),
        ("nn.deformable_conv2d", relay.nn.deformable_conv2d(data, data, weight, **size)),
        (
            "nn.deformable_conv2d",
            relay.nn.deformable_conv2d(data, data, weight, **size, **nhwc, out_layout="NCHW"),
        ),
        ("nn.contrib_conv2d_NCHWc", relay.nn.contrib_conv2d_nchwc(data, weight, **blocked)),
        (
            "nn.contrib_depthwise_conv2d_NCHWc",
            relay.nn.contrib_depthwise_conv2d_nchwc(data, weight, **blocked),
        ),
        (
            "nn.contrib_conv2d_winograd_without_weight_transform",
            relay.nn.contrib_conv2d_winograd_without_weight_transform(data, weight, 4),
        ),
        (
            "nn.contrib_conv2d_gemm_without_weight_transform",
            relay.nn.contrib_conv2d_gemm_without_weight_transform(data, weight, **nhwc),
        ),
        (
            "nn.contrib_conv3d_winograd_without_weight_transform",
            relay.nn.contrib_conv3d_winograd_without_weight_transform(data, weight, 4),
        ),
        ("nn.bitserial_conv2d", relay.nn.bitserial_conv2d(data, weight, **size)),
        ("nn.bitserial_conv2d", relay.nn.bitserial_conv2d(data, weight, **size, **nhwc)),
        ("nn.correlation", relay.nn.correlation(data, data, 1, 1, 1, 1, 1, True, "NCHW")),
        (
            "image.dilation2d",
            relay.image.dilation2d(data, weight, data_layout="NHWC", kernel_layout="HWI"),
        ),
        ("qnn.conv2d", relay.qnn.op.conv2d(*qnn, **size)),
        ("qnn.conv2d_transpose", relay.nn.conv2d_transpose(data, weight, **size)),
        ("vision.roi_align", relay.vision.roi_align(data, weight, (2, 2), 1.0, -1)),
        ("vision.roi_pool", relay.vision.roi_pool(data, weight, (2, 2), 1.0, layout="NHWC")),
        ("nn.dense", relay.nn.dense(data, weight)),
        ("nn.contrib_dense_pack", relay.nn.contrib_dense_pack(data, weight, weight_layout="NC8n")),
    ]
    for name, call in calls:
        count = relay.op.get(name).num_inputs
        for new, old in all_of([["NHWC"] * count], [[None] * count, ["NCHW"] * count]):
            yield name, call.attrs, new, old, [tensor(1, 32, 8, 8)] * count


def images():
    data, image = var(1, 32, 8, 8), tensor(1, 32, 8, 8)
    news = ["NHWC", "NCHW", "NCHW16c", "NHCW", "NCHW4h", "NCHW2w"]
    pools = [
        (name, getattr(relay.nn, name.rsplit(".", 1)[1]))
        for name in [
            "nn.max_pool2d",
            "nn.avg_pool2d",
            "nn.global_max_pool2d",
            "nn.global_avg_pool2d",
            "nn.adaptive_max_pool2d",
            "nn.adaptive_avg_pool2d",
        ]
    ]
    for name, pool in pools:
        for attrs in [dict(), dict(out_layout="NCHW"), dict(layout="NHWC", out_layout="NHWC")]:
            for new, old in one(news):
                yield name, pool(data, **attrs).attrs, new, old, [image]
    for dims, spatial, new_layouts in [
        ("1d", "W", ["NWC", "NCW4c", "NCW2w"]),
        ("3d", "DHW", ["NDHWC", "NCDHW4c", "NCDHW4d"]),
    ]:
        for kind in ["max_pool", "avg_pool", "adaptive_max_pool", "adaptive_avg_pool"]:
            attrs = getattr(relay.nn, kind + dims)(data).attrs
            for new, old in one(new_layouts, ["NC" + spatial]):
                yield "nn." + kind + dims, attrs, new, old, [image]
    for name, attrs in [
        ("nn.upsampling", relay.nn.upsampling(data, 2, 2).attrs),
        ("nn.upsampling", relay.nn.upsampling(data, 2, 2, layout="NHWC").attrs),
        ("image.resize2d", relay.image.resize2d(data, (4, 4)).attrs),
        ("image.resize2d", relay.image.resize2d(data, (4, 4), layout="NHWC").attrs),
    ]:
        for new, old in one(news, ["NCHW", "NHWC", None]):
            yield name, attrs, new, old, [image]
    for new, old in one(["NDHWC", "NCDHW16c", "NCDHW4d"], ["NCDHW"]):
        yield "nn.upsampling3d", relay.nn.upsampling3d(data, 2, 2, 2).attrs, new, old, [image]
    for new, old in one(["NWC", "NCW16c", "NCW4w"], ["NCW"]):
        yield "image.resize1d", relay.image.resize1d(data, (4,), layout="NCW").attrs, new, old, [
            image
        ]
    dynamic = relay.nn.upsampling(data, data, data).attrs
    for new, old in all_of(
        [["NHWC", "", ""], ["NCHW16c", "", ""]], [["NCHW", None, None], ["NCHW", "", ""]]
    ):
        yield "dyn.nn.upsampling", dynamic, new, old, [image, tensor(), tensor()]
    for widths in [((1, 2), (0, 0), (3, 4), (5, 5)), ((1, 2), (16, 32), (3, 4), (5, 5))]:
        attrs = relay.nn.pad(data, widths).attrs
        for new, old in all_of(
            [[new, ""] for new in news],
            [["NCHW", None], ["NHWC", None], ["NCHW", ""], ["NHWC", ""]],
        ):
            yield "nn.pad", attrs, new, old, [image, tensor()]
    for axis in [1, 3, -1]:
        norm = relay.nn.batch_norm(data, data, data, data, data, axis=axis).astuple().attrs
        requantize = relay.qnn.op.requantize(data, data, data, data, data, axis=axis).attrs
        for name, attrs in [("nn.batch_norm", norm), ("qnn.requantize", requantize)]:
            olds = [["NCHW"] + ["C"] * 4, ["NCHW"] + [None] * 4, [None] * 5]
            for new, old in all_of([[new] + ["C"] * 4 for new in news], olds):
                # TVM splits the channels of the batch, but not of the vectors.
                if name == "qnn.requantize" or new is None or new[0].isupper():
                    yield name, attrs, new, old, [image] + [tensor(32)] * 4
    prelu = relay.nn.prelu(data, data, axis=1).attrs
    for new, old in all_of(
        [[new, "C"] for new in news], [["NCHW", None], ["NCHW", "C"], [None, None]]
    ):
        yield "nn.prelu", prelu, new, old, [image, tensor(32)]


def special():
    return [case for group in [broadcast, axes, convolutions, images] for case in group()]


SPECIAL = {case[0] for case in special()} | {
    "dyn.nn.upsampling3d",
    "all",
    "max",
    "mean",
    "min",
    "prod",
    "argmin",
}


def main():
    cases = special() + list(elementwise())
    lines = [line for line in (answer(*case) for case in cases) if line]
    covered = sorted(
        str(name) for name in tvm.get_global_func("ir.ListOpNames")() if infer(str(name))
    )
    with open(os.path.join(FOLDER, "answers.jsonl.gz"), "wb") as out:
        with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed:
            packed.write((json.dumps(covered) + "\n").encode())
            packed.write("".join(json.dumps(line) + "\n" for line in lines).encode())
    print(f"{len(lines)} of {len(cases)} calls, {len(covered)} operators")


if __name__ == "__main__":
    main()
