//! Stores, allocations and realizations.

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::span::Span;
use objet_ir::types::PointerTypeNode;

use super::{Stmt, StmtNode};
use crate::buffer::{Buffer, DataProducer, annotation, points_to, producer_name};
use crate::check::Check;
use crate::expr::{Range, Var};
use crate::op::is_const_int;

/// A store through a pointer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Store", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(buffer_var, value, index, predicate, span), repr = show_store)]
pub struct StoreNode {
    base: StmtNode,
    /// The pointer.
    pub buffer_var: Var,
    /// The stored value.
    pub value: PrimExpr,
    /// The index in elements.
    pub index: PrimExpr,
    /// Whether each lane is stored.
    pub predicate: PrimExpr,
}

/// A store to an element of a buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BufferStore", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(buffer, value, indices, span), repr = show_buffer_store)]
pub struct BufferStoreNode {
    base: StmtNode,
    /// The buffer.
    pub buffer: Buffer,
    /// The stored value.
    pub value: PrimExpr,
    /// An index for each axis.
    pub indices: Array<PrimExpr>,
}

/// Requires that a region of a buffer is available in a statement.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BufferRealize", is_final, new(span: Option<Span>))]
#[reflect(fields(buffer, bounds, condition, body, span), repr = show_buffer_realize)]
pub struct BufferRealizeNode {
    base: StmtNode,
    /// The buffer.
    pub buffer: Buffer,
    /// The region: a range for each axis.
    pub bounds: Array<Range>,
    /// Whether the region is required.
    pub condition: PrimExpr,
    /// The statement.
    pub body: Stmt,
}

/// A store to an element of a tensor that has no memory yet.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.ProducerStore", is_final, new(span: Option<Span>))]
#[reflect(fields(producer, value, indices, span), repr = show_producer_store)]
pub struct ProducerStoreNode {
    base: StmtNode,
    /// The tensor.
    pub producer: DataProducer,
    /// The stored value.
    pub value: PrimExpr,
    /// An index for each axis.
    pub indices: Array<PrimExpr>,
}

/// Requires that a region of a tensor is available in a statement.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.ProducerRealize", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(producer, bounds, condition, body, storage_scope, span), repr = show_producer_realize)]
pub struct ProducerRealizeNode {
    base: StmtNode,
    /// The tensor.
    pub producer: DataProducer,
    /// The region: a range for each axis.
    pub bounds: Array<Range>,
    /// Whether the region is required.
    pub condition: PrimExpr,
    /// The statement.
    pub body: Stmt,
    /// The storage scope of the region.
    pub storage_scope: String,
}

/// An allocation of memory for a statement.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Allocate", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(buffer_var, dtype, extents, condition, body, annotations, span), repr = show_allocate)]
pub struct AllocateNode {
    base: StmtNode,
    /// The pointer to the memory.
    #[reflect(def)]
    pub buffer_var: Var,
    /// The data type of an element.
    pub dtype: DataType,
    /// The extents. Their product is the number of elements.
    pub extents: Array<PrimExpr>,
    /// Whether the memory is required.
    pub condition: PrimExpr,
    /// The statement.
    pub body: Stmt,
    /// Annotations for passes.
    pub annotations: Map<String, Option<ObjectRef>>,
}

/// A prefetch of a region of a buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Prefetch", is_final, new(span: Option<Span>))]
#[reflect(fields(buffer, bounds, span), repr = show_prefetch)]
pub struct PrefetchNode {
    base: StmtNode,
    /// The buffer.
    pub buffer: Buffer,
    /// The region: a range for each axis.
    pub bounds: Array<Range>,
}

/// The index and the predicate have as many lanes as the value.
impl Validate for StoreNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let (check, lanes) = (Check(Self::TYPE_KEY), self.value.dtype.lanes);
        let expected = "a value with as many lanes as the stored value";
        check.lanes(("index", &self.index), lanes, expected)?;
        check.lanes(("predicate", &self.predicate), lanes, expected)
    }
}

/// There is an index for each axis.
impl Validate for BufferStoreNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).count("indices", self.buffer.shape.len(), self.indices.len())
    }
}

/// The bounds of each range are scalars. The condition is a boolean.
impl Validate for ProducerRealizeNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let check = Check(Self::TYPE_KEY);
        for range in &self.bounds {
            check.scalar(("bounds", &range.min))?;
            check.scalar(("bounds", &range.extent))?;
        }
        check.bool(("condition", &self.condition))
    }
}

/// The variable is annotated as a pointer to `dtype`. The extents are scalars, and the condition is
/// a boolean.
impl Validate for AllocateNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let check = Check(Self::TYPE_KEY);
        if !points_to(&self.buffer_var, self.dtype) {
            let expected = "a pointer to the element type";
            return Err(check.operand_error("buffer_var", expected, annotation(&self.buffer_var)));
        }
        for extent in &self.extents {
            check.scalar(("extents", extent))?;
        }
        check.bool(("condition", &self.condition))
    }
}

impl AllocateNode {
    /// Returns the number of elements if all extents are constants and the product fits an `i64`.
    pub fn constant_allocation_size(&self) -> Option<i64> {
        let extent = |extent: &PrimExpr| Some(extent.as_node::<IntImmNode>()?.value);
        self.extents.iter().try_fold(1_i64, |size, next| size.checked_mul(extent(next)?))
    }
}

fn show_store<'a>(store: &'a StoreNode, printer: &mut ReprPrinter<'a>) {
    printer
        .indent()
        .object(&store.buffer_var)
        .text("[")
        .object(&store.index)
        .text("] = ")
        .object(&store.value);
    show_condition(&store.predicate, printer);
    printer.text("\n");
}

fn show_buffer_store<'a>(store: &'a BufferStoreNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text(store.buffer.name.as_str()).text("[").list(&store.indices);
    printer.text("] = ").object(&store.value).text("\n");
}

fn show_producer_store<'a>(store: &'a ProducerStoreNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text(producer_name(&store.producer)).text("[").list(&store.indices);
    printer.text("] =").object(&store.value).text("\n");
}

fn show_buffer_realize<'a>(realize: &'a BufferRealizeNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("buffer_realize ").text(realize.buffer.name.as_str());
    show_realized(&realize.bounds, &realize.condition, &realize.body, printer);
}

fn show_producer_realize<'a>(realize: &'a ProducerRealizeNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("producer_realize ").text(producer_name(&realize.producer));
    show_realized(&realize.bounds, &realize.condition, &realize.body, printer);
}

fn show_realized<'a>(
    bounds: &'a Array<Range>,
    condition: &'a PrimExpr,
    body: &'a Stmt,
    printer: &mut ReprPrinter<'a>,
) {
    show_bounds(bounds, printer);
    show_condition(condition, printer);
    printer.text(" {\n").increase_indent().object(body).decrease_indent().indent().text("}\n");
}

fn show_allocate<'a>(allocate: &'a AllocateNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("allocate ").object(&allocate.buffer_var).text(format!("[{}", allocate.dtype));
    for extent in &allocate.extents {
        printer.text(" * ").object(extent);
    }
    printer.text("], storage_scope = ");
    let annotation = allocate.buffer_var.type_annotation.as_ref();
    if let Some(pointer) = annotation.and_then(|ty| ty.as_node::<PointerTypeNode>()) {
        printer.text(pointer.storage_scope.as_str());
    }
    show_condition(&allocate.condition, printer);
    printer.text("\n").object(&allocate.body);
}

/// Omits the line break, as TVM does.
fn show_prefetch<'a>(prefetch: &'a PrefetchNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("prefetch ").object(&prefetch.buffer);
    show_bounds(&prefetch.bounds, printer);
}

fn show_bounds<'a>(bounds: &'a Array<Range>, printer: &mut ReprPrinter<'a>) {
    printer.text("(");
    for (index, range) in bounds.iter().enumerate() {
        printer.text(if index > 0 { ", [" } else { "[" }).list([&range.min, &range.extent]).text("]");
    }
    printer.text(")");
}

fn show_condition<'a>(condition: &'a PrimExpr, printer: &mut ReprPrinter<'a>) {
    if !is_const_int(condition, 1) {
        printer.text(" if ").object(condition);
    }
}
