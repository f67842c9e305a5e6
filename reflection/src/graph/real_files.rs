//! What the parts of this module make of files that TVM wrote.

use std::fs;

use super::layout::Layout;
use super::scan::scan;

/// Every file, with its name.
pub(super) fn all() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/graphs");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of real files")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn every_file_is_written_as_it_was_read() {
    for (name, text) in all() {
        let document = scan(text.as_slice()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut layout = Layout::new(Vec::with_capacity(text.len()), document.root);
        for node in document.nodes() {
            layout.begin_node(document.type_key(node.type_key()));
            layout.repr(node.repr().unwrap_or_default()).unwrap();
            layout.begin_attrs(node.names().len());
            for (attribute, value) in node.names().iter().zip(node.values()) {
                layout.attr_text(document.name(*attribute), value).unwrap();
            }
            layout.keys(node.keys()).unwrap();
            layout.data(node.data().iter().copied()).unwrap();
            layout.end_node().unwrap();
        }
        layout.end_nodes();
        for tensor in &document.tensors {
            layout.tensor(tensor).unwrap();
        }
        assert_eq!(document.attrs, [("tvm_version".into(), "0.8.0".into())]);
        assert!(layout.finish().unwrap() == text, "{name}");
    }
}

#[test]
fn a_file_that_is_cut_is_an_error() {
    let small = ["attrs_test.json", "cont_shared.json", "source_span.json", "cont_strings.json"];
    for (name, text) in all().iter().filter(|(name, _)| small.contains(&name.as_str())) {
        for length in 0..text.len() {
            let error = scan(&text[..length]).err().unwrap_or_else(|| panic!("{name} of {length} bytes"));
            assert!(!error.to_string().is_empty());
        }
    }
}
