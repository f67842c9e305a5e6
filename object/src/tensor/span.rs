//! Indices of one dimension of a tensor.

/// Which indices of a dimension a part of a tensor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// This one: the part has no such dimension.
    At(i64),
    /// Each of these.
    Every {
        /// The first one.
        start: i64,
        /// From one to the next; it may be negative.
        step: i64,
        /// How many there are.
        count: i64,
    },
}

impl Span {
    /// Whether all of its indices are in a dimension of that extent.
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
