//! Convolutions.

use crate::register_op;
use crate::relay::attrs::{
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
