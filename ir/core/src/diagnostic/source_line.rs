//! Diagnostics as text, each with an excerpt of the source.

use std::fmt::{self, Write};

use super::{DiagnosticContextNode, DiagnosticNode};
use crate::source_map::SourceMap;
use crate::span::{Span, SpanNode};

impl DiagnosticContextNode {
    /// Formats the collected diagnostics: for each one the severity, the message, the source
    /// location, and the source line if the module contains the source text.
    pub fn as_text(&self) -> String {
        let mut text = String::new();
        for diagnostic in &self.collected() {
            // Writing to a string cannot fail.
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

/// Returns the marks below a line of source for the characters that the span covers. At least one
/// character is marked.
fn underline(line: &str, span: &Span) -> String {
    let length = line.chars().count();
    let before = usize::try_from(span.column.saturating_sub(1)).unwrap_or(0).min(length);
    let end = if span.end_line > span.line {
        length
    } else {
        usize::try_from(span.end_column.saturating_sub(1)).unwrap_or(0)
    };
    // Tabs are kept, so that the marks align with the source line.
    let blanks = line.chars().take(before).map(|character| if character == '\t' { '\t' } else { ' ' });
    let marks = end.min(length).saturating_sub(before).max(1);
    blanks.chain(std::iter::repeat_n('^', marks)).collect()
}
