//! Node types for the tests.

use objet_object::{Object, make_object};

/// A node with a number.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "test.Item", crate = objet_object)]
pub(crate) struct ItemNode {
    base: Object,
    /// The number.
    pub(crate) value: i64,
}

/// A node type derived from `Item`.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "test.Special", is_final, crate = objet_object)]
pub(crate) struct SpecialNode {
    base: ItemNode,
}

impl Item {
    /// Creates an item with that number.
    pub(crate) fn new(value: i64) -> Self {
        make_object(ItemNode { base: Object::new(), value }).into()
    }
}

impl Special {
    /// Creates a special item with that number.
    pub(crate) fn new(value: i64) -> Self {
        make_object(SpecialNode { base: ItemNode { base: Object::new(), value } }).into()
    }
}
