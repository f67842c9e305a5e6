//! Pooling over windows.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, UNNAMED, axis_at, compute, load, tag};
use super::pad::{PadMode, pad};
use super::reduce::{max_over, sum_over};
use crate::check::Check;
use crate::expr::{IterVar, IterVarType, Range, Select, Var};
use crate::op::{self, simplified};
use crate::te::Tensor;

/// The value of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolKind {
    /// The greatest element.
    Max,
    /// The mean of the elements.
    Average {
        /// Whether the padding counts as elements.
        count_include_pad: bool,
    },
}

/// The windows along the axes of a pooling, with an entry for each axis.
#[derive(Clone, Debug)]
pub struct Windows {
    /// The positions of the axes.
    pub axes: Vec<usize>,
    /// The lengths of the window.
    pub sizes: Vec<PrimExpr>,
    /// The distances between windows.
    pub strides: Vec<PrimExpr>,
    /// The distances between the elements of a window.
    pub dilation: Vec<PrimExpr>,
    /// The padding before the axes.
    pub before: Vec<PrimExpr>,
    /// The padding after the axes.
    pub after: Vec<PrimExpr>,
    /// Whether the number of windows is rounded up.
    pub ceil_mode: bool,
}

/// A reduction of the elements along axes.
type Reduction = fn(PrimExpr, &[IterVar]) -> Result<PrimExpr>;

/// Converts integers to int32.
pub(super) fn narrow(list: &[PrimExpr]) -> Result<Vec<PrimExpr>> {
    list.iter().map(|number| op::cast(DataType::int(32), number, None)).collect()
}

/// Creates the axis of a reduction.
pub(super) fn reduce_axis(name: impl Into<objet::String>, extent: &PrimExpr) -> Result<IterVar> {
    let var = Var::new(name, DataType::int(32), None);
    let dom = Range::from_min_extent(0, extent.clone());
    IterVar::new(Some(dom), var, IterVarType::CommReduce, "", None)
}

/// Finds the axes of spatial letters, such as `HW`, in a layout.
///
/// # Errors
/// Returns an error if the layout lacks a letter, or if it splits the axis of a letter.
pub fn spatial_axes(layout: &str, letters: &str) -> Result<Vec<usize>> {
    let axes: Vec<char> = layout.chars().filter(char::is_ascii_alphabetic).collect();
    let axis = |letter: char| {
        let is_split = axes.contains(&letter.to_ascii_lowercase());
        let axis = axes.iter().position(|axis| *axis == letter).filter(|_| !is_split);
        let error =
            || Check("topi.nn.pool").operand_error("layout", "a layout with whole spatial axes", layout);
        axis.ok_or_else(error)
    };
    letters.chars().map(axis).collect()
}

impl Windows {
    /// Checks the lengths of the lists, and converts the numbers to int32.
    pub(super) fn checked(&self, x: &Tensor) -> Result<Self> {
        let check = Check("topi.nn.pool");
        let count = self.axes.len();
        for list in [&self.sizes, &self.strides, &self.dilation, &self.before, &self.after] {
            check.count("numbers for the axes", count, list.len())?;
        }
        for axis in &self.axes {
            axis_at("topi.nn.pool", i64::try_from(*axis).unwrap_or(i64::MAX), x.shape.len())?;
        }
        let mut checked = Self {
            axes: self.axes.clone(),
            sizes: narrow(&self.sizes)?,
            strides: narrow(&self.strides)?,
            dilation: narrow(&self.dilation)?,
            before: narrow(&self.before)?,
            after: narrow(&self.after)?,
            ceil_mode: self.ceil_mode,
        };
        if self.ceil_mode {
            for (after, stride) in checked.after.iter_mut().zip(&checked.strides) {
                *after = op::sub(op::add(&*after, stride, None)?, 1, None)?;
            }
        }
        Ok(checked)
    }

    /// Whether a number of the padding is known and not 0, before the windows are rounded up.
    pub(super) fn is_padded(&self) -> bool {
        let mut amounts = self.before.iter().chain(&self.after);
        amounts.any(|amount| op::as_const_int(amount).is_some_and(|amount| amount != 0))
    }

    /// Returns the padded tensor.
    pub(super) fn padded(&self, x: &Tensor, value: PrimExpr) -> Result {
        let amounts = |amounts: &[PrimExpr]| {
            let mut all = vec![PrimExpr::from(0); x.shape.len()];
            for (axis, amount) in self.axes.iter().zip(amounts) {
                all[*axis] = amount.clone();
            }
            all
        };
        pad(x, &amounts(&self.before), &amounts(&self.after), "pad_temp", &PadMode::Constant(value))
    }

    /// Returns the number of windows along an axis of a length.
    fn count(&self, index: usize, length: &PrimExpr) -> Result<PrimExpr> {
        let extent = op::mul(op::sub(&self.sizes[index], 1, None)?, &self.dilation[index], None)?;
        let rest = op::sub(op::sub(length, extent, None)?, 1, None)?;
        let rest = op::add(op::add(rest, &self.before[index], None)?, &self.after[index], None)?;
        Ok(simplified(&op::add(op::floordiv(rest, &self.strides[index], None)?, 1, None)?))
    }

    /// Returns the number of elements in the window at `indices` that are not padding, at least 1.
    fn elements(&self, indices: &[PrimExpr], lengths: &[PrimExpr]) -> Result<PrimExpr> {
        let mut count = PrimExpr::from(1);
        for (index, axis) in self.axes.iter().enumerate() {
            let (size, dilation) = (&self.sizes[index], &self.dilation[index]);
            let start = op::mul(&indices[*axis], &self.strides[index], None)?;
            let start = op::sub(start, &self.before[index], None)?;
            let end = op::add(&start, op::mul(op::sub(size, 1, None)?, dilation, None)?, None)?;
            let end = op::min(end, op::sub(&lengths[*axis], 1, None)?, None)?;
            let skipped = op::div(op::sub(op::sub(dilation, 1, None)?, &start, None)?, dilation, None)?;
            let skipped = op::mul(dilation, op::max(skipped, 0, None)?, None)?;
            let distance = op::sub(end, op::add(start, skipped, None)?, None)?;
            let own = op::add(op::div(distance, dilation, None)?, 1, None)?;
            count = op::mul(count, own, None)?;
        }
        op::max(count, 1, None)
    }
}

/// The value of each window.
///
/// # Errors
/// Returns an error if a list of the windows does not have an entry for each axis, or if the tensor
/// lacks an axis.
pub fn pool(x: &Tensor, windows: &Windows, kind: PoolKind) -> Result {
    let (is_padded, windows) = (windows.is_padded(), windows.checked(x)?);
    let lengths = narrow(&x.shape)?;
    let (mut shape, mut vars) = (lengths.clone(), Vec::new());
    for (index, axis) in windows.axes.iter().enumerate() {
        vars.push(reduce_axis(format!("rv{index}"), &windows.sizes[index])?);
        shape[*axis] = windows.count(index, &lengths[*axis])?;
    }
    let shape = Array::from(shape);
    let (fill, name, reduce): (_, _, Reduction) = match kind {
        PoolKind::Max => (op::min_value(x.dtype, None)?, "pool_max", max_over),
        PoolKind::Average { .. } => (op::make_zero(x.dtype, None)?, "pool_sum", sum_over),
    };
    let padded = if is_padded { windows.padded(x, fill)? } else { x.clone() };
    let reduced = compute(&shape, UNNAMED, name, |indices| {
        let mut own = indices.to_vec();
        for (index, axis) in windows.axes.iter().enumerate() {
            let offset = op::mul(&vars[index].var, &windows.dilation[index], None)?;
            own[*axis] = op::add(op::mul(&indices[*axis], &windows.strides[index], None)?, offset, None)?;
        }
        reduce(load(&padded, own)?, &vars)
    })?;
    let PoolKind::Average { count_include_pad } = kind else { return Ok(reduced) };
    compute(&shape, UNNAMED, tag::ELEMWISE, |indices| {
        let count = match count_include_pad {
            true => windows.sizes.iter().try_fold(1.into(), |count, size| op::mul(count, size, None))?,
            false => windows.elements(indices, &lengths)?,
        };
        op::div(load(&reduced, indices.to_vec())?, count, None)
    })
}

/// The value of each of `sizes` windows along the axes, which divide the axes as equally as
/// possible.
///
/// # Errors
/// Returns an error if the tensor lacks an axis, or if there is not one size for each axis.
pub fn adaptive_pool(x: &Tensor, sizes: &[PrimExpr], axes: &[usize], is_max: bool) -> Result {
    let check = Check("topi.nn.adaptive_pool");
    check.count("sizes", axes.len(), sizes.len())?;
    let (lengths, sizes) = (narrow(&x.shape)?, narrow(sizes)?);
    let mut shape = lengths.clone();
    for (axis, size) in axes.iter().zip(&sizes) {
        axis_at("topi.nn.adaptive_pool", i64::try_from(*axis).unwrap_or(i64::MAX), lengths.len())?;
        shape[*axis] = size.clone();
    }
    let shape = Array::from(shape);
    // The first element of each window, and the number of its elements.
    let windows = |indices: &[PrimExpr]| {
        let window = |(axis, size): (&usize, &PrimExpr)| {
            let (index, length) = (&indices[*axis], &lengths[*axis]);
            let start = op::floordiv(op::mul(index, length, None)?, size, None)?;
            let scaled = op::mul(op::add(index, 1, None)?, length, None)?;
            let is_whole = op::equal(op::floormod(&scaled, size, None)?, 0, None)?;
            let whole = op::floordiv(&scaled, size, None)?;
            let above = op::add(&whole, 1, None)?;
            let end = Select::new(is_whole, whole, above, None)?;
            let count = op::sub(end, &start, None)?;
            Ok((start, count))
        };
        axes.iter().zip(&sizes).map(window).collect::<Result<Vec<_>>>()
    };
    let name = if is_max { "adaptive_pool_max" } else { "adaptive_pool_sum" };
    let reduced = compute(&shape, UNNAMED, name, |indices| {
        let (mut own, mut vars) = (indices.to_vec(), Vec::new());
        for (number, ((start, count), axis)) in windows(indices)?.into_iter().zip(axes).enumerate() {
            let var = reduce_axis(format!("rv{number}"), &count)?;
            own[*axis] = op::add(start, &var.var, None)?;
            vars.push(var);
        }
        let element = load(x, own)?;
        if is_max { max_over(element, &vars) } else { sum_over(element, &vars) }
    })?;
    if is_max {
        return Ok(reduced);
    }
    compute(&shape, UNNAMED, tag::ELEMWISE, |indices| {
        let mut count = op::make_const(x.dtype, 1, None)?;
        for (_, own) in windows(indices)? {
            count = op::mul(count, op::cast(x.dtype, own, None)?, None)?;
        }
        op::div(load(&reduced, indices.to_vec())?, count, None)
    })
}

/// The value of all elements along the axes, which remain with the length 1.
///
/// # Errors
/// Returns an error if the tensor lacks an axis.
pub fn global_pool(x: &Tensor, axes: &[usize], is_max: bool) -> Result {
    adaptive_pool(x, &vec![1.into(); axes.len()], axes, is_max)
}
