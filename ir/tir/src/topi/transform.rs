//! Functions that rearrange and repeat elements.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, axis_at, compute, flat_index, indices_of, load, tag};
use super::is_empty_shape;
use crate::check::Check;
use crate::op::{self, as_const_int};
use crate::te::Tensor;

/// The elements of a tensor in another shape, in row-major order.
///
/// # Errors
/// Returns an error if an extent is not an integer.
pub fn reshape(x: &Tensor, shape: &Array<PrimExpr>) -> Result {
    // Constants become int32, if they fit.
    let narrow = |extent: &PrimExpr| match as_const_int(extent).and_then(|extent| i32::try_from(extent).ok())
    {
        Some(extent) => extent.into(),
        None => extent.clone(),
    };
    let shape = &shape.iter().map(narrow).collect();
    compute(shape, "T_reshape", tag::INJECTIVE, |indices| match is_empty_shape(shape) {
        true => op::cast(x.dtype, 0, None),
        false => load(x, indices_of(flat_index(indices, shape)?, &x.shape)?),
    })
}

/// The maximum number of axes that [`expand_dims`] inserts.
const NEW_AXES_LIMIT: usize = 1 << 16;

/// A tensor with `count` new axes of length 1 before the axis at `position`.
///
/// # Errors
/// Returns an error if there is no such position, or if `count` is above 65536.
pub fn expand_dims(x: &Tensor, position: i64, count: usize) -> Result {
    let found = i64::try_from(count).unwrap_or(i64::MAX);
    Check("topi.expand_dims").number("num_newaxis", found, count <= NEW_AXES_LIMIT, "at most 65536")?;
    let first = axis_at("topi.expand_dims", position, x.shape.len() + 1)?;
    let (outer, inner) = x.shape.split_at(first);
    let ones = std::iter::repeat_n(PrimExpr::from(1), count);
    let shape = outer.iter().cloned().chain(ones).chain(inner.iter().cloned()).collect();
    compute(&shape, "T_expand_dims", tag::BROADCAST, |indices| {
        load(x, [&indices[..first], &indices[first + count..]].concat())
    })
}

/// A tensor without the given axes, whose length is 1. Without positions, all axes of length 1
/// are removed.
///
/// # Errors
/// Returns an error if the tensor lacks an axis, or if the length of an axis is not 1.
pub fn squeeze(x: &Tensor, axes: Option<&[i64]>) -> Result {
    let mut is_removed = vec![false; x.shape.len()];
    match axes.filter(|axes| !axes.is_empty()) {
        Some(axes) => {
            for position in axes {
                let axis = axis_at("topi.squeeze", *position, x.shape.len())?;
                if let Some(length) = as_const_int(&x.shape[axis]) {
                    Check("topi.squeeze").number("the length of a removed axis", length, length == 1, "1")?;
                }
                is_removed[axis] = true;
            }
        }
        None => {
            for (is_removed, extent) in is_removed.iter_mut().zip(&x.shape) {
                *is_removed = as_const_int(extent) == Some(1);
            }
        }
    }
    let kept = x.shape.iter().zip(&is_removed).filter(|(_, is_removed)| !**is_removed);
    let shape = kept.map(|(extent, _)| extent.clone()).collect();
    compute(&shape, "T_squeeze", tag::INJECTIVE, |indices| {
        let mut next = indices.iter().cloned();
        let index = |is_removed: &bool| if *is_removed { Some(0.into()) } else { next.next() };
        load(x, is_removed.iter().filter_map(index).collect::<Vec<_>>())
    })
}

/// A tensor whose axes are permuted: `axes` has the old position of each new axis. Without a list,
/// the order is reversed.
///
/// # Errors
/// Returns an error if `axes` is not a permutation.
pub fn transpose(x: &Tensor, axes: Option<&[i64]>) -> Result {
    let check = Check("topi.transpose");
    let ndim = x.shape.len();
    let axes: Vec<usize> = match axes.filter(|axes| !axes.is_empty()) {
        Some(axes) => {
            check.count("axes", ndim, axes.len())?;
            axes.iter().map(|axis| axis_at("topi.transpose", *axis, ndim)).collect::<Result<_>>()?
        }
        None => (0..ndim).rev().collect(),
    };
    let mut places = vec![None; ndim];
    for (new, old) in axes.iter().enumerate() {
        if places[*old].replace(new).is_some() {
            return Err(check.operand_error("axes", "a permutation", format!("axis {old} twice")));
        }
    }
    let shape = axes.iter().map(|axis| x.shape[*axis].clone()).collect();
    compute(&shape, "T_transpose", tag::INJECTIVE, |indices| {
        load(x, places.iter().flatten().map(|place| indices[*place].clone()).collect::<Vec<_>>())
    })
}

/// The elements in reverse order along one axis.
///
/// # Errors
/// Returns an error if the tensor lacks the axis.
pub fn flip(x: &Tensor, axis: i64) -> Result {
    let axis = axis_at("topi.flip", axis, x.shape.len())?;
    compute(&x.shape, "T_reverse_sequence", tag::INJECTIVE, |indices| {
        let mut own = indices.to_vec();
        let last = op::sub(&x.shape[axis], 1, None)?;
        own[axis] = op::sub(last, &own[axis], None)?;
        load(x, own)
    })
}

/// Each element several times along one axis.
///
/// # Errors
/// Returns an error if the tensor lacks the axis, or if the number of repetitions is not positive.
pub fn repeat(x: &Tensor, repeats: i32, axis: i64) -> Result {
    Check("topi.repeat").number("repeats", repeats.into(), repeats > 0, "positive")?;
    let axis = axis_at("topi.repeat", axis, x.shape.len())?;
    let mut shape = x.shape.clone();
    let length = op::mul(repeats, &x.shape[axis], None)?;
    shape.set(axis, length);
    compute(&shape, "T_repeat", tag::BROADCAST, |indices| {
        let mut own = indices.to_vec();
        own[axis] = op::floordiv(&own[axis], repeats, None)?;
        load(x, own)
    })
}

/// The whole tensor several times along each axis. The shorter one of the shape and the list of
/// repetitions is extended at its front with ones.
///
/// # Errors
/// Returns an error if an extent is not an integer.
pub fn tile(x: &Tensor, repetitions: &[PrimExpr]) -> Result {
    let ndim = x.shape.len().max(repetitions.len());
    let one = PrimExpr::from(1);
    let padded = |list: &[PrimExpr], axis: usize| {
        (axis + list.len()).checked_sub(ndim).map_or_else(|| one.clone(), |own| list[own].clone())
    };
    let shape = (0..ndim).map(|axis| op::mul(padded(&x.shape, axis), padded(repetitions, axis), None));
    tiled(x, &shape.collect::<Result<Array<_>>>()?)
}

/// The whole tensor as often as it fits a shape.
///
/// # Errors
/// Returns an error if an extent is not an integer.
pub fn dyn_tile(x: &Tensor, shape: &Array<PrimExpr>) -> Result {
    tiled(x, shape)
}

fn tiled(x: &Tensor, shape: &Array<PrimExpr>) -> Result {
    compute(shape, "T_tile", tag::BROADCAST, |indices| {
        let outer = indices.len().saturating_sub(x.shape.len());
        let own = indices[outer..].iter().zip(&x.shape);
        load(x, own.map(|(index, extent)| op::floormod(index, extent, None)).collect::<Result<Vec<_>>>()?)
    })
}

/// The coordinate grids of vectors. `is_xy` swaps the first two axes.
///
/// # Errors
/// Returns an error if an input has more than one axis.
pub fn meshgrid(inputs: &[Tensor], is_xy: bool) -> Result<Vec<Tensor>> {
    let mut order: Vec<usize> = (0..inputs.len()).collect();
    if is_xy && order.len() >= 2 {
        order.swap(0, 1);
    }
    let extent = |axis: &usize| inputs[*axis].shape.first().cloned().unwrap_or_else(|| 1.into());
    let shape: Array<PrimExpr> = order.iter().map(extent).collect();
    let grid = |(input, tensor): (usize, &Tensor)| {
        compute(&shape, "T_meshgrid", tag::INJECTIVE, |indices| load(tensor, [indices[order[input]].clone()]))
    };
    inputs.iter().enumerate().map(grid).collect()
}
