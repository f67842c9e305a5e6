//! Loading arbitrary bytes either fails or returns a graph of any types that is equal after saving
//! and loading again. Graphs with ambiguous attributes of unknown types are excluded.
//! Other targets test files of other formats.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::graph::{Format, GraphError, LoadJson, save_json_root};
use objet::structural_equal;

fuzz_target!(|bytes: &[u8]| {
    let load = LoadJson::new().keep_unknown(true);
    let Ok((Some(graph), options)) = load.load_with_format(bytes) else { return };
    if options.format() != Format::Tvm08 {
        return;
    }
    let mut saved = Vec::new();
    match save_json_root(Some(&graph), &mut saved) {
        Err(GraphError::AmbiguousReference { .. }) => return,
        result => result.expect("a loaded graph can be saved"),
    }
    let again =
        load.load(saved.as_slice()).expect("a saved graph can be loaded").expect("the graph has a root");
    assert!(structural_equal(&graph, &again));
    let mut saved_again = Vec::new();
    save_json_root(Some(&again), &mut saved_again).expect("a loaded graph can be saved");
    assert!(saved == saved_again);
});
