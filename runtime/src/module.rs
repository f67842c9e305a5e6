//! Modules: code that was loaded, with the modules that it imports.

mod error;
mod kind;
mod loader;
mod module;

pub use error::ModuleError;
pub use kind::ModuleKind;
pub use loader::Loaders;
pub use module::{Module, ModuleNode};
