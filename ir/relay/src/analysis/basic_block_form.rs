//! Checks for basic block normal form: no branch hides a value that other code needs, too.
//!
//! The branches of an `if`, the body of a function, the clauses of a match and a `let` as a whole
//! are blocks. A shared expression is computed in the innermost block that contains all its uses.
//! If the first of these uses is in a block further inside, the expression must be bound by a `let`
//! in the outer block. Operators are exempt.
//!
//! The first use follows the order in which TVM visits a program: the uses by a call, a tuple or a
//! projection come after all uses inside of its operands. Other expressions visit and use their
//! operands one by one, and so use a condition, a matched value, or the variable and the value of a
//! `let` before the code that depends on it.

use std::collections::HashSet;

use objet::prelude::*;
use objet::print;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpNode;
use objet_ir::scope_tree::Scope;

use crate::expr::{CallNode, FunctionNode, LetNode, TupleGetItemNode, TupleNode};
use crate::functor::post_order;
use crate::scope::{LetScoping, Scopes};

/// An expression that must be bound by a `let` in an outer block.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "not in basic block normal form: bind {} by a let outside of the block that uses it first",
    print(expr)
)]
pub struct BasicBlockError {
    /// The expression.
    pub expr: RelayExpr,
}

/// Checks that an expression is in basic block normal form.
///
/// # Errors
/// Returns the first expression, in post-order, that must be bound in an outer block.
///
/// ```
/// use objet_relay::analysis::check_basic_block_normal_form;
/// use objet_relay::expr::{Function, If, Let, Var};
/// use objet_relay::op::sqrt;
///
/// let [c, x, y] = ["c", "x", "y"].map(|name| Var::new(name, None, None));
/// let root = sqrt(x)?;
/// let twice = If::new(c.clone(), root.clone(), root.clone(), None);
/// let error = check_basic_block_normal_form(&twice.into()).unwrap_err();
/// assert_eq!(error.expr, root.clone().into());
///
/// let bound = Let::new(y.clone(), root, If::new(c, y.clone(), y, None), None);
/// assert!(check_basic_block_normal_form(&bound.into()).is_ok());
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
#[doc(alias = "BasicBlockNormalFormCheck")]
pub fn check_basic_block_normal_form(expr: &RelayExpr) -> Result<(), BasicBlockError> {
    let order: Vec<_> = post_order(expr).collect();
    let scopes = Scopes::new(&order, LetScoping::Whole);
    let hidden = hidden_in_blocks(&scopes, expr).into_iter().next();
    match hidden {
        Some(position) => Err(BasicBlockError { expr: scopes.order[position].clone() }),
        None => Ok(()),
    }
}

/// Returns the positions of the expressions whose first use is in a block inside of the block that
/// contains all their uses, in post-order.
pub(crate) fn hidden_in_blocks(scopes: &Scopes<'_>, root: &RelayExpr) -> Vec<usize> {
    let first_uses = first_uses(scopes, root);
    let is_hidden = |position: &usize| {
        let Some(first) = first_uses[*position] else { return false };
        // The scopes do not count binders as uses, so the first use may be outside.
        let common = scopes.of(*position).map_or(first, |scope| scopes.common(scope, first));
        common != first && !scopes.order[*position].is_instance::<OpNode>()
    };
    (0..scopes.order.len()).filter(is_hidden).collect()
}

/// For each expression: the scope of its first use.
fn first_uses(scopes: &Scopes<'_>, root: &RelayExpr) -> Vec<Option<Scope>> {
    let mut first_uses = vec![None; scopes.order.len()];
    let mut seen = HashSet::from([scopes.position(root)]);
    let mut path = vec![(scopes.position(root), 0_usize)];
    while let Some((user, next)) = path.last_mut() {
        let (user, index) = (*user, *next);
        *next += 1;
        let expr = &scopes.order[user];
        let mut use_operand = |operand: &Used<'_>| {
            let scope = match operand.scope {
                Some(number) => scopes.own(user, number),
                None => scopes.of(user),
            };
            let first = &mut first_uses[scopes.position(operand.expr)];
            *first = first.or(scope);
        };
        let at_end = uses_operands_at_end(expr);
        // Operands that were visited before the current one, except at the end.
        if !at_end && let Some(previous) = index.checked_sub(1).and_then(|index| used(scopes, expr, index)) {
            use_operand(&previous);
        }
        match used(scopes, expr, index) {
            Some(operand) => {
                let position = scopes.position(operand.expr);
                if seen.insert(position) {
                    path.push((position, 0));
                }
            }
            None => {
                if at_end {
                    (0..)
                        .map_while(|index| used(scopes, expr, index))
                        .for_each(|operand| use_operand(&operand));
                }
                path.pop();
            }
        }
    }
    first_uses
}

/// A use of an expression by another one.
struct Used<'a> {
    expr: &'a RelayExpr,
    /// The scope of the user that contains the use, as in [`crate::scope::Operand`].
    scope: Option<usize>,
}

/// Returns the expression that `user` uses at `index`, in TVM's order: a callee before arguments,
/// and binders before their scopes.
fn used<'a>(scopes: &Scopes<'a>, user: &'a RelayExpr, index: usize) -> Option<Used<'a>> {
    let of_operand = |index| {
        let operand = scopes.operand(user, index)?;
        let scope = if user.is_instance::<LetNode>() { Some(0) } else { operand.scope };
        Some(Used { expr: operand.expr, scope })
    };
    match_node!(match user {
        call @ CallNode => match index.checked_sub(1) {
            None => Some(Used { expr: &call.op, scope: None }),
            Some(index) => call.args.get(index).map(|expr| Used { expr, scope: None }),
        },
        node @ LetNode => match index.checked_sub(1) {
            None => Some(Used { expr: node.var.upcast_ref(), scope: Some(0) }),
            Some(index) => of_operand(index),
        },
        function @ FunctionNode => match function.params.get(index) {
            Some(param) => Some(Used { expr: param.upcast_ref(), scope: Some(0) }),
            None => of_operand(index - function.params.len()),
        },
        _ => of_operand(index),
    })
}

/// Returns whether an expression uses its operands after it has visited all of them.
fn uses_operands_at_end(expr: &RelayExpr) -> bool {
    match_node!(match expr {
        CallNode | TupleNode | TupleGetItemNode => true,
        _ => false,
    })
}
