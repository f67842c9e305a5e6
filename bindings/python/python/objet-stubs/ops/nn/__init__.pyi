import collections.abc as _c
import typing as _t
import objet as _o
from objet.ops.nn import internal as internal

def adaptive_avg_pool1d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, output_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Averages sequences over windows that are chosen for a given output size."""

def adaptive_avg_pool2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, output_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Averages images over windows that are chosen for a given output size."""

def adaptive_avg_pool3d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, output_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Averages volumes over windows that are chosen for a given output size."""

def adaptive_max_pool1d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, output_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Takes the maximum of sequences over windows that are chosen for a given output size."""

def adaptive_max_pool2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, output_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Takes the maximum of images over windows that are chosen for a given output size."""

def adaptive_max_pool3d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, output_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Takes the maximum of volumes over windows that are chosen for a given output size."""

def avg_pool1d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> _o.relay.Call:
    """Averages sequences over a sliding window."""

def avg_pool2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> _o.relay.Call:
    """Averages images over a sliding window."""

def avg_pool2d_grad(data: _o.RelayExpr | _c.Sequence[_t.Any], grad: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> _o.relay.Call:
    """Computes the gradient of `nn.avg_pool2d` with respect to its input."""

def avg_pool3d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ..., count_include_pad: bool = ...) -> _o.relay.Call:
    """Averages volumes over a sliding window."""

def batch_flatten(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Joins all axes except the first into one."""

def batch_matmul(tensor_a: _o.RelayExpr | _c.Sequence[_t.Any], tensor_b: _o.RelayExpr | _c.Sequence[_t.Any], *, out_dtype: _o._DType = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> _o.relay.Call:
    """Multiplies matrices pairwise."""

def batch_norm(data: _o.RelayExpr | _c.Sequence[_t.Any], gamma: _o.RelayExpr | _c.Sequence[_t.Any], beta: _o.RelayExpr | _c.Sequence[_t.Any], moving_mean: _o.RelayExpr | _c.Sequence[_t.Any], moving_var: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> _o.relay.Call:
    """Centers and scales each channel by its mean and variance over the batch."""

def batch_to_space_nd(data: _o.RelayExpr | _c.Sequence[_t.Any], *, block_shape: _c.Sequence[_o.PrimExpr | int] | int, crops: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None) -> _o.relay.Call:
    """Moves blocks of the batch axis into the spatial axes."""

def bias_add(data: _o.RelayExpr | _c.Sequence[_t.Any], bias: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Adds a vector to a tensor along one axis."""

def bitpack(data: _o.RelayExpr | _c.Sequence[_t.Any], *, bits: int = ..., pack_axis: int = ..., bit_axis: int = ..., pack_type: _o._DType = ..., name: str = ...) -> _o.relay.Call:
    """Packs the bits of low-bit numbers into planes of words."""

def bitserial_conv2d(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int = ..., channels: _o.PrimExpr | int | float | None = ..., activation_bits: int = ..., weight_bits: int = ..., data_layout: str = ..., kernel_layout: str = ..., pack_dtype: _o._DType = ..., out_dtype: _o._DType = ..., unipolar: bool = ...) -> _o.relay.Call:
    """Convolves images using bitwise operations on low-bit numbers."""

def bitserial_dense(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, units: _o.PrimExpr | int | float | None = ..., data_bits: int = ..., weight_bits: int = ..., pack_dtype: _o._DType = ..., out_dtype: _o._DType = ..., unipolar: bool = ...) -> _o.relay.Call:
    """Computes a dense layer using bitwise operations on low-bit numbers."""

def contrib_conv2d_NCHWc(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves images whose channels are split into blocks."""

def contrib_conv2d_gemm_weight_transform(weights: _o.RelayExpr | _c.Sequence[_t.Any], *, tile_rows: int, tile_cols: int) -> _o.relay.Call:
    """Arranges kernels in the blocks that convolution by matrix multiplication reads."""

def contrib_conv2d_gemm_without_weight_transform(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves images by matrix multiplication, with kernels in blocks."""

def contrib_conv2d_winograd_nnpack_weight_transform(weight: _o.RelayExpr | _c.Sequence[_t.Any], *, convolution_algorithm: int, out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Transforms kernels for NNPACK's version of Winograd's algorithm."""

def contrib_conv2d_winograd_weight_transform(weight: _o.RelayExpr | _c.Sequence[_t.Any], *, tile_size: int) -> _o.relay.Call:
    """Transforms the kernels of image convolutions for Winograd's algorithm."""

def contrib_conv2d_winograd_without_weight_transform(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves images by Winograd's algorithm, with transformed kernels."""

def contrib_conv3d_winograd_weight_transform(weight: _o.RelayExpr | _c.Sequence[_t.Any], *, tile_size: int) -> _o.relay.Call:
    """Transforms the kernels of volume convolutions for Winograd's algorithm."""

def contrib_conv3d_winograd_without_weight_transform(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves volumes by Winograd's algorithm, with transformed kernels."""

def contrib_dense_pack(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, units: _o.PrimExpr | int | float | None = ..., out_dtype: _o._DType = ..., weight_layout: str = ...) -> _o.relay.Call:
    """Computes a dense layer whose weights are split into blocks."""

def contrib_depthwise_conv2d_NCHWc(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes the depthwise convolution of images whose channels are split into blocks."""

def conv1d(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves sequences with kernels."""

def conv1d_transpose(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes the transposed convolution of sequences, which lengthens them."""

def conv2d(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves images with kernels."""

def conv2d_transpose(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes the transposed convolution of images, which enlarges them."""

def conv3d(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves volumes with kernels."""

def conv3d_transpose(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., output_padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., groups: int = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes the transposed convolution of volumes, which enlarges them."""

def correlation(data1: _o.RelayExpr | _c.Sequence[_t.Any], data2: _o.RelayExpr | _c.Sequence[_t.Any], *, kernel_size: int, max_displacement: int, stride1: int, stride2: int, padding: _c.Sequence[_o.PrimExpr | int | float] | int, is_multiply: bool, layout: str) -> _o.relay.Call:
    """Computes the similarity of the patches of two images for each displacement."""

def cross_entropy(x: _o.RelayExpr | _c.Sequence[_t.Any], y: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the cross entropy of predicted and true probabilities."""

def cross_entropy_with_logits(x: _o.RelayExpr | _c.Sequence[_t.Any], y: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Computes the cross entropy of predicted log-probabilities and true probabilities."""

def deformable_conv2d(data: _o.RelayExpr | _c.Sequence[_t.Any], offset: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., deformable_groups: int = ..., groups: int = ..., channels: _o.PrimExpr | int | float | None = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., data_layout: str = ..., kernel_layout: str = ..., out_layout: str = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Convolves images, reading each pixel at a learned offset."""

def dense(data: _o.RelayExpr | _c.Sequence[_t.Any], weight: _o.RelayExpr | _c.Sequence[_t.Any], *, units: _o.PrimExpr | int | float | None = ..., out_dtype: _o._DType = ...) -> _o.relay.Call:
    """Computes a dense layer: the input times the transposed weights."""

def depth_to_space(data: _o.RelayExpr | _c.Sequence[_t.Any], *, block_size: int, layout: str = ..., mode: str = ...) -> _o.relay.Call:
    """Moves channels into blocks of pixels of larger images."""

def dilate(x: _o.RelayExpr | _c.Sequence[_t.Any], *, strides: _c.Sequence[_o.PrimExpr | int | float] | int, dilation_value: float = ...) -> _o.relay.Call:
    """Inserts a value between neighbouring elements along the axes."""

def dropout(data: _o.RelayExpr | _c.Sequence[_t.Any], *, rate: float = ...) -> _o.relay.Call:
    """Sets random elements to zero and scales up the others, during training."""

def fast_softmax(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """A fast approximation of `nn.softmax`."""

def fifo_buffer(data: _o.RelayExpr | _c.Sequence[_t.Any], buffer: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int) -> _o.relay.Call:
    """Appends to a buffer along one axis, and removes the same number of elements at its start."""

def global_avg_pool2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Averages each channel of images."""

def global_max_pool2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, layout: str = ..., out_layout: str = ...) -> _o.relay.Call:
    """Takes the maximum of each channel of images."""

def group_norm(data: _o.RelayExpr | _c.Sequence[_t.Any], gamma: _o.RelayExpr | _c.Sequence[_t.Any], beta: _o.RelayExpr | _c.Sequence[_t.Any], *, num_groups: int, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> _o.relay.Call:
    """Centers and scales groups of channels of each sample."""

def instance_norm(data: _o.RelayExpr | _c.Sequence[_t.Any], gamma: _o.RelayExpr | _c.Sequence[_t.Any], beta: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> _o.relay.Call:
    """Centers and scales each channel of each sample."""

def l2_normalize(data: _o.RelayExpr | _c.Sequence[_t.Any], *, eps: float, axis: _c.Sequence[_o.PrimExpr | int] | int | None = ...) -> _o.relay.Call:
    """Divides the elements by their Euclidean norm along the axes."""

def layer_norm(data: _o.RelayExpr | _c.Sequence[_t.Any], gamma: _o.RelayExpr | _c.Sequence[_t.Any], beta: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ..., epsilon: float = ..., center: bool = ..., scale: bool = ...) -> _o.relay.Call:
    """Centers and scales each sample along one axis."""

def leaky_relu(data: _o.RelayExpr | _c.Sequence[_t.Any], *, alpha: float = ...) -> _o.relay.Call:
    """Multiplies negative elements by a constant factor."""

def log_softmax(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Computes the logarithm of `nn.softmax`."""

def lrn(data: _o.RelayExpr | _c.Sequence[_t.Any], *, size: int = ..., axis: int = ..., bias: float = ..., alpha: float = ..., beta: float = ...) -> _o.relay.Call:
    """Divides each element by a function of the squares of its neighbours in other channels."""

def matmul(tensor_a: _o.RelayExpr | _c.Sequence[_t.Any], tensor_b: _o.RelayExpr | _c.Sequence[_t.Any], *, units: _o.PrimExpr | int | float | None = ..., out_dtype: _o._DType = ..., transpose_a: bool = ..., transpose_b: bool = ...) -> _o.relay.Call:
    """Multiplies a tensor by a matrix. Either operand may be transposed."""

def max_pool1d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> _o.relay.Call:
    """Takes the maximum of sequences over a sliding window."""

def max_pool2d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> _o.relay.Call:
    """Takes the maximum of images over a sliding window."""

def max_pool2d_grad(data: _o.RelayExpr | _c.Sequence[_t.Any], grad: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> _o.relay.Call:
    """Computes the gradient of `nn.max_pool2d` with respect to its input."""

def max_pool3d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, pool_size: _c.Sequence[_o.PrimExpr | int | float] | int | None = ..., strides: _c.Sequence[_o.PrimExpr | int | float] | int = ..., dilation: _c.Sequence[_o.PrimExpr | int | float] | int = ..., padding: _c.Sequence[_o.PrimExpr | int | float] | int = ..., layout: str = ..., out_layout: str = ..., ceil_mode: bool = ...) -> _o.relay.Call:
    """Takes the maximum of volumes over a sliding window."""

def mirror_pad(data: _o.RelayExpr | _c.Sequence[_t.Any], *, mode: str = ..., pad_width: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None) -> _o.relay.Call:
    """Pads a tensor with its mirror image."""

def nll_loss(predictions: _o.RelayExpr | _c.Sequence[_t.Any], targets: _o.RelayExpr | _c.Sequence[_t.Any], weights: _o.RelayExpr | _c.Sequence[_t.Any], *, reduction: str = ..., ignore_index: int = ...) -> _o.relay.Call:
    """Computes the negative log-likelihood of the true classes."""

def pad(data: _o.RelayExpr | _c.Sequence[_t.Any], pad_val: _o.RelayExpr | _c.Sequence[_t.Any], *, pad_width: _c.Sequence[_c.Sequence[_o.IntImm | int]] | None, pad_mode: str = ...) -> _o.relay.Call:
    """Pads a tensor."""

def prelu(data: _o.RelayExpr | _c.Sequence[_t.Any], alpha: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Multiplies negative elements by a learned factor for each channel."""

def relu(data: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Replaces negative elements by zero."""

def softmax(data: _o.RelayExpr | _c.Sequence[_t.Any], *, axis: int = ...) -> _o.relay.Call:
    """Computes the exponentials of the elements, scaled to sum to 1 along an axis."""

def space_to_batch_nd(data: _o.RelayExpr | _c.Sequence[_t.Any], *, block_shape: _c.Sequence[_o.PrimExpr | int] | int, paddings: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None, pad_value: float = ...) -> _o.relay.Call:
    """Moves blocks of the spatial axes into the batch axis."""

def space_to_depth(data: _o.RelayExpr | _c.Sequence[_t.Any], *, block_size: int, layout: str = ..., mode: str = ...) -> _o.relay.Call:
    """Moves blocks of pixels into the channels of smaller images."""

def sparse_add(dense_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indptr: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Adds a dense and a sparse matrix."""

def sparse_conv2d(dense_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indptr: _o.RelayExpr | _c.Sequence[_t.Any], *, layout: str = ..., kernel_size: _c.Sequence[_o.PrimExpr | int | float] | int = ...) -> _o.relay.Call:
    """Convolves images with sparse kernels."""

def sparse_dense(dense_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indptr: _o.RelayExpr | _c.Sequence[_t.Any], *, sparse_lhs: bool = ...) -> _o.relay.Call:
    """Computes a dense layer with sparse weights or sparse input."""

def sparse_transpose(sparse_data: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indices: _o.RelayExpr | _c.Sequence[_t.Any], sparse_indptr: _o.RelayExpr | _c.Sequence[_t.Any]) -> _o.relay.Call:
    """Transposes a sparse matrix."""

def upsampling(data: _o.RelayExpr | _c.Sequence[_t.Any], *, scale_h: float = ..., scale_w: float = ..., layout: str = ..., method: str = ..., align_corners: bool = ...) -> _o.relay.Call:
    """Upsamples images by constant factors."""

def upsampling3d(data: _o.RelayExpr | _c.Sequence[_t.Any], *, scale_d: float = ..., scale_h: float = ..., scale_w: float = ..., layout: str = ..., method: str = ..., coordinate_transformation_mode: str = ...) -> _o.relay.Call:
    """Upsamples volumes by constant factors."""
