//! Combination of parallel calls: calls of one operator with the same input become one call.
//!
//! - [`branches`] finds the calls that share an input, with the element-wise calls after them.
//! - [`concatenated`] combines calls by the concatenation of their weights.
//! - [`stacked`] combines calls by a new axis.

mod branches;
mod concatenated;
mod stacked;

use objet::String;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;
use objet_ir::transform::{Pass, PassInfo};

use self::branches::Combiner;
use self::concatenated::Concatenated;
use self::stacked::Stacked;
use super::function_pass::FunctionPass;

/// The calls that [`combine_parallel`] combines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParallelOp {
    /// `nn.conv2d` with one group, by a longer kernel. The results are slices of the channels.
    Conv2D,
    /// `nn.dense`, by a larger weight. The results are slices.
    Dense,
    /// `nn.dense`, by `nn.batch_matmul`. The results are elements of the batch.
    DenseToBatch,
    /// `nn.batch_matmul` with a transposed second input, by a longer second input.
    BatchMatmul,
    /// Calls of the operator `op` with inputs of equal shapes, by the operator `batch_op`.
    Batch {
        /// The name of the operator to combine.
        op: String,
        /// The name of the operator with a batch axis.
        batch_op: String,
    },
}

/// The reason why calls cannot be combined.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CombineError {
    /// A new call is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Combines calls of an operator that share their first input, in an expression with inferred
/// types. At least `min_branches` compatible calls become one call.
///
/// Element-wise and broadcasting calls that follow each of the calls in the same way are combined
/// too, as far as their other arguments can be concatenated or stacked.
///
/// # Errors
/// Fails if an operator does not exist, or if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::expr::RelayExpr;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Tuple, Var};
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::nn;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::{ParallelOp, combine_parallel};
///
/// let matrix = |rows: i32| TensorType::new([rows.into(), 3.into()], DataType::float(32)).upcast();
/// let var = |name, rows| Var::new(name, Some(matrix(rows)), None);
/// let (x, v, w) = (var("x", 2), var("v", 4), var("w", 5));
/// let layer = |weight: &Var| nn::dense(x.clone(), weight.clone(), attrs! { units: () });
/// let pair: RelayExpr = Tuple::new([layer(&v)?.into(), layer(&w)?.into()], None).into();
/// let combined = combine_parallel(&infer_expr(&pair, None)?, &ParallelOp::Dense, 2)?;
/// assert_eq!(pretty_print(Some(&combined.into())).matches("nn.dense").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "CombineParallelConv2D")]
#[doc(alias = "CombineParallelDense")]
pub fn combine_parallel(
    expr: &RelayExpr,
    op: &ParallelOp,
    min_branches: usize,
) -> Result<RelayExpr, CombineError> {
    let combiner: Box<dyn Combiner> = match op {
        ParallelOp::Conv2D => Box::new(Concatenated::CONV2D),
        ParallelOp::Dense => Box::new(Concatenated::DENSE),
        ParallelOp::BatchMatmul => Box::new(Concatenated::BATCH_MATMUL),
        ParallelOp::DenseToBatch => Box::new(Stacked::dense()),
        ParallelOp::Batch { op, batch_op } => Box::new(Stacked::of(op, batch_op)),
    };
    branches::combine(expr, &*combiner, min_branches)
}

/// Creates the pass for [`combine_parallel`].
fn pass(name: &str, op: ParallelOp, min_branches: usize) -> Pass {
    let info = PassInfo::new(4, name, ["InferType"]);
    FunctionPass::typed(info, move |function, _, _| {
        Ok(combine_parallel(function.upcast_ref(), &op, min_branches)?.downcast()?)
    })
    .into()
}

/// Creates the pass that combines parallel convolutions.
#[register_global("relay._transform.CombineParallelConv2D")]
fn conv2d_pass(min_num_branches: u64) -> Pass {
    pass("CombineParallelConv2d", ParallelOp::Conv2D, min_num_branches as usize)
}

/// Creates the pass that combines parallel dense layers. With `to_batch_matmul`, they become a
/// batch.
#[register_global("relay._transform.CombineParallelDense")]
fn dense_pass(min_num_branches: u64, to_batch_matmul: bool) -> Pass {
    let op = if to_batch_matmul { ParallelOp::DenseToBatch } else { ParallelOp::Dense };
    pass("CombineParallelDense", op, min_num_branches as usize)
}

/// Creates the pass that combines parallel products of matrices.
#[register_global("relay._transform.CombineParallelBatchMatmul")]
fn batch_matmul_pass(min_num_branches: u64) -> Pass {
    pass("CombineParallelBatchMatmul", ParallelOp::BatchMatmul, min_num_branches as usize)
}

/// Creates the pass that combines parallel calls of an operator by an operator with a batch axis.
#[register_global("relay._transform.CombineParallelOpBatch")]
fn op_batch_pass(op_name: String, batch_op_name: String, min_num_branches: u64) -> Pass {
    let op = ParallelOp::Batch { op: op_name, batch_op: batch_op_name };
    pass("CombineParallelOpBatch", op, min_num_branches as usize)
}

objet_ir::register_pass!("relay._transform.CombineParallelConv2D", || conv2d_pass(3));
objet_ir::register_pass!("relay._transform.CombineParallelDense", || dense_pass(3, true));
objet_ir::register_pass!("relay._transform.CombineParallelBatchMatmul", || batch_matmul_pass(3));
