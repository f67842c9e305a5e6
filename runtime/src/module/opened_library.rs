//! The table of open libraries. Each library has one module.
//!
//! The code of a library has one variable for its context, and variables for the functions that it
//! has looked up. These variables live as long as the library is part of the process. This may be
//! longer than the life of its module: other code may have the library open too, and some libraries
//! are never unloaded.
//!
//! Invariant: if a module looked up functions for a library, they stay alive while the library is
//! part of the process. Therefore:
//! - The functions are kept in the library's entry of the table.
//! - A library is closed before `opened` of its entry is decremented.
//! - No entry is removed while any thread opens a library, because it may be the same one.
//! - The functions of a removed entry are dropped only if the library has left the process.

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet_object::{IsObjectRef, WeakRef};

use crate::backend::Symbol;
use crate::module::environment::Imported;
use crate::module::library::Symbols;
use crate::module::{LoadError, Module};
use crate::shared::Shared;
use crate::system::{Library, OpenError, is_part_of_process, path_at};
use crate::trusted::TrustedFile;

/// The state of an open library.
#[derive(Default)]
struct Entry {
    path: PathBuf,
    /// Number of times that the library is open.
    opened: usize,
    /// The library's module, and the root of its module tree.
    loaded: Option<(WeakRef<Module>, WeakRef<Module>)>,
    /// The functions that the library's modules have found, for each module that it has had.
    kept: Vec<Arc<Imported>>,
}

/// The open libraries.
#[derive(Default)]
struct Entries {
    by_handle: HashMap<usize, Entry>,
    /// Number of threads that are opening a library.
    opening: usize,
    /// Functions found for libraries that are no longer open here but are still part of the
    /// process.
    leaked: Vec<Arc<Imported>>,
}

impl Entries {
    /// Returns whether no library is open or being opened.
    fn is_empty(&self) -> bool {
        self.by_handle.is_empty() && self.opening == 0
    }

    /// Removes the entries of closed libraries. The caller passes them to [`settle`] after
    /// unlocking the table.
    fn take_closed(&mut self) -> Vec<(usize, Entry)> {
        match self.opening {
            0 => self.by_handle.extract_if(|_, entry| entry.opened == 0).collect(),
            _ => Vec::new(),
        }
    }
}

/// Drops the functions of libraries that have left the process. For other libraries the functions
/// are kept, because the code may still use them.
fn settle(closed: Vec<(usize, Entry)>) {
    for (handle, Entry { path, kept, .. }) in closed {
        if !kept.is_empty() && is_part_of_process(&path) {
            let Entries { by_handle, leaked, .. } = &mut *entries();
            by_handle.get_mut(&handle).map_or(leaked, |entry| &mut entry.kept).extend(kept);
        }
    }
}

fn entries() -> MutexGuard<'static, Entries> {
    static ENTRIES: Shared<Mutex<Entries>> = Shared::new(Mutex::default);
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The module of a library, and the root of its module tree if that is still alive.
pub(super) struct Loaded {
    pub(super) library: Module,
    pub(super) root: Option<Module>,
}

impl Entry {
    fn loaded(&self) -> Option<Loaded> {
        let (library, root) = self.loaded.as_ref()?;
        Some(Loaded { library: library.upgrade()?, root: root.upgrade() })
    }
}

/// An open library, closed on drop.
pub(crate) struct Opened {
    /// `None` only during the drop.
    library: Option<Library>,
    handle: usize,
}

impl Opened {
    pub(super) fn new(file: TrustedFile<'_>) -> Result<Self, LoadError> {
        let opened = Self::by(file.path(), || Library::open(file));
        opened.map_err(|source| LoadError::Open { path: file.path().into(), source })
    }

    /// Opens a library with `open` and records it under the path.
    fn by(path: &Path, open: impl FnOnce() -> Result<Library, OpenError>) -> Result<Self, OpenError> {
        entries().opening += 1;
        // The table is not locked here, because opening runs code of the library.
        let opened = open().map(|library| Self { handle: library.id(), library: Some(library) });
        let mut entries = entries();
        entries.opening -= 1;
        if let Ok(Self { handle, .. }) = &opened {
            let entry = entries.by_handle.entry(*handle).or_default();
            entry.opened += 1;
            entry.path = path.into();
        }
        let closed = entries.take_closed();
        drop(entries);
        settle(closed);
        opened
    }

    /// Returns the module of the library, if it has one.
    pub(super) fn loaded(&self) -> Option<Loaded> {
        entries().by_handle.get(&self.handle)?.loaded()
    }

    /// Records the module of the library and the root of its module tree. If the library already
    /// has another module, returns that one and changes nothing. `then` runs before other threads
    /// can find the module.
    pub(super) fn publish(&self, library: &Module, root: &Module, then: impl FnOnce()) -> Option<Loaded> {
        let mut entries = entries();
        let entry = entries.by_handle.entry(self.handle).or_default();
        let before = entry.loaded();
        let has_another = before.as_ref().is_some_and(|before| !before.library.same_as(library));
        if !has_another {
            if before.is_none() {
                entry.kept.push(Arc::clone(&library.imported));
            }
            entry.loaded = Some((library.downgrade(), root.downgrade()));
            then();
        }
        // Dropping `before` may close a library, which locks the table.
        drop(entries);
        before.filter(|_| has_another)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        drop(self.library.take());
        let mut entries = entries();
        if let Some(entry) = entries.by_handle.get_mut(&self.handle) {
            entry.opened -= 1;
        }
        let closed = entries.take_closed();
        drop(entries);
        settle(closed);
    }
}

impl Symbols for Opened {
    fn symbol(&self, name: &str) -> Option<Symbol<'_>> {
        self.library.as_ref()?.symbol(name)
    }
}

/// A value that keeps a library open.
pub(crate) enum Keeper {
    /// The module of the library.
    Module(#[expect(dead_code, reason = "held to be dropped")] Module),
    /// A library without a module.
    Opened(#[expect(dead_code, reason = "held to be dropped")] Opened),
}

/// Keeps the library open that contains the code at an address. Returns `None` if no library
/// contains it, or if the system cannot tell.
pub(crate) fn keep(address: *const c_void) -> Option<Keeper> {
    // Fast path: most C functions belong to a front end, whose process often has not loaded any
    // library here.
    if entries().is_empty() {
        return None;
    }
    let path = path_at(address)?;
    let opened = Opened::by(&path, || Library::open_again(&path)).ok()?;
    Some(match opened.loaded() {
        Some(Loaded { library, .. }) => Keeper::Module(library),
        None => Keeper::Opened(opened),
    })
}
