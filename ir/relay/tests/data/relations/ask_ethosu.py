"""Calls of operators for Arm's Ethos-U (needs TVM 0.8's Python package)."""

from ask import write

KEY = "relay.attrs."
SCALES = dict(ifm_scale=1.0, ifm_zero_point=0, ofm_scale=1.0, ofm_zero_point=0)
IFMS = ["int8[1,11,10,6]", "uint8[n:int32,h:int32,w:int32,6]", "int8[1,11,2,10,16]", "int8[1,?,10,6]", "int16[1,11,10,6]", "float32[1,11,10,6]", "_", "int8[1L,11L,10L,6L]", "int32[1,11,10,6]", "int8[1,11]"]


def windows():
    weights = ["int8[8,3,4,6]", "_", "uint8[8,3,4,6]", "int8[8,3,4,1]", "float32[8,3,4,6]", "int8[7,3,4,6]", "int8[8,3,4,5]"]
    biases = ["uint8[8,10]", "_", "int8[8,10]", "uint8[8,9]", "uint8[?,10]"]
    options = [{}, {"padding": [1, 2, 3, 4]}, {"padding": [1, 2]}, {"padding": [1, 2, 3]}, {"strides": [2, 3]}, {"dilation": [2, 3]}, {"strides": [0, 1]}, {"upscale": "ZEROS"}, {"upscale": "NEAREST"},
               {"upscale": "OTHER"}, {"ofm_layout": "NHCWB16"}, {"ifm_layout": "NHCWB16"}, {"ifm_layout": "NHCWB16", "ofm_layout": "NHCWB16"}, {"upscale": "ZEROS", "ifm_layout": "NHCWB16"}, {"ifm_layout": "NCHW"},
               {"ofm_layout": "NCHW"}, {"activation": "LUT"}, {"activation": "OTHER"}, {"ofm_channels": 17, "ofm_layout": "NHCWB16"}, {"ofm_channels": {"extent": "c:int32"}}, {"ofm_channels": {"extent": "c:int32"}, "ofm_layout": "NHCWB16"}, {"kernel_shape": [3]}]
    for name, key in [("conv2d", "EthosuConv2DAttrs"), ("depthwise_conv2d", "EthosuDepthwiseConv2DAttrs")]:
        op, base = f"contrib.ethosu.{name}", {**SCALES, "weight_zero_point": 0, "kernel_shape": [3, 4], "ofm_channels": 8}
        for ifm in IFMS:
            for given in options:
                yield op, KEY + key, {**base, **given}, f"{ifm} int8[8,3,4,6] uint8[8,10] int8[1]"
        for weight in weights:
            for bias in biases:
                for lut in ["int8[1]", "_"]:
                    yield op, KEY + key, base, f"int8[1,11,10,6] {weight} {bias} {lut}"
                    yield op, KEY + key, {**base, "ofm_channels": 6}, f"int8[1,11,10,6] {weight} {bias} {lut}"
    for ifm in IFMS:
        for pooling in ["MAX", "AVG", "OTHER"]:
            for given in options if pooling == "MAX" else [{}]:
                given = {"pool_shape" if name == "kernel_shape" else name: value for name, value in given.items() if name != "dilation"}
                attrs = {**SCALES, "pooling_type": pooling, "pool_shape": [3, 4], "ofm_channels": 6, **given}
                yield "contrib.ethosu.pooling", KEY + "EthosuPoolingAttrs", attrs, f"{ifm} int8[1]"
        yield "contrib.ethosu.pooling", KEY + "EthosuPoolingAttrs", {**SCALES, "pooling_type": "MAX", "pool_shape": [3, 4], "ofm_channels": 6}, f"{ifm} _"


def elementwise():
    key = KEY + "EthosuBinaryElementwiseAttrs"
    base = dict(SCALES, ifm2_scale=1.0, ifm2_zero_point=0, ifm_channels=6, ifm2_channels=6)
    for operator in ["ADD", "SUB", "MUL", "MIN", "MAX", "SHR", "SHL", "OTHER"]:
        for dtype in ["int8", "uint8", "int16", "int32", "float32"]:
            for left in ["int8", "uint8", "int16", "int32", "float32"]:
                for right in [left] + ["int8", "int32"]:
                    attrs = {**base, "operator_type": operator, "ofm_dtype": dtype}
                    yield "contrib.ethosu.binary_elementwise", key, attrs, f"{left}[1,11,10,6] {right}[1,11,10,6] int8[1]"
    base.update(operator_type="ADD", ofm_dtype="int8")
    shapes = ["int8[1,11,10,6]", "int8[1,1,1,1]", "int8[1,11,1,16,16]", "int8[1,h:int32,?,6]", "int8[]", "_"]
    for left in shapes:
        for right in shapes:
            for given in [{}, {"reversed_operands": True}, {"ofm_layout": "NHCWB16"}, {"ifm_layout": "NHCWB16"}, {"ifm2_layout": "NHCWB16"}, {"ifm_layout": "NHCWB16", "ifm2_layout": "NHCWB16", "ofm_layout": "NHCWB16"},
                          {"ifm_channels": 1}, {"ifm2_channels": 1}, {"ifm_channels": 17, "ifm_layout": "NHCWB16", "ofm_layout": "NHCWB16"}]:
                yield "contrib.ethosu.binary_elementwise", key, {**base, **given}, f"{left} {right} int8[1]"
    yield "contrib.ethosu.binary_elementwise", key, base, "int8[1,11,10,6] int8[1,11,10,6] _"


def calls():
    yield from windows()
    yield from elementwise()


if __name__ == "__main__":
    write("ethosu", calls())
