//! Reads some reference fields of nodes, with the least work for each reference.
//!
//! Invariants:
//! - The offsets of [`FollowedFields`] are those of reference fields, in no cell, of all objects
//!   with its type index.

#![expect(unsafe_code, reason = "fields are accessed by offset")]

use std::ptr::NonNull;
use std::slice;

use objet_object::{Object, ObjectRef, TypeIndex};

use super::{Node, read_reference};

/// Some reference fields of the nodes of a type, or none if the type has no reflection.
pub(crate) struct FollowedFields {
    type_index: TypeIndex,
    /// The indices of the references, in the order of graph numbering.
    indices: Box<[u32]>,
    /// Their offsets in a node. Empty if one of them is a cell.
    offsets: Box<[usize]>,
}

/// Some references of a node.
pub(crate) struct FollowedReferences<'a> {
    object: &'a Object,
    offsets: slice::Iter<'a, usize>,
}

impl FollowedFields {
    /// Selects references of the type of an object. `node` is the result of [`Node::of`] for it.
    ///
    /// # Panics
    /// If there are fewer references, or if the node has another type.
    pub(crate) fn new(object: &Object, node: Option<Node<'_>>, indices: Box<[u32]>) -> Self {
        let type_index = object.type_index();
        let offsets: Option<_> = node.and_then(|node| {
            assert!(node.object.type_index() == type_index, "a node of another type");
            let offsets = indices.iter().map(|index| node.layout.reference_offsets[*index as usize]);
            offsets.map(|offset| offset.cell().is_none().then(|| offset.bytes())).collect()
        });
        Self { type_index, indices, offsets: offsets.unwrap_or_default() }
    }

    #[inline(always)]
    pub(crate) fn type_index(&self) -> TypeIndex {
        self.type_index
    }

    /// Returns the indices of the references.
    #[inline(always)]
    pub(crate) fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// Whether [`FollowedFields::of`] returns all references.
    pub(crate) fn are_plain(&self) -> bool {
        !self.offsets.is_empty()
    }

    /// Returns the references of a node, or none if one of the fields is a cell.
    ///
    /// # Panics
    /// If the object has another type.
    #[inline(always)]
    pub(crate) fn of<'a>(&'a self, object: &'a Object) -> FollowedReferences<'a> {
        assert!(object.type_index() == self.type_index, "an object of another type");
        FollowedReferences { object, offsets: self.offsets.iter() }
    }
}

impl<'a> FollowedReferences<'a> {
    /// Returns the next reference that is not null.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<&'a ObjectRef> {
        for offset in &mut self.offsets {
            // SAFETY: the offset is that of a reference field of the object's type, which is in no
            // cell and so does not change while the object is borrowed.
            let reference = unsafe { read_reference(NonNull::from(self.object).cast::<u8>().add(*offset)) };
            if reference.is_some() {
                return reference;
            }
        }
        None
    }

    /// Whether all references were returned.
    #[inline(always)]
    pub(crate) fn are_finished(&self) -> bool {
        self.offsets.as_slice().is_empty()
    }
}
