//! Loaders of modules, registered as global functions by file format or by the type key of a binary
//! form.

use objet_object::OpaqueHandle;

use crate::binary::BinaryReader;
use crate::error::Result;
use crate::module::Module;
use crate::packed_func::PackedFunc;
use crate::registry::{Registry, RegistryError};
use crate::shared::{borrow_reader, lend_reader};
use crate::signature::Param;
use crate::typed::FunctionBuilder;

/// The loaders of modules.
pub enum Loaders {}

/// The prefix of the global names of binary loaders.
const LOAD_BINARY: &str = "runtime.module.loadbinary_";

impl Loaders {
    /// Registers a loader for the binary form of a kind of module. `load` must read exactly the
    /// bytes that [`ModuleKind::save_to_bytes`](crate::ModuleKind::save_to_bytes) wrote, because
    /// other modules may follow.
    ///
    /// # Errors
    /// If the kind already has a loader.
    #[track_caller]
    pub fn register_binary<F>(type_key: &str, load: F) -> Result<(), RegistryError>
    where
        F: Fn(&mut BinaryReader<'_>) -> Result<Module> + Send + Sync + 'static,
    {
        let name = format!("{LOAD_BINARY}{type_key}");
        let function = FunctionBuilder::new(&name).param(Param::new("stream"));
        let function = function.build(move |stream: OpaqueHandle| read_lent(stream, &load))?;
        Registry::register(&name, function)
    }

    /// Returns the type keys with a binary loader, sorted.
    pub fn binary_kinds() -> Vec<&'static str> {
        Registry::names(LOAD_BINARY).into_iter().filter_map(|name| name.strip_prefix(LOAD_BINARY)).collect()
    }
}

/// Reads a module from the stream that the handle refers to.
///
/// # Errors
/// The errors of `load`, and if the handle is not that of a stream being read.
pub(crate) fn read_lent(
    stream: OpaqueHandle,
    load: impl FnOnce(&mut BinaryReader<'_>) -> Result<Module>,
) -> Result<Module> {
    borrow_reader(stream, load)
        .unwrap_or_else(|| Err("the handle is not the stream of a module that is being loaded".into()))
}

/// Calls the binary loader of a kind of module, which `find` returns. Returns `None` if there is no
/// loader.
pub(crate) fn load_binary(
    type_key: &str,
    reader: &mut BinaryReader<'_>,
    find: impl FnOnce(&str) -> Option<PackedFunc>,
) -> Option<Result<Module>> {
    let name = format!("{LOAD_BINARY}{type_key}");
    match (find(&name), Registry::expect(&name)) {
        (Some(loader), _) => Some(lend_reader(reader, |handle| loader.call_as((handle,)))),
        (None, Err(error @ RegistryError::Unsafe { .. })) => Some(Err(error.into())),
        _ => None,
    }
}
