//! The type relations of operators that move data between batch, channels and space.

use objet::prelude::*;
use objet_ir::expr::{Integer, PrimExpr};
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv};

use super::padding::both;
use crate::attrs::{BatchToSpaceNDAttrs, SpaceToBatchNDAttrs, SubPixelAttrs};
use crate::op::relation::layout::in_layout;
use crate::op::relation::{NotYet, RelationError, RelationResult, Solved, assign, extent, tensor, types_of};

/// Divides the padded spatial axes by the blocks, and multiplies the batch by their sizes.
#[register_global("tvm.relay.type_relation.SpaceToBatchND")]
fn space_to_batch_nd(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: SpaceToBatchNDAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let paddings = attrs.paddings.as_deref().unwrap_or_default();
    let mut found = data.shape.to_vec();
    let count = check_blocks(&attrs.block_shape, paddings.len(), found.len())?;
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
    attrs: BatchToSpaceNDAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let crops = attrs.crops.as_deref().unwrap_or_default();
    let mut found = data.shape.to_vec();
    let count = check_blocks(&attrs.block_shape, crops.len(), found.len())?;
    for (axis, (block, crop)) in attrs.block_shape.iter().zip(crops).enumerate() {
        let [begin, end] = both(crop)?;
        found[axis + 1] = (Checked::from(&found[axis + 1]) * block - begin - end).expr()?;
    }
    found[0] = (Checked::from(&found[0]) / count).expr()?;
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Checks the number of blocks, and returns the number of elements of a block.
fn check_blocks(blocks: &[Integer], pairs: usize, ndim: usize) -> Result<i32, RelationError> {
    if blocks.len() != pairs || blocks.len() >= ndim || ndim < 2 {
        return Err(RelationError::Attribute {
            name: "block_shape",
            expected: format!("{pairs} numbers, fewer than the {ndim} axes of data"),
            found: blocks.len().to_string(),
        });
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
    attrs: SubPixelAttrs,
    reporter: TypeReporter,
) -> RelationResult {
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
    attrs: SubPixelAttrs,
    reporter: TypeReporter,
) -> RelationResult {
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
