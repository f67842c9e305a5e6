//! What generated code reaches, and nobody else: it changes without notice.

use std::marker::PhantomData;

pub use crate::link_node;
use crate::node::IsObject;
use crate::object_ptr::shallow_copy;
#[cfg(feature = "inventory")]
pub use crate::process::LinkedNode;
pub use crate::types::{Declared, FieldLayout, ShallowCopy};
#[cfg(feature = "inventory")]
pub use inventory;

/// Asks a question about `T`: an inherent constant answers if its bounds hold, and else that of a trait.
pub struct Probe<T>(PhantomData<T>);

impl<T: IsObject + Clone> Probe<T> {
    pub const SHALLOW_COPY: Option<ShallowCopy> = Some(shallow_copy::<T>);
}

impl<T: IsObject> Probe<T> {
    pub const IS_NODE: bool = true;
}

pub trait NotClone {
    const SHALLOW_COPY: Option<ShallowCopy> = None;
}

impl<T> NotClone for Probe<T> {}

pub trait NotNode {
    const IS_NODE: bool = false;
}

impl<T> NotNode for Probe<T> {}

/// Conflicts with a `Drop` of a node: it would get hold of the header, which outlives the content while there are weak
/// references. Fields may implement `Drop`.
pub trait NodesMustNotImplementDrop {}

#[expect(drop_bounds, reason = "an implementation of Drop is exactly what this is to find")]
impl<T: Drop> NodesMustNotImplementDrop for T {}

/// Whether a child that keeps `child` slots fits into the `parent` slots of its parent.
pub const fn slots_fit(child: u32, parent: u32, parent_can_overflow: bool) -> bool {
    child < parent || parent_can_overflow && (child == 0 || parent == 0)
}

/// Has a node type collected at link time.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! link_node {
    ($node:ty) => {
        $crate::__private::inventory::submit! {
            $crate::__private::LinkedNode(<$node as $crate::IsObject>::node_type)
        }
    };
}

/// Without link-time collection, types are registered by hand.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! link_node {
    ($node:ty) => {};
}
