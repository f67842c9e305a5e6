//! Modules of compiled code: the kind `library`, whose functions are symbols.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use crate::backend::{self, Symbol};
use crate::error::Result;
use crate::module::{LoadError, Module, ModuleKind, blob};
use crate::packed_func::{About, PackedFunc};

/// Where the module's code finds its module.
const CONTEXT: &str = "__tvm_module_ctx";

/// The name of the entry function, as the text of a symbol.
const MAIN: &str = "__tvm_main__";

/// What begins like this is data, or code that is not for callers.
const NO_FUNCTIONS: [&str; 2] = ["__tvm_", "__TVM"];

/// The names of compiled code, and where they are.
pub(super) trait Symbols: Send + Sync + 'static {
    /// The symbol of a name, if there is one.
    fn symbol(&self, name: &str) -> Option<Symbol<'_>>;
}

impl<S: Symbols> Symbols for Arc<S> {
    fn symbol(&self, name: &str) -> Option<Symbol<'_>> {
        (**self).symbol(name)
    }
}

/// The kind of module.
struct Library<S>(S);

/// A module of these symbols.
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
        Ok(Some(PackedFunc::of(function, About::new(Some(name.into()), None, None))))
    }
}

fn main_name(symbols: &dyn Symbols) -> Result<&str, LoadError> {
    let name = symbols.symbol(MAIN).ok_or(LoadError::NoMain)?.text();
    name.to_str().map_err(|_| LoadError::MainNotUtf8 { found: name.to_string_lossy().into() })
}

/// Tells compiled code where the functions are that it calls, by the variables that it has for their addresses.
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

/// Tells compiled code which module it is. The module lasts as long as any of its functions.
pub(super) fn fill_in_context(symbols: &dyn Symbols, library: &Module) {
    store(symbols, CONTEXT, ptr::from_ref(&**library).cast_mut().cast());
}

fn store(symbols: &dyn Symbols, name: &str, value: *mut c_void) {
    if let Some(variable) = symbols.symbol(name) {
        variable.store(value);
    }
}

/// The blob of the modules that were packed into the library.
pub(super) fn blob(symbols: &dyn Symbols) -> Option<&[u8]> {
    Some(symbols.symbol(blob::SYMBOL)?.blob())
}
