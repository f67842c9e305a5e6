//! The traversal of analyses that compute a value for each expression from its operands.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::functor::downcast_known;

use super::Analyzer;
use super::operands::{all_operands, class};
use crate::expr::{Let, Var};
use crate::functor::Class;

/// An analysis that gives each expression a value. The analyzer keeps the values.
pub(super) trait BottomUp {
    /// The fact about an expression.
    type Value: Copy;

    /// Whether the value of an expression of this class follows from those of its operands.
    fn follows_operands(class: Class, expr: &PrimExpr) -> bool;

    /// Returns the value of a constant, or of an expression that was visited.
    fn known(analyzer: &Analyzer, expr: &PrimExpr) -> Option<Self::Value>;

    /// Returns the value of an expression that follows from its operands, which have values.
    fn computed(analyzer: &mut Analyzer, expr: &PrimExpr, class: Class) -> Self::Value;

    /// Returns the value of any other expression.
    fn of_leaf(analyzer: &Analyzer, expr: &PrimExpr) -> Self::Value;

    /// Keeps the value of an expression.
    fn remember(analyzer: &mut Analyzer, expr: PrimExpr, value: Self::Value);

    /// Returns the values of variables.
    fn of_variables(analyzer: &mut Analyzer) -> &mut HashMap<Var, Self::Value>;
}

enum Step {
    Enter(PrimExpr),
    Leave(PrimExpr, Class),
    /// Binds the variable of a let to the value of its value, unless the variable has one.
    Bind(Let),
    Unbind(Var),
}

impl Analyzer {
    /// Gives a value to an expression and its operands.
    pub(super) fn visit_operands_first<A: BottomUp>(&mut self, root: &PrimExpr) {
        let mut steps = vec![Step::Enter(root.clone())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(expr) if A::known(self, &expr).is_some() => {}
                Step::Enter(expr) => match class(&expr).filter(|class| A::follows_operands(*class, &expr)) {
                    Some(class) => enter(expr, class, &mut steps),
                    None => {
                        let value = A::of_leaf(self, &expr);
                        A::remember(self, expr, value);
                    }
                },
                Step::Leave(expr, class) => {
                    let value = A::computed(self, &expr, class);
                    A::remember(self, expr, value);
                }
                Step::Bind(node) => {
                    let is_bound = A::of_variables(self).contains_key(&node.var);
                    if let Some(value) = A::known(self, &node.value).filter(|_| !is_bound) {
                        A::of_variables(self).insert(node.var.clone(), value);
                        steps.push(Step::Unbind(node.var.clone()));
                    }
                    steps.push(Step::Enter(node.body.clone()));
                }
                Step::Unbind(var) => _ = A::of_variables(self).remove(&var),
            }
        }
    }
}

/// Pushes the steps for an expression and its operands. The condition of a selection has no value.
fn enter(expr: PrimExpr, class: Class, steps: &mut Vec<Step>) {
    if class == Class::Let {
        let node: Let = downcast_known::<Let>(expr.as_object_ref()).clone();
        let value = Step::Enter(node.value.clone());
        steps.extend([Step::Leave(expr, class), Step::Bind(node), value]);
        return;
    }
    let operands = all_operands(class, &expr);
    steps.push(Step::Leave(expr, class));
    steps.extend(operands.into_iter().skip(usize::from(class == Class::Select)).map(Step::Enter));
}
