//! The system library: the module of code that is linked into the program and registers its symbols
//! itself.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ptr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use objet_object_derive::register_global;

use crate::backend::Symbol;
use crate::error::Result;
use crate::module::Module;
use crate::module::blob::Unpacked;
use crate::module::library::{Symbols, blob, fill_in_context, fill_in_functions, library_module};
use crate::shared::Shared;
use crate::trusted::loader_of_code;

/// The address of a symbol, or `None` for null.
type Address = Option<Symbol<'static>>;

/// The symbols of the process and their module.
#[derive(Default)]
struct SystemLibrary {
    symbols: RwLock<HashMap<String, Address>>,
    /// The module of the symbols and the root of its module tree. Never dropped, because the linked
    /// code refers to the module.
    loaded: OnceLock<(Module, Module)>,
}

impl SystemLibrary {
    fn add(&self, name: String, address: Address) {
        let mut symbols = self.symbols.write().unwrap_or_else(PoisonError::into_inner);
        let before = symbols.insert(name.clone(), address);
        drop(symbols);
        if let Some(before) = before.filter(|before| *before != address) {
            let pointer = |address: Address| address.map_or(ptr::null_mut(), Symbol::address);
            // If the warning cannot be written, there is nothing else to do.
            let _ = writeln!(
                io::stderr(),
                "{}:{}: Warning: symbol {name} of the system library is now at {:p}, previously at {:p}",
                file!(),
                line!(),
                pointer(address),
                pointer(before)
            );
        }
    }
}

/// Symbols that this copy of the crate registered before it used the process state. Static
/// initializers may run before the process state exists, or before it is known which copy owns it.
/// `None` after the symbols were added to the process state.
static EARLY: Mutex<Option<Vec<(String, Address)>>> = Mutex::new(Some(Vec::new()));

fn early() -> MutexGuard<'static, Option<Vec<(String, Address)>>> {
    EARLY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a symbol. A different address for a known name replaces the old one, with a warning.
pub(crate) fn register_symbol(name: &str, address: Address) {
    if let Some(early) = &mut *early() {
        return early.push((name.into(), address));
    }
    current().add(name.into(), address);
}

/// Adds the early symbols of this copy of the crate to the process state.
pub(crate) fn share_symbols() {
    current();
}

/// Returns the process state, after the early symbols of this copy of the crate were added.
fn current() -> &'static SystemLibrary {
    static CURRENT: Shared<SystemLibrary> = Shared::new(SystemLibrary::default);
    static EARLY_ADDED: OnceLock<()> = OnceLock::new();
    EARLY_ADDED.get_or_init(|| {
        let symbols = early().take();
        for (name, address) in symbols.into_iter().flatten() {
            CURRENT.add(name, address);
        }
    });
    &CURRENT
}

struct Registered;

impl Symbols for Registered {
    fn symbol(&self, name: &str) -> Option<Symbol<'_>> {
        let symbols = current().symbols.read().unwrap_or_else(PoisonError::into_inner);
        symbols.get(name).copied().flatten()
    }
}

/// Returns the root of the module tree of the code that is linked into the program. The module is
/// created on first use. Functions registered later are found, too; modules packed into the program
/// later are not.
///
/// # Errors
/// If a packed module cannot be loaded.
pub fn system_library() -> Result<Module> {
    let loaded = &current().loaded;
    if let Some((_, root)) = loaded.get() {
        return Ok(root.clone());
    }
    fill_in_functions(&Registered);
    let library = library_module(Registered);
    let root = match blob(&Registered) {
        Some(blob) => Unpacked::read(blob, Some(&library), loader_of_code)?.link(true)?,
        None => library.clone(),
    };
    // Only one thread initializes `loaded`. The code gets its context before other threads get the
    // module.
    let (_, root) = loaded.get_or_init(|| {
        fill_in_context(&Registered, &library);
        (library, root)
    });
    Ok(root.clone())
}

/// Returns the system library; see [`system_library`].
#[register_global("runtime.SystemLib", crate = objet_runtime)]
pub(crate) fn system_lib_global() -> Result<Module> {
    system_library()
}
