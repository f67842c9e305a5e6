//! Limits of the work of passes and analyses.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::ConstructError;

use crate::functor::post_order;
use crate::stmt::SeqStmtNode;

/// The number of objects that a pass may examine again, for each object of a function and anyway.
pub(crate) const PER_OBJECT: usize = 16;
const ANYWAY: usize = 16_384;

/// The number of objects that a pass may still examine again. Where a result needs more, the pass
/// leaves a statement as it is.
pub(crate) struct Effort(usize);

impl Effort {
    /// Creates the limit for a statement.
    pub(crate) fn of(root: &impl IsObjectRef) -> Self {
        Self(post_order(root).count().saturating_mul(PER_OBJECT).saturating_add(ANYWAY))
    }

    /// Takes a number of objects. Returns `false` if they are too many.
    pub(crate) fn take(&mut self, count: usize) -> bool {
        let left = self.0.checked_sub(count);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }

    /// Takes the objects of an expression or a statement. Returns `false` if they are too many.
    pub(crate) fn take_parts(&mut self, root: &impl IsObjectRef) -> bool {
        let limit = self.0;
        self.take(post_order(root).take(limit.saturating_add(1)).count())
    }
}

/// The number of times that objects may be visited again, anyway. Each object adds [`PER_OBJECT`].
pub(crate) const REPEATED_ANYWAY: usize = 131_072;

/// A limit of the number of times that objects are visited again. An object that is shared by
/// several places is visited in each place where other facts hold.
#[derive(Default)]
pub(crate) struct Repeats {
    seen: HashSet<ObjectRef>,
    allowed: usize,
    repeated: usize,
}

impl Repeats {
    /// Counts the visit of an object.
    ///
    /// # Errors
    /// Returns an error if objects are visited again too often.
    pub(crate) fn count(&mut self, object: &ObjectRef) -> Result<(), ConstructError> {
        if self.seen.insert(object.clone()) {
            // Each statement of a sequence counts, even if it occurs twice.
            self.allowed += PER_OBJECT * object.as_node::<SeqStmtNode>().map_or(1, |all| all.seq.len());
            return Ok(());
        }
        self.repeated += 1;
        if self.repeated <= self.allowed + REPEATED_ANYWAY {
            return Ok(());
        }
        Err(ConstructError::Number {
            node: object.type_key(),
            operand: "the number of further places of shared objects",
            expected: "at most 131072, and 16 for each object",
            found: self.repeated.try_into().unwrap_or(i64::MAX),
        })
    }
}
