//! The type relations and the compute functions of operators that move data between batch, channels
//! and space.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr};
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, as_const_int, floordiv};
use objet_tir::topi;

use super::padding::both;
use crate::attrs::{BatchToSpaceNDAttrs, SpaceToBatchNDAttrs, SubPixelAttrs};
use crate::op::compute::{ComputeResult, Computed};
use crate::op::relation::layout::in_layout;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, extent, tensor, types_of,
};

/// Returns the blocks as numbers.
fn numbers(blocks: &Array<Integer>) -> Result<Vec<i32>, BoxError> {
    Ok(blocks.iter().map(|block| i32::try_from(block.value)).collect::<Result<_, _>>()?)
}

/// Returns the first and the second numbers of pairs.
fn pairs(pairs: Option<&Array<Array<PrimExpr>>>) -> Result<(Vec<PrimExpr>, Vec<PrimExpr>), BoxError> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for pair in pairs.into_iter().flatten() {
        let [low, high] = both(pair)?;
        first.push(low);
        second.push(high);
    }
    Ok((first, second))
}

/// Moves blocks of the spatial axes into the batch.
pub(super) fn space_to_batch_nd_compute(call: &Computed) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<SpaceToBatchNDAttrs>()?);
    let (before, after) = pairs(attrs.paddings.as_ref())?;
    let blocks = numbers(&attrs.block_shape)?;
    Ok(vec![topi::space_to_batch_nd(data, &blocks, &before, &after, attrs.pad_value)?])
}

/// Moves blocks of the batch into the spatial axes.
pub(super) fn batch_to_space_nd_compute(call: &Computed) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<BatchToSpaceNDAttrs>()?);
    let (before, after) = pairs(attrs.crops.as_ref())?;
    let known = |crops: Vec<PrimExpr>| {
        let crop = |crop| as_const_int(crop).ok_or("crops: expected constants");
        crops.iter().map(crop).collect::<Result<Vec<_>, _>>()
    };
    let blocks = numbers(&attrs.block_shape)?;
    Ok(vec![topi::batch_to_space_nd(data, &blocks, &known(before)?, &known(after)?)?])
}

/// Divides the padded spatial axes by the blocks, and multiplies the batch by their sizes.
#[register_global("tvm.relay.type_relation.SpaceToBatchND")]
fn space_to_batch_nd(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SpaceToBatchNDAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let paddings = attrs.paddings.as_deref().unwrap_or_default();
    let mut found = data.shape.to_vec();
    let count = check_blocks(&attrs.block_shape, ("paddings", paddings.len()), found.len())?;
    for (axis, (block, padding)) in attrs.block_shape.iter().zip(paddings).enumerate() {
        let [before, after] = both(padding)?;
        let padded = Checked::from(&found[axis + 1]) + (Checked::from(before) + after);
        found[axis + 1] = (padded / block).expr()?;
    }
    found[0] = (Checked::from(&found[0]) * count).expr()?;
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Multiplies the spatial axes by the blocks and crops them, and divides the batch.
#[register_global("tvm.relay.type_relation.BatchToSpaceND")]
fn batch_to_space_nd(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BatchToSpaceNDAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let crops = attrs.crops.as_deref().unwrap_or_default();
    let mut found = data.shape.to_vec();
    let count = check_blocks(&attrs.block_shape, ("crops", crops.len()), found.len())?;
    for (axis, (block, crop)) in attrs.block_shape.iter().zip(crops).enumerate() {
        let [begin, end] = both(crop)?;
        found[axis + 1] = (Checked::from(&found[axis + 1]) * block - begin - end).expr()?;
    }
    found[0] = (Checked::from(&found[0]) / count).expr()?;
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Checks the number of blocks, and returns the number of elements of a block. `pairs` are the name
/// and the length of the attribute with a pair for each block.
fn check_blocks(
    blocks: &[Integer],
    (pairs, length): (&'static str, usize),
    ndim: usize,
) -> Result<i32, RelationError> {
    if ndim < 2 {
        return Err(RelationError::RankRange { operand: "data", expected: "at least 2", found: ndim });
    }
    let count = blocks.len();
    if count >= ndim {
        let expected = format!("fewer numbers than the {ndim} axes of data");
        return Err(RelationError::attribute("block_shape", expected, count));
    }
    if count != length {
        let expected = format!("{count} pairs, one for each number of block_shape");
        return Err(RelationError::attribute(pairs, expected, length));
    }
    let count =
        blocks.iter().try_fold(1_i32, |count, block| count.checked_mul(i32::try_from(block.value).ok()?));
    count.ok_or_else(|| RelationError::Attribute {
        name: "block_shape",
        expected: "blocks of fewer than 2^31 elements".into(),
        found: format!("{:?}", blocks.iter().map(|block| block.value).collect::<Vec<_>>()),
    })
}

/// Moves channels into blocks of pixels.
#[register_global("tvm.relay.type_relation.DepthToSpace")]
fn depth_to_space(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SubPixelAttrs = attrs_of(attrs)?;
    let block = attrs.block_size;
    rearranged(&types, &attrs, &reporter, |shape| {
        change(&mut shape[1], |channels| floordiv(channels, block.wrapping_mul(block), None))?;
        change(&mut shape[2], |height| (height * block).expr())?;
        change(&mut shape[3], |width| (width * block).expr())
    })
}

/// Moves blocks of pixels into channels.
#[register_global("tvm.relay.type_relation.SpaceToDepth")]
fn space_to_depth(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SubPixelAttrs = attrs_of(attrs)?;
    let block = attrs.block_size;
    rearranged(&types, &attrs, &reporter, |shape| {
        change(&mut shape[1], |channels| (channels * block.wrapping_mul(block)).expr())?;
        change(&mut shape[2], |height| floordiv(height, block, None))?;
        change(&mut shape[3], |width| floordiv(width, block, None))
    })
}

/// Changes an extent that is not `Any`.
fn change(
    length: &mut PrimExpr,
    change: impl FnOnce(&PrimExpr) -> Result<PrimExpr, objet_ir::ConstructError>,
) -> Result<(), RelationError> {
    if !extent::is_any(length) {
        *length = change(length)?;
    }
    Ok(())
}

/// Relates the types of images before and after the shape changes in the layout `NCHW`.
fn rearranged(
    types: &Array<Type>,
    attrs: &SubPixelAttrs,
    reporter: &TypeReporter,
    change: impl FnOnce(&mut [PrimExpr]) -> Result<(), RelationError>,
) -> RelationResult {
    let [data, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let mut shape = in_layout("layout", &data.shape, &attrs.layout, "NCHW")?.to_vec();
    change(&mut shape)?;
    let found = in_layout("layout", &shape, "NCHW", &attrs.layout)?;
    assign(reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}
