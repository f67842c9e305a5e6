//! Reading arbitrary bytes either fails with an error, or returns an executable that is saved as
//! the same bytes. Its short programs run without memory of their own.

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
    let Ok(executable) = load.call_as::<Module>((bytes, &*LIBRARY)) else { return };
    let call = |name: &str| executable.expect_function(name).expect("a function of executables").call(());
    let saved: Vec<u8> = call("save").expect("it can be saved").get().expect("bytes");
    assert!(saved == bytes);
    call("get_bytecode").expect("it has a text");
    call("get_stats").expect("it has a summary");
    // Programs may run forever or allocate any memory, so they are only prepared here.
    assert!(VirtualMachine::of(&executable, &[Device::cpu(0)]).is_ok());
});
