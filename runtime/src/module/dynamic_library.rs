//! Libraries that are opened while the program runs.
//!
//! There is one module for a library, however often it is loaded: its code has one place for its context, and keeps in
//! variables of its own the functions that it found there. When the module ends, the library is closed; as long as it is not,
//! it cannot be loaded anew, since these variables would still refer to what ended.
//!
//! Invariant: as long as the mapping of a library lasts in which a module of it had its life, the library has an entry that
//! says so. For that, a library is closed before `opened` of its entry counts one less; and while somebody opens a library,
//! which may turn out to be that one, no entry is forgotten.

#![expect(unsafe_code, reason = "to open a library runs its code")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

#[cfg(unix)]
use libloading::os::unix::Library as Handle;
#[cfg(windows)]
use libloading::os::windows::Library as Handle;
use objet_object::{IsObjectRef, WeakRef, process};

use crate::error::Result;
use crate::module::blob::Unpacked;
use crate::module::library::{Symbols, blob, fill_in_context, fill_in_functions, library_module};
use crate::module::{LoadError, Module};

/// How long a library that is being closed is waited for, in milliseconds.
const PATIENCE: u32 = 5000;

/// What is known of an open library.
#[derive(Default)]
struct Entry {
    /// How often it is open.
    opened: usize,
    /// Its module, and the root of the tree of modules that came with it.
    loaded: Option<(WeakRef<Module>, WeakRef<Module>)>,
}

/// The libraries that are open.
#[derive(Default)]
struct Entries {
    by_handle: HashMap<usize, Entry>,
    /// How many threads are about to open one.
    opening: usize,
}

impl Entries {
    /// Whether no library is open, or being opened.
    fn is_empty(&self) -> bool {
        self.by_handle.is_empty() && self.opening == 0
    }

    /// Forgets what is closed for certain.
    fn forget_closed(&mut self) {
        if self.opening == 0 {
            self.by_handle.retain(|_, entry| entry.opened > 0);
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

/// How a library stands.
enum State {
    /// Nobody has loaded it.
    New,
    /// It has a module, and maybe still the tree of which that is a part.
    Loaded(Module, Option<Module>),
    /// Its module has ended, but it is not closed yet.
    Closing,
}

impl Entry {
    fn state(&self) -> State {
        match &self.loaded {
            None => State::New,
            Some((library, root)) => match library.upgrade() {
                Some(library) => State::Loaded(library, root.upgrade()),
                None => State::Closing,
            },
        }
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
    unsafe fn new(path: &Path) -> Result<Self, LoadError> {
        // SAFETY: as the caller promised.
        let opened = Self::by(|| unsafe { Handle::new(path) });
        opened.map_err(|source| LoadError::Open { path: path.into(), source })
    }

    /// What `open` opens.
    fn by(open: impl FnOnce() -> Result<Handle, libloading::Error>) -> Result<Self, libloading::Error> {
        entries().opening += 1;
        // Not under the lock, since the library's code runs.
        let opened = open().map(|library| {
            let raw = library.into_raw();
            // SAFETY: it was taken out of one just now.
            Self { library: Some(unsafe { Handle::from_raw(raw) }), handle: raw as usize }
        });
        let mut entries = entries();
        entries.opening -= 1;
        if let Ok(opened) = &opened {
            entries.by_handle.entry(opened.handle).or_default().opened += 1;
        }
        entries.forget_closed();
        opened
    }

    fn state(&self) -> State {
        entries().by_handle.get(&self.handle).map_or(State::New, Entry::state)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        drop(self.library.take());
        let mut entries = entries();
        if let Some(entry) = entries.by_handle.get_mut(&self.handle) {
            entry.opened -= 1;
        }
        entries.forget_closed();
    }
}

impl Symbols for Opened {
    fn address(&self, name: &str) -> Option<NonNull<c_void>> {
        // SAFETY: addresses are not followed here.
        let symbol = unsafe { self.library.as_ref()?.get::<*mut c_void>(name) }.ok()?;
        NonNull::new(*symbol)
    }
}

/// The root of the tree of modules that a library has: the module of the library, unless others came with it.
///
/// # Safety
/// That of [`Module::load_from_file`].
pub(super) unsafe fn load(path: &Path) -> Result<Module> {
    // A name alone is a file here, if there is one, and else one that the system knows where to find.
    let here = Path::new(".").join(path);
    let path = if path.components().count() == 1 && here.exists() { &here } else { path };
    for _ in 0..PATIENCE {
        // SAFETY: as the caller promised.
        if let Some(root) = unsafe { load_now(path) }? {
            return Ok(root);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Err(LoadError::Closing { path: path.into() }.into())
}

/// As [`load`]; `None` if the library is being closed.
///
/// # Safety
/// That of [`Module::load_from_file`].
unsafe fn load_now(path: &Path) -> Result<Option<Module>> {
    // SAFETY: as the caller promised.
    let opened = Arc::new(unsafe { Opened::new(path) }?);
    let handle = opened.handle;
    match opened.state() {
        State::Loaded(_, Some(root)) => return Ok(Some(root)),
        State::Closing => return Ok(None),
        // The module is there, in use by its functions alone; others that came with it are made anew.
        State::Loaded(library, None) => {
            let root = match blob(&opened) {
                Some(blob) => Unpacked::read(blob, Some(&library))?.link(false)?,
                None => library.clone(),
            };
            publish(handle, &library, &root);
            return Ok(Some(root));
        }
        State::New => {}
    }
    fill_in_functions(&opened);
    let library = library_module(opened.clone());
    let root = match blob(&opened) {
        Some(blob) => Module::from_packed_imports(blob, Some(&library))?,
        None => library.clone(),
    };
    // Another thread may have loaded it meanwhile.
    let mut entries = entries();
    let entry = entries.by_handle.entry(handle).or_default();
    let state = entry.state();
    if let State::New = state {
        entry.loaded = Some((library.downgrade(), root.downgrade()));
        fill_in_context(&opened, &library);
    }
    // What ends below locks the table.
    drop(entries);
    Ok(match state {
        State::New => Some(root),
        State::Loaded(_, Some(root)) => Some(root),
        State::Loaded(_, None) | State::Closing => None,
    })
}

fn publish(handle: usize, library: &Module, root: &Module) {
    if let Some(entry) = entries().by_handle.get_mut(&handle) {
        entry.loaded = Some((library.downgrade(), root.downgrade()));
    }
}

/// What keeps a library from being closed.
pub(crate) enum Keeper {
    /// Its module.
    Module(#[expect(dead_code, reason = "held to be dropped")] Module),
    /// The library itself, which has no module yet, or none any more.
    Opened(#[expect(dead_code, reason = "held to be dropped")] Opened),
}

/// Keeps the library open in which an address lies; `None` if it lies in none, or if there is no telling.
#[cfg(unix)]
pub(crate) fn keep(address: *const c_void) -> Option<Keeper> {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;

    // Most functions of C are those of a front end, in whose process no library may have been loaded at all.
    if entries().is_empty() {
        return None;
    }
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for, and what is written to has the right type. If the answer is yes, the name is that of a
    // library whose code the caller has at hand, so that it is open.
    let name = unsafe {
        if libc::dladdr(address, info.as_mut_ptr()) == 0 || info.assume_init_ref().dli_fname.is_null() {
            return None;
        }
        CStr::from_ptr(info.assume_init_ref().dli_fname)
    };
    let name = name.to_str().ok()?;
    // SAFETY: no code runs, since the library is open already, or is not opened.
    let open = || unsafe { Handle::open(Some(name), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
    let opened = Opened::by(open).ok()?;
    match opened.state() {
        State::Loaded(module, _) => Some(Keeper::Module(module)),
        State::New | State::Closing => Some(Keeper::Opened(opened)),
    }
}

/// Keeps the library open in which an address lies; there is no telling here.
#[cfg(not(unix))]
pub(crate) fn keep(_address: *const c_void) -> Option<Keeper> {
    None
}
