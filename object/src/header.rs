//! The root of all nodes: the 16-byte header of an object.
//!
//! Invariants:
//! - A header is made by [`Object::new`] alone, after the process state stands (see `process`), and says then that
//!   it is a plain `runtime.Object` to which nobody refers.
//! - Only `object_ptr` changes that, when it moves a node to the heap: from then on the type index tells what the
//!   memory holds, and stays.
//! - Nobody ever gets a `&mut` to a header on the heap: nodes are changed through views of their fields (see
//!   [`IsObject::Mut`]), and node structs have no `Drop` of their own. So a header cannot be moved out of its object
//!   nor swapped with another one.

#![expect(unsafe_code, reason = "nodes are reached by way of their headers")]

use std::fmt;
use std::marker::PhantomPinned;
use std::mem::offset_of;
use std::ptr::NonNull;

use crate::boxed;
use crate::counts::Counts;
use crate::node::IsObject;
use crate::object_ptr::ObjectPtr;
use crate::object_ref::ObjectRef;
use crate::process;
use crate::types::table::TypeRecord;
use crate::types::{LATE_NODES, TypeIndex, TypeInfo};

/// The root of the type hierarchy, and the header with which every object begins: its type index and its reference
/// counts.
///
/// It is the first field of a node that has no other parent, and its methods are those of every node and of every
/// reference, by way of `Deref`.
#[repr(C, align(8))]
pub struct Object {
    /// The index of the object's own type.
    type_index: TypeIndex,
    /// The index that instance checks compare with ranges: that of the own type if it lies in the linked region, else
    /// that of the nearest ancestor that does.
    place: u32,
    counts: Counts,
    _pinned: PhantomPinned,
}

const _: () = assert!(size_of::<Object>() == 16 && offset_of!(Object, counts) == 8);

impl Object {
    /// The header of a node under construction. It becomes an object when the node is given to
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

    /// The header of a new object with one strong reference.
    #[inline]
    pub(crate) fn lone(type_index: TypeIndex, place: u32) -> Self {
        Self { type_index, place, counts: Counts::lone(), _pinned: PhantomPinned }
    }

    /// The index that ranges are compared with.
    #[inline]
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

    /// The key of the object's own type. A node that is not an object yet has that of `runtime.Object`.
    pub fn type_key(&self) -> &'static str {
        self.record().key()
    }

    /// Whether this is a `T`, or derives from it.
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
        if LATE_NODES && !linked.is_linked() {
            return self.is_instance_by_table::<T>();
        }
        let inside = self.place.wrapping_sub(linked.begin) < linked.len;
        let own = self.place == linked.index;
        match (T::TYPE_FINAL, T::TYPE_INDEX) {
            (true, _) => own,
            (false, None) => inside,
            // The range of a static index is that of the descendants.
            (false, Some(_)) => own || inside,
        }
    }

    /// The check for a node type that arrived late, in constant time and without a lock.
    #[cold]
    #[inline(never)]
    fn is_instance_by_table<T: IsObject>(&self) -> bool {
        // No type has the index of one that is not registered.
        self.record().has_ancestor(T::TYPE_DEPTH, T::node_type().index_for_check())
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
        self.type_index == info.index() || self.record().has_ancestor(info.depth(), info.index().value())
    }

    /// This node as a `T`, if it is one.
    #[inline(always)]
    pub fn as_node<T: IsObject>(&self) -> Option<&T> {
        if self.is_instance::<T>() {
            // SAFETY: the header says that the memory holds a `T` or a node that begins with one; the root is
            // the header itself, which every node has. That the memory is larger than the header that `self` refers
            // to is as in any of C's nested structs: the reference came from a pointer to the whole.
            Some(unsafe { NonNull::from(self).cast::<T>().as_ref() })
        } else {
            None
        }
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

    /// A new reference to this object; `None` for a node that is not an object yet.
    pub fn to_object_ref(&self) -> Option<ObjectRef> {
        ObjectPtr::retain(self).map(ObjectRef::from)
    }

    /// Whether both are the same object.
    pub fn same_as(&self, other: &Object) -> bool {
        std::ptr::eq(self, other)
    }

    /// The table's record of the object's own type.
    #[inline]
    pub(crate) fn record(&self) -> &'static TypeRecord {
        match process::of(self).types().by_index(self.type_index) {
            Some(record) => record,
            None => unreachable!("the index of an object comes from the table"),
        }
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

/// The content, if the fields are known; else the type and the address.
impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(about) = self.record().node().about() {
            about.debug(self, f)
        } else if let Some(value) = boxed::value(self) {
            write!(f, "{}(value={value:?})", self.type_key())
        } else {
            write!(f, "{}@{:p}", self.type_key(), self)
        }
    }
}
