//! The standard modules.

use objet::Registry;
use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_relay::infer::infer_module;
use objet_relay::text::{import_std, parse_module};

use super::assert_equal;
use crate::graphs::load;

/// The functions of the prelude are those of TVM's.
#[test]
fn the_prelude_has_the_functions_of_tvm() {
    let prelude = import_std(&IRModule::new(), "prelude.rly").unwrap();
    let prelude = infer_module(&prelude).unwrap_or_else(|error| panic!("{error}"));
    let of_tvm: IRModule = load("prelude.typed").downcast().unwrap();
    assert_eq!(prelude.functions.load().len(), 24);
    for (var, function) in &prelude.functions.load() {
        let name = &var.name_hint;
        let expected = of_tvm.lookup_by_name(name).unwrap_or_else(|error| panic!("{error}"));
        let only = |function: &objet_ir::expr::BaseFunc| {
            let text = objet_relay::text::pretty_print(Some(function.upcast_ref()));
            let head = text.lines().next().unwrap().to_owned();
            head[..head.rfind(" {").unwrap()].to_owned()
        };
        assert_eq!(only(function), only(&expected), "{name}");
    }
    for (var, definition) in &prelude.type_definitions.load() {
        let expected = of_tvm.lookup_type_def_by_name(&var.name_hint).unwrap();
        assert_eq!(definition.constructors.len(), expected.constructors.len());
        for (own, expected) in definition.constructors.iter().zip(&expected.constructors) {
            assert_eq!((&own.name_hint, own.tag.load()), (&expected.name_hint, expected.tag.load()));
        }
    }
}

#[test]
fn every_module_has_types() {
    for name in ["core.rly", "gradient.rly", "nat.rly", "prelude.rly"] {
        let module = import_std(&IRModule::new(), name).unwrap_or_else(|error| panic!("{error}"));
        infer_module(&module).unwrap_or_else(|error| panic!("{name}\n{error}"));
    }
}

#[test]
fn texts_and_front_ends_import_modules() {
    let text = "import \"prelude.rly\"\nimport \"prelude.rly\"\ndef @main() { @length(Cons(1, Nil)) }";
    let module = infer_module(&parse_module("a.rly", text).unwrap()).unwrap();
    assert!(module.contains_global_var("foldl"));

    let changed = IRModule::new();
    for _ in 0..2 {
        let import = Registry::expect("ir.Module_ImportFromStd").unwrap();
        import.call((&changed, "prelude.rly")).unwrap();
    }
    let prelude = import_std(&IRModule::new(), "prelude.rly").unwrap();
    assert_equal(&changed, &infer_module(&prelude).unwrap(), "prelude");
    let length = changed.get_global_var("length").unwrap();
    assert!(changed.lookup(&length).unwrap().checked_type.is_some());

    let path = std::env::temp_dir().join(format!("objet-import-{}.rly", std::process::id()));
    std::fs::write(&path, "def @twice(%x: int32) { %x + %x }").unwrap();
    let import = Registry::expect("ir.Module_Import").unwrap();
    let path = path.to_str().unwrap();
    import.call((&changed, path)).unwrap();
    std::fs::remove_file(path).unwrap();
    // The functions that were there, and their variables, stay the same objects.
    assert!(changed.get_global_var("length").unwrap().same_as(&length));
    assert!(changed.lookup_by_name("twice").unwrap().checked_type.is_some());
    assert!(changed.contains_global_var("twice") && changed.contains_global_var("foldl"));
    let error = import.call((&changed, "/nowhere.rly")).unwrap_err();
    assert!(error.to_string().contains("cannot read /nowhere.rly"), "{error}");
}
