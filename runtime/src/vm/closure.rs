//! Closures of the virtual machine.

use objet_object::{ClosureNode, ObjectRef, make_object};

/// A function of the bytecode with its captured values, which are its first arguments.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "vm.Closure", is_final, crate = objet_object)]
pub struct VMClosureNode {
    base: ClosureNode,
    function: usize,
    captured: Vec<ObjectRef>,
}

impl VMClosure {
    pub(super) fn new(function: usize, captured: Vec<ObjectRef>) -> Self {
        make_object(VMClosureNode { base: ClosureNode::new(), function, captured }).into()
    }
}

impl VMClosureNode {
    /// Returns the index of the function.
    pub fn function(&self) -> usize {
        self.function
    }

    /// Returns the captured values.
    pub fn captured(&self) -> &[ObjectRef] {
        &self.captured
    }
}
