//! Errors of modules.

use crate::binary::BinaryError;

/// A module cannot be loaded, saved or used as requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// The kind of module does not support an operation.
    #[error("Module[{type_key}] does not support {what}")]
    Unsupported {
        /// The type key of the module.
        type_key: String,
        /// The operation.
        what: &'static str,
    },
    /// An import would create a cycle.
    #[error("Cyclic dependency detected during import: module `{importer}` is reached from `{imported}`")]
    Cycle {
        /// The type key of the importing module.
        importer: String,
        /// The type key of the imported module.
        imported: String,
    },
    /// The module has no such function.
    #[error("function {name:?} not found in module `{type_key}`{}", if *.query_imports { " or its imports" } else { "" })]
    NoFunction {
        /// The name of the function.
        name: String,
        /// The type key of the module.
        type_key: String,
        /// Whether the imports were searched.
        query_imports: bool,
    },
    /// Compiled code looks up a function that does not exist.
    #[error(
        "Cannot find function {name} in the imported modules or global registry. If this involves ops from a contrib library like cuDNN, ensure TVM was built with the relevant library."
    )]
    NotInEnv {
        /// The name of the function.
        name: String,
    },
    /// The binary form of a module is invalid.
    #[error(transparent)]
    Binary(#[from] BinaryError),
}
