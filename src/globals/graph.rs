//! Global functions that save and load graphs as JSON.

use objet_object::ObjectRef;
use objet_reflection::{GraphError, LoadJson, save_json_root};
use objet_runtime::{BoxError, Error, ErrorKind, Result, register_global};

/// Saves the graph of an object as JSON.
#[register_global("node.SaveJSON", crate = objet_runtime)]
pub(super) fn save_json(object: Option<ObjectRef>) -> Result<String> {
    let mut bytes = Vec::new();
    save_json_root(object.as_ref(), &mut bytes).map_err(of_graph)?;
    String::from_utf8(bytes).map_err(|error| BoxError::from(error).into())
}

/// Loads a graph from JSON and returns its root.
#[register_global("node.LoadJSON", crate = objet_runtime)]
pub(super) fn load_json(text: &[u8]) -> Result<Option<ObjectRef>> {
    LoadJson::new().load(text).map_err(of_graph)
}

/// Converts an error of loading or saving a graph. An error of loading has the kind `TVMError`:
/// front ends then try to upgrade the file from an older version.
fn of_graph(error: GraphError) -> Error {
    let kind = match error {
        GraphError::NotSaved { .. } => ErrorKind::TYPE_ERROR,
        _ => ErrorKind::TVM_ERROR,
    };
    Error::with_source(kind, error)
}
