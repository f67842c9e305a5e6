//! Loading arbitrary bytes in the format of tvm-ffi either fails, or returns a graph whose saved
//! file comes back byte for byte. A graph of known types is equal then. Graphs with ambiguous
//! attributes of unknown types are excluded.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::compare::StructuralEqual;
use objet::graph::{Format, GraphError, LoadJson, SaveJson};

#[path = "../../reflection/tests/suite/tvm_nodes.rs"]
mod tvm_nodes;

fuzz_target!(|bytes: &[u8]| {
    for keep_unknown in [false, true] {
        let load = LoadJson::new().keep_unknown(keep_unknown);
        let Ok((Some(graph), options)) = load.load_with_format(bytes) else { continue };
        if options.format() != Format::TvmFfi {
            return;
        }
        let save = |graph, options: &SaveJson| {
            let mut saved = Vec::new();
            options.save(Some(graph), &mut saved).map(|()| saved)
        };
        let saved = match save(&graph, &options) {
            Err(GraphError::AmbiguousReference { .. }) => continue,
            result => result.expect("a loaded graph can be saved"),
        };
        let (again, options) = load.load_with_format(saved.as_slice()).expect("a saved graph can be loaded");
        let again = again.expect("the graph has a root");
        if !keep_unknown {
            assert!(StructuralEqual::new().map_free_vars(true).equal(&graph, &again));
        }
        assert!(save(&again, &options).expect("a loaded graph can be saved") == saved);
    }
});
