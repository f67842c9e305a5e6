//! Files that TVM 0.27 wrote.

use std::fs;
use std::path::Path;

use objet::containers::BoxInt;
use objet::graph::{Format, GraphError, LoadJson, OpaqueNode, OpaqueValue, SaveJson};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{post_order, rewrite, structural_equal};

use super::{load_unknown, save, saved_again};

/// Returns the name and content of every file.
fn all() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/graphs/tvm-ffi");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of graphs") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            files.push((name, fs::read_to_string(&path).expect("a readable file")));
        }
    }
    assert!(files.len() >= 9);
    files
}

#[test]
fn every_file_comes_back_byte_for_byte() {
    for (name, text) in all() {
        let saved = saved_again(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            saved == text,
            "{name}\n{}\n{}",
            &text[..text.len().min(900)],
            &saved[..saved.len().min(900)]
        );
    }
}

#[test]
fn two_loads_of_a_file_are_equal() {
    for (name, text) in all() {
        let roots = [(); 2].map(|()| load_unknown(&text).unwrap().expect("a root"));
        assert!(structural_equal(&roots[0], &roots[1]), "{name}");
        let again = load_unknown(&save(Some(&roots[0])).unwrap()).unwrap().expect("a root");
        assert!(structural_equal(&roots[0], &again), "{name}");
    }
}

#[test]
fn copies_and_rewritten_graphs_are_saved_byte_for_byte() {
    for (name, text) in all() {
        let root = load_unknown(&text).unwrap().expect("a root");
        // Without the metadata, which is no part of the graph.
        let text = save(Some(&root)).unwrap();
        let same = |saved: Result<String, GraphError>, how| match saved {
            Ok(saved) => assert!(saved == text, "{name}, {how}"),
            Err(error) => panic!("{name}, {how}: {error}"),
        };
        same(save(Some(&deep_copy(&root))), "copied");
        let renewed = |root| {
            rewrite(root, |object: ObjectRef| match object.downcast_ref::<Array<Option<ObjectRef>>>() {
                Some(array) => Array::from_iter(array.iter().cloned()).into(),
                None => object,
            })
        };
        same(save(Some(&renewed(root.clone()).unwrap())), "rewritten");
        same(save(Some(&renewed(root).unwrap())), "rewritten in place");
    }
}

#[test]
fn most_attributes_are_proven() {
    for (name, text) in all() {
        let root = load_unknown(&text).unwrap().expect("a root");
        let (mut proven, mut ambiguous, mut zero) = (0, 0, 0);
        for object in post_order(&root) {
            for (_, value) in object.as_node::<OpaqueNode>().into_iter().flat_map(|node| node.attrs()) {
                match value {
                    OpaqueValue::Ambiguous { number: 0, .. } => zero += 1,
                    OpaqueValue::Ambiguous { .. } => ambiguous += 1,
                    _ => proven += 1,
                }
            }
        }
        println!("{name}: {proven} proven, {ambiguous} ambiguous, {zero} zeros");
        assert!(proven >= ambiguous, "{name}: {proven} proven, {ambiguous} ambiguous");
    }
}

/// The writer has texts of data types that TVM 0.8 does not have.
#[test]
fn data_types_of_any_text_are_written_as_they_were_read() {
    for text in ["boolx4", "int32xvscalex4", "bool1", "newtype9", "float32"] {
        let file = format!(
            r#"{{"root_index":1,"nodes":[{{"type":"DataType","data":"{text}"}},{{"type":"ffi.Array","data":[0]}}]"#
        );
        let file = file + r#","metadata":{}}"#;
        let kept = LoadJson::new().keep_unknown(true).load(file.as_bytes()).unwrap().unwrap();
        let saved = SaveJson::new(Format::TvmFfi).to_string(&kept).unwrap();
        assert!(saved.contains(&format!(r#"{{"type":"DataType","data":"{text}"}}"#)), "{saved}");
        assert!(LoadJson::new().keep_unknown(true).load(saved.as_bytes()).is_ok());
    }
}

/// Equal numbers are different keys of a map in memory, and one node in a file.
#[test]
fn equal_numbers_as_keys_are_an_error() {
    let map: Map<BoxInt, objet::String> =
        [1, 2, 1].into_iter().map(|key| (BoxInt::new(key), "x".into())).collect();
    let error = SaveJson::new(Format::TvmFfi).to_string(&map).unwrap_err();
    assert!(matches!(error, GraphError::EqualKeys { entry: 2 }), "{error}");
}
