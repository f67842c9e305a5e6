//! Graphs of types that nothing linked in knows.

mod graph_files;

use objet::prelude::*;
use objet::{GraphError, LoadJson, save_json, structural_equal, structural_hash};

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

#[test]
fn attributes_mean_the_same_in_whatever_order_they_are_written() {
    let file = |attrs: &str| {
        load(&format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [2]}},
            {{"type_key": "far.Away", "attrs": {{{attrs}}}}}, {{"type_key": "far.Name", "repr_str": "x"}}]}}"#
        ))
    };
    let one = file(r#""line": "3", "name": "3", "column": "3""#);
    let other = file(r#""column": "3", "name": "3", "line": "3""#);
    assert!(structural_equal(&one, &other));
    assert_eq!(save_json(&one).unwrap(), save_json(&other).unwrap());
}

#[test]
fn nothing_is_concluded_from_numbers_that_are_not_those_of_a_saved_graph() {
    // The array has its second element numbered first.
    let file = |value: &str| {
        let text = format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [3, 2]}},
            {{"type_key": "far.Away", "attrs": {{"line": "{value}"}}}}, {{"type_key": "far.Name"}}]}}"#
        );
        LoadJson::new().keep_unknown(true).load(text.as_bytes())
    };
    for value in ["1", "2", "3"] {
        assert!(matches!(file(value), Err(GraphError::Unordered { .. })), "{value}");
    }
    for value in ["", "0", "4", "03", "x"] {
        let saved = save_json(&file(value).unwrap().unwrap()).unwrap();
        assert!(saved.contains(&format!("\"line\": \"{value}\"")), "{value}");
    }
}

#[test]
fn no_bytes_are_the_same_as_none_at_all() {
    let graph = load(r#"{"root": 0, "nodes": [{"type_key": "far.Name", "repr_str": ""}]}"#);
    let again = load(&save_json(&graph).unwrap());
    assert!(structural_equal(&graph, &again));
    assert_eq!(structural_hash(&graph), structural_hash(&again));
}
