//! Graphs in the JSON format of tvm-ffi.

mod bad_files;
mod inference;
mod known_types;
mod real_files;
mod reserved_keys;

use objet::graph::{Format, GraphError, LoadJson, SaveJson};
use objet::prelude::*;

/// Returns the nodes as a document whose root is the last node.
fn document(nodes: &[&str]) -> String {
    format!(r#"{{"root_index":{},"nodes":[{}]}}"#, nodes.len() - 1, nodes.join(","))
}

fn load(text: &str) -> Result<Option<ObjectRef>, GraphError> {
    LoadJson::new().load(text.as_bytes())
}

fn load_unknown(text: &str) -> Result<Option<ObjectRef>, GraphError> {
    LoadJson::new().keep_unknown(true).load(text.as_bytes())
}

fn save(root: Option<&ObjectRef>) -> Result<String, GraphError> {
    let mut bytes = Vec::new();
    SaveJson::new(Format::TvmFfi).save(root, &mut bytes)?;
    Ok(String::from_utf8(bytes).expect("UTF-8"))
}

/// Loads a file and saves it in its own format.
fn saved_again(text: &str) -> Result<String, GraphError> {
    let (root, options) = LoadJson::new().keep_unknown(true).load_with_format(text.as_bytes())?;
    let mut bytes = Vec::new();
    options.save(root.as_ref(), &mut bytes)?;
    Ok(String::from_utf8(bytes).expect("UTF-8"))
}

/// The reader keeps integers below 2^29 in another form than larger ones.
#[test]
fn integers_of_all_sizes_are_read() {
    for number in (0..63).flat_map(|bits| [(1_i64 << bits) - 1, 1 << bits, -(1 << bits)]) {
        let text = document(&[&format!(r#"{{"type":"toy.Unknown","data":{{"value":{number},"last":1}}}}"#)]);
        let root = load_unknown(&text).unwrap();
        assert_eq!(save(root.as_ref()).unwrap(), text);
    }
}
