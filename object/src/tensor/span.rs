//! The indices of a part in one dimension.

/// The indices that a part of a tensor has in one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A single index. The part does not have this dimension.
    At(i64),
    /// A sequence of indices with a constant step.
    Every {
        /// The first index.
        start: i64,
        /// The difference between two successive indices. It can be negative.
        step: i64,
        /// The number of indices.
        count: i64,
    },
}

impl Span {
    /// Returns whether all indices are within a dimension of this extent.
    pub(super) fn is_within(self, extent: i64) -> bool {
        let is_in = |index: i64| (0..extent).contains(&index);
        match self {
            Self::At(index) => is_in(index),
            Self::Every { count: 0, .. } => true,
            Self::Every { start, step, count } => {
                let last = count.checked_sub(1).and_then(|steps| steps.checked_mul(step)?.checked_add(start));
                count > 0 && is_in(start) && last.is_some_and(is_in)
            }
        }
    }
}
