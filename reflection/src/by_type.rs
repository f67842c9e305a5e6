//! A table with data about types.

use std::sync::OnceLock;

use objet_object::TypeIndex;

/// A slot for each type, also for types that are registered later. The segments double in length
/// and are allocated on first use.
pub(crate) struct ByType<T> {
    segments: [OnceLock<Box<[OnceLock<T>]>>; SEGMENTS],
}

/// The length of the first segment.
const FIRST: usize = 64;

/// Enough segments for every `u32` index.
const SEGMENTS: usize = 27;

impl<T> ByType<T> {
    pub(crate) fn new() -> Self {
        Self { segments: [const { OnceLock::new() }; SEGMENTS] }
    }

    /// Returns the slot of a type.
    #[inline]
    pub(crate) fn at(&self, type_index: TypeIndex) -> &OnceLock<T> {
        let index = type_index.value() as usize;
        let segment = (index / FIRST + 1).ilog2() as usize;
        let (begin, len) = (FIRST * ((1 << segment) - 1), FIRST << segment);
        let cells = self.segments[segment].get_or_init(|| (0..len).map(|_| OnceLock::new()).collect());
        &cells[index - begin]
    }
}
