import collections.abc as _c
import typing as _t
import objet as _o

class AdaptivePool1DAttrs(_o.Attrs):
    """Attributes of `nn.adaptive_max_pool1d` and `nn.adaptive_avg_pool1d`."""
    __match_args__ = ('output_size', 'layout', 'out_layout',)
    def __init__(self, output_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def output_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The width of the result; empty or null to keep the width of the input."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""

class AdaptivePool2DAttrs(_o.Attrs):
    """Attributes of `nn.adaptive_max_pool2d` and `nn.adaptive_avg_pool2d`."""
    __match_args__ = ('output_size', 'layout', 'out_layout',)
    def __init__(self, output_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def output_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and width of the result, or one number for both; empty or null to keep the size
of the input."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""

class AdaptivePool3DAttrs(_o.Attrs):
    """Attributes of `nn.adaptive_max_pool3d` and `nn.adaptive_avg_pool3d`."""
    __match_args__ = ('output_size', 'layout', 'out_layout',)
    def __init__(self, output_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def output_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The depth, height and width of the result, or one number for all; empty or null to keep the
size of the input."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""

class AffineGridAttrs(_o.Attrs):
    """Attributes of `image.affine_grid`."""
    __match_args__ = ('target_shape',)
    def __init__(self, target_shape: _c.Sequence[_o.PrimExpr | int | float] | None) -> None: ...
    @property
    def target_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and width of the result."""

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
    def __init__(self, dtype: _o._DType = ..., *, device_id: int, device_type: int) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the stored elements."""
    @property
    def device_id(self) -> int:
        """The index of the device among the devices of its type, from 0."""
    @property
    def device_type(self) -> int:
        """The device type, as numbered by DLPack."""

class AllocTensorAttrs(_o.Attrs):
    """Attributes of `memory.alloc_tensor`."""
    __match_args__ = ('dtype', 'const_shape', 'assert_shape',)
    def __init__(self, dtype: _o._DType = ..., *, const_shape: _o.relay.Constant | None, assert_shape: _c.Sequence[_o.PrimExpr | int | float] | None) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the tensor."""
    @property
    def const_shape(self) -> _o.relay.Constant | None:
        """The shape as a constant, if known, for type inference."""
    @property
    def assert_shape(self) -> _o.Array[_o.PrimExpr] | None:
        """The known shape of the result, for later analyses."""

class ArangeAttrs(_o.Attrs):
    """Attributes of `arange`."""
    __match_args__ = ('start', 'stop', 'step', 'dtype',)
    def __init__(self, start: _o.RelayExpr | None, stop: _o.RelayExpr | None, step: _o.RelayExpr | None, dtype: _o._DType) -> None: ...
    @property
    def start(self) -> _o.RelayExpr | None:
        """The first number."""
    @property
    def stop(self) -> _o.RelayExpr | None:
        """The end of the range, which is excluded."""
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
        """The axes to reduce; null for all axes."""
    @property
    def keepdims(self) -> bool:
        """Whether reduced axes are kept with length 1."""
    @property
    def select_last_index(self) -> bool:
        """Whether the last of several equal elements is chosen instead of the first."""
    @property
    def exclude(self) -> bool:
        """Whether to reduce all axes except the given ones."""

class ArgsortAttrs(_o.Attrs):
    """Attributes of `argsort` and `sort`."""
    __match_args__ = ('axis', 'is_ascend', 'dtype',)
    def __init__(self, axis: int = ..., is_ascend: bool = ..., dtype: _o._DType = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis to sort along."""
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
        """The layout of the input, in the notation of the auto-scheduler."""
    @property
    def dst_layout(self) -> str:
        """The layout of the result, in the notation of the auto-scheduler."""

class AvgPool1DAttrs(_o.Attrs):
    """Attributes of `nn.avg_pool1d`."""
    __match_args__ = ('pool_size', 'strides', 'dilation', 'padding', 'layout', 'out_layout', 'ceil_mode', 'count_include_pad',)
    def __init__(self, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> None: ...
    @property
    def pool_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the pooling window along each spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride of the window along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all spatial sides, or one for each side."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
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
        """The stride of the window along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all spatial sides, or one for each side."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
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
        """The stride of the window along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all spatial sides, or one for each side."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def ceil_mode(self) -> bool:
        """Whether the size of the result is rounded up instead of down."""
    @property
    def count_include_pad(self) -> bool:
        """Whether padded elements count in the average."""

class BatchMatmulAttrs(_o.Attrs):
    """Attributes of `nn.batch_matmul` and `qnn.batch_matmul`."""
    __match_args__ = ('out_dtype', 'transpose_a', 'transpose_b',)
    def __init__(self, out_dtype: _o._DType = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> None: ...
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""
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
        """The channel axis."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance to prevent division by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether the normalized input is multiplied by `gamma`."""

class BatchToSpaceNDAttrs(_o.Attrs):
    """Attributes of `nn.batch_to_space_nd`."""
    __match_args__ = ('block_shape', 'crops',)
    def __init__(self, block_shape: _c.Sequence[_o.IntImm | int] = ..., *, crops: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None) -> None: ...
    @property
    def block_shape(self) -> _o.Array[_o.IntImm]:
        """The size of a block along each spatial axis."""
    @property
    def crops(self) -> _o.Array[_o.Array[_o.PrimExpr]] | None:
        """The amount to crop at the beginning and the end of the result, along each spatial axis."""

class BiasAddAttrs(_o.Attrs):
    """Attributes of `nn.bias_add`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis that the bias is added along."""

class BinaryConv2DAttrs(_o.Attrs):
    """Attributes of `nn.bitserial_conv2d`."""
    __match_args__ = ('strides', 'padding', 'kernel_size', 'channels', 'activation_bits', 'weight_bits', 'data_layout', 'kernel_layout', 'pack_dtype', 'out_dtype', 'unipolar',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] = ..., channels: _o.PrimExpr | int | float | None = ..., activation_bits: int = ..., weight_bits: int = ..., data_layout: str = ..., kernel_layout: str = ..., pack_dtype: _o._DType = ..., out_dtype: _o._DType = ..., unipolar: bool = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr]:
        """The height and width of the kernel."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def activation_bits(self) -> int:
        """The number of bits of a packed activation."""
    @property
    def weight_bits(self) -> int:
        """The number of bits of a packed weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def pack_dtype(self) -> str:
        """The data type of the words that bits are packed into."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""
    @property
    def unipolar(self) -> bool:
        """Whether bits represent 0 and 1 instead of -1 and 1."""

class BinaryDenseAttrs(_o.Attrs):
    """Attributes of `nn.bitserial_dense`."""
    __match_args__ = ('units', 'data_bits', 'weight_bits', 'pack_dtype', 'out_dtype', 'unipolar',)
    def __init__(self, units: _o.PrimExpr | int | float | None, data_bits: int = ..., weight_bits: int = ..., pack_dtype: _o._DType = ..., out_dtype: _o._DType = ..., unipolar: bool = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """The number of units, which is the length of the result's last axis; null to infer it from
the shape of the weight."""
    @property
    def data_bits(self) -> int:
        """The number of bits of a packed input element."""
    @property
    def weight_bits(self) -> int:
        """The number of bits of a packed weight."""
    @property
    def pack_dtype(self) -> str:
        """The data type of the words that bits are packed into."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""
    @property
    def unipolar(self) -> bool:
        """Whether bits represent 0 and 1 instead of -1 and 1."""

class BitPackAttrs(_o.Attrs):
    """Attributes of `nn.bitpack`."""
    __match_args__ = ('bits', 'pack_axis', 'bit_axis', 'pack_type', 'name',)
    def __init__(self, bits: int = ..., pack_axis: int = ..., bit_axis: int = ..., pack_type: _o._DType = ..., name: str = ...) -> None: ...
    @property
    def bits(self) -> int:
        """The number of bits of an element."""
    @property
    def pack_axis(self) -> int:
        """The axis to pack."""
    @property
    def bit_axis(self) -> int:
        """The position of the new bit axis."""
    @property
    def pack_type(self) -> str:
        """The data type of the words that bits are packed into."""
    @property
    def name(self) -> str:
        """The name of the generated tensor expression operation."""

class CallLoweredAttrs(_o.Attrs):
    """Attributes of `call_lowered`."""
    __match_args__ = ('metadata',)
    def __init__(self, metadata: _c.Mapping[str, _t.Any | None] | None) -> None: ...
    @property
    def metadata(self) -> _o.Map[str, _o.Object | None] | None:
        """The metadata of the call, by name."""

class CastAttrs(_o.Attrs):
    """Attributes of `cast` and `reinterpret`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: _o._DType) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class CastHintAttrs(_o.Attrs):
    """Attributes of `annotation.cast_hint`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: _o._DType) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the hint."""

class ClipAttrs(_o.Attrs):
    """Attributes of `clip`."""
    __match_args__ = ('a_min', 'a_max',)
    def __init__(self, a_min: float, a_max: float) -> None: ...
    @property
    def a_min(self) -> float:
        """The minimum of the result."""
    @property
    def a_max(self) -> float:
        """The maximum of the result."""

class CompilerAttrs(_o.Attrs):
    """Attributes of `annotation.compiler_begin` and `annotation.compiler_end`."""
    __match_args__ = ('compiler',)
    def __init__(self, compiler: str) -> None: ...
    @property
    def compiler(self) -> str:
        """The name of the external compiler."""

class ConcatenateAttrs(_o.Attrs):
    """Attributes of `concatenate` and `qnn.concatenate`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis to join the tensors along."""

class Conv1DAttrs(_o.Attrs):
    """Attributes of `nn.conv1d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for both sides, or two for left and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIW`."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv1DTransposeAttrs(_o.Attrs):
    """Attributes of `nn.conv1d_transpose`."""
    __match_args__ = ('channels', 'kernel_size', 'strides', 'output_padding', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The upsampling factor along each spatial axis."""
    @property
    def output_padding(self) -> _o.Array[_o.PrimExpr]:
        """The extra size that is added to one side of the result, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for both sides, or two for left and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv2DAttrs(_o.Attrs):
    """Attributes of `nn.conv2d`, `nn.contrib_conv2d_NCHWc`, `nn.contrib_depthwise_conv2d_NCHWc`,
`nn.contrib_conv2d_gemm_without_weight_transform` and `qnn.conv2d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv2DTransposeAttrs(_o.Attrs):
    """Attributes of `nn.conv2d_transpose` and `qnn.conv2d_transpose`."""
    __match_args__ = ('channels', 'kernel_size', 'strides', 'output_padding', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The upsampling factor along each spatial axis."""
    @property
    def output_padding(self) -> _o.Array[_o.PrimExpr]:
        """The extra size that is added to one side of the result, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv2DWinogradAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_winograd_without_weight_transform`."""
    __match_args__ = ('tile_size', 'strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def tile_size(self) -> int:
        """The size of a Winograd tile, in elements of the result along a spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv2DWinogradNNPACKWeightTransformAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_winograd_nnpack_weight_transform`."""
    __match_args__ = ('convolution_algorithm', 'out_dtype',)
    def __init__(self, convolution_algorithm: int, out_dtype: _o._DType = ...) -> None: ...
    @property
    def convolution_algorithm(self) -> int:
        """The id of NNPACK's algorithm."""
    @property
    def out_dtype(self) -> str:
        """The data type of the transformed weight; void for the data type of the weight."""

class Conv3DAttrs(_o.Attrs):
    """Attributes of `nn.conv3d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, three for depth, height and width, or
six for front, top, left, back, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv3DTransposeAttrs(_o.Attrs):
    """Attributes of `nn.conv3d_transpose`."""
    __match_args__ = ('channels', 'kernel_size', 'strides', 'output_padding', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The upsampling factor along each spatial axis."""
    @property
    def output_padding(self) -> _o.Array[_o.PrimExpr]:
        """The extra size that is added to one side of the result, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, three for depth, height and width, or
six for front, top, left, back, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Conv3DWinogradAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv3d_winograd_without_weight_transform`."""
    __match_args__ = ('tile_size', 'strides', 'padding', 'dilation', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def tile_size(self) -> int:
        """The size of a Winograd tile, in elements of the result along a spatial axis."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, three for depth, height and width, or
six for front, top, left, back, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class ConvGemmWeightTransformAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_gemm_weight_transform`."""
    __match_args__ = ('tile_rows', 'tile_cols',)
    def __init__(self, tile_rows: int, tile_cols: int) -> None: ...
    @property
    def tile_rows(self) -> int:
        """The number of rows of a tile of the transformed weight."""
    @property
    def tile_cols(self) -> int:
        """The number of columns of a tile of the transformed weight."""

class ConvWinogradWeightTransformAttrs(_o.Attrs):
    """Attributes of `nn.contrib_conv2d_winograd_weight_transform` and
`nn.contrib_conv3d_winograd_weight_transform`."""
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
        """The height and width of the patches."""
    @property
    def max_displacement(self) -> int:
        """The maximum distance between compared patches, along each axis."""
    @property
    def stride1(self) -> int:
        """The stride between patches of the first input."""
    @property
    def stride2(self) -> int:
        """The stride between patches of the second input."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
    @property
    def is_multiply(self) -> bool:
        """Whether elements are multiplied instead of subtracted."""
    @property
    def layout(self) -> str:
        """The layout of the inputs, such as `NCHW`."""

class CropAndResizeAttrs(_o.Attrs):
    """Attributes of `image.crop_and_resize`."""
    __match_args__ = ('crop_size', 'layout', 'method', 'extrapolation_value', 'out_dtype',)
    def __init__(self, crop_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., extrapolation_value: float = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def crop_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the image, such as `NCHW`."""
    @property
    def method(self) -> str:
        """The interpolation method: `nearest_neighbor` or `bilinear`."""
    @property
    def extrapolation_value(self) -> float:
        """The value of samples outside the image."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class DebugAttrs(_o.Attrs):
    """Attributes of `debug`."""
    __match_args__ = ('debug_func',)
    def __init__(self, debug_func: _o.EnvFunc | None) -> None: ...
    @property
    def debug_func(self) -> _o.EnvFunc | None:
        """The function to call when the value is computed; null for the default debugger."""

class DeformableConv2DAttrs(_o.Attrs):
    """Attributes of `nn.deformable_conv2d`."""
    __match_args__ = ('strides', 'padding', 'dilation', 'deformable_groups', 'groups', 'channels', 'kernel_size', 'data_layout', 'kernel_layout', 'out_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] = ..., deformable_groups: int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along each spatial axis."""
    @property
    def deformable_groups(self) -> int:
        """The number of groups of channels that share their offsets."""
    @property
    def groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is convolved separately."""
    @property
    def channels(self) -> _o.PrimExpr | None:
        """The number of output channels; null to infer it from the shape of the weight."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The size of the kernel along each spatial axis; null to infer it from the shape of the
weight."""
    @property
    def data_layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def kernel_layout(self) -> str:
        """The layout of the weight, such as `OIHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class DenseAttrs(_o.Attrs):
    """Attributes of `nn.dense`, `nn.contrib_dense_pack` and `qnn.dense`."""
    __match_args__ = ('units', 'out_dtype',)
    def __init__(self, units: _o.PrimExpr | int | float | None, out_dtype: _o._DType = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """The number of units, which is the length of the result's last axis; null to infer it from
the shape of the weight."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class DensePackAttrs(_o.Attrs):
    """Attributes of dense layers with packed weights. The registered constructor of
`nn.contrib_dense_pack` uses this type for its calls."""
    __match_args__ = ('units', 'out_dtype', 'weight_layout',)
    def __init__(self, units: _o.PrimExpr | int | float | None, out_dtype: _o._DType = ..., weight_layout: str = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """The number of units, which is the length of the result's last axis; null to infer it from
the shape of the weight."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""
    @property
    def weight_layout(self) -> str:
        """The layout of the weight, such as `NC` or `NC8n`."""

class DequantizeAttrs(_o.Attrs):
    """Attributes of `qnn.dequantize` and `qnn.simulated_dequantize`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The channel axis, for per-channel scales; -1 for the last axis."""

class DeviceCopyAttrs(_o.Attrs):
    """Attributes of `device_copy`."""
    __match_args__ = ('src_dev_type', 'dst_dev_type',)
    def __init__(self, src_dev_type: int = ..., dst_dev_type: int = ...) -> None: ...
    @property
    def src_dev_type(self) -> int:
        """The type of the source device, as numbered by DLPack."""
    @property
    def dst_dev_type(self) -> int:
        """The type of the destination device, as numbered by DLPack."""

class DilateAttrs(_o.Attrs):
    """Attributes of `nn.dilate`."""
    __match_args__ = ('strides', 'dilation_value',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., dilation_value: float = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The distance between elements along each axis; 1 leaves the input unchanged."""
    @property
    def dilation_value(self) -> float:
        """The value inserted between elements."""

class Dilation2DAttrs(_o.Attrs):
    """Attributes of `image.dilation2d`, the morphological dilation."""
    __match_args__ = ('strides', 'padding', 'dilations', 'data_layout', 'kernel_layout', 'out_dtype',)
    def __init__(self, strides: _c.Sequence[_o.PrimExpr | int | float] = ..., padding: _c.Sequence[_o.PrimExpr | int | float] = ..., dilations: _c.Sequence[_o.PrimExpr | int | float] = ..., data_layout: str = ..., kernel_layout: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride of the kernel along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of zero padding: one number for all sides, two for height and width, or four for
top, left, bottom and right."""
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
        """The data type of the result; void for the data type of the input."""

class DropoutAttrs(_o.Attrs):
    """Attributes of `nn.dropout`."""
    __match_args__ = ('rate',)
    def __init__(self, rate: float = ...) -> None: ...
    @property
    def rate(self) -> float:
        """The fraction of the elements that is dropped in training, from 0 to 1."""

class DynExpandDimsAttrs(_o.Attrs):
    """Attributes of `dyn.expand_dims`, whose axis is an input."""
    __match_args__ = ('num_newaxis',)
    def __init__(self, num_newaxis: int = ...) -> None: ...
    @property
    def num_newaxis(self) -> int:
        """The number of axes to insert."""

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
        """The number of channels of the first input."""
    @property
    def ifm2_channels(self) -> _o.PrimExpr | None:
        """The number of channels of the second input."""
    @property
    def reversed_operands(self) -> bool:
        """Whether the second input is the first operand."""
    @property
    def activation(self) -> str:
        """The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The lower bound of `CLIP`."""
    @property
    def clip_max(self) -> int:
        """The upper bound of `CLIP`."""
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
        """The height and width of the kernel."""
    @property
    def ofm_channels(self) -> _o.PrimExpr | None:
        """The number of output channels."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride of the kernel along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of padding at the top, left, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along height and width."""
    @property
    def activation(self) -> str:
        """The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The lower bound of `CLIP`."""
    @property
    def clip_max(self) -> int:
        """The upper bound of `CLIP`."""
    @property
    def upscale(self) -> str:
        """The method to upscale the input to twice its size: `NONE`, `NEAREST` or `ZEROS`."""
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
        """The height and width of the kernel."""
    @property
    def ofm_channels(self) -> _o.PrimExpr | None:
        """The number of output channels."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride of the kernel along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of padding at the top, left, bottom and right."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the kernel, along height and width."""
    @property
    def activation(self) -> str:
        """The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The lower bound of `CLIP`."""
    @property
    def clip_max(self) -> int:
        """The upper bound of `CLIP`."""
    @property
    def upscale(self) -> str:
        """The method to upscale the input to twice its size: `NONE`, `NEAREST` or `ZEROS`."""
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
        """The reduction of each window: `AVG` or `MAX`."""
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
        """The height and width of the window."""
    @property
    def ofm_channels(self) -> _o.PrimExpr | None:
        """The number of output channels."""
    @property
    def strides(self) -> _o.Array[_o.PrimExpr]:
        """The stride of the window along height and width."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of padding at the top, left, bottom and right."""
    @property
    def activation(self) -> str:
        """The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`."""
    @property
    def clip_min(self) -> int:
        """The lower bound of `CLIP`."""
    @property
    def clip_max(self) -> int:
        """The upper bound of `CLIP`."""
    @property
    def upscale(self) -> str:
        """The method to upscale the input to twice its size: `NONE`, `NEAREST` or `ZEROS`."""
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
        """The position of the new axes."""
    @property
    def num_newaxis(self) -> int:
        """The number of axes to insert."""

class FIFOBufferAttrs(_o.Attrs):
    """Attributes of `nn.fifo_buffer`, which keeps the last items of a stream."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis of the queue."""

class FixedPointMultiplyAttrs(_o.Attrs):
    """Attributes of `fixed_point_multiply`."""
    __match_args__ = ('multiplier', 'shift',)
    def __init__(self, multiplier: int, shift: int) -> None: ...
    @property
    def multiplier(self) -> int:
        """The factor, as a fixed-point number with 31 fractional bits."""
    @property
    def shift(self) -> int:
        """The number of bits to shift the product to the left; negative to shift to the right."""

class GatherAttrs(_o.Attrs):
    """Attributes of `gather`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int | None = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis to take elements along."""

class GatherNDAttrs(_o.Attrs):
    """Attributes of `gather_nd`."""
    __match_args__ = ('batch_dims', 'index_rank',)
    def __init__(self, batch_dims: _o.IntImm | int = ..., index_rank: _o.IntImm | int | None = ...) -> None: ...
    @property
    def batch_dims(self) -> _o.IntImm:
        """The number of leading axes that the input and the indices share."""
    @property
    def index_rank(self) -> _o.IntImm | None:
        """The length of an index tuple, for dynamic shapes."""

class GetValidCountsAttrs(_o.Attrs):
    """Attributes of `vision.get_valid_counts`."""
    __match_args__ = ('score_threshold', 'id_index', 'score_index',)
    def __init__(self, score_threshold: _o.FloatImm | float | None, id_index: int = ..., score_index: int = ...) -> None: ...
    @property
    def score_threshold(self) -> _o.FloatImm | None:
        """The score that a valid box must exceed; null if the threshold is an input."""
    @property
    def id_index(self) -> int:
        """The index of the class in a box; -1 if boxes have no class."""
    @property
    def score_index(self) -> int:
        """The index of the score in a box."""

class GlobalPool2DAttrs(_o.Attrs):
    """Attributes of `nn.global_max_pool2d` and `nn.global_avg_pool2d`."""
    __match_args__ = ('layout', 'out_layout',)
    def __init__(self, layout: str = ..., out_layout: str = ...) -> None: ...
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""

class GridSampleAttrs(_o.Attrs):
    """Attributes of `image.grid_sample`."""
    __match_args__ = ('method', 'layout',)
    def __init__(self, method: str = ..., layout: str = ...) -> None: ...
    @property
    def method(self) -> str:
        """The interpolation method: `nearest`, `bilinear` or `bicubic`."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""

class GroupNormAttrs(_o.Attrs):
    """Attributes of `nn.group_norm`."""
    __match_args__ = ('num_groups', 'axis', 'epsilon', 'center', 'scale',)
    def __init__(self, num_groups: int = ..., axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def num_groups(self) -> int:
        """The number of groups that the channels are divided into. Each group is normalized
separately."""
    @property
    def axis(self) -> int:
        """The channel axis."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance to prevent division by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether the normalized input is multiplied by `gamma`."""

class InitOpAttrs(_o.Attrs):
    """Attributes of `full`, `ones`, `zeros` and `broadcast_to`, and of `dyn.full`, `dyn.ones`,
`dyn.zeros` and `dyn.broadcast_to`."""
    __match_args__ = ('shape', 'dtype',)
    def __init__(self, shape: _c.Sequence[_o.IntImm | int] | None, dtype: _o._DType = ...) -> None: ...
    @property
    def shape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result; null if the shape is an input."""
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class InstanceNormAttrs(_o.Attrs):
    """Attributes of `nn.instance_norm`."""
    __match_args__ = ('axis', 'epsilon', 'center', 'scale',)
    def __init__(self, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The channel axis."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance to prevent division by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether the normalized input is multiplied by `gamma`."""

class L2NormalizeAttrs(_o.Attrs):
    """Attributes of `nn.l2_normalize`."""
    __match_args__ = ('eps', 'axis',)
    def __init__(self, eps: float, axis: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def eps(self) -> float:
        """The lower bound of the squared norm, which prevents division by zero."""
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes to compute the norm over."""

class LRNAttrs(_o.Attrs):
    """Attributes of `nn.lrn`, the local response normalization over neighbouring channels."""
    __match_args__ = ('size', 'axis', 'bias', 'alpha', 'beta',)
    def __init__(self, size: int = ..., axis: int = ..., bias: float = ..., alpha: float = ..., beta: float = ...) -> None: ...
    @property
    def size(self) -> int:
        """The number of neighbouring channels whose squares are summed."""
    @property
    def axis(self) -> int:
        """The channel axis."""
    @property
    def bias(self) -> float:
        """The offset added to the scaled sum, which prevents division by zero."""
    @property
    def alpha(self) -> float:
        """The scale factor of the sum."""
    @property
    def beta(self) -> float:
        """The exponent of the divisor."""

class LayerNormAttrs(_o.Attrs):
    """Attributes of `nn.layer_norm`."""
    __match_args__ = ('axis', 'epsilon', 'center', 'scale',)
    def __init__(self, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The axis to normalize."""
    @property
    def epsilon(self) -> float:
        """A small number that is added to the variance to prevent division by zero."""
    @property
    def center(self) -> bool:
        """Whether `beta` is added."""
    @property
    def scale(self) -> bool:
        """Whether the normalized input is multiplied by `gamma`."""

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
        """The slope for negative inputs."""

class MatmulAttrs(_o.Attrs):
    """Attributes of `nn.matmul`."""
    __match_args__ = ('units', 'out_dtype', 'transpose_a', 'transpose_b',)
    def __init__(self, units: _o.PrimExpr | int | float | None, out_dtype: _o._DType = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> None: ...
    @property
    def units(self) -> _o.PrimExpr | None:
        """The number of units, which is the length of the result's last axis; null to infer it from
the shape of the weight."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""
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
        """The lowest diagonal to set. Negative numbers are below the main diagonal."""
    @property
    def k2(self) -> int:
        """The highest diagonal to set."""
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
        """The stride of the window along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of padding: one number for all spatial sides, or one for each side."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
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
        """The stride of the window along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of padding: one number for all spatial sides, or one for each side."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
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
        """The stride of the window along each spatial axis."""
    @property
    def dilation(self) -> _o.Array[_o.PrimExpr]:
        """The distance between neighbouring elements of the window, along each spatial axis."""
    @property
    def padding(self) -> _o.Array[_o.PrimExpr]:
        """The amount of padding: one number for all spatial sides, or one for each side."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def out_layout(self) -> str:
        """The layout of the result; empty for the layout of the input."""
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
    """Attributes of `parser.MetaRef`, a placeholder for a node of the metadata section until the
section is parsed."""
    __match_args__ = ('node_type_key', 'node_index',)
    def __init__(self, node_type_key: str, node_index: int) -> None: ...
    @property
    def node_type_key(self) -> str:
        """The type key of the node."""
    @property
    def node_index(self) -> int:
        """The index of the node among the nodes of its type, from 0."""

class MirrorPadAttrs(_o.Attrs):
    """Attributes of `nn.mirror_pad`."""
    __match_args__ = ('mode', 'pad_width',)
    def __init__(self, mode: str = ..., *, pad_width: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None) -> None: ...
    @property
    def mode(self) -> str:
        """Whether the outermost elements are repeated (`SYMMETRIC`) or not (`REFLECT`)."""
    @property
    def pad_width(self) -> _o.Array[_o.Array[_o.PrimExpr]] | None:
        """The amount of padding before and after the input, along each axis."""

class MultiBoxPriorAttrs(_o.Attrs):
    """Attributes of `vision.multibox_prior`."""
    __match_args__ = ('sizes', 'ratios', 'steps', 'offsets', 'clip',)
    def __init__(self, sizes: _c.Sequence[_o.PrimExpr | int | float] = ..., ratios: _c.Sequence[_o.PrimExpr | int | float] = ..., steps: _c.Sequence[_o.PrimExpr | int | float] = ..., offsets: _c.Sequence[_o.PrimExpr | int | float] = ..., clip: bool = ...) -> None: ...
    @property
    def sizes(self) -> _o.Array[_o.PrimExpr]:
        """The sizes of the anchor boxes, as fractions of the image size."""
    @property
    def ratios(self) -> _o.Array[_o.PrimExpr]:
        """The aspect ratios (width divided by height) of the anchor boxes."""
    @property
    def steps(self) -> _o.Array[_o.PrimExpr]:
        """The distance between anchor boxes along height and width; -1 to derive it from the size of
the feature map."""
    @property
    def offsets(self) -> _o.Array[_o.PrimExpr]:
        """The position of a box centre in its cell, along height and width."""
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
        """The minimum score of a box that is not background."""
    @property
    def variances(self) -> _o.Array[_o.PrimExpr]:
        """The scale factors of the encoding of a box's four coordinates."""

class NLLLossAttrs(_o.Attrs):
    """Attributes of `nn.nll_loss`, the negative log likelihood loss."""
    __match_args__ = ('reduction', 'ignore_index',)
    def __init__(self, reduction: str = ..., *, ignore_index: int) -> None: ...
    @property
    def reduction(self) -> str:
        """The reduction of the losses of the single items: `none`, `mean` or `sum`."""
    @property
    def ignore_index(self) -> int:
        """The target value whose items are ignored."""

class NdarraySizeAttrs(_o.Attrs):
    """Attributes of `ndarray_size`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: _o._DType = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class NonMaximumSuppressionAttrs(_o.Attrs):
    """Attributes of `vision.non_max_suppression`."""
    __match_args__ = ('force_suppress', 'top_k', 'coord_start', 'score_index', 'id_index', 'return_indices', 'invalid_to_bottom',)
    def __init__(self, force_suppress: bool = ..., top_k: int = ..., coord_start: int = ..., score_index: int = ..., id_index: int = ..., return_indices: bool = ..., invalid_to_bottom: bool = ...) -> None: ...
    @property
    def force_suppress(self) -> bool:
        """Whether a box may suppress boxes of other classes."""
    @property
    def top_k(self) -> int:
        """The number of best boxes to examine; -1 for all."""
    @property
    def coord_start(self) -> int:
        """The index of the first of the four coordinates in a box."""
    @property
    def score_index(self) -> int:
        """The index of the score in a box."""
    @property
    def id_index(self) -> int:
        """The index of the class in a box; -1 if boxes have no class."""
    @property
    def return_indices(self) -> bool:
        """Whether the indices of the boxes are returned instead of the boxes."""
    @property
    def invalid_to_bottom(self) -> bool:
        """Whether invalid boxes are moved to the bottom."""

class OnDeviceAttrs(_o.Attrs):
    """Attributes of `on_device`."""
    __match_args__ = ('device_type', 'is_fixed',)
    def __init__(self, device_type: int = ..., is_fixed: bool = ...) -> None: ...
    @property
    def device_type(self) -> int:
        """The device type, as numbered by DLPack."""
    @property
    def is_fixed(self) -> bool:
        """Whether the result must also be on this device, so that device planning inserts no copy."""

class OneHotAttrs(_o.Attrs):
    """Attributes of `one_hot` and `dyn.one_hot`."""
    __match_args__ = ('depth', 'axis', 'dtype',)
    def __init__(self, depth: int = ..., axis: int = ..., dtype: _o._DType = ...) -> None: ...
    @property
    def depth(self) -> int:
        """The length of the new axis."""
    @property
    def axis(self) -> int:
        """The position of the new axis; -1 for the end."""
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class PReluAttrs(_o.Attrs):
    """Attributes of `nn.prelu`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The channel axis. Each channel has its own slope."""

class PadAttrs(_o.Attrs):
    """Attributes of `nn.pad` and `dyn.nn.pad`."""
    __match_args__ = ('pad_width', 'pad_mode',)
    def __init__(self, pad_width: _c.Sequence[_c.Sequence[_o.IntImm | int]] | None, pad_mode: str = ...) -> None: ...
    @property
    def pad_width(self) -> _o.Array[_o.Array[_o.IntImm]] | None:
        """The amount of padding before and after the input, along each axis."""
    @property
    def pad_mode(self) -> str:
        """The padding mode: `constant` for the padding value, `edge` for the outermost elements, or
`reflect` for the mirrored input."""

class ProposalAttrs(_o.Attrs):
    """Attributes of `vision.proposal`."""
    __match_args__ = ('scales', 'ratios', 'feature_stride', 'threshold', 'rpn_pre_nms_top_n', 'rpn_post_nms_top_n', 'rpn_min_size', 'iou_loss',)
    def __init__(self, scales: _c.Sequence[_o.PrimExpr | int | float] = ..., ratios: _c.Sequence[_o.PrimExpr | int | float] = ..., feature_stride: int = ..., threshold: float = ..., rpn_pre_nms_top_n: int = ..., rpn_post_nms_top_n: int = ..., rpn_min_size: int = ..., iou_loss: bool = ...) -> None: ...
    @property
    def scales(self) -> _o.Array[_o.PrimExpr]:
        """The scales of anchor boxes."""
    @property
    def ratios(self) -> _o.Array[_o.PrimExpr]:
        """The aspect ratios of the anchor boxes."""
    @property
    def feature_stride(self) -> int:
        """The number of image pixels per element of the feature map, along each axis."""
    @property
    def threshold(self) -> float:
        """The minimum overlap at which a better box suppresses another box."""
    @property
    def rpn_pre_nms_top_n(self) -> int:
        """The number of best boxes to examine before suppression."""
    @property
    def rpn_post_nms_top_n(self) -> int:
        """The number of boxes to keep after suppression."""
    @property
    def rpn_min_size(self) -> int:
        """The minimum height and width of a box, in image pixels."""
    @property
    def iou_loss(self) -> bool:
        """Whether boxes are predicted by their corners, as for the IoU loss."""

class QuantizeAttrs(_o.Attrs):
    """Attributes of `qnn.quantize`."""
    __match_args__ = ('out_dtype', 'axis',)
    def __init__(self, out_dtype: _o._DType, axis: int = ...) -> None: ...
    @property
    def out_dtype(self) -> str:
        """The data type of the result."""
    @property
    def axis(self) -> int:
        """The channel axis, for per-channel scales; -1 for the last axis."""

class ROIAlignAttrs(_o.Attrs):
    """Attributes of `vision.roi_align`."""
    __match_args__ = ('pooled_size', 'spatial_scale', 'sample_ratio', 'layout', 'mode',)
    def __init__(self, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | None, spatial_scale: float, sample_ratio: int = ..., layout: str = ..., mode: str = ...) -> None: ...
    @property
    def pooled_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and width of the result."""
    @property
    def spatial_scale(self) -> float:
        """The ratio of the feature map's size to the image's size. Regions are given in image
coordinates."""
    @property
    def sample_ratio(self) -> int:
        """The number of samples per cell along each axis; -1 to derive it from the size of the region."""
    @property
    def layout(self) -> str:
        """The layout of the feature map, such as `NCHW`."""
    @property
    def mode(self) -> str:
        """The reduction of the samples: `avg` or `max`."""

class ROIPoolAttrs(_o.Attrs):
    """Attributes of `vision.roi_pool`."""
    __match_args__ = ('pooled_size', 'spatial_scale', 'layout',)
    def __init__(self, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | None, spatial_scale: float, layout: str = ...) -> None: ...
    @property
    def pooled_size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and width of the result."""
    @property
    def spatial_scale(self) -> float:
        """The ratio of the feature map's size to the image's size. Regions are given in image
coordinates."""
    @property
    def layout(self) -> str:
        """The layout of the feature map, such as `NCHW`."""

class ReduceAttrs(_o.Attrs):
    """Attributes of `all`, `any`, `max`, `mean`, `min`, `prod` and `sum`."""
    __match_args__ = ('axis', 'keepdims', 'exclude',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ..., keepdims: bool = ..., exclude: bool = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes to reduce; null for all axes."""
    @property
    def keepdims(self) -> bool:
        """Whether reduced axes are kept with length 1."""
    @property
    def exclude(self) -> bool:
        """Whether to reduce all axes except the given ones."""

class RepeatAttrs(_o.Attrs):
    """Attributes of `repeat`."""
    __match_args__ = ('repeats', 'axis',)
    def __init__(self, repeats: _o.IntImm | int | None, axis: _o.IntImm | int | None = ...) -> None: ...
    @property
    def repeats(self) -> _o.IntImm | None:
        """The number of repetitions of each element."""
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis to repeat along; null for the flattened input."""

class RequantizeAttrs(_o.Attrs):
    """Attributes of `qnn.requantize`."""
    __match_args__ = ('axis', 'rounding', 'out_dtype',)
    def __init__(self, axis: int = ..., rounding: str = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The channel axis, for per-channel scales; -1 for the last axis."""
    @property
    def rounding(self) -> str:
        """The rounding of halfway values: `UPWARD`, or `TONEAREST` for away from zero."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class ReshapeAttrs(_o.Attrs):
    """Attributes of `reshape`, `contrib_reverse_reshape` and `dyn.reshape`."""
    __match_args__ = ('newshape',)
    def __init__(self, newshape: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def newshape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result. 0 copies a dimension, -1 infers one, -2 copies the remaining
dimensions, -3 merges two, and -4 splits one into the next two."""

class ReshapeLikeAttrs(_o.Attrs):
    """Attributes of `reshape_like`."""
    __match_args__ = ('lhs_begin', 'lhs_end', 'rhs_begin', 'rhs_end',)
    def __init__(self, lhs_begin: int = ..., lhs_end: _o.IntImm | int | None = ..., rhs_begin: int = ..., rhs_end: _o.IntImm | int | None = ...) -> None: ...
    @property
    def lhs_begin(self) -> int:
        """The first axis of the input to reshape."""
    @property
    def lhs_end(self) -> _o.IntImm | None:
        """The end (excluded) of the reshaped axes of the input; null for all remaining axes."""
    @property
    def rhs_begin(self) -> int:
        """The first axis of the other tensor to copy dimensions from."""
    @property
    def rhs_end(self) -> _o.IntImm | None:
        """The end (excluded) of the copied axes of the other tensor; null for all remaining axes."""

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
    def __init__(self, size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def size(self) -> _o.Array[_o.PrimExpr] | None:
        """The width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCW`."""
    @property
    def method(self) -> str:
        """The interpolation method: `nearest_neighbor`, `linear` or `cubic`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
`asymmetric`."""
    @property
    def rounding_method(self) -> str:
        """The rounding that selects the neighbour for `nearest_neighbor`, such as `round`, `floor` or
`ceil`."""
    @property
    def cubic_alpha(self) -> float:
        """The coefficient of the splines of cubic interpolation."""
    @property
    def cubic_exclude(self) -> int:
        """Nonzero to give samples outside the image no weight in cubic interpolation."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Resize2DAttrs(_o.Attrs):
    """Attributes of `image.resize2d` and `dyn.image.resize2d`."""
    __match_args__ = ('size', 'layout', 'method', 'coordinate_transformation_mode', 'rounding_method', 'cubic_alpha', 'cubic_exclude', 'out_dtype',)
    def __init__(self, size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def size(self) -> _o.Array[_o.PrimExpr] | None:
        """The height and width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def method(self) -> str:
        """The interpolation method: `nearest_neighbor`, `linear` or `cubic`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
`asymmetric`."""
    @property
    def rounding_method(self) -> str:
        """The rounding that selects the neighbour for `nearest_neighbor`, such as `round`, `floor` or
`ceil`."""
    @property
    def cubic_alpha(self) -> float:
        """The coefficient of the splines of cubic interpolation."""
    @property
    def cubic_exclude(self) -> int:
        """Nonzero to give samples outside the image no weight in cubic interpolation."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class Resize3DAttrs(_o.Attrs):
    """Attributes of `image.resize3d`."""
    __match_args__ = ('size', 'layout', 'method', 'coordinate_transformation_mode', 'rounding_method', 'cubic_alpha', 'cubic_exclude', 'out_dtype',)
    def __init__(self, size: _c.Sequence[_o.PrimExpr | int | float] | None = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ..., rounding_method: str = ..., cubic_alpha: float = ..., cubic_exclude: int = ..., out_dtype: _o._DType = ...) -> None: ...
    @property
    def size(self) -> _o.Array[_o.PrimExpr] | None:
        """The depth, height and width of the result."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def method(self) -> str:
        """The interpolation method: `nearest_neighbor`, `linear` or `cubic`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
`asymmetric`."""
    @property
    def rounding_method(self) -> str:
        """The rounding that selects the neighbour for `nearest_neighbor`, such as `round`, `floor` or
`ceil`."""
    @property
    def cubic_alpha(self) -> float:
        """The coefficient of the splines of cubic interpolation."""
    @property
    def cubic_exclude(self) -> int:
        """Nonzero to give samples outside the image no weight in cubic interpolation."""
    @property
    def out_dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""

class ReverseAttrs(_o.Attrs):
    """Attributes of `reverse`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int | None = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis to reverse."""

class ReverseSequenceAttrs(_o.Attrs):
    """Attributes of `reverse_sequence`."""
    __match_args__ = ('seq_axis', 'batch_axis',)
    def __init__(self, seq_axis: _o.IntImm | int = ..., batch_axis: _o.IntImm | int = ...) -> None: ...
    @property
    def seq_axis(self) -> _o.IntImm:
        """The axis to reverse, up to the length of each sequence."""
    @property
    def batch_axis(self) -> _o.IntImm:
        """The axis that separates the sequences."""

class ScanopAttrs(_o.Attrs):
    """Attributes of `cumsum` and `cumprod`."""
    __match_args__ = ('axis', 'dtype', 'exclusive',)
    def __init__(self, axis: _o.IntImm | int | None = ..., dtype: _o._DType = ..., exclusive: _o.IntImm | int | None = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis to scan along; null for the flattened input."""
    @property
    def dtype(self) -> str:
        """The data type of the result; void for the data type of the input."""
    @property
    def exclusive(self) -> _o.IntImm | None:
        """Whether each element is excluded from its own result; null means false."""

class ScatterAddAttrs(_o.Attrs):
    """Attributes of `scatter_add`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm:
        """The axis to add to elements along."""

class ScatterAttrs(_o.Attrs):
    """Attributes of `scatter`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm:
        """The axis to replace elements along."""

class ScatterNDAttrs(_o.Attrs):
    """Attributes of `scatter_nd`."""
    __match_args__ = ('mode',)
    def __init__(self, mode: str) -> None: ...
    @property
    def mode(self) -> str:
        """The effect of an update on an element: `update` or `add`."""

class SearchSortedAttrs(_o.Attrs):
    """Attributes of `searchsorted`."""
    __match_args__ = ('right', 'dtype',)
    def __init__(self, right: bool = ..., dtype: _o._DType = ...) -> None: ...
    @property
    def right(self) -> bool:
        """Whether values are inserted after equal elements instead of before."""
    @property
    def dtype(self) -> str:
        """The data type of the indices."""

class SequenceMaskAttrs(_o.Attrs):
    """Attributes of `sequence_mask`."""
    __match_args__ = ('mask_value', 'axis',)
    def __init__(self, mask_value: float = ..., axis: int = ...) -> None: ...
    @property
    def mask_value(self) -> float:
        """The value of elements after the end of a sequence."""
    @property
    def axis(self) -> int:
        """The axis of the sequences: 0 or 1."""

class ShapeFuncAttrs(_o.Attrs):
    """Attributes of `vm.shape_func`."""
    __match_args__ = ('is_input',)
    def __init__(self, is_input: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def is_input(self) -> _o.Array[_o.IntImm] | None:
        """One flag for each argument: 1 if the function takes its values, 0 if only its shape."""

class ShapeOfAttrs(_o.Attrs):
    """Attributes of `shape_of` and `vm.shape_of`."""
    __match_args__ = ('dtype',)
    def __init__(self, dtype: _o._DType = ...) -> None: ...
    @property
    def dtype(self) -> str:
        """The data type of the result."""

class SimulatedQuantizeAttrs(_o.Attrs):
    """Attributes of `qnn.simulated_quantize`.

The operator `relay.op.annotation.simulated_quantize` also names this key for its attributes.
TVM has two classes with this key and registers this one."""
    __match_args__ = ('axis',)
    def __init__(self, axis: int = ...) -> None: ...
    @property
    def axis(self) -> int:
        """The channel axis, for per-channel scales; -1 for the last axis."""

class SliceLikeAttrs(_o.Attrs):
    """Attributes of `slice_like`."""
    __match_args__ = ('axes',)
    def __init__(self, axes: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def axes(self) -> _o.Array[_o.IntImm] | None:
        """The axes to cut to the lengths of the other tensor; null or empty for all axes."""

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
        """The amount of padding before and after the input, along each spatial axis."""
    @property
    def pad_value(self) -> float:
        """The padding value."""

class SparseConv2DAttrs(_o.Attrs):
    """Attributes of `nn.sparse_conv2d`."""
    __match_args__ = ('layout', 'kernel_size',)
    def __init__(self, layout: str = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] = ...) -> None: ...
    @property
    def layout(self) -> str:
        """The layout of the input: `NHWC` or `NCHW`."""
    @property
    def kernel_size(self) -> _o.Array[_o.PrimExpr]:
        """The height and width of the kernel."""

class SparseDenseAttrs(_o.Attrs):
    """Attributes of `nn.sparse_dense` and `nn.internal.sparse_dense_padded`."""
    __match_args__ = ('sparse_lhs',)
    def __init__(self, sparse_lhs: bool = ...) -> None: ...
    @property
    def sparse_lhs(self) -> bool:
        """Whether the left matrix is the sparse one."""

class SparseToDenseAttrs(_o.Attrs):
    """Attributes of `sparse_to_dense`."""
    __match_args__ = ('output_shape',)
    def __init__(self, output_shape: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def output_shape(self) -> _o.Array[_o.IntImm] | None:
        """The shape of the result."""

class SparseTransposeAttrs(_o.Attrs):
    """Attributes of `nn.sparse_transpose`. The node has no fields."""
    __match_args__ = ()

class SplitAttrs(_o.Attrs):
    """Attributes of `split`."""
    __match_args__ = ('indices_or_sections', 'axis',)
    def __init__(self, indices_or_sections: _t.Any | None, axis: int = ...) -> None: ...
    @property
    def indices_or_sections(self) -> _o.Object | None:
        """The number of equal parts, as an `IntImm`, or the indices to split at, as an `Array` of
`IntImm`."""
    @property
    def axis(self) -> int:
        """The axis to split along."""

class SqueezeAttrs(_o.Attrs):
    """Attributes of `squeeze` and `dyn.squeeze`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes of length 1 to remove; null for all of them."""

class StackAttrs(_o.Attrs):
    """Attributes of `stack`."""
    __match_args__ = ('axis',)
    def __init__(self, axis: _o.IntImm | int = ...) -> None: ...
    @property
    def axis(self) -> _o.IntImm:
        """The position of the new axis."""

class StridedSliceAttrs(_o.Attrs):
    """Attributes of `strided_slice` and `dyn.strided_slice`."""
    __match_args__ = ('begin', 'end', 'strides', 'slice_mode', 'axes',)
    def __init__(self, begin: _c.Sequence[_o.IntImm | int] | None, end: _c.Sequence[_o.IntImm | int | None] | None, strides: _c.Sequence[_o.IntImm | int] | None, slice_mode: str = ..., *, axes: _c.Sequence[_o.IntImm | int] | None) -> None: ...
    @property
    def begin(self) -> _o.Array[_o.IntImm] | None:
        """The first index along each axis; null if the indices are an input."""
    @property
    def end(self) -> _o.Array[_o.IntImm | None] | None:
        """The end index (excluded) or the length along each axis, according to `slice_mode`; null if
`end` is an input. A null element is the end of the axis."""
    @property
    def strides(self) -> _o.Array[_o.IntImm] | None:
        """The step along each axis; null if the steps are an input."""
    @property
    def slice_mode(self) -> str:
        """The meaning of `end`: `end` for an index, `size` for a length."""
    @property
    def axes(self) -> _o.Array[_o.IntImm] | None:
        """The axes to slice; null for the leading axes."""

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
        """The order in which the depth axis is read: `DCR` (blocks first) or `CRD` (channels first)."""

class TakeAttrs(_o.Attrs):
    """Attributes of `take`."""
    __match_args__ = ('batch_dims', 'axis', 'mode',)
    def __init__(self, batch_dims: _o.IntImm | int = ..., axis: _o.IntImm | int | None = ..., mode: str = ...) -> None: ...
    @property
    def batch_dims(self) -> _o.IntImm:
        """The number of leading axes that the input and the indices share."""
    @property
    def axis(self) -> _o.IntImm | None:
        """The axis to take elements from; null for the flattened input."""
    @property
    def mode(self) -> str:
        """The treatment of indices out of bounds: `clip`, `wrap`, or `fast`, which requires all
indices in bounds."""

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
        """The number of repetitions of the input along each axis."""

class TopkAttrs(_o.Attrs):
    """Attributes of `topk` and `dyn.topk`."""
    __match_args__ = ('k', 'axis', 'ret_type', 'is_ascend', 'dtype',)
    def __init__(self, k: _o.IntImm | int | None, axis: int = ..., ret_type: str = ..., is_ascend: bool = ..., dtype: _o._DType = ...) -> None: ...
    @property
    def k(self) -> _o.IntImm | None:
        """The number of elements to return, less than 1 for all; null if the number is an input."""
    @property
    def axis(self) -> int:
        """The axis to sort along."""
    @property
    def ret_type(self) -> str:
        """The results to return: `both`, `values` or `indices`."""
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
        """The permutation: the input axis of each result axis; null to reverse the axes."""

class TupleGetItemAttrs(_o.Attrs):
    """Attributes of `TupleGetItem` as an operator."""
    __match_args__ = ('index',)
    def __init__(self, index: int) -> None: ...
    @property
    def index(self) -> int:
        """The index of the field, from 0."""

class UniformAttrs(_o.Attrs):
    """Attributes of `random.uniform`."""
    __match_args__ = ('out_shape', 'out_dtype',)
    def __init__(self, out_shape: _c.Sequence[_o.IntImm | int] | None, out_dtype: _o._DType = ...) -> None: ...
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
        """Whether the unique elements are sorted."""
    @property
    def return_counts(self) -> bool:
        """Whether the number of occurrences of each element is returned."""

class UpSampling3DAttrs(_o.Attrs):
    """Attributes of `nn.upsampling3d` and `dyn.nn.upsampling3d`."""
    __match_args__ = ('scale_d', 'scale_h', 'scale_w', 'layout', 'method', 'coordinate_transformation_mode',)
    def __init__(self, scale_d: float, scale_h: float, scale_w: float, layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ...) -> None: ...
    @property
    def scale_d(self) -> float:
        """The scale factor of the depth."""
    @property
    def scale_h(self) -> float:
        """The scale factor of the height."""
    @property
    def scale_w(self) -> float:
        """The scale factor of the width."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCDHW`."""
    @property
    def method(self) -> str:
        """The interpolation method: `nearest_neighbor` or `trilinear`."""
    @property
    def coordinate_transformation_mode(self) -> str:
        """The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
`asymmetric`."""

class UpSamplingAttrs(_o.Attrs):
    """Attributes of `nn.upsampling` and `dyn.nn.upsampling`."""
    __match_args__ = ('scale_h', 'scale_w', 'layout', 'method', 'align_corners',)
    def __init__(self, scale_h: float, scale_w: float, layout: str = ..., method: str = ..., align_corners: bool = ...) -> None: ...
    @property
    def scale_h(self) -> float:
        """The scale factor of the height."""
    @property
    def scale_w(self) -> float:
        """The scale factor of the width."""
    @property
    def layout(self) -> str:
        """The layout of the input, such as `NCHW`."""
    @property
    def method(self) -> str:
        """The interpolation method: `nearest_neighbor`, `bilinear` or `bicubic`."""
    @property
    def align_corners(self) -> bool:
        """Whether the corner pixels keep their values."""

class VarianceAttrs(_o.Attrs):
    """Attributes of `variance`."""
    __match_args__ = ('axis', 'keepdims', 'exclude', 'unbiased',)
    def __init__(self, axis: _c.Sequence[_o.IntImm | int] | None = ..., keepdims: bool = ..., exclude: bool = ..., unbiased: bool = ...) -> None: ...
    @property
    def axis(self) -> _o.Array[_o.IntImm] | None:
        """The axes to reduce; null for all axes."""
    @property
    def keepdims(self) -> bool:
        """Whether reduced axes are kept with length 1."""
    @property
    def exclude(self) -> bool:
        """Whether to reduce all axes except the given ones."""
    @property
    def unbiased(self) -> bool:
        """Whether the sum is divided by `n - 1` instead of `n`, the number of elements."""

class WithFuncIdAttrs(_o.Attrs):
    """Attributes of `annotation.with_funcid`, which marks functions for partial evaluation."""
    __match_args__ = ('fid',)
    def __init__(self, fid: int = ...) -> None: ...
    @property
    def fid(self) -> int:
        """The id of the function."""

class YoloReorgAttrs(_o.Attrs):
    """Attributes of `vision.yolo_reorg`."""
    __match_args__ = ('stride',)
    def __init__(self, stride: _o.IntImm | int = ...) -> None: ...
    @property
    def stride(self) -> _o.IntImm:
        """The height and width of the blocks that become channels."""

def get_auto_scheduler_rewritten_layout(attrs: _o.Attrs) -> str:
    """Returns the layout to which the weight was rewritten. Only a pass of the automatic scheduler
rewrites weights, and no file stores the layout, so the layout is empty."""
