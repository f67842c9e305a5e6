//! Operators on quantized tensors: `qnn.*`.

mod canonical;
mod concatenate;
mod convert;
mod fixed_point;
mod layouts;
mod relation;

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;

use self::canonical::Canonical;
pub(crate) use self::canonical::{Rounding, multiplied};
pub use self::fixed_point::FixedPoint;
use crate::attrs::{
    BatchMatmulAttrsNode, ConcatenateAttrsNode, Conv2DAttrs, Conv2DAttrsNode, Conv2DTransposeAttrs,
    Conv2DTransposeAttrsNode, DenseAttrsNode, DequantizeAttrsNode, QuantizeAttrsNode, RequantizeAttrsNode,
    SimulatedQuantizeAttrsNode,
};
use crate::expr::Call;
use crate::op::infer_layout::InferLayout;
use crate::operators;

/// Declares element-wise operators on two quantized tensors, with their support levels.
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
                => |op| op.type_relation("QnnBroadcast").support_level($level).non_computational()
                    .infer_layout(layouts::broadcast)
                    .canonical(canonical::$maker);
        )+ }
    };
}

arithmetic_operators! {
    /// Adds two quantized tensors.
    add = "qnn.add" as "relay.qnn.op._make.add", level 11;

    /// Multiplies two quantized tensors.
    mul = "qnn.mul" as "relay.qnn.op._make.mul", level 11;

    /// Subtracts the right quantized tensor from the left one.
    subtract = "qnn.subtract" as "relay.qnn.op._make.subtract", level 11;
}

operators! {
    /// Multiplies quantized matrices pairwise.
    pub fn batch_matmul(
        x: "quantized 2D Tensor" = "The left matrices.",
        y: "quantized 2D Tensor" = "The right matrices.",
        x_scale: "Tensor" = "The scale of `x`.",
        x_zero_point: "Tensor" = "The zero point of `x`.",
        y_scale: "Tensor" = "The scale of `y`.",
        y_zero_point: "Tensor" = "The zero point of `y`.",
    ) with BatchMatmulAttrsNode = "qnn.batch_matmul"
        => |op| op.type_relation("QBatchMatmul").support_level(11).non_computational()
            .canonical(canonical::batch_matmul);

    /// Joins quantized tensors along an existing axis.
    pub fn concatenate(
        data: "Tensor" = "A tuple of the tensors.",
        input_scales: "Tensor" = "A tuple of the scales of the tensors.",
        input_zero_points: "Tensor" = "A tuple of the zero points of the tensors.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with ConcatenateAttrsNode = "qnn.concatenate" as "relay.qnn.op._make.concatenate"
        => |op| op.type_relation("QnnConcatenate").support_level(11).non_computational()
            .infer_layout(layouts::concatenate)
            .canonical(canonical::concatenate);

    /// Convolves quantized images with quantized kernels.
    pub fn conv2d(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
        input_zero_point as "input_scale": "Tensor"
            = "The zero point of the images. TVM registers this input as the scale.",
        kernel_zero_point as "input_zero_point": "Tensor"
            = "The zero point of the kernels. TVM registers this input as the zero point of the images.",
        input_scale as "weight_scale": "Tensor"
            = "The scale of the images. TVM registers this input as the scale of the kernels.",
        kernel_scale as "weight_zero_point": "Tensor"
            = "The scale of the kernels. TVM registers this input as the zero point of the kernels.",
    ) with Conv2DAttrsNode = "qnn.conv2d" as "relay.qnn.op._make.conv2d"
        => |op| op.type_relation("QnnConv2D").support_level(11).non_computational()
            .infer_layout(layouts::conv::<Conv2DAttrs>)
            .canonical(canonical::conv2d);

    /// Computes the transposed convolution of quantized images.
    pub fn conv2d_transpose(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
        input_zero_point as "input_scale": "Tensor"
            = "The zero point of the images. TVM registers this input as the scale.",
        kernel_zero_point as "input_zero_point": "Tensor"
            = "The zero point of the kernels. TVM registers this input as the zero point of the images.",
        input_scale as "weight_scale": "Tensor"
            = "The scale of the images. TVM registers this input as the scale of the kernels.",
        kernel_scale as "weight_zero_point": "Tensor"
            = "The scale of the kernels. TVM registers this input as the zero point of the kernels.",
    ) with Conv2DTransposeAttrsNode
        = "qnn.conv2d_transpose" as "relay.qnn.op._make.conv2d_transpose"(
            data, weight, input_zero_point, kernel_zero_point, input_scale,
            kernel_scale, [strides], [padding], [dilation], [groups], [channels],
            [kernel_size], [data_layout], [kernel_layout], [out_layout],
            [output_padding], [out_dtype]
        )
        => |op| op.type_relation("QnnConv2DTranspose").support_level(11).non_computational()
            .infer_layout(layouts::conv::<Conv2DTransposeAttrs>);

    /// Computes a dense layer with quantized input and weights.
    pub fn dense(
        data: "quantized nD Tensor" = "The input.",
        weight: "quantized 2D Tensor" = "The weights, one row for each unit.",
        input_zero_point as "input_scale": "Tensor"
            = "The zero point of the input. TVM registers this input as the scale.",
        kernel_zero_point as "input_zero_point": "Tensor"
            = "The zero point of the weights. TVM registers this input as the zero point of the input.",
        input_scale as "weight_scale": "Tensor"
            = "The scale of the input. TVM registers this input as the scale of the weights.",
        kernel_scale as "weight_zero_point": "Tensor"
            = "The scale of the weights. TVM registers this input as the zero point of the weights.",
    ) with DenseAttrsNode = "qnn.dense" as "relay.qnn.op._make.dense"
        => |op| op.type_relation("QDense").support_level(11).non_computational()
            .canonical(canonical::dense);

    /// Converts quantized integers to floats.
    pub fn dequantize(
        data: "Tensor" = "The integers.",
        input_scale: "Tensor" = "The scale of the integers.",
        input_zero_point: "Tensor" = "The zero point of the integers.",
    ) with DequantizeAttrsNode = "qnn.dequantize" as "relay.qnn.op._make.dequantize"
        => |op| op.type_relation("Dequantize").support_level(11).non_computational()
            .canonical(canonical::dequantize);

    /// Converts floats to the nearest quantized integers.
    pub fn quantize(
        data: "Tensor" = "The floats.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with QuantizeAttrsNode = "qnn.quantize" as "relay.qnn.op._make.quantize"(
            data, output_scale, output_zero_point, [axis], [out_dtype]
        )
        => |op| op.type_relation("Quantize").support_level(11).non_computational()
            .canonical(canonical::quantize);

    /// Converts quantized integers to another scale and zero point.
    pub fn requantize(
        data: "Tensor" = "The integers.",
        input_scale: "Tensor" = "The scale of the integers.",
        input_zero_point: "Tensor" = "The zero point of the integers.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with RequantizeAttrsNode = "qnn.requantize" as "relay.qnn.op._make.requantize"
        => |op| op.type_relation("Requantize").support_level(11).non_computational()
            .infer_layout(layouts::requantize)
            .canonical(canonical::requantize);

    /// Simulates `qnn.dequantize` on integers stored as floats, with a data type that is computed
    /// at run time.
    pub fn simulated_dequantize(
        data: "Tensor" = "The integers, stored as floats.",
        in_dtype: "Tensor" = "The code of the data type.",
        input_scale: "Tensor" = "The scale of the integers.",
        input_zero_point: "Tensor" = "The zero point of the integers.",
    ) with DequantizeAttrsNode
        = "qnn.simulated_dequantize" as "relay.qnn.op._make.simulated_dequantize"
        => |op| op.type_relation("QNNSimulatedDequantize").support_level(11);

    /// Simulates `qnn.quantize` with integers stored as floats and a data type that is computed at
    /// run time.
    pub fn simulated_quantize(
        data: "Tensor" = "The floats.",
        out_dtype: "Tensor" = "The code of the data type.",
        output_scale: "Tensor" = "The scale of the result.",
        output_zero_point: "Tensor" = "The zero point of the result.",
    ) with SimulatedQuantizeAttrsNode
        = "qnn.simulated_quantize" as "relay.qnn.op._make.simulated_quantize"
        => |op| op.type_relation("QNNSimulatedQuantize").support_level(11);
}

/// Creates a call of `qnn.batch_matmul` with transposed right matrices.
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

/// Returns the function that TVM's front end sets as an attribute of an operator, for `Legalize`
/// without a front end.
pub(crate) fn legalization(attr: &str, op: &str) -> Option<PackedFunc> {
    match (attr, op) {
        ("FTVMQnnLegalize", "qnn.conv2d_transpose") => Some(canonical::function(canonical::conv2d_transpose)),
        _ => None,
    }
}
