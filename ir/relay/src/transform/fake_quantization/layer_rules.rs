//! The rules of layers: convolutions, products, pools, biases and padding.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::types::{AffineType, TensorAffineType};

use super::rules::{Site, folded, requantized};
use super::{FakeQuantizationError, Result};
use crate::attrs::{Conv2DAttrs, DenseAttrs};
use crate::expr::{Call, Constant, ConstantNode};
use crate::op::{self, OpExt, cast, multiply, qnn, zeros_like};

const INT32: DataType = DataType::int(32);

fn call(op: &str, args: impl Into<Array<RelayExpr>>, attrs: Option<Attrs>) -> Result<RelayExpr> {
    Ok(Op::get(op)?.call(args, attrs)?.upcast())
}

/// Computes an average in integers of 32 bits.
pub(super) fn average(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let ([data], ty) = (site.args()?, site.tensor(0)?);
    let wide = cast(data.clone(), attrs! { dtype: INT32 })?.upcast();
    let average = call(&site.op(), [wide], site.call.attrs.clone())?;
    Ok((cast(average, attrs! { dtype: ty.dtype })?.upcast(), ty.upcast()))
}

pub(super) fn bias_add(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let [data, bias] = site.args()?;
    let (ty, mut of_bias) = (site.tensor(0)?, site.tensor(1)?);
    let (scale, zero_point) = (folded(&ty.scale)?, folded(&ty.zero_point)?);
    let is_same = objet::structural_equal(&ty.scale, &of_bias.scale)
        && objet::structural_equal(&ty.zero_point, &of_bias.zero_point)
        && ty.dtype == of_bias.dtype;
    let bias = match is_same {
        true => bias.clone(),
        false => {
            *of_bias.make_mut().axis = 0;
            requantized(bias.clone(), &of_bias, [&scale, &zero_point], ty.dtype)?
        }
    };
    Ok((call("nn.bias_add", [data.clone(), bias], site.call.attrs.clone())?, ty.upcast()))
}

/// Returns the arguments of an operator on data and weights, and the scale and the zero point of
/// its result.
fn weighted(site: &Site<'_>) -> Result<([RelayExpr; 6], [RelayExpr; 2])> {
    let ([data, weight], x, w) = (site.args()?, site.tensor(0)?, site.tensor(1)?);
    let scale = folded(&multiply(x.scale.clone(), w.scale.clone())?.upcast())?;
    let zeros = cast(zeros_like(scale.clone())?, attrs! { dtype: INT32 })?;
    let zero_point = folded(&zeros.upcast())?;
    let args = [data, weight, &x.zero_point, &w.zero_point, &x.scale, &w.scale].map(Clone::clone);
    Ok((args, [scale, zero_point]))
}

/// Returns a result of 32 bits with its affine type.
fn typed(new: RelayExpr, [scale, zero_point]: [RelayExpr; 2], axis: i32) -> (RelayExpr, AffineType) {
    (new, TensorAffineType::new(scale, zero_point, INT32, axis).upcast())
}

pub(super) fn conv2d(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let (args, parameters) = weighted(site)?;
    let attrs = site.call.attrs.as_ref().and_then(|attrs| attrs.downcast_ref::<Conv2DAttrs>());
    let mut attrs = attrs.ok_or_else(|| site.invalid())?.clone();
    let layout = if attrs.out_layout.is_empty() { &attrs.data_layout } else { &attrs.out_layout };
    let axis = layout.chars().position(|axis| axis == 'C').ok_or_else(|| site.invalid())? as i32;
    *attrs.make_mut().out_dtype = INT32;
    Ok(typed(call("qnn.conv2d", args, Some(attrs.upcast()))?, parameters, axis))
}

pub(super) fn dense(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let (args, parameters) = weighted(site)?;
    let attrs = site.call.attrs.as_ref().and_then(|attrs| attrs.downcast_ref::<DenseAttrs>());
    let mut attrs = attrs.ok_or_else(|| site.invalid())?.clone();
    *attrs.make_mut().out_dtype = INT32;
    Ok(typed(call("qnn.dense", args, Some(attrs.upcast()))?, parameters, 1))
}

pub(super) fn batch_matmul(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let ([x, y, x_point, y_point, x_scale, y_scale], [scale, _]) = weighted(site)?;
    let attrs = attrs! { out_dtype: INT32, transpose_a: false, transpose_b: true };
    let new = qnn::batch_matmul(x, y, x_point, y_point, x_scale, y_scale, attrs)?;
    let zero_point = Constant::new(NDArray::from_slice(&[], &[0])?, None).upcast();
    Ok(typed(new.upcast(), [scale, zero_point], site.tensor(0)?.axis))
}

/// Pads with a quantized value. A value that is constant is quantized.
pub(super) fn pad(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let ([data, value], ty) = (site.args()?, site.tensor(0)?);
    let value = match site.types.tensor(value) {
        Some(of_value) if objet::structural_equal(&ty, &of_value) => value.clone(),
        Some(of_value) => requantized(value.clone(), &of_value, [&ty.scale, &ty.zero_point], ty.dtype)?,
        None if value.is_instance::<ConstantNode>() => quantized(value, &ty, -1)?.upcast(),
        None => return Err(FakeQuantizationError::Argument { op: site.op(), index: 1 }),
    };
    Ok((call("nn.pad", [data.clone(), value], site.call.attrs.clone())?, ty.upcast()))
}

/// Quantizes floats with the parameters of an affine type.
pub(super) fn quantized(value: &RelayExpr, ty: &TensorAffineType, axis: i32) -> Result<Call> {
    let attrs = attrs! { out_dtype: ty.dtype, axis: axis };
    Ok(op::qnn::quantize(value.clone(), ty.scale.clone(), ty.zero_point.clone(), attrs)?)
}
