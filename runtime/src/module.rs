//! Modules: code that was loaded, with the modules that it imports.

mod blob;
mod circle;
mod environment;
mod error;
mod import_tree;
mod kind;
mod loader;
mod metadata;
mod module;
mod pack_imports;
pub(crate) mod system_library;

pub use blob::BlobError;
pub use error::ModuleError;
pub use kind::ModuleKind;
pub use loader::Loaders;
pub(crate) use loader::read_lent;
pub(crate) use metadata::load_metadata;
pub use metadata::{Metadata, MetadataError};
pub use module::{Module, ModuleNode};
