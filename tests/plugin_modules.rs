//! A library that is loaded at run time, with its own copy of the runtime, shares modules with its
//! host:
//!
//! - Each side loads blobs with the loaders of the other side.
//! - Imports across both sides cannot form a cycle.
//! - The symbols of the library belong to the system library of the program.
//!
//! The test has a separate process, because a library adopts the state only once.

#![expect(unsafe_code, reason = "a library is loaded, and its functions are taken at their word")]

#[path = "plugin/host.rs"]
mod host;

use std::sync::Barrier;

use host::function;
use libloading::Library;
use objet::function::RuntimeError;
use objet::module::{Loaders, ModuleKind, system_library};
use objet::prelude::*;
use objet::process::{self, ProcessState};
use objet::{Module, Registry};

/// A module with one function, which returns a number.
struct Number(i64);

impl ModuleKind for Number {
    fn type_key(&self) -> &str {
        "host.number"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>, RuntimeError> {
        let number = self.0;
        Ok((name == "host_number").then(|| TypedPackedFunc::new(move || number).into()))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>, RuntimeError> {
        Ok(self.0.to_le_bytes().into())
    }
}

fn number(number: i64) -> Module {
    Module::new(Number(number))
}

fn call(module: &Module, name: &str) -> i64 {
    module.function_with_imports(name).unwrap().unwrap().call_as(()).unwrap()
}

#[test]
fn modules_are_shared_with_a_library_that_is_loaded_later() {
    let library = host::load();
    let adopt: extern "Rust" fn(&'static ProcessState) -> bool = function(library, "plugin_adopt");
    let register_symbol: extern "Rust" fn(bool) -> bool = function(library, "plugin_register_symbol");
    // Static initializers run before the library adopts the state.
    assert!(register_symbol(false));
    assert!(adopt(process::current()));

    blobs_are_loaded_by_loaders_of_both(library);
    cycles_are_found_by_both(library);

    let symbols = system_library().unwrap();
    assert_eq!(call(&symbols, "plugin_seven"), 7);
    assert!(symbols.function("plugin_late_seven").unwrap().is_none());
    assert!(register_symbol(true));
    assert_eq!(call(&symbols, "plugin_late_seven"), 7);
}

fn blobs_are_loaded_by_loaders_of_both(library: &'static Library) {
    let make: extern "Rust" fn(i64) -> Module = function(library, "plugin_number");
    let register: extern "Rust" fn() -> bool = function(library, "plugin_register_loader");
    let unpack: extern "Rust" fn(&[u8]) -> Result<Module, RuntimeError> = function(library, "plugin_unpack");
    assert!(register());
    Loaders::register_binary("host.number", |reader| Ok(number(reader.u64("a number")?.cast_signed())))
        .unwrap();

    let root = number(1);
    root.import(make(2)).unwrap();
    let blob = root.pack_imports().unwrap();
    for loaded in [Module::from_packed_imports(&blob, None), unpack(&blob)] {
        let loaded = loaded.unwrap();
        assert_eq!((call(&loaded, "host_number"), call(&loaded, "plugin_number")), (1, 2));
    }

    // Both loaders reject a handle that is not a stream.
    for kind in ["host", "plugin"] {
        let loader = Registry::expect(&format!("runtime.module.loadbinary_{kind}.number")).unwrap();
        let other = objet::function::OpaqueHandle(std::ptr::without_provenance_mut(8));
        assert!(loader.call((other,)).unwrap_err().message().contains("is not the stream of a module"));
    }
}

/// Host and library import two modules into each other at the same time. Both imports together
/// would form a cycle, so exactly one of them must fail.
fn cycles_are_found_by_both(library: &'static Library) {
    let import: extern "Rust" fn(&Module, &Module) -> bool = function(library, "plugin_import");
    // The search for cycles takes time in a deep graph, so that both imports overlap.
    let deep = || {
        let mut module = number(0);
        for _ in 0..2000 {
            let importer = number(0);
            importer.import(module).unwrap();
            module = importer;
        }
        module
    };
    for _ in 0..20 {
        let (left, right, above) = (deep(), deep(), number(0));
        above.import(left.clone()).unwrap();
        above.import(right.clone()).unwrap();
        let start = Barrier::new(2);
        let imported = std::thread::scope(|scope| {
            let by_library = scope.spawn(|| {
                start.wait();
                import(&left, &right)
            });
            start.wait();
            let by_host = right.import(left.clone()).is_ok();
            [by_host, by_library.join().unwrap()]
        });
        assert_eq!(imported.iter().filter(|imported| **imported).count(), 1);
    }
}
