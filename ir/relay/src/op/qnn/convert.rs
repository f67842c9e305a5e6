//! The type relations of quantization, its inverse and its simulation.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};

use super::relation::{SCALE, ZERO_POINT, all_known, expect_scalar, expect_scalar_or_vector};
use crate::attrs::{DequantizeAttrs, QuantizeAttrs, RequantizeAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, tensor, types_of,
};

/// Relates the types of floats and the quantized integers.
#[register_global("tvm.relay.type_relation.Quantize")]
fn quantize(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: QuantizeAttrs = attrs_of(attrs)?;
    let [data, scale, zero_point, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    if data.dtype != DataType::float(32) {
        return Err(RelationError::DataType { operand: "data", expected: "float32", found: data.dtype });
    }
    expect_parameters([scale, zero_point], data, attrs.axis, &reporter)?;
    expect_integer("out_dtype", attrs.out_dtype, &[DataType::int(8), DataType::uint(8), DataType::int(32)])?;
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), attrs.out_dtype))?;
    Ok(Solved)
}

/// Relates the types of quantized integers and their values as floats.
#[register_global("tvm.relay.type_relation.Dequantize")]
fn dequantize(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DequantizeAttrs = attrs_of(attrs)?;
    let [data, scale, zero_point, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    expect_integer("data", data.dtype, &[DataType::int(8), DataType::uint(8), DataType::int(32)])?;
    expect_parameters([scale, zero_point], data, attrs.axis, &reporter)?;
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), DataType::float(32)))?;
    Ok(Solved)
}

/// Relates the types of quantized integers of two scales.
#[register_global("tvm.relay.type_relation.Requantize")]
fn requantize(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: RequantizeAttrs = attrs_of(attrs)?;
    let [data, scale, zero_point, output_scale, output_zero_point, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    if !all_known(&types[3..5]) {
        return Ok(NotYet);
    }
    let integers = [DataType::int(8), DataType::uint(8), DataType::int(32)];
    expect_integer("data", data.dtype, &integers)?;
    expect_parameters([scale, zero_point], data, attrs.axis, &reporter)?;
    expect_scalar("output_scale", output_scale, SCALE)?;
    expect_scalar("output_zero_point", output_zero_point, ZERO_POINT)?;
    expect_integer("out_dtype", attrs.out_dtype, &integers)?;
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), attrs.out_dtype))?;
    Ok(Solved)
}

/// Gives simulated quantization the type of its input.
#[register_global("tvm.relay.type_relation.QNNSimulatedQuantize")]
fn simulated_quantize(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    simulated(&types, &reporter)
}

/// Gives simulated dequantization the type of its input.
#[register_global("tvm.relay.type_relation.QNNSimulatedDequantize")]
fn simulated_dequantize(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    simulated(&types, &reporter)
}

/// Gives the result the type of the data. Like TVM, the relation checks neither the scale nor the
/// zero point.
fn simulated(types: &Array<Type>, reporter: &TypeReporter) -> RelationResult {
    let [data, dtype, _scale, _zero_point, result] = types_of(types)?;
    let (Some(data), Some(_)) = (tensor("data", data)?, tensor("the data type", dtype)?) else {
        return Ok(NotYet);
    };
    assign(reporter, "result", result, TensorType::new(data.shape.clone(), data.dtype))?;
    Ok(Solved)
}

/// Requires a scale and a zero point that are scalars, or vectors along the channel axis. Data
/// without axes has one channel.
fn expect_parameters(
    [scale, zero_point]: [&Type; 2],
    data: &TensorTypeNode,
    channel: i32,
    reporter: &TypeReporter,
) -> Result<(), RelationError> {
    let is_scalar = |ty: &Type| ty.as_node::<TensorTypeNode>().is_some_and(|ty| ty.shape.is_empty());
    let length: PrimExpr = match data.shape.len() {
        0 if channel < 0 || is_scalar(scale) && is_scalar(zero_point) => 1.into(),
        ndim => data.shape[axis("data", channel.into(), ndim)?].clone(),
    };
    expect_scalar_or_vector("the scale", scale, SCALE, &length, reporter)?;
    expect_scalar_or_vector("the zero point", zero_point, ZERO_POINT, &length, reporter)
}

/// Requires one of some integer types.
fn expect_integer(name: &'static str, dtype: DataType, allowed: &[DataType]) -> Result<(), RelationError> {
    if allowed.contains(&dtype) {
        return Ok(());
    }
    let expected = allowed.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    Err(RelationError::attribute(name, expected, dtype))
}
