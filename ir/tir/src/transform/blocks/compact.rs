//! Allocated buffers shrink to the regions that are accessed.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::{IntImm, PrimExpr};

use super::accessed_regions::accessed_regions;
use super::error::BlockPassError;
use super::{PrimFuncPass, block_pass};
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, IterVar, Range, Var};
use crate::function::PrimFunc;
use crate::functor::{StmtExprMutator, post_order};
use crate::op;
use crate::stmt::{Block, BlockNode, BufferRegion, BufferStore, Stmt};

/// The annotation of a block that aligns the strides of the buffers that the block writes. Its
/// value is an array of arrays of four numbers: the index of the write, the axis, the factor and
/// the offset. The stride of the axis is a multiple of the factor plus the offset.
const DIM_ALIGN: &str = "buffer_dim_align";

/// Creates a pass that shrinks allocated buffers to the regions that are accessed.
#[register_global("tir.transform.CompactBufferAllocation")]
fn compact_buffer_allocation() -> PrimFuncPass {
    block_pass("tir.CompactBufferAllocation", compact)
}

fn compact(func: &PrimFunc) -> Result<Stmt, BlockPassError> {
    let alignments = alignments(&func.body)?;
    let mut compaction = Compaction(HashMap::new());
    for (buffer, region) in accessed_regions(&func.body)? {
        let aligned = alignments.get(&buffer).map_or(&[][..], Vec::as_slice);
        let compacted = Compacted { buffer: compact_buffer(&buffer, &region, aligned)?, region };
        compaction.0.insert(buffer.data.clone(), compacted);
    }
    compaction.mutate(func.body.clone())
}

/// The alignment of the stride of an axis.
struct Alignment {
    axis: usize,
    factor: i64,
    offset: i64,
}

/// Returns the alignments of buffers that the annotations of blocks require.
fn alignments(body: &Stmt) -> Result<HashMap<Buffer, Vec<Alignment>>, BlockPassError> {
    let mut alignments: HashMap<Buffer, Vec<Alignment>> = HashMap::new();
    for object in post_order(body) {
        let Some(block) = object.as_node::<BlockNode>() else { continue };
        let Some(value) = block.annotations.get(DIM_ALIGN) else { continue };
        let error = |problem| BlockPassError::Annotation {
            key: DIM_ALIGN.into(),
            place: format!("block {:?}", block.name_hint),
            problem,
        };
        let tuples = value.as_ref().and_then(|value| value.downcast_ref::<Array<Array<IntImm>>>());
        let tuples = tuples.ok_or_else(|| error("is not an array of arrays of integers"))?;
        for tuple in tuples {
            let [index, axis, factor, offset] = &tuple[..] else {
                return Err(error("has an array whose length is not 4"));
            };
            let index = usize::try_from(index.value).ok();
            let Some(write) = index.and_then(|index| block.writes.get(index)) else {
                return Err(error("has the index of a write that the block does not declare"));
            };
            let axis = usize::try_from(axis.value).ok().filter(|axis| *axis < write.buffer.shape.len());
            let axis = axis.ok_or_else(|| error("has an axis that the buffer does not have"))?;
            let (factor, offset) = (factor.value, offset.value);
            alignments.entry(write.buffer.clone()).or_default().push(Alignment { axis, factor, offset });
        }
    }
    Ok(alignments)
}

/// Returns a buffer for a region of a buffer. Without alignments, the buffer is compact.
fn compact_buffer(
    buffer: &Buffer,
    region: &Array<Range>,
    alignments: &[Alignment],
) -> Result<Buffer, BlockPassError> {
    let mut compact = buffer.clone();
    let shape: Array<PrimExpr> = region.iter().map(|range| range.extent.clone()).collect();
    let strides = if alignments.is_empty() { Array::new() } else { strides(&shape, alignments)? };
    let fields = compact.make_mut();
    *fields.strides = strides;
    *fields.shape = shape;
    Ok(compact)
}

/// Returns the strides of a buffer, which are aligned and otherwise compact. The last alignment of
/// an axis counts.
fn strides(shape: &Array<PrimExpr>, alignments: &[Alignment]) -> Result<Array<PrimExpr>, BlockPassError> {
    let dtype = shape.first().map_or(DataType::int(32), |length| length.dtype);
    let mut stride = op::make_const(dtype, 1, None)?;
    let mut strides = Vec::new();
    for (axis, length) in shape.iter().enumerate().rev() {
        let alignment = alignments.iter().rfind(|alignment| alignment.axis == axis);
        if let Some(alignment) = alignment.filter(|alignment| alignment.factor != 0) {
            let factor = op::make_const(stride.dtype, alignment.factor, None)?;
            let offset = op::make_const(stride.dtype, alignment.offset, None)?;
            let rest = op::floormod(&stride, &factor, None)?;
            let missing = op::floormod(op::sub(op::add(&factor, offset, None)?, rest, None)?, factor, None)?;
            stride = op::add(stride, missing, None)?;
        }
        strides.push(stride.clone());
        stride = op::mul(stride, length, None)?;
    }
    strides.reverse();
    Ok(strides.into())
}

/// A buffer for a region of another buffer.
struct Compacted {
    buffer: Buffer,
    region: Array<Range>,
}

impl Compacted {
    /// Returns indices into the region.
    fn indices(&self, indices: &Array<PrimExpr>) -> Result<Array<PrimExpr>, BlockPassError> {
        let pairs = indices.iter().zip(&self.region);
        Ok(pairs.map(|(index, range)| op::sub(index, &range.min, None)).collect::<Result<_, _>>()?)
    }
}

/// The compacted buffers by the pointers of the originals.
struct Compaction(HashMap<Var, Compacted>);

impl StmtExprMutator for Compaction {
    type Error = BlockPassError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, Self::Error> {
        let Some(compacted) = self.0.get(&load.buffer.data) else { return Ok(load.upcast()) };
        let indices = compacted.indices(&load.indices)?;
        Ok(BufferLoad::new(compacted.buffer.clone(), indices, load.span.clone())?.upcast())
    }

    fn visit_buffer_store(&mut self, store: BufferStore) -> Result<Stmt, Self::Error> {
        let Some(compacted) = self.0.get(&store.buffer.data) else { return Ok(store.upcast()) };
        let (value, indices) = (store.value.clone(), compacted.indices(&store.indices)?);
        Ok(BufferStore::new(compacted.buffer.clone(), value, indices, store.span.clone())?.upcast())
    }

    fn visit_buffer_region(&mut self, region: BufferRegion) -> Result<BufferRegion, Self::Error> {
        let Some(compacted) = self.0.get(&region.buffer.data) else { return Ok(region) };
        let mins = region.region.iter().map(|range| range.min.clone()).collect();
        let mins = compacted.indices(&mins)?;
        let extents = region.region.iter().map(|range| &range.extent);
        let ranges = mins.iter().zip(extents).map(|(min, extent)| Range::from_min_extent(min, extent));
        Ok(BufferRegion::new(compacted.buffer.clone(), ranges.collect::<Array<_>>())?)
    }

    fn visit_block(&mut self, mut block: Block) -> Result<Stmt, Self::Error> {
        if !block.alloc_buffers.is_empty() {
            let compacted =
                |buffer: &Buffer| self.0.get(&buffer.data).map(|compacted| compacted.buffer.clone());
            let buffers = block.alloc_buffers.iter();
            let buffers: Array<Buffer> =
                buffers.map(|buffer| compacted(buffer).unwrap_or_else(|| buffer.clone())).collect();
            *block.make_mut().alloc_buffers = buffers;
        }
        Ok(block.upcast())
    }
}
