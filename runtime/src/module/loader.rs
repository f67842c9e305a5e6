//! Loaders of modules, in the registry of functions: by the extension of a file, and by the kind of a binary form.

use objet_object::OpaqueHandle;

use crate::binary::BinaryReader;
use crate::error::Result;
use crate::module::Module;
use crate::registry::{Registry, RegistryError};
use crate::shared::{borrow_reader, lend_reader};
use crate::signature::Param;
use crate::typed::FunctionBuilder;

/// The loaders of modules.
pub enum Loaders {}

/// The names of the loaders of binary forms begin with this.
const LOAD_BINARY: &str = "runtime.module.loadbinary_";

impl Loaders {
    /// Makes a kind of module one that can be loaded from its binary form. `load` reads what
    /// [`ModuleKind::save_to_bytes`](crate::ModuleKind::save_to_bytes) wrote, and no more: other modules follow.
    ///
    /// # Errors
    /// If the kind has a loader.
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

    /// The kinds of modules that can be loaded from their binary forms, in alphabetic order.
    pub fn binary_kinds() -> Vec<&'static str> {
        Registry::names(LOAD_BINARY).into_iter().filter_map(|name| name.strip_prefix(LOAD_BINARY)).collect()
    }
}

/// Reads the module that is being loaded from the stream that the handle stands for.
///
/// # Errors
/// Those of `load`, and if the handle is not that of the stream.
pub(crate) fn read_lent(
    stream: OpaqueHandle,
    load: impl FnOnce(&mut BinaryReader<'_>) -> Result<Module>,
) -> Result<Module> {
    borrow_reader(stream, load).unwrap_or_else(|| {
        Err("expected the stream of a module that is being loaded, found another handle".into())
    })
}

/// Calls the loader of a kind of module; `None` if there is none.
pub(crate) fn load_binary(type_key: &str, reader: &mut BinaryReader<'_>) -> Option<Result<Module>> {
    let loader = Registry::find(&format!("{LOAD_BINARY}{type_key}"))?;
    Some(lend_reader(reader, |handle| loader.call_as((handle,))))
}
