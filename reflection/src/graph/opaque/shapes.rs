//! The type keys and attribute names of the opaque nodes of a document, which the nodes share.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::node::OpaqueShape;
use crate::graph::document::{Document, Node};

/// The shapes of opaque nodes, by type key and attribute names.
pub(crate) struct Shapes<'a> {
    document: &'a Document,
    /// The shape of the last node of each type key.
    last: RefCell<Vec<Option<Last>>>,
    all: RefCell<HashMap<(u32, u32), Arc<OpaqueShape>, foldhash::fast::RandomState>>,
}

/// The number of the attribute names of a node, and its shape.
type Last = (u32, Arc<OpaqueShape>);

impl<'a> Shapes<'a> {
    /// Creates an empty map.
    pub(crate) fn new(document: &'a Document) -> Self {
        let last = RefCell::new(vec![None; document.type_key_count()]);
        Self { document, last, all: RefCell::default() }
    }

    /// Returns the shape of a node. `order` returns the positions of the attributes in the order of
    /// the shape.
    pub(crate) fn of<I: Iterator<Item = usize>>(
        &self,
        node: Node<'_>,
        order: impl FnOnce() -> I,
    ) -> Arc<OpaqueShape> {
        let mut last = self.last.borrow_mut();
        let last = &mut last[node.type_key() as usize];
        match last {
            Some((names, shape)) if *names == node.shape() => shape.clone(),
            _ => {
                let mut all = self.all.borrow_mut();
                let shape = all.entry((node.type_key(), node.shape())).or_insert_with(|| {
                    let names = order().map(|attr| self.document.name(node.names()[attr]));
                    OpaqueShape::new(self.document.type_key(node.type_key()), names)
                });
                *last = Some((node.shape(), shape.clone()));
                shape.clone()
            }
        }
    }

    /// Returns the shape of a node whose attributes keep the order of the file.
    pub(crate) fn in_file_order(&self, node: Node<'_>) -> Arc<OpaqueShape> {
        self.of(node, || 0..node.names().len())
    }
}
