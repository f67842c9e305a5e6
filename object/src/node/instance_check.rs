//! Whether an object is of a node type: a comparison of its type index with the range of the type.
//!
//! Invariant: the header of an object states its type, and a node begins with all of its ancestors.

#![expect(unsafe_code, reason = "an object is viewed as the node that its header states")]

use std::ptr::NonNull;

use crate::header::Object;
use crate::node::IsObject;
use crate::types::node_type::{Linked, NodeType};

impl Object {
    /// Returns whether this object is a `T` or derives from `T`.
    ///
    /// ```
    /// use objet_object::{Object, ObjectRef, String};
    ///
    /// let text = ObjectRef::from(String::from("x"));
    /// assert!(text.is_instance::<objet_object::StringNode>());
    /// assert!(text.is_instance::<Object>());
    /// assert!(!text.is_instance::<objet_object::ArrayNode>());
    /// ```
    #[inline(always)]
    pub fn is_instance<T: IsObject>(&self) -> bool {
        if T::TYPE_DEPTH == 0 {
            return true;
        }
        let linked = T::node_type().linked(self);
        // This test comes first: the compiler hoists it out of a loop, and the remaining check has
        // no data-dependent branch.
        if !linked.is_linked() {
            return self.is_instance_by_table(T::node_type(), T::TYPE_DEPTH);
        }
        self.is_within::<T>(linked)
    }

    /// Returns whether the range index of this object is in the range of `T`. A type without a
    /// range contains no object.
    #[inline(always)]
    fn is_within<T: IsObject>(&self, linked: Linked) -> bool {
        let inside = self.range_index().wrapping_sub(linked.begin) < linked.len;
        let own = self.range_index() == linked.index;
        match (T::TYPE_FINAL, T::TYPE_INDEX) {
            (true, _) => own,
            (false, None) => inside,
            // The range of a type with a static index contains only its descendants.
            (false, Some(_)) => own || inside,
        }
    }

    /// Returns whether this object is of a node type that was registered late. Runs in constant
    /// time and without a lock.
    #[cold]
    #[inline(never)]
    fn is_instance_by_table(&self, node_type: &NodeType, depth: usize) -> bool {
        let late = node_type.registered();
        late.is_some_and(|late| self.record().has_ancestor(depth, late.index.value()))
    }

    /// Returns this object as a `T`, if it is a `T` or derives from `T`.
    #[inline(always)]
    pub fn as_node<T: IsObject>(&self) -> Option<&T> {
        let linked = T::node_type().linked(self);
        // Callers branch on the result, so a successful check should only compare the range.
        let is_instance = T::TYPE_DEPTH == 0
            || self.is_within::<T>(linked)
            || !linked.is_linked() && self.is_instance_by_table(T::node_type(), T::TYPE_DEPTH);
        // SAFETY: the header states that the memory holds a `T` or a node that begins with a `T`.
        // The root type is the header itself, which every node has.
        is_instance.then(|| unsafe { self.cast_node() })
    }

    /// Returns this object as a `T`, if it is a `T` or derives from `T`, and `T` was registered at
    /// setup. The check contains no call, so the caller need not save registers. A caller that gets
    /// `None` calls [`Object::as_node`] on its slow path.
    #[doc(hidden)]
    #[inline(always)]
    pub fn as_linked_node<T: IsObject>(&self) -> Option<&T> {
        let is_instance = self.is_within::<T>(T::node_type().linked(self));
        // SAFETY: the header states that the memory holds a `T` or a node that begins with a `T`.
        is_instance.then(|| unsafe { self.cast_node() })
    }

    /// Returns this object as a `T`, without a check.
    ///
    /// # Safety
    /// The object is a `T` or derives from `T`.
    #[inline(always)]
    unsafe fn cast_node<T: IsObject>(&self) -> &T {
        // SAFETY: the caller promises that the memory holds a `T`. The `T` is larger than the
        // header that `self` refers to, but `self` was created from a pointer to the whole object.
        unsafe { NonNull::from(self).cast::<T>().as_ref() }
    }
}
