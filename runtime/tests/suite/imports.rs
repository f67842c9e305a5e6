//! Imports between modules: depth and cycles.

use std::sync::mpsc;
use std::time::Duration;

use objet_object::IsObjectRef;
use objet_runtime::{Module, ModuleKind, PackedFunc, Result};

/// A module without functions.
struct Empty;

impl ModuleKind for Empty {
    fn type_key(&self) -> &str {
        "test.empty"
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok(None)
    }
}

fn empty() -> Module {
    Module::new(Empty)
}

#[test]
fn imports_cannot_form_a_cycle() {
    let modules = [empty(), empty(), empty()];
    let import = |importer: usize, imported: usize| modules[importer].import(modules[imported].clone());
    assert!(import(0, 0).is_err());
    import(0, 1).unwrap();
    import(1, 2).unwrap();
    assert!(import(1, 1).is_err() && import(1, 0).is_err() && import(2, 0).is_err() && import(2, 1).is_err());
    // A rejected import changes nothing. A repeated import is not a cycle.
    import(0, 2).unwrap();
    import(0, 2).unwrap();
    let imports = modules.each_ref().map(|module| module.imports().len());
    assert_eq!(imports, [3, 1, 0]);
    assert!(modules[0].imports()[1].same_as(&modules[2]));

    // A cycle is rejected even if an earlier importer of a module was dropped.
    let upper = empty();
    upper.import(modules[0].clone()).unwrap();
    drop(upper);
    assert!(import(2, 0).is_err());
    let error = import(2, 0).unwrap_err().to_string();
    assert_eq!(error.matches("test.empty").count(), 2, "{error}");
}

#[test]
fn a_long_chain_is_built_from_either_end() {
    const LENGTH: usize = 200_000;
    let leaf = empty();
    let mut upwards = leaf.clone();
    for _ in 0..LENGTH {
        let importer = empty();
        importer.import(upwards).unwrap();
        upwards = importer;
    }
    assert!(leaf.import(upwards.clone()).is_err());

    let mut end = leaf;
    for _ in 0..LENGTH {
        let next = empty();
        end.import(next.clone()).unwrap();
        end = next;
    }
    assert!(end.import(upwards.clone()).is_err());
    assert!(upwards.function_with_imports("none").unwrap().is_none());
}

#[test]
fn a_kind_may_import_modules_in_type_key() {
    struct Importing;
    impl ModuleKind for Importing {
        fn type_key(&self) -> &str {
            empty().import(empty()).unwrap();
            "test.importing"
        }

        fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
            Ok(None)
        }
    }

    let (sender, answers) = mpsc::channel();
    // In a separate thread, so that a deadlock becomes a timeout.
    std::thread::spawn(move || {
        let module = Module::new(Importing);
        sender.send(module.import(module.clone()).unwrap_err().to_string()).unwrap();
    });
    let error = answers.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(error.matches("test.importing").count(), 2, "{error}");
}
