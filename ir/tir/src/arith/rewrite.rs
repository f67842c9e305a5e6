//! The traversal of expressions for simplification.
//!
//! - Operands are simplified before their users. The branches of selections are simplified under
//!   their conditions.
//! - The traversal keeps its own stack. Rules that simplify a new expression nest a traversal, to a
//!   limited depth.
//! - The result for each expression is kept, so an expression is simplified once in a scope.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::{FloatImmNode, PrimExpr};
use objet_ir::functor::downcast_known;

use super::Analyzer;
use super::analyzer::Constraint;
use super::operands::{all_operands, class};
use super::simplified::Simplified;
use crate::builtin;
use crate::expr::{Call, Let, Reduce, Select, Var, VarNode};
use crate::functor::{Class, foreign_vars};
use crate::op;

/// The maximum depth of traversals inside each other.
const MAX_NESTING: usize = 24;
/// The maximum number of conditions of branches that hold at the same time.
const MAX_DEPTH: usize = 16;
/// The number of steps in branches that a call may take anyway, and for each step outside of
/// branches. Shared operands are simplified in each branch, so the number bounds the time.
const BRANCH_STEPS: usize = 4_000;
const STEPS_PER_STEP: usize = 8;
/// The maximum number of terms of a sum that is kept for a second use.
pub(super) const MAX_KEPT: usize = 8;
/// The number of steps of a call after which a result of a rule counts as simple. Up to that
/// number, the parts of results are simplified again, as in TVM.
const MAX_STEPS: usize = 20_000;

/// The kind of simplification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Rewrite,
    Canonical,
}

enum Step {
    Enter(PrimExpr),
    Leave(PrimExpr, Class),
    /// Simplifies the branches of a selection, whose simplified condition is the last value.
    Branches(PrimExpr, Class),
    OpenBranch(PrimExpr),
    CloseBranch,
    /// Simplifies the body of a let, whose simplified value is the last value.
    Body(Let),
    CloseBody(Let, Option<PrimExpr>),
    Remember(PrimExpr),
}

/// The state of a traversal.
struct Traversal {
    mode: Mode,
    steps: Vec<Step>,
    values: Vec<Simplified>,
    constraints: Vec<Constraint>,
    /// The number of open lets whose values take the places of their variables.
    lets: usize,
    /// The variables in expressions of other crates inside the outermost of these lets.
    kept: HashSet<Var>,
}

impl Traversal {
    fn pop(&mut self) -> Simplified {
        match self.values.pop() {
            Some(value) => value,
            None => unreachable!("each operand leaves a value"),
        }
    }
}

impl Analyzer {
    /// Simplifies an expression in one pass.
    pub(super) fn visit(&mut self, root: &PrimExpr, mode: Mode) -> Simplified {
        if let Some(known) = self.known(root, mode) {
            return known;
        }
        if self.effort.nesting >= MAX_NESTING {
            return Simplified::Expr(root.clone());
        }
        self.effort.nesting += 1;
        let steps = vec![Step::Enter(root.clone())];
        let mut traversal = Traversal {
            mode,
            steps,
            values: Vec::new(),
            constraints: Vec::new(),
            lets: 0,
            kept: HashSet::new(),
        };
        while let Some(step) = traversal.steps.pop() {
            self.step(step, &mut traversal);
        }
        self.effort.nesting -= 1;
        traversal.pop()
    }

    /// Returns the result for an expression that needs no traversal.
    fn known(&self, expr: &PrimExpr, mode: Mode) -> Option<Simplified> {
        if expr.is_instance::<VarNode>() {
            let value = expr.downcast_ref::<Var>().and_then(|var| self.values.get(var));
            return Some(Simplified::Expr(value.unwrap_or(expr).clone()));
        }
        if op::as_const_int(expr).is_some() {
            return Some(Simplified::Expr(expr.clone()));
        }
        let (known, recursions) = self.memo().simplified[mode as usize].get(expr)?;
        let is_usable = self.is_large() || *recursions <= self.effort.recursions[mode as usize];
        is_usable.then(|| known.clone())
    }

    /// Whether the call has taken many steps, so that results are not simplified again.
    fn is_large(&self) -> bool {
        self.effort.steps > MAX_STEPS
    }

    fn step(&mut self, step: Step, traversal: &mut Traversal) {
        self.effort.steps += 1;
        self.effort.branch_steps += usize::from(self.effort.branches > 0);
        let mode = traversal.mode;
        match step {
            Step::Enter(expr) => match self.known(&expr, mode) {
                Some(known) => traversal.values.push(known),
                None => self.enter(expr, traversal),
            },
            Step::Leave(expr, class) => {
                let value = self.leave(&expr, class, traversal);
                self.remember(expr, value, traversal);
            }
            Step::Branches(expr, class) => self.branches(expr, class, traversal),
            Step::OpenBranch(condition) => {
                self.effort.branches += 1;
                let constraint = self.enter_constraint(&condition);
                traversal.constraints.push(constraint);
            }
            Step::CloseBranch => {
                self.effort.branches -= 1;
                if let Some(constraint) = traversal.constraints.pop() {
                    self.exit_constraint(constraint);
                }
                // The branch is simple under its condition, and mostly without it, too.
                if let Some(Simplified::Expr(branch)) = traversal.values.last() {
                    let known = (Simplified::Expr(branch.clone()), 0);
                    self.memo_mut().simplified[mode as usize].insert(branch.clone(), known);
                }
            }
            Step::Body(node) => {
                let value = traversal.pop().into_expr();
                let body = Step::Enter(node.body.clone());
                traversal.values.push(Simplified::Expr(value.clone()));
                if is_simple(&value) {
                    // One search for all lets inside, so that the time stays linear.
                    if traversal.lets == 0 {
                        traversal.kept = foreign_vars(&node.body);
                    }
                    traversal.lets += 1;
                    self.open_scope();
                    let earlier = self.values.insert(node.var.clone(), value);
                    traversal.steps.extend([Step::CloseBody(node, earlier), body]);
                } else {
                    traversal.steps.extend([Step::Leave(node.upcast(), Class::Let), body]);
                }
            }
            Step::CloseBody(node, earlier) => {
                match earlier {
                    Some(earlier) => self.values.insert(node.var.clone(), earlier),
                    None => self.values.remove(&node.var),
                };
                self.close_scope();
                traversal.lets -= 1;
                if is_simple(&node.value) && !traversal.kept.contains(&node.var) {
                    let body = Simplified::Expr(traversal.pop().into_expr());
                    traversal.pop();
                    self.remember(node.upcast(), body, traversal);
                } else {
                    traversal.steps.push(Step::Leave(node.upcast(), Class::Let));
                }
            }
            Step::Remember(expr) => {
                let value = Simplified::Expr(traversal.pop().into_expr());
                self.remember(expr, value, traversal);
            }
        }
    }

    /// Pushes a result, and keeps it for other users of the expression.
    fn remember(&mut self, expr: PrimExpr, value: Simplified, traversal: &mut Traversal) {
        let index = traversal.mode as usize;
        // A sum grows in place, which needs a unique reference. The step holds one reference to the
        // expression, and its only user another one.
        let is_small = match &value {
            Simplified::Expr(_) | Simplified::Split(_) => true,
            Simplified::Sum(sum) => sum.len() <= MAX_KEPT,
        };
        let is_kept = is_small || expr.as_object_ref().strong_count() > 2;
        if let Simplified::Expr(result) = &value
            && self.is_large()
        {
            let known = (value.clone(), 0);
            self.memo_mut().simplified[index].entry(result.clone()).or_insert(known);
        }
        if is_kept {
            let known = (value.clone(), self.effort.recursions[index]);
            self.memo_mut().simplified[index].insert(expr, known);
        }
        traversal.values.push(value);
    }

    fn enter(&mut self, expr: PrimExpr, traversal: &mut Traversal) {
        let object = expr.as_object_ref();
        let Some(class) = class(&expr) else {
            traversal.values.push(Simplified::Expr(expr));
            return;
        };
        match class {
            Class::Select => {
                let condition = downcast_known::<Select>(object).condition.clone();
                traversal.steps.extend([Step::Branches(expr, class), Step::Enter(condition)]);
            }
            Class::Call if is_if_then_else(downcast_known(object)) => {
                let condition = downcast_known::<Call>(object).args[0].clone();
                traversal.steps.extend([Step::Branches(expr, class), Step::Enter(condition)]);
            }
            Class::Let => {
                let node: Let = downcast_known::<Let>(object).clone();
                let value = node.value.clone();
                traversal.steps.extend([Step::Body(node), Step::Enter(value)]);
            }
            _ => {
                if class == Class::Reduce {
                    self.bind_axes(downcast_known(object));
                }
                let operands = all_operands(class, &expr);
                if operands.is_empty() {
                    traversal.values.push(Simplified::Expr(expr));
                    return;
                }
                traversal.steps.push(Step::Leave(expr, class));
                traversal.steps.extend(operands.into_iter().rev().map(Step::Enter));
            }
        }
    }

    /// Sets the ranges of the axes of a reduction, unless they are known.
    fn bind_axes(&mut self, reduce: &Reduce) {
        for axis in &reduce.axis {
            if let Some(range) = &axis.dom {
                // A variable that has a range keeps it.
                let _ = self.bind_range(&axis.var, range, false);
            }
        }
    }

    fn branches(&mut self, expr: PrimExpr, class: Class, traversal: &mut Traversal) {
        let object = expr.as_object_ref();
        let (true_value, false_value) = match class {
            Class::Select => {
                let node: &Select = downcast_known(object);
                (node.true_value.clone(), node.false_value.clone())
            }
            _ => {
                let call: &Call = downcast_known(object);
                (call.args[1].clone(), call.args[2].clone())
            }
        };
        let condition = traversal.pop().into_expr();
        if let Some(value) = op::as_const_int(&condition) {
            let chosen = if value == 0 { false_value } else { true_value };
            traversal.steps.extend([Step::Remember(expr), Step::Enter(chosen)]);
            return;
        }
        traversal.values.push(Simplified::Expr(condition.clone()));
        let negation = op::logical_not(&condition, None);
        traversal.steps.push(Step::Leave(expr, class));
        let effort = &self.effort;
        let outside = effort.steps - effort.branch_steps;
        let may_open =
            effort.branches < MAX_DEPTH && effort.branch_steps < BRANCH_STEPS + STEPS_PER_STEP * outside;
        match negation {
            Ok(negation) if may_open => {
                let negation = self.rewritten(&negation);
                traversal.steps.extend([
                    Step::CloseBranch,
                    Step::Enter(false_value),
                    Step::OpenBranch(negation),
                    Step::CloseBranch,
                    Step::Enter(true_value),
                    Step::OpenBranch(condition),
                ]);
            }
            _ => traversal.steps.extend([Step::Enter(false_value), Step::Enter(true_value)]),
        }
    }

    fn leave(&mut self, expr: &PrimExpr, class: Class, traversal: &mut Traversal) -> Simplified {
        let mode = traversal.mode;
        if mode == Mode::Canonical && super::canonical::handles(expr, class) {
            let count = if class == Class::Cast { 1 } else { 2 };
            let start = traversal.values.len().saturating_sub(count);
            let operands: Vec<Simplified> = traversal.values.drain(start..).collect();
            return self.canonical_node(expr, class, operands);
        }
        let count = match class {
            Class::Call => downcast_known::<Call>(expr.as_object_ref()).args.len(),
            _ => all_operands(class, expr).len(),
        };
        let start = traversal.values.len().saturating_sub(count);
        let operands: Vec<Simplified> = traversal.values.drain(start..).collect();
        let operands = operands.into_iter().map(|operand| self.expr_of(operand)).collect();
        Simplified::Expr(self.rewrite_node(expr, class, operands, mode))
    }
}

/// Whether the value of a let takes the place of its variable.
fn is_simple(value: &PrimExpr) -> bool {
    value.is_instance::<VarNode>() || op::as_const_int(value).is_some() || value.is_instance::<FloatImmNode>()
}

fn is_if_then_else(call: &Call) -> bool {
    call.calls(&builtin::if_then_else()) && call.args.len() == 3
}
