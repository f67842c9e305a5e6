"""Calls of convolutions (needs TVM 0.8's Python package)."""

import itertools

from ask import write

KEY = "relay.attrs."


def shape(layout, sizes, dtype="float32"):
    """Returns the type of a tensor: the extents of the letters of a layout."""
    letters = [letter for letter in layout if letter.isalpha()]
    return f"{dtype}[{','.join(str(sizes[letter]) for letter in letters)}]"


AXES = {1: "W", 2: "HW", 3: "DHW"}
SIZES = {"D": 9, "H": 11, "W": 10}
KERNEL = {"D": 2, "H": 3, "W": 4}


def dense_or_transposed(dim, transposed):
    """Yields questions on the convolution over `dim` spatial axes."""
    op = f"nn.conv{dim}d" + ("_transpose" if transposed else "")
    key = f"{KEY}Conv{dim}D{'Transpose' if transposed else ''}Attrs"
    axes = AXES[dim]

    def data(channels=6, sizes=SIZES, layout="NC" + axes, batch=2, dtype="float32", **others):
        return shape(layout, {"N": batch, "C": channels, **sizes, **others}, dtype)

    def weight(outer=8, inner=6, sizes=KERNEL, layout="OI" + axes, dtype="float32", **others):
        return shape(layout, {"O": outer, "I": inner, **sizes, **others}, dtype)

    def ask(inputs, **attrs):
        return op, key, attrs, inputs

    known = dict(kernel_size=[KERNEL[axis] for axis in axes], channels=8)
    swapped = dict(outer=6, inner=8) if transposed else {}
    kernel = weight(**swapped)

    yield ask(f"{data()} {kernel}")
    yield ask(f"{data()} _", **known)
    yield ask(f"{data()} {kernel}", **known)
    yield ask(f"{data()} _", channels=8)
    yield ask(f"{data()} _", kernel_size=known["kernel_size"])
    yield ask(f"{data()} {kernel}", channels=8)
    yield ask(f"{data()} {kernel}", channels=9)
    yield ask(f"{data()} {kernel}", kernel_size=known["kernel_size"])
    yield ask(f"{data()} {kernel}", kernel_size=[5] * dim)
    yield ask(f"{data()} {kernel}", kernel_size=[KERNEL[axis] for axis in axes[1:]])
    yield ask(f"{data()} {kernel}", kernel_size=[])
    yield ask(f"{data()} {weight(outer=7, inner=5)}")
    yield ask(f"{data()} {weight(outer=7, inner=5)}", **known)
    yield ask(f"_ {kernel}")
    yield ask(f"_ {kernel}", data_layout="NC")
    yield ask("_ _")
    yield ask(f"({data()},{data()}) {kernel}")
    yield ask(f"{data()} ({kernel},{kernel})")
    yield ask(f"{data()} ({kernel},{kernel})", **known)
    yield ask(f"float32[2,6] {kernel}")
    yield ask(f"float32[] {kernel}")
    yield ask(f"{data()} float32[2,6]")
    yield ask(f"{data()} float32[2,6]", **known)
    # Data types.
    for dtype in ["int8", "float16"]:
        yield ask(f"{data(dtype=dtype)} _", **known)
        yield ask(f"{data(dtype=dtype)} {kernel}", **known)
        yield ask(f"{data(dtype=dtype)} {kernel}")
        yield ask(f"{data(dtype=dtype)} {kernel}", out_dtype="int32")
    # Strides, padding, dilation.
    for strides, padding, dilation in itertools.product(
        [[1] * dim, [2] * dim, [3, 2, 1][:dim]], [None, [1] * dim, list(range(2 * dim)), [2]], [[1] * dim, [2, 1, 3][:dim]]
    ):
        given = {} if padding is None else {"padding": padding}
        yield ask(f"{data()} _", strides=strides, dilation=dilation, **given, **known)
        yield ask(f"{data()} {kernel}", strides=strides, dilation=dilation, **given)
    for wrong in [[], [1], [1, 1], [1] * 5, [0] * dim, [-1] * dim]:
        yield ask(f"{data()} {kernel}", strides=wrong)
        yield ask(f"{data()} {kernel}", dilation=wrong)
        yield ask(f"{data()} {kernel}", padding=wrong)
        if transposed:
            yield ask(f"{data()} {kernel}", output_padding=wrong)
    if transposed:
        yield ask(f"{data()} _", output_padding=[1, 2, 3][:dim], strides=[2, 3, 4][:dim], **known)
    # Groups.
    for groups, outer, inner in [
        (2, 8, 3), (3, 9, 2), (6, 6, 1), (6, 12, 1), (6, 6, 2), (6, 12, 2), (2, 8, 6), (0, 8, 6), (-1, 8, 6),
        (4, 8, 1), (8, 8, 6), (8, 6, 1),
    ]:
        for given in [{}, known, {**known, "channels": outer}]:
            yield ask(f"{data()} {weight(outer, inner)}", groups=groups, **given)
            yield ask(f"{data()} {weight(inner, outer)}", groups=groups, **given)
            yield ask(f"{data()} _", groups=groups, **given)
    # Symbolic extents.
    names = {axis: f"{axis.lower()}:int32" for axis in axes}
    for strides in [1, 2, 3]:
        for padding in [0, 1, 2]:
            given = dict(strides=[strides] * dim, padding=[padding] * dim)
            yield ask(f"{data(sizes=names, batch='n:int32')} _", **given, **known)
            yield ask(f"{data(sizes=names, batch='n:int32')} {kernel}", dilation=[2] * dim, **given)
    unknown = {axis: "?" for axis in axes}
    long = {axis: "12L" for axis in axes}
    names64 = {axis: f"{axis.lower()}:int64" for axis in axes}
    for sizes in [unknown, long, names64, {**SIZES, "W": "?"}, {**SIZES, "H": "?"}, {**SIZES, "W": "w:int32"}, {**SIZES, "D": "?"}]:
        for batch in [2, "n:int32", "?", "2L"]:
            yield ask(f"{data(sizes=sizes, batch=batch)} _", **known)
            yield ask(f"{data(sizes=sizes, batch=batch)} {kernel}", padding=[1] * dim)
            yield ask(f"{data(sizes=sizes, batch=batch)} {kernel}", strides=[2] * dim)
    for channels in ["?", "6L", "c:int32", "c:int64", 0, -3]:
        yield ask(f"{data(channels=channels)} _", **known)
        yield ask(f"{data(channels=channels)} _", groups=2, **known)
        yield ask(f"{data(channels=channels)} {kernel}", **known)
        yield ask(f"{data(channels=channels)} {kernel}")
        yield ask(f"{data(channels=channels)} {weight(8, 3)}", groups=2)
        yield ask(f"{data(channels=channels)} {weight(3, 8)}", groups=2)
        yield ask(f"{data()} {weight(channels, 6)}")
        yield ask(f"{data()} {weight(6, channels)}")
        yield ask(f"{data(channels=channels)} {weight(channels, channels)}")
    for sizes in [{axis: f"{axis.lower()}:int32" for axis in axes}, unknown, long]:
        for data_sizes in [SIZES, sizes, {axis: f"{axis.lower()}2:int32" for axis in axes}]:
            yield ask(f"{data(sizes=data_sizes)} {weight(sizes=sizes, **swapped)}")
            yield ask(f"{data(sizes=data_sizes)} {weight(sizes=sizes, **swapped)}", strides=[2] * dim)
            yield ask(f"{data(sizes=data_sizes)} {weight(sizes=sizes, **swapped)}", kernel_size=[3] * dim)
    # Layouts.
    kernels = ["OI" + axes, axes + "IO", axes + "OI", "OI" + axes + "2i4o", "O4oI" + axes, "IO" + axes]
    datas = ["NC" + axes, "N" + axes + "C", "NC" + axes + "2c", "N" + axes + "C3c", axes + "CN", "NC" + axes + "6n2c"]
    for data_layout, kernel_layout in itertools.product(datas, kernels):
        blocks = {"c": 3 if "3c" in data_layout else 2, "n": 6}
        channels = {"NC" + axes + "2c": 3, "N" + axes + "C3c": 2}.get(data_layout, 6)
        source = data(layout=data_layout, channels=channels, **blocks)
        outer = 2 if "o" in kernel_layout else 8
        inner = 3 if "i" in kernel_layout else 6
        sizes = dict(outer=inner, inner=outer) if transposed else dict(outer=outer, inner=inner)
        filters = weight(layout=kernel_layout, i=2, o=4, **sizes)
        layouts = dict(data_layout=data_layout, kernel_layout=kernel_layout)
        yield ask(f"{source} _", **layouts, **known)
        yield ask(f"{source} {filters}", **layouts)
        if dim > 1 or transposed:
            yield ask(f"{source} {filters}", out_layout="NC" + axes + "4c", **layouts)
    for out_layout in ["N" + axes + "C", "NC" + axes + "4c", "NC" + axes + "3c", "NC", "", "NC" + axes + "Q", "4c"]:
        if dim > 1 or transposed:
            yield ask(f"{data(sizes=unknown)} {kernel}", out_layout=out_layout)
            yield ask(f"{data(sizes=names, batch='n:int32')} {weight('o:int32', 6, **{})}", out_layout=out_layout)
            yield ask(f"{data(sizes=long)} {kernel}", out_layout=out_layout)
    for layout in ["", "NC", "NCQ", "N" + axes, "NC" + axes + "c", "NC" + axes + "0c", "NC" + axes + "C", "nc", "9", "NC" + axes + "4294967298c", "__undef__"]:
        yield ask(f"{data()} {kernel}", data_layout=layout)
        yield ask(f"{data()} {kernel}", kernel_layout=layout)
        yield ask(f"{data()} _", kernel_layout=layout, **known)
    blocked = "NC" + axes + "2c"
    for channels in [3, "3L", "c:int32", "c:int64", "?"]:
        for block in [2, "2L", 3, "?", "b:int32"]:
            source = data(layout=blocked, channels=channels, c=block)
            yield ask(f"{source} {kernel}", data_layout=blocked)
            yield ask(f"{source} _", data_layout=blocked, **known)
    for position in range(dim + 2):
        layout = "N" + axes + "C"
        letter = layout[position]
        for value in ["?", "5L", "v:int32"]:
            sizes = {"N": 2, "C": 6, **SIZES, letter: value}
            yield ask(f"{shape(layout, sizes)} {kernel}", data_layout=layout)
            yield ask(f"{shape(layout, sizes)} _", data_layout=layout, **known)
    for position in range(dim + 2):
        layout = axes + "IO"
        letter = layout[position]
        for value in ["?", "3L", "v:int32"]:
            sizes = {"O": 8, "I": 6, **KERNEL, letter: value}
            yield ask(f"{data()} {shape(layout, sizes)}", kernel_layout=layout)


def calls():
    for dim in [1, 2, 3]:
        yield from dense_or_transposed(dim, transposed=False)
        yield from dense_or_transposed(dim, transposed=True)


if __name__ == "__main__":
    write("conv", calls())
