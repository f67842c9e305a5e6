//! Equality of expressions for simplification.

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
    if lhs.same_as(rhs) {
        return true;
    }
    if differ(lhs, rhs) {
        return false;
    }
    let mut pending = vec![(lhs, rhs)];
    while let Some((lhs, rhs)) = pending.pop() {
        if lhs.same_as(rhs) {
            continue;
        }
        if differ(lhs, rhs) {
            return false;
        }
        if lhs.is_instance::<IntImmNode>() {
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
