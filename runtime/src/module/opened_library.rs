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

#![expect(unsafe_code, reason = "to open a library runs its code")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

#[cfg(unix)]
use libloading::os::unix::Library as Handle;
#[cfg(windows)]
use libloading::os::windows::Library as Handle;
use objet_object::{IsObjectRef, WeakRef, process};

use crate::module::environment::Imported;
use crate::module::library::Symbols;
use crate::module::{LoadError, Module};

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
    const PART: &str = concat!("objet-runtime libraries ", env!("CARGO_PKG_VERSION"));
    static ENTRIES: OnceLock<&'static Mutex<Entries>> = OnceLock::new();
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    let entries = ENTRIES.get_or_init(|| unsafe { process::current().part(PART, Mutex::default) });
    entries.lock().unwrap_or_else(PoisonError::into_inner)
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
    library: Option<Handle>,
    handle: usize,
}

impl Opened {
    /// # Safety
    /// The library's code may run.
    pub(super) unsafe fn new(path: &Path) -> Result<Self, LoadError> {
        // SAFETY: as the caller promised.
        let opened = Self::by(path, || unsafe { Handle::new(path) });
        opened.map_err(|source| LoadError::Open { path: path.into(), source })
    }

    /// What `open` opens, at that path.
    fn by(
        path: &Path,
        open: impl FnOnce() -> Result<Handle, libloading::Error>,
    ) -> Result<Self, libloading::Error> {
        entries().opening += 1;
        // Not under the lock, since the library's code runs.
        let opened = open().map(|library| {
            let (library, handle) = with_handle(library);
            Self { library: Some(library), handle }
        });
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

/// A library, and the number that stands for it as long as it is part of the process.
fn with_handle(library: Handle) -> (Handle, usize) {
    let raw = library.into_raw();
    // SAFETY: it was taken out of one just now.
    (unsafe { Handle::from_raw(raw) }, raw as usize)
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
    fn address(&self, name: &str) -> Option<NonNull<c_void>> {
        // SAFETY: addresses are not followed here.
        let symbol = unsafe { self.library.as_ref()?.get::<*mut c_void>(name) }.ok()?;
        // A name is also looked for in the libraries that this one needs.
        NonNull::new(*symbol).filter(|symbol| is_in(symbol.as_ptr(), self.handle))
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
    let opened = Opened::by(&path, || open_again(&path)).ok()?;
    Some(match opened.loaded() {
        Some(Loaded { library, .. }) => Keeper::Module(library),
        None => Keeper::Opened(opened),
    })
}

/// Whether what is at an address belongs to the library of that handle, as far as can be told.
#[cfg(unix)]
fn is_in(address: *const c_void, handle: usize) -> bool {
    path_at(address)
        .and_then(|path| open_again(&path).ok())
        .is_some_and(|library| with_handle(library).1 == handle)
}

/// A library has no names but its own here.
#[cfg(windows)]
fn is_in(_address: *const c_void, _handle: usize) -> bool {
    true
}

#[cfg(unix)]
fn is_part_of_process(path: &Path) -> bool {
    open_again(path).is_ok()
}

/// There is no telling.
#[cfg(windows)]
fn is_part_of_process(_path: &Path) -> bool {
    true
}

/// The library at a path, if it is part of the process.
#[cfg(unix)]
fn open_again(path: &Path) -> Result<Handle, libloading::Error> {
    // SAFETY: no code runs, since the library is open already, or is not opened.
    unsafe { Handle::open(Some(path), libc::RTLD_LAZY | libc::RTLD_NOLOAD) }
}

#[cfg(windows)]
fn open_again(path: &Path) -> Result<Handle, libloading::Error> {
    Handle::open_already_loaded(path)
}

/// The path of the library in which an address lies.
#[cfg(unix)]
fn path_at(address: *const c_void) -> Option<PathBuf> {
    use std::ffi::{CStr, OsStr};
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt;

    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for, and what is written to has the right type. If the answer is yes, the name is that of a
    // library which the caller has open.
    let name = unsafe {
        if libc::dladdr(address, info.as_mut_ptr()) == 0 || info.assume_init_ref().dli_fname.is_null() {
            return None;
        }
        CStr::from_ptr(info.assume_init_ref().dli_fname)
    };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())).into())
}

#[cfg(windows)]
fn path_at(_address: *const c_void) -> Option<PathBuf> {
    None
}
