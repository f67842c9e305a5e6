//! The root of all nodes: the 16-byte header of an object.
//!
//! Invariants:
//! - A header is made after the process state stands (see `process`), and says at first that it is a plain `runtime.Object` to which nobody refers.
//! - Only `object_ptr` and `extension` change that, when they move a node to the heap: from then on the
//!   type index tells what the memory holds, and stays.
//! - Nobody ever gets a `&mut` to a header on the heap: nodes are changed through views of their fields
//!   (see [`IsObject::Mut`](crate::IsObject::Mut)), and node structs have no `Drop` of their own. So a
//!   header cannot be moved out of its object nor swapped with another one.

use std::marker::PhantomPinned;
use std::mem::offset_of;

use crate::counts::Counts;
use crate::process;
use crate::types::record::TypeRecord;
use crate::types::{TypeIndex, TypeInfo};

/// The root of the type hierarchy, and the header with which every object begins: its type index and its reference
/// counts.
///
/// It is the first field of a node that has no other parent, and its methods are those of every node and of every
/// reference, by way of `Deref`.
#[repr(C, align(8))]
pub struct Object {
    /// The index of the object's own type.
    type_index: TypeIndex,
    /// The index that ranges are compared with in instance checks: see [`TypeRecord::place`]. Without
    /// it, a check would have to look for late types in a second place, which takes two instructions
    /// more than the range.
    place: u32,
    counts: Counts,
    _pinned: PhantomPinned,
}

const _: () = assert!(size_of::<Object>() == 16 && offset_of!(Object, counts) == 8);

impl Object {
    /// Returns the header of a node under construction. It becomes an object when the node is given to
    /// [`make_object`](crate::make_object).
    #[inline]
    pub fn new() -> Self {
        process::ensure_ready();
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

    /// Returns the table's record of the object's own type.
    #[inline]
    pub(crate) fn record(&self) -> &'static TypeRecord {
        match process::current().types().by_index(self.type_index) {
            Some(record) => record,
            None => unreachable!("the index of an object comes from the table"),
        }
    }

    /// Returns the object's own type. That of a node that is not an object yet is `runtime.Object`.
    #[inline]
    pub fn type_info(&self) -> TypeInfo {
        TypeInfo::of(self.record())
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

    /// The key of the object's own type. A node that is not an object yet has that of `runtime.Object`.
    pub fn type_key(&self) -> &'static str {
        self.record().key()
    }

    /// Whether this is of a type that may be known at run time alone, or derives from it.
    ///
    /// ```
    /// use objet_object::{ObjectRef, String, types};
    ///
    /// let text = ObjectRef::from(String::from("x"));
    /// let [string, array] = ["runtime.String", "Array"].map(|key| types::by_key(key).unwrap());
    /// assert!(text.is_of_type(string) && !text.is_of_type(array));
    /// ```
    pub fn is_of_type(&self, info: TypeInfo) -> bool {
        self.record().has_ancestor(info.depth(), info.index().value())
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

impl Default for Object {
    fn default() -> Self {
        Self::new()
    }
}

/// A copy of a node is a new node, to which nobody refers.
impl Clone for Object {
    #[inline]
    fn clone(&self) -> Self {
        Self::new()
    }
}
