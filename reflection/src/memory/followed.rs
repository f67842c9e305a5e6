//! Reads some reference fields of nodes, with the least work for each reference.
//!
//! The type of an object determines the offset at which a traversal finds the next object. A
//! processor that loads the offset waits for the type before it can load the next object. Most
//! nodes of a graph have their references side by side, behind the same fields of a base. So
//! [`LastOffsets`] keeps the offsets of the last node, and compares: the processor predicts that
//! they are those of the next node too, and does not wait.
//!
//! Invariants:
//! - The offsets of [`FollowedFields`] are those of reference fields, in no cell, of all objects
//!   with its type index.
//! - The offsets of two [`FollowedFields`] with the same place begin with the same offsets, or the
//!   place is a word: then they are the offsets of this word of a node and the next ones.
//! - The offsets of [`OwnedReferences`] are those of reference fields of its object.

#![expect(unsafe_code, reason = "fields are accessed by offset")]

use std::ptr::{self, NonNull};
use std::slice;

use objet_object::{Object, ObjectRef, TypeIndex};

use super::{Node, read_reference, value_at};
use crate::field::FieldOffset;
use crate::loaded::Loaded;

/// Some reference fields of the nodes of a type, or none if the type has no reflection.
pub(crate) struct FollowedFields {
    type_index: TypeIndex,
    /// The indices of the references, in the order of graph numbering.
    indices: Box<[u32]>,
    /// Their offsets in a node. Empty if one of them is a cell.
    offsets: Box<[usize]>,
    /// The index of the first reference among the words of a node if the references are adjacent,
    /// or else the address of `offsets`.
    place: usize,
}

/// The offsets of words in a node.
static OFFSETS: [usize; 64] = {
    let mut offsets = [0; 64];
    let mut word = 0;
    while word < offsets.len() {
        offsets[word] = word * size_of::<usize>();
        word += 1;
    }
    offsets
};

/// The offsets of the references of the last node, and of the words behind them if these are
/// adjacent.
pub(crate) struct LastOffsets<'a> {
    place: usize,
    offsets: &'a [usize],
}

/// Some references of a node.
pub(crate) struct FollowedReferences<'a> {
    object: &'a Object,
    offsets: slice::Iter<'a, usize>,
}

/// A node, and those of its references that are not read yet.
pub(crate) struct OwnedReferences {
    object: ObjectRef,
    offsets: slice::Iter<'static, FieldOffset>,
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
        let offsets: Box<[usize]> = offsets.unwrap_or_default();
        let first = offsets.first().map_or(0, |first| first / size_of::<usize>());
        let are_adjacent = OFFSETS.get(first..).is_some_and(|words| words.starts_with(&offsets));
        let place = if are_adjacent { first } else { offsets.as_ptr().addr() };
        Self { type_index, indices, offsets, place }
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
    pub(crate) fn of<'a>(&'a self, object: &'a Object, last: &mut LastOffsets<'a>) -> FollowedReferences<'a> {
        assert!(object.type_index() == self.type_index, "an object of another type");
        FollowedReferences { object, offsets: last.of(self).iter() }
    }

    /// Returns the reference at a position of [`FollowedFields::indices`] in a node, or `None` if
    /// it is null.
    ///
    /// # Panics
    /// If there are fewer references.
    #[inline(always)]
    pub(crate) fn reference<'p, 'a>(
        &'p self,
        node: Node<'a>,
        position: usize,
        last: &mut LastOffsets<'p>,
        loaded: &'a Loaded,
    ) -> Option<&'a ObjectRef> {
        if self.are_plain() && node.object.type_index() == self.type_index {
            // SAFETY: the offset is that of a reference field of the object's type, which is in no
            // cell and so does not change while the object is borrowed.
            unsafe { read_reference(NonNull::from(node.object).cast::<u8>().add(last.of(self)[position])) }
        } else {
            node.numbered_reference(self.indices[position] as usize, loaded)
        }
    }
}

impl<'a> LastOffsets<'a> {
    pub(crate) fn new() -> Self {
        Self { place: 0, offsets: &OFFSETS }
    }

    /// Returns the offsets of these fields.
    #[inline(always)]
    fn of(&mut self, fields: &'a FollowedFields) -> &'a [usize] {
        if fields.place != self.place {
            self.change_to(fields);
        }
        &self.offsets[..fields.offsets.len()]
    }

    /// Separate from `of`, so that this is a branch: a conditional move would wait for the fields.
    #[cold]
    #[inline(never)]
    fn change_to(&mut self, fields: &'a FollowedFields) {
        let offsets = match OFFSETS.get(fields.place..) {
            Some(offsets) => offsets,
            None => &fields.offsets,
        };
        *self = Self { place: fields.place, offsets };
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

impl OwnedReferences {
    /// Returns the references of a node that traversals follow, in the order of graph numbering, or
    /// `None` if there are none. `node` is the node of the object.
    ///
    /// # Panics
    /// If it is another node.
    #[inline(always)]
    pub(crate) fn of(object: &ObjectRef, node: Node<'_>) -> Option<Self> {
        assert!(ptr::eq(node.object, &raw const **object), "the node of another object");
        let offsets = &node.layout.reference_offsets;
        (!node.layout.followed.is_empty()).then(|| Self { object: object.clone(), offsets: offsets.iter() })
    }

    /// Returns the next reference to an object for which `is_next` returns true.
    #[inline(always)]
    pub(crate) fn next<'a>(
        &'a mut self,
        loaded: &'a Loaded,
        mut is_next: impl FnMut(&ObjectRef) -> bool,
    ) -> Option<&'a ObjectRef> {
        let Self { object, offsets } = self;
        offsets.find_map(|offset| {
            // SAFETY: the offset is that of a reference field of the object.
            let reference = unsafe { read_reference(value_at(object, *offset, loaded)) };
            reference.filter(|object| is_next(object))
        })
    }

    /// Returns the node.
    #[inline(always)]
    pub(crate) fn object(&self) -> &ObjectRef {
        &self.object
    }

    /// Returns the node.
    #[inline(always)]
    pub(crate) fn into_object(self) -> ObjectRef {
        self.object
    }
}
