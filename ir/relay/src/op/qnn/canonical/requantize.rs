//! The canonical form of `qnn.requantize`.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};

use super::multiplication::{Rounding, multiplied, multiplied_by_channel};
use super::{
    Parameters, QuantizedCall, Result, as_type, equal_scalars, float, floats, point, saturated, scalar,
};
use crate::attrs::RequantizeAttrs;
use crate::op::{add, reshape, subtract};
use crate::transform::canonicalize_ops::expanded;

/// A conversion of quantized tensors to other parameters.
pub(super) struct Requantize<'a> {
    pub(super) from: Parameters<'a>,
    pub(super) to: Parameters<'a>,
    /// The axis of the parameters `from`, if they are vectors.
    pub(super) axis: usize,
    pub(super) rounding: Rounding,
    pub(super) dtype: DataType,
}

pub(in super::super) fn requantize(call: &QuantizedCall) -> Result {
    let [data, from_scale, from_point, to_scale, to_point] = call.args()?;
    let attrs: &RequantizeAttrs = call.attrs()?;
    let shape = &call.tensor(0)?.shape;
    let form = Requantize {
        from: Parameters { scale: from_scale, zero_point: from_point },
        to: Parameters { scale: to_scale, zero_point: to_point },
        axis: match usize::try_from(attrs.axis) {
            Ok(axis) => axis,
            Err(_) => shape.len().saturating_sub(1),
        },
        rounding: Rounding::of(&attrs.rounding)?,
        dtype: attrs.out_dtype,
    };
    form.of(data, shape)
}

impl Requantize<'_> {
    /// Returns the converted data, whose type has the shape.
    pub(super) fn of(&self, data: &RelayExpr, shape: &Array<PrimExpr>) -> Result {
        let Self { from, to, axis, .. } = *self;
        let int32 = DataType::int(32);
        let mut tensor = as_type(data, int32)?;
        if point(from.zero_point) != Some(0) {
            let zero_point = match shape.is_empty() {
                // A vector would give the result an axis.
                true => from.zero_point.clone(),
                false => {
                    let vector = reshape(from.zero_point.clone(), attrs! { newshape: [-1] })?;
                    expanded(vector.upcast(), axis, shape.len())?
                }
            };
            tensor = subtract(tensor, as_type(&zero_point, int32)?)?.upcast();
        }
        let to_scale = f64::from(float("the output scale", to.scale)?);
        let ratio = |scale: f32| f64::from(scale) / to_scale;
        if scalar(from.scale).is_none() {
            let scales = floats("the input scale", from.scale)?;
            let ratios: Vec<f64> = scales.iter().map(|scale| ratio(*scale)).collect();
            tensor = multiplied_by_channel(tensor, &ratios, self.rounding, shape, axis)?;
        } else if !equal_scalars(from.scale, to.scale) {
            let ratio = ratio(float("the input scale", from.scale)?);
            tensor = multiplied(tensor, ratio, self.rounding, shape)?;
        }
        if point(to.zero_point) != Some(0) {
            tensor = add(as_type(to.zero_point, int32)?, tensor)?.upcast();
        }
        if self.dtype == int32 { Ok(tensor) } else { saturated(tensor, self.dtype) }
    }
}
