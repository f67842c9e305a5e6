//! The gradients of operators, for passes that differentiate programs.
//!
//! The gradient of an operator is a function of a call and of the gradient of its result. It
//! returns the gradient of each argument. The attribute `FPrimalGradient` of an operator replaces
//! the gradient that is defined here.

mod elementwise;
mod layout;
mod matrix;
mod reduce;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};
use objet_ir::types::TensorTypeNode;

use crate::expr::Call;
use crate::transform::typed_exprs::{known_tensor, scalar_constant};

/// The gradient of an operator.
type Gradient = fn(&Call, &RelayExpr) -> Result<Vec<RelayExpr>, GradientError>;

/// The reason why a call has no gradient.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GradientError {
    /// The operator has no gradient.
    #[error("the operator `{op}` has no gradient: set its attribute `FPrimalGradient`")]
    Undefined {
        /// The name of the operator.
        op: objet::String,
    },
    /// The gradient of the operator has another number of results than the call has arguments.
    #[error("gradient of `{op}`: expected {expected} results, found {found}")]
    Count {
        /// The name of the operator.
        op: objet::String,
        /// The number of arguments.
        expected: usize,
        /// The number of results.
        found: usize,
    },
    /// The gradient does not cover the call.
    #[error("gradient of `{op}`: expected {expected}")]
    Call {
        /// The name of the operator.
        op: objet::String,
        /// The calls that the gradient covers.
        expected: &'static str,
    },
    /// A call in the gradient is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// The attribute `FPrimalGradient` is not a function, or the function failed.
    #[error("gradient of `{op}`: {source}")]
    Function {
        /// The name of the operator.
        op: objet::String,
        /// The error.
        source: objet::function::RuntimeError,
    },
}

/// Returns the gradients of the arguments of a call of an operator. `grad` is the gradient of the
/// result. The call and its arguments have inferred types.
///
/// # Errors
/// Fails if the operator has no gradient, or if the gradient does not cover the call.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::Var;
/// use objet_relay::op::{gradients_of, negative};
///
/// let [x, grad] = ["x", "grad"].map(|name| Var::new(name, None, None));
/// let gradients = gradients_of(&negative(x)?, &grad.clone().into())?;
/// assert!(objet::structural_equal(&gradients[0], &RelayExpr::from(negative(grad)?)));
/// # Ok::<(), objet_relay::op::GradientError>(())
/// ```
pub fn gradients_of(call: &Call, grad: &RelayExpr) -> Result<Vec<RelayExpr>, GradientError> {
    let Some(op) = call.op.downcast_ref::<Op>() else {
        let op = call.op.type_key().into();
        return Err(GradientError::Call { op, expected: "a call of an operator" });
    };
    let registered = Op::get_attr_map::<PackedFunc>("FPrimalGradient").get(op)?;
    let gradients = match (registered, built_in(&op.name)) {
        (Some(function), _) => {
            let gradients: Result<Array<RelayExpr>, _> = function.call_as((call, grad));
            let gradients =
                gradients.map_err(|source| GradientError::Function { op: op.name.clone(), source })?;
            gradients.to_vec()
        }
        (None, Some(gradient)) => gradient(call, grad)?,
        (None, None) => return Err(GradientError::Undefined { op: op.name.clone() }),
    };
    let (expected, found) = (call.args.len(), gradients.len());
    if expected != found {
        return Err(GradientError::Count { op: op.name.clone(), expected, found });
    }
    Ok(gradients)
}

/// Returns the gradient of an operator that this crate defines.
fn built_in(op: &str) -> Option<Gradient> {
    elementwise::gradient(op)
        .or_else(|| layout::gradient(op))
        .or_else(|| matrix::gradient(op))
        .or_else(|| reduce::gradient(op))
}

/// Returns the arguments of a call.
fn args<const N: usize>(call: &Call) -> Result<[RelayExpr; N], GradientError> {
    <[RelayExpr; N]>::try_from(call.args.to_vec()).map_err(|args| GradientError::Count {
        op: name(call),
        expected: N,
        found: args.len(),
    })
}

fn name(call: &Call) -> objet::String {
    call.as_op().map(|op| op.name.clone()).unwrap_or_default()
}

/// Returns the type of a tensor in a call.
fn tensor<'e>(call: &Call, expr: &'e RelayExpr) -> Result<&'e TensorTypeNode, GradientError> {
    known_tensor(expr).ok_or_else(|| unsupported(call, "tensors with inferred types"))
}

/// Returns the attributes of a call.
fn attributes<N: IsObject>(call: &Call) -> Result<&N, GradientError> {
    let attrs = call.attrs.as_ref().and_then(|attrs| attrs.as_node::<N>());
    attrs.ok_or_else(|| unsupported(call, "a call with the attributes of the operator"))
}

/// Returns an error for a call that a gradient does not cover.
fn unsupported(call: &Call, expected: &'static str) -> GradientError {
    GradientError::Call { op: name(call), expected }
}

/// Returns a scalar constant of the data type of a tensor.
fn number(call: &Call, like: &RelayExpr, value: f64) -> Result<RelayExpr, GradientError> {
    let constant = scalar_constant(tensor(call, like)?.dtype, value);
    constant.map(IsObjectRef::upcast).ok_or_else(|| unsupported(call, "a tensor of numbers"))
}
