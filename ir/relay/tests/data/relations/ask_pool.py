"""Calls of pooling operators (needs TVM 0.8's Python package)."""

import itertools

from ask import write

KEY = "relay.attrs."
SPATIAL = {1: "W", 2: "HW", 3: "DHW"}
LENGTHS = {"N": "2", "C": "6", "D": "9", "H": "11", "W": "10", "c": "2", "w": "2"}


def data(layout, dtype="float32", **lengths):
    letters = [letter for letter in layout if letter.isalpha()]
    return f"{dtype}[{','.join({**LENGTHS, **lengths}[letter] for letter in letters)}]"


def windows(kind, dim):
    op, key = f"nn.{kind}_pool{dim}d", f"{KEY}{kind.capitalize()}Pool{dim}DAttrs"
    axes = SPATIAL[dim]
    native = "NC" + axes
    size = [2, 3, 4][:dim]
    for strides, padding, dilation, ceil_mode in itertools.product(
        [None, [2] * dim, [3, 2, 1][:dim]],
        [None, [1], [1] * dim, list(range(2 * dim)), [1, 2, 3, 4, 5]],
        [None, [2, 1, 3][:dim]],
        [False, True],
    ):
        given = {"strides": strides, "padding": padding, "dilation": dilation}
        given = {name: value for name, value in given.items() if value is not None}
        for lengths in [{}, {axis: f"{axis.lower()}:int32" for axis in axes}]:
            yield op, key, {"pool_size": size, "ceil_mode": ceil_mode, **given}, data(native, **lengths)
    for lengths in [{axis: "?" for axis in axes}, {axis: "12L" for axis in axes}, {axis: f"{axis.lower()}:int64" for axis in axes}, {"N": "?", "C": "c:int32"}, {"W": "?"}, {"W": "0"}, {"W": "1"}]:
        for ceil_mode in [False, True]:
            for dtype in ["float32", "int8"]:
                given = {"pool_size": size, "strides": [2] * dim, "ceil_mode": ceil_mode}
                yield op, key, given, data(native, dtype, **lengths)
    for wrong in [[], [1], [0] * dim, [-1] * dim, [1] * (dim + 1)]:
        yield op, key, {"pool_size": wrong}, data(native)
        for name in ["strides", "dilation", "padding"]:
            for ceil_mode in [False, True]:
                yield op, key, {"pool_size": size, "ceil_mode": ceil_mode, name: wrong}, data(native)
    for layout in ["N" + axes + "C", native + "2c", axes + "CN", "NC", "NCw", native + "2w", axes, "", "N" + axes, "NC" + axes + "Q", "N" + axes[::-1] + "C"]:
        shape = data(layout, Q="3") if layout else data(native)
        yield op, key, {"pool_size": size, "layout": layout}, shape
        yield op, key, {"pool_size": size, "layout": layout, "out_layout": "N" + axes + "C"}, shape
    yield op, key, {"pool_size": size}, "_"
    yield op, key, {"pool_size": size}, "float32[4]"
    yield op, key, {"pool_size": size}, "float32[]"
    yield op, key, {"pool_size": size}, "float32[2,6]"
    yield op, key, {"pool_size": size}, "float32[2,6,7]"
    yield op, key, {"pool_size": size}, "float32[2,6,7,8]"
    yield op, key, {"pool_size": size}, "float32[2,6,7,8,9]"
    yield op, key, {"pool_size": size}, f"({data(native)},{data(native)})"


def whole():
    for kind in ["max", "avg"]:
        op, key = f"nn.global_{kind}_pool2d", KEY + "GlobalPool2DAttrs"
        for shape in ["float32[2,6,11,10]", "int8[n:int32,?,h:int32,?]", "float32[2L,6L,11L,10L]", "float32[2]", "float32[2,3]", "_", "float32[]", "float32[1,2,3]"]:
            for layout in ["NCHW", "NHWC", "HWCN", "NC", "NCHW2h", ""]:
                yield op, key, {"layout": layout}, shape
        for dim in [1, 2, 3]:
            op, key = f"nn.adaptive_{kind}_pool{dim}d", f"{KEY}AdaptivePool{dim}DAttrs"
            axes = SPATIAL[dim]
            for size in [[], [4], [4, 5], [4, 5, 6], [1, 2, 3, 4], None, [0], [-1], [{"extent": "7L"}], [{"extent": "s:int32"}]]:
                for layout in ["NC" + axes, "N" + axes + "C", "NC", "NC" + axes + "2c", "NCh"]:
                    for lengths in [{}, {axis: "?" for axis in axes}, {"N": "n:int32", "W": "w:int32"}, {axis: "12L" for axis in axes}]:
                        yield op, key, {"output_size": size, "layout": layout}, data(layout, h="2", **lengths)
            yield op, key, {"output_size": [4]}, "_"
            yield op, key, {"output_size": [4]}, "float32[3]"
            yield op, key, {"output_size": [4]}, "float32[3,4]"


def gradients():
    for op in ["nn.max_pool2d_grad", "nn.avg_pool2d_grad"]:
        for key in ["MaxPool2DAttrs", "AvgPool2DAttrs"]:
            for grad in ["float32[2,6,5,5]", "_", "int8[3]"]:
                for shape in ["float32[2,6,11,10]", "_", "int8[n:int32,?]", "float32[]"]:
                    yield op, KEY + key, {"pool_size": [2, 2]}, f"{grad} {shape}"
                    yield op, KEY + key, {"pool_size": []}, f"{grad} {shape}"


def calls():
    for dim in [1, 2, 3]:
        yield from windows("max", dim)
        yield from windows("avg", dim)
    yield from whole()
    yield from gradients()


if __name__ == "__main__":
    write("pool", calls())
