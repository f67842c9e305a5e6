//! The type relations of operators on quantized tensors. They check the scales and zero points, and
//! then relate the other types as the operators on floats do.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{IncompleteTypeNode, TensorType, TensorTypeNode, Type, TypeReporter};
use objet_tir::op::Checked;

use crate::attrs::{BatchMatmulAttrs, Conv2DAttrs, Conv2DTransposeAttrs, DenseAttrs};
use crate::op::elementwise::pairs;
use crate::op::nn::conv::attributes::Conv;
use crate::op::nn::conv::relation::convolution;
use crate::op::nn::conv::transposed::transposed;
use crate::op::nn::matrix::product::{Product, batch_product, product};
use crate::op::relation::{NotYet, RelationError, RelationResult, assign, attrs_of, tensor, types_of};

pub(super) const SCALE: DataType = DataType::float(32);
pub(super) const ZERO_POINT: DataType = DataType::int(32);

/// Relates the types of an element-wise operator: broadcast tensors with scalar scales and zero
/// points.
#[register_global("tvm.relay.type_relation.QnnBroadcast")]
fn broadcast(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [lhs, rhs, parameters @ .., result] = types_of::<9>(&types)?;
    if !all_known(parameters) {
        return Ok(NotYet);
    }
    let names = [
        ["lhs_scale", "lhs_zero_point"],
        ["rhs_scale", "rhs_zero_point"],
        ["output_scale", "output_zero_point"],
    ];
    for ([scale, zero_point], pair) in names.into_iter().zip(parameters.chunks(2)) {
        expect_scalar(scale, &pair[0], SCALE)?;
        expect_scalar(zero_point, &pair[1], ZERO_POINT)?;
    }
    pairs(&[lhs.clone(), rhs.clone(), result.clone()].into(), &reporter, |operands| operands)
}

/// Relates the types of a convolution of images. Each output channel can have its own scale. The
/// zero point of the kernels is not checked.
#[register_global("tvm.relay.type_relation.QnnConv2D")]
fn conv2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DAttrs = attrs_of(attrs)?;
    let [data, weight, parameters @ .., result] = types_of::<7>(&types)?;
    let (Some(tensor_data), Some(kernel)) = (tensor("data", data)?, tensor("weight", weight)?) else {
        return Ok(NotYet);
    };
    expect_quantized(tensor_data, kernel)?;
    expect_out_dtype(attrs.out_dtype, &[16, 32])?;
    let [data_zero_point, _weight_zero_point, data_scale, weight_scale] = parameters;
    if !all_known(&parameters[..3]) {
        return Ok(NotYet);
    }
    expect_scalar("input_zero_point", data_zero_point, ZERO_POINT)?;
    expect_scalar("input_scale", data_scale, SCALE)?;
    let channels = match attrs.groups {
        1 => letter(&attrs.kernel_layout, 'O', kernel)?.clone(),
        _ => {
            let outer = letter(&attrs.kernel_layout, 'O', kernel)?;
            (Checked::from(letter(&attrs.kernel_layout, 'I', kernel)?) * outer).expr()?
        }
    };
    expect_scalar_or_vector("kernel_scale", weight_scale, SCALE, &channels, &reporter)?;
    let types = [data.clone(), weight.clone(), result.clone()].into();
    convolution(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a transposed convolution of images.
#[register_global("tvm.relay.type_relation.QnnConv2DTranspose")]
fn conv2d_transpose(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DTransposeAttrs = attrs_of(attrs)?;
    let [data, weight, parameters @ .., result] = types_of::<7>(&types)?;
    let (Some(tensor_data), Some(kernel)) = (tensor("data", data)?, tensor("weight", weight)?) else {
        return Ok(NotYet);
    };
    expect_quantized(tensor_data, kernel)?;
    expect_out_dtype(attrs.out_dtype, &[16, 32])?;
    let [data_zero_point, weight_zero_point, data_scale, weight_scale] = parameters;
    if !all_known(&parameters[..3]) {
        return Ok(NotYet);
    }
    expect_scalar("input_zero_point", data_zero_point, ZERO_POINT)?;
    let channels = letter(&attrs.kernel_layout, 'O', kernel)?;
    expect_scalar("kernel_zero_point", weight_zero_point, ZERO_POINT)?;
    expect_scalar("input_scale", data_scale, SCALE)?;
    expect_scalar_or_vector("kernel_scale", weight_scale, SCALE, channels, &reporter)?;
    let types = [data.clone(), weight.clone(), result.clone()].into();
    transposed(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a dense layer. If the attributes have the number of units, each unit can
/// have its own scale. The zero point of the weights is not checked.
#[register_global("tvm.relay.type_relation.QDense")]
fn dense(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DenseAttrs = attrs_of(attrs)?;
    let [data, weight, parameters @ .., result] = types_of::<7>(&types)?;
    let (Some(input), Some(matrix)) = (tensor("data", data)?, tensor("weight", weight)?) else {
        return Ok(NotYet);
    };
    expect_quantized(input, matrix)?;
    expect_out_dtype(attrs.out_dtype, &[32])?;
    let [data_zero_point, _weight_zero_point, data_scale, weight_scale] = parameters;
    if !all_known(&parameters[..3]) {
        return Ok(NotYet);
    }
    expect_scalar("input_zero_point", data_zero_point, ZERO_POINT)?;
    expect_scalar("input_scale", data_scale, SCALE)?;
    match &attrs.units {
        Some(units) => expect_scalar_or_vector("kernel_scale", weight_scale, SCALE, units, &reporter)?,
        None => expect_scalar("kernel_scale", weight_scale, SCALE)?,
    }
    let types = [data.clone(), weight.clone(), result.clone()].into();
    product(&types, &Product::from(&attrs), &reporter)
}

/// Relates the types of pairwise matrix products.
#[register_global("tvm.relay.type_relation.QBatchMatmul")]
fn batch_matmul(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BatchMatmulAttrs = attrs_of(attrs)?;
    let [x, y, parameters @ .., result] = types_of::<7>(&types)?;
    let (Some(left), Some(right)) = (tensor("x", x)?, tensor("y", y)?) else { return Ok(NotYet) };
    expect_quantized(left, right)?;
    expect_out_dtype(attrs.out_dtype, &[32])?;
    if !all_known(parameters) {
        return Ok(NotYet);
    }
    let [x_zero_point, y_zero_point, x_scale, y_scale] = parameters;
    expect_scalar("x_zero_point", x_zero_point, ZERO_POINT)?;
    expect_scalar("y_zero_point", y_zero_point, ZERO_POINT)?;
    expect_scalar("x_scale", x_scale, SCALE)?;
    expect_scalar("y_scale", y_scale, SCALE)?;
    batch_product(&[x.clone(), y.clone(), result.clone()].into(), &attrs, &reporter)
}

/// Whether no type is unknown.
pub(super) fn all_known(types: &[Type]) -> bool {
    !types.iter().any(|ty| ty.is_instance::<IncompleteTypeNode>())
}

/// Requires a scalar of some data type.
pub(super) fn expect_scalar(operand: &'static str, ty: &Type, dtype: DataType) -> Result<(), RelationError> {
    let scalar = known(operand, ty)?;
    expect_dtype(operand, scalar, dtype)?;
    match scalar.shape.len() {
        0 => Ok(()),
        found => Err(RelationError::Rank { operand, expected: 0, found }),
    }
}

/// Requires a scalar, or a vector of some length.
pub(super) fn expect_scalar_or_vector(
    operand: &'static str,
    ty: &Type,
    dtype: DataType,
    length: &PrimExpr,
    reporter: &TypeReporter,
) -> Result<(), RelationError> {
    let tensor = known(operand, ty)?;
    expect_dtype(operand, tensor, dtype)?;
    match &tensor.shape[..] {
        [] => Ok(()),
        _ => assign(reporter, operand, ty, TensorType::new([length.clone()], dtype)),
    }
}

fn known<'a>(operand: &'static str, ty: &'a Type) -> Result<&'a TensorTypeNode, RelationError> {
    tensor(operand, ty)?.ok_or_else(|| RelationError::Type {
        operand,
        expected: "a tensor",
        found: "an unknown type".into(),
    })
}

fn expect_dtype(
    operand: &'static str,
    tensor: &TensorTypeNode,
    dtype: DataType,
) -> Result<(), RelationError> {
    match tensor.dtype {
        found if found == dtype => Ok(()),
        found => {
            let expected = if dtype == SCALE { "float32" } else { "int32" };
            Err(RelationError::DataType { operand, expected, found })
        }
    }
}

/// Requires integers of 8 bits.
fn expect_quantized(left: &TensorTypeNode, right: &TensorTypeNode) -> Result<(), RelationError> {
    for (operand, tensor) in [("the left operand", left), ("the right operand", right)] {
        let dtype = tensor.dtype;
        if !(dtype == DataType::int(8) || dtype == DataType::uint(8)) {
            return Err(RelationError::DataType { operand, expected: "int8 or uint8", found: dtype });
        }
    }
    Ok(())
}

/// Requires a signed integer of some width as the data type of the result.
fn expect_out_dtype(dtype: DataType, bits: &[u8]) -> Result<(), RelationError> {
    if bits.iter().any(|bits| dtype == DataType::int(*bits)) {
        return Ok(());
    }
    let expected = bits.iter().map(|bits| format!("int{bits}")).collect::<Vec<_>>().join(" or ");
    Err(RelationError::attribute("out_dtype", expected, dtype))
}

/// Returns the extent of the axis at the place of a letter in a layout.
fn letter<'a>(layout: &str, letter: char, weight: &'a TensorTypeNode) -> Result<&'a PrimExpr, RelationError> {
    let place = layout.chars().position(|name| name == letter);
    place.and_then(|place| weight.shape.get(place)).ok_or_else(|| {
        let expected = format!("a layout of the weight with the axis {letter}");
        RelationError::attribute("kernel_layout", expected, layout)
    })
}
