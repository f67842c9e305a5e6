//! Modules: code that was loaded, with the modules that it imports.

mod environment;
mod error;
mod kind;
mod loader;
mod metadata;
mod module;
pub(crate) mod system_library;

pub use error::ModuleError;
pub use kind::ModuleKind;
pub use loader::Loaders;
#[cfg(not(feature = "inventory"))]
pub(crate) use metadata::load_metadata;
pub use metadata::{Metadata, MetadataError};
pub use module::{Module, ModuleNode};
