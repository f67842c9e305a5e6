import collections.abc as _c
import typing as _t
import objet as _o

def adaptive_avg_pool1d(data: _o.RelayExpr, output_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.adaptive_avg_pool1d`."""

def adaptive_avg_pool2d(data: _o.RelayExpr, output_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.adaptive_avg_pool2d`."""

def adaptive_avg_pool3d(data: _o.RelayExpr, output_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.adaptive_avg_pool3d`."""

def adaptive_max_pool1d(data: _o.RelayExpr, output_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.adaptive_max_pool1d`."""

def adaptive_max_pool2d(data: _o.RelayExpr, output_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.adaptive_max_pool2d`."""

def adaptive_max_pool3d(data: _o.RelayExpr, output_size: _c.Sequence[_o.PrimExpr | int | float] | None, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.adaptive_max_pool3d`."""

def avg_pool1d(data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool, count_include_pad: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.avg_pool1d`."""

def avg_pool2d(data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool, count_include_pad: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.avg_pool2d`."""

def avg_pool2d_grad(out_grad: _o.RelayExpr, data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool, count_include_pad: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.avg_pool2d_grad`."""

def avg_pool3d(data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool, count_include_pad: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.avg_pool3d`."""

def batch_flatten(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.batch_flatten`."""

def batch_matmul(tensor_a: _o.RelayExpr, tensor_b: _o.RelayExpr, out_dtype: str, transpose_a: bool, transpose_b: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.batch_matmul`."""

def batch_norm(data: _o.RelayExpr, gamma: _o.RelayExpr, beta: _o.RelayExpr, moving_mean: _o.RelayExpr, moving_var: _o.RelayExpr, axis: int, epsilon: float, center: bool, scale: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.batch_norm`."""

def batch_to_space_nd(data: _o.RelayExpr, block_shape: _c.Sequence[_o.IntImm | int], crops: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `nn.batch_to_space_nd`."""

def bias_add(data: _o.RelayExpr, bias: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.bias_add`."""

def bitpack(data: _o.RelayExpr, bits: int, pack_axis: int, bit_axis: int, pack_type: str, name: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.bitpack`."""

def bitserial_conv2d(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float], activation_bits: int, weight_bits: int, data_layout: str, kernel_layout: str, pack_dtype: str, out_dtype: str, unipolar: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.bitserial_conv2d`."""

def bitserial_dense(data: _o.RelayExpr, weight: _o.RelayExpr, units: _o.PrimExpr | int | float | None, data_bits: int, weight_bits: int, pack_dtype: str, out_dtype: str, unipolar: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.bitserial_dense`."""

def contrib_conv2d_NCHWc(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv2d_NCHWc`."""

def contrib_conv2d_gemm_weight_transform(weights: _o.RelayExpr, tile_rows: int, tile_cols: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv2d_gemm_weight_transform`."""

def contrib_conv2d_gemm_without_weight_transform(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv2d_gemm_without_weight_transform`."""

def contrib_conv2d_winograd_nnpack_weight_transform(weight: _o.RelayExpr, convolution_algorithm: int, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv2d_winograd_nnpack_weight_transform`."""

def contrib_conv2d_winograd_weight_transform(weight: _o.RelayExpr, tile_size: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv2d_winograd_weight_transform`."""

def contrib_conv2d_winograd_without_weight_transform(data: _o.RelayExpr, weight: _o.RelayExpr, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv2d_winograd_without_weight_transform`."""

def contrib_conv3d_winograd_weight_transform(weight: _o.RelayExpr, tile_size: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv3d_winograd_weight_transform`."""

def contrib_conv3d_winograd_without_weight_transform(data: _o.RelayExpr, weight: _o.RelayExpr, tile_size: int, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_conv3d_winograd_without_weight_transform`."""

def contrib_dense_pack(data: _o.RelayExpr, weight: _o.RelayExpr, weight_layout: str, units: _o.PrimExpr | int | float | None, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_dense_pack`."""

def contrib_depthwise_conv2d_NCHWc(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.contrib_depthwise_conv2d_NCHWc`."""

def conv1d(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: _t.Any, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.conv1d`."""

def conv1d_transpose(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, output_padding: _c.Sequence[_o.PrimExpr | int | float], out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.conv1d_transpose`."""

def conv2d(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.conv2d`."""

def conv2d_transpose(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, output_padding: _c.Sequence[_o.PrimExpr | int | float], out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.conv2d_transpose`."""

def conv3d(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.conv3d`."""

def conv3d_transpose(data: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, output_padding: _c.Sequence[_o.PrimExpr | int | float], out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.conv3d_transpose`."""

def correlation(data1: _o.RelayExpr, data2: _o.RelayExpr, kernel_size: int, max_displacement: int, stride1: int, stride2: int, padding: _c.Sequence[_o.PrimExpr | int | float], is_multiply: bool, layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.correlation`."""

def cross_entropy(predictions: _o.RelayExpr, targets: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.cross_entropy`."""

def cross_entropy_with_logits(predictions: _o.RelayExpr, targets: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.cross_entropy_with_logits`."""

def deformable_conv2d(data: _o.RelayExpr, offset: _o.RelayExpr, weight: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], deformable_groups: int, groups: int, channels: _o.PrimExpr | int | float | None, kernel_size: _c.Sequence[_o.PrimExpr | int | float] | None, data_layout: str, kernel_layout: str, out_layout: str, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.deformable_conv2d`."""

def dense(data: _o.RelayExpr, weight: _o.RelayExpr, units: _o.PrimExpr | int | float | None, out_dtype: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.dense`."""

def depth_to_space(data: _o.RelayExpr, block_size: int, layout: str, mode: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.depth_to_space`."""

def dilate(data: _o.RelayExpr, strides: _c.Sequence[_o.PrimExpr | int | float], dilation_value: float) -> _o.relay.Call:
    """Creates a call of the operator `nn.dilate`."""

def dropout(data: _o.RelayExpr, rate: float) -> _o.relay.Call:
    """Creates a call of the operator `nn.dropout`."""

def fast_softmax(data: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.fast_softmax`."""

def fifo_buffer(input: _o.RelayExpr, buffer: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.fifo_buffer`."""

def global_avg_pool2d(data: _o.RelayExpr, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.global_avg_pool2d`."""

def global_max_pool2d(data: _o.RelayExpr, layout: str, out_layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.global_max_pool2d`."""

def group_norm(data: _o.RelayExpr, gamma: _o.RelayExpr, beta: _o.RelayExpr, num_groups: int, axis: int, epsilon: float, center: bool, scale: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.group_norm`."""

def instance_norm(data: _o.RelayExpr, gamma: _o.RelayExpr, beta: _o.RelayExpr, axis: int, epsilon: float, center: bool, scale: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.instance_norm`."""

def l2_normalize(data: _o.RelayExpr, eps: float, axis: _c.Sequence[_o.IntImm | int] | None = ...) -> _o.relay.Call:
    """Creates a call of the operator `nn.l2_normalize`."""

def layer_norm(data: _o.RelayExpr, gamma: _o.RelayExpr, beta: _o.RelayExpr, axis: int, epsilon: float, center: bool, scale: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.layer_norm`."""

def leaky_relu(data: _o.RelayExpr, alpha: float) -> _o.relay.Call:
    """Creates a call of the operator `nn.leaky_relu`."""

def log_softmax(data: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.log_softmax`."""

def lrn(data: _o.RelayExpr, size: int, axis: int, alpha: float, beta: float, bias: float) -> _o.relay.Call:
    """Creates a call of the operator `nn.lrn`."""

def matmul(tensor_a: _o.RelayExpr, tensor_b: _o.RelayExpr, units: _o.PrimExpr | int | float | None, out_dtype: str, transpose_a: bool, transpose_b: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.matmul`."""

def max_pool1d(data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.max_pool1d`."""

def max_pool2d(data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.max_pool2d`."""

def max_pool2d_grad(out_grad: _o.RelayExpr, data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.max_pool2d_grad`."""

def max_pool3d(data: _o.RelayExpr, pool_size: _c.Sequence[_o.PrimExpr | int | float] | None, strides: _c.Sequence[_o.PrimExpr | int | float], dilation: _c.Sequence[_o.PrimExpr | int | float], padding: _c.Sequence[_o.PrimExpr | int | float], layout: str, out_layout: str, ceil_mode: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.max_pool3d`."""

def mirror_pad(data: _o.RelayExpr, pad_width: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None, mode: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.mirror_pad`."""

def nll_loss(predictions: _o.RelayExpr, targets: _o.RelayExpr, weights: _o.RelayExpr, reduction: str, ignore_index: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.nll_loss`."""

def pad(data: _o.RelayExpr, pad_width: _c.Sequence[_c.Sequence[_o.IntImm | int]] | None, pad_value: _o.RelayExpr, pad_mode: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.pad`."""

def prelu(data: _o.RelayExpr, alpha: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.prelu`."""

def relu(data: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.relu`."""

def softmax(data: _o.RelayExpr, axis: int) -> _o.relay.Call:
    """Creates a call of the operator `nn.softmax`."""

def space_to_batch_nd(data: _o.RelayExpr, block_shape: _c.Sequence[_o.IntImm | int], paddings: _c.Sequence[_c.Sequence[_o.PrimExpr | int | float]] | None, pad_value: float) -> _o.relay.Call:
    """Creates a call of the operator `nn.space_to_batch_nd`."""

def space_to_depth(data: _o.RelayExpr, block_size: int, layout: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.space_to_depth`."""

def sparse_add(dense_data: _o.RelayExpr, sparse_data: _o.RelayExpr, sparse_indices: _o.RelayExpr, sparse_indptr: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.sparse_add`."""

def sparse_conv2d(data: _o.RelayExpr, weight_data: _o.RelayExpr, weight_indices: _o.RelayExpr, weight_indptr: _o.RelayExpr, layout: str, kernel_size: _c.Sequence[_o.PrimExpr | int | float]) -> _o.relay.Call:
    """Creates a call of the operator `nn.sparse_conv2d`."""

def sparse_dense(data: _o.RelayExpr, weight_data: _o.RelayExpr, weight_indices: _o.RelayExpr, weight_indptr: _o.RelayExpr, sparse_lhs: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.sparse_dense`."""

def sparse_dense_padded(data: _o.RelayExpr, weight_data: _o.RelayExpr, weight_indices: _o.RelayExpr, weight_indptr: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.internal.sparse_dense_padded`."""

def sparse_transpose(sparse_data: _o.RelayExpr, sparse_indices: _o.RelayExpr, sparse_indptr: _o.RelayExpr) -> _o.relay.Call:
    """Creates a call of the operator `nn.sparse_transpose`."""

def upsampling(data: _o.RelayExpr, scale_h: float, scale_w: float, layout: str, method: str, align_corners: bool) -> _o.relay.Call:
    """Creates a call of the operator `nn.upsampling`."""

def upsampling3d(data: _o.RelayExpr, scale_d: float, scale_h: float, scale_w: float, layout: str, method: str, coordinate_transformation_mode: str) -> _o.relay.Call:
    """Creates a call of the operator `nn.upsampling3d`."""
