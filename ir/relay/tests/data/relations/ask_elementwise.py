"""Calls of element-wise operators on one and two tensors (needs TVM 0.8's Python package)."""

from ask import write

UNARY = """abs acos acosh annotation.bitpack_end annotation.bitpack_start annotation.checkpoint
annotation.stop_fusion asin asinh atan atanh bitwise_not ceil copy cos cosh erf exp fast_erf
fast_exp fast_tanh floor invert_permutation log log10 log2 logical_not negative ones_like round
rsqrt sigmoid sign sin sinh sqrt tan tanh trunc zeros_like isfinite isinf isnan""".split()
BINARY = """add bitwise_and bitwise_or bitwise_xor divide floor_divide floor_mod left_shift
logical_and logical_or logical_xor maximum minimum mod multiply power right_shift subtract equal
greater greater_equal less less_equal not_equal""".split()
WITH_ATTRIBUTES = [
    ("annotation.cast_hint", "relay.attrs.CastHintAttrs", {"dtype": "int8"}),
    ("annotation.compiler_begin", "relay.attrs.CompilerAttrs", {"compiler": "other"}),
    ("annotation.compiler_end", "relay.attrs.CompilerAttrs", {"compiler": "other"}),
    ("clip", "relay.attrs.ClipAttrs", {"a_min": 0, "a_max": 6.5}),
    ("device_copy", "relay.attrs.DeviceCopyAttrs", {"src_dev_type": 1, "dst_dev_type": 2}),
    ("fixed_point_multiply", "relay.attrs.FixedPointMultiplyAttrs", {"multiplier": 5, "shift": -1}),
    ("on_device", "relay.attrs.OnDeviceAttrs", {"device_type": 2, "is_fixed": True}),
]


def calls():
    for op in UNARY:
        yield op, None, None, "float32[n:int32,3,?,4L]"
    for op, key, attrs in WITH_ATTRIBUTES:
        yield op, key, attrs, "float32[n:int32,3,?,4L]"
    for op in ["exp", "copy", "isnan", "on_device"]:
        for ty in ["int8[0]", "(float32[2],int8[])", "_", "bool[]"]:
            key, attrs = ("relay.attrs.OnDeviceAttrs", {}) if op == "on_device" else (None, None)
            yield op, key, attrs, ty
    for op in BINARY:
        yield op, None, None, "int32[2,1,n:int32] int32[3,1]"
    dims = ["0", "1", "2", "2L", "n:int32", "m:int32", "k:int64", "?"]
    for lhs in dims:
        for rhs in dims:
            yield "add", None, None, f"float32[{lhs}] float32[{rhs}]"
            yield "less", None, None, f"float32[7,{lhs}] float32[{rhs}]"
    yield "add", None, None, "float32[] float32[1L,n:int32,?]"
    yield "add", None, None, "float32[2] float16[2]"
    yield "add", None, None, "float32[2] _"
    yield "add", None, None, "_ float32[2]"
    yield "equal", None, None, "_ _"
    yield "add", None, None, "(float32[2],float32[2]) float32[2]"


write("elementwise", calls())
