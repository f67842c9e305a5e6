//! Graphs that TVM wrote, by file name.

use objet::{ObjectRef, load_json};

/// Returns the content of a file.
pub(crate) fn text(name: &str) -> String {
    let path = format!("{}/../../tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Loads the graph of a file.
pub(crate) fn load(name: &str) -> ObjectRef {
    load_json(&text(name)).unwrap_or_else(|error| panic!("{name}.json: {error}"))
}
