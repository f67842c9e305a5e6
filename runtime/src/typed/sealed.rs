//! What only this crate can name.

/// A trait with a function that takes it can be implemented in this crate alone.
pub struct Token;
