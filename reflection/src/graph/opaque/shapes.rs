//! The type keys and attribute names of the opaque nodes of a document, which the nodes share.

use std::cell::RefCell;
use std::sync::Arc;

use super::node::OpaqueShape;
use crate::graph::document::{Document, Node};

/// The shapes of opaque nodes, by the shapes in the document.
pub(crate) struct Shapes<'a> {
    document: &'a Document,
    all: RefCell<Vec<Option<Arc<OpaqueShape>>>>,
}

impl<'a> Shapes<'a> {
    /// Creates an empty map.
    pub(crate) fn new(document: &'a Document) -> Self {
        Self { document, all: RefCell::new(vec![None; document.shape_count()]) }
    }

    /// Returns the shape of a node. `order` returns the positions of the attributes in the order of
    /// the shape.
    pub(crate) fn of<I: Iterator<Item = usize>>(
        &self,
        node: Node<'_>,
        order: impl FnOnce() -> I,
    ) -> Arc<OpaqueShape> {
        let shape = &mut self.all.borrow_mut()[node.shape() as usize];
        let shape = shape.get_or_insert_with(|| {
            let names = order().map(|attr| self.document.name(node.names()[attr]));
            OpaqueShape::new(self.document.type_key(node.type_key()), names)
        });
        shape.clone()
    }

    /// Returns the shape of a node whose attributes keep the order of the file.
    pub(crate) fn in_file_order(&self, node: Node<'_>) -> Arc<OpaqueShape> {
        self.of(node, || 0..node.names().len())
    }
}
