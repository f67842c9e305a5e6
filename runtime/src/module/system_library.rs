//! The module of the code that is linked into the program, whose symbols register themselves.

#![expect(unsafe_code, reason = "a part of the state of the process is known by its name")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use objet_object::{OpaqueHandle, process};
use objet_object_derive::register_global;

use crate::error::Result;
use crate::module::Module;
use crate::module::library::{Symbols, blob, fill_in_context, fill_in_functions, library_module};

/// The symbols of the process, and its module of them.
#[derive(Default)]
struct SystemLibrary {
    symbols: RwLock<HashMap<String, OpaqueHandle>>,
    /// The module of the symbols, which is never dropped since their code refers to it, and the root of its tree.
    loaded: OnceLock<(Module, Module)>,
}

/// Symbols that nobody has asked for yet. They come from static initialisers, before there may be a state of the process.
static ARRIVED: Mutex<Vec<(String, OpaqueHandle)>> = Mutex::new(Vec::new());

/// Adds a symbol, or gives it another address.
pub(crate) fn register_symbol(name: &str, address: *mut c_void) {
    let mut arrived = ARRIVED.lock().unwrap_or_else(PoisonError::into_inner);
    arrived.push((name.into(), OpaqueHandle(address)));
}

/// The state, with all symbols that have arrived.
fn current() -> &'static SystemLibrary {
    const PART: &str = concat!("objet-runtime system library ", env!("CARGO_PKG_VERSION"));
    static CURRENT: OnceLock<&'static SystemLibrary> = OnceLock::new();
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    let current = CURRENT.get_or_init(|| unsafe { process::current().part(PART, SystemLibrary::default) });
    let mut arrived = ARRIVED.lock().unwrap_or_else(PoisonError::into_inner);
    if !arrived.is_empty() {
        current.symbols.write().unwrap_or_else(PoisonError::into_inner).extend(arrived.drain(..));
    }
    current
}

struct Registered;

impl Symbols for Registered {
    fn address(&self, name: &str) -> Option<NonNull<c_void>> {
        let symbols = current().symbols.read().unwrap_or_else(PoisonError::into_inner);
        symbols.get(name).and_then(|address| NonNull::new(address.0))
    }
}

/// The root of the tree of modules that are linked into the program. It is made when it is first asked for: functions that
/// are registered later are found as well, modules that are packed into the program later are not.
///
/// # Errors
/// If a module that is packed into the program cannot be loaded.
pub fn system_library() -> Result<Module> {
    let loaded = &current().loaded;
    if let Some((_, root)) = loaded.get() {
        return Ok(root.clone());
    }
    fill_in_functions(&Registered);
    let library = library_module(Registered);
    let root = match blob(&Registered) {
        Some(blob) => Module::from_packed_imports(blob, Some(&library))?,
        None => library.clone(),
    };
    // Of several threads, one gets here first.
    let (library, root) = loaded.get_or_init(|| (library, root));
    fill_in_context(&Registered, library);
    Ok(root.clone())
}

/// [`system_library`] by a name.
#[register_global("runtime.SystemLib", crate = objet_runtime)]
pub(crate) fn system_lib_global() -> Result<Module> {
    system_library()
}
