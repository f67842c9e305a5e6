//! Modules that import each other, to any depth, but in no circle.

use std::sync::mpsc;
use std::time::Duration;

use objet_object::IsObjectRef;
use objet_runtime::{Module, ModuleKind, PackedFunc, Result};

/// A module of nothing.
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
fn imports_close_no_circle() {
    let modules = [empty(), empty(), empty()];
    let import = |importer: usize, imported: usize| modules[importer].import(modules[imported].clone());
    assert!(import(0, 0).is_err());
    import(0, 1).unwrap();
    import(1, 2).unwrap();
    assert!(import(1, 1).is_err() && import(1, 0).is_err() && import(2, 0).is_err() && import(2, 1).is_err());
    // What is refused changes nothing; the same one twice is no circle.
    import(0, 2).unwrap();
    import(0, 2).unwrap();
    let imports = modules.each_ref().map(|module| module.imports().len());
    assert_eq!(imports, [3, 1, 0]);
    assert!(modules[0].imports()[1].same_as(&modules[2]));

    // Who imported a module may be gone; a circle is one all the same.
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
fn a_kind_may_import_while_it_is_asked_for_its_key() {
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
    // A thread of its own, so that a lock that is held too long is a failure.
    std::thread::spawn(move || {
        let module = Module::new(Importing);
        sender.send(module.import(module.clone()).unwrap_err().to_string()).unwrap();
    });
    let error = answers.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(error.matches("test.importing").count(), 2, "{error}");
}
