//! The module of the code that is linked into the program, whose symbols register themselves.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ptr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use objet_object_derive::register_global;

use crate::backend::Symbol;
use crate::error::Result;
use crate::module::Module;
use crate::module::library::{Symbols, blob, fill_in_context, fill_in_functions, library_module};
use crate::shared::Shared;

/// Where a symbol is; `None` for null.
type Address = Option<Symbol<'static>>;

/// The symbols of the process, and its module of them.
#[derive(Default)]
struct SystemLibrary {
    symbols: RwLock<HashMap<String, Address>>,
    /// The module of the symbols, which is never dropped since their code refers to it, and the root of its tree.
    loaded: OnceLock<(Module, Module)>,
}

impl SystemLibrary {
    fn add(&self, name: String, address: Address) {
        let mut symbols = self.symbols.write().unwrap_or_else(PoisonError::into_inner);
        let before = symbols.insert(name.clone(), address);
        drop(symbols);
        if let Some(before) = before.filter(|before| *before != address) {
            let pointer = |address: Address| address.map_or(ptr::null_mut(), Symbol::address);
            // Where there is nowhere to warn, there is nobody to warn.
            let _ = writeln!(
                io::stderr(),
                "{}:{}: Warning: the symbol {name} of the system library is at {:p} now, no longer at {:p}",
                file!(),
                line!(),
                pointer(address),
                pointer(before)
            );
        }
    }
}

/// Symbols that this copy of the crate was told of before it had the state of the process: static initialisers may run before
/// there is one, or before it is known whose. `None` from then on.
static EARLY: Mutex<Option<Vec<(String, Address)>>> = Mutex::new(Some(Vec::new()));

fn early() -> MutexGuard<'static, Option<Vec<(String, Address)>>> {
    EARLY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a symbol, or gives it another address, with a warning.
pub(crate) fn register_symbol(name: &str, address: Address) {
    if let Some(early) = &mut *early() {
        return early.push((name.into(), address));
    }
    current().add(name.into(), address);
}

/// Makes the symbols that this copy of the crate was told of those of the process.
pub(crate) fn share_symbols() {
    current();
}

/// The state, with the early symbols of this copy of the crate.
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
    // Of several threads, one gets here first. The code has its context before others get the module.
    let (_, root) = loaded.get_or_init(|| {
        fill_in_context(&Registered, &library);
        (library, root)
    });
    Ok(root.clone())
}

/// [`system_library`] by a name.
#[register_global("runtime.SystemLib", crate = objet_runtime)]
pub(crate) fn system_lib_global() -> Result<Module> {
    system_library()
}
