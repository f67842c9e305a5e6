//! Errors of the replacement of float operators by operators on integers.

use objet::function::RuntimeError;
use objet::tensor::NDArrayError;
use objet::walk::RewriteError;
use objet_ir::op::OpError;

use crate::dataflow_pattern::PatternError;

/// The reason why a region cannot be replaced by operators on integers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FakeQuantizationError {
    /// The function of an operator's attribute fails.
    #[error("the attribute FTVMFakeQuantizationToInteger of {op:?} failed")]
    Function {
        /// The name of the operator.
        op: String,
        /// The reason.
        #[source]
        source: RuntimeError,
    },
    /// The function of an operator's attribute returns something else than a replacement.
    #[error(
        "the attribute FTVMFakeQuantizationToInteger of {op:?} must return an expression and its \
         affine type"
    )]
    Result {
        /// The name of the operator.
        op: String,
    },
    /// An argument has no affine type.
    #[error("argument {index} of {op:?} is not quantized: quantize it, or compute it from quantized tensors")]
    Argument {
        /// The name of the operator.
        op: String,
        /// The index of the argument.
        index: usize,
    },
    /// A field of a tuple has no affine type.
    #[error("field {index} of a tuple is not quantized: quantize it, or compute it from quantized tensors")]
    Field {
        /// The index of the field.
        index: usize,
    },
    /// A projected tuple has no affine type.
    #[error("field {index} of a tuple of quantized tensors has no affine type")]
    Item {
        /// The index of the field.
        index: i32,
    },
    /// A call has other arguments, attributes or types than its operator.
    #[error("a call of {op:?} has other arguments, attributes or types than the operator")]
    Call {
        /// The name of the operator.
        op: String,
    },
    /// Overlapping regions have too many expressions.
    #[error(
        "the regions of quantized operators have more than {limit} expressions in all: quantize \
         their common operands once"
    )]
    TooLarge {
        /// The maximum number of expressions.
        limit: usize,
    },
    /// A call in the new program is invalid, or an attribute is not a function.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A constant cannot be created.
    #[error(transparent)]
    Tensor(#[from] NDArrayError),
    /// A rewritten expression of a region is invalid.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}
