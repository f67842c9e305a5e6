//! Quotients and remainders of splits.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::sum::Rewritten;
use super::{IterSplitExpr, constant, is_one};
use crate::arith::Analyzer;
use crate::arith::term::{Operator, apply};
use crate::op;

/// Divides a split and rounds down. Returns `None` if the quotient is not a split.
pub(super) fn quotient(
    mut split: IterSplitExpr,
    mut divisor: PrimExpr,
    analyzer: &mut Analyzer,
) -> Option<Rewritten> {
    if !is_one(&split.scale) {
        if is_multiple(&split.scale, &divisor, analyzer) {
            let scale = apply(Operator::FloorDiv, split.scale.clone(), divisor)?;
            *split.make_mut().scale = scale;
            return Some(Rewritten::Split(split));
        }
        if !is_multiple(&divisor, &split.scale, analyzer) {
            return None;
        }
        divisor = apply(Operator::FloorDiv, divisor, split.scale.clone())?;
        *split.make_mut().scale = constant(1, &divisor)?;
    }
    if !is_multiple(&split.extent, &divisor, analyzer) {
        return None;
    }
    let lower_factor = apply(Operator::Mul, split.lower_factor.clone(), divisor.clone())?;
    let extent = apply(Operator::FloorDiv, split.extent.clone(), divisor)?;
    let fields = split.make_mut();
    *fields.lower_factor = lower_factor;
    *fields.extent = analyzer.simplify(&extent, 2);
    Some(Rewritten::Split(split))
}

/// Returns the remainder of a split, which is not negative. Returns `None` if the remainder is not
/// a split.
pub(super) fn remainder(
    mut split: IterSplitExpr,
    mut divisor: PrimExpr,
    analyzer: &mut Analyzer,
) -> Option<Rewritten> {
    if !is_one(&split.scale) {
        if is_multiple(&split.scale, &divisor, analyzer) {
            return Some(Rewritten::Expr(constant(0, &split.source.source)?));
        }
        if !is_multiple(&divisor, &split.scale, analyzer) {
            return None;
        }
        divisor = apply(Operator::FloorDiv, divisor, split.scale.clone())?;
    }
    if !is_multiple(&split.extent, &divisor, analyzer) {
        return None;
    }
    *split.make_mut().extent = divisor;
    Some(Rewritten::Split(split))
}

/// Whether a number is provably a multiple of a factor.
pub(super) fn is_multiple(number: &PrimExpr, factor: &PrimExpr, analyzer: &mut Analyzer) -> bool {
    match (op::as_const_int(number), op::as_const_int(factor)) {
        (_, Some(0)) => false,
        (Some(number), Some(factor)) => number.checked_rem(factor) == Some(0),
        _ => {
            analyzer.can_prove_equal(number, factor)
                || op::floormod(number, factor, None)
                    .and_then(|rest| op::equal(rest, 0, None))
                    .is_ok_and(|condition| analyzer.can_prove(&condition))
        }
    }
}
