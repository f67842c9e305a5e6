//! Graphs of known types: loaded, compared, and saved back as they were.

mod graph_files;
mod tvm_nodes;

use objet::prelude::*;
use objet::{GraphError, LoadJson, StructuralEqual, load_json, save_json, structural_hash};

/// The files that have types which are not linked in here.
const OTHERS: [&str; 5] =
    ["prelude.typed", "lowered_matmul", "primfunc_matmul", "script_matmul", "tir_exprs_zoo"];

#[test]
fn every_file_of_known_types_is_written_as_it_was_read() {
    for (name, text) in graph_files::all() {
        let graph = match load_json(&text) {
            Err(GraphError::UnknownType { .. }) if OTHERS.contains(&name.as_str()) => continue,
            graph => graph.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        assert!(save_json(&graph).unwrap() == text, "{name}");
        let other = load_json(&text).unwrap();
        let difference = StructuralEqual::new().map_free_vars(true).first_difference(&graph, &other);
        assert!(difference.is_none(), "{name}: {}", difference.unwrap());
        assert_eq!(structural_hash(&graph), structural_hash(&other), "{name}");
    }
}

#[test]
fn files_of_some_unknown_types_are_written_as_they_were_read() {
    for (name, text) in graph_files::all() {
        let graph = LoadJson::new().keep_unknown(true).load(text.as_bytes());
        let graph = graph.unwrap_or_else(|error| panic!("{name}: {error}")).unwrap();
        assert!(save_json(&graph).unwrap_or_else(|error| panic!("{name}: {error}")) == text, "{name}");
    }
}
