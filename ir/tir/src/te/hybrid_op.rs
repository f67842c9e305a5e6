//! Operations that a hybrid script describes.

use std::collections::HashSet;

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet::walk::WalkEvent;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::compute::tensors_in;
use super::{Operation, OperationNode, Tensor};
use crate::expr::{IterVar, IterVarType, ProducerLoadNode, Range};
use crate::functor::{parts, post_order};
use crate::stmt::{For, ForKind, ProducerStoreNode, Stmt};

/// An operation whose outputs are written by a statement with loops that a schedule can change.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "HybridOp", is_final)]
#[reflect(repr = show_hybrid)]
pub struct HybridOpNode {
    base: OperationNode,
    /// The tensors that the statement may read.
    pub inputs: Array<Tensor>,
    /// The placeholders that stand for the outputs in the statement.
    pub outputs: Array<Tensor>,
    /// The axis of each loop in the statement. Loops are in the reverse order of their ends, so
    /// each loop comes before the loops inside.
    pub axis: Array<IterVar>,
    /// The statement.
    pub body: Stmt,
}

impl HybridOp {
    /// Creates an operation with an output for each placeholder in `outputs`.
    ///
    /// # Errors
    /// Returns an error if the extent of a loop is not an integer.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_tir::expr::Var;
    /// use objet_tir::stmt::{For, ProducerStore};
    /// use objet_tir::te::{HybridOp, Tensor, TensorOperation};
    ///
    /// let float = DataType::float(32);
    /// let [a, out] = ["a", "out"].map(|name| Tensor::placeholder(name, [8.into()], float));
    /// let i = Var::new("i", DataType::int(32), None);
    /// let doubled = (a.at([i.clone().upcast()])? * 2).expr()?;
    /// let store = ProducerStore::new(out.clone(), doubled, [i.clone().upcast()], None);
    /// let body = For::serial(i, 8, store)?;
    /// let op = HybridOp::new("double", "", Map::new(), [a.clone()], [out], body)?;
    /// assert_eq!(op.inputs(), [a]);
    /// assert_eq!(op.output(0)?.dtype, float);
    /// assert_eq!(op.axis.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        attrs: Map<objet::String, Option<ObjectRef>>,
        inputs: impl Into<Array<Tensor>>,
        outputs: impl Into<Array<Tensor>>,
        body: impl Into<Stmt>,
    ) -> Result<Self, ConstructError> {
        let body = body.into();
        Ok(make_object(HybridOpNode {
            base: OperationNode::new(name, tag, attrs),
            inputs: inputs.into(),
            outputs: outputs.into(),
            axis: loop_axes(&body)?,
            body,
        })
        .into())
    }
}

impl HybridOpNode {
    /// Returns the shape and the data type of each output.
    pub fn output_types(&self) -> Vec<(Array<PrimExpr>, DataType)> {
        self.outputs.iter().map(|output| (output.shape.clone(), output.dtype)).collect()
    }

    /// Returns the inputs that the statement reads, in the order of the first loads. Inlining can
    /// remove all loads of an input.
    pub(super) fn loaded_inputs(&self) -> Vec<Tensor> {
        let key = |tensor: &Tensor| -> (Operation, i32) { (tensor.op.clone(), tensor.value_index) };
        let mut unread: HashSet<_> = self.inputs.iter().map(key).collect();
        let mut loads = loads_in_order(&self.body);
        loads.retain(|tensor| unread.remove(&key(tensor)));
        loads
    }
}

/// Returns the tensor of each load in a statement. As in TVM, a store loads its indices first.
fn loads_in_order(body: &Stmt) -> Vec<Tensor> {
    let mut loads = Vec::new();
    let mut starts = Vec::new();
    for event in parts(body) {
        match event {
            WalkEvent::Enter(part) if part.is_instance::<ProducerStoreNode>() => starts.push(loads.len()),
            WalkEvent::Enter(_) => {}
            WalkEvent::Leave(part) => match_node!(match &part {
                load @ ProducerLoadNode => loads.extend(load.producer.downcast_ref::<Tensor>().cloned()),
                store @ ProducerStoreNode => {
                    let start = starts.pop().unwrap_or(loads.len());
                    loads.splice(start..start, tensors_in(&store.indices));
                }
                _ => {}
            }),
        }
    }
    loads
}

/// Returns the axes of the loops in a statement.
fn loop_axes(body: &Stmt) -> Result<Array<IterVar>, ConstructError> {
    let mut axes = Vec::new();
    for part in post_order(body) {
        let Ok(node) = part.downcast::<For>() else { continue };
        let range = Range::from_min_extent(node.min.clone(), node.extent.clone());
        axes.push(IterVar::new(Some(range), node.loop_var.clone(), axis_kind(node.kind), "", None)?);
    }
    axes.reverse();
    Ok(axes.into())
}

/// Returns the kind of the axis of a loop.
fn axis_kind(kind: ForKind) -> IterVarType {
    match kind {
        ForKind::Serial | ForKind::ThreadBinding => IterVarType::DataPar,
        ForKind::Parallel => IterVarType::Parallelized,
        ForKind::Vectorized => IterVarType::Vectorized,
        ForKind::Unrolled => IterVarType::Unrolled,
    }
}

fn show_hybrid<'a>(op: &'a HybridOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("hybrid(").text(op.name.as_str()).text(format!(", {op:p})"));
}
