//! Undoes operator fusion.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{BoxError, Pass, PassInfo};

use super::bind::{BindError, substitute};
use super::function_pass::FunctionPass;
use super::growth::{Growth, GrowthError};
use crate::expr::{Call, Function};
use crate::functor::ExprMutator;

/// Replaces each call of a function expression by the body of the function, with the arguments in
/// the place of the parameters.
///
/// Operator fusion creates such calls. A function with several calls is copied for each call, so
/// the result can be larger than the program, and nested functions are visited once for each level.
///
/// # Errors
/// Fails if a call has another number of arguments than the function has parameters, if an argument
/// refers to a variable that the body binds, and if the copies are many times larger than the
/// program.
///
/// ```
/// use objet_relay::expr::{Call, CallNode, Function, Var};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::defuse_ops;
/// # use objet::prelude::*;
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let fused = Function::new([x.clone()], sqrt(x)?, None, [], None, None);
/// let root = defuse_ops(Call::new(fused, [y.clone().into()], None, [], None).into())?;
/// assert!(root.as_node::<CallNode>().unwrap().args[0].same_as(&y));
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "DefuseOps")]
pub fn defuse_ops(expr: RelayExpr) -> Result<RelayExpr, DefuseError> {
    let growth = Growth::limit_of(&expr);
    Defuse { growth }.mutate(expr)
}

/// A call that cannot be replaced by the body of its function.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefuseError {
    /// The call has another number of arguments than the function has parameters.
    #[error("call of a function: expected {expected} arguments, found {found}")]
    Arguments {
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        found: usize,
    },
    /// The arguments cannot be inserted.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The result would be too large.
    #[error(transparent)]
    Growth(#[from] GrowthError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] objet::walk::RewriteError),
}

/// Creates the pass for [`defuse_ops`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(3, "DefuseOps", ["InferType"]);
    let defuse = |mut function: Function| -> Result<Function, BoxError> {
        let body = defuse_ops(function.body.clone())?;
        if !body.same_as(&function.body) {
            *function.make_mut().body = body;
        }
        Ok(function)
    };
    FunctionPass::new(info, move |function, _, _| defuse(function)).into()
}

objet_ir::register_pass!("relay._transform.DefuseOps", pass);

struct Defuse {
    growth: Growth,
}

impl ExprMutator for Defuse {
    type Error = DefuseError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, DefuseError> {
        let Some(function) = call.op.downcast_ref::<Function>() else { return Ok(call.upcast()) };
        let (expected, found) = (function.params.len(), call.args.len());
        if expected != found {
            return Err(DefuseError::Arguments { expected, found });
        }
        let args = function.params.iter().cloned().zip(call.args.iter().cloned());
        self.growth.copy(&function.body)?;
        Ok(substitute(function.body.clone(), args)?)
    }
}
