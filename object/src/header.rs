//! The root of all nodes: the 16-byte header of an object.
//!
//! Invariants:
//! - A header is made after setup of the process: `process` calls [`Object::detached`] after it, and
//!   [`Object::lone`] replaces the header of a node at hand. A new header says that it is a plain
//!   `runtime.Object` without references.
//! - Only `object_ptr` and `extension` change that, when they move a node to the heap: from then on the
//!   type index tells what the memory holds, and stays.
//! - Nobody ever gets a `&mut` to a header on the heap: nodes are changed through views of their fields
//!   (see [`IsObject::Mut`](crate::IsObject::Mut)), and node structs have no `Drop` of their own. So a
//!   header cannot be moved out of its object nor swapped with another one.

use std::marker::PhantomPinned;
use std::mem::offset_of;

use crate::counts::Counts;
use crate::types::index::TypeIndex;

/// The root of the type hierarchy, and the header with which every object begins: its type index and its reference
/// counts.
///
/// It is the first field of a node that has no other parent, and its methods are those of every node and of every
/// reference, by way of `Deref`.
#[repr(C, align(8))]
pub struct Object {
    /// The index of the object's own type.
    type_index: TypeIndex,
    /// The index that ranges are compared with in instance checks: see `TypeRecord::place`. Without
    /// it, a check would have to look for late types in a second place, which takes two instructions
    /// more than the range.
    place: u32,
    counts: Counts,
    _pinned: PhantomPinned,
}

const _: () = assert!(size_of::<Object>() == 16 && offset_of!(Object, counts) == 8);

impl Object {
    /// Returns the header of a node under construction. Only [`Object::new`] calls this, after setup
    /// of the process.
    #[inline(always)]
    pub(crate) fn detached() -> Self {
        Self {
            type_index: TypeIndex::OBJECT,
            place: TypeIndex::OBJECT.value(),
            counts: Counts::detached(),
            _pinned: PhantomPinned,
        }
    }

    /// Returns the header of a new object with one strong reference.
    #[inline(always)]
    pub(crate) fn lone(type_index: TypeIndex, place: u32) -> Self {
        Self { type_index, place, counts: Counts::lone(), _pinned: PhantomPinned }
    }

    /// Returns the index that ranges are compared with.
    #[inline(always)]
    pub(crate) fn place(&self) -> u32 {
        self.place
    }

    #[inline(always)]
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The index of the object's own type. A node that is not an object yet has that of `runtime.Object`.
    #[inline(always)]
    pub fn type_index(&self) -> TypeIndex {
        self.type_index
    }

    /// How many strong references there are; 0 for a node that is not an object yet. Others may change it any time.
    #[inline]
    pub fn strong_count(&self) -> usize {
        self.counts.strong() as usize
    }

    /// How many weak references there are. Others may change it any time.
    #[inline]
    pub fn weak_count(&self) -> usize {
        self.counts.weak() as usize
    }

    /// Whether both are the same object.
    pub fn same_as(&self, other: &Object) -> bool {
        std::ptr::eq(self, other)
    }
}
