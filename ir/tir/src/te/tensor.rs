//! Tensors as outputs of operations.

use std::hash::{DefaultHasher, Hash, Hasher};

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{ComputeOpNode, Operation, OperationNode, PlaceholderOp, PlaceholderOpNode, TensorOperation};
use crate::buffer::DataProducerNode;
use crate::check::Check;
use crate::expr::ProducerLoad;

/// A tensor, which is an output of an operation.
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
    /// The index of the tensor in the outputs of the operation.
    #[reflect(skip_eq)]
    pub value_index: i32,
}

impl TensorNode {
    /// Returns the name of the operation, with the index of the tensor if the operation has several
    /// outputs.
    pub fn name_hint(&self) -> std::string::String {
        let results = match self.op.as_node::<ComputeOpNode>() {
            Some(compute) => compute.body.len(),
            None => self.op.output_types().len(),
        };
        if results == 1 { self.op.name.clone() } else { format!("{}.v{}", self.op.name, self.value_index) }
    }
}

impl Tensor {
    /// Creates a tensor that is an input of the computation.
    pub fn placeholder(
        name: impl Into<std::string::String>,
        shape: impl Into<Array<PrimExpr>>,
        dtype: DataType,
    ) -> Self {
        let shape = shape.into();
        let base = OperationNode::new(name, "", Map::new());
        let op = PlaceholderOp::from(make_object(PlaceholderOpNode { base, shape: shape.clone(), dtype }));
        Self::new(shape, dtype, op.upcast(), 0)
    }

    pub(super) fn new(shape: Array<PrimExpr>, dtype: DataType, op: Operation, value_index: i32) -> Self {
        let base = DataProducerNode::new();
        make_object(TensorNode { base, shape, dtype, op, value_index }).into()
    }

    /// Returns an element of the tensor.
    ///
    /// # Errors
    /// Returns an error if the number of indices is not the number of axes.
    pub fn at(&self, indices: impl Into<Array<PrimExpr>>) -> Result<PrimExpr, ConstructError> {
        let indices = indices.into();
        Check(TensorNode::TYPE_KEY).count("indices of an element", self.shape.len(), indices.len())?;
        Ok(ProducerLoad::of_tensor(self.clone(), indices, None)?.upcast())
    }

    /// Whether both are the same output of the same operation.
    /// [`output`](super::TensorOperation::output) makes a new object at each call, so equal tensors
    /// can be different objects.
    pub fn is_same_output(&self, other: &Self) -> bool {
        self.op.same_as(&other.op) && self.value_index == other.value_index
    }

    /// Returns a hash of the operation and the index. Tensors for which
    /// [`is_same_output`](Self::is_same_output) holds have the same hash.
    pub fn output_hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.op, self.value_index).hash(&mut hasher);
        hasher.finish()
    }
}

fn show_tensor<'a>(tensor: &'a TensorNode, printer: &mut ReprPrinter<'a>) {
    printer.text("Tensor(shape=").object(&tensor.shape).text(", op.name=").text(tensor.op.name.as_str());
    printer.text(")");
}
