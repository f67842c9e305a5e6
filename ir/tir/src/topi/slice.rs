//! Strided slices.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, axis_at, compute, load, tag};
use crate::check::Check;
use crate::expr::Var;
use crate::op::{self, as_const_int};
use crate::te::Tensor;

/// The range of a slice along one axis.
#[derive(Clone, Copy, Debug)]
pub struct SliceRange {
    /// The first index, counted from the end if it is negative.
    pub begin: i64,
    /// The index after the last one, counted from the end if it is negative.
    pub end: i64,
    /// The distance between indices, which is not 0.
    pub stride: i64,
    /// The data type of the indices.
    pub dtype: DataType,
}

impl SliceRange {
    /// Returns the whole axis.
    fn whole() -> Self {
        Self { begin: 0, end: i64::MAX, stride: 1, dtype: DataType::int(64) }
    }

    /// Returns the first index and the number of indices for an axis of known length.
    fn within(self, length: i64) -> Result<(i64, i64)> {
        let (first, last) = if self.stride < 0 { (-1, length - 1) } else { (0, length) };
        let limited = |index: i64| {
            let index = if index < 0 { index.saturating_add(length) } else { index };
            index.max(first).min(last)
        };
        let (begin, end) = (limited(self.begin), limited(self.end));
        let is_ordered = if self.stride < 0 { end <= begin } else { begin <= end };
        let expected = "reached from the begin by the stride";
        Check("topi.strided_slice").number("end", self.end, is_ordered, expected)?;
        let (distance, stride) = (begin.abs_diff(end), self.stride.unsigned_abs());
        Ok((begin, i64::try_from(distance.div_ceil(stride)).unwrap_or(i64::MAX)))
    }
}

/// The elements in a range of each axis. Axes without a range are taken as a whole.
///
/// # Errors
/// Returns an error if there are more ranges than axes, if a stride is 0, or if a range ends before
/// its begin.
pub fn strided_slice(x: &Tensor, ranges: &[SliceRange]) -> Result {
    let ndim = x.shape.len();
    if ranges.len() > ndim {
        Check("topi.strided_slice").count("ranges", ndim, ranges.len())?;
    }
    let whole = std::iter::repeat_n(SliceRange::whole(), ndim - ranges.len());
    let all = ranges.iter().copied().chain(whole).collect::<Vec<_>>();
    sliced(x, &all, &(0..ndim).collect::<Vec<_>>(), "T_strided_slice")
}

/// The elements in ranges of some axes.
///
/// # Errors
/// Returns an error if the tensor lacks an axis, if a stride is 0, or if a range ends before its
/// begin.
pub fn strided_slice_with_axes(x: &Tensor, ranges: &[SliceRange], axes: &[i64]) -> Result {
    Check("topi.strided_slice").count("ranges", axes.len(), ranges.len())?;
    let axes = axes.iter().map(|axis| axis_at("topi.strided_slice", *axis, x.shape.len()));
    sliced(x, ranges, &axes.collect::<Result<Vec<_>>>()?, "T_strided_slice_with_axes")
}

fn sliced(x: &Tensor, ranges: &[SliceRange], axes: &[usize], name: &str) -> Result {
    let (mut shape, mut begins) = (x.shape.clone(), Vec::new());
    let index_type = ranges.first().map_or(DataType::int(64), |range| range.dtype);
    for (number, (range, axis)) in ranges.iter().zip(axes).enumerate() {
        Check("topi.strided_slice").number("stride", range.stride, range.stride != 0, "not 0")?;
        // As in TVM, the type of the new extent is the type of the axis with the range's number.
        let dtype = shape[number].dtype;
        let (begin, extent) = match as_const_int(&x.shape[*axis]) {
            Some(length) => {
                let (begin, extent) = range.within(length)?;
                (op::make_const(index_type, begin, None)?, op::make_const(dtype, extent, None)?)
            }
            None => (open_begin(*range, &x.shape[*axis], index_type)?, Var::new("dim", dtype, None).upcast()),
        };
        begins.push(begin);
        shape.set(*axis, extent);
    }
    compute(&shape, name, tag::INJECTIVE, |indices| {
        let mut own = indices.to_vec();
        for ((range, axis), begin) in ranges.iter().zip(axes).zip(&begins) {
            let stride = op::make_const(range.dtype, range.stride, None)?;
            own[*axis] = op::add(op::mul(&indices[*axis], stride, None)?, begin, None)?;
        }
        load(x, own)
    })
}

/// Returns the first index of a range of an axis of unknown length.
fn open_begin(range: SliceRange, length: &PrimExpr, dtype: DataType) -> Result<PrimExpr> {
    let begin = op::make_const(dtype, range.begin, None)?;
    let begin = if range.begin < 0 { op::add(begin, length, None)? } else { begin };
    match range.stride < 0 {
        true => op::min(begin, op::sub(length, 1, None)?, None),
        false => op::if_then_else(op::less(&begin, 0, None)?, 0, &begin, None),
    }
}

/// The elements in ranges of the leading axes, whose begins and strides are elements of tensors.
/// `shape` is the shape of the result.
///
/// # Errors
/// Returns an error if there are more ranges than axes.
pub fn dynamic_strided_slice(x: &Tensor, begin: &Tensor, end: &Tensor, strides: &Tensor) -> Result {
    let check = Check("topi.dynamic_strided_slice");
    let count = begin.shape.first().and_then(as_const_int).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|count| *count <= x.shape.len()) else {
        let found = objet::text::as_repr(Some(&begin.shape));
        return Err(check.operand_error("begin", "at most one index for each axis", found));
    };
    check.count("axes of the ends", 1, end.shape.len())?;
    let at = |tensor: &Tensor, axis: usize| {
        let index = i64::try_from(axis).unwrap_or(i64::MAX);
        load(tensor, [PrimExpr::from(index)])
    };
    let extent = |(axis, extent): (usize, &PrimExpr)| match axis < count {
        true => Var::new("dim", DataType::int(32), None).upcast(),
        false => extent.clone(),
    };
    let shape = x.shape.iter().enumerate().map(extent).collect();
    compute(&shape, "T_strided_slice_dynamic", tag::INJECTIVE, |indices| {
        let mut own = indices.to_vec();
        for axis in 0..count {
            let last = op::sub(&x.shape[axis], 1, None)?;
            let begin = op::min(at(begin, axis)?, last, None)?;
            own[axis] = op::add(op::mul(&indices[axis], at(strides, axis)?, None)?, begin, None)?;
        }
        load(x, own)
    })
}
