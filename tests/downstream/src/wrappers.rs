//! Wrappers that differ from the default.

use std::hash::{Hash, Hasher};

use renamed_objet::{Object, String, make_object};

/// A half-open interval. The name of the wrapper is declared.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Interval", wrapper = IntervalRef, crate = renamed_objet)]
pub struct Interval {
    base: Object,
    /// The start, which is included.
    pub begin: i64,
    /// The end, which is excluded.
    pub end: i64,
}

/// An interval with a step. The name of the parent's wrapper does not follow from the parent's
/// name.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Stride", wrapper = StrideRef, crate = renamed_objet)]
pub struct Stride {
    base: Interval,
    /// The distance between elements.
    pub step: i64,
}

/// A name. References are equal if their names are equal.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Name", by_hand(PartialEq), crate = renamed_objet)]
pub struct NameNode {
    base: Object,
    /// The name.
    pub text: String,
}

impl IntervalRef {
    /// Returns the interval `begin..end`.
    #[must_use]
    pub fn new(begin: i64, end: i64) -> Self {
        make_object(Interval { base: Object::new(), begin, end }).into()
    }
}

impl StrideRef {
    /// Returns the interval `begin..end` with a step.
    #[must_use]
    pub fn new(begin: i64, end: i64, step: i64) -> Self {
        make_object(Stride { base: Interval { base: Object::new(), begin, end }, step }).into()
    }
}

impl Name {
    /// Returns a name.
    #[must_use]
    pub fn new(text: &str) -> Self {
        make_object(NameNode { base: Object::new(), text: text.into() }).into()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
