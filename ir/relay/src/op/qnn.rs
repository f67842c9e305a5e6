//! Operators on quantized tensors: `qnn.*`.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpBuilder, OpError};
use objet_ir::{attrs, register_op};

use crate::attrs::{
    BatchMatmulAttrsNode, ConcatenateAttrsNode, Conv2DAttrsNode, Conv2DTransposeAttrsNode, DenseAttrsNode,
    DequantizeAttrsNode, QuantizeAttrsNode, RequantizeAttrsNode, SimulatedQuantizeAttrsNode,
};
use crate::expr::Call;
use crate::op::OpExt as _;

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

global_makers! {
    "relay.qnn.op._make.add" = "qnn.add"(
        lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point
    );
    "relay.qnn.op._make.concatenate" = "qnn.concatenate"(
        data, input_scales, input_zero_points, output_scale, output_zero_point, [axis]
    ): ConcatenateAttrsNode;
    "relay.qnn.op._make.conv2d" = "qnn.conv2d"(
        data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, [strides], [padding],
        [dilation], [groups], [channels], [kernel_size], [data_layout], [kernel_layout], [out_layout],
        [out_dtype]
    ): Conv2DAttrsNode;
    "relay.qnn.op._make.conv2d_transpose" = "qnn.conv2d_transpose"(
        data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, [strides], [padding],
        [dilation], [groups], [channels], [kernel_size], [data_layout], [kernel_layout], [out_layout],
        [output_padding], [out_dtype]
    ): Conv2DTransposeAttrsNode;
    "relay.qnn.op._make.dense" = "qnn.dense"(
        data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, [units], [out_dtype]
    ): DenseAttrsNode;
    "relay.qnn.op._make.dequantize" = "qnn.dequantize"(
        data, input_scale, input_zero_point, [axis]
    ): DequantizeAttrsNode;
    "relay.qnn.op._make.mul" = "qnn.mul"(
        lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point
    );
    "relay.qnn.op._make.quantize" = "qnn.quantize"(
        data, output_scale, output_zero_point, [axis], [out_dtype]
    ): QuantizeAttrsNode;
    "relay.qnn.op._make.requantize" = "qnn.requantize"(
        data, input_scale, input_zero_point, output_scale, output_zero_point, [axis], [rounding], [out_dtype]
    ): RequantizeAttrsNode;
    "relay.qnn.op._make.simulated_dequantize" = "qnn.simulated_dequantize"(
        data, in_dtype, input_scale, input_zero_point, [axis]
    ): DequantizeAttrsNode;
    "relay.qnn.op._make.simulated_quantize" = "qnn.simulated_quantize"(
        data, out_dtype, output_scale, output_zero_point, [axis]
    ): SimulatedQuantizeAttrsNode;
    "relay.qnn.op._make.subtract" = "qnn.subtract"(
        lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point
    );
}

/// The products of quantized matrices, pair by pair; the right ones are transposed.
#[register_global("relay.qnn.op._make.batch_matmul", short)]
fn batch_matmul(
    x: RelayExpr,
    y: RelayExpr,
    x_zero_point: RelayExpr,
    y_zero_point: RelayExpr,
    x_scale: RelayExpr,
    y_scale: RelayExpr,
    out_dtype: Option<DataType>,
) -> Result<Call, OpError> {
    let op = Op::get("qnn.batch_matmul")?;
    let out_dtype = out_dtype.unwrap_or(DataType::VOID);
    let attrs = op.make_attrs(attrs! { out_dtype: out_dtype, transpose_a: false, transpose_b: true })?;
    op.call([x, y, x_zero_point, y_zero_point, x_scale, y_scale], Some(attrs))
}
