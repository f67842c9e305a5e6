//! Reading of the text of a plain document.

use std::io::Read;

use super::builder::PlainBuilder;
use super::error::PlainError;
use crate::graph::document::Document;
use crate::graph::input::Input;
use crate::graph::syntax_error::{SyntaxError, TextLocation};

/// Whether the first keys of a document are those of this format. A tool that sorts the keys writes
/// `nodes` first.
pub(in crate::graph) fn is_plain<R: Read>(input: &mut Input<R>) -> bool {
    match input.first_key() {
        Some(b"objet") => true,
        Some(b"nodes") => input.first_element_key().is_some_and(|key| key.starts_with(b"$")),
        _ => false,
    }
}

/// Parses a text that is a document.
pub(in crate::graph) fn scan<R: Read>(input: &mut Input<R>) -> Result<Document, SyntaxError> {
    let mut builder = PlainBuilder::default();
    match read(input, &mut builder) {
        Ok(()) => {
            let document = builder.into_document().map_err(|source| wrong(input, source))?;
            input.end().map(|()| document)
        }
        Err(error) => Err(builder.in_node(error)),
    }
}

/// Reads a document into a builder. Does not recurse.
fn read<R: Read>(input: &mut Input<R>, builder: &mut PlainBuilder) -> Result<(), SyntaxError> {
    // For each open list or object, its closing byte and whether it has no items yet.
    let mut open: Vec<(u8, bool)> = Vec::new();
    loop {
        let start = input.token();
        builder.line = input.line();
        let taken = match start {
            Some(b'{') => match builder.likely_reference(input) {
                Ok(false) => {
                    input.expect(b'{', "`{`")?;
                    let begun = builder.begin_object();
                    open.push((b'}', begun.is_err() || !builder.likely_head(input)));
                    begun
                }
                taken => taken.map(drop),
            },
            Some(b'[') => {
                input.expect(b'[', "`[`")?;
                open.push((b']', true));
                builder.begin_list()
            }
            Some(b'"') if builder.takes_values() => {
                let pushed = builder.pending.push_string(|text| input.string_onto(text))?;
                pushed.map_err(PlainError::from)
            }
            Some(b'"') => builder.string(input.string()?),
            Some(b'0'..=b'9') if builder.likely_integer(input) => Ok(()),
            _ => builder.literal(input.literal()?),
        };
        taken.map_err(|source| wrong(input, source))?;
        // The lists and objects that end here, and the key of the next value.
        loop {
            let Some((close, first)) = open.last_mut() else {
                return Ok(());
            };
            let close = *close;
            if !*first && close == b'}' && builder.likely_key(input) {
                break;
            }
            if input.item(first, close)? {
                if close == b'}' {
                    builder.before_key();
                    let key = builder.key(input.string()?);
                    key.map_err(|source| wrong(input, source))?;
                    input.expect(b':', "`:`")?;
                }
                break;
            }
            open.pop();
            let ended = if close == b'}' { builder.end_object() } else { builder.end_list() };
            ended.map_err(|source| wrong(input, source))?;
        }
    }
}

#[cold]
fn wrong<R: Read>(input: &mut Input<R>, source: PlainError) -> SyntaxError {
    let location = match source.line() {
        Some(line) => TextLocation { line, excerpt: String::new() },
        None => input.location(),
    };
    SyntaxError::Plain { location, source }
}
