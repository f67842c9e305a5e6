//! Sums of splits.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{IterSplitExpr, IterSumExpr, constant};
use crate::arith::deep_equal;
use crate::arith::term::{Operator, apply};

/// A rewritten expression.
#[derive(Clone)]
pub(super) enum Rewritten {
    /// An expression without iterators.
    Expr(PrimExpr),
    Split(IterSplitExpr),
    Sum(Sum),
}

/// A sum of splits and of an expression without iterators.
#[derive(Clone)]
pub(super) struct Sum {
    pub(super) args: Vec<IterSplitExpr>,
    pub(super) base: PrimExpr,
}

impl Rewritten {
    pub(super) fn into_sum(self) -> Option<Sum> {
        Some(match self {
            Self::Expr(base) => Sum { args: Vec::new(), base },
            Self::Split(split) => {
                let base = constant(0, &split.source.source)?;
                Sum { args: vec![split], base }
            }
            Self::Sum(sum) => sum,
        })
    }

    /// Returns the expression, if it has no iterators.
    pub(super) fn into_plain(self) -> Option<PrimExpr> {
        match self {
            Self::Expr(expr) => Some(expr),
            Self::Split(_) | Self::Sum(_) => None,
        }
    }

    /// Returns the product with an expression that has no iterators.
    pub(super) fn scaled(self, factor: &PrimExpr) -> Option<Self> {
        let scaled = |scale: &PrimExpr| apply(Operator::Mul, scale.clone(), factor.clone());
        Some(match self {
            Self::Expr(expr) => Self::Expr(scaled(&expr)?),
            Self::Split(mut split) => {
                let scale = scaled(&split.scale)?;
                *split.make_mut().scale = scale;
                Self::Split(split)
            }
            Self::Sum(mut sum) => {
                for arg in &mut sum.args {
                    let scale = scaled(&arg.scale)?;
                    *arg.make_mut().scale = scale;
                }
                sum.base = scaled(&sum.base)?;
                Self::Sum(sum)
            }
        })
    }
}

impl Sum {
    /// Adds or subtracts a value, by the operator.
    pub(super) fn add(&mut self, operator: Operator, value: Rewritten) -> Option<()> {
        let base = match value {
            Rewritten::Expr(base) => base,
            Rewritten::Split(split) => return self.add_split(operator, split),
            Rewritten::Sum(sum) => {
                for arg in sum.args {
                    self.add_split(operator, arg)?;
                }
                sum.base
            }
        };
        self.base = apply(operator, self.base.clone(), base)?;
        Some(())
    }

    fn add_split(&mut self, operator: Operator, mut split: IterSplitExpr) -> Option<()> {
        let known = self.args.iter_mut().find(|arg| {
            arg.source.same_as(&split.source)
                && deep_equal(&arg.lower_factor, &split.lower_factor)
                && deep_equal(&arg.extent, &split.extent)
        });
        if let Some(known) = known {
            let scale = apply(operator, known.scale.clone(), split.scale.clone())?;
            *known.make_mut().scale = scale;
            return Some(());
        }
        if operator == Operator::Sub {
            let scale = apply(operator, constant(0, &split.scale)?, split.scale.clone())?;
            *split.make_mut().scale = scale;
        }
        self.args.push(split);
        Some(())
    }

    pub(super) fn into_expr(self) -> IterSumExpr {
        IterSumExpr::new(Array::from_iter(self.args), self.base)
    }
}
