//! What tensors are computed by, as far as saved expressions of tir refer to it.

use objet::ReprPrinter;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::buffer::{DataProducer, DataProducerNode};
use crate::expr::IterVar;

/// Base of what tensors are computed by.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Operation")]
pub struct OperationNode {
    base: Object,
    /// Its name.
    pub name: std::string::String,
    /// What kind of operation it is, for schedules.
    pub tag: std::string::String,
    /// What schedules are to know of it.
    pub attrs: Map<objet::String, Option<ObjectRef>>,
}

/// A tensor that is given from outside.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PlaceholderOp", is_final)]
#[reflect(repr = show_placeholder)]
pub struct PlaceholderOpNode {
    base: OperationNode,
    /// The number of elements along each axis.
    pub shape: Array<PrimExpr>,
    /// The type of the elements.
    pub dtype: DataType,
}

/// Base of operations that say how an element is computed.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseComputeOp")]
pub struct BaseComputeOpNode {
    base: OperationNode,
    /// The variables for the place of an element, one for each axis of the results.
    pub axis: Array<IterVar>,
    /// The variables that are reduced over.
    pub reduce_axis: Array<IterVar>,
}

/// Tensors whose elements are given by expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ComputeOp", is_final)]
#[reflect(repr = show_compute)]
pub struct ComputeOpNode {
    base: BaseComputeOpNode,
    /// The element of each result at the place that `axis` says.
    pub body: Array<PrimExpr>,
}

/// A tensor: one of the results of an operation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Tensor", is_final)]
#[reflect(by_pointer, repr = show_tensor)]
pub struct TensorNode {
    base: DataProducerNode,
    /// The number of elements along each axis.
    #[reflect(skip_eq)]
    pub shape: Array<PrimExpr>,
    /// The type of the elements.
    #[reflect(skip_eq)]
    pub dtype: DataType,
    /// What it is computed by.
    #[reflect(skip_eq)]
    pub op: Operation,
    /// Which result of that it is, from 0.
    #[reflect(skip_eq)]
    pub value_index: i32,
}

impl TensorNode {
    /// The name of its operation, with its number if that has several results.
    pub fn name_hint(&self) -> std::string::String {
        let results = self.op.as_node::<ComputeOpNode>().map_or(1, |compute| compute.body.len());
        if results == 1 { self.op.name.clone() } else { format!("{}.v{}", self.op.name, self.value_index) }
    }
}

/// When an implementation of an operator is right: if all of some expressions hold.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SpecializedCondition", is_final, new)]
pub struct SpecializedConditionNode {
    base: Object,
    /// The expressions.
    pub clauses: Array<PrimExpr>,
}

impl Tensor {
    /// A tensor that is given from outside.
    pub fn placeholder(
        name: impl Into<std::string::String>,
        shape: impl Into<Array<PrimExpr>>,
        dtype: DataType,
    ) -> Self {
        let (shape, tag) = (shape.into(), std::string::String::new());
        let base = OperationNode { base: Object::new(), name: name.into(), tag, attrs: Map::new() };
        let op = PlaceholderOp::from(make_object(PlaceholderOpNode { base, shape: shape.clone(), dtype }));
        let base = DataProducerNode::new();
        make_object(TensorNode { base, shape, dtype, op: op.upcast(), value_index: 0 }).into()
    }
}

fn show_tensor<'a>(tensor: &'a TensorNode, printer: &mut ReprPrinter<'a>) {
    printer.text("Tensor(shape=").object(&tensor.shape).text(", op.name=").text(tensor.op.name.as_str());
    printer.text(")");
}

fn show_placeholder<'a>(op: &'a PlaceholderOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("placeholder(").text(op.name.as_str()).text(format!(", {op:p})"));
}

fn show_compute<'a>(op: &'a ComputeOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("compute(").text(op.name.as_str()).text(", body=").object(&op.body);
    printer.text(", axis=").object(&op.axis).text(", reduce_axis=").object(&op.reduce_axis);
    printer.text(", tag=").text(op.tag.as_str()).text(", attrs=").object(&op.attrs).text(")");
}
