"""Calls of operators on quantized tensors (needs TVM 0.8's Python package)."""

from ask import write

KEY = "relay.attrs."
SCALES = ["float32[]", "float32[8]", "float32[6]", "float32[?]", "float64[]", "_", "float32[8,1]", "float32[1]"]
POINTS = ["int32[]", "int32[8]", "int32[6]", "int8[]", "_", "int32[1]"]


def parameters(*defaults):
    """Yields the default types, and each of them exchanged."""
    yield " ".join(defaults)
    for place, default in enumerate(defaults):
        for other in SCALES if default.startswith("float") else POINTS:
            yield " ".join(other if at == place else ty for at, ty in enumerate(defaults))


def elementwise():
    for op in ["qnn.add", "qnn.mul", "qnn.subtract"]:
        for lhs in ["uint8[2,6]", "int8[n:int32,?]", "float32[2,6]", "_"]:
            for rhs in ["uint8[2,6]", "uint8[1]", "int8[n:int32,6]", "uint8[3]", "_"]:
                yield op, None, None, f"{lhs} {rhs} float32[] int32[] float32[] int32[] float32[] int32[]"
        for given in parameters("float32[]", "int32[]", "float32[]", "int32[]", "float32[]", "int32[]"):
            yield op, None, None, f"uint8[2,6] uint8[2,6] {given}"


def products():
    tail = ("int32[]", "int32[]", "float32[]", "float32[]")
    for given in parameters(*tail):
        both = {"kernel_size": [3, 3], "channels": 8}
        for attrs in [{"out_dtype": "int32"}, {**both, "out_dtype": "int32"}]:
            yield "qnn.conv2d", KEY + "Conv2DAttrs", attrs, f"uint8[2,6,11,10] int8[8,6,3,3] {given}"
            yield "qnn.conv2d", KEY + "Conv2DAttrs", {**attrs, "groups": 2}, f"uint8[2,6,11,10] int8[8,3,3,3] {given}"
            yield "qnn.conv2d", KEY + "Conv2DAttrs", {**attrs, "groups": 6}, f"uint8[2,6,11,10] int8[6,1,3,3] {given}"
            yield "qnn.conv2d_transpose", KEY + "Conv2DTransposeAttrs", attrs, f"uint8[2,6,11,10] int8[8,6,3,3] {given}"
            yield "qnn.conv2d_transpose", KEY + "Conv2DTransposeAttrs", {**attrs, "kernel_layout": "IOHW"}, f"uint8[2,6,11,10] int8[6,8,3,3] {given}"
            yield "qnn.conv2d_transpose", KEY + "Conv2DTransposeAttrs", {**attrs, "groups": 2, "kernel_layout": "IOHW"}, f"uint8[2,6,11,10] int8[6,4,3,3] {given}"
        for units in [8, None] if "?" not in given else [8]:
            yield "qnn.dense", KEY + "DenseAttrs", {"units": units, "out_dtype": "int32"}, f"uint8[2,6] int8[8,6] {given}"
        yield "qnn.batch_matmul", KEY + "BatchMatmulAttrs", {"out_dtype": "int32", "transpose_b": True}, f"uint8[2,3,6] int8[2,8,6] {given}"
    for left in ["int8", "uint8", "int16", "_"]:
        for right in ["int8", "uint8", "int32"]:
            for dtype in ["", "int8", "int16", "int32", "float32"]:
                def ty(name, shape):
                    return "_" if name == "_" else f"{name}[{shape}]"
                rest = " ".join(tail)
                attrs = {"out_dtype": dtype}
                conv = {**attrs, "kernel_size": [3, 3], "channels": 8}
                yield "qnn.conv2d", KEY + "Conv2DAttrs", conv, f"{ty(left, '2,6,11,10')} {ty(right, '8,6,3,3')} {rest}"
                yield "qnn.conv2d_transpose", KEY + "Conv2DTransposeAttrs", conv, f"{ty(left, '2,6,11,10')} {ty(right, '8,6,3,3')} {rest}"
                yield "qnn.dense", KEY + "DenseAttrs", {**attrs, "units": 8}, f"{ty(left, '2,6')} {ty(right, '8,6')} {rest}"
                yield "qnn.dense", KEY + "DenseAttrs", {**attrs, "units": None}, f"{ty(left, '2,6')} {ty(right, '8,6')} {rest}"
                yield "qnn.batch_matmul", KEY + "BatchMatmulAttrs", {**attrs, "transpose_b": True}, f"{ty(left, '2,3,6')} {ty(right, '2,8,6')} {rest}"
    rest = " ".join(tail)
    for layout in ["HWIO", "OIHW", "HWOI", "HW", "OIHW4i"]:
        for op, key in [("qnn.conv2d", "Conv2DAttrs"), ("qnn.conv2d_transpose", "Conv2DTransposeAttrs")]:
            for data_layout, data in [("NHWC", "uint8[2,11,10,6]"), ("NCHW", "uint8[n:int32,6,h:int32,?]")]:
                for weight in ["int8[3,3,6,8]", "int8[8,6,3,3]", "int8[3,3,8,6]"]:
                    for scale in ["float32[]", "float32[8]", "float32[6]"]:
                        attrs = {"out_dtype": "int32", "kernel_layout": layout, "data_layout": data_layout}
                        yield op, KEY + key, attrs, f"{data} {weight} int32[] int32[] float32[] {scale}"


def conversions():
    for data in ["float32[2,6,8]", "int8[2,6,8]", "uint8[n:int32,?,8L]", "int32[2,6,8]", "int64[2,6,8]", "float16[2,6,8]", "float32[]", "_", "float32[n:int32,6]"]:
        for axis in [-1, 0, 1, 2, 3, -3, -4]:
            for scale in ["float32[]", "float32[8]", "float32[6]", "float64[]", "float32[1]", "float32[?]"]:
                for point in ["int32[]", "int32[8]", "int32[6]", "int8[]"]:
                    if (axis not in (-1, 1) or "2,6,8" not in data) and (scale, point) not in [("float32[]", "int32[]"), ("float32[6]", "int32[6]"), ("float32[8]", "int32[]"), ("float32[]", "int32[8]")]:
                        continue
                    yield "qnn.quantize", KEY + "QuantizeAttrs", {"axis": axis, "out_dtype": "int8"}, f"{data} {scale} {point}"
                    yield "qnn.dequantize", KEY + "DequantizeAttrs", {"axis": axis}, f"{data} {scale} {point}"
                    yield "qnn.requantize", KEY + "RequantizeAttrs", {"axis": axis, "out_dtype": "int8"}, f"{data} {scale} {point} float32[] int32[]"
                    yield "qnn.simulated_quantize", KEY + "SimulatedQuantizeAttrs", {"axis": axis}, f"{data} int32[] {scale} {point}"
                    yield "qnn.simulated_dequantize", KEY + "DequantizeAttrs", {"axis": axis}, f"{data} int32[] {scale} {point}"
    for dtype in ["int8", "uint8", "int16", "int32", "int64", "float32", ""]:
        yield "qnn.quantize", KEY + "QuantizeAttrs", {"out_dtype": dtype}, "float32[2,6] float32[] int32[]"
        yield "qnn.requantize", KEY + "RequantizeAttrs", {"out_dtype": dtype}, "int32[2,6] float32[] int32[] float32[] int32[]"
    for given in parameters("float32[]", "int32[]", "float32[]", "int32[]"):
        yield "qnn.requantize", KEY + "RequantizeAttrs", {"out_dtype": "int8", "axis": 1}, f"int32[2,8] {given}"
    for kind in ["int32[]", "_", "float32[3]", "int32[1]"]:
        for given in parameters("float32[]", "int32[]"):
            yield "qnn.simulated_quantize", KEY + "SimulatedQuantizeAttrs", {"axis": 1}, f"float32[2,8] {kind} {given}"
            yield "qnn.simulated_dequantize", KEY + "DequantizeAttrs", {"axis": 1}, f"float32[2,8] {kind} {given}"
    for given in parameters("float32[]", "int32[]"):
        yield "qnn.quantize", KEY + "QuantizeAttrs", {"axis": 1, "out_dtype": "uint8"}, f"float32[2,8] {given}"
        yield "qnn.dequantize", KEY + "DequantizeAttrs", {"axis": 1}, f"int8[2,8] {given}"


def joined():
    rest = "(float32[],float32[]) (int32[],int32[]) float32[] int32[]"
    for axis in [0, 1, -1, 2]:
        for data in ["(uint8[2,6],uint8[3,6])", "(int8[2,n:int32],int8[2,6])", "(uint8[2,?],uint8[2,3])", "(uint8[2],int8[2])", "_", "uint8[2,6]", "(uint8[2],uint8[2,3])", "(uint8[2,6],_)"]:
            yield "qnn.concatenate", KEY + "ConcatenateAttrs", {"axis": axis}, f"{data} {rest}"
    for scales in ["(float32[],float32[])", "(float32[2],float32[])", "(float64[],float32[])", "_", "(float32[],_)", "(float32[])", "float32[]"]:
        for points in ["(int32[],int32[])", "(int32[1],int32[])", "_", "(_,int32[])", "int32[]", "(int8[],int32[])"]:
            for given in ["float32[] int32[]", "_ int32[]", "float32[] _", "float32[1] int32[]"]:
                yield "qnn.concatenate", KEY + "ConcatenateAttrs", {"axis": 0}, f"(uint8[2,6],uint8[3,6]) {scales} {points} {given}"


def calls():
    yield from elementwise()
    yield from products()
    yield from conversions()
    yield from joined()


if __name__ == "__main__":
    write("quantized", calls())
