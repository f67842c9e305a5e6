//! Tests of files of older node types: missing, renamed and unknown attributes, and versions.

mod aliases;
mod ancestors;
mod chained;
mod changed_kinds;
mod former_values;
mod forms;
mod kept;
mod missing;
mod new_objects;
mod new_values;
mod other_forms;
mod versions;

use objet::graph::{GraphError, LoadJson};
use objet::load_json;
use objet::prelude::*;

/// Returns a document with null, these nodes on a line each, the first of them the root, and these
/// attributes of the file.
fn document(nodes: &[&str], attrs: &str) -> std::string::String {
    let nodes = nodes.join(",\n");
    format!("{{\"root\": 1, \"nodes\": [{{\"type_key\": \"\"}},\n{nodes}], \"attrs\": {{{attrs}}}}}")
}

/// Returns a node with these attributes.
fn node(type_key: &str, attrs: &[(&str, &str)]) -> std::string::String {
    let attrs: Vec<_> = attrs.iter().map(|(name, value)| format!("\"{name}\": \"{value}\"")).collect();
    format!("{{\"type_key\": \"{type_key}\", \"attrs\": {{{}}}}}", attrs.join(", "))
}

fn error(text: &str) -> std::string::String {
    match load_json(text) {
        Ok(graph) => panic!("expected an error of {text}, found {graph:?}"),
        Err(error) => error.to_string(),
    }
}

fn keep_unknown(text: &str) -> Result<ObjectRef, GraphError> {
    LoadJson::new().keep_unknown(true).load(text.as_bytes()).map(|root| root.expect("a root"))
}
