//! Modules: loaded code and the modules that it imports.

mod blob;
mod dynamic_library;
mod environment;
mod error;
mod import_cycle;
mod import_lock;
mod import_tree;
mod kind;
mod library;
mod load_file;
mod loader;
mod metadata;
mod node;
mod opened_library;
mod pack_imports;
mod runtime_enabled;
pub(crate) mod system_library;

pub use blob::BlobError;
pub(crate) use blob::Unpacked;
pub(crate) use dynamic_library::load as load_library;
pub use error::ModuleError;
pub use kind::ModuleKind;
pub use load_file::LoadError;
pub(crate) use load_file::load;
pub use loader::Loaders;
pub(crate) use loader::read_lent;
pub(crate) use metadata::load_metadata;
pub use metadata::{Metadata, MetadataError};
pub(crate) use node::RPC;
pub use node::{Module, ModuleNode};
pub(crate) use opened_library::{Keeper, keep};
pub(crate) use pack_imports::pack_imports_to_c_global;
pub use runtime_enabled::runtime_enabled;
pub(crate) use runtime_enabled::runtime_enabled_global;
pub(crate) use system_library::system_lib_global;
pub use system_library::system_library;

pub(crate) use crate::trusted::{load_from_file, load_so};
