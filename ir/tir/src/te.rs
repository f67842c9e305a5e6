//! Tensor expressions: the operations that compute tensors, as far as saved expressions of tir
//! refer to them.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::PrimExpr;

use crate::buffer::DataProducerNode;
use crate::expr::IterVar;

/// Base of operations that compute tensors.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Operation")]
#[reflect(is_abstract)]
pub struct OperationNode {
    base: Object,
    /// The name.
    pub name: std::string::String,
    /// The kind of operation, for schedules.
    pub tag: std::string::String,
    /// Attributes for schedules.
    pub attrs: Map<objet::String, Option<ObjectRef>>,
}

/// A tensor that is an input of the computation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PlaceholderOp", is_final)]
#[reflect(repr = show_placeholder)]
pub struct PlaceholderOpNode {
    base: OperationNode,
    /// The number of elements along each axis.
    pub shape: Array<PrimExpr>,
    /// The data type of the elements.
    pub dtype: DataType,
}

/// Base of operations that compute tensors element by element.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseComputeOp")]
#[reflect(is_abstract)]
pub struct BaseComputeOpNode {
    base: OperationNode,
    /// The index variables, one for each axis of the results.
    pub axis: Array<IterVar>,
    /// The reduction axes.
    pub reduce_axis: Array<IterVar>,
}

/// An operation whose results are expressions of the index variables.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ComputeOp", is_final)]
#[reflect(repr = show_compute)]
pub struct ComputeOpNode {
    base: BaseComputeOpNode,
    /// The element of each result at the indices `axis`.
    pub body: Array<PrimExpr>,
}

/// A tensor, which is a result of an operation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Tensor", is_final)]
#[reflect(by_pointer, repr = show_tensor)]
pub struct TensorNode {
    base: DataProducerNode,
    /// The number of elements along each axis.
    #[reflect(skip_eq)]
    pub shape: Array<PrimExpr>,
    /// The data type of the elements.
    #[reflect(skip_eq)]
    pub dtype: DataType,
    /// The operation that computes the tensor.
    #[reflect(skip_eq)]
    pub op: Operation,
    /// The index of the tensor in the results of the operation.
    #[reflect(skip_eq)]
    pub value_index: i32,
}

impl TensorNode {
    /// Returns the name of the operation, with the index of the tensor if the operation has several
    /// results.
    pub fn name_hint(&self) -> std::string::String {
        let results = self.op.as_node::<ComputeOpNode>().map_or(1, |compute| compute.body.len());
        if results == 1 { self.op.name.clone() } else { format!("{}.v{}", self.op.name, self.value_index) }
    }
}

/// The condition of an implementation of an operator, which holds if all clauses hold.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SpecializedCondition", is_final, new)]
pub struct SpecializedConditionNode {
    base: Object,
    /// The clauses.
    pub clauses: Array<PrimExpr>,
}

impl Tensor {
    /// Creates a tensor that is an input of the computation.
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
