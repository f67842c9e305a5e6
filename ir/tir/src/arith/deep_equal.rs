//! Equality of expressions for simplification.

use std::collections::HashSet;

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::operands::operands;
use crate::expr::{AnyNode, VarNode};

/// Whether two expressions are equal for all values of their variables because they have the same
/// structure. Variables are equal if they are the same object. Two `Any` are not equal, unless they
/// are the same object.
///
/// ```
/// use objet::DataType;
/// use objet_tir::arith::deep_equal;
/// use objet_tir::expr::Var;
///
/// let x = Var::new("x", DataType::int(32), None);
/// let y = Var::new("x", DataType::int(32), None);
/// assert!(deep_equal(&(&x + 1).expr()?, &(&x + 1).expr()?));
/// assert!(!deep_equal(&(&x + 1).expr()?, &(&y + 1).expr()?));
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "ExprDeepEqual")]
pub fn deep_equal(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    compare(lhs, rhs, usize::MAX)
}

/// Whether two expressions are [equal](deep_equal), if they are not large. Large expressions count
/// as different, so that a comparison at each level of an expression takes linear time.
pub(super) fn is_same(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    compare(lhs, rhs, MAX_PARTS)
}

/// The maximum number of parts of an expression that are compared for simplification.
const MAX_PARTS: usize = 512;

fn compare(lhs: &PrimExpr, rhs: &PrimExpr, limit: usize) -> bool {
    if lhs.same_as(rhs) {
        return true;
    }
    if differ(lhs, rhs) {
        return false;
    }
    let mut pending = vec![(lhs, rhs)];
    // The pairs are compared once, even if parts are shared.
    let mut seen: HashSet<(&PrimExpr, &PrimExpr)> = HashSet::new();
    let mut parts = 0;
    while let Some((lhs, rhs)) = pending.pop() {
        if lhs.same_as(rhs) {
            continue;
        }
        parts += 1;
        if parts > limit || differ(lhs, rhs) {
            return false;
        }
        if lhs.is_instance::<IntImmNode>() || parts > MAX_UNSHARED && !seen.insert((lhs, rhs)) {
            continue;
        }
        let (Some((_, left)), Some((_, right))) = (operands(lhs), operands(rhs)) else {
            match structural_equal(lhs, rhs) {
                true => continue,
                false => return false,
            }
        };
        pending.extend(left.into_iter().flatten().zip(right.into_iter().flatten()));
    }
    true
}

/// The number of parts that are compared before the comparison keeps track of shared parts.
const MAX_UNSHARED: usize = 64;

/// Whether two objects differ by themselves: by their types, or by values other than operands.
fn differ(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    if lhs.same_as(rhs) {
        return false;
    }
    if lhs.as_object_ref().type_index() != rhs.as_object_ref().type_index() || lhs.dtype != rhs.dtype {
        return true;
    }
    match_node!(match lhs {
        int @ IntImmNode => rhs.as_node::<IntImmNode>().is_none_or(|other| other.value != int.value),
        VarNode | AnyNode => true,
        _ => false,
    })
}

/// Returns whether two expressions have the same structure, with the same variables.
#[register_global("tir.analysis.expr_deep_equal")]
fn expr_deep_equal(lhs: PrimExpr, rhs: PrimExpr) -> bool {
    deep_equal(&lhs, &rhs)
}
