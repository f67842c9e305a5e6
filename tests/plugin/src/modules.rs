//! A module kind of the library, and functions for modules of the host.

use std::ffi::{c_int, c_void};

use objet::Module;
use objet::backend::backend_register_system_lib_symbol;
use objet::function::{RuntimeError, TVMValue, TypeCode};
use objet::module::{Loaders, ModuleKind};
use objet::prelude::*;

/// A module with one function, which returns a number.
struct Number(i64);

impl ModuleKind for Number {
    fn type_key(&self) -> &str {
        "plugin.number"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>, RuntimeError> {
        let number = self.0;
        Ok((name == "plugin_number").then(|| TypedPackedFunc::new(move || number).into()))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>, RuntimeError> {
        Ok(self.0.to_le_bytes().into())
    }
}

/// Returns a module of the library's kind.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_number(number: i64) -> Module {
    Module::new(Number(number))
}

/// Registers a loader for the library's kind.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_register_loader() -> bool {
    Loaders::register_binary("plugin.number", |reader| {
        Ok(plugin_number(reader.u64("a number")?.cast_signed()))
    })
    .is_ok()
}

/// Unpacks a blob and returns its root module.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_unpack(blob: &[u8]) -> Result<Module, RuntimeError> {
    Module::from_packed_imports(blob, None)
}

/// Imports a module into another one. Returns whether the import succeeded.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_import(importer: &Module, imported: &Module) -> bool {
    importer.import(imported.clone()).is_ok()
}

/// A compiled function that returns seven.
unsafe extern "C" fn seven(
    _args: *mut TVMValue,
    _codes: *mut TypeCode,
    _count: c_int,
    result: *mut TVMValue,
    code: *mut TypeCode,
    _resource: *mut c_void,
) -> c_int {
    // SAFETY: the caller passes writable pointers for the result and its code.
    unsafe {
        *result = TVMValue { v_int64: 7 };
        *code = TypeCode::INT;
    }
    0
}

/// Registers compiled code with the library's copy of Objet, like a static initializer.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_register_symbol(late: bool) -> bool {
    let name = if late { c"plugin_late_seven" } else { c"plugin_seven" };
    // SAFETY: `seven` has the signature of compiled code, and the library is never unloaded.
    unsafe { backend_register_system_lib_symbol(name.as_ptr(), seven as *mut c_void) == 0 }
}
