//! Loading arbitrary bytes as the tables of a graph in postcard either fails, or returns a graph
//! that is equal after saving and loading again, and is saved to the same bytes then. Nodes of
//! unknown types are kept, or are errors.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::ObjectRef;
use objet::compare::StructuralEqual;
use objet::graph::{Format, Graph, GraphError, LoadJson, SaveJson};
use serde::de::DeserializeSeed;

#[path = "../../reflection/tests/suite/tvm_nodes.rs"]
mod tvm_nodes;

fn has_two_versions(graph: &ObjectRef) -> bool {
    let saved = SaveJson::new(Format::Tvm08).to_string(graph);
    matches!(saved, Err(GraphError::TwoVersions { .. }))
}

fuzz_target!(|bytes: &[u8]| {
    for keep_unknown in [false, true] {
        let load = |bytes: &[u8]| {
            let load = LoadJson::new().keep_unknown(keep_unknown);
            load.deserialize(&mut postcard::Deserializer::from_bytes(bytes))
        };
        let Ok(Some(graph)) = load(bytes) else { continue };
        let graph: Graph<ObjectRef> = Graph(graph);
        let saved = match postcard::to_stdvec(&graph) {
            // The table of types has one version for each type.
            Err(_) if has_two_versions(&graph.0) => continue,
            saved => saved.expect("a loaded graph can be saved"),
        };
        let again = load(&saved).expect("a saved graph can be loaded").expect("the graph has a root");
        if !keep_unknown {
            assert!(StructuralEqual::new().map_free_vars(true).equal(&graph.0, &again));
        }
        assert!(postcard::to_stdvec(&Graph(again)).expect("a loaded graph can be saved") == saved);
    }
});
