//! The nodes and the attributes that errors about a plain document name.

use super::builder::{PlainBuilder, key};
use super::error::PlainError;
use super::open::{Next, Open};
use crate::graph::document::{Document, Node, TaggedValue};
use crate::graph::error::{AttrError, GraphError};
use crate::graph::number::NumberError;
use crate::graph::syntax_error::{SyntaxError, place};

/// The largest number of lists and maps around an integer that an error looks through.
const MAX_LISTS: usize = 64;

/// Returns the error of an integer beyond 64 bits that has become a node, the one with this index.
/// The error names the node and the attribute of the file. `error` is that of the boxed number.
#[cold]
pub(in crate::graph) fn large_integer(
    document: &Document,
    index: usize,
    error: &AttrError,
) -> Option<GraphError> {
    let AttrError::Number(NumberError::Range { text, .. }) = error else { return None };
    if !document.is_plain() || document.node(index).type_key() != key::INT {
        return None;
    }
    let mut inner = index;
    for _ in 0..MAX_LISTS {
        let is_inner = |value: &TaggedValue| value.as_node(false) == Some(inner as u32);
        let (outer, attr) = document.nodes().enumerate().find_map(|(outer, node)| {
            let attr = node.tagged().iter().position(is_inner);
            (attr.is_some() || node.data().contains(&(inner as u32))).then_some((outer, attr))
        })?;
        if let Some(attr) = attr {
            let attr = document.name(document.node(outer).names()[attr]).into();
            return Some(GraphError::LargeInteger {
                node: document.location(outer),
                attr,
                found: text.clone(),
            });
        }
        inner = outer;
    }
    None
}

impl PlainBuilder {
    /// Adds the type and the attribute of the open node to an error.
    #[cold]
    pub(super) fn in_node(&self, error: SyntaxError) -> SyntaxError {
        match (&error, self.open_node()) {
            (SyntaxError::Plain { source, .. }, _) if source.has_type() => error,
            (_, Some((type_key, attr))) => error.in_node(None, Some(type_key), attr),
            (_, None) => error,
        }
    }

    /// Returns the text of an error in a format that has no lines.
    #[cold]
    pub(super) fn described(&self, error: &PlainError) -> String {
        match self.open_node().filter(|_| !error.has_type()) {
            Some((type_key, attr)) => format!("{error}, in {}", place(None, Some(type_key), attr)),
            None => error.to_string(),
        }
    }

    /// Returns the error of a reference to an object that does not exist. `index` stands for the
    /// object, and `root` is the index of the root.
    #[cold]
    pub(super) fn undefined_id(&self, index: u32, id: u64, root: u32) -> PlainError {
        let document = &self.document;
        let is_target = |value: &TaggedValue| value.as_node(false) == Some(index);
        // Lists that became the value of a field have left such nodes behind.
        let is_null = |node: &Node<'_>| node.type_key() == key::NULL;
        for (number, node) in document.nodes().enumerate().filter(|(_, node)| !is_null(node)) {
            let attr = node.tagged().iter().position(is_target);
            if attr.is_some() || node.data().contains(&index) {
                let attr = attr.map(|attr| document.name(node.names()[attr]));
                let from = place(None, Some(document.type_key(node.type_key())), attr);
                return PlainError::UndefinedId { id, line: document.line(number), from };
            }
        }
        let from = if root == index { "`root`" } else { "`nodes`" };
        PlainError::UndefinedId { id, line: 0, from: from.into() }
    }

    /// Returns the type and the attribute of the innermost open node of which the type was read.
    fn open_node(&self) -> Option<(&str, Option<&str>)> {
        let mut names = self.names.len();
        for open in self.open.iter().rev() {
            let Open::Object(object) = open else { continue };
            if let Some(type_key) = object.type_key {
                let is_attr = object.next == Next::Attr;
                let attr = self.names.get(object.names..names).and_then(<[u32]>::last);
                let attr = attr.filter(|_| is_attr).map(|name| self.document.name(*name));
                return Some((self.document.type_key(type_key), attr));
            }
            names = object.names;
        }
        None
    }
}
