//! What tensors are computed by, as far as saved expressions of tir refer to it.

use objet::prelude::*;

use crate::expr::PrimExpr;
use crate::tir::buffer::{DataProducer, DataProducerNode};
use crate::tir::expr::IterVar;

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
pub struct ComputeOpNode {
    base: BaseComputeOpNode,
    /// The element of each result at the place that `axis` says.
    pub body: Array<PrimExpr>,
}

/// A tensor: one of the results of an operation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Tensor", is_final)]
#[reflect(by_pointer)]
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

/// When an implementation of an operator is right: if all of some expressions hold.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SpecializedCondition", is_final)]
pub struct SpecializedConditionNode {
    base: Object,
    /// The expressions.
    pub clauses: Array<PrimExpr>,
}

impl SpecializedCondition {
    /// The condition that all of these hold.
    pub fn new(clauses: impl Into<Array<PrimExpr>>) -> Self {
        make_object(SpecializedConditionNode { base: Object::new(), clauses: clauses.into() }).into()
    }
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
