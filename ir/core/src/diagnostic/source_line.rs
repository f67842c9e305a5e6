//! What was collected as text, each thing with the line of the source that it is about.

use std::fmt::{self, Write};

use super::{DiagnosticContextNode, DiagnosticNode};
use crate::source_map::SourceMap;
use crate::span::{Span, SpanNode};

impl DiagnosticContextNode {
    /// What was collected as text: for each thing what it is, where it is, and the line that stands there, if the module has
    /// the text of the source.
    pub fn as_text(&self) -> String {
        let mut text = String::new();
        for diagnostic in &self.collected() {
            // Text takes all that is written.
            let _ = write_diagnostic(&mut text, diagnostic, &self.module.source_map);
        }
        text
    }
}

fn write_diagnostic(text: &mut String, diagnostic: &DiagnosticNode, sources: &SourceMap) -> fmt::Result {
    writeln!(text, "{}: {}", diagnostic.level, diagnostic.message)?;
    let Some(span) = &diagnostic.span else { return Ok(()) };
    let SpanNode { source_name, line, column, .. } = &**span;
    let number = line.to_string();
    let indent = number.len();
    writeln!(text, "{:indent$}--> {}:{line}:{column}", "", source_name.name)?;
    let sources = sources.source_map.load();
    let Some(shown) = sources.get(source_name).and_then(|source| source.line(usize::try_from(*line).ok()?))
    else {
        return Ok(());
    };
    writeln!(text, "{:indent$} |\n{number} | {shown}", "")?;
    writeln!(text, "{:indent$} | {}", "", underline(shown, span))
}

/// What stands under a line to mark the characters of it that the span covers: one, if it covers none.
fn underline(line: &str, span: &Span) -> String {
    let length = line.chars().count();
    let before = usize::try_from(span.column.saturating_sub(1)).unwrap_or(0).min(length);
    let end = if span.end_line > span.line {
        length
    } else {
        usize::try_from(span.end_column.saturating_sub(1)).unwrap_or(0)
    };
    // What is blank there stays as wide as it is above.
    let blanks = line.chars().take(before).map(|character| if character == '\t' { '\t' } else { ' ' });
    let marks = end.min(length).saturating_sub(before).max(1);
    blanks.chain(std::iter::repeat_n('^', marks)).collect()
}
