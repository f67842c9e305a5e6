//! A network as TVM wrote it, with TVM's node types.

use std::fs;
use std::path::Path;

use super::file::File;

/// ResNet-18 with the types of all its expressions.
pub(super) fn file() -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs/resnet18_b1_s224.typed.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    File { name: "ResNet-18", nodes: text.matches("\"type_key\"").count(), text: text.into() }
}
