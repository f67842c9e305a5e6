//! A hash of expressions that takes constant time.

use std::hash::{Hash, Hasher};

use foldhash::fast::FixedState;
use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::operands::operands;
use crate::expr::VarNode;

/// The number of expressions that a hash depends on.
const MAX_PARTS: usize = 16;

/// Returns a hash of the upper part of an expression. Expressions that are
/// [equal](super::deep_equal) have equal hashes.
pub(super) fn shallow_hash(root: &PrimExpr) -> u64 {
    let mut hasher = std::hash::BuildHasher::build_hasher(&FixedState::default());
    let mut pending = std::collections::VecDeque::from([root]);
    let mut parts = 0;
    while let Some(expr) = pending.pop_front() {
        parts += 1;
        if parts > MAX_PARTS {
            break;
        }
        expr.as_object_ref().type_index().hash(&mut hasher);
        match_node!(match expr {
            int @ IntImmNode => int.value.hash(&mut hasher),
            VarNode => expr.as_object_ref().hash(&mut hasher),
            _ => {
                if let Some((_, operands)) = operands(expr) {
                    pending.extend(operands.into_iter().flatten());
                }
            }
        });
    }
    hasher.finish()
}
