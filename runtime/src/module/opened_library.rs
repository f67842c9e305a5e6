//! Libraries that are open, each of which has one module.
//!
//! The code of a library has one place for its context, and keeps in variables of its own the functions that it found there.
//! These variables last as long as the library is part of the process, which may be longer than its module: others may have it
//! open too, and some libraries are never taken out.
//!
//! Invariant: as long as a library is part of the process in which a module of it had its life, what that module found for it
//! stays. For that, it stands in the library's entry; a library is closed before `opened` of its entry counts one less; while
//! somebody opens a library, which may turn out to be that one, no entry is taken out; and of an entry that is, what
//! it keeps is dropped only if the library is gone.

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

/// What is known of an open library.
#[derive(Default)]
struct Entry {
    path: PathBuf,
    /// How often it is open.
    opened: usize,
    /// Its module, and the root of the tree of modules that came with it.
    loaded: Option<(WeakRef<Module>, WeakRef<Module>)>,
    /// What its modules have found for it, one after the other.
    kept: Vec<Arc<Imported>>,
}

/// The libraries that are open.
#[derive(Default)]
struct Entries {
    by_handle: HashMap<usize, Entry>,
    /// How many threads are about to open one.
    opening: usize,
    /// What was kept for libraries that stay part of the process though nobody here has them open.
    kept_for_good: Vec<Arc<Imported>>,
}

impl Entries {
    /// Whether no library is open, or being opened.
    fn is_empty(&self) -> bool {
        self.by_handle.is_empty() && self.opening == 0
    }

    /// Takes out what nobody has open any more. To be [`settle`]d when the table is not locked.
    fn take_closed(&mut self) -> Vec<(usize, Entry)> {
        match self.opening {
            0 => self.by_handle.extract_if(|_, entry| entry.opened == 0).collect(),
            _ => Vec::new(),
        }
    }
}

/// Drops what was kept for libraries that are gone. Where one is not, its code may still have it.
fn settle(closed: Vec<(usize, Entry)>) {
    for (handle, Entry { path, kept, .. }) in closed {
        if !kept.is_empty() && is_part_of_process(&path) {
            let Entries { by_handle, kept_for_good, .. } = &mut *entries();
            by_handle.get_mut(&handle).map_or(kept_for_good, |entry| &mut entry.kept).extend(kept);
        }
    }
}

fn entries() -> MutexGuard<'static, Entries> {
    static ENTRIES: Shared<Mutex<Entries>> = Shared::new(Mutex::default);
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The module of a library, and the root of the tree of modules that came with it, if that is still there.
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

/// A library, open for as long as this lasts.
pub(crate) struct Opened {
    /// Always there, but for the end.
    library: Option<Library>,
    handle: usize,
}

impl Opened {
    pub(super) fn new(file: TrustedFile<'_>) -> Result<Self, LoadError> {
        let opened = Self::by(file.path(), || Library::open(file));
        opened.map_err(|source| LoadError::Open { path: file.path().into(), source })
    }

    /// What `open` opens, at that path.
    fn by(path: &Path, open: impl FnOnce() -> Result<Library, OpenError>) -> Result<Self, OpenError> {
        entries().opening += 1;
        // Not under the lock, since the library's code runs.
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

    /// The module of the library, if it has one.
    pub(super) fn loaded(&self) -> Option<Loaded> {
        entries().by_handle.get(&self.handle)?.loaded()
    }

    /// Says which module the library has now, and which one is the root of the tree that came with it. If it has another one,
    /// gives that, and changes nothing. `then` is done before anybody else can find the module.
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
        // What ends with this function locks the table.
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

/// What keeps a library from being closed.
pub(crate) enum Keeper {
    /// Its module.
    Module(#[expect(dead_code, reason = "held to be dropped")] Module),
    /// The library itself, which has no module.
    Opened(#[expect(dead_code, reason = "held to be dropped")] Opened),
}

/// Keeps the library open in which the code at an address lies; `None` if it lies in none, or if there is no telling.
pub(crate) fn keep(address: *const c_void) -> Option<Keeper> {
    // Most functions of C are those of a front end, in whose process no library may have been loaded at all.
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
