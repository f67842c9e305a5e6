//! Reading arbitrary bytes either fails with an error, or returns an executable whose saved bytes
//! load as the same executable. Bytes that have no meaning, as the reserved ones of a tensor, are
//! not kept.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use objet::function::RuntimeError;
use objet::module::{ModuleKind, VirtualMachine};
use objet::prelude::*;
use objet::{Module, Registry};

/// A library that has each function.
struct Library;

impl ModuleKind for Library {
    fn type_key(&self) -> &str {
        "library"
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>, RuntimeError> {
        Ok(Some(PackedFunc::from_fn(|_, _| Ok(()))))
    }
}

static LIBRARY: LazyLock<Module> = LazyLock::new(|| Module::new(Library));

fuzz_target!(|bytes: &[u8]| {
    let load = Registry::expect("runtime.Load_Executable").expect("the virtual machine is linked");
    let load = |bytes: &[u8]| load.call_as::<Module>((bytes, &*LIBRARY));
    let Ok(executable) = load(bytes) else { return };
    let function = |module: &Module, name| module.expect_function(name).expect("a function of executables");
    let save = |module| -> Vec<u8> {
        function(module, "save").call(()).expect("it can be saved").get().expect("bytes")
    };
    let text = |module| -> String {
        function(module, "get_bytecode").call(()).expect("it has a text").get().expect("text")
    };
    let saved = save(&executable);
    let again = load(&saved).expect("saved bytes are valid");
    assert!(save(&again) == saved && text(&again) == text(&executable));
    function(&executable, "get_stats").call(()).expect("it has a summary");
    // Programs may run forever or allocate any memory, so they are only prepared here.
    assert!(VirtualMachine::of(&executable, &[Device::cpu(0)]).is_ok());
});
