//! What can go wrong with modules.

use crate::binary::BinaryError;

/// A module that cannot be loaded, saved or used as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// The kind of module has no such form.
    #[error("Module[{type_key}] does not support {what}")]
    Unsupported {
        /// The kind.
        type_key: String,
        /// What was asked for.
        what: &'static str,
    },
    /// An import would make a module import itself.
    #[error("Cyclic dependency detected during import: module `{importer}` is reached from `{imported}`")]
    Cycle {
        /// The kind of the module that was to import.
        importer: String,
        /// The kind of the module that was to be imported.
        imported: String,
    },
    /// There is no such function.
    #[error("expected a function {name:?} in module `{type_key}`{}, found none", if *.query_imports { " or its imports" } else { "" })]
    NoFunction {
        /// The name.
        name: String,
        /// The kind of the module.
        type_key: String,
        /// Whether imports were searched.
        query_imports: bool,
    },
    /// Compiled code asks for a function that is nowhere.
    #[error(
        "Cannot find function {name} in the imported modules or global registry. If this involves ops from a contrib library like cuDNN, ensure TVM was built with the relevant library."
    )]
    NotInEnv {
        /// The name.
        name: String,
    },
    /// A stream is not that of a module.
    #[error(transparent)]
    Binary(#[from] BinaryError),
}
