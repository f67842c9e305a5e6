//! The node and the attribute that errors about a plain document name.

use super::builder::PlainBuilder;
use super::error::PlainError;
use super::open::{Next, Open};
use crate::graph::syntax_error::{SyntaxError, place};

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
