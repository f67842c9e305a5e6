//! The canonical forms of `qnn.add`, `qnn.subtract`, `qnn.mul` and `qnn.concatenate`.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::types::{TensorTypeNode, TupleTypeNode};

use super::multiplication::Rounding;
use super::requantize::Requantize;
use super::{
    CanonicalError, Parameters, QuantizedCall, Result, as_type, float, int32, point, saturated, shifted,
};
use crate::attrs::ConcatenateAttrs;
use crate::expr::{Constant, Tuple, TupleGetItem, TupleNode};
use crate::op;

/// The arguments of an operator on two tensors.
struct Operands<'a> {
    lhs: &'a RelayExpr,
    rhs: &'a RelayExpr,
    of_lhs: Parameters<'a>,
    of_rhs: Parameters<'a>,
    of_result: Parameters<'a>,
    /// The type of the left operand.
    ty: &'a TensorTypeNode,
}

impl<'a> Operands<'a> {
    fn of(call: &'a QuantizedCall) -> Result<Self> {
        let [lhs, rhs, parameters @ ..] = call.args::<8>()?;
        let [of_lhs, of_rhs, of_result] = [0, 2, 4]
            .map(|index| Parameters { scale: &parameters[index], zero_point: &parameters[index + 1] });
        Ok(Self { lhs, rhs, of_lhs, of_rhs, of_result, ty: call.tensor(0)? })
    }

    /// Returns both operands with the parameters of the result, as 32-bit integers.
    fn converted(&self) -> Result<[RelayExpr; 2]> {
        let int32 = DataType::int(32);
        let converted = |data: &RelayExpr, from: Parameters<'_>| match from.same_as(self.of_result) {
            true => as_type(data, int32),
            false => convert(data, from, self.of_result, &self.ty.shape, int32),
        };
        Ok([converted(self.lhs, self.of_lhs)?, converted(self.rhs, self.of_rhs)?])
    }
}

/// Converts data to other parameters.
fn convert(
    data: &RelayExpr,
    from: Parameters<'_>,
    to: Parameters<'_>,
    shape: &Array<PrimExpr>,
    dtype: DataType,
) -> Result {
    Requantize { from, to, axis: 0, rounding: Rounding::Upward, dtype }.of(data, shape)
}

pub(in super::super) fn add(call: &QuantizedCall) -> Result {
    let operands = Operands::of(call)?;
    let [lhs, rhs] = operands.converted()?;
    // Both operands contain the zero point.
    let sum = shifted(op::add(lhs, rhs)?.upcast(), operands.of_result.zero_point)?;
    saturated(sum, operands.ty.dtype)
}

pub(in super::super) fn subtract(call: &QuantizedCall) -> Result {
    let operands = Operands::of(call)?;
    let [lhs, rhs] = operands.converted()?;
    let mut difference: RelayExpr = op::subtract(lhs, rhs)?.upcast();
    let zero_point = operands.of_result.zero_point;
    if point(zero_point) != Some(0) {
        difference = op::add(difference, zero_point.clone())?.upcast();
    }
    saturated(difference, operands.ty.dtype)
}

pub(in super::super) fn mul(call: &QuantizedCall) -> Result {
    let Operands { lhs, rhs, of_lhs, of_rhs, of_result, ty } = Operands::of(call)?;
    let factor =
        |data: &RelayExpr, of: Parameters<'_>| shifted(as_type(data, DataType::int(32))?, of.zero_point);
    let product = op::multiply(factor(lhs, of_lhs)?, factor(rhs, of_rhs)?)?.upcast();
    let scale = float("the left scale", of_lhs.scale)? * float("the right scale", of_rhs.scale)?;
    let scale = Constant::new(NDArray::from_slice(&[], &[scale])?, None).upcast();
    let zero_point = int32(0)?.upcast();
    let from = Parameters { scale: &scale, zero_point: &zero_point };
    convert(&product, from, of_result, &ty.shape, ty.dtype)
}

pub(in super::super) fn concatenate(call: &QuantizedCall) -> Result {
    let [data, scales, zero_points, scale, zero_point] = call.args()?;
    let attrs: &ConcatenateAttrs = call.attrs()?;
    let to = Parameters { scale, zero_point };
    let scales = fields("the input scales", scales)?;
    let zero_points = fields("the input zero points", zero_points)?;
    let types = call.types.first().and_then(|ty| ty.as_node::<TupleTypeNode>());
    let types = &types.ok_or(CanonicalError::Call)?.fields;
    if scales.len() != types.len() || zero_points.len() != types.len() {
        return Err(CanonicalError::Call);
    }
    let parts = data.as_node::<TupleNode>().map(|tuple| &tuple.fields);
    let converted = types.iter().enumerate().map(|(index, ty)| {
        let part = match parts {
            Some(parts) => parts.get(index).cloned().ok_or(CanonicalError::Call)?,
            None => TupleGetItem::new(data.clone(), index as i32, None).upcast(),
        };
        let from = Parameters { scale: &scales[index], zero_point: &zero_points[index] };
        let ty = ty.as_node::<TensorTypeNode>().ok_or(CanonicalError::Call)?;
        match from.same_as(to) {
            true => Ok(part),
            false => convert(&part, from, to, &ty.shape, ty.dtype),
        }
    });
    let parts = Tuple::new(converted.collect::<Result<Array<_>>>()?, None);
    Ok(op::concatenate(parts, attrs! { axis: attrs.axis })?.upcast())
}

/// Returns the fields of a tuple expression.
fn fields<'a>(operand: &'static str, expr: &'a RelayExpr) -> Result<&'a Array<RelayExpr>> {
    let tuple = expr.as_node::<TupleNode>().ok_or_else(|| CanonicalError::Operand {
        operand,
        expected: "a tuple expression",
        found: expr.type_key().into(),
    })?;
    Ok(&tuple.fields)
}
