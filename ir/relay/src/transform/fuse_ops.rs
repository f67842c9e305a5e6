//! Operator fusion: calls that one kernel can compute become functions.
//!
//! - [`dataflow`] finds the users of each expression, with the pattern of each use.
//! - [`dominators`] finds the first expression that all users of an expression lead to.
//! - [`groups`] joins expressions with their dominators, where the patterns allow it.
//! - [`kernels`] replaces each group by the call of a function.

mod dataflow;
mod dominators;
mod groups;
mod kernels;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::transform::{Pass, PassInfo};

use self::dataflow::Dataflow;
use self::groups::Groups;
use self::kernels::Kernels;
use super::function_pass::FunctionPass;

/// The default of the option `relay.FuseOps.max_depth`.
const MAX_DEPTH: usize = 256;

/// Replaces groups of calls in an expression with inferred types by calls of functions with the
/// attribute `Primitive`, which one kernel each can compute.
///
/// The patterns of operators (`TOpPattern`) decide about groups. An operator without a pattern is
/// opaque and alone. A group has at most `max_depth` expressions. At level 0, each call is a group
/// of its own. A function that only reshapes has the attribute `relay.reshape_only`.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{CallNode, FunctionNode, Var};
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::{exp, negative};
/// use objet_relay::transform::fuse_ops;
///
/// let vector = TensorType::new([3.into()], DataType::float(32));
/// let x = Var::new("x", Some(vector.upcast()), None);
/// let fused = fuse_ops(&infer_expr(&negative(exp(x)?)?.into(), None)?, 2, 256)?;
/// let function = &fused.as_node::<CallNode>().unwrap().op;
/// let body = &function.as_node::<FunctionNode>().unwrap().body;
/// assert_eq!(body.as_node::<CallNode>().unwrap().as_op().unwrap().name, "negative");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "FuseOps")]
pub fn fuse_ops(expr: &RelayExpr, opt_level: i32, max_depth: usize) -> Result<RelayExpr, RewriteError> {
    let dataflow = Dataflow::new(expr);
    let mut groups = Groups::new(&dataflow);
    if opt_level != 0 {
        groups.fuse(&dataflow, max_depth);
    }
    Kernels::new(&dataflow, groups).rewrite(expr)
}

/// Creates the pass for [`fuse_ops`]. A negative level means that of the context.
pub(super) fn pass(opt_level: i32) -> Pass {
    let info = PassInfo::new(0, "FuseOps", ["InferType"]);
    FunctionPass::typed(info, move |function, _, context| {
        let opt_level = if opt_level < 0 { context.opt_level } else { opt_level };
        let max_depth = context.get_config::<Integer>("relay.FuseOps.max_depth")?;
        let max_depth = max_depth.map_or(MAX_DEPTH, |depth| usize::try_from(depth.value).unwrap_or(0));
        Ok(fuse_ops(function.upcast_ref(), opt_level, max_depth)?.downcast()?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.FuseOps", || pass(-1));
