//! Modules: a kind of the library's own, and what the library does with those of the host.

use std::ffi::{c_int, c_void};

use objet::backend::backend_register_system_lib_symbol;
use objet::prelude::*;
use objet::{Loaders, Module, ModuleKind, RuntimeError, TVMValue, TypeCode};

/// A module of one function, for a number.
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

/// A module of the library's kind.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_number(number: i64) -> Module {
    Module::new(Number(number))
}

/// Makes the library's kind one that can be loaded.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_register_loader() -> bool {
    Loaders::register_binary("plugin.number", |reader| {
        Ok(plugin_number(reader.u64("a number")?.cast_signed()))
    })
    .is_ok()
}

/// The module at the root of a blob.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_unpack(blob: &[u8]) -> Result<Module, RuntimeError> {
    Module::from_packed_imports(blob, None)
}

/// Whether one module may import another.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_import(importer: &Module, imported: &Module) -> bool {
    importer.import(imported.clone()).is_ok()
}

/// Compiled code that gives seven.
unsafe extern "C" fn seven(
    _args: *mut TVMValue,
    _codes: *mut TypeCode,
    _count: c_int,
    result: *mut TVMValue,
    code: *mut TypeCode,
    _resource: *mut c_void,
) -> c_int {
    // SAFETY: callers have a place for the result and its code.
    unsafe {
        *result = TVMValue { v_int64: 7 };
        *code = TypeCode::INT;
    }
    0
}

/// Tells the library's copy of Objet of compiled code, as a static initialiser does.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_register_symbol(late: bool) -> bool {
    let name = if late { c"plugin_late_seven" } else { c"plugin_seven" };
    // SAFETY: it is a function of compiled code, and stays.
    unsafe { backend_register_system_lib_symbol(name.as_ptr(), seven as *mut c_void) == 0 }
}
