//! Rewriting of expressions to sums of splits.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::fuse::Fusions;
use super::sum::{Rewritten, Sum};
use super::{IterMark, IterSplitExpr, IterSumExpr, constant, factors, is_one, is_zero};
use crate::arith::Analyzer;
use crate::arith::analyzer::ByExpr;
use crate::arith::operands::{all_operands, class, with_operands};
use crate::arith::term::{Operator, apply};
use crate::expr::{Range, Var};
use crate::op;

/// A rewriter for the iterators of a space.
pub(super) struct Rewriter {
    vars: HashMap<Var, Rewritten>,
    /// The marks of iterators with more than one value.
    pub(super) inputs: Vec<IterMark>,
    pub(super) fusions: Fusions,
}

impl Rewriter {
    pub(super) fn new(iters: &Map<Var, Range>) -> Option<Self> {
        let mut this = Self { vars: HashMap::new(), inputs: Vec::new(), fusions: Fusions::default() };
        for (var, range) in iters {
            let rewritten = if is_one(&range.extent) {
                Rewritten::Sum(Sum { args: Vec::new(), base: range.min.clone() })
            } else {
                let is_from_zero = is_zero(&range.min);
                let source = match is_from_zero {
                    true => var.clone().upcast(),
                    false => apply(Operator::Sub, var.clone().upcast(), range.min.clone())?,
                };
                let mark = IterMark::new(source, &range.extent);
                this.inputs.push(mark.clone());
                let split = IterSplitExpr::whole(&mark, constant(1, &mark.source)?)?;
                match is_from_zero {
                    true => Rewritten::Split(split),
                    false => Rewritten::Sum(Sum { args: vec![split], base: range.min.clone() }),
                }
            };
            this.vars.insert(var.clone(), rewritten);
        }
        Some(this)
    }

    /// Rewrites an index to a sum of at most one split. Returns `None` if there is no such sum.
    pub(super) fn index(&mut self, expr: &PrimExpr, analyzer: &mut Analyzer) -> Option<IterSumExpr> {
        let mut sum = self.rewrite(expr, analyzer)?.into_sum()?;
        if sum.args.len() > 1 {
            let zero = constant(0, &sum.base)?;
            let base = std::mem::replace(&mut sum.base, zero);
            sum = Sum { args: vec![self.fusions.fuse(&sum, analyzer)?], base };
        }
        Some(sum.into_expr())
    }

    /// Adds the condition that an expression is less than a bound. Returns `None` if the condition
    /// does not limit a fused iterator.
    pub(super) fn constrain(
        &mut self,
        expr: &PrimExpr,
        bound: &PrimExpr,
        analyzer: &mut Analyzer,
    ) -> Option<()> {
        let sum = self.rewrite(expr, analyzer)?.into_sum()?;
        self.fusions.constrain(&sum, bound, analyzer)
    }

    fn rewrite(&mut self, root: &PrimExpr, analyzer: &mut Analyzer) -> Option<Rewritten> {
        let mut values = Values::new(root);
        let mut pending = vec![(root.clone(), false)];
        while let Some((expr, is_entered)) = pending.pop() {
            if values.known.contains_key(&expr) {
                continue;
            }
            let class = class(&expr);
            let operands = class.map(|class| all_operands(class, &expr)).unwrap_or_default();
            if !is_entered && !operands.is_empty() {
                pending.push((expr, true));
                pending.extend(operands.into_iter().rev().map(|operand| (operand, false)));
                continue;
            }
            let rewritten = match class.and_then(|class| Some((class, Operator::of(class)?))) {
                Some((_, operator)) if is_affine(operator) && op::is_index(expr.dtype) => {
                    let [a, b] = operands.as_slice() else { return None };
                    let (a, b) = (values.take(a)?, values.take(b)?);
                    self.combine(operator, a, b, analyzer)?
                }
                _ => match expr.downcast_ref::<Var>().and_then(|var| self.vars.get(var)) {
                    Some(rewritten) => rewritten.clone(),
                    None => {
                        let operands = operands.iter().map(|operand| values.take(operand)?.into_plain());
                        let operands = operands.collect::<Option<Vec<_>>>()?;
                        Rewritten::Expr(match class {
                            Some(class) => with_operands(class, &expr, operands),
                            None => expr.clone(),
                        })
                    }
                },
            };
            values.known.insert(expr, rewritten);
        }
        values.take(root)
    }

    fn combine(
        &mut self,
        operator: Operator,
        a: Rewritten,
        b: Rewritten,
        analyzer: &mut Analyzer,
    ) -> Option<Rewritten> {
        let (a, b) = match (a, b) {
            (Rewritten::Expr(a), Rewritten::Expr(b)) => return Some(Rewritten::Expr(apply(operator, a, b)?)),
            pair => pair,
        };
        let is = |value: &Rewritten, number: i64| match value {
            Rewritten::Expr(expr) => op::is_const_int(expr, number),
            _ => false,
        };
        Some(match operator {
            Operator::Add if is(&a, 0) => b,
            Operator::Add | Operator::Sub if is(&b, 0) => a,
            Operator::Add | Operator::Sub => {
                let mut sum = a.into_sum()?;
                sum.add(operator, b)?;
                Rewritten::Sum(sum)
            }
            Operator::Mul if is(&a, 0) || is(&b, 1) => a,
            Operator::Mul if is(&a, 1) || is(&b, 0) => b,
            Operator::Mul => match (a, b) {
                (Rewritten::Expr(factor), iter) | (iter, Rewritten::Expr(factor)) => iter.scaled(&factor)?,
                _ => return None,
            },
            _ if is(&a, 0) => a,
            _ => {
                let Rewritten::Expr(divisor) = b else { return None };
                if is_one(&divisor) {
                    return match operator {
                        Operator::FloorDiv => Some(a),
                        _ => Some(Rewritten::Expr(constant(0, &divisor)?)),
                    };
                }
                let split = match a {
                    Rewritten::Split(split) => split,
                    other => self.fusions.fuse(&other.into_sum()?, analyzer)?,
                };
                match operator {
                    Operator::FloorDiv => factors::quotient(split, divisor, analyzer)?,
                    _ => factors::remainder(split, divisor, analyzer)?,
                }
            }
        })
    }
}

/// Whether a rewriter changes the expressions of an operator.
fn is_affine(operator: Operator) -> bool {
    use Operator::{Add, FloorDiv, FloorMod, Mul, Sub};
    matches!(operator, Add | Sub | Mul | FloorDiv | FloorMod)
}

/// The rewritten parts of an expression that are operands of other parts.
struct Values {
    known: ByExpr<Rewritten>,
    /// The number of times that each part is still an operand.
    uses: ByExpr<usize>,
}

impl Values {
    fn new(root: &PrimExpr) -> Self {
        let mut uses = ByExpr::from_iter([(root.clone(), 1)]);
        let mut pending = vec![root.clone()];
        while let Some(expr) = pending.pop() {
            for operand in class(&expr).map(|class| all_operands(class, &expr)).unwrap_or_default() {
                let count = uses.entry(operand.clone()).or_insert(0);
                *count += 1;
                if *count == 1 {
                    pending.push(operand);
                }
            }
        }
        Self { known: ByExpr::default(), uses }
    }

    /// Returns the value of a part, and removes the value at its last use.
    fn take(&mut self, expr: &PrimExpr) -> Option<Rewritten> {
        let uses = self.uses.get_mut(expr)?;
        *uses = uses.checked_sub(1)?;
        match *uses {
            0 => self.known.remove(expr),
            _ => self.known.get(expr).cloned(),
        }
    }
}
