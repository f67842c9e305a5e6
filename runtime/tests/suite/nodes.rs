//! Objects for the tests to pass around.

use objet_object::{Object, make_object};

/// Something with a number.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "test.Item", crate = objet_object)]
pub(crate) struct ItemNode {
    base: Object,
    /// The number.
    pub(crate) value: i64,
}

/// A kind of item.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "test.Special", is_final, crate = objet_object)]
pub(crate) struct SpecialNode {
    base: ItemNode,
}

impl Item {
    /// An item with that number.
    pub(crate) fn new(value: i64) -> Self {
        make_object(ItemNode { base: Object::new(), value }).into()
    }
}

impl Special {
    /// A special item with that number.
    pub(crate) fn new(value: i64) -> Self {
        make_object(SpecialNode { base: ItemNode { base: Object::new(), value } }).into()
    }
}
