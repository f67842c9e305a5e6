//! Loading arbitrary bytes as plain JSON either fails, or returns a graph that is equal after
//! saving and loading again, and is saved to the same bytes then.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::compare::StructuralEqual;
use objet::graph::{Format, GraphError, LoadJson};

#[path = "../../reflection/tests/suite/tvm_nodes.rs"]
mod tvm_nodes;

fuzz_target!(|bytes: &[u8]| {
    for keep_unknown in [false, true] {
        let load = LoadJson::new().keep_unknown(keep_unknown);
        let Ok((Some(graph), format)) = load.load_with_format(bytes) else { continue };
        if format.format() != Format::Plain {
            return;
        }
        let saved = match format.to_string(&graph) {
            // Nodes of a type that are kept have the version of the file, and other nodes do not.
            Err(GraphError::TwoVersions { .. }) => continue,
            saved => saved.expect("a loaded graph can be saved"),
        };
        let again = load.load(saved.as_bytes()).expect("a saved graph can be loaded");
        let again = again.expect("the graph has a root");
        if !keep_unknown {
            assert!(StructuralEqual::new().map_free_vars(true).equal(&graph, &again));
        }
        assert!(format.to_string(&again).expect("a loaded graph can be saved") == saved);
    }
});
