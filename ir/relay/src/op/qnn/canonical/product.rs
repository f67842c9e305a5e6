//! The canonical forms of `qnn.dense` and `qnn.batch_matmul`.
//!
//! A product of quantized tensors `x` and `w` with the zero points `a` and `b` is a sum of four
//! terms over the `k` elements of a row:
//!
//! ```text
//! sum((x - a) * (w - b)) = sum(x * w) - b * sum(x) - a * sum(w) + k * a * b
//! ```

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::Op;

use super::{CanonicalError, QuantizedCall, Result, as_type, extent, int32, point, scalar};
use crate::attrs::{BatchMatmulAttrs, DenseAttrs};
use crate::op::{self, OpExt, add, multiply, nn, repeat, subtract};

/// The four terms of a product.
pub(super) struct Terms {
    pub(super) product: RelayExpr,
    /// The sums of the data, times the zero point of the weights.
    pub(super) of_data: RelayExpr,
    /// The sums of the weights, times the zero point of the data.
    pub(super) of_weights: RelayExpr,
    /// The product of both zero points and the number of elements.
    pub(super) constant: RelayExpr,
}

impl Terms {
    /// Returns the sum of the terms that are not known to be zero.
    pub(super) fn sum(self, data_point: Option<i32>, weight_point: Option<i32>) -> Result {
        let Self { product, of_data, of_weights, constant } = self;
        Ok(match (data_point, weight_point) {
            (Some(0), Some(0)) => product,
            (Some(0), Some(_)) => subtract(product, of_data)?.upcast(),
            (Some(_), Some(0)) => subtract(product, of_weights)?.upcast(),
            // The terms that may be constant are added first.
            _ => add(subtract(product, of_data)?, subtract(constant, of_weights)?)?.upcast(),
        })
    }
}

/// Returns the sums of 32-bit integers over some axes.
pub(super) fn sum_over(data: &RelayExpr, axes: Array<Integer>, keepdims: bool) -> Result {
    let data = as_type(data, DataType::int(32))?;
    Ok(op::sum(data, attrs! { axis: axes, keepdims: keepdims })?.upcast())
}

/// Returns both zero points, if both are constant.
pub(super) fn constant_points(data: &RelayExpr, weight: &RelayExpr) -> [Option<i32>; 2] {
    match (point(data), point(weight)) {
        (Some(data), Some(weight)) => [Some(data), Some(weight)],
        _ => [None, None],
    }
}

pub(in super::super) fn dense(call: &QuantizedCall) -> Result {
    let [data, weight, data_point, weight_point, _, _] = call.args()?;
    let attrs: &DenseAttrs = call.attrs()?;
    let [.., length] = &call.tensor(0)?.shape[..] else { return Err(CanonicalError::Call) };
    let length = extent("the data", length)?;
    let last = call.tensor(0)?.shape.len() as i32 - 1;
    let [units, _] = &call.tensor(1)?.shape[..] else { return Err(CanonicalError::Call) };
    let points = constant_points(data_point, weight_point);
    let mut sums = sum_over(data, [last.into()].into(), true)?;
    if scalar(weight_point).is_none() {
        sums = repeat(sums, attrs! { repeats: extent("the weights", units)?, axis: last })?.upcast();
    }
    let constant = match points {
        [Some(a), Some(b)] => int32(a.wrapping_mul(b).wrapping_mul(length))?.upcast(),
        _ => multiply(multiply(data_point.clone(), weight_point.clone())?, int32(length)?)?.upcast(),
    };
    let dense = Op::get("nn.dense")?;
    let terms = Terms {
        product: dense.call([data.clone(), weight.clone()], Some(attrs.clone().upcast()))?.upcast(),
        of_data: multiply(weight_point.clone(), sums)?.upcast(),
        of_weights: multiply(data_point.clone(), sum_over(weight, [1.into()].into(), false)?)?.upcast(),
        constant,
    };
    terms.sum(points[0], points[1])
}

pub(in super::super) fn batch_matmul(call: &QuantizedCall) -> Result {
    let [x, y, x_point, y_point, _, _] = call.args()?;
    let attrs: &BatchMatmulAttrs = call.attrs()?;
    let [_, _, length] = &call.tensor(0)?.shape[..] else { return Err(CanonicalError::Call) };
    let [batch, columns, _] = &call.tensor(1)?.shape[..] else { return Err(CanonicalError::Call) };
    let known = |operand, expr: &RelayExpr| {
        point(expr).ok_or_else(|| CanonicalError::Operand {
            operand,
            expected: "a constant scalar of int32",
            found: expr.type_key().into(),
        })
    };
    let [a, b] = [known("the zero point of x", x_point)?, known("the zero point of y", y_point)?];
    let of_x = multiply(y_point.clone(), sum_over(x, [2.into()].into(), true)?)?.upcast();
    let of_y = multiply(x_point.clone(), sum_over(y, [2.into()].into(), true)?)?;
    let row = [extent("the data", batch)?, 1, extent("the data", columns)?];
    let length = extent("the data", length)?;
    let product = attrs! {
        out_dtype: attrs.out_dtype, transpose_a: attrs.transpose_a, transpose_b: attrs.transpose_b,
    };
    let terms = Terms {
        product: nn::batch_matmul(x.clone(), y.clone(), product)?.upcast(),
        of_data: of_x,
        of_weights: op::reshape(of_y, attrs! { newshape: row })?.upcast(),
        constant: int32(a.wrapping_mul(b).wrapping_mul(length))?.upcast(),
    };
    terms.sum(Some(a), Some(b))
}
