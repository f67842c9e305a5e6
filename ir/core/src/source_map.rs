//! The source texts of a module.

use objet::String;
use objet::fields::FieldCell;
use objet::prelude::*;

use crate::span::{SourceName, Span};

/// A source text.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Source", is_final, new)]
pub struct SourceNode {
    base: Object,
    /// The name of the source.
    pub source_name: SourceName,
    /// The text.
    pub source: String,
}

/// A map from names to source texts.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SourceMap", is_final)]
pub struct SourceMapNode {
    base: Object,
    /// Each source text, by its name.
    pub source_map: FieldCell<Map<SourceName, Source>>,
}

/// A token of a source text, produced by a parser.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "parser.Token", is_final)]
#[reflect(fields())]
pub struct TokenNode {
    base: Object,
    /// The source range of the token.
    #[reflect(default = None)]
    pub span: Option<Span>,
}

impl Source {
    /// Returns the line at `number`, counted from 1, without its line terminator.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.source.lines().nth(number.checked_sub(1)?)
    }
}

impl SourceMap {
    /// Creates a map from source texts.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let source_map: Map<_, _> =
            sources.into_iter().map(|source| (source.source_name.clone(), source)).collect();
        make_object(SourceMapNode { base: Object::new(), source_map: source_map.into() }).into()
    }

    /// Adds a source text, and returns its name. Replaces a text with the same name.
    pub fn add(&mut self, name: &str, source: impl Into<String>) -> SourceName {
        self.make_mut();
        self.add_in_place(name, source)
    }
}

impl SourceMapNode {
    /// Adds a source text like [`SourceMap::add`], but changes the map that is shared by all its
    /// references.
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

/// Adds a source text to a shared map.
#[register_global("SourceMapAdd")]
fn source_map_add(map: SourceMap, name: &str, content: String) -> SourceName {
    map.add_in_place(name, content)
}
