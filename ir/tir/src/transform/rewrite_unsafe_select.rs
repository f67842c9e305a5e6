//! Replacement of selections whose values are not safe to compute.

use std::collections::HashSet;

use objet::prelude::*;
use objet::walk::{RewriteError, references};
use objet_ir::expr::PrimExpr;
use objet_ir::op::{CallEffectKind, Op};

use super::PrimFuncPass;
use super::prim_func_pass::body_pass;
use crate::builtin;
use crate::expr::{BufferLoad, Call, Load, LoadNode, Select};
use crate::functor::StmtExprMutator;
use crate::stmt::Stmt;

/// Creates a pass that replaces selections by calls of `if_then_else` if one of the values is not
/// safe to compute when it is not selected: if it loads from memory, or has effects.
#[register_global("tir.transform.RewriteUnsafeSelect")]
fn pass() -> PrimFuncPass {
    body_pass("tir.RewriteUnsafeSelect", |body, _| rewrite_unsafe_select(body))
}

/// Replaces selections by calls of `if_then_else` if one of the values loads from memory or has
/// effects.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt.
#[doc(alias = "RewriteUnsafeSelect")]
pub fn rewrite_unsafe_select(body: Stmt) -> Result<Stmt, RewriteError> {
    UnsafeSelects::default().mutate(body)
}

/// The rewritten expressions that are not safe to compute.
#[derive(Default)]
struct UnsafeSelects(HashSet<PrimExpr>);

impl UnsafeSelects {
    /// Whether a part of an object is not safe to compute.
    fn has_unsafe_part(&self, object: &ObjectRef) -> bool {
        let is_unsafe =
            |part: &ObjectRef| part.downcast_ref::<PrimExpr>().is_some_and(|part| self.0.contains(part));
        references(object).any(|part| match part.downcast_ref::<Array<ObjectRef>>() {
            Some(parts) => parts.iter().any(is_unsafe),
            None => is_unsafe(&part),
        })
    }

    fn keep(&mut self, expr: PrimExpr, is_unsafe: bool) -> PrimExpr {
        if is_unsafe {
            self.0.insert(expr.clone());
        }
        expr
    }

    fn is_unsafe_call(&self, call: &Call) -> bool {
        let is_unsafe = |arg: &PrimExpr| self.0.contains(arg);
        if call.op.same_as(&builtin::if_then_else()) {
            return call.args.first().is_some_and(is_unsafe);
        }
        if call.op.same_as(&builtin::address_of()) {
            let load = call.args.first().and_then(|arg| arg.as_node::<LoadNode>());
            return load.is_some_and(|load| is_unsafe(&load.index));
        }
        let kind = call
            .op
            .downcast_ref::<Op>()
            .and_then(|op| Op::get_attr_map::<CallEffectKind>("TCallEffectKind").get(op).ok().flatten());
        let is_pure = kind.is_some_and(|kind| kind <= CallEffectKind::Pure);
        !is_pure || call.args.iter().any(is_unsafe)
    }
}

impl StmtExprMutator for UnsafeSelects {
    type Error = RewriteError;

    fn visit_expr_default(&mut self, expr: PrimExpr) -> Result<PrimExpr, RewriteError> {
        let is_unsafe = self.has_unsafe_part(expr.as_object_ref());
        Ok(self.keep(expr, is_unsafe))
    }

    fn visit_load(&mut self, load: Load) -> Result<PrimExpr, RewriteError> {
        Ok(self.keep(load.upcast(), true))
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, RewriteError> {
        Ok(self.keep(load.upcast(), true))
    }

    fn visit_call(&mut self, call: Call) -> Result<PrimExpr, RewriteError> {
        let is_unsafe = self.is_unsafe_call(&call);
        Ok(self.keep(call.upcast(), is_unsafe))
    }

    fn visit_select(&mut self, select: Select) -> Result<PrimExpr, RewriteError> {
        let is_unsafe = |expr: &PrimExpr| self.0.contains(expr);
        let of_condition = is_unsafe(&select.condition);
        let of_values = is_unsafe(&select.true_value) || is_unsafe(&select.false_value);
        if !of_values || select.condition.dtype != DataType::BOOL {
            return Ok(self.keep(select.upcast(), of_condition || of_values));
        }
        let args = [select.condition.clone(), select.true_value.clone(), select.false_value.clone()];
        let call = Call::new(select.dtype, builtin::if_then_else(), args, None)?;
        Ok(self.keep(call.upcast(), of_condition))
    }
}
