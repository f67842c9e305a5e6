//! Copies of widening casts, so that each can be fused with its user.

use foldhash::HashSet;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap, OpPatternKind};
use objet_ir::transform::{Pass, PassInfo};

use super::function_pass::FunctionPass;
use super::typed_exprs::known_tensor;
use crate::expr::{Call, CallNode};
use crate::functor::ExprMutator;

/// Copies each cast to a type with more bits for all but the first of its element-wise and
/// broadcasting users, in an expression with inferred types.
///
/// Operator fusion then computes each copy together with its user, and the tensor of the narrower
/// type is what stays in memory.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::Var;
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::{add, cast};
/// use objet_relay::transform::canonicalize_cast;
///
/// let x = Var::new("x", Some(TensorType::new([4.into()], DataType::int(8)).upcast()), None);
/// let wide = cast(x.clone(), attrs! { dtype: DataType::int(32) })?;
/// let sum = objet_relay::infer::infer_expr(&add(wide.clone(), wide)?.into(), None)?;
/// let sum = canonicalize_cast(sum)?;
/// let args = &sum.as_node::<objet_relay::expr::CallNode>().unwrap().args;
/// assert!(!args[0].same_as(&args[1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "CanonicalizeCast")]
pub fn canonicalize_cast<R: IsObjectRef>(root: R) -> Result<R, RewriteError> {
    let patterns = Op::get_attr_map("TOpPattern");
    Canonicalize { patterns, used: HashSet::default() }.mutate(root)
}

struct Canonicalize {
    patterns: OpAttrMap<OpPatternKind>,
    /// The casts that an element-wise or broadcasting operator uses.
    used: HashSet<RelayExpr>,
}

/// Returns whether an expression is a cast to a type with more bits.
fn widens(expr: &RelayExpr) -> bool {
    let bits = |expr: &RelayExpr| Some(known_tensor(expr)?.dtype.bits);
    let widens = |call: &CallNode| Some(bits(call.args.first()?)? < bits(expr)?);
    expr.as_node::<CallNode>()
        .filter(|call| call.as_op().is_some_and(|op| op.name == "cast"))
        .and_then(widens)
        .unwrap_or(false)
}

impl ExprMutator for Canonicalize {
    type Error = RewriteError;

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, RewriteError> {
        let pattern = call.op.downcast_ref::<Op>().and_then(|op| self.patterns.get(op).ok().flatten());
        if pattern.is_none_or(|pattern| pattern as i32 > OpPatternKind::Broadcast as i32) {
            return Ok(call.upcast());
        }
        for position in 0..call.args.len() {
            let arg = &call.args[position];
            if widens(arg) && !self.used.insert(arg.clone()) {
                let mut copy = objet_ir::functor::downcast_known_owned::<Call>(arg.clone().upcast());
                // Writing to a shared node copies it.
                copy.make_mut();
                call.make_mut().args.set(position, copy.upcast());
            }
        }
        Ok(call.upcast())
    }
}

/// Creates the pass for [`canonicalize_cast`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(3, "CanonicalizeCast", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| Ok(canonicalize_cast(function)?)).into()
}

objet_ir::register_pass!("relay._transform.CanonicalizeCast", pass);
