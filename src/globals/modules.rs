//! What compilers do with modules.

use objet_runtime::{Module, Result, SourceModule, register_global};

/// The modules that a module imports as a source file in C, to be compiled into a library with it.
#[register_global("runtime.ModulePackImportsToC", crate = objet_runtime)]
pub(super) fn pack_imports_to_c(module: Module, system_lib: bool) -> Result<String> {
    module.pack_imports_to_c(system_lib)
}

/// A module that holds a source text, which nothing here can run.
#[register_global("runtime.SourceModuleCreate", crate = objet_runtime)]
pub(super) fn source_module(code: &str, format: &str) -> Module {
    Module::new(SourceModule::new(code, format))
}
