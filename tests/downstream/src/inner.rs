//! Nodes that other crates do not see by name.

use renamed_objet::{IsObjectRef, Object, ObjectRef, make_object};

/// A node for this crate alone.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Counter", crate = renamed_objet)]
pub(crate) struct CounterNode {
    base: Object,
    /// How far it has counted.
    pub(crate) count: u32,
}

/// A module with a node for its parent alone.
mod deep {
    use super::{Counter, CounterNode};

    /// A node that its parent module sees.
    #[derive(Clone, renamed_objet::Object)]
    #[repr(C)]
    #[object(key = "down.Limited", crate = renamed_objet)]
    pub(super) struct LimitedNode {
        pub(super) base: CounterNode,
        /// How far it may count.
        pub(super) limit: u32,
    }
}

/// Counts one further, up to a limit of three. The counter is an object without a public type.
#[must_use]
pub fn count(counter: Option<ObjectRef>) -> ObjectRef {
    let fresh = || {
        let base = CounterNode { base: Object::new(), count: 0 };
        make_object(deep::LimitedNode { base, limit: 3 }).into()
    };
    let mut counter: deep::Limited =
        counter.and_then(|counter| counter.downcast().ok()).unwrap_or_else(fresh);
    let next = (counter.count + 1).min(counter.limit);
    *counter.make_mut().count = next;
    counter.upcast()
}

/// How far a counter has counted.
#[must_use]
pub fn value(counter: &ObjectRef) -> Option<u32> {
    counter.as_node::<CounterNode>().map(|counter| counter.count)
}
