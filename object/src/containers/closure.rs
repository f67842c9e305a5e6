//! The base of all closures.

use crate::header::Object;

/// A function value with what it has captured. What that is, the types say that derive from it.
#[derive(Default, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.Closure", type_index = 8, crate = crate)]
pub struct ClosureNode {
    base: Object,
}

impl ClosureNode {
    /// The base of a closure under construction.
    pub fn new() -> Self {
        Self::default()
    }
}
