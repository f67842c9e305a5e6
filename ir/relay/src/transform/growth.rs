//! A limit on the number of expressions that a pass copies.

use objet::prelude::*;

use crate::functor::post_order;

/// A pass would copy functions so often that the result does not fit into memory.
///
/// Functions that each call the next one twice double the program with each function.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "the bodies of the called functions have more than {limit} expressions in all: call functions \
     that call each other less often, or do not inline them"
)]
pub struct GrowthError {
    /// The maximum number of copied expressions.
    pub limit: usize,
}

/// The number of expressions that a pass may still copy.
pub(super) struct Growth {
    left: usize,
    limit: usize,
}

impl Growth {
    /// Returns the limit for a program: 16 times its size, and at least a million expressions.
    pub(super) fn limit_of(root: &impl IsObjectRef) -> Self {
        let limit = (1 << 20) + 16 * post_order(root).count();
        Self { left: limit, limit }
    }

    /// Counts a copy of an expression with all its parts.
    pub(super) fn copy(&mut self, root: &impl IsObjectRef) -> Result<(), GrowthError> {
        let size = post_order(root).take(self.left.saturating_add(1)).count();
        self.left = self.left.checked_sub(size).ok_or(GrowthError { limit: self.limit })?;
        Ok(())
    }
}
