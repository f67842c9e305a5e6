//! Blocks: units of computation that declare what they read and write.

use objet::String;
use objet::compare::{EqualReducer, HashReducer};
use objet::prelude::*;
use objet::text::{ReprPrinter, as_repr};
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, IntImmNode, PrimExpr};
use objet_ir::span::Span;

use super::{Stmt, StmtNode};
use crate::buffer::{Buffer, BufferType};
use crate::check::Check;
use crate::expr::{IterVar, Range};
use crate::op::{add, is_const_int};

/// A region of a buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BufferRegion", is_final, new, validate)]
#[reflect(repr = show_region)]
pub struct BufferRegionNode {
    base: Object,
    /// The buffer.
    pub buffer: Buffer,
    /// A range for each axis.
    pub region: Array<Range>,
}

/// A buffer that is a region of another buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.MatchBufferRegion", is_final, new, validate)]
#[reflect(repr = show_match)]
pub struct MatchBufferRegionNode {
    base: Object,
    /// The buffer.
    pub buffer: Buffer,
    /// The region of the other buffer.
    pub source: BufferRegion,
}

/// A unit of computation. It depends on the enclosing loops only through the values of its
/// variables.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Block", is_final, new(alloc_buffers, match_buffers, annotations, span: Option<Span>))]
#[reflect(
    fields(iter_vars, reads, writes, name_hint, body, init, alloc_buffers, match_buffers, annotations),
    compare_with(blocks_equal, hash_block),
    repr = show_block
)]
pub struct BlockNode {
    base: StmtNode,
    /// The iteration variables.
    #[reflect(def)]
    pub iter_vars: Array<IterVar>,
    /// The regions that the block reads.
    pub reads: Array<BufferRegion>,
    /// The regions that the block writes.
    pub writes: Array<BufferRegion>,
    /// The name for printing.
    #[reflect(skip_eq)]
    pub name_hint: String,
    /// The body.
    pub body: Stmt,
    /// The statement that runs before the body for the first values of the reduction variables.
    pub init: Option<Stmt>,
    /// The buffers that the block allocates.
    #[reflect(default = Array::new())]
    pub alloc_buffers: Array<Buffer>,
    /// The buffers that are regions of other buffers.
    #[reflect(default = Array::new())]
    pub match_buffers: Array<MatchBufferRegion>,
    /// Annotations for passes.
    #[reflect(default = Map::new())]
    pub annotations: Map<String, Option<ObjectRef>>,
}

/// An execution of a block with values for its variables.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BlockRealize", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(iter_values, predicate, block), repr = show_realize)]
pub struct BlockRealizeNode {
    base: StmtNode,
    /// A value for each variable.
    pub iter_values: Array<PrimExpr>,
    /// Whether the block is executed.
    pub predicate: PrimExpr,
    /// The block.
    pub block: Block,
}

/// Compares the variables and buffers that a block defines before their uses.
fn blocks_equal<'a>(lhs: &'a BlockNode, rhs: &'a BlockNode, reducer: &mut EqualReducer<'a>) -> bool {
    reducer.definition("iter_vars", &lhs.iter_vars, &rhs.iter_vars)
        && reducer.field("alloc_buffers", &lhs.alloc_buffers, &rhs.alloc_buffers)
        && reducer.field("match_buffers", &lhs.match_buffers, &rhs.match_buffers)
        && reducer.field("reads", &lhs.reads, &rhs.reads)
        && reducer.field("writes", &lhs.writes, &rhs.writes)
        && reducer.field("body", &lhs.body, &rhs.body)
        && reducer.field("init", lhs.init.as_ref(), rhs.init.as_ref())
        && reducer.field("annotations", &lhs.annotations, &rhs.annotations)
}

fn hash_block<'a>(block: &'a BlockNode, reducer: &mut HashReducer<'a>) {
    reducer.definition(&block.iter_vars);
    reducer.field(&block.alloc_buffers);
    reducer.field(&block.match_buffers);
    reducer.field(&block.reads);
    reducer.field(&block.writes);
    reducer.field(&block.body);
    reducer.field(block.init.as_ref());
    reducer.field(&block.annotations);
}

/// There is a range for each axis.
impl Validate for BufferRegionNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).count("ranges", self.buffer.shape.len(), self.region.len())
    }
}

impl BufferRegion {
    /// Creates the region of a whole buffer.
    ///
    /// # Errors
    /// Returns an error if a length of the buffer is not an integer.
    pub fn full(buffer: Buffer) -> Result<Self, ConstructError> {
        let whole = |length: &PrimExpr| {
            Ok(Range::from_min_extent(IntImm::new(length.dtype, 0, None)?, length.clone()))
        };
        let region = buffer.shape.iter().map(whole).collect::<Result<Array<_>, ConstructError>>()?;
        Self::new(buffer, region)
    }

    /// Creates the region of one element.
    ///
    /// # Errors
    /// Returns an error if there is not one index per axis, or if an index is not an integer.
    pub fn from_point(buffer: Buffer, indices: impl Into<Array<PrimExpr>>) -> Result<Self, ConstructError> {
        let point =
            |index: &PrimExpr| Ok(Range::from_min_extent(index.clone(), IntImm::new(index.dtype, 1, None)?));
        let region = indices.into().iter().map(point).collect::<Result<Array<_>, ConstructError>>()?;
        Self::new(buffer, region)
    }
}

/// The axes of `buffer` are the last axes of the region, with the same lengths. The other axes of
/// the region have length 1. Only constant lengths are compared.
///
/// Both buffers have the same storage scope and element type, and neither is broadcast. The
/// alignment of the source is a multiple of the alignment of `buffer`.
impl Validate for MatchBufferRegionNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let Self { buffer, source, .. } = self;
        let check = Check(Self::TYPE_KEY);
        let other = &source.buffer;
        if buffer.scope() != other.scope() {
            return Err(check.operand_error("buffer", "in the storage scope of source", buffer.scope()));
        }
        check.same_dtype(("buffer", buffer.dtype), ("source", other.dtype))?;
        let aligned = other.data_alignment.checked_rem(buffer.data_alignment) == Some(0);
        let expected = "a divisor of the alignment of source";
        check.number("the alignment of buffer", buffer.data_alignment.into(), aligned, expected)?;
        for (operand, one) in [("buffer", buffer), ("source", other)] {
            if one.buffer_type != BufferType::Default {
                return Err(check.operand_error(
                    operand,
                    "a buffer of type Default",
                    format!("{:?}", one.buffer_type),
                ));
            }
        }
        let Some(offset) = source.region.len().checked_sub(buffer.shape.len()) else {
            check.count("or fewer axes of buffer", source.region.len(), buffer.shape.len())?;
            unreachable!("the counts differ")
        };
        let number = |expr: &PrimExpr| expr.as_node::<IntImmNode>().map(|number| number.value);
        for (axis, range) in source.region.iter().enumerate() {
            let expected = match axis.checked_sub(offset) {
                None => Some(1),
                Some(axis) => number(&buffer.shape[axis]),
            };
            if let (Some(expected), Some(found)) = (expected, number(&range.extent)) {
                let says = "as long as its axis in buffer, or 1 if buffer lacks the axis";
                check.number("a range of source", found, found == expected, says)?;
            }
        }
        Ok(())
    }
}

/// There is a value for each variable. The predicate is a boolean.
impl Validate for BlockRealizeNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let check = Check(Self::TYPE_KEY);
        check.count("values", self.block.iter_vars.len(), self.iter_values.len())?;
        check.bool(("predicate", &self.predicate))
    }
}

fn show_region<'a>(region: &'a BufferRegionNode, printer: &mut ReprPrinter<'a>) {
    printer.text(region.buffer.name.as_str()).text("[");
    for (index, range) in region.region.iter().enumerate() {
        printer.text(if index > 0 { ", " } else { "" }).object(&range.min);
        if !is_const_int(&range.extent, 1) {
            show_end(range, printer.text(":"));
        }
    }
    printer.text("]");
}

/// Prints the end of a range. The sum is printed as one number if it folds.
fn show_end<'a>(range: &'a Range, printer: &mut ReprPrinter<'a>) {
    let (min, extent) = (&range.min, &range.extent);
    match add(min, extent, None) {
        Ok(end) if end.same_as(min) => printer.object(min),
        Ok(end) if end.same_as(extent) => printer.object(extent),
        Ok(end) if end.is_instance::<IntImmNode>() => printer.text(as_repr(Some(&end))),
        _ => printer.text("(").object(min).text(" + ").object(extent).text(")"),
    };
}

fn show_match<'a>(part: &'a MatchBufferRegionNode, printer: &mut ReprPrinter<'a>) {
    printer
        .indent()
        .text(part.buffer.name.as_str())
        .text(" = match_buffer(")
        .object(&part.source)
        .text(")\n");
}

fn show_block<'a>(block: &'a BlockNode, printer: &mut ReprPrinter<'a>) {
    show_title(block, printer);
    show_contents(block, printer);
}

fn show_realize<'a>(realize: &'a BlockRealizeNode, printer: &mut ReprPrinter<'a>) {
    show_title(&realize.block, printer);
    for (axis, value) in realize.block.iter_vars.iter().zip(&realize.iter_values) {
        printer.indent().text("bind(").object(&axis.var).text(", ").object(value).text(")\n");
    }
    if !is_const_int(&realize.predicate, 1) {
        printer.indent().text("where(").object(&realize.predicate).text(")\n");
    }
    show_contents(&realize.block, printer);
}

fn show_title<'a>(block: &'a BlockNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("block ").text(block.name_hint.as_str()).text("(").list(&block.iter_vars);
    printer.text(") {\n").increase_indent();
}

fn show_contents<'a>(block: &'a BlockNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("reads(").object(&block.reads).text(")\n");
    printer.indent().text("writes(").object(&block.writes).text(")\n");
    for buffer in &block.alloc_buffers {
        printer.indent().text(buffer.name.as_str()).text(format!(" = alloc_buffer({}[", buffer.dtype));
        printer.list(&buffer.shape).text("])\n");
    }
    for part in &block.match_buffers {
        printer.object(part);
    }
    if !block.annotations.is_empty() {
        printer.indent().text("annotations(").object(&block.annotations).text(")\n");
    }
    if let Some(init) = &block.init {
        printer
            .indent()
            .text("with init() {\n")
            .increase_indent()
            .object(init)
            .decrease_indent()
            .indent()
            .text("}\n");
    }
    printer.object(&block.body).decrease_indent().indent().text("}\n");
}
