//! Simplification of expressions and statements.

use objet::walk::RewriteError;
use objet::{Rewriter, extension_point};

use objet::prelude::*;

use crate::expr::{AddNode, Const, ConstNode, Expr, MulNode};
use crate::stmt::{ForNode, Seq, SeqNode, Stmt};

extension_point! {
    /// The rules that simplify a program. Other crates add rules with `#[extend(loops::SIMPLIFY)]`.
    pub static SIMPLIFY: Rewriter = Rewriter::new()
        .on::<AddNode>(|add, _| simpler_sum(add))
        .on::<MulNode>(|mul, _| simpler_product(mul))
        .on::<ForNode>(|node, _| simpler_loop(node))
        .on::<SeqNode>(|seq, _| flat(seq))
        .until_fixpoint();
}

/// Applies the rules until none of them applies any more.
///
/// # Errors
/// If a rule returns an object that does not fit, such as a statement in place of an expression.
pub fn simplify<R: IsObjectRef>(program: R) -> Result<R, RewriteError> {
    SIMPLIFY.rewrite(program)
}

fn simpler_sum(add: &AddNode) -> Option<Expr> {
    match_node!(match (&add.lhs, &add.rhs) {
        (ConstNode { value: a, .. }, ConstNode { value: b, .. }) => {
            Some(Const::new(a.checked_add(*b)?).upcast())
        }
        (ConstNode { value: 0, .. }, rhs) => Some(rhs.clone()),
        (lhs, ConstNode { value: 0, .. }) => Some(lhs.clone()),
        // Constants go to the right, so that the next rule finds them.
        (ConstNode, rhs) => Some(rhs.clone() + add.lhs.clone()),
        (AddNode { lhs, rhs: ConstNode { value: a, .. }, .. }, ConstNode { value: b, .. }) => {
            Some(lhs.clone() + a.checked_add(*b)?)
        }
        _ => None,
    })
}

fn simpler_product(mul: &MulNode) -> Option<Expr> {
    match_node!(match (&mul.lhs, &mul.rhs) {
        (ConstNode { value: a, .. }, ConstNode { value: b, .. }) => {
            Some(Const::new(a.checked_mul(*b)?).upcast())
        }
        (ConstNode { value: 0, .. }, _) => Some(mul.lhs.clone()),
        (_, ConstNode { value: 0, .. }) => Some(mul.rhs.clone()),
        (ConstNode { value: 1, .. }, rhs) => Some(rhs.clone()),
        (lhs, ConstNode { value: 1, .. }) => Some(lhs.clone()),
        _ => None,
    })
}

/// A loop without iterations does nothing.
fn simpler_loop(node: &ForNode) -> Option<Stmt> {
    (node.extent.as_node::<ConstNode>()?.value <= 0).then(|| Seq::new([]).upcast())
}

/// A sequence inside of a sequence becomes a part of it, and a sequence of one statement becomes
/// this statement.
fn flat(seq: &SeqNode) -> Option<Stmt> {
    if let [stmt] = &seq.stmts[..] {
        return Some(stmt.clone());
    }
    if !seq.stmts.iter().any(|stmt| stmt.is_instance::<SeqNode>()) {
        return None;
    }
    let mut stmts = Array::new();
    for stmt in &seq.stmts {
        match stmt.as_node::<SeqNode>() {
            Some(inner) => stmts.extend(inner.stmts.iter().cloned()),
            None => stmts.push(stmt.clone()),
        }
    }
    Some(Seq::new(stmts).upcast())
}
