//! Conditions that limit fused iterators.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::expr::{AndNode, LTNode};
use crate::functor::parts;

/// The condition that an expression is less than a bound.
pub(super) struct Limit {
    pub(super) expr: PrimExpr,
    pub(super) bound: PrimExpr,
}

/// Returns the parts of a predicate in the order of the sizes of their left sides. The predicate is
/// a comparison `a < b`, or a conjunction of a predicate and such a comparison. Returns `None` for
/// another predicate.
pub(super) fn limits(predicate: &PrimExpr) -> Option<Vec<Limit>> {
    let mut limits = Vec::new();
    let mut rest = predicate.clone();
    loop {
        let (last, next) = match rest.as_node::<AndNode>() {
            Some(and) => (&and.b, Some(and.a.clone())),
            None => (&rest, None),
        };
        let comparison = last.as_node::<LTNode>()?;
        let (expr, bound) = (comparison.a.clone(), comparison.b.clone());
        limits.push((parts(&expr).count(), Limit { expr, bound }));
        match next {
            Some(next) => rest = next,
            None => break,
        }
    }
    limits.sort_by_key(|(size, _)| *size);
    Some(limits.into_iter().map(|(_, limit)| limit).collect())
}
