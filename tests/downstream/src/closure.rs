//! A node whose parent is defined by Objet.

use renamed_objet::containers::ClosureNode;
use renamed_objet::{Object, ObjectRef, make_object};

/// A function with captured objects.
#[derive(Object)]
#[repr(C)]
#[object(key = "down.Captured", crate = renamed_objet)]
pub struct CapturedNode {
    base: ClosureNode,
    /// The captured objects.
    pub captured: Vec<ObjectRef>,
}

impl Captured {
    /// Returns a function with these captured objects.
    #[must_use]
    pub fn new(captured: Vec<ObjectRef>) -> Self {
        make_object(CapturedNode { base: ClosureNode::default(), captured }).into()
    }
}
