import collections.abc as _c
import typing as _t
import objet as _o

def AdaptiveAvgPool1D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling to a given size."""

def AdaptiveAvgPool2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling to a given size."""

def AdaptiveAvgPool3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling to a given size."""

def AdaptiveMaxPool1D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling to a given size."""

def AdaptiveMaxPool2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling to a given size."""

def AdaptiveMaxPool3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling to a given size."""

def AdvIndex(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Replaces the leading axes, one for each index tensor, by the axes of the index tensors."""

def AffineGrid(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires a matrix of 2 by 3 for each transform. The result has the shape `N2HW`."""

def AllClassNMS(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result is a tuple of the indices of the selected boxes and their number. In the form of
TensorFlow, it has the scores of the boxes too."""

def AllocStorage(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires two scalars of type int64. The result is memory, a type that the module defines."""

def AllocTensor(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the constant shape of the attributes. The shape tensor has one element for
each axis, or is a scalar."""

def Arange(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires scalars of the data type of the attributes. The result is a vector, whose length is
known if all three attributes are constants."""

def ArgReduce(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to int32 positions, without the reduced axes."""

def ArgWhere(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to any number of int32 coordinates."""

def Argsort(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to one index for each element. Like TVM, the relation does not check the axis."""

def AvgPool1D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling over a sliding window."""

def AvgPool2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling over a sliding window."""

def AvgPool3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling over a sliding window."""

def BatchFlatten(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Joins all axes except the first. If one of them has any length, the joined axis has any length."""

def BatchMatmul(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pairwise matrix products."""

def BatchNorm(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires a vector of the length of the channel axis for each statistic. The result is a tuple of
the normalized batch, and the new moving mean and variance."""

def BatchToSpaceND(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Multiplies the spatial axes by the blocks and crops them, and divides the batch."""

def BiasAdd(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires a bias vector with the length of the axis, and a result of the same type as the data."""

def BinaryConv2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of images on packed bits."""

def BinaryDense(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a dense layer on packed bits. The weights are not checked."""

def BitPack(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Divides the length of the packed axis by the bits of a word, and inserts the axis of bits."""

def BroadCastTo(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape of the attributes. If the result is known already, the data must
broadcast to it."""

def BroadCastToLike(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the other tensor's type, which the data must broadcast to."""

def Broadcast(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the type of the result to the broadcast type of two tensors with the same element type."""

def BroadcastComp(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Like [`broadcast`], with boolean elements in the result."""

def CallLoweredRel(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires the arguments of the function. The result is that of the function."""

def Cast(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the input's shape with the data type of the attributes."""

def CastLike(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the input's shape with the data type of the other tensor."""

def CollapseSumLike(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the other tensor's type, which must broadcast to the data."""

def CollapseSumTo(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape of the attributes. Without that shape, the number of axes is the
length of the shape tensor. If the result is known already, it must broadcast to the data."""

def Concatenate(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires tensors that differ only along the axis. The length of the axis is the sum of the
lengths, or `Any` if one of them is. The other axes are those of the first tensor."""

def Conv1D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of sequences. Groups have no influence."""

def Conv1DTranspose(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a transposed convolution of sequences."""

def Conv2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of images."""

def Conv2DGemm(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution by matrix multiplication."""

def Conv2DGemmWeightTransform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of kernels before and after their arrangement in tiles for matrix
multiplication. Incomplete tiles are padded."""

def Conv2DNCHWc(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution in blocks of channels."""

def Conv2DTranspose(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a transposed convolution of images."""

def Conv2DWinograd(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of images by Winograd's algorithm."""

def Conv2DWinogradNNPACKWeightTransform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of kernels before and after their transform for NNPACK, which uses tiles of 8
by 8 elements."""

def Conv2DWinogradWeightTransform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of kernels before and after their transform for Winograd's algorithm."""

def Conv3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of volumes."""

def Conv3DTranspose(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a transposed convolution of volumes."""

def Conv3DWinograd(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of volumes by Winograd's algorithm."""

def Conv3DWinogradWeightTransform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of kernels before and after their transform for Winograd's algorithm on
volumes. A kernel of a depth from 3 to 7 is transformed in depth too."""

def Correlation(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of the correlation of the patches of two images: a channel for each
displacement."""

def CropAndResize(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of boxes cut out of images: one result for each box."""

def CrossEntropy(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires two matrices of the same shape. The result is a scalar."""

def Cumprod(types: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Like [`cumsum`]."""

def Cumsum(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the shape, or flattens the tensor if there is no axis. Like TVM, the relation does not
check the axis."""

def Debug(types: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type."""

def DeformableConv2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a deformable convolution. The type of the offsets follows from the others."""

def Dense(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a dense layer."""

def DensePack(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a dense layer whose weights are split into blocks."""

def DepthToSpace(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Moves channels into blocks of pixels."""

def Dequantize(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of quantized integers and their values as floats."""

def Dilate(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Spreads the elements along each axis by the stride."""

def Dilation2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a grayscale dilation. The structuring element has the layout `CHW`."""

def Dropout(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives dropout a tuple of the result and the mask of kept elements, of the type of the data."""

def DynOneHot(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Adds an axis of any length to the indices."""

def DynResize2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of images and resized images."""

def DynSparseToDense(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has an axis for each size. The other tensors are those of `sparse_to_dense`."""

def DynSqueeze(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result lacks an axis for each removed one."""

def DynStridedSlice(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives the sliced axes any length: one leading axis for each begin index. Like TVM, the relation
does not look at the other bounds and the steps."""

def DynTopK(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives the axis any length. The number of elements is a scalar or a vector of length 1."""

def DynamicBroadCastTo(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has an axis for each size."""

def DynamicExpandDims(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has the inserted axes in addition. The position is a scalar."""

def DynamicFull(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has an axis for each size. The value is a scalar."""

def DynamicInitOp(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has an axis for each size."""

def DynamicPad(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires a matrix of the amounts of padding. Like TVM, the relation does not check its size."""

def DynamicReshape(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has an axis for each size."""

def DynamicTile(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has an axis for each repetition count, and at least as many axes as the data."""

def DynamicUpSampling(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of images and upsampled images."""

def DynamicUpSampling3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of volumes and upsampled volumes."""

def Einsum(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the axes that the equation names.

The lengths are constants of type int32. An axis whose length is not a constant has the length
-1, as in TVM."""

def EthosuBinaryElementwise(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of an element-wise operation. The second tensor is broadcast to the first one
when the operation runs; its shape is not checked."""

def EthosuConv2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution. The attributes give the type of the weight."""

def EthosuDepthwiseConv2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution. The attributes give the type of the weight."""

def EthosuPooling(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling."""

def ExpandDims(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Inserts axes of length 1."""

def FIFOBuffer(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives the new buffer the type of the buffer. Like TVM, the relation does not compare
the extents."""

def Full(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Like [`init_relation`], but a void data type means that of the value, which must be a scalar."""

def FullLike(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tensor like the data. The value must be a scalar."""

def Gather(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape of the indices, which agrees with the data except along the axis."""

def GatherND(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Replaces the axes that an index tuple refers to by the other axes of the indices. The first axis
of the indices is an index tuple."""

def GetValidCount(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result is a tuple of the number of valid boxes, the boxes, and their indices."""

def GlobalAvgPool2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling of whole images by the mean."""

def GlobalMaxPool2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling of whole images by the maximum."""

def GridSample(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of samples at the points of a grid, which has the shape `N2HW`."""

def GroupNorm(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of the normalization of groups of channels."""

def Identity(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires all types to be equal."""

def IdentityCompRel(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the type of the result to a tensor of the input's shape, with boolean elements."""

def InitOp(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape and data type of the attributes."""

def InstanceNorm(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of the normalization of each channel of each sample."""

def InvokeTVMOp(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires tuples of the arguments and of the results of the function. The result is the empty
tuple."""

def Kill(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the empty tuple."""

def LayerNorm(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of the normalization of each sample."""

def Matmul(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a product of a tensor and a matrix."""

def MatrixSetDiag(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. Like TVM, the relation does not compare extents."""

def MaxPool1D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling over a sliding window."""

def MaxPool2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling over a sliding window."""

def MaxPool2DGrad(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives the gradient of pooling the type of the pooled images."""

def MaxPool3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pooling over a sliding window."""

def Meshgrid(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires vectors and scalars of one data type. The result is a tuple of grids whose axes are the
vectors."""

def MetaRef(_types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, _reporter: _o.TypeReporter) -> _t.Any:
    """Returns an error: the parser replaces references before types are inferred."""

def MirrorPad(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Adds the padding to each axis. Padding must not be negative."""

def MultiBoxPrior(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has four coordinates for each anchor box. Each pixel has a box of each size and of
each further ratio."""

def MultiBoxTransformLoc(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result is a tuple of six numbers for each anchor box, and the number of valid boxes."""

def NLLLoss(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires one axis of classes in the predictions, with one weight for each class. The result is
a scalar, or without reduction, the loss of each target."""

def NMS(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result is the boxes, or a tuple of the indices of the boxes and their number."""

def NdarraySize(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a scalar."""

def OneHot(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Adds an axis of length `depth` to the indices."""

def PRelu(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires a factor for each channel, and a result of the type of the data."""

def Pad(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Adds the padding to each axis. Negative padding may not remove more elements than there are."""

def Proposal(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """The result has five numbers for each proposed region: the index of the image and the corners."""

def QBatchMatmul(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of pairwise matrix products."""

def QDense(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a dense layer. If the attributes have the number of units, each unit can
have its own scale. The zero point of the weights is not checked."""

def QNNSimulatedDequantize(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives simulated dequantization the type of its input."""

def QNNSimulatedQuantize(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives simulated quantization the type of its input."""

def QnnBroadcast(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of an element-wise operator: broadcast tensors with scalar scales and zero
points."""

def QnnConcatenate(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a concatenation. Each scale and each zero point is a scalar."""

def QnnConv2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of images. Each output channel can have its own scale. The
zero point of the kernels is not checked."""

def QnnConv2DTranspose(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a transposed convolution of images."""

def Quantize(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of floats and the quantized integers."""

def ROIAlign(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of regions that are resized by interpolation."""

def ROIPool(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of regions that are resized by pooling."""

def Reduce(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the tensor without the reduced axes."""

def Reinterpret(types: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Like [`cast_relation`]. Data types of any size are accepted."""

def Repeat(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Multiplies the length of one axis, or of the flattened tensor."""

def Requantize(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of quantized integers of two scales."""

def Reshape(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape of the attributes, with its special values resolved."""

def ReshapeLike(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Replaces a range of the input's axes by a range of the other tensor's axes."""

def ReshapeTensor(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape of the attributes. Like TVM, the relation does not compare the
number of elements."""

def Resize1D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a resized input: the attributes have the size of the result."""

def Resize2D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a resized input: the attributes have the size of the result."""

def Resize3d(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a resized input: the attributes have the size of the result."""

def Reverse(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type."""

def ReverseReshape(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Like [`reshape`], with the special values resolved from the last axis to the first."""

def ReverseSequence(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. The lengths are integers, one for each sequence."""

def Scatter(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. Like TVM, the relation does not check the shapes."""

def ScatterAdd(types: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Like [`scatter`]."""

def ScatterND(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. The first axis of the indices is an index tuple."""

def SearchSorted(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to one index for each value. The sequences are one vector, or there is one for
each row of values."""

def SequenceMask(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. There is one length for each sequence of the batch."""

def ShapeFuncRel(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires tuples of the tensors in the arguments, or of their shapes, and of the shapes of the
tensors in the result. The result is the empty tuple."""

def ShapeOf(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a vector with one element for each axis. The shape of a scalar is a scalar."""

def SimulatedQuantize(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. The other inputs are scalars."""

def SliceLike(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the axes to the lengths of the other tensor: the given axes, or all that both tensors have."""

def Sort(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. Like TVM, the relation does not check the axis."""

def SpaceToBatchND(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Divides the padded spatial axes by the blocks, and multiplies the batch by their sizes."""

def SpaceToDepth(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Moves blocks of pixels into channels."""

def SparseAdd(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives the sum of a dense and a sparse matrix the type of the dense matrix."""

def SparseConv2d(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a convolution of images with sparse kernels."""

def SparseDense(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of a dense layer with a sparse operand. Elements are single, or blocks of a
height and a width."""

def SparseToDense(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the shape of the attributes."""

def SparseTranspose(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Gives the transposed sparse matrix parts of the same types."""

def Split(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of parts: equal ones, or those between indices. A negative number of
parts means an empty tuple, as in TVM."""

def Squeeze(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Removes axes of length 1: the given ones, or all of them."""

def Stack(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires tensors of one type. The result has a new axis, whose length is their number."""

def StridedSet(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Keeps the type. Like TVM, the relation does not look at the slice."""

def StridedSlice(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the sliced axes to the number of elements between their bounds. A sliced axis of unknown
length gets any length."""

def Take(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Replaces the axis by the axes of the indices. Without an axis, the result has the shape of the
indices."""

def ThreefryGenerate(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of the next key and the random bits."""

def ThreefrySplit(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of two keys."""

def Tile(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Multiplies the lengths of the last axes. There are as many axes as data or repetitions."""

def TopK(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the axis to the number of selected elements. A number below 1 selects all elements."""

def Transpose(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Permutes the axes, or reverses their order."""

def TupleGetItem(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.relay.attrs.TupleGetItemAttrs, reporter: _o.TypeReporter) -> _t.Any:
    """Assigns the type of a field to the type of its projection."""

def UnRavelIndexRel(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to one row for each axis of the shape, and one column for each flat index."""

def Uniform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of the next key and the numbers. The bounds are scalars of the data
type of the numbers."""

def UpSampling(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of images and upsampled images."""

def UpSampling3D(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Relates the types of volumes and upsampled volumes."""

def Variance(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Requires a mean that agrees with the data except along the reduced axes."""

def Where(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Broadcasts the condition and both values."""

def YoloReorg(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Moves blocks of pixels into channels."""

def auto_scheduler_layout_transform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to the lengths in the layout's name, such as `1N32C7H8W`."""

def layout_transform(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Converts the shape to the other layout."""

def sparse_fill_empty_rows(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of the indices, the elements and the empty rows, of which there can
be any number. Like in TVM, the data type of all three is int64."""

def sparse_reshape(types: _c.Sequence[_o.Type], _num_inputs: int, _attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of the converted indices and the new shape."""

def unique(types: _c.Sequence[_o.Type], _num_inputs: int, attrs: _o.Attrs | None, reporter: _o.TypeReporter) -> _t.Any:
    """Sets the result to a tuple of the distinct elements, the indices of their first occurrences, the
index of each element, the number of distinct elements and optionally the number of each one."""
