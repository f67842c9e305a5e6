//! Differentiation of functions.

mod first_order;
mod higher_order;

use objet::walk::RewriteError;
use objet_ir::op::OpError;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use super::defuse_ops::DefuseError;
use crate::infer::InferError;
use crate::op::GradientError;

pub use first_order::{first_order_gradient, first_order_gradients};
pub use higher_order::gradient;

/// The reason why a function cannot be differentiated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DifferentiationError {
    /// The function has an expression that the pass does not support.
    #[error("cannot differentiate {found}: expected {expected}")]
    Expr {
        /// The supported expressions.
        expected: &'static str,
        /// The expression.
        found: String,
    },
    /// A tensor of unknown shape is part of a tuple.
    #[error("cannot differentiate a tuple of tensors of unknown shape")]
    Shape,
    /// The function has type parameters.
    #[error("cannot differentiate a function with type parameters")]
    Polymorphic,
    /// A call has no gradient.
    #[error(transparent)]
    Operator(#[from] GradientError),
    /// A call in the gradient is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// The types of the function cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// A called function cannot be replaced by its body.
    #[error(transparent)]
    Call(#[from] DefuseError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Creates the pass for [`first_order_gradients`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(0, "FirstOrderGradient", []), |module, _| {
        Ok(first_order_gradients(module)?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.FirstOrderGradient", pass);
