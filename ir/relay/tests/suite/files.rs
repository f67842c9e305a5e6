//! All graph files from TVM, loaded with all node types registered.

use std::fs;
use std::path::PathBuf;

use objet::compare::{StructuralEqual, structural_hash};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{load_json, save_json, structural_equal};
use objet_ir as _;

fn files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/graphs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert_eq!(paths.len(), 29);
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

fn load(name: &str, text: &str) -> ObjectRef {
    load_json(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_file_round_trips_byte_for_byte() {
    for (name, text) in files() {
        assert!(save_json(&load(&name, &text)).unwrap() == text, "{name}: the saved file differs");
    }
}

#[test]
fn graphs_loaded_twice_and_their_copies_are_equal() {
    for (name, text) in files() {
        let (first, second) = (load(&name, &text), load(&name, &text));
        let difference = StructuralEqual::new().map_free_vars(true).first_difference(&first, &second);
        match difference {
            // Tensors of computations are compared by pointer, and this file contains one.
            Some(found) if name == "tir_exprs_zoo.json" => {
                assert!(found.to_string().contains("Tensor at"), "{found}")
            }
            difference => assert!(difference.is_none(), "{name}: {}", difference.unwrap()),
        }
        let copy = deep_copy(&first);
        assert!(save_json(&copy).unwrap() == text, "{name}: the saved copy differs");
        assert_eq!(structural_hash(&first), structural_hash(&second), "{name}");
        assert!(structural_equal(&first, &first), "{name}");
    }
}
