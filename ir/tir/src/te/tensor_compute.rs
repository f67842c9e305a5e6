//! Operations that a tensor intrinsic performs.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::PrimExpr;

use super::{BaseComputeOpNode, OperationNode, Region, Tensor, TensorIntrin};
use crate::expr::IterVar;

/// An operation whose inner axes are computed by calls of a tensor intrinsic.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TensorComputeOp", is_final)]
#[reflect(
    fields(name, tag, axis, reduce_axis, schedulable_ndim, intrin, inputs, input_regions, scalar_inputs),
    repr = show_tensor_compute
)]
pub struct TensorComputeOpNode {
    base: BaseComputeOpNode,
    /// The number of outer axes, which schedules may change.
    pub schedulable_ndim: i32,
    /// The instruction.
    pub intrin: TensorIntrin,
    /// The tensors that the calls read.
    pub inputs: Array<Tensor>,
    /// The part of each tensor that one call reads.
    pub input_regions: Array<Region>,
    /// The values of the scalar parameters.
    pub scalar_inputs: Array<PrimExpr>,
}

impl TensorComputeOp {
    /// Creates an operation. The first `schedulable_ndim` of the axes are loops around the calls.
    #[expect(clippy::too_many_arguments, reason = "an operation has as many fields")]
    pub fn new(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        axis: impl Into<Array<IterVar>>,
        reduce_axis: impl Into<Array<IterVar>>,
        schedulable_ndim: i32,
        intrin: TensorIntrin,
        inputs: impl Into<Array<Tensor>>,
        input_regions: impl Into<Array<Region>>,
        scalar_inputs: impl Into<Array<PrimExpr>>,
    ) -> Self {
        let base = OperationNode::new(name, tag, Map::new());
        let base = BaseComputeOpNode { base, axis: axis.into(), reduce_axis: reduce_axis.into() };
        make_object(TensorComputeOpNode {
            base,
            schedulable_ndim,
            intrin,
            inputs: inputs.into(),
            input_regions: input_regions.into(),
            scalar_inputs: scalar_inputs.into(),
        })
        .into()
    }
}

impl TensorComputeOpNode {
    /// Returns the shape and the data type of each output. The outputs are in the buffers of the
    /// instruction that follow those of the inputs.
    pub fn output_types(&self) -> Vec<(Array<PrimExpr>, DataType)> {
        let shape = self.output_shape();
        let outputs = self.intrin.buffers.iter().skip(self.inputs.len());
        outputs.map(|buffer| (shape.clone(), buffer.dtype)).collect()
    }
}

fn show_tensor_compute<'a>(op: &'a TensorComputeOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("tensor_compute_op(").text(op.name.as_str()).text(format!(", {op:p})"));
}
