//! Wrappers that are not what the derive makes by default.

use std::hash::{Hash, Hasher};

use renamed_objet::{Object, String, make_object};

/// A half-open interval. Its wrapper has a name of its own.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Interval", wrapper = IntervalRef, crate = renamed_objet)]
pub struct Interval {
    base: Object,
    /// The first one inside.
    pub begin: i64,
    /// The first one past it.
    pub end: i64,
}

/// An interval with a step. The parent's wrapper cannot be told from the parent's name.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Stride", wrapper = StrideRef, parent_wrapper = IntervalRef, crate = renamed_objet)]
pub struct Stride {
    base: Interval,
    /// From one to the next.
    pub step: i64,
}

/// A name. References to names are equal if the names are.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Name", by_hand(PartialEq), crate = renamed_objet)]
pub struct NameNode {
    base: Object,
    /// The name.
    pub text: String,
}

impl IntervalRef {
    /// From `begin` to before `end`.
    #[must_use]
    pub fn new(begin: i64, end: i64) -> Self {
        make_object(Interval { base: Object::new(), begin, end }).into()
    }
}

impl StrideRef {
    /// From `begin` to before `end`, in steps.
    #[must_use]
    pub fn new(begin: i64, end: i64, step: i64) -> Self {
        make_object(Stride { base: Interval { base: Object::new(), begin, end }, step }).into()
    }
}

impl Name {
    /// That name.
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
