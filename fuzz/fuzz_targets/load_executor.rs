//! Reading an arbitrary graph either fails with an error that names a place, or gets as far as the
//! memory of the graph, which the device refuses.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::function::RuntimeError;
use objet::module::{GraphExecutor, ModuleKind};
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::Module;

/// A library that has each function.
struct Library;

impl ModuleKind for Library {
    fn type_key(&self) -> &str {
        "library"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>, RuntimeError> {
        Ok((!name.starts_with('_')).then(|| PackedFunc::from_fn(|_, _| Ok(()))))
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let device = Device::new(DeviceType::VULKAN, 0);
    // SAFETY: the library writes to no tensor, and no slice of a tensor is held.
    let outcome = unsafe { GraphExecutor::new(text, &Module::new(Library), &[device]) };
    match outcome {
        Err(error) => assert!(error.message().starts_with("graph, "), "{error}"),
        // A graph without tensors needs no memory.
        Ok(executor) => assert!(executor.run(&[]).is_ok_and(|outputs| outputs.is_empty())),
    }
});
