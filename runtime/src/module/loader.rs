//! Loaders of modules, in the registry of functions: by the extension of a file, and by the kind of a binary form.
//!
//! Invariant: what the `CURRENT` that all copies of this crate share points to is the reader that a call of [`load_binary`] on
//! this thread has lent, and which nobody else uses as long as it stands there.

#![expect(unsafe_code, reason = "a binary stream crosses the registry as a handle")]

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

use objet_object::{OpaqueHandle, process};

use crate::binary::BinaryReader;
use crate::error::Result;
use crate::module::Module;
use crate::registry::{Registry, RegistryError};
use crate::signature::Param;
use crate::typed::FunctionBuilder;

/// The loaders of modules.
pub enum Loaders {}

/// The names of the loaders of binary forms begin with this.
const LOAD_BINARY: &str = "runtime.module.loadbinary_";

thread_local! {
    /// What the handle of the innermost call of a loader stands for; null while a loader reads it.
    static CURRENT: Cell<*mut c_void> = const { Cell::new(ptr::null_mut()) };
}

/// How to put a reader into `CURRENT`, for what was there. Each copy of this crate in a process has a `CURRENT`; all use that
/// of the copy that comes first, since a loader may be of another copy than who calls it.
struct Replace(fn(*mut c_void) -> *mut c_void);

fn replace_current(reader: *mut c_void) -> *mut c_void {
    const PART: &str = concat!("objet-runtime loading ", env!("CARGO_PKG_VERSION"));
    static THIS: OnceLock<&'static Replace> = OnceLock::new();
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type. None of them is unloaded.
    let replace = THIS.get_or_init(|| unsafe {
        process::current().part(PART, || Replace(|reader| CURRENT.replace(reader)))
    });
    (replace.0)(reader)
}

/// Puts a reader into `CURRENT`, and back what was there.
struct Lent {
    before: *mut c_void,
}

impl Lent {
    fn new(reader: *mut c_void) -> Self {
        Self { before: replace_current(reader) }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        replace_current(self.before);
    }
}

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
    let taken = Lent::new(ptr::null_mut());
    if stream == OpaqueHandle::NULL || stream.0 != taken.before {
        return Err("expected the stream of a module that is being loaded, found another handle".into());
    }
    // SAFETY: the handle is what `CURRENT` had, which is a reader that is lent to us; and it is not there now.
    load(unsafe { &mut *stream.0.cast::<BinaryReader<'_>>() })
}

/// Calls the loader of a kind of module; `None` if there is none.
pub(crate) fn load_binary(type_key: &str, reader: &mut BinaryReader<'_>) -> Option<Result<Module>> {
    let loader = Registry::find(&format!("{LOAD_BINARY}{type_key}"))?;
    let handle = ptr::from_mut(reader).cast::<c_void>();
    let _lent = Lent::new(handle);
    Some(loader.call_as((OpaqueHandle(handle),)))
}
