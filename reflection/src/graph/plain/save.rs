//! Writing of plain documents.

use std::io::{self, BufWriter, Write};

use objet_object::ObjectRef;
use serde::Serialize;

use super::json_target::{Failure, JsonTarget};
use super::target::Value;
use super::values::Document;
use crate::graph::error::GraphError;
use crate::graph::json_writer::Output;
use crate::loaded::Loaded;

/// The typical size of an object in a file, in bytes.
const TYPICAL_SIZE: usize = 96;

/// Returns a graph, whose root may be null, as compact text.
pub(in crate::graph) fn text(root: Option<&ObjectRef>) -> Result<Vec<u8>, GraphError> {
    let loaded = Loaded::default();
    let document = Document::of(root, &loaded)?;
    let mut out = Output::in_memory(TYPICAL_SIZE * document.len());
    document.write(JsonTarget(&mut out)).map_err(|Failure(error)| error)?;
    Ok(out.buffer)
}

/// Writes a graph, whose root may be null. `sink` gets the approximate size of the text. If the
/// graph cannot be saved, nothing is written.
pub(in crate::graph) fn save<W: Write>(
    root: Option<&ObjectRef>,
    is_pretty: bool,
    sink: impl FnOnce(usize) -> W,
) -> Result<W, GraphError> {
    let loaded = Loaded::default();
    let document = Document::of(root, &loaded)?;
    let sink = sink(TYPICAL_SIZE * document.len());
    if !is_pretty {
        let mut out = Output::new(sink);
        document.write(JsonTarget(&mut out)).map_err(|Failure(error)| error)?;
        return Ok(out.finish()?);
    }
    let mut sink = BufWriter::with_capacity(16 * 1024, sink);
    let written = document.serialize(&mut serde_json::Serializer::pretty(&mut sink));
    written.map_err(io::Error::from)?;
    sink.flush()?;
    Ok(sink.into_inner().map_err(io::IntoInnerError::into_error)?)
}
