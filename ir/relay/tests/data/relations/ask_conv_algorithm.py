"""Calls of convolutions with specific algorithms and kernels (needs TVM 0.8's Python package)."""

import itertools

from ask import write

KEY = "relay.attrs."
BOTH = dict(channels=8, kernel_size=[3, 4])


def transformed():
    for op, key, data in [
        ("nn.contrib_conv2d_NCHWc", "Conv2DAttrs", "float32[2,3,11,10,2]"),
        ("nn.contrib_conv2d_gemm_without_weight_transform", "Conv2DAttrs", "float32[2,11,10,6]"),
        ("nn.contrib_depthwise_conv2d_NCHWc", "Conv2DAttrs", "float32[2,3,11,10,2]"),
        ("nn.contrib_conv2d_winograd_without_weight_transform", "Conv2DWinogradAttrs", "float32[2,6,11,10]"),
    ]:
        layout = {5: "NCHW2c", 4: "NHWC" if "gemm" in op else "NCHW"}[data.count(",") + 1]
        tile = {"tile_size": 4} if "Winograd" in key else {}
        for weight in ["float32[5,5,6,8]", "float32[8,6,3,4]", "_", "(float32[1],float32[1])"]:
            for given in [{}, BOTH, {"channels": 8}, {"kernel_size": [3, 4]}, {**BOTH, "groups": 2}, {**BOTH, "out_dtype": "int32"},
                          {**BOTH, "strides": [2, 3], "dilation": [2, 1], "padding": [1, 2, 3, 4]}, {**BOTH, "kernel_size": [3]},
                          {**BOTH, "padding": [1, 2, 3]}, {**BOTH, "out_layout": "NCHW4c"}, {**BOTH, "kernel_layout": "Q"},
                          {**BOTH, "kernel_layout": "HWIO"}, {**BOTH, "kernel_layout": "OIHW2i4o"}, {**BOTH, "kernel_layout": ""}]:
                yield op, KEY + key, {**tile, "data_layout": layout, **given}, f"{data} {weight}"
        yield op, KEY + key, {**tile, "data_layout": layout, **BOTH}, "_ float32[8,6,3,4]"
        dims = data[8:-1].split(",")
        for place, value in itertools.product(range(len(dims)), ["?", "v:int32", "8L"]):
            changed = ",".join(value if at == place else dim for at, dim in enumerate(dims))
            yield op, KEY + key, {**tile, "data_layout": layout, **BOTH}, f"float32[{changed}] float32[5,5,6,8]"
    op, key = "nn.contrib_conv3d_winograd_without_weight_transform", KEY + "Conv3DWinogradAttrs"
    volumes = dict(tile_size=4, channels=8, kernel_size=[2, 3, 4])
    for given in [{}, {"groups": 2}, {"padding": [1, 2, 3]}, {"padding": [1]}, {"padding": [1, 2, 3, 4, 5, 6]}, {"padding": [1, 2]},
                  {"strides": [1, 2, 3]}, {"dilation": [1, 2, 3]}, {"data_layout": "NDHWC"}, {"out_layout": "NDHWC"}, {"out_dtype": "float16"}]:
        for data in ["float32[2,6,9,11,10]", "float32[2,6,?,11,10]", "float32[2,6,9,?,10]", "float32[2,6,9,11,?]", "float32[2,6,d:int32,11L,10]", "float32[2,6,9,11]"]:
            yield op, key, {**volumes, **given}, f"{data} float32[1,2,3]"
    yield op, key, {"tile_size": 4}, "float32[2,6,9,11,10] float32[8,6,2,3,4]"


def weight_transforms():
    weights = ["float32[8,6,3,4]", "float32[o:int32,i:int32,h:int32,w:int32]", "float32[?,?,?,?]", "int8[8L,6L,3L,4L]", "float32[8,6,3]", "_",
               "float32[8,6,3,3,3]", "(float32[1],float32[1])"]
    for weight in weights:
        for tile in [4, 0, -3, 1]:
            yield "nn.contrib_conv2d_winograd_weight_transform", KEY + "ConvWinogradWeightTransformAttrs", {"tile_size": tile}, weight
        for dtype in ["", "float16"]:
            attrs = {"convolution_algorithm": 3, "out_dtype": dtype}
            yield "nn.contrib_conv2d_winograd_nnpack_weight_transform", KEY + "Conv2DWinogradNNPACKWeightTransformAttrs", attrs, weight
        for rows, columns in [(4, 16), (1, 1), (3, 5), (0, 4), (4, 0), (-4, 3), (16, 4)]:
            attrs = {"tile_rows": rows, "tile_cols": columns}
            if weight.startswith("float32[o:"):
                continue
            yield "nn.contrib_conv2d_gemm_weight_transform", KEY + "ConvGemmWeightTransformAttrs", attrs, weight
    for weight in ["float32[h:int32,3,6,8]", "float32[3,3,6,o:int32]", "int8[3,3,6,17]"]:
        attrs = {"tile_rows": 4, "tile_cols": 16}
        yield "nn.contrib_conv2d_gemm_weight_transform", KEY + "ConvGemmWeightTransformAttrs", attrs, weight
    for depth in [1, 2, 3, 7, 8, "3L"]:
        for tile in [4, 2]:
            attrs = {"tile_size": tile}
            weight = f"float32[8,6,{depth},3,h:int32]"
            yield "nn.contrib_conv3d_winograd_weight_transform", KEY + "ConvWinogradWeightTransformAttrs", attrs, weight
    for weight in ["float32[8,6,3,3]", "_"]:
        yield "nn.contrib_conv3d_winograd_weight_transform", KEY + "ConvWinogradWeightTransformAttrs", {"tile_size": 2}, weight


def deformable():
    op, key = "nn.deformable_conv2d", KEY + "DeformableConv2DAttrs"
    for data in ["float32[2,6,11,10]", "int8[2,6,11,10]", "float32[n:int32,6,h:int32,w:int32]", "float32[2,?,11,10]", "float32[2,6,?,?]", "float32[2,6L,11L,10L]"]:
        for weight in ["float32[8,6,3,4]", "_", "float32[8,3,3,4]", "int8[8,6,3,4]", "float32[8,6,?,k:int32]", "float32[8,?,3,3]"]:
            for given in [{}, BOTH, {"channels": 8}, {"kernel_size": [3, 4]}, {"groups": 2}, {**BOTH, "groups": 2}, {"deformable_groups": 2},
                          {"padding": [1]}, {"padding": [1, 2]}, {"padding": [1, 2, 3, 4], "strides": [2, 2], "dilation": [2, 3]}, {"out_dtype": "float16"},
                          {**BOTH, "strides": [0, 1]}, {"channels": 9}, {"kernel_size": [5, 5]}]:
                if "strides" in given and "?" in weight:
                    # The sum is an expression with another order of terms here.
                    continue
                yield op, key, given, f"{data} _ {weight}"
    for offset in ["float32[2,24,9,7]", "float32[2,24,9,8]", "int8[2,24,9,7]", "float32[?,?,?,?]"]:
        yield op, key, {}, f"float32[2,6,11,10] {offset} float32[8,6,3,4]"
    for layouts in [{"data_layout": "NHWC"}, {"data_layout": "NHWC", "kernel_layout": "HWIO"}, {"out_layout": "NHWC"}, {"data_layout": "NCHW2c"}]:
        data = {"NHWC": "float32[2,11,10,6]", "NCHW2c": "float32[2,3,11,10,2]"}.get(layouts.get("data_layout"), "float32[2,6,11,10]")
        for given in [{}, BOTH]:
            yield op, key, {**layouts, **given}, f"{data} _ _"
            yield op, key, {**layouts, **given}, f"{data} _ float32[8,6,3,4]"
            yield op, key, {**layouts, **given}, f"{data} _ float32[3,4,6,8]"


def packed():
    op, key = "nn.bitserial_conv2d", KEY + "BinaryConv2DAttrs"
    for data in ["float32[2,6,11,10]", "int8[2,6,11,10]", "uint32[n:int32,6,h:int32,w:int32]", "float32[2,6,?,10]", "float32[2,6L,11L,10L]", "float32[2,6]", "_"]:
        for weight in ["uint32[8,6,3,3]", "_"]:
            for given in [{}, {"channels": 8}, {"channels": 8, "kernel_size": [2, 5]}, {"channels": 8, "out_dtype": "int16"}, {"channels": 8, "padding": [1]},
                          {"channels": 8, "padding": [1, 2, 3, 4], "strides": [2, 3]}, {"channels": 8, "padding": [1, 2], "out_dtype": "int16"},
                          {"channels": 8, "out_dtype": "int16", "strides": [0, 1]}, {"channels": 8, "out_dtype": "int16", "kernel_size": []}]:
                yield op, key, given, f"{data} {weight}"
    yield op, key, {"channels": 8, "data_layout": "NHWC", "kernel_layout": "HWIO", "out_dtype": "int16"}, "int8[2,11,10,6] int8[3,3,6,8]"
    op, key = "nn.bitserial_dense", KEY + "BinaryDenseAttrs"
    for data in ["float32[2,6]", "int8[2,3,6]", "float32[n:int32,?]", "float32[]", "_", "float32[7]"]:
        for weight in ["float32[5,6]", "_"]:
            for given in [{"units": 5}, {"units": None}, {"units": 5, "out_dtype": "int16"}, {"units": {"extent": "5L"}}]:
                yield op, key, given, f"{data} {weight}"
    op, key = "nn.bitpack", KEY + "BitPackAttrs"
    for data in ["float32[2,64,7]", "uint8[n:int32,c:int32]", "float32[?,?,3]", "float32[64L]", "float32[]", "_"]:
        for pack_axis, bit_axis in [(1, 2), (1, 4), (1, 3), (0, 0), (1, 0), (-1, -1), (5, 1), (1, -1), (2, 3)]:
            for pack_type in ["uint32", "uint8", ""]:
                yield op, key, {"bits": 2, "pack_axis": pack_axis, "bit_axis": bit_axis, "pack_type": pack_type}, data


def sparse():
    op, key = "nn.sparse_conv2d", KEY + "SparseConv2DAttrs"
    for data in ["float32[2,6,11,10]", "int8[2,6,11,10]", "float32[n:int32,?,5,6L]", "float32[2,6]"]:
        for weight in ["float32[100]", "float32[50,16,1]", "float32[20,?,b:int32]", "float32[4,5]", "float32[1,2,3,4]"]:
            for starts in ["int32[9]", "int32[?]", "int32[r:int32]", "int32[9L]", "int32[]", "int32[3,4]"]:
                for layout in ["NHWC", "NCHW", "NCHW2c"]:
                    yield op, key, {"layout": layout}, f"{data} {weight} int32[50] {starts}"
    for kernel in [[1, 1], [3, 3], []]:
        yield op, key, {"kernel_size": kernel}, "float32[2,6,11,10] float32[50,16,1] int32[50] int32[9]"
    op, key = "nn.correlation", KEY + "CorrelationAttrs"
    base = dict(kernel_size=3, max_displacement=4, stride1=2, stride2=2, padding=[4])
    for data in ["float32[2,6,11,10]", "int8[n:int32,6,h:int32,w:int32]", "float32[2,?,?,10]", "float32[2L,6L,11L,10L]", "float32[2,6]"]:
        for given in [{}, base, {**base, "padding": [1, 2]}, {**base, "padding": [1, 2, 3, 4]}, {**base, "padding": [1, 2, 3]}, {**base, "stride1": 3},
                      {**base, "stride1": 0}, {**base, "stride2": -1}, {**base, "stride1": -1}, {**base, "kernel_size": 0}, {**base, "max_displacement": 0},
                      {**base, "layout": "NHWC"}, {**base, "is_multiply": False}, {**base, "kernel_size": -4, "max_displacement": -3}]:
            yield op, key, given, f"{data} {data}"
            yield op, key, given, f"{data} _"
    yield op, key, base, "float32[2,6,11,10] float32[1,2]"


def calls():
    yield from transformed()
    yield from weight_transforms()
    yield from deformable()
    yield from packed()
    yield from sparse()


if __name__ == "__main__":
    write("conv_algorithm", calls())
