//! The texts that a module was read from.

use objet::prelude::*;
use objet::{FieldCell, String};

use crate::span::{SourceName, Span};

/// A source text.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Source", is_final, new)]
pub struct SourceNode {
    base: Object,
    /// Its name.
    pub source_name: SourceName,
    /// The text itself.
    pub source: String,
}

/// The source texts by name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SourceMap", is_final)]
pub struct SourceMapNode {
    base: Object,
    /// Each source under its name.
    pub source_map: FieldCell<Map<SourceName, Source>>,
}

/// A word of a source text, as a parser sees it.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "parser.Token", is_final)]
#[reflect(fields())]
pub struct TokenNode {
    base: Object,
    /// Where it stands.
    #[reflect(default = None)]
    pub span: Option<Span>,
}

impl Source {
    /// The line of that number, from 1, without its end.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.source.lines().nth(number.checked_sub(1)?)
    }
}

impl SourceMap {
    /// A map of these sources.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let source_map: Map<_, _> =
            sources.into_iter().map(|source| (source.source_name.clone(), source)).collect();
        make_object(SourceMapNode { base: Object::new(), source_map: source_map.into() }).into()
    }

    /// Adds a text, in place of one of the same name, and gives its name.
    pub fn add(&mut self, name: &str, source: impl Into<String>) -> SourceName {
        self.make_mut();
        self.add_in_place(name, source)
    }
}

impl SourceMapNode {
    /// [`SourceMap::add`], seen by all who refer to this very map.
    pub fn add_in_place(&self, name: &str, source: impl Into<String>) -> SourceName {
        let name = SourceName::get(name);
        let source = Source::new(name.clone(), source);
        let replaced = self.source_map.update(|sources| sources.insert(name.clone(), source));
        drop(replaced);
        name
    }
}

impl Default for SourceMap {
    fn default() -> Self {
        Self::new([])
    }
}

/// Adds a source text to a map.
#[register_global("SourceMapAdd")]
fn source_map_add(map: SourceMap, name: &str, content: String) -> SourceName {
    map.add_in_place(name, content)
}
