//! Global functions through which front ends create and inspect tensor expressions.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::exprs;

use super::{
    ComputeOp, ExternOp, HybridOp, Operation, Region, ScanOp, Tensor, TensorComputeOp, TensorIntrin,
    TensorIntrinCall, TensorOperation,
};
use crate::buffer::Buffer;
use crate::expr::{IterVar, Var};
use crate::stmt::Stmt;

/// Attributes for schedules.
type OpAttrs = Option<Map<String, Option<ObjectRef>>>;

/// Expressions, also as numbers.
type Exprs = Array<Option<ObjectRef>>;

/// Creates a tensor that is an input of the computation.
#[register_global("te.Placeholder", short)]
fn placeholder(shape: Exprs, dtype: DataType, name: &str) -> Result<Tensor, BoxError> {
    Ok(Tensor::placeholder(name, exprs(shape)?, dtype))
}

/// Creates an operation whose outputs are expressions of the index variables.
#[register_global("te.ComputeOp", short)]
fn compute(
    name: &str,
    tag: &str,
    attrs: OpAttrs,
    axis: Array<IterVar>,
    body: Exprs,
) -> Result<ComputeOp, BoxError> {
    Ok(ComputeOp::with_attrs(name, tag, attrs.unwrap_or_default(), axis, exprs(body)?)?)
}

/// Creates an operation whose inner axes are computed by calls of a tensor intrinsic.
#[register_global("te.TensorComputeOp", short)]
#[expect(clippy::too_many_arguments, reason = "an operation has as many fields")]
fn tensor_compute(
    name: &str,
    tag: &str,
    axis: Array<IterVar>,
    reduce_axis: Array<IterVar>,
    schedulable_ndim: i32,
    intrin: TensorIntrin,
    tensors: Array<Tensor>,
    regions: Array<Region>,
    scalar_inputs: Exprs,
) -> Result<TensorComputeOp, BoxError> {
    let scalars = exprs(scalar_inputs)?;
    let ndim = schedulable_ndim;
    Ok(TensorComputeOp::new(name, tag, axis, reduce_axis, ndim, intrin, tensors, regions, scalars))
}

/// Creates an operation that scans along an axis.
#[register_global("te.ScanOp", short)]
#[expect(clippy::too_many_arguments, reason = "an operation has as many fields")]
fn scan(
    name: &str,
    tag: &str,
    attrs: OpAttrs,
    axis: IterVar,
    init: Array<Tensor>,
    update: Array<Tensor>,
    state_placeholder: Array<Tensor>,
    inputs: Array<Tensor>,
) -> Result<ScanOp, ConstructError> {
    ScanOp::new(name, tag, attrs.unwrap_or_default(), axis, init, update, state_placeholder, inputs)
}

/// Creates an operation that a statement performs.
#[register_global("te.ExternOp", short)]
fn extern_op(
    name: &str,
    tag: &str,
    attrs: OpAttrs,
    inputs: Array<Tensor>,
    input_placeholders: Array<Buffer>,
    output_placeholders: Array<Buffer>,
    body: Stmt,
) -> Result<ExternOp, ConstructError> {
    let attrs = attrs.unwrap_or_default();
    ExternOp::new(name, tag, attrs, inputs, input_placeholders, output_placeholders, body)
}

/// Creates an operation that a hybrid script describes.
#[register_global("te.HybridOp", short)]
fn hybrid_op(
    name: &str,
    tag: &str,
    attrs: OpAttrs,
    inputs: Array<Tensor>,
    outputs: Array<Tensor>,
    body: Stmt,
) -> Result<HybridOp, ConstructError> {
    HybridOp::new(name, tag, attrs.unwrap_or_default(), inputs, outputs, body)
}

/// Creates a tensor intrinsic.
#[register_global("te.TensorIntrin", short)]
#[expect(clippy::too_many_arguments, reason = "an intrinsic has as many fields")]
fn tensor_intrin(
    name: &str,
    op: Operation,
    inputs: Array<Tensor>,
    buffers: Array<Buffer>,
    scalar_params: Array<Var>,
    body: Option<Stmt>,
    reduce_init: Option<Stmt>,
    reduce_update: Option<Stmt>,
) -> TensorIntrin {
    TensorIntrin::new(name, op, inputs, buffers, scalar_params, body, reduce_init, reduce_update)
}

/// Creates a call of a tensor intrinsic.
#[register_global("te.TensorIntrinCall", short)]
fn tensor_intrin_call(
    intrin: TensorIntrin,
    tensors: Array<Tensor>,
    regions: Array<Region>,
    reduce_axis: Array<IterVar>,
    scalar_inputs: Exprs,
) -> Result<TensorIntrinCall, BoxError> {
    Ok(TensorIntrinCall::new(intrin, tensors, regions, reduce_axis, exprs(scalar_inputs)?))
}

/// Returns the number of outputs of an operation.
#[register_global("te.OpNumOutputs")]
fn num_outputs(op: Operation) -> i64 {
    op.output_types().len() as i64
}

/// Returns an output of an operation.
#[register_global("te.OpGetOutput")]
fn output(op: Operation, index: usize) -> Result<Tensor, ConstructError> {
    op.output(index)
}

/// Returns the tensors that an operation reads.
#[register_global("te.OpInputTensors")]
fn inputs(op: Operation) -> Array<Tensor> {
    op.inputs().into()
}

/// Whether both tensors are the same output of the same operation.
#[register_global("te.TensorEqual")]
fn tensor_equal(lhs: Tensor, rhs: Tensor) -> bool {
    lhs.is_same_output(&rhs)
}

/// Returns a hash of the operation and the index of a tensor.
#[register_global("te.TensorHash")]
fn tensor_hash(tensor: Tensor) -> i64 {
    tensor.output_hash().cast_signed()
}
