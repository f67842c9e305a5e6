//! The bound for the texts of fields, which nodes can share in a file.

use std::cell::Cell;

use super::document::Document;

/// How many times the bytes of a file the texts of fields may have. The elements of a tensor have
/// the same bound.
const MAX_EXPANSION: usize = 128;

/// The number of bytes that fields may still copy from texts of a file.
pub(crate) struct TextBudget(Cell<usize>);

impl TextBudget {
    /// Creates the budget for the fields of a document.
    pub(super) fn of(document: &Document) -> Self {
        Self(Cell::new(document.text_size().saturating_mul(MAX_EXPANSION)))
    }

    /// Creates a budget for the text of one field.
    pub(super) fn unlimited() -> Self {
        Self(Cell::new(usize::MAX))
    }

    /// Whether no bytes are left.
    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// Takes the bytes of a text. Returns `None`, and takes all that is left, if there are too few.
    pub(super) fn take(&self, text: &str) -> Option<()> {
        let left = self.0.get().checked_sub(text.len());
        self.0.set(left.unwrap_or_default());
        left.map(drop)
    }
}
