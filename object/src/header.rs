//! The root of all nodes: the 16-byte header of an object.
//!
//! Invariants:
//! - A header is made only after the setup of the library whose struct it begins: [`Object::new`]
//!   runs the setup and then calls [`Object::detached`], and [`Object::unique`] replaces the header
//!   of an existing node, or makes that of an object whose type has an index already. A type gets
//!   its index after the setup (see `process`).
//! - A new header has the type index of `runtime.Object` and no references.
//! - Only `object_ptr`, `new_object` and `dynamic_fields` change these, when they move a node to
//!   the heap or make it there. From then on the type index states the struct in memory and never
//!   changes.
//! - No code gets a `&mut` to a header on the heap: nodes are changed through views of their fields
//!   (see [`IsObject::Mut`](crate::IsObject::Mut)), and node structs do not implement `Drop`. So a
//!   header cannot be moved out of its object or swapped with another header.

use std::marker::PhantomPinned;
use std::mem::offset_of;

use crate::counts::Counts;
use crate::types::index::TypeIndex;

/// The root of the type hierarchy, and the header of every object: the type index and the reference
/// counts.
///
/// A node without another parent has an `Object` as its first field. Every node and every reference
/// derefs to `Object`, so its methods are available on all of them.
#[repr(C, align(8))]
pub struct Object {
    /// The index of the object's own type.
    type_index: TypeIndex,
    /// The range index: instance checks compare it with the range of a type. See
    /// `TypeRecord::range_index`.
    /// Without this field, each check would need a second lookup for types that were registered
    /// after setup, which takes two instructions more than the range comparison.
    range_index: u32,
    counts: Counts,
    _pinned: PhantomPinned,
}

const _: () = assert!(size_of::<Object>() == 16 && offset_of!(Object, counts) == 8);

impl Object {
    /// Returns the header of a node under construction. Only [`Object::new`] calls this, after the
    /// setup of the process.
    #[inline(always)]
    pub(crate) fn detached() -> Self {
        Self {
            type_index: TypeIndex::OBJECT,
            range_index: TypeIndex::OBJECT.value(),
            counts: Counts::detached(),
            _pinned: PhantomPinned,
        }
    }

    /// Returns the header of a new object with one strong reference.
    #[inline(always)]
    pub(crate) fn unique(type_index: TypeIndex, range_index: u32) -> Self {
        Self { type_index, range_index, counts: Counts::unique(), _pinned: PhantomPinned }
    }

    /// Returns the header of a new object in a cell of a block, with one strong reference.
    #[inline(always)]
    pub(crate) fn unique_in_block(type_index: TypeIndex, range_index: u32) -> Self {
        Self { type_index, range_index, counts: Counts::unique_in_block(), _pinned: PhantomPinned }
    }

    /// Returns the range index, which instance checks compare with the range of a type.
    #[inline(always)]
    pub(crate) fn range_index(&self) -> u32 {
        self.range_index
    }

    #[inline(always)]
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the index of the object's own type. A node that is not an object yet has the index
    /// of `runtime.Object`.
    #[inline(always)]
    pub fn type_index(&self) -> TypeIndex {
        self.type_index
    }

    /// Returns the number of strong references, or 0 for a node that is not an object yet. Other
    /// threads can change the number at any time.
    #[inline]
    pub fn strong_count(&self) -> usize {
        self.counts.strong() as usize
    }

    /// Returns the number of weak references. Other threads can change the number at any time.
    #[inline]
    pub fn weak_count(&self) -> usize {
        self.counts.weak() as usize
    }

    /// Returns whether `self` and `other` are the same object.
    pub fn same_as(&self, other: &Object) -> bool {
        std::ptr::eq(self, other)
    }
}
