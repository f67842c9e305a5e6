//! Writing of plain documents.

use std::io::{self, BufWriter, Write};

use objet_object::ObjectRef;
use serde::Serialize;

use super::values::Document;
use crate::graph::error::GraphError;
use crate::loaded::Loaded;

/// Writes a graph, whose root may be null. If the graph cannot be saved, nothing is written.
pub(in crate::graph) fn save(
    root: Option<&ObjectRef>,
    is_pretty: bool,
    sink: impl Write,
) -> Result<(), GraphError> {
    let loaded = Loaded::default();
    let document = Document::of(root, &loaded)?;
    let mut sink = BufWriter::with_capacity(64 * 1024, sink);
    let written = if is_pretty {
        document.serialize(&mut serde_json::Serializer::pretty(&mut sink))
    } else {
        document.serialize(&mut serde_json::Serializer::new(&mut sink))
    };
    written.map_err(io::Error::from)?;
    Ok(sink.flush()?)
}
