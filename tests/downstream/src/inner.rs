//! Private nodes.

use renamed_objet::{IsObjectRef, Object, ObjectRef, make_object};

/// A node that is visible only in this crate.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Counter", crate = renamed_objet)]
pub(crate) struct CounterNode {
    base: Object,
    /// The current count.
    pub(crate) count: u32,
}

/// A module with a node that is visible only in the parent module.
mod deep {
    use super::CounterNode;

    /// A node that is visible in the parent module.
    #[derive(Clone, renamed_objet::Object)]
    #[repr(C)]
    #[object(key = "down.Limited", crate = renamed_objet)]
    pub(super) struct LimitedNode {
        pub(super) base: CounterNode,
        /// The maximum count.
        pub(super) limit: u32,
    }
}

/// Increments a counter, up to a limit of three. The type of the counter is private.
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

/// Returns the current count of a counter.
#[must_use]
pub fn value(counter: &ObjectRef) -> Option<u32> {
    counter.as_node::<CounterNode>().map(|counter| counter.count)
}
