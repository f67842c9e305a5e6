//! Graphs that TVM wrote, by the names of their files.

use objet::{ObjectRef, load_json};

/// The text of the file.
pub(crate) fn text(name: &str) -> String {
    let path = format!("{}/../../tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What the file has.
pub(crate) fn load(name: &str) -> ObjectRef {
    load_json(&text(name)).unwrap_or_else(|error| panic!("{name}.json: {error}"))
}
