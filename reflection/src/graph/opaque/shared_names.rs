//! The type keys and attribute names of a document, as strings that all nodes share.

use objet_object::String;

use crate::graph::document::{Document, Node};

/// The type keys and attribute names of a document.
pub(crate) struct SharedNames {
    type_keys: Vec<String>,
    names: Vec<String>,
}

impl SharedNames {
    /// Creates the strings.
    pub(crate) fn of(document: &Document) -> Self {
        let type_keys = 0..document.type_key_count() as u32;
        let names = 0..document.name_count() as u32;
        Self {
            type_keys: type_keys.map(|number| document.type_key(number).into()).collect(),
            names: names.map(|number| document.name(number).into()).collect(),
        }
    }

    /// Returns the type key of a node of the document.
    pub(crate) fn type_key(&self, node: Node<'_>) -> String {
        self.type_keys[node.type_key() as usize].clone()
    }

    /// Returns the attribute name with this number.
    pub(crate) fn name(&self, number: u32) -> String {
        self.names[number as usize].clone()
    }
}
