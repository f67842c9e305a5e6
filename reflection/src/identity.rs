//! Objects by identity: which ones were met before.
//!
//! A graph has no cycles, and does not change while somebody refers to its root. So an object with one strong reference is
//! reached by that one alone, from one other object: if each object is gone into once, it is met once, and need not be
//! remembered. Others may come to refer to it meanwhile, but not from within the graph.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use objet_object::{IsObjectRef, Object, ObjectRef};

/// What is known of objects that can be met again. The objects must live as long.
pub(crate) type ByIdentity<T> = HashMap<usize, T, RandomState>;

/// The identity of an object, as long as it lives.
#[inline]
pub(crate) fn identity(object: &Object) -> usize {
    std::ptr::from_ref(object).addr()
}

/// Whether an object that was met can be met again.
#[inline]
pub(crate) fn can_be_met_again(object: &ObjectRef) -> bool {
    object.strong_count() > 1
}

/// The objects that were met.
#[derive(Default)]
pub(crate) struct Met(ByIdentity<()>);

impl Met {
    /// Whether the object is met for the first time.
    #[inline]
    pub(crate) fn first_time(&mut self, object: &ObjectRef) -> bool {
        !can_be_met_again(object) || self.0.insert(identity(object), ()).is_none()
    }
}
