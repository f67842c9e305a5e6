//! Functions that move elements between the batch, the channels and the spatial axes.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, UNNAMED, compute, indices_of, load, tag};
use super::pad::{PadMode, pad};
use super::slice::{SliceRange, strided_slice};
use super::transform::{reshape, transpose};
use crate::check::Check;
use crate::op::{self, as_const_int};
use crate::te::Tensor;

/// The tensor with all axes after the first one joined.
///
/// # Errors
/// Returns an error if the tensor has no axes.
pub fn flatten(x: &Tensor) -> Result {
    let Some((first, inner)) = x.shape.split_first() else {
        let check = Check("topi.nn.flatten");
        return Err(check.operand_error("x", "a tensor with an axis", "a scalar"));
    };
    let length = inner.iter().try_fold(1.into(), |length: PrimExpr, extent| op::mul(length, extent, None))?;
    compute(&[first.clone(), length].into(), UNNAMED, tag::INJECTIVE, |indices| {
        let inner = indices_of(indices[1].clone(), inner)?;
        load(x, [&indices[..1], &inner].concat())
    })
}

/// Returns an extent that is known.
fn known(function: &'static str, extent: &PrimExpr) -> Result<i32> {
    let length = as_const_int(extent).and_then(|extent| i32::try_from(extent).ok());
    let found = || objet::text::as_repr(Some(extent));
    length.ok_or_else(|| Check(function).operand_error("an extent", "a constant of 32 bits", found()))
}

/// Checks that there are fewer blocks than axes, and that their lengths are positive.
fn check_blocks(function: &'static str, x: &Tensor, blocks: &[i32]) -> Result<()> {
    let (count, ndim) = (blocks.len() as i64, x.shape.len());
    Check(function).number(
        "the number of blocks",
        count,
        blocks.len() < ndim,
        "less than that of the axes",
    )?;
    for block in blocks {
        Check(function).number("a block", (*block).into(), *block > 0, "positive")?;
    }
    Ok(())
}

/// The axes after the first one, padded and cut into blocks, with the positions in the blocks moved
/// into the first axis.
///
/// # Errors
/// Returns an error if an extent is not known, or if a block does not divide a padded axis.
pub fn space_to_batch_nd(
    x: &Tensor,
    blocks: &[i32],
    before: &[PrimExpr],
    after: &[PrimExpr],
    pad_value: f64,
) -> Result {
    const FUNCTION: &str = "topi.nn.space_to_batch_nd";
    check_blocks(FUNCTION, x, blocks)?;
    let amounts = |amounts: &[PrimExpr]| {
        let outer = std::iter::once(PrimExpr::from(0)).chain(amounts.iter().cloned());
        outer.chain(std::iter::repeat(0.into())).take(x.shape.len()).collect::<Vec<_>>()
    };
    let value = op::cast(x.dtype, op::make_const(DataType::float(64), pad_value, None)?, None)?;
    let padded = pad(x, &amounts(before), &amounts(after), "T_pad", &PadMode::Constant(value))?;
    let batch = known(FUNCTION, &x.shape[0])?;
    let (mut split, mut order): (Vec<PrimExpr>, Vec<i64>) = (vec![batch.into()], Vec::new());
    let mut joined: Vec<PrimExpr> = Vec::new();
    for (block, extent) in blocks.iter().zip(&padded.shape[1..]) {
        let extent = known(FUNCTION, extent)?;
        Check(FUNCTION).number(
            "a padded extent",
            extent.into(),
            extent % block == 0,
            "a multiple of its block",
        )?;
        split.extend([(extent / block).into(), (*block).into()]);
        order.push(split.len() as i64 - 1);
        joined.push((extent / block).into());
    }
    let outer = order.clone();
    order.push(0);
    order.extend(outer.iter().map(|axis| axis - 1));
    let product = blocks.iter().try_fold(batch, |product, block| product.checked_mul(*block));
    let Some(product) = product else {
        return Err(Check(FUNCTION).operand_error("the batch", "a number of 32 bits", "a larger one"));
    };
    joined.insert(0, product.into());
    for extent in x.shape.iter().skip(blocks.len() + 1) {
        split.push(extent.clone());
        order.push(split.len() as i64 - 1);
        joined.push(extent.clone());
    }
    let split = reshape(&padded, &split.into())?;
    reshape(&transpose(&split, Some(&order))?, &joined.into())
}

/// The first axis cut into blocks, whose positions are moved into the following axes. These axes
/// are cropped.
///
/// # Errors
/// Returns an error if an extent is not known, or if the blocks do not divide the first axis.
pub fn batch_to_space_nd(x: &Tensor, blocks: &[i32], crop_begin: &[i64], crop_end: &[i64]) -> Result {
    const FUNCTION: &str = "topi.nn.batch_to_space_nd";
    check_blocks(FUNCTION, x, blocks)?;
    Check(FUNCTION).count("crops at the begin", blocks.len(), crop_begin.len())?;
    Check(FUNCTION).count("crops at the end", blocks.len(), crop_end.len())?;
    let batch = known(FUNCTION, &x.shape[0])?;
    let product = blocks.iter().try_fold(1_i32, |product, block| product.checked_mul(*block));
    let product = product.filter(|product| batch % product == 0);
    let Some(product) = product else {
        let found = format!("a batch of {batch}");
        return Err(Check(FUNCTION).operand_error("the batch", "a multiple of the blocks", found));
    };
    let batch = PrimExpr::from(batch / product);
    let count = blocks.len() as i64;
    let inner = x.shape.iter().skip(1).cloned();
    let split = blocks.iter().map(|block| (*block).into()).chain([batch.clone()]).chain(inner).collect();
    let mut order = vec![count];
    for axis in 1..x.shape.len() as i64 {
        order.push(count + axis);
        if axis <= count {
            order.push(axis - 1);
        }
    }
    let mut joined = vec![batch];
    for (axis, extent) in x.shape.iter().enumerate().skip(1) {
        joined.push(match blocks.get(axis - 1) {
            Some(block) => op::mul(extent, *block, None)?,
            None => extent.clone(),
        });
    }
    let mut ranges = Vec::new();
    for (axis, extent) in joined.iter().enumerate() {
        let (begin, end, length) = match axis.checked_sub(1).filter(|axis| *axis < blocks.len()) {
            Some(axis) => (crop_begin[axis], crop_end[axis], i64::from(known(FUNCTION, extent)?)),
            None => (0, 0, i64::from(known(FUNCTION, extent)?)),
        };
        Check(FUNCTION).number(
            "an extent",
            length,
            length > begin + end || axis == 0,
            "more than its crops",
        )?;
        ranges.push(SliceRange { begin, end: length - end, stride: 1, dtype: DataType::int(32) });
    }
    let moved = transpose(&reshape(x, &split)?, Some(&order))?;
    strided_slice(&reshape(&moved, &joined.into())?, &ranges)
}

/// The images with blocks of pixels moved into the channels, in the order of YOLO.
///
/// # Errors
/// Returns an error if the tensor does not have four axes of known lengths.
pub fn reorg(x: &Tensor, stride: i32) -> Result {
    const FUNCTION: &str = "topi.vision.reorg";
    Check(FUNCTION).count("axes", 4, x.shape.len())?;
    Check(FUNCTION).number("stride", stride.into(), stride > 0, "positive")?;
    let lengths = x.shape.iter().map(|extent| known(FUNCTION, extent)).collect::<Result<Vec<_>>>()?;
    let channels = lengths[1] / stride.saturating_mul(stride);
    let moved = compute(&x.shape, UNNAMED, "reorg_output", |indices| {
        let [batch, channel, row, column] = [0, 1, 2, 3].map(|axis: usize| &indices[axis]);
        let block = op::floordiv(channel, channels, None)?;
        // As in TVM, all indices except the last one are multiplied by the stride.
        let twice = |index: PrimExpr| op::mul(op::mul(index, stride, None)?, stride, None);
        let row = op::add(op::mul(row, stride, None)?, op::floordiv(&block, stride, None)?, None)?;
        let row = op::mul(row, stride, None)?;
        let column = op::add(op::mul(column, stride, None)?, op::floormod(&block, stride, None)?, None)?;
        load(x, [twice(batch.clone())?, twice(op::floormod(channel, channels, None)?)?, row, column])
    })?;
    let shape = [lengths[0], lengths[1] * stride * stride, lengths[2] / stride, lengths[3] / stride];
    reshape(&moved, &shape.into_iter().map(PrimExpr::from).collect())
}
