"""Calls of padding, upsampling and rearrangement in space (needs TVM 0.8's Python package)."""

from ask import write

KEY = "relay.attrs."


def padding():
    for data in ["float32[3,4]", "int8[n:int32,?]", "float32[3L,n:int64]", "float32[3]", "float32[]", "_", "float32[0,1]"]:
        for width in [[[1, 2], [0, 3]], [[0, 0], [0, 0]], [[-1, 0], [0, -2]], [[-2, -2], [0, 0]], [[1, 2]], [], [[1], [2]], [[1, 2, 3], [1, 2, 3]], [[2**31 - 1, 1], [0, 0]], [[-3, 0], [0, 0]]]:
            for op, key in [("nn.pad", "PadAttrs"), ("nn.mirror_pad", "MirrorPadAttrs")]:
                inputs = f"{data} float32[]" if op == "nn.pad" else data
                if width and width[0][0] == 2**31 - 1:
                    continue
                yield op, KEY + key, {"pad_width": width}, inputs
        yield "nn.mirror_pad", KEY + "MirrorPadAttrs", {"pad_width": [[{"extent": "p:int32"}, 1], [0, 0]]}, data
        yield "nn.mirror_pad", KEY + "MirrorPadAttrs", {"pad_width": [[{"extent": "2L"}, 1], [0, 0]], "mode": "REFLECT"}, data
        for strides in [[2, 3], [1, 1], [0, -1], [2], [], [{"extent": "?"}, 2], [{"extent": "s:int32"}, {"extent": "2L"}]]:
            yield "nn.dilate", KEY + "DilateAttrs", {"strides": strides}, data
        yield "nn.batch_flatten", None, None, data
    for value in ["float32[]", "int8[]", "float32[3]", "_", "(float32[],float32[])"]:
        for mode in ["constant", "edge", "reflect", "other"]:
            yield "nn.pad", KEY + "PadAttrs", {"pad_width": [[1, 2], [0, 3]], "pad_mode": mode}, f"float32[3,4] {value}"
    for data in ["float32[2,3,4,5]", "float32[n:int32,3,c:int32,?]", "float32[2,?,4,?]", "float32[2,3L,4L]", "int8[n:int32,a:int32,b:int32,2]", "float32[2,1]", "float32[2,a:int32]"]:
        yield "nn.batch_flatten", None, None, data
    for data in ["float32[2,3,4]", "int8[2,?,4]", "float32[2,n:int32,4]", "float32[2,3]", "float32[2,9,4]", "_"]:
        for buffer in ["float32[2,7,4]", "int8[2,?,4]", "float32[2,3,4]", "float32[5,7,4]", "_", "float32[7]"]:
            for axis in [0, 1, 2, 3, -1, -2, -3, -4]:
                yield "nn.fifo_buffer", KEY + "FIFOBufferAttrs", {"axis": axis}, f"{data} {buffer}"


def blocks():
    for data in ["float32[8,4,6,3]", "int8[n:int32,h:int32,w:int32,3]", "float32[?,?,6,3]", "float32[8L,4L,6L,3L]", "float32[8]", "float32[8,5,7]", "_", "float32[7,4,6,3]"]:
        for block in [[2, 2], [2, 3], [2], [], [1, 1], [2, 2, 3], [0, 2], [-2, 2]]:
            for pads in [[[0, 0], [0, 0]], [[1, 1], [2, 0]], [[0, 0]], [], [[-1, 1], [0, 0]], [[0], [0]], [[0, 0]] * 3]:
                if len(pads) != len(block) and len(block) > 1 and block != [2, 2]:
                    continue
                yield "nn.space_to_batch_nd", KEY + "SpaceToBatchNDAttrs", {"block_shape": block, "paddings": pads}, data
                yield "nn.batch_to_space_nd", KEY + "BatchToSpaceNDAttrs", {"block_shape": block, "crops": pads}, data
    for data in ["float32[2,8,4,6]", "int8[n:int32,c:int32,h:int32,w:int32]", "float32[2,?,4,6]", "float32[2,8,?,?]", "float32[2L,8L,4L,6L]", "float32[2,7,5,3]", "float32[2,8,4]", "_", "float32[2,2,3,4,4]"]:
        for op in ["nn.depth_to_space", "nn.space_to_depth"]:
            for size in [2, 1, 0, -2, 3]:
                for layout in ["NCHW", "NHWC", "NCHW4c", "NC", ""]:
                    yield op, KEY + "SubPixelAttrs", {"block_size": size, "layout": layout}, data
            yield op, KEY + "SubPixelAttrs", {"block_size": 2, "mode": "CRD"}, data


def upsampling():
    scales = [(2.0, 3.0), (1.0, 1.0), (0.5, 1.5), (1.3, 2.7), (0.0, -1.0)]
    for data in ["float32[2,6,5,7]", "int8[n:int32,6,h:int32,w:int32]", "float32[2,6,?,7]", "float32[2L,6L,5L,7L]", "float32[2,6,5]", "_", "float32[2,3,5,7,2]"]:
        for scale_h, scale_w in scales:
            for layout in ["NCHW", "NHWC", "NCHW2c", "NC"]:
                attrs = {"scale_h": scale_h, "scale_w": scale_w, "layout": layout}
                yield "nn.upsampling", KEY + "UpSamplingAttrs", attrs, data
    for data in ["float32[2,6,4,5,7]", "float32[2,6,d:int32,?,7]", "float32[2,6,4L,5L,7L]", "_"]:
        for scale_h, scale_w in scales:
            for layout in ["NCDHW", "NDHWC"]:
                attrs = {"scale_d": 1.7, "scale_h": scale_h, "scale_w": scale_w, "layout": layout}
                yield "nn.upsampling3d", KEY + "UpSampling3DAttrs", attrs, data


def dynamic():
    for data in ["float32[2,6,5,7]", "int8[n:int32,?,5L,7]", "float32[2,6,5]", "_", "float32[2,3,5,7,2]"]:
        for layout in ["NCHW", "NHWC", "NCHW2c", "NC"]:
            for scale_h, scale_w in [("float32[]", "float32[]"), ("float64[]", "int32[1]"), ("_", "float32[]"), ("float32[]", "_"), ("float32[2]", "float32[]")]:
                attrs = {"scale_h": 0.0, "scale_w": 0.0, "layout": layout}
                yield "dyn.nn.upsampling", KEY + "UpSamplingAttrs", attrs, f"{data} {scale_h} {scale_w}"
            for size in ["int32[2]", "int64[?]", "_", "float32[3]", "int32[]"]:
                for dtype in ["", "float16"]:
                    attrs = {"layout": layout, "out_dtype": dtype}
                    yield "dyn.image.resize2d", KEY + "Resize2DAttrs", attrs, f"{data} {size}"
        for width in ["int32[4,2]", "int64[?,2]", "int64[4,?]", "int32[3,2]", "int32[4,3]", "int32[8]", "_", "int32[r:int32,2L]", "float32[4,2]"]:
            for value in ["float32[]", "int8[]", "float32[1]", "_"]:
                yield "dyn.nn.pad", KEY + "PadAttrs", {"pad_width": None}, f"{data} {width} {value}"
    for data in ["float32[2,6,4,5,7]", "float32[2,6,d:int32,?,7]", "float32[2,6,4]", "_"]:
        for layout in ["NCDHW", "NDHWC", "NCHW"]:
            for scales in ["float32[] float32[] float32[]", "_ float32[] float32[]", "float32[] _ float32[]", "float32[] float32[] _", "float32[1] float32[] float32[]"]:
                attrs = {"scale_d": 0.0, "scale_h": 0.0, "scale_w": 0.0, "layout": layout}
                yield "dyn.nn.upsampling3d", KEY + "UpSampling3DAttrs", attrs, f"{data} {scales}"


def calls():
    yield from padding()
    yield from blocks()
    yield from upsampling()
    yield from dynamic()


if __name__ == "__main__":
    write("space", calls())
