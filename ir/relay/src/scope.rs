//! Assigns each expression of a graph to a scope.
//!
//! The branches of an `if`, the body of a function, the clauses of a match and the body of a `let`
//! are scopes. A shared expression belongs to the innermost scope that contains all its uses, where
//! the expression can be computed once.

use std::borrow::Cow;
use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet_ir::expr::{IntImmNode, RelayExpr};
use objet_ir::functor::{NodeClass as _, parts_in_fields};
use objet_ir::scope_tree::{Scope, ScopeTree};

use crate::adt::{MatchNode, Pattern};
use crate::expr::{
    CallNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode, TupleGetItemNode,
    TupleNode,
};
use crate::functor::{Class, ExprMutator};

/// An operand of an expression: another expression that it is computed from.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'a> {
    pub(crate) expr: &'a RelayExpr,
    /// The index of the scope of the parent expression that contains the operand; `None` if the
    /// operand is in the same scope as the parent.
    pub(crate) scope: Option<usize>,
}

/// Returns the operand of `expr` at `index`, in evaluation order. Atoms have no operands, and those
/// of [foreign](is_foreign) expressions are not returned.
fn known_operand(expr: &RelayExpr, index: usize) -> Option<Operand<'_>> {
    let here = |expr| Operand { expr, scope: None };
    let inside = |expr, scope| Operand { expr, scope: Some(scope) };
    match_node!(match expr {
        call @ CallNode => match call.args.get(index) {
            Some(arg) => Some(here(arg)),
            None => (index == call.args.len()).then_some(here(&call.op)),
        },
        tuple @ TupleNode => tuple.fields.get(index).map(here),
        item @ TupleGetItemNode => (index == 0).then_some(here(&item.tuple_value)),
        node @ LetNode => match index {
            0 if node.value.is_instance::<FunctionNode>() => Some(inside(&node.value, 0)),
            0 => Some(here(&node.value)),
            1 => Some(inside(&node.body, 0)),
            _ => None,
        },
        node @ IfNode => match index {
            0 => Some(here(&node.cond)),
            1 => Some(inside(&node.true_branch, 0)),
            2 => Some(inside(&node.false_branch, 1)),
            _ => None,
        },
        function @ FunctionNode => (index == 0).then_some(inside(&function.body, 0)),
        node @ MatchNode => match index.checked_sub(1) {
            None => Some(here(&node.data)),
            Some(clause) => node.clauses.get(clause).map(|found| inside(&found.rhs, clause)),
        },
        create @ RefCreateNode => (index == 0).then_some(here(&create.value)),
        read @ RefReadNode => (index == 0).then_some(here(&read.reference)),
        write @ RefWriteNode => match index {
            0 => Some(here(&write.reference)),
            1 => Some(here(&write.value)),
            _ => None,
        },
        _ => None,
    })
}

/// Returns the operands of an expression, in evaluation order. Those of [foreign](is_foreign)
/// expressions are not returned.
pub(crate) fn known_operands(expr: &RelayExpr) -> impl Iterator<Item = &RelayExpr> {
    (0..).map_while(move |index| known_operand(expr, index)).map(|operand| operand.expr)
}

/// Returns all operands of an expression, in evaluation order.
pub(crate) fn operands(expr: &RelayExpr) -> impl Iterator<Item = Cow<'_, RelayExpr>> {
    known_operands(expr).map(Cow::Borrowed).chain(foreign_operands(expr).into_iter().map(Cow::Owned))
}

/// Returns whether an expression is of a type that this crate does not know, such as a node of
/// another crate. Its operands are the expressions in its fields, also in arrays, maps and clauses.
/// The node may evaluate them in any order, several times or never.
pub(crate) fn is_foreign(expr: &RelayExpr) -> bool {
    matches!(Class::of(expr.as_object_ref()), Some(Class::RelayExpr | Class::TempExpr))
}

/// Returns the operands of an expression if it is foreign.
fn foreign_operands(expr: &RelayExpr) -> Vec<RelayExpr> {
    match is_foreign(expr) {
        true => parts_in_fields(expr, |class| matches!(class, Class::Container | Class::Clause)),
        false => Vec::new(),
    }
}

/// Returns a [foreign](is_foreign) expression with other operands.
///
/// # Errors
/// Returns an error if a field cannot hold its new operand.
pub(crate) fn with_foreign_operands(
    expr: &RelayExpr,
    operand: impl FnMut(&RelayExpr) -> RelayExpr,
) -> Result<RelayExpr, RewriteError> {
    ForeignOperands { expr, operand }.mutate(expr.clone())
}

struct ForeignOperands<'e, F> {
    expr: &'e RelayExpr,
    operand: F,
}

impl<F: FnMut(&RelayExpr) -> RelayExpr> ExprMutator for ForeignOperands<'_, F> {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        if expr.same_as(self.expr) {
            return Ok(Enter::Inside);
        }
        Ok(Enter::Replace((self.operand)(expr).into()))
    }

    fn enter_pattern(&mut self, _: &Pattern) -> Result<Enter, RewriteError> {
        Ok(Enter::Keep)
    }
}

/// Returns whether operator fusion created the function. Passes leave such functions unchanged.
pub(crate) fn is_primitive(function: &FunctionNode) -> bool {
    let primitive = function.attrs.as_ref().and_then(|attrs| attrs.dict.get("Primitive")?.as_ref());
    primitive.and_then(|value| value.as_node::<IntImmNode>()).is_some_and(|value| value.value != 0)
}

/// The treatment of `let`. Branches, function bodies and clauses are always scopes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LetScoping {
    /// The body of a `let` is a scope. The value is a scope too if it is a function, which may call
    /// itself.
    Nested,
    /// A `let` binds its variable in the surrounding scope. Functions created by fusion and
    /// [foreign](is_foreign) expressions are not entered.
    Surrounding,
    /// A `let` is a scope of its variable, value and body.
    Whole,
}

/// The scope of each expression in a graph. Expressions are identified by their index in
/// post-order.
pub(crate) struct Scopes<'a> {
    tree: ScopeTree,
    lets: LetScoping,
    /// The expressions in post-order.
    pub(crate) order: &'a [RelayExpr],
    position: HashMap<&'a RelayExpr, usize>,
    /// For each expression: its scope, and the first scope that the expression opens. `None` if the
    /// root does not depend on the expression.
    scopes: Vec<Option<(Scope, Scope)>>,
    /// The positions of the operands of each foreign expression.
    foreign: HashMap<usize, Vec<usize>>,
}

impl<'a> Scopes<'a> {
    /// Computes the scopes of a graph from all its expressions in post-order.
    pub(crate) fn new(order: &'a [RelayExpr], lets: LetScoping) -> Self {
        let position: HashMap<_, _> =
            order.iter().enumerate().map(|(position, expr)| (expr, position)).collect();
        let enters_foreign = lets != LetScoping::Surrounding;
        let foreign = order.iter().enumerate().filter(|(_, expr)| enters_foreign && is_foreign(expr));
        let foreign = foreign.map(|(index, expr)| {
            let operands = foreign_operands(expr);
            (index, operands.iter().map(|operand| position[operand]).collect())
        });
        let (foreign, scopes) = (foreign.collect(), vec![None; order.len()]);
        let mut this = Self { tree: ScopeTree::new(), lets, order, position, scopes, foreign };
        if let Some(root) = this.scopes.last_mut() {
            *root = Some((Scope::ROOT, Scope::ROOT));
        }
        // Users of an expression come later in the order. In reverse, the scope of each expression
        // is complete before its operands are processed.
        for position in (0..this.order.len()).rev() {
            this.give_scopes_to_operands(position);
        }
        this
    }

    fn give_scopes_to_operands(&mut self, position: usize) {
        let Some((scope, _)) = self.scopes[position] else { return };
        let mut own = Vec::new();
        let expr = &self.order[position];
        for operand in self.operands(expr) {
            let target = match operand.scope {
                None => scope,
                Some(number) => {
                    if number == own.len() {
                        own.push(self.tree.open(scope));
                    }
                    own[number]
                }
            };
            let operand = self.position[operand.expr];
            let common = self.scopes[operand].map_or(target, |(before, _)| self.tree.common(before, target));
            self.scopes[operand] = Some((common, common));
        }
        if let (Some(first), Some((_, of_position))) = (own.first(), &mut self.scopes[position]) {
            *of_position = *first;
        }
    }

    /// Returns the operand of `expr` at `index`, with scopes according to the treatment of `let`.
    pub(crate) fn operand(&self, expr: &'a RelayExpr, index: usize) -> Option<Operand<'a>> {
        let Some(operand) = known_operand(expr, index) else {
            if self.foreign.is_empty() {
                return None;
            }
            let foreign = self.foreign.get(&self.position(expr))?;
            return foreign.get(index).map(|position| Operand { expr: &self.order[*position], scope: None });
        };
        if expr.is_instance::<LetNode>() {
            return Some(match self.lets {
                LetScoping::Nested => operand,
                LetScoping::Surrounding => Operand { scope: None, ..operand },
                LetScoping::Whole => Operand { scope: Some(0), ..operand },
            });
        }
        if self.lets == LetScoping::Surrounding && expr.as_node::<FunctionNode>().is_some_and(is_primitive) {
            return None;
        }
        Some(operand)
    }

    fn operands(&self, expr: &'a RelayExpr) -> Vec<Operand<'a>> {
        (0..).map_while(|index| self.operand(expr, index)).collect()
    }

    /// Returns the index of an expression in the order.
    ///
    /// # Panics
    /// Panics if the expression is not in the graph.
    pub(crate) fn position(&self, expr: &RelayExpr) -> usize {
        self.position[expr]
    }

    /// Returns the scope of the expression at `position`, or `None` if the root does not depend on
    /// the expression.
    pub(crate) fn of(&self, position: usize) -> Option<Scope> {
        self.scopes[position].map(|(scope, _)| scope)
    }

    /// Returns the scope `number` that the expression at `position` opens.
    pub(crate) fn own(&self, position: usize, number: usize) -> Option<Scope> {
        self.scopes[position].map(|(_, Scope(first))| Scope(first + number))
    }

    /// Returns the innermost scope that contains both scopes.
    pub(crate) fn common(&self, a: Scope, b: Scope) -> Scope {
        self.tree.common(a, b)
    }

    /// Returns the number of scopes. Every [`Scope::number`] is less than this count.
    pub(crate) fn count(&self) -> usize {
        self.tree.count()
    }
}
