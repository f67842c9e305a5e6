//! The rules of element-wise operators.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{IntImmNode, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::types::{AffineType, TensorAffineType};

use super::layer_rules::quantized;
use super::rules::{Site, folded, requantized};
use super::{FakeQuantizationError, Result};
use crate::attrs::ClipAttrsNode;
use crate::expr::{Call, Constant, ConstantNode};
use crate::op::{self, broadcast_to, cast, qnn, reshape};
use crate::transform::typed_exprs::{constant_scalar, known_tensor};

/// Returns a scalar spread to a number for each channel, if the scale has several, with axes of
/// length 1 for the others.
fn for_channels(value: RelayExpr, site: &Site<'_>, ty: &TensorAffineType) -> Result<RelayExpr> {
    let count = match ty.scale.as_node::<ConstantNode>() {
        Some(constant) => constant.data.shape().first().copied(),
        None => known_tensor(&ty.scale)
            .and_then(|scale| scale.shape.first()?.as_node::<IntImmNode>().map(|count| count.value)),
    };
    let Some(count) = count.and_then(|count| i32::try_from(count).ok()).filter(|count| *count > 1) else {
        return Ok(value);
    };
    let ndim = site.old.args.first().and_then(known_tensor).ok_or_else(|| site.invalid())?.shape.len();
    let axis = op::relation::axis("data", ty.axis.into(), ndim).map_err(|_| site.invalid())?;
    let mut shape = vec![1; ndim];
    shape[axis] = -1;
    let spread = broadcast_to(value, attrs! { shape: [count], dtype: DataType::VOID })?;
    Ok(reshape(spread, attrs! { newshape: shape })?.upcast())
}

/// Returns the greater of the integers and of their zero point.
pub(super) fn relu(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let ([data], ty) = (site.args()?, site.tensor(0)?);
    let zero = for_channels(ty.zero_point.clone(), site, &ty)?;
    let zero = folded(&cast(zero, attrs! { dtype: ty.dtype })?.upcast())?;
    Ok((op::maximum(data.clone(), zero)?.upcast(), ty.upcast()))
}

/// Clips to quantized bounds. If the parameters are not constant scalars, the bounds are computed.
pub(super) fn clip(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let ([data], ty) = (site.args()?, site.tensor(0)?);
    let bounds = site.attrs::<ClipAttrsNode>()?;
    let bounds = [bounds.a_min, bounds.a_max];
    let parameters = [folded(&ty.scale)?, folded(&ty.zero_point)?];
    if let [Some(scale), Some(zero_point)] = [&parameters[0], &parameters[1]].map(single) {
        let [least, most] = bounds.map(|bound| (bound / scale + zero_point).trunc());
        let new = op::clip(data.clone(), attrs! { a_min: least, a_max: most })?;
        return Ok((new.upcast(), ty.upcast()));
    }
    let mut of_bounds = ty.clone();
    let fields = of_bounds.make_mut();
    [*fields.scale, *fields.zero_point] = parameters;
    let bound = |bound: f64| -> Result<RelayExpr> {
        let bound = Constant::new(NDArray::from_slice(&[], &[bound as f32])?, None).upcast();
        let bound = for_channels(bound, site, &of_bounds)?;
        folded(&quantized(&bound, &of_bounds, ty.axis)?.upcast())
    };
    let new = op::minimum(op::maximum(data.clone(), bound(bounds[0])?)?, bound(bounds[1])?)?;
    Ok((new.upcast(), ty.upcast()))
}

/// Returns the number in a constant of one element.
fn single(expr: &RelayExpr) -> Option<f64> {
    let data = &expr.as_node::<ConstantNode>()?.data;
    if data.shape().iter().product::<i64>() != 1 {
        return None;
    }
    let scalar = NDArray::from_bytes(&[], data.dtype(), data.as_bytes().ok()?).ok()?;
    constant_scalar(&Constant::new(scalar, None).upcast())
}

/// Two operands of the same or of different parameters.
struct Operands {
    lhs: RelayExpr,
    rhs: RelayExpr,
    of_lhs: TensorAffineType,
    of_rhs: TensorAffineType,
    of_result: TensorAffineType,
}

impl Operands {
    /// Returns the operands of a call. One of them may be a constant, which gets the parameters of
    /// the other one.
    fn of(site: &Site<'_>) -> Result<Self> {
        let [lhs, rhs] = site.args()?;
        let constant = |value: &RelayExpr, index: usize, ty: &TensorAffineType| match value
            .is_instance::<ConstantNode>()
        {
            true => Ok(quantized(value, ty, -1)?.upcast()),
            false => Err(FakeQuantizationError::Argument { op: site.op(), index }),
        };
        let (lhs, rhs, of_lhs, of_rhs, mut of_result) = match (site.types.tensor(lhs), site.types.tensor(rhs))
        {
            (Some(of_lhs), Some(of_rhs)) => (lhs.clone(), rhs.clone(), of_lhs, of_rhs, site.result()?),
            (Some(ty), None) => (lhs.clone(), constant(rhs, 1, &ty)?, ty.clone(), ty.clone(), ty),
            (None, Some(ty)) => (constant(lhs, 0, &ty)?, rhs.clone(), ty.clone(), ty.clone(), ty),
            (None, None) => return Err(FakeQuantizationError::Argument { op: site.op(), index: 0 }),
        };
        if of_lhs.dtype != of_result.dtype {
            of_result = of_lhs.clone();
        }
        Ok(Self { lhs, rhs, of_lhs, of_rhs, of_result })
    }
}

/// Creates a call of an operator on two quantized tensors, from the tensors, their parameters and
/// those of the result.
type Maker = fn([RelayExpr; 2], [RelayExpr; 6]) -> Result<Call, OpError>;

fn quantized_binary(site: &Site<'_>, maker: Maker) -> Result<(RelayExpr, AffineType)> {
    let Operands { lhs, rhs, of_lhs, of_rhs, of_result } = Operands::of(site)?;
    let [a, b, c] = [of_lhs, of_rhs, of_result.clone()].map(|ty| [ty.scale.clone(), ty.zero_point.clone()]);
    let ([a, b], [c, d], [e, f]) = (a, b, c);
    Ok((maker([lhs, rhs], [a, b, c, d, e, f])?.upcast(), of_result.upcast()))
}

pub(super) fn add(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    quantized_binary(site, |[lhs, rhs], [a, b, c, d, e, f]| qnn::add(lhs, rhs, a, b, c, d, e, f))
}

pub(super) fn multiply(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    quantized_binary(site, |[lhs, rhs], [a, b, c, d, e, f]| qnn::mul(lhs, rhs, a, b, c, d, e, f))
}

pub(super) fn subtract(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    quantized_binary(site, |[lhs, rhs], [a, b, c, d, e, f]| qnn::subtract(lhs, rhs, a, b, c, d, e, f))
}

/// Applies an operator to integers with the parameters of the result.
fn integer_binary(
    site: &Site<'_>,
    maker: fn(RelayExpr, RelayExpr) -> Result<Call, OpError>,
) -> Result<(RelayExpr, AffineType)> {
    let Operands { lhs, rhs, of_lhs, of_rhs, of_result: to } = Operands::of(site)?;
    let converted = |data: RelayExpr, from: &TensorAffineType| match from.same_as(&to) {
        true => Ok(data),
        false => requantized(data, from, [&to.scale, &to.zero_point], to.dtype),
    };
    let new = maker(converted(lhs, &of_lhs)?, converted(rhs, &of_rhs)?)?;
    Ok((new.upcast(), to.upcast()))
}

pub(super) fn minimum(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    integer_binary(site, op::minimum)
}

pub(super) fn maximum(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    integer_binary(site, op::maximum)
}
