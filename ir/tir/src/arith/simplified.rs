//! Canonical forms of integers: splits and sums.

use std::sync::Arc;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::sum::Sum;
use super::term::{Operator, apply};
use crate::op;

/// A result of simplification.
#[derive(Clone, Debug)]
pub(super) enum Simplified {
    Expr(PrimExpr),
    Split(Split),
    Sum(Arc<Sum>),
}

/// The rounding of quotients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rounding {
    TowardsZero,
    Down,
}

/// The value `(index % upper_factor) / lower_factor * scale`. `lower_factor` divides
/// `upper_factor`.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub(super) index: PrimExpr,
    pub(super) lower_factor: i64,
    /// The modulus, or `None` for the whole index.
    pub(super) upper_factor: Option<i64>,
    pub(super) scale: i64,
    pub(super) rounding: Rounding,
}

impl Simplified {
    /// Returns the result as an expression.
    pub(super) fn into_expr(self) -> PrimExpr {
        match self {
            Self::Expr(expr) => expr,
            Self::Split(split) => split.expr(),
            Self::Sum(sum) => Arc::unwrap_or_clone(sum).into_expr(),
        }
    }
}

impl Split {
    pub(super) fn new(index: PrimExpr) -> Self {
        Self { index, lower_factor: 1, upper_factor: None, scale: 1, rounding: Rounding::TowardsZero }
    }

    /// Returns a value as a split of a whole index, unless the value is one product already.
    pub(super) fn of(value: Simplified) -> Self {
        match value {
            Simplified::Split(split) => split,
            Simplified::Sum(sum) => match sum.as_split() {
                Some(split) => split.clone(),
                None => Self::new(Arc::unwrap_or_clone(sum).into_expr()),
            },
            Simplified::Expr(expr) => Self::new(expr),
        }
    }

    pub(super) fn dtype(&self) -> DataType {
        self.index.dtype
    }

    pub(super) fn expr(&self) -> PrimExpr {
        self.scaled(self.scale)
    }

    /// Returns the expression with another scale.
    pub(super) fn scaled(&self, scale: i64) -> PrimExpr {
        let dtype = self.dtype();
        let constant = |value: i64| op::make_const(dtype, value, None).ok();
        let with = |operator: Operator, index: PrimExpr, value: i64| {
            constant(value).and_then(|value| apply(operator, index, value))
        };
        let built = || {
            if scale == 0 {
                return constant(0);
            }
            let mut result = self.index.clone();
            if let Some(upper) = self.upper_factor {
                result = with(self.rounding.remainder(), result, upper)?;
            }
            if self.lower_factor != 1 {
                result = with(self.rounding.quotient(), result, self.lower_factor)?;
            }
            if scale != 1 {
                result = with(Operator::Mul, result, scale)?;
            }
            Some(result)
        };
        // The constants fit the type of the index, because they come from expressions of the type.
        built().unwrap_or_else(|| self.index.clone())
    }

    /// Whether the value is the same with the rounding.
    pub(super) fn allows(&self, rounding: Rounding) -> bool {
        self.rounding == rounding || self.lower_factor == 1 && self.upper_factor.is_none()
    }
}

impl Rounding {
    pub(super) fn quotient(self) -> Operator {
        match self {
            Self::TowardsZero => Operator::Div,
            Self::Down => Operator::FloorDiv,
        }
    }

    pub(super) fn remainder(self) -> Operator {
        match self {
            Self::TowardsZero => Operator::Mod,
            Self::Down => Operator::FloorMod,
        }
    }
}
