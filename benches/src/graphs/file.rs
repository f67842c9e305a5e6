//! Saved graphs.

use std::rc::Rc;

use objet::prelude::*;
use objet::{load_json, save_json};
use serde::de::IgnoredAny;

use crate::case::Contestant;

/// A graph in TVM's JSON format.
#[derive(Clone)]
pub struct File {
    /// The name of the graph in tables.
    pub name: &'static str,
    /// The number of nodes.
    pub nodes: usize,
    /// The contents.
    pub text: Rc<str>,
}

/// The name of a contestant that does the minimum work of a reader.
pub(crate) const SKIP: &str = "skip, serde_json";

impl File {
    pub(super) fn of(name: &'static str, nodes: usize, root: &impl IsObjectRef) -> Self {
        let text = save_json(root).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name, nodes, text: text.into() }
    }

    /// Loads the graph.
    pub fn load(&self) -> ObjectRef {
        load_json(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Returns a file that another program wrote.
    pub(crate) fn of_text(name: &'static str, text: String) -> Self {
        Self { name, nodes: text.matches("\"type_key\"").count(), text: text.into() }
    }

    /// Returns a contestant that parses the file with `serde_json` and keeps nothing.
    pub(crate) fn skip(&self) -> Contestant {
        let text = self.text.clone();
        Contestant::making(SKIP, self.nodes, move || match serde_json::from_str::<IgnoredAny>(&text) {
            Ok(ignored) => ignored,
            Err(error) => panic!("the saved text is not JSON: {error}"),
        })
    }
}
