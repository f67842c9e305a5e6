//! Finds constant expressions.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use crate::expr::{ConstantNode, TupleNode};

/// Returns whether an expression is a constant tensor, or a tuple of constant expressions.
///
/// The analysis does not evaluate anything: a sum of constants is not constant.
///
/// ```
/// use objet::NDArray;
/// use objet_relay::analysis::check_constant;
/// use objet_relay::expr::{Constant, Tuple};
/// use objet_relay::op::add;
///
/// let one = Constant::new(NDArray::from_slice(&[], &[1.0])?, None);
/// assert!(check_constant(&Tuple::new([one.clone().into(), one.clone().into()], None).into()));
/// assert!(!check_constant(&add(one.clone(), one)?.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ConstantCheck")]
pub fn check_constant(expr: &RelayExpr) -> bool {
    let mut seen = HashSet::new();
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        if let Some(tuple) = expr.as_node::<TupleNode>() {
            if seen.insert(expr) {
                waiting.extend(&tuple.fields);
            }
        } else if !expr.is_instance::<ConstantNode>() {
            return false;
        }
    }
    true
}
