//! Modules: code that was loaded, with the modules that it imports.

mod environment;
mod error;
mod kind;
mod loader;
mod module;
pub(crate) mod system_library;

pub use error::ModuleError;
pub use kind::ModuleKind;
pub use loader::Loaders;
pub use module::{Module, ModuleNode};
