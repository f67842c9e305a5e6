//! The programs of TVM's files, printed and parsed.

use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_relay::infer::infer_module;
use objet_relay::text::{as_text, parse_module, pretty_print};

use super::assert_equal;
use crate::graphs::load;

fn round_trip(name: &str, module: &IRModule) -> IRModule {
    let text = as_text(Some(module.upcast_ref()), true, None).unwrap();
    parse_module(name, &text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn untyped_programs_come_back() {
    for name in ["deep_let_200", "diamond_60", "mlp_b1.raw", "mobilenet_b1_s224.raw"] {
        let module: IRModule = load(name).downcast().unwrap();
        assert_equal(&round_trip(name, &module), &module, name);
    }
}

/// The text has no type arguments, so the types are inferred again.
#[test]
fn typed_programs_come_back() {
    let names = [
        "lstm_i5_h32.typed",
        "mlp.parsed_spans",
        "mlp_b1.params",
        "mlp_b1.typed",
        "resnet18.anf",
        "resnet18_b1_s224.typed",
    ];
    for name in names {
        let module: IRModule = load(name).downcast().unwrap();
        let parsed =
            infer_module(&round_trip(name, &module)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_equal(&parsed, &module, name);
    }
}

/// The attributes of `arange` refer to variables, which come back as others with the same name.
#[test]
fn the_prelude_comes_back_as_the_same_text() {
    let name = "prelude.typed";
    let module: IRModule = load(name).downcast().unwrap();
    let parsed = infer_module(&round_trip(name, &module)).unwrap_or_else(|error| panic!("{error}"));
    // The printer adds the source of parsed calls.
    let text = pretty_print(Some(&parsed.clone().upcast())).replace(" /* prelude.typed */", "");
    let expected = pretty_print(Some(&module.clone().upcast()));
    assert!(text == expected.replace(" /* tvm/relay/std/prelude.rly */", ""));
    for (var, function) in &module.functions.load() {
        let text = pretty_print(Some(function.upcast_ref()));
        if !text.contains("arange(") {
            let name = &var.name_hint;
            assert_equal(&parsed.lookup_by_name(name).unwrap(), function, name);
        }
    }
}
