//! Graphs of types that nothing linked in knows.

mod graph_files;

use objet::prelude::*;
use objet::{LoadJson, save_json, structural_equal, structural_hash};

fn load(text: &str) -> ObjectRef {
    let loaded = LoadJson::new().keep_unknown(true).load(text.as_bytes());
    loaded.unwrap_or_else(|error| panic!("{error}")).expect("a root that is not null")
}

#[test]
fn every_file_is_written_as_it_was_read() {
    for (name, text) in graph_files::all() {
        let graph = load(&text);
        assert!(save_json(&graph).unwrap_or_else(|error| panic!("{name}: {error}")) == text, "{name}");
        let other = load(&text);
        assert!(structural_equal(&graph, &other), "{name}");
        assert_eq!(structural_hash(&graph), structural_hash(&other), "{name}");
    }
}

#[test]
fn without_leave_unknown_types_are_refused() {
    for (name, text) in graph_files::all() {
        let known = name.starts_with("cont_strings") || name.starts_with("cont_nulls");
        assert_eq!(objet::load_json(&text).is_ok(), known, "{name}");
    }
}
