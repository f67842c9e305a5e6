//! A graph as text.

use std::rc::Rc;

use objet::prelude::*;
use objet::{load_json, save_json};
use serde::de::IgnoredAny;

use crate::case::Side;

/// A graph in the form in which TVM writes graphs.
#[derive(Clone)]
pub struct File {
    /// Which graph it is.
    pub name: &'static str,
    /// How many nodes it has.
    pub nodes: usize,
    /// All of it.
    pub text: Rc<str>,
}

/// The least that any reader of the text must do.
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

    /// A text that some other program wrote.
    pub(crate) fn of_text(name: &'static str, text: String) -> Self {
        Self { name, nodes: text.matches("\"type_key\"").count(), text: text.into() }
    }

    /// `serde_json` passes over the text and keeps nothing of it.
    pub(crate) fn skip(&self) -> Side {
        let text = self.text.clone();
        Side::making(SKIP, self.nodes, move || match serde_json::from_str::<IgnoredAny>(&text) {
            Ok(ignored) => ignored,
            Err(error) => panic!("what was saved is no JSON: {error}"),
        })
    }
}
