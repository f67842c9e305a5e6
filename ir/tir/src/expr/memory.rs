//! Reading from memory.

use objet::ReprPrinter;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::span::Span;

use super::Var;
use crate::buffer::{Buffer, DataProducer, producer_name};
use crate::check::{Check, kind_of};
use crate::op::is_const_int;
use crate::te::TensorNode;

/// What a pointer points to at an index.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Load", is_final)]
#[reflect(fields(dtype, buffer_var, index, predicate, span), repr = show_load)]
pub struct LoadNode {
    base: PrimExprNode,
    /// The pointer.
    pub buffer_var: Var,
    /// The index, counted in elements.
    pub index: PrimExpr,
    /// For each lane, whether it is read.
    pub predicate: PrimExpr,
}

/// An element of a buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BufferLoad", is_final)]
#[reflect(fields(dtype, buffer, indices, span), repr = show_buffer_load)]
pub struct BufferLoadNode {
    base: PrimExprNode,
    /// The buffer.
    pub buffer: Buffer,
    /// An index for each axis.
    pub indices: Array<PrimExpr>,
}

/// An element of a tensor, before it is known where that lies in memory.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.ProducerLoad", is_final)]
#[reflect(fields(dtype, producer, indices, span), repr = show_producer_load)]
pub struct ProducerLoadNode {
    base: PrimExprNode,
    /// The tensor.
    pub producer: DataProducer,
    /// An index for each axis.
    pub indices: Array<PrimExpr>,
}

impl Load {
    /// The `dtype` to which `buffer_var` points at an index.
    ///
    /// # Errors
    /// If index and predicate are of other numbers of lanes than `dtype`.
    pub fn new(
        dtype: DataType,
        buffer_var: impl Into<Var>,
        index: impl Into<PrimExpr>,
        predicate: impl Into<PrimExpr>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (buffer_var, index, predicate) = (buffer_var.into(), index.into(), predicate.into());
        let check = Check(LoadNode::TYPE_KEY);
        let expected = "of as many lanes as what is read";
        check.lanes(("index", &index), dtype.lanes, expected)?;
        check.lanes(("predicate", &predicate), dtype.lanes, expected)?;
        let base = PrimExprNode::new(dtype, span);
        Ok(make_object(LoadNode { base, buffer_var, index, predicate }).into())
    }
}

impl BufferLoad {
    /// The element of `buffer` at these indices.
    ///
    /// # Errors
    /// If there are more or fewer indices than axes.
    pub fn new(
        buffer: Buffer,
        indices: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let indices = indices.into();
        Check(BufferLoadNode::TYPE_KEY).count("indices", buffer.shape.len(), indices.len())?;
        let base = PrimExprNode::new(buffer.dtype, span);
        Ok(make_object(BufferLoadNode { base, buffer, indices }).into())
    }
}

impl ProducerLoad {
    /// The element of `producer`, a `dtype`, at these indices.
    pub fn new(
        dtype: DataType,
        producer: impl Into<DataProducer>,
        indices: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Self {
        let (base, producer, indices) = (PrimExprNode::new(dtype, span), producer.into(), indices.into());
        make_object(ProducerLoadNode { base, producer, indices }).into()
    }

    /// The element at these indices of `producer`, which knows of what type that is.
    ///
    /// # Errors
    /// If `producer` is no tensor.
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
                Err(Check(ProducerLoadNode::TYPE_KEY).refuse("producer", "a Tensor", found))
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
