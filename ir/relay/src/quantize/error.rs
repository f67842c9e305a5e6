//! Errors of the passes of quantization.

use objet::function::{BoxError, RuntimeError};
use objet::tensor::NDArrayError;
use objet::walk::RewriteError;
use objet_ir::op::OpError;

use crate::dataflow_pattern::PatternError;

/// The reason why a function cannot be quantized.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuantizeError {
    /// The function of an operator's attribute fails.
    #[error("the attribute {attr} of {op:?} failed")]
    Function {
        /// The name of the attribute.
        attr: &'static str,
        /// The name of the operator.
        op: String,
        /// The reason.
        #[source]
        source: RuntimeError,
    },
    /// The function that attaches simulated quantization fails.
    #[error("the function relay.quantize.attach_simulated_quantize failed")]
    Attach {
        /// The reason.
        #[source]
        source: RuntimeError,
    },
    /// A temporary expression has no expression that it stands for.
    #[error("a temporary expression cannot be realized")]
    Realize(#[source] BoxError),
    /// The result is no function.
    #[error("the rewritten function is not a function")]
    Expr,
    /// A constant is quantized as something else than a weight.
    #[error("a constant is quantized as an input or an activation: quantize it as a weight")]
    Constant,
    /// A quantization step or a bound is not constant.
    #[error("{operand} must be a constant scalar of float32: calibrate the program before")]
    Parameter {
        /// The operand.
        operand: &'static str,
    },
    /// The rounding of a simulated quantization is not supported.
    #[error("expected the rounding \"round\", found {found:?}")]
    Rounding {
        /// The rounding.
        found: String,
    },
    /// Some arguments of an operator are quantized, and others are not.
    #[error("some arguments of {op:?} are quantized, and others are not")]
    Mixed {
        /// The name of the operator.
        op: String,
    },
    /// A call has other arguments, attributes or types than its operator.
    #[error("a call of {op:?} has other arguments, attributes or types than the operator")]
    Call {
        /// The name of the operator.
        op: String,
    },
    /// An expression whose shape is needed has no type.
    #[error("a quantized value has no inferred type")]
    Untyped,
    /// The ratio of two quantization steps has no integer form.
    #[error("cannot multiply integers by the ratio of two quantization steps")]
    Ratio(#[source] BoxError),
    /// A call in the new program is invalid, or an attribute is not a function.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A constant cannot be created.
    #[error(transparent)]
    Tensor(#[from] NDArrayError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// An expression of constants is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}
