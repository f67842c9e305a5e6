//! Operators on quantized tensors: `qnn.*`.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;

use crate::attrs::{
    BatchMatmulAttrsNode, ConcatenateAttrsNode, Conv2DAttrsNode, Conv2DTransposeAttrsNode, DenseAttrsNode,
    DequantizeAttrsNode, QuantizeAttrsNode, RequantizeAttrsNode, SimulatedQuantizeAttrsNode,
};
use crate::expr::Call;
use crate::operators;

/// Declares operators on the elements of two quantized tensors, with their support levels.
macro_rules! arithmetic_operators {
    ($($(#[doc = $doc:literal])+ $maker:ident = $name:literal as $global:literal, level $level:literal;)+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                lhs: "Tensor" = "The left operand.",
                rhs: "Tensor" = "The right operand.",
                lhs_scale: "Tensor" = "The scale of the left operand.",
                lhs_zero_point: "Tensor" = "The zero point of the left operand.",
                rhs_scale: "Tensor" = "The scale of the right operand.",
                rhs_zero_point: "Tensor" = "The zero point of the right operand.",
                output_scale: "Tensor" = "The scale of the result.",
                output_zero_point: "Tensor" = "The zero point of the result.",
            ) = $name as $global
                => |op| op.type_relation("QnnBroadcast").support_level($level).non_computational();
        )+ }
    };
}

arithmetic_operators! {
    /// The sum of two quantized tensors.
    add = "qnn.add" as "relay.qnn.op._make.add", level 11;

    /// The product of two quantized tensors.
    mul = "qnn.mul" as "relay.qnn.op._make.mul", level 11;

    /// The difference of two quantized tensors.
    subtract = "qnn.subtract" as "relay.qnn.op._make.subtract", level 11;
}

operators! {
    /// The products of quantized matrices, pair by pair.
    pub fn batch_matmul(
        x: "quantized 2D Tensor" = "The left matrices.",
        y: "quantized 2D Tensor" = "The right matrices.",
        x_scale: "Tensor" = "The scale of `x`.",
        x_zero_point: "Tensor" = "The zero point of `x`.",
        y_scale: "Tensor" = "The scale of `y`.",
        y_zero_point: "Tensor" = "The zero point of `y`.",
    ) with BatchMatmulAttrsNode = "qnn.batch_matmul"
        => |op| op.type_relation("QBatchMatmul").support_level(11).non_computational();

    /// Several quantized tensors one after the other along an axis.
    pub fn concatenate(
        data: "Tensor" = "A tuple of the tensors.",
        input_scales: "Tensor" = "A tuple of their scales.",
        input_zero_points: "Tensor" = "A tuple of their zero points.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with ConcatenateAttrsNode = "qnn.concatenate" as "relay.qnn.op._make.concatenate"
        => |op| op.type_relation("QnnConcatenate").support_level(11).non_computational();

    /// The convolution of quantized images with quantized kernels.
    pub fn conv2d(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
        input_zero_point as "input_scale": "Tensor"
            = "The zero point of the images. TVM registers it as the scale.",
        kernel_zero_point as "input_zero_point": "Tensor"
            = "The zero point of the kernels. TVM registers it as that of the images.",
        input_scale as "weight_scale": "Tensor"
            = "The scale of the images. TVM registers it as that of the kernels.",
        kernel_scale as "weight_zero_point": "Tensor"
            = "The scale of the kernels. TVM registers it as their zero point.",
    ) with Conv2DAttrsNode = "qnn.conv2d" as "relay.qnn.op._make.conv2d"
        => |op| op.type_relation("QnnConv2D").support_level(11).non_computational();

    /// The transposed convolution of quantized images.
    pub fn conv2d_transpose(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
        input_zero_point as "input_scale": "Tensor"
            = "The zero point of the images. TVM registers it as the scale.",
        kernel_zero_point as "input_zero_point": "Tensor"
            = "The zero point of the kernels. TVM registers it as that of the images.",
        input_scale as "weight_scale": "Tensor"
            = "The scale of the images. TVM registers it as that of the kernels.",
        kernel_scale as "weight_zero_point": "Tensor"
            = "The scale of the kernels. TVM registers it as their zero point.",
    ) with Conv2DTransposeAttrsNode
        = "qnn.conv2d_transpose" as "relay.qnn.op._make.conv2d_transpose"(
            data, weight, input_zero_point, kernel_zero_point, input_scale,
            kernel_scale, [strides], [padding], [dilation], [groups], [channels],
            [kernel_size], [data_layout], [kernel_layout], [out_layout],
            [output_padding], [out_dtype]
        )
        => |op| op.type_relation("QnnConv2DTranspose").support_level(11).non_computational();

    /// A dense layer of quantized input and weights.
    pub fn dense(
        data: "quantized nD Tensor" = "The input.",
        weight: "quantized 2D Tensor" = "The weights, one row for each unit.",
        input_zero_point as "input_scale": "Tensor"
            = "The zero point of the input. TVM registers it as the scale.",
        kernel_zero_point as "input_zero_point": "Tensor"
            = "The zero point of the weights. TVM registers it as that of the input.",
        input_scale as "weight_scale": "Tensor"
            = "The scale of the input. TVM registers it as that of the weights.",
        kernel_scale as "weight_zero_point": "Tensor"
            = "The scale of the weights. TVM registers it as their zero point.",
    ) with DenseAttrsNode = "qnn.dense" as "relay.qnn.op._make.dense"
        => |op| op.type_relation("QDense").support_level(11).non_computational();

    /// The floats that quantized integers stand for.
    pub fn dequantize(
        data: "Tensor" = "The integers.",
        input_scale: "Tensor" = "Their scale.",
        input_zero_point: "Tensor" = "Their zero point.",
    ) with DequantizeAttrsNode = "qnn.dequantize" as "relay.qnn.op._make.dequantize"
        => |op| op.type_relation("Dequantize").support_level(11).non_computational();

    /// The quantized integers that are nearest to floats.
    pub fn quantize(
        data: "Tensor" = "The floats.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with QuantizeAttrsNode = "qnn.quantize" as "relay.qnn.op._make.quantize"(
            data, output_scale, output_zero_point, [axis], [out_dtype]
        )
        => |op| op.type_relation("Quantize").support_level(11).non_computational();

    /// Quantized integers, in another scale and zero point.
    pub fn requantize(
        data: "Tensor" = "The integers.",
        input_scale: "Tensor" = "Their scale.",
        input_zero_point: "Tensor" = "Their zero point.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with RequantizeAttrsNode = "qnn.requantize" as "relay.qnn.op._make.requantize"
        => |op| op.type_relation("Requantize").support_level(11).non_computational();

    /// `qnn.dequantize` on floats that hold integers, of a data type that is computed.
    pub fn simulated_dequantize(
        data: "Tensor" = "The integers, held as floats.",
        in_dtype: "Tensor" = "The number of the data type.",
        input_scale: "Tensor" = "Their scale.",
        input_zero_point: "Tensor" = "Their zero point.",
    ) with DequantizeAttrsNode
        = "qnn.simulated_dequantize" as "relay.qnn.op._make.simulated_dequantize"
        => |op| op.type_relation("QNNSimulatedDequantize").support_level(11);

    /// `qnn.quantize` to floats that hold integers, of a data type that is computed.
    pub fn simulated_quantize(
        data: "Tensor" = "The floats.",
        out_dtype: "Tensor" = "The number of the data type.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with SimulatedQuantizeAttrsNode
        = "qnn.simulated_quantize" as "relay.qnn.op._make.simulated_quantize"
        => |op| op.type_relation("QNNSimulatedQuantize").support_level(11);
}

/// The products of quantized matrices, pair by pair; the right ones are transposed.
#[register_global("relay.qnn.op._make.batch_matmul", short)]
fn make_batch_matmul(
    x: RelayExpr,
    y: RelayExpr,
    x_zero_point: RelayExpr,
    y_zero_point: RelayExpr,
    x_scale: RelayExpr,
    y_scale: RelayExpr,
    out_dtype: Option<DataType>,
) -> Result<Call, OpError> {
    let out_dtype = out_dtype.unwrap_or(DataType::VOID);
    let attrs = attrs! { out_dtype: out_dtype, transpose_a: false, transpose_b: true };
    batch_matmul(x, y, x_zero_point, y_zero_point, x_scale, y_scale, attrs)
}
