//! Loading arbitrary bytes as the tables of a graph in postcard either fails, or returns a graph
//! that is equal after saving and loading again, and is saved to the same bytes then.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::{Graph, ObjectRef, StructuralEqual};

#[path = "../../reflection/tests/suite/tvm_nodes.rs"]
mod tvm_nodes;

fuzz_target!(|bytes: &[u8]| {
    let Ok(graph) = postcard::from_bytes::<Graph<ObjectRef>>(bytes) else { return };
    let saved = postcard::to_stdvec(&graph).expect("a loaded graph can be saved");
    let again: Graph<ObjectRef> = postcard::from_bytes(&saved).expect("a saved graph can be loaded");
    assert!(StructuralEqual::new().map_free_vars(true).equal(&graph.0, &again.0));
    assert!(postcard::to_stdvec(&again).expect("a loaded graph can be saved") == saved);
});
