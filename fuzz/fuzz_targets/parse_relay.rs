//! Parsing arbitrary text as a program of Relay either fails with at least one error, or returns a
//! program whose text is parsed to a program with the same text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::prelude::*;
use objet_relay::text::{as_text, parse_expr, parse_module};

fn printed(program: &impl IsObjectRef) -> String {
    as_text(Some(program.as_object_ref()), true, None).expect("a parsed program can be saved")
}

fuzz_target!(|text: &str| {
    // Metadata is a graph, and other targets load graphs. Deep blocks are indented, so their text
    // is much longer than the input.
    if text.contains("#[metadata]") || text.len() > 4096 {
        return;
    }
    match parse_module("fuzz", text) {
        Ok(module) => {
            let text = printed(&module);
            let again = parse_module("fuzz", &text).expect("the text of a program is parsed");
            assert_eq!(printed(&again), text);
        }
        Err(error) => assert!(!error.diagnostics().is_empty() && !error.to_string().is_empty()),
    }
    if let Ok(expr) = parse_expr("fuzz", text) {
        let text = printed(&expr);
        let again = parse_expr("fuzz", &text).expect("the text of an expression is parsed");
        assert_eq!(printed(&again), text);
    }
});
