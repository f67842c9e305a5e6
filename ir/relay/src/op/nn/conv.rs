//! Convolutions.

use objet_ir::register_op;

use crate::attrs::{
    BinaryConv2DAttrsNode, Conv1DAttrsNode, Conv1DTransposeAttrsNode, Conv2DAttrsNode,
    Conv2DTransposeAttrsNode, Conv3DAttrsNode, Conv3DTransposeAttrsNode, CorrelationAttrsNode,
    DeformableConv2DAttrsNode, Dilation2DAttrsNode, SparseConv2DAttrsNode,
};

register_op! { "image.dilation2d"
    .describe("The grayscale dilation of images: the greatest sum with a structuring element.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The structuring element.")
    .attrs::<Dilation2DAttrsNode>()
    .type_relation("Dilation2D").support_level(2)
}

register_op! { "nn.bitserial_conv2d"
    .describe("A convolution of images by operations on the bits of few-bit numbers.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<BinaryConv2DAttrsNode>()
    .type_relation("BinaryConv2D").support_level(2)
}

register_op! { "nn.conv1d"
    .describe("The convolution of sequences with kernels.")
    .argument("data", "Tensor", "The sequences.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv1DAttrsNode>()
    .type_relation("Conv1D").support_level(2)
}

register_op! { "nn.conv1d_transpose"
    .describe("The transposed convolution of sequences, which makes them longer.")
    .argument("data", "Tensor", "The sequences.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv1DTransposeAttrsNode>()
    .type_relation("Conv1DTranspose").support_level(2)
}

register_op! { "nn.conv2d"
    .describe("The convolution of images with kernels.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv2DAttrsNode>()
    .type_relation("Conv2D").support_level(2)
}

register_op! { "nn.conv2d_transpose"
    .describe("The transposed convolution of images, which makes them larger.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv2DTransposeAttrsNode>()
    .type_relation("Conv2DTranspose").support_level(2)
}

register_op! { "nn.conv3d"
    .describe("The convolution of volumes with kernels.")
    .argument("data", "Tensor", "The volumes.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv3DAttrsNode>()
    .type_relation("Conv3D").support_level(2)
}

register_op! { "nn.conv3d_transpose"
    .describe("The transposed convolution of volumes, which makes them larger.")
    .argument("data", "Tensor", "The volumes.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv3DTransposeAttrsNode>()
    .type_relation("Conv3DTranspose").support_level(2)
}

register_op! { "nn.correlation"
    .describe("How similar the patches of two images are, for each displacement.")
    .argument("data1", "Tensor", "The one image.")
    .argument("data2", "Tensor", "The other image.")
    .attrs::<CorrelationAttrsNode>()
    .type_relation("Correlation").support_level(2)
}

register_op! { "nn.deformable_conv2d"
    .describe("A convolution of images that reads each pixel at a learned offset.")
    .argument("data", "Tensor", "The images.")
    .argument("offset", "Tensor", "The offset of each point of the kernel at each place.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<DeformableConv2DAttrsNode>()
    .type_relation("DeformableConv2D").support_level(5)
}

register_op! { "nn.sparse_conv2d"
    .describe("A convolution of images with kernels that are sparse.")
    .argument("dense_data", "nD Tensor", "The images.")
    .argument("sparse_data", "1D or 3D Tensor", "The elements of the kernels.")
    .argument("sparse_indices", "1D Tensor", "The column of each element or block.")
    .argument("sparse_indptr", "1D Tensor", "Where each row begins.")
    .attrs::<SparseConv2DAttrsNode>()
    .type_relation("SparseConv2d").support_level(1)
}

makers! {
    /// The convolution of images with kernels.
    pub fn conv2d(data, weight; Conv2DAttrsNode) = "nn.conv2d";
    /// The transposed convolution of images, which makes them larger.
    pub fn conv2d_transpose(data, weight; Conv2DTransposeAttrsNode) = "nn.conv2d_transpose";
}

global_makers! {
    "relay.op.image._make.dilation2d" = "image.dilation2d"(
        data, weight, [strides], [padding], [dilations], [data_layout], [kernel_layout], [out_dtype]
    ): Dilation2DAttrsNode;
    "relay.op.nn._make.bitserial_conv2d" = "nn.bitserial_conv2d"(
        data, weight, [strides], [padding], [channels], [kernel_size], [activation_bits], [weight_bits],
        [data_layout], [kernel_layout], [pack_dtype], [out_dtype], [unipolar]
    ): BinaryConv2DAttrsNode;
    "relay.op.nn._make.conv1d" = "nn.conv1d"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], (out_layout), [out_dtype]
    ): Conv1DAttrsNode;
    "relay.op.nn._make.conv1d_transpose" = "nn.conv1d_transpose"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [output_padding], [out_dtype]
    ): Conv1DTransposeAttrsNode;
    "relay.op.nn._make.conv2d" = "nn.conv2d"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [out_dtype]
    ): Conv2DAttrsNode;
    "relay.op.nn._make.conv2d_transpose" = "nn.conv2d_transpose"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [output_padding], [out_dtype]
    ): Conv2DTransposeAttrsNode;
    "relay.op.nn._make.conv3d" = "nn.conv3d"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [out_dtype]
    ): Conv3DAttrsNode;
    "relay.op.nn._make.conv3d_transpose" = "nn.conv3d_transpose"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [output_padding], [out_dtype]
    ): Conv3DTransposeAttrsNode;
    "relay.op.nn._make.correlation" = "nn.correlation"(
        data1, data2, [kernel_size], [max_displacement], [stride1], [stride2], [padding], [is_multiply],
        [layout]
    ): CorrelationAttrsNode;
    "relay.op.nn._make.deformable_conv2d" = "nn.deformable_conv2d"(
        data, offset, weight, [strides], [padding], [dilation], [deformable_groups], [groups], [channels],
        [kernel_size], [data_layout], [kernel_layout], [out_layout], [out_dtype]
    ): DeformableConv2DAttrsNode;
    "relay.op.nn._make.sparse_conv2d" = "nn.sparse_conv2d"(
        data, weight_data, weight_indices, weight_indptr, [layout], [kernel_size]
    ): SparseConv2DAttrsNode;
}
