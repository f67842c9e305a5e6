//! The variables whose values depend on a variable.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::builtin;
use crate::expr::{Call, CallNode, LoadNode, Var};
use crate::functor::{StmtExprVisitor, post_order};
use crate::op::as_const_int;
use crate::stmt::{AllocateNode, EvaluateNode, ForNode, LetStmtNode, Stmt, StoreNode};

/// Returns a variable and those in a statement whose values or elements depend on it, by
/// assignments and stores.
pub(super) fn touched_vars(stmt: &Stmt, root: &Var) -> HashSet<Var> {
    let mut users: HashMap<Var, Vec<Var>> = HashMap::new();
    let mut record = |var: &Var, exprs: &[&PrimExpr]| {
        for used in Accesses::of(exprs).used {
            users.entry(used).or_default().push(var.clone());
        }
    };
    for object in post_order(stmt) {
        match_node!(match &object {
            node @ LetStmtNode => record(&node.var, &[&node.value]),
            node @ StoreNode => record(&node.buffer_var, &[&node.value, &node.index]),
            node @ ForNode => record(&node.loop_var, &[&node.min, &node.extent]),
            node @ AllocateNode => {
                let parts: Vec<&PrimExpr> = node.extents.iter().chain([&node.condition]).collect();
                record(&node.buffer_var, &parts);
            }
            node @ EvaluateNode => {
                for written in Accesses::of(&[&node.value]).written {
                    record(&written, &[&node.value]);
                }
            }
            _ => {}
        });
    }
    let mut touched = HashSet::from([root.clone()]);
    let mut pending = vec![root.clone()];
    while let Some(var) = pending.pop() {
        for user in users.remove(&var).unwrap_or_default() {
            if touched.insert(user.clone()) {
                pending.push(user);
            }
        }
    }
    touched
}

/// The variables that expressions use, and the buffers that they write through pointers.
#[derive(Default)]
struct Accesses {
    used: Vec<Var>,
    written: Vec<Var>,
    pending: Vec<PrimExpr>,
}

impl Accesses {
    fn of(exprs: &[&PrimExpr]) -> Self {
        let mut accesses = Self { pending: exprs.iter().copied().cloned().collect(), ..Self::default() };
        while let Some(expr) = accesses.pending.pop() {
            accesses.visit(&expr);
        }
        accesses
    }
}

impl StmtExprVisitor for Accesses {
    fn enter_expr(&mut self, expr: &PrimExpr) -> bool {
        let Some(call) =
            expr.as_node::<CallNode>().filter(|call| call.op.same_as(&builtin::tvm_access_ptr()))
        else {
            return true;
        };
        let [_, buffer, offset, extent, mask, ..] = &call.args[..] else { return true };
        self.pending.extend([offset.clone(), extent.clone()]);
        let mask = as_const_int(mask).unwrap_or(3);
        if let Some(buffer) = buffer.downcast_ref::<Var>() {
            self.used.extend((mask & 1 != 0).then(|| buffer.clone()));
            self.written.extend((mask & 2 != 0).then(|| buffer.clone()));
        }
        false
    }

    fn visit_var(&mut self, var: &Var) {
        self.used.push(var.clone());
    }
}

/// Whether an expression uses one of the variables.
pub(super) fn uses_touched(expr: &PrimExpr, touched: &HashSet<Var>) -> bool {
    post_order(expr).any(|part| {
        part.downcast_ref::<Var>().is_some_and(|var| touched.contains(var))
            || part.as_node::<LoadNode>().is_some_and(|load| touched.contains(&load.buffer_var))
    })
}

/// Returns the buffer of a call of `tvm_access_ptr`.
pub(super) fn accessed_buffer(call: &Call) -> Option<&Var> {
    let is_access = call.op.same_as(&builtin::tvm_access_ptr());
    call.args.get(1).filter(|_| is_access && call.args.len() >= 5)?.downcast_ref::<Var>()
}
