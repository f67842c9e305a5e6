//! Canonical simplification of casts: the cast of a sum is the sum of the casts of its indices.

use std::sync::Arc;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::Analyzer;
use super::bound::Bound;
use super::rewrite::Mode;
use super::simplified::{Simplified, Split};
use super::sum::Sum;
use crate::functor::Class;
use crate::op;

impl Analyzer {
    /// Simplifies a cast of a canonical value to a type of indices.
    pub(super) fn canonical_cast(&mut self, expr: &PrimExpr, value: Simplified) -> Simplified {
        let dtype = expr.dtype;
        let cast = match &value {
            Simplified::Split(split) if self.may_cast_split(split, dtype) => {
                cast_split(split, dtype).map(Simplified::Split)
            }
            Simplified::Sum(sum) if self.may_cast_sum(sum, dtype) => {
                cast_sum(sum, dtype).map(|sum| Simplified::Sum(Arc::new(sum)))
            }
            _ => None,
        };
        cast.unwrap_or_else(|| {
            let value = value.into_expr();
            Simplified::Expr(self.rewrite_node(expr, Class::Cast, vec![value], Mode::Canonical))
        })
    }

    /// Whether a cast to a type keeps the value of an expression.
    fn is_safe(&mut self, value: &PrimExpr, dtype: DataType) -> bool {
        let (bound, limit) = (self.bound_of(value), Bound::of(dtype));
        value.dtype.bits <= dtype.bits || bound.min >= limit.min && bound.max <= limit.max
    }

    fn may_cast_split(&mut self, split: &Split, dtype: DataType) -> bool {
        let is_index = op::is_index(split.dtype());
        is_index
            && (dtype.bits >= split.dtype().bits || {
                let whole = Split::new(split.index.clone());
                let unscaled = Split { scale: 1, ..split.clone() };
                [whole, unscaled, split.clone()].iter().all(|part| self.is_safe(&part.expr(), dtype))
            })
    }

    /// Whether the type holds all partial sums in the order of the terms.
    fn may_cast_sum(&mut self, sum: &Sum, dtype: DataType) -> bool {
        if dtype.bits >= sum.dtype().bits {
            return op::is_index(sum.dtype());
        }
        let mut partial = Sum::new(sum.dtype());
        let mut fits = |partial: &Sum| self.is_safe(&partial.clone().into_expr(), dtype);
        // The number of terms bounds the time for all partial sums.
        if sum.splits().count() > MAX_TERMS {
            return false;
        }
        let (added, taken): (Vec<_>, Vec<_>) = sum.splits().partition(|split| split.scale > 0);
        for split in added {
            if partial.add(split.clone(), 1).is_none() || !fits(&partial) {
                return false;
            }
        }
        partial.base = sum.base;
        if !fits(&partial) {
            return false;
        }
        for split in taken {
            if partial.add(split.clone(), 1).is_none() || !fits(&partial) {
                return false;
            }
        }
        sum.splits().all(|split| self.may_cast_split(split, dtype))
    }
}

/// The maximum number of terms of a sum that is cast to a type with fewer bits term by term.
const MAX_TERMS: usize = 64;

fn cast_split(split: &Split, dtype: DataType) -> Option<Split> {
    Some(Split { index: op::cast(dtype, &split.index, None).ok()?, ..split.clone() })
}

fn cast_sum(sum: &Sum, dtype: DataType) -> Option<Sum> {
    let mut result = Sum::new(dtype);
    for split in sum.splits() {
        result.add(cast_split(split, dtype)?, 1)?;
    }
    result.base = sum.base;
    Some(result)
}
