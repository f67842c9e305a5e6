//! Evaluation of expressions on intervals.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::functor::downcast_known;

use super::Analyzer;
use super::analyzer::ByExpr;
use super::int_set::{IntervalSet, interval, union};
use super::int_set_ops::combine;
use super::operands::{class, operands};
use super::term::Operator;
use crate::expr::{Broadcast, Cast, Ramp, RampNode, Select, Var};
use crate::functor::Class;
use crate::op;

/// The intervals of variables.
pub type Domains = HashMap<Var, IntervalSet>;

/// An interval, and whether its evaluation reached the limit of nested domains.
type Value = (IntervalSet, bool);

enum Step {
    Enter(PrimExpr, usize),
    Leave(PrimExpr, Class),
    /// Joins the evaluated bounds of the domain of a variable.
    Domain(PrimExpr),
}

struct Evaluation<'d> {
    domains: &'d Domains,
    steps: Vec<Step>,
    values: Vec<Value>,
    known: ByExpr<Value>,
}

impl Analyzer {
    /// Returns an interval that has all values of an expression, for all values of variables in
    /// their domains. Other variables stay symbols. A domain may refer to other variables with
    /// domains.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet::structural_equal;
    /// use objet_tir::arith::{Analyzer, Domains, IntervalSet};
    /// use objet_tir::expr::Var;
    ///
    /// let x = Var::new("x", DataType::int(32), None);
    /// let y = Var::new("y", DataType::int(32), None);
    /// let domains = Domains::from([(x.clone(), IntervalSet::new(0, 7))]);
    /// let set = Analyzer::new().int_set(&(&y + &x).expr()?, &domains);
    /// assert!(structural_equal(&set.min_value, &y));
    /// assert!(structural_equal(&set.max_value, &(&y + 7).expr()?));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "EvalSet")]
    pub fn int_set(&mut self, expr: &PrimExpr, domains: &Domains) -> IntervalSet {
        let steps = vec![Step::Enter(expr.clone(), 0)];
        let mut evaluation = Evaluation { domains, steps, values: Vec::new(), known: ByExpr::default() };
        while let Some(step) = evaluation.steps.pop() {
            evaluation.step(step, self);
        }
        evaluation.pop().0
    }
}

impl Evaluation<'_> {
    fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or_else(|| (IntervalSet::everything(), false))
    }

    fn step(&mut self, step: Step, analyzer: &mut Analyzer) {
        match step {
            Step::Enter(expr, depth) => match self.known.get(&expr) {
                Some((set, false)) => self.values.push((set.clone(), false)),
                _ => self.enter(expr, depth),
            },
            Step::Leave(expr, class) => {
                let value = self.leave(&expr, class, analyzer);
                self.known.insert(expr, value.clone());
                self.values.push(value);
            }
            Step::Domain(var) => {
                let ((upper, above), (lower, below)) = (self.pop(), self.pop());
                let value = (IntervalSet::new(&lower.min_value, &upper.max_value), above || below);
                self.known.insert(var, value.clone());
                self.values.push(value);
            }
        }
    }

    fn enter(&mut self, expr: PrimExpr, depth: usize) {
        if expr.is_instance::<IntImmNode>() {
            self.values.push((IntervalSet::single_point(expr), false));
            return;
        }
        if let Some(var) = expr.downcast_ref::<Var>() {
            match self.domains.get(var) {
                None => self.values.push((IntervalSet::single_point(&expr), false)),
                Some(set) if set.is_single_point() && set.min_value.same_as(&expr) => {
                    self.values.push((set.clone(), false));
                }
                // A domain that refers to itself would never end.
                Some(set) if depth >= self.domains.len() => self.values.push((set.clone(), true)),
                Some(set) => {
                    let (min, max) = (set.min_value.clone(), set.max_value.clone());
                    self.steps.push(Step::Domain(expr));
                    self.steps.extend([Step::Enter(max, depth + 1), Step::Enter(min, depth + 1)]);
                }
            }
            return;
        }
        let object = expr.as_object_ref();
        let class = class(&expr);
        let inner = match class {
            Some(Class::Cast) => vec![downcast_known::<Cast>(object).value.clone()],
            Some(Class::Broadcast) => vec![downcast_known::<Broadcast>(object).value.clone()],
            Some(Class::Ramp) => vec![downcast_known::<Ramp>(object).base.clone()],
            Some(Class::Select) => {
                let node: &Select = downcast_known(object);
                vec![node.true_value.clone(), node.false_value.clone()]
            }
            Some(_) => match operands(&expr) {
                Some((_, [Some(a), Some(b), None])) => vec![a.clone(), b.clone()],
                _ => Vec::new(),
            },
            None => Vec::new(),
        };
        match class {
            Some(class) if !inner.is_empty() => {
                self.steps.push(Step::Leave(expr, class));
                self.steps.extend(inner.into_iter().rev().map(|expr| Step::Enter(expr, depth)));
            }
            _ => self.values.push((IntervalSet::everything(), false)),
        }
    }

    fn leave(&mut self, expr: &PrimExpr, class: Class, analyzer: &mut Analyzer) -> Value {
        let object = expr.as_object_ref();
        match class {
            Class::Cast => {
                let (set, is_limited) = self.pop();
                let cast = |bound: Option<&PrimExpr>| op::cast(expr.dtype, bound?, None).ok();
                (interval(cast(set.lower()), cast(set.upper())), is_limited)
            }
            Class::Broadcast => self.pop(),
            Class::Ramp => {
                let (base, is_limited) = self.pop();
                (ramp(downcast_known::<Ramp>(object), &base, analyzer), is_limited)
            }
            Class::Select => {
                let ((b, right), (a, left)) = (self.pop(), self.pop());
                (union(&b, &a), left || right)
            }
            _ => {
                let ((b, right), (a, left)) = (self.pop(), self.pop());
                let is_point = |set: &IntervalSet, expr: &PrimExpr| {
                    set.min_value.same_as(expr) && set.max_value.same_as(expr)
                };
                let set = match (operands(expr), Operator::of(class)) {
                    (Some((_, [Some(left), Some(right), None])), _)
                        if is_point(&a, left) && is_point(&b, right) =>
                    {
                        IntervalSet::single_point(expr)
                    }
                    (_, Some(operator)) => combine(analyzer, operator, &a, &b, expr.dtype),
                    _ => IntervalSet::everything(),
                };
                (set, left || right)
            }
        }
    }
}

/// Returns the interval of the elements of a ramp.
fn ramp(ramp: &RampNode, base: &IntervalSet, analyzer: &mut Analyzer) -> IntervalSet {
    let dtype = ramp.base.dtype;
    let last =
        op::as_const_int(&ramp.stride).and_then(|stride| stride.checked_mul(i64::from(ramp.lanes) - 1));
    let Some(Ok(last)) = last.map(|last| op::make_const(dtype, last, None)) else {
        return IntervalSet::everything();
    };
    let Ok(first) = op::make_zero(dtype, None) else { return IntervalSet::everything() };
    let steps = match op::as_const_int(&last) {
        Some(value) if value < 0 => IntervalSet::new(last, first),
        _ => IntervalSet::new(first, last),
    };
    combine(analyzer, Operator::Add, base, &steps, dtype)
}
