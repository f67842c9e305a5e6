//! Structural comparison.

/// Given to the function of a type that compares in its own way.
pub struct EqualReducer<'a>(std::marker::PhantomData<&'a ()>);

/// Given to the function of a type that hashes in its own way.
pub struct HashReducer<'a>(std::marker::PhantomData<&'a ()>);
