//! The base node of all closures.

use crate::header::Object;

/// A function value with its captured values, which are fields of derived types.
#[derive(Default, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.Closure", type_index = 8, crate = crate)]
pub struct ClosureNode {
    base: Object,
}

impl ClosureNode {
    /// Creates the base of a closure under construction.
    pub fn new() -> Self {
        Self::default()
    }
}
