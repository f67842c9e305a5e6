//! Writing of plain documents.

use std::io::Write;

use objet_object::ObjectRef;
use serde::Serialize;

use super::json_serializer::{JsonError, JsonSerializer};
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
    let mut serializer = JsonSerializer::new(sink, is_pretty);
    document.serialize(&mut serializer).map_err(|JsonError(error)| error)?;
    Ok(serializer.finish()?)
}
