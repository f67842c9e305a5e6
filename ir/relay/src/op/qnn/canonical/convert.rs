//! The canonical forms of `qnn.quantize` and `qnn.dequantize`.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::{QuantizedCall, Result, as_type, saturated};
use crate::attrs::{DequantizeAttrs, QuantizeAttrs};
use crate::op::relation::axis;
use crate::op::{add, divide, multiply, round, subtract};
use crate::transform::canonicalize_ops::expanded;

pub(in super::super) fn quantize(call: &QuantizedCall) -> Result {
    let [data, _, _] = call.args()?;
    let attrs: &QuantizeAttrs = call.attrs()?;
    let [scale, zero_point] = parameters(call, attrs.axis)?;
    let zero_point = as_type(&zero_point, DataType::float(32))?;
    let real = add(divide(data.clone(), scale)?, zero_point)?;
    saturated(as_type(&round(real)?.upcast(), DataType::int(32))?, attrs.out_dtype)
}

pub(in super::super) fn dequantize(call: &QuantizedCall) -> Result {
    let [data, _, _] = call.args()?;
    let attrs: &DequantizeAttrs = call.attrs()?;
    let [scale, zero_point] = parameters(call, attrs.axis)?;
    let difference = subtract(as_type(data, DataType::int(32))?, zero_point)?.upcast();
    Ok(multiply(as_type(&difference, DataType::float(32))?, scale)?.upcast())
}

/// Returns the scale and the zero point. Vectors get axes of length 1 after their own.
fn parameters(call: &QuantizedCall, position: i32) -> Result<[RelayExpr; 2]> {
    let [_, scale, zero_point] = call.args()?;
    let ndim = call.tensor(0)?.shape.len();
    let parameter = |index: usize, expr: &RelayExpr| -> Result {
        Ok(match call.tensor(index)?.shape.is_empty() {
            true => expr.clone(),
            false => expanded(expr.clone(), axis("data", position.into(), ndim)?, ndim)?,
        })
    };
    Ok([parameter(1, scale)?, parameter(2, zero_point)?])
}
