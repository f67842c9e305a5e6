//! The type relations of padding and dilation, and the compute function of padding.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};
use objet_tir::op::{Checked, make_const};
use objet_tir::te::Tensor;
use objet_tir::topi::{self, PadMode};

use crate::attrs::{DilateAttrs, FIFOBufferAttrs, MirrorPadAttrs, PadAttrs};
use crate::op::compute::{ComputeResult, Computed};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, extent, tensor,
    types_of,
};

/// Computes the padded tensor. The value of the padding is converted to the data type.
pub(super) fn pad_compute(call: &Computed) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<PadAttrs>()?);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for pair in attrs.pad_width.iter().flatten() {
        let [low, high] = both(pair)?;
        before.push(low);
        after.push(high);
    }
    let value = topi::cast(call.input(1)?, data.dtype)?;
    let mode = pad_mode(&attrs.pad_mode, &value)?;
    Ok(vec![topi::pad(data, &before, &after, "T_pad", &mode)?])
}

/// Returns the mode of a name, with the value for constant padding.
pub(crate) fn pad_mode(name: &str, value: &Tensor) -> Result<PadMode, BoxError> {
    Ok(match name {
        "constant" => PadMode::Constant(value.at([])?),
        "edge" => PadMode::Edge,
        "reflect" => PadMode::Reflect,
        other => return Err(format!("pad_mode: expected constant, edge or reflect, found {other:?}").into()),
    })
}

/// Adds the padding to each axis. Negative padding may not remove more elements than there are.
#[register_global("tvm.relay.type_relation.Pad")]
fn pad(types: Array<Type>, _num_inputs: i32, attrs: Option<Attrs>, reporter: TypeReporter) -> RelationResult {
    let attrs: PadAttrs = attrs_of(attrs)?;
    let [data, _value, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let widths = attrs.pad_width.as_deref().unwrap_or_default();
    let widths: Vec<[PrimExpr; 2]> = widths.iter().map(|pair| both(pair)).collect::<Result<_, _>>()?;
    let found = padded(data, &widths, true)?;
    if let Some(negative) = found.iter().filter_map(extent::constant).find(|length| *length < 0) {
        let (what, expected) = ("an axis of the result", "at least 0".into());
        return Err(RelationError::Extent { what, expected, found: negative.to_string() });
    }
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Adds the padding to each axis. Padding must not be negative.
#[register_global("tvm.relay.type_relation.MirrorPad")]
fn mirror_pad(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: MirrorPadAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let widths = attrs.pad_width.as_deref().unwrap_or_default();
    let widths: Vec<[PrimExpr; 2]> = widths.iter().map(|pair| both(pair)).collect::<Result<_, _>>()?;
    let found = padded(data, &widths, false)?;
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Returns the amounts before and after an axis.
pub(super) fn both<T: Clone + Into<PrimExpr>>(pair: &[T]) -> Result<[PrimExpr; 2], RelationError> {
    match pair {
        [before, after] => Ok([before.clone().into(), after.clone().into()]),
        _ => Err(RelationError::Attribute {
            name: "pad_width",
            expected: "2 numbers for each axis".into(),
            found: pair.len().to_string(),
        }),
    }
}

/// Returns the padded shape. With `crops`, padding may be negative, and an axis of any length
/// remains `Any`; otherwise the sum of `Any` and the padding is an expression.
fn padded(
    data: &TensorTypeNode,
    widths: &[[PrimExpr; 2]],
    crops: bool,
) -> Result<Vec<PrimExpr>, RelationError> {
    expect_ndim("data", data, widths.len())?;
    let length = |(length, widths): (&PrimExpr, &[PrimExpr; 2])| {
        let mut total = 0_i64;
        for width in widths {
            let constant = extent::constant(width).filter(|width| crops || *width >= 0);
            let sum = constant.and_then(|width| total.checked_add(width));
            total = sum.ok_or_else(|| RelationError::Attribute {
                name: "pad_width",
                expected: "constant amounts that are allowed".into(),
                found: extent::text(width),
            })?;
        }
        if crops && extent::is_any(length) {
            return Ok(length.clone());
        }
        Ok((Checked::from(length) + make_const(length.dtype, total, None)).expr()?)
    };
    data.shape.iter().zip(widths).map(length).collect()
}

/// Spreads the elements along each axis by the stride.
#[register_global("tvm.relay.type_relation.Dilate")]
fn dilate(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DilateAttrs = attrs_of(attrs)?;
    let [x, result] = types_of(&types)?;
    let Some(x) = tensor("x", x)? else { return Ok(NotYet) };
    expect_ndim("x", x, attrs.strides.len())?;
    let length = |(length, stride): (&PrimExpr, &PrimExpr)| match extent::is_any(length) {
        true => Ok(length.clone()),
        false => ((Checked::from(length) - 1) * stride + 1).expr(),
    };
    let found = x.shape.iter().zip(&attrs.strides).map(length).collect::<Result<Vec<_>, _>>()?;
    assign(&reporter, "result", result, TensorType::new(found, x.dtype))?;
    Ok(Solved)
}

/// Gives the new buffer the type of the buffer. Like TVM, the relation does not compare
/// the extents.
#[register_global("tvm.relay.type_relation.FIFOBuffer")]
fn fifo_buffer(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: FIFOBufferAttrs = attrs_of(attrs)?;
    let [input, buffer, result] = types_of(&types)?;
    let (Some(input), Some(buffer)) = (tensor("data", input)?, tensor("buffer", buffer)?) else {
        return Ok(NotYet);
    };
    expect_ndim("data", input, buffer.shape.len())?;
    axis("buffer", attrs.axis.into(), buffer.shape.len())?;
    assign(&reporter, "result", result, TensorType::new(buffer.shape.clone(), buffer.dtype))?;
    Ok(Solved)
}

/// Joins all axes except the first. If one of them has any length, the joined axis has any length.
#[register_global("tvm.relay.type_relation.BatchFlatten")]
fn batch_flatten(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let Some((batch, others)) = data.shape.split_first() else { return Ok(NotYet) };
    let joined = match others.iter().find(|length| extent::is_any(length)) {
        Some(any) => any.clone(),
        None => extent::product(others)?,
    };
    assign(&reporter, "result", result, TensorType::new([batch.clone(), joined], data.dtype))?;
    Ok(Solved)
}
