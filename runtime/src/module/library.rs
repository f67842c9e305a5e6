//! Modules of compiled code: the kind `library`, whose functions are symbols.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use crate::backend::{self, Symbol};
use crate::error::Result;
use crate::module::{LoadError, Module, ModuleKind, blob};
use crate::packed_func::{FunctionMetadata, PackedFunc};

/// The variable from which the code reads the address of its module.
const CONTEXT: &str = "__tvm_module_ctx";

/// The symbol of a string with the name of the entry function.
const MAIN: &str = "__tvm_main__";

/// Prefixes of symbols that are not callable functions: data and internal code.
const NO_FUNCTIONS: [&str; 2] = ["__tvm_", "__TVM"];

/// The symbol table of compiled code.
pub(super) trait Symbols: Send + Sync + 'static {
    /// Looks up a symbol.
    fn symbol(&self, name: &str) -> Option<Symbol<'_>>;
}

impl<S: Symbols> Symbols for Arc<S> {
    fn symbol(&self, name: &str) -> Option<Symbol<'_>> {
        (**self).symbol(name)
    }
}

/// The kind `library`.
struct Library<S>(S);

/// Creates a module from a symbol table.
pub(super) fn library_module(symbols: impl Symbols) -> Module {
    Module::new(Library(symbols))
}

impl<S: Symbols> ModuleKind for Library<S> {
    fn type_key(&self) -> &str {
        "library"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let name = if name == MAIN { main_name(&self.0)? } else { name };
        if NO_FUNCTIONS.iter().any(|prefix| name.starts_with(prefix)) {
            return Ok(None);
        }
        let Some(symbol) = self.0.symbol(name) else { return Ok(None) };
        let function = symbol.function(module.clone());
        Ok(Some(PackedFunc::of(function, FunctionMetadata::new(Some(name.into()), None, None))))
    }
}

fn main_name(symbols: &dyn Symbols) -> Result<&str, LoadError> {
    let name = symbols.symbol(MAIN).ok_or(LoadError::NoMain)?.text();
    name.to_str().map_err(|_| LoadError::MainNotUtf8 { found: name.to_string_lossy().into() })
}

/// Stores the addresses of the runtime functions in the variables that compiled code has for them.
pub(super) fn fill_in_functions(symbols: &dyn Symbols) {
    let functions: [(&str, *const ()); 7] = [
        ("__TVMFuncCall", backend::func_call as *const ()),
        ("__TVMAPISetLastError", backend::api_set_last_error as *const ()),
        ("__TVMBackendGetFuncFromEnv", backend::backend_get_func_from_env as *const ()),
        ("__TVMBackendAllocWorkspace", backend::backend_alloc_workspace as *const ()),
        ("__TVMBackendFreeWorkspace", backend::backend_free_workspace as *const ()),
        ("__TVMBackendParallelLaunch", backend::backend_parallel_launch as *const ()),
        ("__TVMBackendParallelBarrier", backend::backend_parallel_barrier as *const ()),
    ];
    for (name, function) in functions {
        store(symbols, name, function.cast_mut().cast());
    }
}

/// Stores the address of the code's module in its context variable. The module lives as long as any
/// of its functions.
pub(super) fn fill_in_context(symbols: &dyn Symbols, library: &Module) {
    store(symbols, CONTEXT, ptr::from_ref(&**library).cast_mut().cast());
}

fn store(symbols: &dyn Symbols, name: &str, value: *mut c_void) {
    if let Some(variable) = symbols.symbol(name) {
        variable.store(value);
    }
}

/// Returns the blob of the modules packed into the library.
pub(super) fn blob(symbols: &dyn Symbols) -> Option<&[u8]> {
    Some(symbols.symbol(blob::SYMBOL)?.blob())
}
