//! A node whose parent comes with the facade.

use renamed_objet::{Closure, ClosureNode, Object, ObjectRef, make_object};

/// A function with what it has captured.
#[derive(Object)]
#[repr(C)]
#[object(key = "down.Captured", crate = renamed_objet)]
pub struct CapturedNode {
    base: ClosureNode,
    /// What it has captured.
    pub captured: Vec<ObjectRef>,
}

impl Captured {
    /// A function that has captured these.
    #[must_use]
    pub fn new(captured: Vec<ObjectRef>) -> Self {
        make_object(CapturedNode { base: ClosureNode::default(), captured }).into()
    }
}
