//! Modules.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int};
use std::ptr;

use objet_object::TypeCode;
use objet_runtime::Module;
use objet_runtime::backend::{give_to_c, guarded, text};

use crate::handles::{put, reference, release};
use crate::types::{TVMFunctionHandle, TVMModuleHandle};

/// Loads a module from a file. An empty format is the one that the end of the file's name says.
///
/// # Safety
/// The texts are null or end with a NUL, and `out` is null or can be written to. What code the file has does what it should: it runs
/// in this process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut TVMModuleHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let file_name = text(file_name, "the name of a file")?;
        let format = text(format, "the format of a file")?;
        put(out, "a place for the module", || Ok(give_to_c(Module::load_from_file(file_name, format)?)))
    })
}

/// Puts a module at the end of those that another one imports, which keeps it.
///
/// # Safety
/// Both are null or handles of modules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModImport(module: TVMModuleHandle, dep: TVMModuleHandle) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let (module, dep) = unsafe { (reference::<Module>(module)?, reference::<Module>(dep)?) };
        Ok(module.import(dep)?)
    })
}

/// A handle of the function of that name, which the caller must free; null if there is none. If `query_imports` is not 0, also those
/// that the module imports are searched, depth first and in order.
///
/// # Safety
/// `module` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModGetFunction(
    module: TVMModuleHandle,
    func_name: *const c_char,
    query_imports: c_int,
    out: *mut TVMFunctionHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let module = reference::<Module>(module)?;
        let name = text(func_name, "the name of a function")?;
        put(out, "a place for the function", || {
            let found = match query_imports {
                0 => module.function(name)?,
                _ => module.function_with_imports(name)?,
            };
            Ok(found.map_or(ptr::null_mut(), give_to_c))
        })
    })
}

/// Gives a reference to a module back, as `TVMObjectFree` does. Null is allowed.
///
/// # Safety
/// `module` is null, or the handle of a module of which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModFree(module: TVMModuleHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(module, TypeCode::OBJECT_HANDLE) })
}
