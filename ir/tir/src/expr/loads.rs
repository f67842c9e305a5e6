//! Loads from memory.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::span::Span;

use super::Var;
use crate::buffer::{Buffer, DataProducer, producer_name};
use crate::check::{Check, kind_of};
use crate::op::is_const_int;
use crate::te::TensorNode;

/// A load through a pointer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Load", is_final, new(dtype: DataType, buffer_var, index, predicate, span: Option<Span>), validate)]
#[reflect(fields(dtype, buffer_var, index, predicate, span), repr = show_load)]
pub struct LoadNode {
    base: PrimExprNode,
    /// The pointer.
    pub buffer_var: Var,
    /// The index in elements.
    pub index: PrimExpr,
    /// Whether each lane is loaded.
    pub predicate: PrimExpr,
}

/// A load of an element of a buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BufferLoad", is_final, new(dtype = buffer.dtype, span: Option<Span>), validate)]
#[reflect(fields(dtype, buffer, indices, span), repr = show_buffer_load)]
pub struct BufferLoadNode {
    base: PrimExprNode,
    /// The buffer.
    pub buffer: Buffer,
    /// An index for each axis.
    pub indices: Array<PrimExpr>,
}

/// A load of an element of a tensor that has no memory yet.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.ProducerLoad", is_final, new(dtype: DataType, producer, indices, span: Option<Span>))]
#[reflect(fields(dtype, producer, indices, span), repr = show_producer_load)]
pub struct ProducerLoadNode {
    base: PrimExprNode,
    /// The tensor.
    pub producer: DataProducer,
    /// An index for each axis.
    pub indices: Array<PrimExpr>,
}

/// The index and the predicate have as many lanes as the loaded value.
impl Validate for LoadNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let check = Check(Self::TYPE_KEY);
        let expected = "a value with as many lanes as the loaded value";
        check.lanes(("index", &self.index), self.dtype.lanes, expected)?;
        check.lanes(("predicate", &self.predicate), self.dtype.lanes, expected)
    }
}

/// There is an index for each axis.
impl Validate for BufferLoadNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).count("indices", self.buffer.shape.len(), self.indices.len())
    }
}

impl ProducerLoad {
    /// Creates a load of the element of `producer` at `indices`. The data type of the load is the
    /// data type of the tensor.
    ///
    /// # Errors
    /// Returns an error if `producer` is not a tensor.
    pub fn of_tensor(
        producer: impl Into<DataProducer>,
        indices: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let producer = producer.into();
        match producer.as_node::<TensorNode>().map(|tensor| tensor.dtype) {
            Some(dtype) => Ok(Self::new(dtype, producer, indices, span)),
            None => {
                let found = kind_of(&producer);
                Err(Check(ProducerLoadNode::TYPE_KEY).operand_error("producer", "a Tensor", found))
            }
        }
    }
}

fn show_load<'a>(load: &'a LoadNode, printer: &mut ReprPrinter<'a>) {
    printer.object(&load.buffer_var).text("[").object(&load.index).text("]");
    if !is_const_int(&load.predicate, 1) {
        printer.text(" if ").object(&load.predicate);
    }
}

fn show_buffer_load<'a>(load: &'a BufferLoadNode, printer: &mut ReprPrinter<'a>) {
    printer.text(load.buffer.name.as_str()).text("[").list(&load.indices).text("]");
}

fn show_producer_load<'a>(load: &'a ProducerLoadNode, printer: &mut ReprPrinter<'a>) {
    printer.text(producer_name(&load.producer)).text("[").list(&load.indices).text("]");
}
