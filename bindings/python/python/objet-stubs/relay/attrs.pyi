import collections.abc as _c
import typing as _t
import objet as _o

class AdaptivePool1DAttrs(_o.Attrs):
    """Attributes of `nn.adaptive_max_pool1d` and `nn.adaptive_avg_pool1d`."""
    __match_args__ = ('output_size', 'layout', 'out_layout',)
    def __init__(self, output_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def output_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The width of the result; empty or null for the input's own."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""

class AdaptivePool2DAttrs(_o.Attrs):
    """Attributes of `nn.adaptive_max_pool2d` and `nn.adaptive_avg_pool2d`."""
    __match_args__ = ('output_size', 'layout', 'out_layout',)
    def __init__(self, output_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def output_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the result; one number for both; empty or null for the input's own size."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""

class AdaptivePool3DAttrs(_o.Attrs):
    """Attributes of `nn.adaptive_max_pool3d` and `nn.adaptive_avg_pool3d`."""
    __match_args__ = ('output_size', 'layout', 'out_layout',)
    def __init__(self, output_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def output_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The depth, the height and the width of the result; one number for all; empty or null for the input's own size."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""

class AffineGridAttrs(_o.Attrs):
    """Attributes of `image.affine_grid`."""
    __match_args__ = ('target_shape',)
    def __init__(self, target_shape: _c.Sequence[_o.PrimExpr | int | float] | None) -> None: ...
    @property
    def target_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the result."""

class AllClassNonMaximumSuppressionAttrs(_o.Attrs):
    """Attributes of `vision.all_class_non_max_suppression`."""
    __match_args__ = ('output_format',)
    def __init__(self, output_format: str = ...) -> None: ...
    @property
    def output_format(self) -> str:
        """The form of the result: `onnx` or `tensorflow`."""

class AllocStorageAttrs(_o.Attrs):
    """Attributes of `memory.alloc_storage`."""
    __match_args__ = ('dtype', 'device_id', 'device_type',)
    def __init__(self, dtype: str = ..., *, device_id: int, device_type: int) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of what is stored."""
    @property
    def device_id(self) -> int:
        """Which device of that type, from 0."""
    @property
    def device_type(self) -> int:
        """The type of the device, as DLPack numbers them."""

class AllocTensorAttrs(_o.Attrs):
    """Attributes of `memory.alloc_tensor`."""
    __match_args__ = ('dtype', 'const_shape', 'assert_shape',)
    def __init__(self, dtype: str = ..., *, const_shape: _o.relay.Constant | None, assert_shape: _c.Sequence[_o.PrimExpr | int | float] | None) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the tensor."""
    @property
    def const_shape(self) -> _o.relay.Constant | None:
        """The shape, if it is constant, for type inference."""
    @property
    def assert_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The shape that is known to result, for later analyses."""

class ArangeAttrs(_o.Attrs):
    """Attributes of `arange`."""
    __match_args__ = ('start', 'stop', 'step', 'dtype',)
    def __init__(self, start: _o.RelayExpr | None, stop: _o.RelayExpr | None, step: _o.RelayExpr | None, dtype: str) -> None: ...
    @property
    def start(self) -> _o.RelayExpr | None:
        """The first number."""
    @property
    def stop(self) -> _o.RelayExpr | None:
        """The number before which it ends."""
    @property
    def step(self) -> _o.RelayExpr | None:
        """The distance between numbers."""
    @property
    def dtype(self) -> str:
        """The data type of the numbers."""

class ArgReduceAttrs(_o.Attrs):
    """Attributes of `argmax` and `argmin`."""
    __match_args__ = ('axis', 'keepdims', 'select_last_index', 'exclude',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ..., keepdims: bool = ..., select_last_index: bool = ..., exclude: bool = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes that are reduced; null for all."""
    @property
    def keepdims(self) -> bool:
        """Whether reduced axes stay, with a length of 1."""
    @property
    def select_last_index(self) -> bool:
        """Whether the last one of equal elements is taken instead of the first."""
    @property
    def exclude(self) -> bool:
        """Whether all axes but the given ones are reduced."""

class ArgsortAttrs(_o.Attrs):
    """Attributes of `argsort` and `sort`."""
    __match_args__ = ('axis', 'is_ascend', 'dtype',)
    def __init__(self, axis: int = ..., is_ascend: bool = ..., dtype: str = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis along which it is sorted."""
    @property
    def is_ascend(self) -> bool:
        """Whether the order is ascending."""
    @property
    def dtype(self) -> str:
        """The data type of the indices."""

class AutoSchedulerLayoutTransformAttrs(_o.Attrs):
    """Attributes of `auto_scheduler_layout_transform`."""
    __match_args__ = ('src_layout', 'dst_layout',)
    def __init__(self, src_layout: str, dst_layout: str) -> None: ...
    @property
    def src_layout(self) -> str:
        """The layout of the input, as the auto-scheduler writes layouts."""
    @property
    def dst_layout(self) -> str:
        """The layout of the result, as the auto-scheduler writes layouts."""

class AvgPool1DAttrs(_o.Attrs):
    """Attributes of `nn.avg_pool1d`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode', 'count_include_pad',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros at each spatial side: one number for all sides, or one for each."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""
    @property
    def count_include_pad(self) -> bool:
        """Whether padded elements count in the average."""

class AvgPool2DAttrs(_o.Attrs):
    """Attributes of `nn.avg_pool2d`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode', 'count_include_pad',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros at each spatial side: one number for all sides, or one for each."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""
    @property
    def count_include_pad(self) -> bool:
        """Whether padded elements count in the average."""

class AvgPool3DAttrs(_o.Attrs):
    """Attributes of `nn.avg_pool3d`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode', 'count_include_pad',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros at each spatial side: one number for all sides, or one for each."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""
    @property
    def count_include_pad(self) -> bool:
        """Whether padded elements count in the average."""

class BatchMatmulAttrs(_o.Attrs):
    """Attributes of `nn.batch_matmul` and `qnn.batch_matmul`."""
    __match_args__ = ('out_dtype', 'transpose_a', 'transpose_b',)
    def __init__(self, out_dtype: str = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> None: ...
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""
    @property
    def transpose_a(self) -> bool:
        """Whether the first input is transposed."""
    @property
    def transpose_b(self) -> bool:
        """Whether the second input is transposed."""

class BatchNormAttrs(_o.Attrs):
    """Attributes of `nn.batch_norm`."""
    __match_args__ = ('axis', 'epsilon', 'center', 'scale',)
    def __init__(self, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the channels."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance, so that nothing is divided by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether it is multiplied by `gamma`."""

class BatchToSpaceNDAttrs(_o.Attrs):
    """Attributes of `nn.batch_to_space_nd`."""
    __match_args__ = ('block_shape', 'crops',)
    def __init__(self, block_shape: _c.Sequence[_o.IntImm | int] = ..., *, crops: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None) -> None: ...
    @property
    def block_shape(self) -> _o.Array[_o.IntImm]:
        """The size of a block along each spatial axis."""
    @property
    def crops(self) -> _o.Array[_o.Array[_o.PrimExpr]] | None:
        """How much is cut off at the begin and at the end of the result, for each spatial axis."""

class BiasAddAttrs(_o.Attrs):
    """Attributes of `nn.bias_add`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis to add the bias."""

class BinaryConv2DAttrs(_o.Attrs):
    """Attributes of `nn.bitserial_conv2d`."""
    __match_args__ = ('strides', 'padding', 'kernel_size', 'channels', 'activation_bits', 'weight_bits', 'data_layout', 'kernel_layout', 'pack_dtype', 'out_dtype', 'unipolar',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] = ..., channels: _o.PrimExpr | int | float | None = ..., activation_bits: int = ..., weight_bits: int = ..., data_layout: str = ..., kernel_layout: str = ..., pack_dtype: str = ..., out_dtype: str = ..., unipolar: bool = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr]:
        """The height and the width of the kernel."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def activation_bits(self) -> int:
        """How many bits a packed activation has."""
    @property
    def weight_bits(self) -> int:
        """How many bits a packed weight has."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def pack_dtype(self) -> str:
        """The data type of the words into which bits are packed."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""
    @property
    def unipolar(self) -> bool:
        """Whether bits stand for 0 and 1 instead of -1 and 1."""

class BinaryDenseAttrs(_o.Attrs):
    """Attributes of `nn.bitserial_dense`."""
    __match_args__ = ('units', 'data_bits', 'weight_bits', 'pack_dtype', 'out_dtype', 'unipolar',)
    def __init__(self, units: _o.PrimExpr | int | float | None, data_bits: int = ..., weight_bits: int = ..., pack_dtype: str = ..., out_dtype: str = ..., unipolar: bool = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
weight."""
    @property
    def data_bits(self) -> int:
        """How many bits a packed element of the input has."""
    @property
    def weight_bits(self) -> int:
        """How many bits a packed weight has."""
    @property
    def pack_dtype(self) -> str:
        """The data type of the words into which bits are packed."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""
    @property
    def unipolar(self) -> bool:
        """Whether bits stand for 0 and 1 instead of -1 and 1."""

class BitPackAttrs(_o.Attrs):
    """Attributes of `nn.bitpack`."""
    __match_args__ = ('bits', 'pack_axis', 'bit_axis', 'pack_type', 'name',)
    def __init__(self, bits: int = ..., pack_axis: int = ..., bit_axis: int = ..., pack_type: str = ..., name: str = ...) -> None: ...
    @property
    def bits(self) -> int:
        """How many bits an element has."""
    @property
    def pack_axis(self) -> int:
        """The axis that is packed."""
    @property
    def bit_axis(self) -> int:
        """Where the new axis of bits goes."""
    @property
    def pack_type(self) -> str:
        """The data type of the words into which bits are packed."""
    @property
    def name(self) -> str:
        """The name of the operation in the tensor expression."""

class CallLoweredAttrs(_o.Attrs):
    """Attributes of `call_lowered`."""
    __match_args__ = ('metadata',)
    def __init__(self, metadata: _c.Mapping[str, _o.Object | None] | None) -> None: ...
    @property
    def metadata(self) -> _o.Map[str, _o.Object | None] | None:
        """What else is known of the call, by name."""

class CastAttrs(_o.Attrs):
    """Attributes of `cast` and `reinterpret`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: str) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class CastHintAttrs(_o.Attrs):
    """Attributes of `annotation.cast_hint`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: str) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type that is hinted at."""

class ClipAttrs(_o.Attrs):
    """Attributes of `clip`."""
    __match_args__ = ('a_min', 'a_max',)
    def __init__(self, a_min: float, a_max: float) -> None: ...
    @property
    def a_min(self) -> float:
        """The least value of the result."""
    @property
    def a_max(self) -> float:
        """The greatest value of the result."""

class CompilerAttrs(_o.Attrs):
    """Attributes of `annotation.compiler_begin` and `annotation.compiler_end`."""
    __match_args__ = ('compiler',)
    def __init__(self, compiler: str) -> None: ...
    @property
    def compiler(self) -> str:
        """The name of the compiler outside of TVM."""

class ConcatenateAttrs(_o.Attrs):
    """Attributes of `concatenate` and `qnn.concatenate`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis along which tensors are joined."""

class Conv1DAttrs(_o.Attrs):
    """Attributes of `nn.conv1d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for both sides, or two for left and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIW`."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv1DTransposeAttrs(_o.Attrs):
    """Attributes of `nn.conv1d_transpose`."""
    __match_args__ = ('channels', 'kernel_size', 'strides', 'output_padding', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The factor by which the result is larger than the input, along each spatial axis."""
    @property
    def output_padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is added to the result at one side of each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for both sides, or two for left and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv2DAttrs(_o.Attrs):
    """Attributes of `nn.conv2d`, `nn.contrib_conv2d_NCHWc`, `nn.contrib_depthwise_conv2d_NCHWc`,
`nn.contrib_conv2d_gemm_without_weight_transform` and `qnn.conv2d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv2DTransposeAttrs(_o.Attrs):
    """Attributes of `nn.conv2d_transpose` and `qnn.conv2d_transpose`."""
    __match_args__ = ('channels', 'kernel_size', 'strides', 'output_padding', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The factor by which the result is larger than the input, along each spatial axis."""
    @property
    def output_padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is added to the result at one side of each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv2DWinogradAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_winograd_without_weight_transform`."""
    __match_args__ = ('tile_size', 'strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def tile_size(self) -> int:
        """The size of a Winograd tile, in elements of the result along a spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv2DWinogradNNPACKWeightTransformAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_winograd_nnpack_weight_transform`."""
    __match_args__ = ('convolution_algorithm', 'out_dtype',)
    def __init__(self, convolution_algorithm: int, out_dtype: str = ...) -> None: ...
    @property
    def convolution_algorithm(self) -> int:
        """The number of NNPACK's algorithm."""
    @property
    def out_dtype(self) -> str:
        """The data type of the transformed weight; void for that of the weight."""

class Conv3DAttrs(_o.Attrs):
    """Attributes of `nn.conv3d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, three for depth, height and width, or six for front,
top, left, back, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv3DTransposeAttrs(_o.Attrs):
    """Attributes of `nn.conv3d_transpose`."""
    __match_args__ = ('channels', 'kernel_size', 'strides', 'output_padding', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The factor by which the result is larger than the input, along each spatial axis."""
    @property
    def output_padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is added to the result at one side of each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, three for depth, height and width, or six for front,
top, left, back, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Conv3DWinogradAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv3d_winograd_without_weight_transform`."""
    __match_args__ = ('tile_size', 'strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def tile_size(self) -> int:
        """The size of a Winograd tile, in elements of the result along a spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, three for depth, height and width, or six for front,
top, left, back, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class ConvGemmWeightTransformAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_gemm_weight_transform`."""
    __match_args__ = ('tile_rows', 'tile_cols',)
    def __init__(self, tile_rows: int, tile_cols: int) -> None: ...
    @property
    def tile_rows(self) -> int:
        """How many rows a tile of the transformed weight has."""
    @property
    def tile_cols(self) -> int:
        """How many columns a tile of the transformed weight has."""

class ConvWinogradWeightTransformAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_winograd_weight_transform` and `nn.contrib_conv3d_winograd_weight_transform`."""
    __match_args__ = ('tile_size',)
    def __init__(self, tile_size: int) -> None: ...
    @property
    def tile_size(self) -> int:
        """The size of a Winograd tile, in elements of the result along a spatial axis."""

class CorrelationAttrs(_o.Attrs):
    """Attributes of `nn.correlation`, which compares the patches of two feature maps."""
    __match_args__ = ('kernel_size', 'max_displacement', 'stride1', 'stride2', 'padding', 'is_multiply', 'layout',)
    def __init__(self, kernel_size: int = ..., max_displacement: int = ..., stride1: int = ..., stride2: int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., is_multiply: bool = ..., layout: str = ...) -> None: ...
    @property
    def kernel_size(self) -> int:
        """The height and the width of the patches."""
    @property
    def max_displacement(self) -> int:
        """How far apart the compared patches are at most, along an axis."""
    @property
    def stride1(self) -> int:
        """How far the patches of the first input are from one another."""
    @property
    def stride2(self) -> int:
        """How far the patches of the second input are from one another."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def is_multiply(self) -> bool:
        """Whether elements are multiplied instead of subtracted."""
    @property
    def layout(self) -> str:
        """The layout of the inputs, such as `NCHW`."""

class CropAndResizeAttrs(_o.Attrs):
    """Attributes of `image.crop_and_resize`."""
    __match_args__ = ('crop_size', 'layout', 'method', 'extrapolation_value', 'out_dtype',)
    def __init__(self, crop_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., extrapolation_value: float = ..., out_dtype: str = ...) -> None: ...
    @property
    def crop_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the image, such as `NCHW`."""
    @property
    def method(self) -> str:
        """How to interpolate: `nearest_neighbor` or `bilinear`."""
    @property
    def extrapolation_value(self) -> float:
        """The value of samples outside of the image."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class DebugAttrs(_o.Attrs):
    """Attributes of `debug`."""
    __match_args__ = ('debug_func',)
    def __init__(self, debug_func: _o.EnvFunc | None) -> None: ...
    @property
    def debug_func(self) -> _o.EnvFunc | None:
        """What is called when the value is computed; null for the usual debugger."""

class DeformableConv2DAttrs(_o.Attrs):
    """Attributes of `nn.deformable_conv2d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'deformable_groups', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., deformable_groups: int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def deformable_groups(self) -> int:
        """Into how many groups the channels are divided; those of one group share their offsets."""
    @property
    def groups(self) -> int:
        """Into how many groups the channels are divided; each is convolved by itself."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """How many channels the result has; null to tell by the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to tell by the shape of the weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class DenseAttrs(_o.Attrs):
    """Attributes of `nn.dense`, `nn.contrib_dense_pack` and `qnn.dense`."""
    __match_args__ = ('units', 'out_dtype',)
    def __init__(self, units: _o.PrimExpr | int | float | None, out_dtype: str = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
weight."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class DensePackAttrs(_o.Attrs):
    """Attributes of dense layers whose weights are packed: what the maker function of `nn.contrib_dense_pack` gives its
calls."""
    __match_args__ = ('units', 'out_dtype', 'weight_layout',)
    def __init__(self, units: _o.PrimExpr | int | float | None, out_dtype: str = ..., weight_layout: str = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
weight."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""
    @property
    def weight_layout(self) -> str:
        """The layout of the weight, such as `NC` or `NC8n`."""

class DequantizeAttrs(_o.Attrs):
    """Attributes of `qnn.dequantize` and `qnn.simulated_dequantize`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the channels, for scales by channel; -1 for the last."""

class DeviceCopyAttrs(_o.Attrs):
    """Attributes of `device_copy`."""
    __match_args__ = ('src_dev_type', 'dst_dev_type',)
    def __init__(self, src_dev_type: int = ..., dst_dev_type: int = ...) -> None: ...
    @property
    def src_dev_type(self) -> int:
        """The type of the device that it comes from, as DLPack numbers them."""
    @property
    def dst_dev_type(self) -> int:
        """The type of the device that it goes to, as DLPack numbers them."""

class DilateAttrs(_o.Attrs):
    """Attributes of `nn.dilate`."""
    __match_args__ = ('strides', 'dilation_value',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation_value: float = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far elements are moved apart along each axis; 1 leaves them as they are."""
    @property
    def dilation_value(self) -> float:
        """What goes in between."""

class Dilation2DAttrs(_o.Attrs):
    """Attributes of `image.dilation2d`, the morphological dilation."""
    __match_args__ = ('strides', 'padding', 'dilations', 'data_layout', 'kernel_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilations: _c.Sequence[_o.PrimExpr | int | float] = ..., data_layout: str = ..., kernel_layout: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the kernel moves along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
and right."""
    @property
    def dilations(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along height and width."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `IHW`."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class DropoutAttrs(_o.Attrs):
    """Attributes of `nn.dropout`."""
    __match_args__ = ('rate',)
    def __init__(self, rate: float = ...) -> None: ...
    @property
    def rate(self) -> float:
        """Which part of the elements is dropped in training, from 0 to 1."""

class DynExpandDimsAttrs(_o.Attrs):
    """Attributes of `dyn.expand_dims`, whose axis is an input."""
    __match_args__ = ('num_newaxis',)
    def __init__(self, num_newaxis: int = ...) -> None: ...
    @property
    def num_newaxis(self) -> int:
        """How many axes are inserted."""

class EinsumAttrs(_o.Attrs):
    """Attributes of `einsum`."""
    __match_args__ = ('equation',)
    def __init__(self, equation: str) -> None: ...
    @property
    def equation(self) -> str:
        """The subscripts of the inputs and of the result, such as `ij,jk->ik`."""

class EthosuBinaryElementwiseAttrs(_o.Attrs):
    """Attributes of `contrib.ethosu.binary_elementwise`."""
    __match_args__ = ('operator_type', 'ifm_scale', 'ifm_zero_point', 'ifm2_scale', 'ifm2_zero_point', 'ofm_scale', 'ofm_zero_point', 'ifm_channels', 'ifm2_channels', 'reversed_operands', 'activation', 'clip_min', 'clip_max', 'ifm_layout', 'ifm2_layout', 'ofm_layout', 'ofm_dtype',)
    def __init__(self, operator_type: str, ifm_scale: float, ifm_zero_point: int, ifm2_scale: float, ifm2_zero_point: int, ofm_scale: float, ofm_zero_point: int, ifm_channels: _o.PrimExpr | int | float | None, ifm2_channels: _o.PrimExpr | int | float | None, reversed_operands: bool = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., ifm_layout: str = ..., ifm2_layout: str = ..., ofm_layout: str = ..., *, ofm_dtype: str) -> None: ...
    @property
    def operator_type(self) -> str:
        """The operation: `ADD`, `SUB`, `MUL`, `MIN`, `MAX`, `SHR` or `SHL`."""
    @property
    def ifm_scale(self) -> float:
        """The scale of the first quantized input."""
    @property
    def ifm_zero_point(self) -> int:
        """The zero point of the first quantized input."""
    @property
    def ifm2_scale(self) -> float:
        """The scale of the second quantized input."""
    @property
    def ifm2_zero_point(self) -> int:
        """The zero point of the second quantized input."""
    @property
    def ofm_scale(self) -> float:
        """The scale of the quantized result."""
    @property
    def ofm_zero_point(self) -> int:
        """The zero point of the quantized result."""
    @property
    def ifm_channels(self) -> _o.PrimExpr | None:
        """How many channels the first input has."""
    @property
    def ifm2_channels(self) -> _o.PrimExpr | None:
        """How many channels the second input has."""
    @property
    def reversed_operands(self) -> bool:
        """Whether the second input is the first operand."""
    @property
    def activation(self) -> str:
        """The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The least value that `CLIP` lets through."""
    @property
    def clip_max(self) -> int:
        """The greatest value that `CLIP` lets through."""
    @property
    def ifm_layout(self) -> str:
        """The layout of the first input: `NHWC` or `NHCWB16`."""
    @property
    def ifm2_layout(self) -> str:
        """The layout of the second input: `NHWC` or `NHCWB16`."""
    @property
    def ofm_layout(self) -> str:
        """The layout of the result: `NHWC` or `NHCWB16`."""
    @property
    def ofm_dtype(self) -> str:
        """The data type of the result, such as `int8`."""

class EthosuConv2DAttrs(_o.Attrs):
    """Attributes of `contrib.ethosu.conv2d`."""
    __match_args__ = ('ifm_scale', 'ifm_zero_point', 'weight_zero_point', 'ofm_scale', 'ofm_zero_point', 'kernel_shape', 'ofm_channels', 'strides', 'padding', 'dilation', 'activation', 'clip_min', 'clip_max', 'upscale', 'ifm_layout', 'ofm_layout',)
    def __init__(self, ifm_scale: float, ifm_zero_point: int, weight_zero_point: int, ofm_scale: float, ofm_zero_point: int, kernel_shape: _c.Sequence[_o.PrimExpr | int | float] | None = ..., ofm_channels: _o.PrimExpr | int | float | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., upscale: str = ..., ifm_layout: str = ..., ofm_layout: str = ...) -> None: ...
    @property
    def ifm_scale(self) -> float:
        """The scale of the quantized input."""
    @property
    def ifm_zero_point(self) -> int:
        """The zero point of the quantized input."""
    @property
    def weight_zero_point(self) -> int:
        """The zero point of the quantized weights."""
    @property
    def ofm_scale(self) -> float:
        """The scale of the quantized result."""
    @property
    def ofm_zero_point(self) -> int:
        """The zero point of the quantized result."""
    @property
    def kernel_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the kernel."""
    @property
    def ofm_channels(self) -> _o.PrimExpr | None:
        """How many channels the result has."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the kernel moves along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded at the top, at the left, at the bottom and at the right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along height and width."""
    @property
    def activation(self) -> str:
        """The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The least value that `CLIP` lets through."""
    @property
    def clip_max(self) -> int:
        """The greatest value that `CLIP` lets through."""
    @property
    def upscale(self) -> str:
        """How the input is upscaled to twice its size: `NONE`, `NEAREST` or `ZEROS`."""
    @property
    def ifm_layout(self) -> str:
        """The layout of the input: `NHWC` or `NHCWB16`."""
    @property
    def ofm_layout(self) -> str:
        """The layout of the result: `NHWC` or `NHCWB16`."""

class EthosuDepthwiseConv2DAttrs(_o.Attrs):
    """Attributes of `contrib.ethosu.depthwise_conv2d`."""
    __match_args__ = ('ifm_scale', 'ifm_zero_point', 'weight_zero_point', 'ofm_scale', 'ofm_zero_point', 'kernel_shape', 'ofm_channels', 'strides', 'padding', 'dilation', 'activation', 'clip_min', 'clip_max', 'upscale', 'ifm_layout', 'ofm_layout',)
    def __init__(self, ifm_scale: float, ifm_zero_point: int, weight_zero_point: int, ofm_scale: float, ofm_zero_point: int, kernel_shape: _c.Sequence[_o.PrimExpr | int | float] | None = ..., ofm_channels: _o.PrimExpr | int | float | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., upscale: str = ..., ifm_layout: str = ..., ofm_layout: str = ...) -> None: ...
    @property
    def ifm_scale(self) -> float:
        """The scale of the quantized input."""
    @property
    def ifm_zero_point(self) -> int:
        """The zero point of the quantized input."""
    @property
    def weight_zero_point(self) -> int:
        """The zero point of the quantized weights."""
    @property
    def ofm_scale(self) -> float:
        """The scale of the quantized result."""
    @property
    def ofm_zero_point(self) -> int:
        """The zero point of the quantized result."""
    @property
    def kernel_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the kernel."""
    @property
    def ofm_channels(self) -> _o.PrimExpr | None:
        """How many channels the result has."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the kernel moves along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded at the top, at the left, at the bottom and at the right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along height and width."""
    @property
    def activation(self) -> str:
        """The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The least value that `CLIP` lets through."""
    @property
    def clip_max(self) -> int:
        """The greatest value that `CLIP` lets through."""
    @property
    def upscale(self) -> str:
        """How the input is upscaled to twice its size: `NONE`, `NEAREST` or `ZEROS`."""
    @property
    def ifm_layout(self) -> str:
        """The layout of the input: `NHWC` or `NHCWB16`."""
    @property
    def ofm_layout(self) -> str:
        """The layout of the result: `NHWC` or `NHCWB16`."""

class EthosuPoolingAttrs(_o.Attrs):
    """Attributes of `contrib.ethosu.pooling`."""
    __match_args__ = ('pooling_type', 'ifm_scale', 'ifm_zero_point', 'ofm_scale', 'ofm_zero_point', 'pool_shape', 'ofm_channels', 'strides', 'padding', 'activation', 'clip_min', 'clip_max', 'upscale', 'ifm_layout', 'ofm_layout',)
    def __init__(self, pooling_type: str, ifm_scale: float, ifm_zero_point: int, ofm_scale: float, ofm_zero_point: int, pool_shape: _c.Sequence[_o.PrimExpr | int | float] | None = ..., ofm_channels: _o.PrimExpr | int | float | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., activation: str = ..., clip_min: int = ..., clip_max: int = ..., upscale: str = ..., ifm_layout: str = ..., ofm_layout: str = ...) -> None: ...
    @property
    def pooling_type(self) -> str:
        """What is taken of a window: `AVG` or `MAX`."""
    @property
    def ifm_scale(self) -> float:
        """The scale of the quantized input."""
    @property
    def ifm_zero_point(self) -> int:
        """The zero point of the quantized input."""
    @property
    def ofm_scale(self) -> float:
        """The scale of the quantized result."""
    @property
    def ofm_zero_point(self) -> int:
        """The zero point of the quantized result."""
    @property
    def pool_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the window."""
    @property
    def ofm_channels(self) -> _o.PrimExpr | None:
        """How many channels the result has."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded at the top, at the left, at the bottom and at the right."""
    @property
    def activation(self) -> str:
        """The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The least value that `CLIP` lets through."""
    @property
    def clip_max(self) -> int:
        """The greatest value that `CLIP` lets through."""
    @property
    def upscale(self) -> str:
        """How the input is upscaled to twice its size: `NONE`, `NEAREST` or `ZEROS`."""
    @property
    def ifm_layout(self) -> str:
        """The layout of the input: `NHWC` or `NHCWB16`."""
    @property
    def ofm_layout(self) -> str:
        """The layout of the result: `NHWC` or `NHCWB16`."""

class ExpandDimsAttrs(_o.Attrs):
    """Attributes of `expand_dims`."""
    __match_args__ = ('axis', 'num_newaxis',)
    def __init__(self, axis: int, num_newaxis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """Where new axes are inserted."""
    @property
    def num_newaxis(self) -> int:
        """How many axes are inserted."""

class FIFOBufferAttrs(_o.Attrs):
    """Attributes of `nn.fifo_buffer`, which remembers the last items of a stream."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis along which items are queued."""

class FixedPointMultiplyAttrs(_o.Attrs):
    """Attributes of `fixed_point_multiply`."""
    __match_args__ = ('multiplier', 'shift',)
    def __init__(self, multiplier: int, shift: int) -> None: ...
    @property
    def multiplier(self) -> int:
        """The factor, as a fixed-point number with 31 fractional bits."""
    @property
    def shift(self) -> int:
        """By how many bits the product is shifted to the left; to the right if negative."""

class GatherAttrs(_o.Attrs):
    """Attributes of `gather`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int | None = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis along which elements are taken."""

class GatherNDAttrs(_o.Attrs):
    """Attributes of `gather_nd`."""
    __match_args__ = ('batch_dims', 'index_rank',)
    def __init__(self, batch_dims: _o.IntImm | int = ..., index_rank: _o.IntImm | int | None = ...) -> None: ...
    @property
    def batch_dims(self) -> _o.IntImm:
        """How many leading axes the input and the indices share."""
    @property
    def index_rank(self) -> _o.IntImm | None:
        """How long a tuple of indices is, where shapes are dynamic."""

class GetValidCountsAttrs(_o.Attrs):
    """Attributes of `vision.get_valid_counts`."""
    __match_args__ = ('score_threshold', 'id_index', 'score_index',)
    def __init__(self, score_threshold: _o.FloatImm | float | None, id_index: int = ..., score_index: int = ...) -> None: ...
    @property
    def score_threshold(self) -> _o.FloatImm | None:
        """The score that a valid box exceeds; null if it is an input."""
    @property
    def id_index(self) -> int:
        """Where a box has its class; -1 if it has none."""
    @property
    def score_index(self) -> int:
        """Where a box has its score."""

class GlobalPool2DAttrs(_o.Attrs):
    """Attributes of `nn.global_max_pool2d` and `nn.global_avg_pool2d`."""
    __match_args__ = ('layout', 'out_layout',)
    def __init__(self, layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""

class GridSampleAttrs(_o.Attrs):
    """Attributes of `image.grid_sample`."""
    __match_args__ = ('method', 'layout',)
    def __init__(self, method: str = ..., layout: str = ...) -> None: ...
    @property
    def method(self) -> str:
        """How to interpolate: `nearest`, `bilinear` or `bicubic`."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""

class GroupNormAttrs(_o.Attrs):
    """Attributes of `nn.group_norm`."""
    __match_args__ = ('num_groups', 'axis', 'epsilon', 'center', 'scale',)
    def __init__(self, num_groups: int = ..., axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def num_groups(self) -> int:
        """Into how many groups the channels are divided; each is normalized by itself."""
    @property
    def axis(self) -> int:
        """The axis of the channels."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance, so that nothing is divided by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether it is multiplied by `gamma`."""

class InitOpAttrs(_o.Attrs):
    """Attributes of `full`, `ones`, `zeros` and `broadcast_to`, and of `dyn.full`, `dyn.ones`, `dyn.zeros` and
`dyn.broadcast_to`."""
    __match_args__ = ('shape', 'dtype',)
    def __init__(self, shape: _c.Sequence[_o.IntImm | int] | None, dtype: str = ...) -> None: ...
    @property
    def shape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result; null if it is an input."""
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class InstanceNormAttrs(_o.Attrs):
    """Attributes of `nn.instance_norm`."""
    __match_args__ = ('axis', 'epsilon', 'center', 'scale',)
    def __init__(self, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the channels."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance, so that nothing is divided by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether it is multiplied by `gamma`."""

class L2NormalizeAttrs(_o.Attrs):
    """Attributes of `nn.l2_normalize`."""
    __match_args__ = ('eps', 'axis',)
    def __init__(self, eps: float, axis: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def eps(self) -> float:
        """A small number that the squared norm is not less than, so that nothing is divided by zero."""
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes over which the norm is taken."""

class LRNAttrs(_o.Attrs):
    """Attributes of `nn.lrn`, the normalization over neighbouring channels."""
    __match_args__ = ('size', 'axis', 'bias', 'alpha', 'beta',)
    def __init__(self, size: int = ..., axis: int = ..., bias: float = ..., alpha: float = ..., beta: float = ...) -> None: ...
    @property
    def size(self) -> int:
        """Over how many neighbouring channels squares are summed."""
    @property
    def axis(self) -> int:
        """The axis of the channels."""
    @property
    def bias(self) -> float:
        """What is added to the sum before the power, so that nothing is divided by zero."""
    @property
    def alpha(self) -> float:
        """What the sum is multiplied by."""
    @property
    def beta(self) -> float:
        """The exponent of the divisor."""

class LayerNormAttrs(_o.Attrs):
    """Attributes of `nn.layer_norm`."""
    __match_args__ = ('axis', 'epsilon', 'center', 'scale',)
    def __init__(self, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis that is normalized."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance, so that nothing is divided by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether it is multiplied by `gamma`."""

class LayoutTransformAttrs(_o.Attrs):
    """Attributes of `layout_transform`."""
    __match_args__ = ('src_layout', 'dst_layout',)
    def __init__(self, src_layout: str, dst_layout: str) -> None: ...
    @property
    def src_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def dst_layout(self) -> str:
        """The layout of the result, such as `NCHW16c`."""

class LeakyReluAttrs(_o.Attrs):
    """Attributes of `nn.leaky_relu`."""
    __match_args__ = ('alpha',)
    def __init__(self, alpha: float = ...) -> None: ...
    @property
    def alpha(self) -> float:
        """The slope where the input is negative."""

class MatmulAttrs(_o.Attrs):
    """Attributes of `nn.matmul`."""
    __match_args__ = ('units', 'out_dtype', 'transpose_a', 'transpose_b',)
    def __init__(self, units: _o.PrimExpr | int | float | None, out_dtype: str = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
weight."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""
    @property
    def transpose_a(self) -> bool:
        """Whether the first input is transposed."""
    @property
    def transpose_b(self) -> bool:
        """Whether the second input is transposed."""

class MatrixSetDiagAttrs(_o.Attrs):
    """Attributes of `matrix_set_diag`."""
    __match_args__ = ('k1', 'k2', 'super_diag_right_align', 'sub_diag_right_align',)
    def __init__(self, k1: int = ..., k2: int = ..., super_diag_right_align: bool = ..., sub_diag_right_align: bool = ...) -> None: ...
    @property
    def k1(self) -> int:
        """The lowest diagonal that is set; negative ones lie below the main one."""
    @property
    def k2(self) -> int:
        """The highest diagonal that is set."""
    @property
    def super_diag_right_align(self) -> bool:
        """Whether diagonals above the main one are aligned to the right."""
    @property
    def sub_diag_right_align(self) -> bool:
        """Whether diagonals below the main one are aligned to the right."""

class MaxPool1DAttrs(_o.Attrs):
    """Attributes of `nn.max_pool1d`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded at each spatial side: one number for all sides, or one for each."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""

class MaxPool2DAttrs(_o.Attrs):
    """Attributes of `nn.max_pool2d`, `nn.max_pool2d_grad` and `nn.avg_pool2d_grad`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded at each spatial side: one number for all sides, or one for each."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""

class MaxPool3DAttrs(_o.Attrs):
    """Attributes of `nn.max_pool3d`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """How far the window moves along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """How much is padded at each spatial side: one number for all sides, or one for each."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for that of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""

class MeshgridAttrs(_o.Attrs):
    """Attributes of `meshgrid`."""
    __match_args__ = ('indexing',)
    def __init__(self, indexing: str = ...) -> None: ...
    @property
    def indexing(self) -> str:
        """The order of the first two axes: `ij` for matrices, `xy` for points."""

class MetaRefAttrs(_o.Attrs):
    """Attributes of `parser.MetaRef`, which stands for a node of the metadata section until that is read."""
    __match_args__ = ('node_type_key', 'node_index',)
    def __init__(self, node_type_key: str, node_index: int) -> None: ...
    @property
    def node_type_key(self) -> str:
        """The type key of the node."""
    @property
    def node_index(self) -> int:
        """Which node of that type, from 0."""

class MirrorPadAttrs(_o.Attrs):
    """Attributes of `nn.mirror_pad`."""
    __match_args__ = ('mode', 'pad_width',)
    def __init__(self, mode: str = ..., *, pad_width: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None) -> None: ...
    @property
    def mode(self) -> str:
        """Whether the outermost elements are repeated, `SYMMETRIC`, or not, `REFLECT`."""
    @property
    def pad_width(self) -> _o.Array[_o.Array[_o.PrimExpr]] | None:
        """How much is padded before and after the input, for each axis."""

class MultiBoxPriorAttrs(_o.Attrs):
    """Attributes of `vision.multibox_prior`."""
    __match_args__ = ('sizes', 'ratios', 'steps', 'offsets', 'clip',)
    def __init__(self, sizes: _c.Sequence[_o.PrimExpr | int | float] = ..., ratios: _c.Sequence[_o.PrimExpr | int | float] = ..., steps: _c.Sequence[_o.PrimExpr | int | float] = ..., offsets: _c.Sequence[_o.PrimExpr | int | float] = ..., clip: bool = ...) -> None: ...
    @property
    def sizes(self) -> _o.Array[_o.PrimExpr]:
        """The sizes of anchor boxes, as parts of the image's."""
    @property
    def ratios(self) -> _o.Array[_o.PrimExpr]:
        """Their aspect ratios, width by height."""
    @property
    def steps(self) -> _o.Array[_o.PrimExpr]:
        """The distance between anchor boxes along height and width; -1 to tell by the size of the feature map."""
    @property
    def offsets(self) -> _o.Array[_o.PrimExpr]:
        """Where the centre of a box is in its cell, along height and width."""
    @property
    def clip(self) -> bool:
        """Whether boxes are clipped to the image."""

class MultiBoxTransformLocAttrs(_o.Attrs):
    """Attributes of `vision.multibox_transform_loc`."""
    __match_args__ = ('clip', 'threshold', 'variances',)
    def __init__(self, clip: bool = ..., threshold: float = ..., variances: _c.Sequence[_o.PrimExpr | int | float] = ...) -> None: ...
    @property
    def clip(self) -> bool:
        """Whether boxes are clipped to the image."""
    @property
    def threshold(self) -> float:
        """The least score of a box that is no background."""
    @property
    def variances(self) -> _o.Array[_o.PrimExpr]:
        """The factors with which the four coordinates of a box were encoded."""

class NLLLossAttrs(_o.Attrs):
    """Attributes of `nn.nll_loss`, the negative log likelihood loss."""
    __match_args__ = ('reduction', 'ignore_index',)
    def __init__(self, reduction: str = ..., *, ignore_index: int) -> None: ...
    @property
    def reduction(self) -> str:
        """What becomes of the losses of single items: `none`, `mean` or `sum`."""
    @property
    def ignore_index(self) -> int:
        """The target whose items do not count."""

class NdarraySizeAttrs(_o.Attrs):
    """Attributes of `ndarray_size`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: str = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class NonMaximumSuppressionAttrs(_o.Attrs):
    """Attributes of `vision.non_max_suppression`."""
    __match_args__ = ('force_suppress', 'top_k', 'coord_start', 'score_index', 'id_index', 'return_indices', 'invalid_to_bottom',)
    def __init__(self, force_suppress: bool = ..., top_k: int = ..., coord_start: int = ..., score_index: int = ..., id_index: int = ..., return_indices: bool = ..., invalid_to_bottom: bool = ...) -> None: ...
    @property
    def force_suppress(self) -> bool:
        """Whether boxes of one class suppress those of others too."""
    @property
    def top_k(self) -> int:
        """How many of the best boxes are looked at; -1 for all."""
    @property
    def coord_start(self) -> int:
        """Where the four coordinates of a box begin."""
    @property
    def score_index(self) -> int:
        """Where a box has its score."""
    @property
    def id_index(self) -> int:
        """Where a box has its class; -1 if it has none."""
    @property
    def return_indices(self) -> bool:
        """Whether the indices of the boxes are given back instead of the boxes."""
    @property
    def invalid_to_bottom(self) -> bool:
        """Whether all valid boxes are moved to the top."""

class OnDeviceAttrs(_o.Attrs):
    """Attributes of `on_device`."""
    __match_args__ = ('device_type', 'is_fixed',)
    def __init__(self, device_type: int = ..., is_fixed: bool = ...) -> None: ...
    @property
    def device_type(self) -> int:
        """The type of the device, as DLPack numbers them."""
    @property
    def is_fixed(self) -> bool:
        """Whether the value is there already, so that no copy is to be inserted."""

class OneHotAttrs(_o.Attrs):
    """Attributes of `one_hot` and `dyn.one_hot`."""
    __match_args__ = ('depth', 'axis', 'dtype',)
    def __init__(self, depth: int = ..., axis: int = ..., dtype: str = ...) -> None: ...
    @property
    def depth(self) -> int:
        """How long the new axis is."""
    @property
    def axis(self) -> int:
        """Where the new axis goes; -1 for the end."""
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class PReluAttrs(_o.Attrs):
    """Attributes of `nn.prelu`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the channels, each of which has a slope of its own."""

class PadAttrs(_o.Attrs):
    """Attributes of `nn.pad` and `dyn.nn.pad`."""
    __match_args__ = ('pad_width', 'pad_mode',)
    def __init__(self, pad_width: _c.Sequence[_c.Sequence[_o.IntImm | int]] | None, pad_mode: str = ...) -> None: ...
    @property
    def pad_width(self) -> _o.Array[_o.Array[_o.IntImm]] | None:
        """How much is padded before and after the input, for each axis."""
    @property
    def pad_mode(self) -> str:
        """What is padded with: `constant` for the padding value, `edge` for the outermost elements, `reflect` for the
mirrored input."""

class ProposalAttrs(_o.Attrs):
    """Attributes of `vision.proposal`."""
    __match_args__ = ('scales', 'ratios', 'feature_stride', 'threshold', 'rpn_pre_nms_top_n', 'rpn_post_nms_top_n', 'rpn_min_size', 'iou_loss',)
    def __init__(self, scales: _c.Sequence[_o.PrimExpr | int | float] = ..., ratios: _c.Sequence[_o.PrimExpr | int | float] = ..., feature_stride: int = ..., threshold: float = ..., rpn_pre_nms_top_n: int = ..., rpn_post_nms_top_n: int = ..., rpn_min_size: int = ..., iou_loss: bool = ...) -> None: ...
    @property
    def scales(self) -> _o.Array[_o.PrimExpr]:
        """The scales of anchor boxes."""
    @property
    def ratios(self) -> _o.Array[_o.PrimExpr]:
        """Their aspect ratios."""
    @property
    def feature_stride(self) -> int:
        """How many pixels of the image an element of the feature map stands for, along an axis."""
    @property
    def threshold(self) -> float:
        """The overlap from which on a better box suppresses another."""
    @property
    def rpn_pre_nms_top_n(self) -> int:
        """How many of the best boxes are looked at."""
    @property
    def rpn_post_nms_top_n(self) -> int:
        """How many boxes are kept."""
    @property
    def rpn_min_size(self) -> int:
        """The least height and width of a box, in pixels of the image."""
    @property
    def iou_loss(self) -> bool:
        """Whether boxes are predicted by their corners, as for the IoU loss."""

class QuantizeAttrs(_o.Attrs):
    """Attributes of `qnn.quantize`."""
    __match_args__ = ('out_dtype', 'axis',)
    def __init__(self, out_dtype: str, axis: int = ...) -> None: ...
    @property
    def out_dtype(self) -> str:
        """The data type of the result."""
    @property
    def axis(self) -> int:
        """The axis of the channels, for scales by channel; -1 for the last."""

class ROIAlignAttrs(_o.Attrs):
    """Attributes of `vision.roi_align`."""
    __match_args__ = ('pooled_size', 'spatial_scale', 'sample_ratio', 'layout', 'mode',)
    def __init__(self, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | None, spatial_scale: float, sample_ratio: int = ..., layout: str = ..., mode: str = ...) -> None: ...
    @property
    def pooled_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the result."""
    @property
    def spatial_scale(self) -> float:
        """The size of the feature map divided by that of the image, in which regions are given."""
    @property
    def sample_ratio(self) -> int:
        """How many samples are taken in a cell along an axis; -1 to tell by the size of the region."""
    @property
    def layout(self) -> str:
        """The layout of the feature map, such as `NCHW`."""
    @property
    def mode(self) -> str:
        """How samples are joined: `avg` or `max`."""

class ROIPoolAttrs(_o.Attrs):
    """Attributes of `vision.roi_pool`."""
    __match_args__ = ('pooled_size', 'spatial_scale', 'layout',)
    def __init__(self, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | None, spatial_scale: float, layout: str = ...) -> None: ...
    @property
    def pooled_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the result."""
    @property
    def spatial_scale(self) -> float:
        """The size of the feature map divided by that of the image, in which regions are given."""
    @property
    def layout(self) -> str:
        """The layout of the feature map, such as `NCHW`."""

class ReduceAttrs(_o.Attrs):
    """Attributes of `all`, `any`, `max`, `mean`, `min`, `prod` and `sum`."""
    __match_args__ = ('axis', 'keepdims', 'exclude',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ..., keepdims: bool = ..., exclude: bool = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes that are reduced; null for all."""
    @property
    def keepdims(self) -> bool:
        """Whether reduced axes stay, with a length of 1."""
    @property
    def exclude(self) -> bool:
        """Whether all axes but the given ones are reduced."""

class RepeatAttrs(_o.Attrs):
    """Attributes of `repeat`."""
    __match_args__ = ('repeats', 'axis',)
    def __init__(self, repeats: _o.IntImm | int | None, axis: _o.IntImm | int | None = ...) -> None: ...
    @property
    def repeats(self) -> _o.IntImm | None:
        """How often each element is repeated."""
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis along which it is repeated; null for the flattened input."""

class RequantizeAttrs(_o.Attrs):
    """Attributes of `qnn.requantize`."""
    __match_args__ = ('axis', 'rounding', 'out_dtype',)
    def __init__(self, axis: int = ..., rounding: str = ..., out_dtype: str = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the channels, for scales by channel; -1 for the last."""
    @property
    def rounding(self) -> str:
        """How halves are rounded: `UPWARD` or `TONEAREST`, away from zero."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class ReshapeAttrs(_o.Attrs):
    """Attributes of `reshape`, `contrib_reverse_reshape` and `dyn.reshape`."""
    __match_args__ = ('newshape',)
    def __init__(self, newshape: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def newshape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result, where 0 copies a dimension, -1 infers one, -2 copies the remaining ones, -3 merges two,
and -4 splits one into the next two."""

class ReshapeLikeAttrs(_o.Attrs):
    """Attributes of `reshape_like`."""
    __match_args__ = ('lhs_begin', 'lhs_end', 'rhs_begin', 'rhs_end',)
    def __init__(self, lhs_begin: int = ..., lhs_end: _o.IntImm | int | None = ..., rhs_begin: int = ..., rhs_end: _o.IntImm | int | None = ...) -> None: ...
    @property
    def lhs_begin(self) -> int:
        """The first axis of the input that is reshaped."""
    @property
    def lhs_end(self) -> _o.IntImm | None:
        """The axis of the input before which that ends; null for the end."""
    @property
    def rhs_begin(self) -> int:
        """The first axis of the other tensor whose dimensions are taken."""
    @property
    def rhs_end(self) -> _o.IntImm | None:
        """The axis of the other tensor before which that ends; null for the end."""

class ReshapeTensorAttrs(_o.Attrs):
    """Attributes of `vm.reshape_tensor`."""
    __match_args__ = ('newshape',)
    def __init__(self, newshape: _c.Sequence[_o.PrimExpr | int | float] | None) -> None: ...
    @property
    def newshape(self) -> _o.Array[_o.PrimExpr] | None:
        """The shape of the result."""

class Resize1DAttrs(_o.Attrs):
    """Attributes of `image.resize1d`."""
    __match_args__ = ('size', 'layout', 'method', 'coordinate_transformation_mode', 'rounding_method', 'cubic_alpha', 'cubic_exclude', 'out_dtype',)
    def __init__(self, size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: str = ...) -> None: ...
    @property
    def size(self) -> _o.Array[_o.PrimExpr] | None:
        """The width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def method(self) -> str:
        """How to interpolate: `nearest_neighbor`, `linear` or `cubic`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """How coordinates of the result correspond to those of the input: `half_pixel`, `align_corners` or `asymmetric`."""
    @property
    def rounding_method(self) -> str:
        """Which neighbour `nearest_neighbor` takes: `round`, `floor`, `ceil` and others."""
    @property
    def cubic_alpha(self) -> float:
        """The coefficient of the splines of cubic interpolation."""
    @property
    def cubic_exclude(self) -> int:
        """Not 0 if samples outside of the image have no weight in cubic interpolation."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Resize2DAttrs(_o.Attrs):
    """Attributes of `image.resize2d` and `dyn.image.resize2d`."""
    __match_args__ = ('size', 'layout', 'method', 'coordinate_transformation_mode', 'rounding_method', 'cubic_alpha', 'cubic_exclude', 'out_dtype',)
    def __init__(self, size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: str = ...) -> None: ...
    @property
    def size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and the width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def method(self) -> str:
        """How to interpolate: `nearest_neighbor`, `linear` or `cubic`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """How coordinates of the result correspond to those of the input: `half_pixel`, `align_corners` or `asymmetric`."""
    @property
    def rounding_method(self) -> str:
        """Which neighbour `nearest_neighbor` takes: `round`, `floor`, `ceil` and others."""
    @property
    def cubic_alpha(self) -> float:
        """The coefficient of the splines of cubic interpolation."""
    @property
    def cubic_exclude(self) -> int:
        """Not 0 if samples outside of the image have no weight in cubic interpolation."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class Resize3DAttrs(_o.Attrs):
    """Attributes of `image.resize3d`."""
    __match_args__ = ('size', 'layout', 'method', 'coordinate_transformation_mode', 'rounding_method', 'cubic_alpha', 'cubic_exclude', 'out_dtype',)
    def __init__(self, size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: str = ...) -> None: ...
    @property
    def size(self) -> _o.Array[_o.PrimExpr] | None:
        """The depth, the height and the width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def method(self) -> str:
        """How to interpolate: `nearest_neighbor`, `linear` or `cubic`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """How coordinates of the result correspond to those of the input: `half_pixel`, `align_corners` or `asymmetric`."""
    @property
    def rounding_method(self) -> str:
        """Which neighbour `nearest_neighbor` takes: `round`, `floor`, `ceil` and others."""
    @property
    def cubic_alpha(self) -> float:
        """The coefficient of the splines of cubic interpolation."""
    @property
    def cubic_exclude(self) -> int:
        """Not 0 if samples outside of the image have no weight in cubic interpolation."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for that of the input."""

class ReverseAttrs(_o.Attrs):
    """Attributes of `reverse`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int | None = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis that is reversed."""

class ReverseSequenceAttrs(_o.Attrs):
    """Attributes of `reverse_sequence`."""
    __match_args__ = ('seq_axis', 'batch_axis',)
    def __init__(self, seq_axis: _o.IntImm | int = ..., batch_axis: _o.IntImm | int = ...) -> None: ...
    @property
    def seq_axis(self) -> _o.IntImm:
        """The axis that is reversed, up to the length of each sequence."""
    @property
    def batch_axis(self) -> _o.IntImm:
        """The axis along which sequences are told apart."""

class ScanopAttrs(_o.Attrs):
    """Attributes of `cumsum` and `cumprod`."""
    __match_args__ = ('axis', 'dtype', 'exclusive',)
    def __init__(self, axis: _o.IntImm | int | None = ..., dtype: str = ..., exclusive: _o.IntImm | int | None = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis along which it is scanned; null for the flattened input."""
    @property
    def dtype(self) -> str:
        """The data type of the result; void for that of the input."""
    @property
    def exclusive(self) -> _o.IntImm | None:
        """Whether an element does not count in its own result; null is the same as false."""

class ScatterAddAttrs(_o.Attrs):
    """Attributes of `scatter_add`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm:
        """The axis along which elements are added to."""

class ScatterAttrs(_o.Attrs):
    """Attributes of `scatter`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm:
        """The axis along which elements are replaced."""

class ScatterNDAttrs(_o.Attrs):
    """Attributes of `scatter_nd`."""
    __match_args__ = ('mode',)
    def __init__(self, mode: str) -> None: ...
    @property
    def mode(self) -> str:
        """What an update does to an element: `update` or `add`."""

class SearchSortedAttrs(_o.Attrs):
    """Attributes of `searchsorted`."""
    __match_args__ = ('right', 'dtype',)
    def __init__(self, right: bool = ..., dtype: str = ...) -> None: ...
    @property
    def right(self) -> bool:
        """Whether values go behind the elements that are equal to them instead of before."""
    @property
    def dtype(self) -> str:
        """The data type of the indices."""

class SequenceMaskAttrs(_o.Attrs):
    """Attributes of `sequence_mask`."""
    __match_args__ = ('mask_value', 'axis',)
    def __init__(self, mask_value: float = ..., axis: int = ...) -> None: ...
    @property
    def mask_value(self) -> float:
        """What stands in place of what lies behind the end of a sequence."""
    @property
    def axis(self) -> int:
        """The axis along which sequences run: 0 or 1."""

class ShapeFuncAttrs(_o.Attrs):
    """Attributes of `vm.shape_func`."""
    __match_args__ = ('is_input',)
    def __init__(self, is_input: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def is_input(self) -> _o.Array[_o.IntImm] | None:
        """For each argument, whether the function takes the values (1) or only the shape (0)."""

class ShapeOfAttrs(_o.Attrs):
    """Attributes of `shape_of` and `vm.shape_of`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: str = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class SimulatedQuantizeAttrs(_o.Attrs):
    """Attributes of `qnn.simulated_quantize`.

The operator `relay.op.annotation.simulated_quantize` names this key for its attributes too: TVM has two classes of
the key, of which this one is registered."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the channels, for scales by channel; -1 for the last."""

class SliceLikeAttrs(_o.Attrs):
    """Attributes of `slice_like`."""
    __match_args__ = ('axes',)
    def __init__(self, axes: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def axes(self) -> _o.Array[_o.IntImm] | None:
        """The axes that are cut to the length of the other tensor's; null or empty for all."""

class SoftmaxAttrs(_o.Attrs):
    """Attributes of `nn.softmax`, `nn.fast_softmax` and `nn.log_softmax`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis along which the results sum to 1."""

class SpaceToBatchNDAttrs(_o.Attrs):
    """Attributes of `nn.space_to_batch_nd`."""
    __match_args__ = ('block_shape', 'paddings', 'pad_value',)
    def __init__(self, block_shape: _c.Sequence[_o.IntImm | int] = ..., *, paddings: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None, pad_value: float = ...) -> None: ...
    @property
    def block_shape(self) -> _o.Array[_o.IntImm]:
        """The size of a block along each spatial axis."""
    @property
    def paddings(self) -> _o.Array[_o.Array[_o.PrimExpr]] | None:
        """How much is padded before and after the input, for each spatial axis."""
    @property
    def pad_value(self) -> float:
        """What is padded with."""

class SparseConv2DAttrs(_o.Attrs):
    """Attributes of `nn.sparse_conv2d`."""
    __match_args__ = ('layout', 'kernel_size',)
    def __init__(self, layout: str = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] = ...) -> None: ...
    @property
    def layout(self) -> str:
        """The layout of the input: `NHWC` or `NCHW`."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr]:
        """The height and the width of the kernel."""

class SparseDenseAttrs(_o.Attrs):
    """Attributes of `nn.sparse_dense` and `nn.internal.sparse_dense_padded`."""
    __match_args__ = ('sparse_lhs',)
    def __init__(self, sparse_lhs: bool = ...) -> None: ...
    @property
    def sparse_lhs(self) -> bool:
        """Whether the sparse matrix is the one on the left."""

class SparseToDenseAttrs(_o.Attrs):
    """Attributes of `sparse_to_dense`."""
    __match_args__ = ('output_shape',)
    def __init__(self, output_shape: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def output_shape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result."""

class SparseTransposeAttrs(_o.Attrs):
    """Attributes of `nn.sparse_transpose`: none, but a type of their own."""
    __match_args__ = ()

class SplitAttrs(_o.Attrs):
    """Attributes of `split`."""
    __match_args__ = ('indices_or_sections', 'axis',)
    def __init__(self, indices_or_sections: _o.Object | None, axis: int = ...) -> None: ...
    @property
    def indices_or_sections(self) -> _o.Object | None:
        """Into how many equal parts it is split, an `IntImm`, or where, an `Array` of them."""
    @property
    def axis(self) -> int:
        """The axis along which it is split."""

class SqueezeAttrs(_o.Attrs):
    """Attributes of `squeeze` and `dyn.squeeze`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes of length 1 that are removed; null for all of them."""

class StackAttrs(_o.Attrs):
    """Attributes of `stack`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm:
        """Where the new axis goes."""

class StridedSliceAttrs(_o.Attrs):
    """Attributes of `strided_slice` and `dyn.strided_slice`."""
    __match_args__ = ('begin', 'end', 'strides', 'slice_mode', 'axes',)
    def __init__(self, begin: _c.Sequence[_o.IntImm | int] | None, end: _c.Sequence[_o.IntImm | int] | None, strides: _c.Sequence[_o.IntImm | int] | None, slice_mode: str = ..., *, axes: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def begin(self) -> _o.Array[_o.IntImm] | None:
        """The first index along each axis; null if it is an input."""
    @property
    def end(self) -> _o.Array[_o.IntImm] | None:
        """The index before which each axis ends, or how much of it is taken; null if it is an input."""
    @property
    def strides(self) -> _o.Array[_o.IntImm] | None:
        """The step along each axis; null if it is an input."""
    @property
    def slice_mode(self) -> str:
        """What `end` means: `end` for an index, `size` for a length."""
    @property
    def axes(self) -> _o.Array[_o.IntImm] | None:
        """The axes that are sliced; null for the first ones."""

class SubPixelAttrs(_o.Attrs):
    """Attributes of `nn.depth_to_space` and `nn.space_to_depth`."""
    __match_args__ = ('block_size', 'layout', 'mode',)
    def __init__(self, block_size: int = ..., layout: str = ..., mode: str = ...) -> None: ...
    @property
    def block_size(self) -> int:
        """The size of a block along height and width."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def mode(self) -> str:
        """The order in which the depth is read: `DCR`, blocks first, or `CRD`, channels first."""

class TakeAttrs(_o.Attrs):
    """Attributes of `take`."""
    __match_args__ = ('batch_dims', 'axis', 'mode',)
    def __init__(self, batch_dims: _o.IntImm | int = ..., axis: _o.IntImm | int | None = ..., mode: str = ...) -> None: ...
    @property
    def batch_dims(self) -> _o.IntImm:
        """How many leading axes the input and the indices share."""
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis from which elements are taken; null for the flattened input."""
    @property
    def mode(self) -> str:
        """What becomes of indices out of bounds: `clip`, `wrap` or `fast`, where there must be none."""

class ThreefryGenerateAttrs(_o.Attrs):
    """Attributes of `random.threefry_generate`."""
    __match_args__ = ('out_shape',)
    def __init__(self, out_shape: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def out_shape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result."""

class TileAttrs(_o.Attrs):
    """Attributes of `tile` and `dyn.tile`."""
    __match_args__ = ('reps',)
    def __init__(self, reps: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def reps(self) -> _o.Array[_o.IntImm] | None:
        """How often the input is repeated along each axis."""

class TopkAttrs(_o.Attrs):
    """Attributes of `topk` and `dyn.topk`."""
    __match_args__ = ('k', 'axis', 'ret_type', 'is_ascend', 'dtype',)
    def __init__(self, k: _o.IntImm | int | None, axis: int = ..., ret_type: str = ..., is_ascend: bool = ..., dtype: str = ...) -> None: ...
    @property
    def k(self) -> _o.IntImm | None:
        """How many elements are taken, less than 1 for all; null if that is an input."""
    @property
    def axis(self) -> int:
        """The axis along which it is sorted."""
    @property
    def ret_type(self) -> str:
        """What is given back: `both`, `values` or `indices`."""
    @property
    def is_ascend(self) -> bool:
        """Whether the order is ascending."""
    @property
    def dtype(self) -> str:
        """The data type of the indices."""

class TransposeAttrs(_o.Attrs):
    """Attributes of `transpose`."""
    __match_args__ = ('axes',)
    def __init__(self, axes: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def axes(self) -> _o.Array[_o.IntImm] | None:
        """Which axis of the input each one of the result is; null to reverse them."""

class TupleGetItemAttrs(_o.Attrs):
    """Attributes of taking a field of a tuple, where that is an operator."""
    __match_args__ = ('index',)
    def __init__(self, index: int) -> None: ...
    @property
    def index(self) -> int:
        """Which field, from 0."""

class UniformAttrs(_o.Attrs):
    """Attributes of `random.uniform`."""
    __match_args__ = ('out_shape', 'out_dtype',)
    def __init__(self, out_shape: _c.Sequence[_o.IntImm | int] | None, out_dtype: str = ...) -> None: ...
    @property
    def out_shape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result."""

class UniqueAttrs(_o.Attrs):
    """Attributes of `unique`."""
    __match_args__ = ('sorted', 'return_counts',)
    def __init__(self, sorted: bool = ..., return_counts: bool = ...) -> None: ...
    @property
    def sorted(self) -> bool:
        """Whether the elements are sorted."""
    @property
    def return_counts(self) -> bool:
        """Whether it is counted how often each occurs."""

class UpSampling3DAttrs(_o.Attrs):
    """Attributes of `nn.upsampling3d` and `dyn.nn.upsampling3d`."""
    __match_args__ = ('scale_d', 'scale_h', 'scale_w', 'layout', 'method', 'coordinate_transformation_mode',)
    def __init__(self, scale_d: float, scale_h: float, scale_w: float, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ...) -> None: ...
    @property
    def scale_d(self) -> float:
        """The factor for the depth."""
    @property
    def scale_h(self) -> float:
        """The factor for the height."""
    @property
    def scale_w(self) -> float:
        """The factor for the width."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def method(self) -> str:
        """How to interpolate: `nearest_neighbor` or `trilinear`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """How coordinates of the result correspond to those of the input: `half_pixel`, `align_corners` or `asymmetric`."""

class UpSamplingAttrs(_o.Attrs):
    """Attributes of `nn.upsampling` and `dyn.nn.upsampling`."""
    __match_args__ = ('scale_h', 'scale_w', 'layout', 'method', 'align_corners',)
    def __init__(self, scale_h: float, scale_w: float, layout: str = ..., method: str = ..., align_corners: bool = ...) -> None: ...
    @property
    def scale_h(self) -> float:
        """The factor for the height."""
    @property
    def scale_w(self) -> float:
        """The factor for the width."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def method(self) -> str:
        """How to interpolate: `nearest_neighbor`, `bilinear` or `bicubic`."""
    @property
    def align_corners(self) -> bool:
        """Whether the pixels at the corners keep their values."""

class VarianceAttrs(_o.Attrs):
    """Attributes of `variance`."""
    __match_args__ = ('axis', 'keepdims', 'exclude', 'unbiased',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ..., keepdims: bool = ..., exclude: bool = ..., unbiased: bool = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes that are reduced; null for all."""
    @property
    def keepdims(self) -> bool:
        """Whether reduced axes stay, with a length of 1."""
    @property
    def exclude(self) -> bool:
        """Whether all axes but the given ones are reduced."""
    @property
    def unbiased(self) -> bool:
        """Whether the sum is divided by one less than the number of elements."""

class WithFuncIdAttrs(_o.Attrs):
    """Attributes of `annotation.with_funcid`, by which partial evaluation knows functions again."""
    __match_args__ = ('fid',)
    def __init__(self, fid: int = ...) -> None: ...
    @property
    def fid(self) -> int:
        """The number of the function."""

class YoloReorgAttrs(_o.Attrs):
    """Attributes of `vision.yolo_reorg`."""
    __match_args__ = ('stride',)
    def __init__(self, stride: _o.IntImm | int = ...) -> None: ...
    @property
    def stride(self) -> _o.IntImm:
        """The size of the blocks that become channels, along height and width."""
