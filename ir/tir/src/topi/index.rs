//! Functions that read elements by index, and functions of positions.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, axis_at, compute, indices_of, load, tag};
use crate::check::Check;
use crate::op::{self, as_const_int};
use crate::te::Tensor;

/// Treatment of indices that are out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeMode {
    /// An index is limited to the range.
    Clip,
    /// An index wraps around.
    Wrap,
    /// All indices are in range.
    Fast,
}

impl TakeMode {
    /// Returns the mode of a name, if there is one.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "clip" => Self::Clip,
            "wrap" => Self::Wrap,
            "fast" => Self::Fast,
            _ => return None,
        })
    }

    fn index(self, index: PrimExpr, length: &PrimExpr) -> Result<PrimExpr> {
        match self {
            Self::Clip => op::min(op::max(0, index, None)?, op::sub(length, 1, None)?, None),
            Self::Wrap => {
                let remainder = op::truncmod(index, length, None)?;
                op::truncmod(op::add(remainder, length, None)?, length, None)
            }
            Self::Fast => Ok(index),
        }
    }
}

/// The elements of a tensor at positions of its row-major order.
///
/// # Errors
/// Returns an error if an index is not an integer.
pub fn take(x: &Tensor, indices: &Tensor, mode: TakeMode) -> Result {
    let mut length = PrimExpr::from(1);
    for extent in &x.shape {
        length = op::mul(length, extent, None)?;
    }
    compute(&indices.shape, "T_take", tag::INJECTIVE, |own| {
        let index = mode.index(load(indices, own.to_vec())?, &length)?;
        load(x, indices_of(index, &x.shape)?)
    })
}

/// The slices of a tensor at positions of an axis. The first `batch_dims` axes of both tensors are
/// the same.
///
/// # Errors
/// Returns an error if the tensor lacks the axis, or if there are too many batch axes.
pub fn take_along(x: &Tensor, indices: &Tensor, batch_dims: i64, axis: i64, mode: TakeMode) -> Result {
    let axis = axis_at("topi.take", axis, x.shape.len())?;
    let ndim = indices.shape.len();
    let batch = if batch_dims == 0 { 0 } else { axis_at("topi.take", batch_dims, ndim + 1)? };
    let expected = "at most the axis";
    Check("topi.take").number("batch_dims", batch_dims, batch <= axis, expected)?;
    let last = axis + ndim - batch;
    let outer = x.shape[..axis].iter().chain(&indices.shape[batch..]);
    let shape = outer.chain(&x.shape[axis + 1..]).cloned().collect();
    compute(&shape, "T_take", tag::INJECTIVE, |own| {
        let position = [&own[..batch], &own[axis..last]].concat();
        let index = mode.index(load(indices, position)?, &x.shape[axis])?;
        load(x, [&own[..axis], &[index], &own[last..]].concat())
    })
}

/// The elements whose index along one axis is in a tensor of indices.
///
/// # Errors
/// Returns an error if the tensor lacks the axis, or if the numbers of axes differ.
pub fn gather(x: &Tensor, axis: i64, indices: &Tensor) -> Result {
    let axis = axis_at("topi.gather", axis, x.shape.len())?;
    Check("topi.gather").count("axes of the indices", x.shape.len(), indices.shape.len())?;
    compute(&indices.shape, "T_gather", tag::INJECTIVE, |own| {
        let mut position = own.to_vec();
        position[axis] = load(indices, own.to_vec())?;
        load(x, position)
    })
}

/// The elements or slices at coordinates, which are along the first axis of the indices.
///
/// # Errors
/// Returns an error if the number of coordinates is not known, or if there are too many.
pub fn gather_nd(x: &Tensor, indices: &Tensor, batch_dims: usize) -> Result {
    let check = Check("topi.gather_nd");
    let count = indices.shape.first().and_then(as_const_int).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|count| count + batch_dims <= x.shape.len()) else {
        let expected = "a first axis with at most as many coordinates as the data has axes";
        let found = objet::text::as_repr(Some(&indices.shape));
        return Err(check.operand_error("indices", expected, found));
    };
    let outer = indices.shape.len() - 1;
    let inner = &x.shape[count + batch_dims..];
    let shape = indices.shape.iter().skip(1).chain(inner).cloned().collect();
    compute(&shape, "T_gather_nd", tag::INJECTIVE, |own| {
        let mut position = own[..batch_dims.min(own.len())].to_vec();
        for coordinate in 0..count {
            let coordinate = PrimExpr::from(i32::try_from(coordinate).unwrap_or(i32::MAX));
            let coordinates = std::iter::once(coordinate).chain(own[..outer].iter().cloned());
            let index = load(indices, coordinates.collect::<Vec<_>>())?;
            let is_integer = index.dtype.is_int() || index.dtype.is_uint();
            position.push(if is_integer { index } else { op::cast(DataType::int(32), index, None)? });
        }
        position.extend(own[outer..].iter().cloned());
        load(x, position)
    })
}

/// The elements at the positions in index tensors, whose shapes are equal or broadcast. There is
/// one index tensor for each leading axis.
///
/// # Errors
/// Returns an error if there are more index tensors than axes, or if their shapes are not
/// compatible.
pub fn adv_index(x: &Tensor, indices: &[Tensor]) -> Result {
    let check = Check("topi.adv_index");
    if indices.len() > x.shape.len() {
        let found = format!("{} for {} axes", indices.len(), x.shape.len());
        return Err(check.operand_error("indices", "at most one tensor for each axis", found));
    }
    let (common, indices) = common_indices(indices)?;
    let shape = common.iter().chain(&x.shape[indices.len()..]).cloned().collect();
    compute(&shape, "advanced_index", tag::INJECTIVE, |own| {
        let (outer, inner) = own.split_at(common.len());
        let mut position = Vec::new();
        for index in &indices {
            position.push(load(index, outer.to_vec())?);
        }
        position.extend(inner.iter().cloned());
        load(x, position)
    })
}

/// Returns the common shape of index tensors, and the tensors in that shape. As in TVM, tensors
/// with fewer elements are broadcast only if all shapes are known. Otherwise the shape is that of
/// the first tensor with an unknown extent.
fn common_indices(indices: &[Tensor]) -> Result<(Array<PrimExpr>, Vec<Tensor>)> {
    let [first, others @ ..] = indices else { return Ok((Array::new(), Vec::new())) };
    let count = |index: &Tensor| {
        index
            .shape
            .iter()
            .map(as_const_int)
            .try_fold(1_i64, |count, extent| Some(count.saturating_mul(extent?)))
    };
    if let Some(unknown) = indices.iter().find(|index| count(index).is_none()) {
        let common = if others.is_empty() { first } else { unknown };
        return Ok((common.shape.clone(), indices.to_vec()));
    }
    let mut largest = first;
    for other in others {
        if count(other) > count(largest) {
            largest = other;
        }
    }
    let common = &largest.shape;
    let in_shape = |index: &Tensor| match count(index) < count(largest) {
        true => super::broadcast_to(index, common),
        false => Ok(index.clone()),
    };
    Ok((common.clone(), indices.iter().map(in_shape).collect::<Result<_>>()?))
}

/// One vector for each index, with `on_value` at the index and `off_value` elsewhere. The vectors
/// are along a new axis, the last one if `axis` is -1.
///
/// # Errors
/// Returns an error if there is no such axis.
pub fn one_hot(
    indices: &Tensor,
    on_value: &PrimExpr,
    off_value: &PrimExpr,
    axis: i64,
    shape: &Array<PrimExpr>,
    dtype: DataType,
) -> Result {
    let axis = axis_at("topi.one_hot", axis, indices.shape.len() + 1)?;
    Check("topi.one_hot").count("axes of the result", indices.shape.len() + 1, shape.len())?;
    let (on_value, off_value) = (op::cast(dtype, on_value, None)?, op::cast(dtype, off_value, None)?);
    compute(shape, "T_one_hot", tag::INJECTIVE, |own| {
        let index = load(indices, [&own[..axis], &own[axis + 1..]].concat())?;
        op::select(op::equal(index, &own[axis], None)?, &on_value, &off_value, None)
    })
}

/// A batch of sequences along `axis`, 0 or 1, with `mask_value` after the end of each sequence.
///
/// # Errors
/// Returns an error if the data has fewer than two axes.
pub fn sequence_mask(x: &Tensor, valid_length: &Tensor, mask_value: f64, axis: i64) -> Result {
    let check = Check("topi.sequence_mask");
    check.number("axis", axis, axis == 0 || axis == 1, "0 or 1")?;
    check.number("the number of axes", x.shape.len() as i64, x.shape.len() >= 2, "at least 2")?;
    compute(&x.shape, "T_sequence_mask", tag::INJECTIVE, |own| {
        let (step, sequence) = if axis == 0 { (&own[0], &own[1]) } else { (&own[1], &own[0]) };
        let length = load(valid_length, [sequence.clone()])?;
        let is_after = op::greater_equal(op::cast(length.dtype, step, None)?, length, None)?;
        let mask = op::make_const(x.dtype, mask_value, None)?;
        op::if_then_else(is_after, mask, load(x, own.to_vec())?, None)
    })
}

/// A batch of sequences, each with its leading elements in reverse order, up to its length.
///
/// # Errors
/// Returns an error if the tensor lacks an axis.
pub fn reverse_sequence(x: &Tensor, lengths: &Tensor, sequence_axis: i64, batch_axis: i64) -> Result {
    let axis = axis_at("topi.reverse_sequence", sequence_axis, x.shape.len())?;
    let batch = axis_at("topi.reverse_sequence", batch_axis, x.shape.len())?;
    compute(&x.shape, "T_reverse_sequence", tag::INJECTIVE, |own| {
        let length = load(lengths, [own[batch].clone()])?;
        let step = &own[axis];
        let is_kept =
            op::logical_or(op::less_equal(&length, 1, None)?, op::less_equal(&length, step, None)?, None)?;
        let from_last = op::sub(op::sub(&x.shape[axis], 1, None)?, step, None)?;
        let from_end = op::sub(op::sub(&length, 1, None)?, step, None)?;
        let is_longer = op::greater(&length, &x.shape[axis], None)?;
        let reversed = op::if_then_else(is_longer, from_last, from_end, None)?;
        let mut position = own.to_vec();
        position[axis] = op::if_then_else(is_kept, step, reversed, None)?;
        load(x, position)
    })
}

/// The coordinates of positions in the row-major order of a shape. The shape is a vector whose
/// length is known.
///
/// # Errors
/// Returns an error if the length of the shape is not known.
pub fn unravel_index(x: &Tensor, shape: &Tensor) -> Result {
    let check = Check("topi.unravel_index");
    let found = || objet::text::as_repr(Some(&shape.shape));
    let Some(ndim) = shape.shape.first().and_then(as_const_int) else {
        return Err(check.operand_error("shape", "a vector of known length", found()));
    };
    let out = shape.shape.iter().take(1).chain(&x.shape).cloned().collect();
    compute(&out, "T_unravel", tag::INJECTIVE, |own| {
        let (coordinate, position) = (&own[0], own[1..].to_vec());
        let mut flat = load(x, position)?;
        let zero = op::make_zero(x.dtype, None)?;
        let mut found = zero;
        for axis in (0..ndim).rev() {
            let axis = PrimExpr::from(i32::try_from(axis).unwrap_or(i32::MAX));
            let length = load(shape, [axis.clone()])?;
            let is_here = op::equal(coordinate, axis, None)?;
            found = op::if_then_else(is_here, op::floormod(&flat, &length, None)?, found, None)?;
            flat = op::floordiv(flat, length, None)?;
        }
        Ok(found)
    })
}

/// A dense tensor of `shape` with `values` at `indices` and `default` elsewhere.
///
/// # Errors
/// Returns an error if the number of indices is not known.
pub fn sparse_to_dense(
    indices: &Tensor,
    shape: &Array<PrimExpr>,
    values: &Tensor,
    default: &PrimExpr,
) -> Result {
    let check = Check("topi.sparse_to_dense");
    let rank = indices.shape.len() as i64;
    check.number("the number of axes of the indices", rank, rank <= 2, "at most 2")?;
    let Some(count) = indices.shape.first().map_or(Some(1), as_const_int) else {
        let found = objet::text::as_repr(Some(&indices.shape));
        return Err(check.operand_error("indices", "a known number of indices", found));
    };
    compute(shape, "T_sparse_to_dense", tag::INJECTIVE, |own| {
        let mut element = default.clone();
        for number in 0..count {
            let number = PrimExpr::from(i32::try_from(number).unwrap_or(i32::MAX));
            let value = load(values, [number.clone()])?;
            let is_here = match indices.shape.get(1) {
                None => op::equal(coordinate_of(own, 0)?, load(indices, [number])?, None)?,
                Some(coordinates) => {
                    let Some(coordinates) = as_const_int(coordinates) else {
                        let found = "an unknown number";
                        return Err(check.operand_error("indices", "a known number of coordinates", found));
                    };
                    let mut is_here = op::const_true(1, None)?;
                    for axis in 0..coordinates {
                        let index = PrimExpr::from(i32::try_from(axis).unwrap_or(i32::MAX));
                        let index = load(indices, [number.clone(), index])?;
                        let own = coordinate_of(own, usize::try_from(axis).unwrap_or_default())?;
                        let is_same = op::equal(own, index, None)?;
                        is_here = if axis == 0 { is_same } else { op::logical_and(is_here, is_same, None)? };
                    }
                    is_here
                }
            };
            element = op::if_then_else(is_here, value, element, None)?;
        }
        Ok(element)
    })
}

fn coordinate_of(indices: &[PrimExpr], axis: usize) -> Result<&PrimExpr> {
    let error = || Check("topi.sparse_to_dense").operand_error("indices", "one for each axis", "more");
    indices.get(axis).ok_or_else(error)
}

/// Matrices in the last two axes, with other values on the diagonals from `k1` to `k2`.
///
/// # Errors
/// Returns an error if the tensor has fewer than two axes.
pub fn matrix_set_diag(
    x: &Tensor,
    diagonal: &Tensor,
    k1: i32,
    k2: i32,
    is_upper_right_aligned: bool,
    is_lower_right_aligned: bool,
) -> Result {
    let ndim = x.shape.len();
    Check("topi.matrix_set_diag").number("the number of axes", ndim as i64, ndim >= 2, "at least 2")?;
    compute(&x.shape, "T_matrix_set_diag", tag::INJECTIVE, |own| {
        let (row, column) = (&own[ndim - 2], &own[ndim - 1]);
        let mut position = own[..ndim - 2].to_vec();
        let (offset, shift) = match k1 == k2 {
            true => (PrimExpr::from(k1), PrimExpr::from(0)),
            false => {
                let offset = op::sub(column, row, None)?;
                position.push(op::sub(k2, &offset, None)?);
                let (rows, columns) = (&x.shape[ndim - 2], &x.shape[ndim - 1]);
                let upper = match is_upper_right_aligned {
                    true => missing(diagonal, rows.clone(), op::sub(columns, &offset, None)?)?,
                    false => 0.into(),
                };
                let lower = match is_lower_right_aligned {
                    true => missing(diagonal, op::add(rows, &offset, None)?, columns.clone())?,
                    false => 0.into(),
                };
                let is_upper = op::greater_equal(&offset, 0, None)?;
                (offset, op::if_then_else(is_upper, upper, lower, None)?)
            }
        };
        let along = op::if_then_else(op::greater_equal(offset, 0, None)?, row, column, None)?;
        position.push(op::add(along, shift, None)?);
        let value = load(diagonal, position)?;
        let old = load(x, own.to_vec())?;
        let difference = op::sub(column, row, None)?;
        let is_below = op::less_equal(&difference, k2, None)?;
        let inner = op::if_then_else(is_below, value, &old, None)?;
        op::if_then_else(op::greater_equal(difference, k1, None)?, inner, old, None)
    })
}

/// Returns the number of elements that a diagonal of a matrix has less than the longest one.
fn missing(diagonal: &Tensor, rows: PrimExpr, columns: PrimExpr) -> Result<PrimExpr> {
    let is_tall = op::less(&columns, &rows, None)?;
    let length = op::if_then_else(is_tall, columns, rows, None)?;
    let Some(longest) = diagonal.shape.iter().last() else {
        let check = Check("topi.matrix_set_diag");
        return Err(check.operand_error("diagonal", "a tensor with an axis", "a scalar"));
    };
    op::sub(longest, length, None)
}
