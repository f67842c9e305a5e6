//! Operators on quantized tensors: `qnn.*`.

use crate::op::OpBuilder;
use crate::register_op;
use crate::relay::attrs::{
    BatchMatmulAttrsNode, ConcatenateAttrsNode, Conv2DAttrsNode, Conv2DTransposeAttrsNode, DenseAttrsNode,
    DequantizeAttrsNode, QuantizeAttrsNode, RequantizeAttrsNode, SimulatedQuantizeAttrsNode,
};

/// What operators on the elements of two quantized tensors have in common.
fn arithmetic(op: OpBuilder) -> OpBuilder {
    op.argument("lhs", "Tensor", "The left operand.")
        .argument("rhs", "Tensor", "The right operand.")
        .argument("lhs_scale", "Tensor", "The scale of the left operand.")
        .argument("lhs_zero_point", "Tensor", "The zero point of the left operand.")
        .argument("rhs_scale", "Tensor", "The scale of the right operand.")
        .argument("rhs_zero_point", "Tensor", "The zero point of the right operand.")
        .argument("output_scale", "Tensor", "The scale of the result.")
        .argument("output_zero_point", "Tensor", "The zero point of the result.")
        .type_relation("QnnBroadcast")
        .non_computational()
}

register_op! { "qnn.add"
    .describe("The sum of two quantized tensors.")
    .with(arithmetic).support_level(11)
}

register_op! { "qnn.batch_matmul"
    .describe("The products of quantized matrices, pair by pair.")
    .argument("x", "quantized 2D Tensor", "The left matrices.")
    .argument("y", "quantized 2D Tensor", "The right matrices.")
    .argument("x_scale", "Tensor", "The scale of `x`.")
    .argument("x_zero_point", "Tensor", "The zero point of `x`.")
    .argument("y_scale", "Tensor", "The scale of `y`.")
    .argument("y_zero_point", "Tensor", "The zero point of `y`.")
    .attrs::<BatchMatmulAttrsNode>()
    .type_relation("QBatchMatmul").support_level(11).non_computational()
}

register_op! { "qnn.concatenate"
    .describe("Several quantized tensors one after the other along an axis.")
    .argument("data", "Tensor", "A tuple of the tensors.")
    .argument("input_scales", "Tensor", "A tuple of their scales.")
    .argument("input_zero_points", "Tensor", "A tuple of their zero points.")
    .argument("output_scale", "Tensor", "The scale of the result.")
    .argument("output_zero_point", "Tensor", "The zero point of the result.")
    .attrs::<ConcatenateAttrsNode>()
    .type_relation("QnnConcatenate").support_level(11).non_computational()
}

register_op! { "qnn.conv2d"
    .describe("The convolution of quantized images with quantized kernels.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .argument("input_scale", "Tensor", "The scale of the images.")
    .argument("input_zero_point", "Tensor", "The zero point of the images.")
    .argument("weight_scale", "Tensor", "The scale of the kernels.")
    .argument("weight_zero_point", "Tensor", "The zero point of the kernels.")
    .attrs::<Conv2DAttrsNode>()
    .type_relation("QnnConv2D").support_level(11).non_computational()
}

register_op! { "qnn.conv2d_transpose"
    .describe("The transposed convolution of quantized images.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .argument("input_scale", "Tensor", "The scale of the images.")
    .argument("input_zero_point", "Tensor", "The zero point of the images.")
    .argument("weight_scale", "Tensor", "The scale of the kernels.")
    .argument("weight_zero_point", "Tensor", "The zero point of the kernels.")
    .attrs::<Conv2DTransposeAttrsNode>()
    .type_relation("QnnConv2DTranspose").support_level(11).non_computational()
}

register_op! { "qnn.dense"
    .describe("A dense layer of quantized input and weights.")
    .argument("data", "quantized nD Tensor", "The input.")
    .argument("weight", "quantized 2D Tensor", "The weights, one row for each unit.")
    .argument("input_scale", "Tensor", "The scale of the input.")
    .argument("input_zero_point", "Tensor", "The zero point of the input.")
    .argument("weight_scale", "Tensor", "The scale of the weights.")
    .argument("weight_zero_point", "Tensor", "The zero point of the weights.")
    .attrs::<DenseAttrsNode>()
    .type_relation("QDense").support_level(11).non_computational()
}

register_op! { "qnn.dequantize"
    .describe("The floats that quantized integers stand for.")
    .argument("data", "Tensor", "The integers.")
    .argument("input_scale", "Tensor", "Their scale.")
    .argument("input_zero_point", "Tensor", "Their zero point.")
    .attrs::<DequantizeAttrsNode>()
    .type_relation("Dequantize").support_level(11).non_computational()
}

register_op! { "qnn.mul"
    .describe("The product of two quantized tensors.")
    .with(arithmetic).support_level(11)
}

register_op! { "qnn.quantize"
    .describe("The quantized integers that are nearest to floats.")
    .argument("data", "Tensor", "The floats.")
    .argument("output_scale", "Tensor", "The scale of the result.")
    .argument("output_zero_point", "Tensor", "The zero point of the result.")
    .attrs::<QuantizeAttrsNode>()
    .type_relation("Quantize").support_level(11).non_computational()
}

register_op! { "qnn.requantize"
    .describe("Quantized integers, in another scale and zero point.")
    .argument("data", "Tensor", "The integers.")
    .argument("input_scale", "Tensor", "Their scale.")
    .argument("input_zero_point", "Tensor", "Their zero point.")
    .argument("output_scale", "Tensor", "The scale of the result.")
    .argument("output_zero_point", "Tensor", "The zero point of the result.")
    .attrs::<RequantizeAttrsNode>()
    .type_relation("Requantize").support_level(11).non_computational()
}

register_op! { "qnn.simulated_dequantize"
    .describe("`qnn.dequantize` on floats that hold integers, of a data type that is computed.")
    .argument("data", "Tensor", "The integers, held as floats.")
    .argument("in_dtype", "Tensor", "The number of the data type.")
    .argument("input_scale", "Tensor", "Their scale.")
    .argument("input_zero_point", "Tensor", "Their zero point.")
    .attrs::<DequantizeAttrsNode>()
    .type_relation("QNNSimulatedDequantize").support_level(11)
}

register_op! { "qnn.simulated_quantize"
    .describe("`qnn.quantize` to floats that hold integers, of a data type that is computed.")
    .argument("data", "Tensor", "The floats.")
    .argument("out_dtype", "Tensor", "The number of the data type.")
    .argument("output_scale", "Tensor", "The scale of the result.")
    .argument("output_zero_point", "Tensor", "The zero point of the result.")
    .attrs::<SimulatedQuantizeAttrsNode>()
    .type_relation("QNNSimulatedQuantize").support_level(11)
}

register_op! { "qnn.subtract"
    .describe("The difference of two quantized tensors.")
    .with(arithmetic).support_level(11)
}
