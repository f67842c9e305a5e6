//! Operations that compute each element by an expression.

use std::collections::HashSet;

use objet::prelude::*;
use objet::structural_equal;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{OperationNode, Tensor};
use crate::check::Check;
use crate::expr::{IterVar, ProducerLoad, Reduce, ReduceNode};
use crate::functor::{StmtExprVisitor, post_order};

/// Base of operations that compute tensors element by element.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseComputeOp")]
#[reflect(is_abstract)]
pub struct BaseComputeOpNode {
    pub(super) base: OperationNode,
    /// The index variables, one for each axis of the outputs.
    pub axis: Array<IterVar>,
    /// The reduction axes.
    pub reduce_axis: Array<IterVar>,
}

/// An operation whose outputs are expressions of the index variables.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ComputeOp", is_final)]
#[reflect(repr = show_compute)]
pub struct ComputeOpNode {
    base: BaseComputeOpNode,
    /// The element of each output at the indices `axis`.
    pub body: Array<PrimExpr>,
}

impl BaseComputeOpNode {
    /// Returns the shape of all outputs: the extents of the axes. An axis without a range has no
    /// known extent, and counts as 0.
    pub fn output_shape(&self) -> Array<PrimExpr> {
        let extent = |axis: &IterVar| axis.dom.as_ref().map_or_else(|| 0.into(), |dom| dom.extent.clone());
        self.axis.iter().map(extent).collect()
    }
}

impl ComputeOp {
    /// Creates an operation with an output for each expression in `body`.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - There is no expression.
    /// - A reduction is inside another expression.
    /// - Only some expressions are reductions, or they are different reductions: all outputs of one
    ///   operation must be values of one reduction.
    pub fn new(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        axis: impl Into<Array<IterVar>>,
        body: impl Into<Array<PrimExpr>>,
    ) -> Result<Self, ConstructError> {
        Self::with_attrs(name, tag, Map::new(), axis, body)
    }

    /// Creates an operation that has attributes for schedules.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn with_attrs(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        attrs: Map<objet::String, Option<ObjectRef>>,
        axis: impl Into<Array<IterVar>>,
        body: impl Into<Array<PrimExpr>>,
    ) -> Result<Self, ConstructError> {
        let (axis, body) = (axis.into(), body.into());
        let reduce_axis = reduction_axes(&body)?;
        let base = BaseComputeOpNode { base: OperationNode::new(name, tag, attrs), axis, reduce_axis };
        Ok(make_object(ComputeOpNode { base, body }).into())
    }
}

impl ComputeOpNode {
    /// Returns the shape and the data type of each output.
    pub fn output_types(&self) -> Vec<(Array<PrimExpr>, DataType)> {
        let shape = self.output_shape();
        self.body.iter().map(|element| (shape.clone(), element.dtype)).collect()
    }
}

/// Returns the axes of the reduction whose values are in `body`, and no axes without a reduction.
fn reduction_axes(body: &Array<PrimExpr>) -> Result<Array<IterVar>, ConstructError> {
    let check = Check(ComputeOpNode::TYPE_KEY);
    let error = |expected, found: &str| check.operand_error("body", expected, found);
    let Some(first) = body.first() else {
        return Err(error("at least one expression", "no expression"));
    };
    let first = first.downcast_ref::<Reduce>();
    for element in body {
        let reduce = element.downcast_ref::<Reduce>();
        if reduce.is_some() != first.is_some() {
            return Err(error("only reductions or no reduction", "both"));
        }
        if let (Some(reduce), Some(first)) = (reduce, first)
            && !is_same_reduction(reduce, first)
        {
            return Err(error("values of one reduction", "different reductions"));
        }
        let inside = post_order(element).filter(|part| part.is_instance::<ReduceNode>()).count();
        if inside > usize::from(reduce.is_some()) {
            let expected = "reductions at the top level only (compute the inner one as another tensor)";
            return Err(error(expected, "a reduction inside of an expression"));
        }
    }
    Ok(first.map_or_else(Array::new, |reduce| reduce.axis.clone()))
}

/// Whether two values are of one reduction. The parts are compared by identity, as in TVM,
/// except the conditions.
fn is_same_reduction(lhs: &Reduce, rhs: &Reduce) -> bool {
    fn same<R: IsObjectRef>(lhs: Option<&R>, rhs: Option<&R>) -> bool {
        match (lhs, rhs) {
            (Some(lhs), Some(rhs)) => lhs.same_as(rhs),
            (lhs, rhs) => lhs.is_none() && rhs.is_none(),
        }
    }
    let init = |reduce: &Reduce| reduce.init.clone().filter(|init| !init.is_empty());
    let (lhs_init, rhs_init) = (init(lhs), init(rhs));
    let is_same_condition = match (&lhs.condition, &rhs.condition) {
        (Some(lhs), Some(rhs)) => structural_equal(lhs, rhs),
        (lhs, rhs) => lhs.is_none() && rhs.is_none(),
    };
    same(lhs.combiner.as_ref(), rhs.combiner.as_ref())
        && lhs.source.same_as(&rhs.source)
        && lhs.axis.same_as(&rhs.axis)
        && is_same_condition
        && same(lhs_init.as_ref(), rhs_init.as_ref())
}

/// Returns the tensors that expressions load from, each once, in the order of the first loads.
pub(super) fn tensors_in(root: &impl IsObjectRef) -> Vec<Tensor> {
    #[derive(Default)]
    struct Loads {
        seen: HashSet<(super::Operation, i32)>,
        tensors: Vec<Tensor>,
    }
    impl StmtExprVisitor for Loads {
        fn visit_producer_load(&mut self, load: &ProducerLoad) {
            if let Some(tensor) = load.producer.downcast_ref::<Tensor>()
                && self.seen.insert((tensor.op.clone(), tensor.value_index))
            {
                self.tensors.push(tensor.clone());
            }
        }
    }
    let mut loads = Loads::default();
    loads.visit(root);
    loads.tensors
}

fn show_compute<'a>(op: &'a ComputeOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("compute(").text(op.name.as_str()).text(", body=").object(&op.body);
    printer.text(", axis=").object(&op.axis).text(", reduce_axis=").object(&op.reduce_axis);
    printer.text(", tag=").text(op.tag.as_str()).text(", attrs=").object(&op.attrs).text(")");
}
