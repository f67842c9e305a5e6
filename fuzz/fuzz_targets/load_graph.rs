//! Loading arbitrary bytes either fails or returns a graph of known types that is equal after
//! saving and loading again. Other targets test files of other formats.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::compare::StructuralEqual;
use objet::graph::{Format, LoadJson, load_json_from, save_json_root};

#[path = "../../reflection/tests/suite/tvm_nodes.rs"]
mod tvm_nodes;

fuzz_target!(|bytes: &[u8]| {
    let Ok((Some(graph), options)) = LoadJson::new().load_with_format(bytes) else { return };
    if options.format() != Format::Tvm08 {
        return;
    }
    let mut saved = Vec::new();
    save_json_root(Some(&graph), &mut saved).expect("a loaded graph can be saved");
    let again = load_json_from(saved.as_slice()).expect("a saved graph can be loaded");
    let comparison = StructuralEqual::new().map_free_vars(true);
    assert!(
        comparison.equal(&graph, &again),
        "{}",
        comparison.first_difference(&graph, &again).expect("unequal graphs have a difference")
    );
    let mut saved_again = Vec::new();
    save_json_root(Some(&again), &mut saved_again).expect("a loaded graph can be saved");
    assert!(saved == saved_again);
});
