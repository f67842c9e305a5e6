//! One entry of the type table.

use std::ops::Range;

use crate::types::declaration::Declaration;
use crate::types::index::TypeIndex;
use crate::types::node_type::NodeType;

/// A type of the table.
pub(crate) struct TypeRecord {
    index: TypeIndex,
    place: u32,
    /// The indices from the root's down to this type's own.
    ancestors: Box<[u32]>,
    parent: Option<&'static TypeRecord>,
    range: Range<u32>,
    /// The struct that objects of this type are in memory: its own, or that of its nearest ancestor
    /// with one.
    node: &'static NodeType,
    declaration: Declaration,
}

impl TypeRecord {
    /// Returns the record of the root, of which all `indices` are slots.
    pub(crate) fn root(node: &'static NodeType, indices: Range<u32>) -> Self {
        Self {
            index: TypeIndex::OBJECT,
            place: TypeIndex::OBJECT.value(),
            ancestors: Box::new([TypeIndex::OBJECT.value()]),
            parent: None,
            range: indices,
            node,
            declaration: node.declaration(),
        }
    }

    /// Returns the record of a type under `parent`. Its place is its index if that is `linked`.
    pub(crate) fn child(
        declaration: Declaration,
        index: TypeIndex,
        range: Range<u32>,
        parent: &'static TypeRecord,
        linked: bool,
    ) -> Self {
        Self {
            index,
            place: if linked { index.value() } else { parent.place },
            ancestors: [&parent.ancestors[..], &[index.value()]].concat().into(),
            parent: Some(parent),
            range,
            node: declaration.node.unwrap_or(parent.node),
            declaration,
        }
    }

    pub(crate) fn key(&self) -> &str {
        &self.declaration.key
    }

    #[inline(always)]
    pub(crate) fn index(&self) -> TypeIndex {
        self.index
    }

    pub(crate) fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    pub(crate) fn parent(&self) -> Option<&'static TypeRecord> {
        self.parent
    }

    /// Returns the index that ranges are compared with: the type's own, or, of a late type that found
    /// no slot, that of its nearest ancestor that did.
    pub(crate) fn place(&self) -> u32 {
        self.place
    }

    pub(crate) fn ancestors(&self) -> &[u32] {
        &self.ancestors
    }

    /// Returns the indices of this type and of all that found room in it; of its descendants alone if
    /// its index is static.
    pub(crate) fn range(&self) -> Range<u32> {
        self.range.clone()
    }

    pub(crate) fn can_overflow(&self) -> bool {
        self.declaration.child_slots_can_overflow
    }

    #[inline(always)]
    pub(crate) fn node(&self) -> &'static NodeType {
        self.node
    }

    /// Returns whether the type of that index, at that depth, is this one or an ancestor of it.
    #[inline(always)]
    pub(crate) fn has_ancestor(&self, depth: usize, index: u32) -> bool {
        self.ancestors.get(depth) == Some(&index)
    }
}
