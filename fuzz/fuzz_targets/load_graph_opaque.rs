//! Any bytes are either an error or a graph, of whatever types, that is saved and loaded again as the same graph, unless
//! it cannot be told what an attribute of an unknown type refers to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::{GraphError, LoadJson, save_json_root, structural_equal};

fuzz_target!(|bytes: &[u8]| {
    let load = LoadJson::new().keep_unknown(true);
    let Ok(Some(graph)) = load.load(bytes) else { return };
    let mut saved = Vec::new();
    match save_json_root(Some(&graph), &mut saved) {
        Err(GraphError::Unclear { .. }) => return,
        result => result.expect("what was loaded can be saved"),
    }
    let again = load.load(saved.as_slice()).expect("what was saved can be loaded").expect("a root");
    assert!(structural_equal(&graph, &again));
    let mut saved_again = Vec::new();
    save_json_root(Some(&again), &mut saved_again).expect("as before");
    assert!(saved == saved_again);
});
