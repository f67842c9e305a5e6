//! Functions of shapes, and ranges of numbers.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, compute, load, tag};
use crate::expr::Var;
use crate::op::{self, as_const_int};
use crate::te::Tensor;

/// The shape of a tensor as a vector.
///
/// # Errors
/// Returns an error if the data type is not a type of numbers.
pub fn shape(x: &Tensor, dtype: DataType) -> Result {
    let ndim = i32::try_from(x.shape.len()).unwrap_or(i32::MAX);
    compute(&[ndim.into()].into(), "T_shape", tag::INJECTIVE, |indices| {
        let mut element = PrimExpr::from(0);
        for (axis, extent) in (0..).zip(&x.shape) {
            let is_here = op::equal(&indices[0], axis, None)?;
            element = op::if_then_else(is_here, extent, element, None)?;
        }
        op::cast(dtype, element, None)
    })
}

/// The number of elements of a tensor.
///
/// # Errors
/// Returns an error if the data type is not a type of numbers.
pub fn ndarray_size(x: &Tensor, dtype: DataType) -> Result {
    compute(&Array::new(), "ndarray_size", tag::INJECTIVE, |_| {
        let mut size = PrimExpr::from(1);
        for extent in &x.shape {
            size = op::mul(size, extent, None)?;
        }
        op::cast(dtype, size, None)
    })
}

/// Evenly spaced numbers from `start` to `stop`, which is excluded.
///
/// # Errors
/// Returns an error if a number cannot be converted to the data type.
pub fn arange(start: &PrimExpr, stop: &PrimExpr, step: &PrimExpr, dtype: DataType) -> Result {
    let distance = op::cast(DataType::float(32), op::sub(stop, start, None)?, None)?;
    let count = op::ceil(op::div(distance, step, None)?, None)?;
    let count = op::cast(DataType::int(32), count, None)?;
    compute(&[count].into(), "T_arange", tag::INJECTIVE, |indices| {
        op::cast(dtype, op::add(start, op::mul(step, &indices[0], None)?, None)?, None)
    })
}

/// Evenly spaced numbers, whose start and distance are scalar tensors. The count is a variable.
///
/// # Errors
/// Returns an error if the data type is not a type of numbers.
pub fn dyn_arange(start: &Tensor, step: &Tensor, dtype: DataType) -> Result {
    let count = Var::new("num_elem", DataType::int(32), None);
    compute(&[count.upcast()].into(), "T_arange_dynamic", tag::INJECTIVE, |indices| {
        let zero = || Array::from([PrimExpr::from(0)]);
        let distance = op::mul(load(step, zero())?, &indices[0], None)?;
        op::cast(dtype, op::add(load(start, zero())?, distance, None)?, None)
    })
}

/// Returns whether a tensor of this shape certainly has no elements: an extent is the constant 0.
pub fn is_empty_shape(shape: &Array<PrimExpr>) -> bool {
    shape.iter().any(|extent| as_const_int(extent) == Some(0))
}
