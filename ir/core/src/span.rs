//! Source locations.

use std::collections::HashMap;
use std::str::Utf8Error;
use std::sync::{LazyLock, Mutex, PoisonError};

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;

/// The name of a source text. Each name has exactly one object, so names compare by pointer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SourceName", is_final)]
#[reflect(bytes(name_of, of_name), repr = show_source_name)]
pub struct SourceNameNode {
    base: Object,
    /// The name.
    pub name: String,
}

/// A range of characters in a source text.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Span", is_final, new)]
#[reflect(repr = show_span)]
pub struct SpanNode {
    base: Object,
    /// The name of the source text.
    pub source_name: SourceName,
    /// The line of the first character, from 1.
    pub line: i32,
    /// The column of the first character, from 1.
    pub column: i32,
    /// The line of the last character.
    pub end_line: i32,
    /// The column after the last character.
    pub end_column: i32,
}

impl SourceName {
    /// Returns the source name `name`, and creates it if it does not exist.
    ///
    /// ```
    /// use objet_ir::span::SourceName;
    ///
    /// assert_eq!(SourceName::get("mlp.relay"), SourceName::get("mlp.relay"));
    /// ```
    pub fn get(name: &str) -> Self {
        static NAMES: LazyLock<Mutex<HashMap<String, SourceName>>> = LazyLock::new(Mutex::default);
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let name = String::from(name);
        let new = || make_object(SourceNameNode { base: Object::new(), name: name.clone() }).into();
        names.entry(name.clone()).or_insert_with(new).clone()
    }
}

impl Span {
    /// Returns the smallest span that covers both, or `None` if their sources differ.
    pub fn merge(&self, other: &Self) -> Option<Self> {
        let begin = |span: &Self| (span.line, span.column);
        let end = |span: &Self| (span.end_line, span.end_column);
        let (line, column) = begin(self).min(begin(other));
        let (end_line, end_column) = end(self).max(end(other));
        let same = self.source_name == other.source_name;
        same.then(|| Self::new(self.source_name.clone(), line, column, end_line, end_column))
    }
}

fn name_of(source: &SourceNameNode) -> &str {
    &source.name
}

fn of_name(name: &[u8]) -> Result<SourceName, Utf8Error> {
    std::str::from_utf8(name).map(SourceName::get)
}

fn show_source_name<'a>(source: &'a SourceNameNode, printer: &mut ReprPrinter<'a>) {
    printer.text(format!("SourceName({}, {source:p})", source.name));
}

fn show_span<'a>(span: &'a SpanNode, printer: &mut ReprPrinter<'a>) {
    let SpanNode { line, column, end_line, end_column, .. } = span;
    printer.text("Span(").object(&span.source_name);
    printer.text(format!(", {line}, {end_line}, {column}, {end_column})"));
}

/// Returns the source name `name`.
#[register_global("ir.SourceName", short)]
fn source_name(name: &str) -> SourceName {
    SourceName::get(name)
}

/// Creates the span of a source from `line` and `column` up to, but not including, `end_line` and
/// `end_column`.
#[register_global("ir.Span", short)]
fn span(source_name: SourceName, line: i32, end_line: i32, column: i32, end_column: i32) -> Span {
    Span::new(source_name, line, column, end_line, end_column)
}
