//! The texts that a module was read from.

use objet::String;
use objet::prelude::*;

use crate::span::{SourceName, Span};

/// A source text.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Source", is_final)]
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
    pub source_map: Map<SourceName, Source>,
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
    /// The text `source` under that name.
    pub fn new(source_name: SourceName, source: impl Into<String>) -> Self {
        make_object(SourceNode { base: Object::new(), source_name, source: source.into() }).into()
    }

    /// The line of that number, from 1, without its end.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.source.lines().nth(number.checked_sub(1)?)
    }
}

impl SourceMap {
    /// A map of these sources.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let source_map = sources.into_iter().map(|source| (source.source_name.clone(), source)).collect();
        make_object(SourceMapNode { base: Object::new(), source_map }).into()
    }

    /// Adds a text, in place of one of the same name, and gives its name.
    pub fn add(&mut self, name: &str, source: impl Into<String>) -> SourceName {
        let name = SourceName::get(name);
        self.make_mut().source_map.insert(name.clone(), Source::new(name.clone(), source));
        name
    }
}

impl Default for SourceMap {
    fn default() -> Self {
        Self::new([])
    }
}
