//! Services of the operating system that are unsafe to call: libraries, and notice of forks.
//!
//! Invariant: symbols are looked up only in a library that [`Library::open`] has opened, whose code
//! is trusted to follow the conventions for the names that it defines.

#![expect(unsafe_code, reason = "to open a library runs its code, and forks are reported by C")]

use std::ffi::c_void;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use libloading::os::unix::Library as Handle;
#[cfg(windows)]
use libloading::os::windows::Library as Handle;

use crate::backend::Symbol;
use crate::trusted::TrustedFile;

/// The error of a library that cannot be opened.
pub(crate) type OpenError = libloading::Error;

/// A library, open for as long as this lasts.
pub(crate) struct Library {
    handle: Handle,
    id: usize,
}

impl Library {
    fn new(handle: Handle) -> Self {
        let raw = handle.into_raw();
        // SAFETY: it was taken out of one just now.
        Self { handle: unsafe { Handle::from_raw(raw) }, id: raw as usize }
    }

    /// Opens a library.
    pub(crate) fn open(file: TrustedFile<'_>) -> Result<Self, OpenError> {
        // SAFETY: the file is trusted, so its code may run.
        unsafe { Handle::new(file.path()) }.map(Self::new)
    }

    /// Opens the library at a path if it is part of the process.
    #[cfg(unix)]
    pub(crate) fn open_again(path: &Path) -> Result<Self, OpenError> {
        // SAFETY: no code runs, since the library is open already, or is not opened.
        unsafe { Handle::open(Some(path), libc::RTLD_LAZY | libc::RTLD_NOLOAD) }.map(Self::new)
    }

    #[cfg(windows)]
    pub(crate) fn open_again(path: &Path) -> Result<Self, OpenError> {
        Handle::open_already_loaded(path).map(Self::new)
    }

    /// The number that stands for the library as long as it is part of the process.
    pub(crate) fn id(&self) -> usize {
        self.id
    }

    /// The symbol of a name. The names of the libraries that this one needs are none of its own.
    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol<'_>> {
        // SAFETY: the address is followed as a symbol alone.
        let address = *unsafe { self.handle.get::<*mut c_void>(name) }.ok()?;
        // SAFETY: the file's invariant; code and variables stay where they are while the library is
        // open.
        unsafe { Symbol::new(address) }.filter(|_| self.has(address))
    }

    /// Whether an address is in the library.
    #[cfg(unix)]
    fn has(&self, address: *const c_void) -> bool {
        path_at(address)
            .and_then(|path| Self::open_again(&path).ok())
            .is_some_and(|library| library.id == self.id)
    }

    /// A library has no names but its own here.
    #[cfg(windows)]
    fn has(&self, _address: *const c_void) -> bool {
        true
    }
}

/// The path of the library in which an address lies.
#[cfg(unix)]
pub(crate) fn path_at(address: *const c_void) -> Option<PathBuf> {
    use std::ffi::{CStr, OsStr};
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt;

    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for, and what is written to has the right type. If the
    // answer is yes, the name is that of a library which the caller has open.
    let name = unsafe {
        if libc::dladdr(address, info.as_mut_ptr()) == 0 || info.assume_init_ref().dli_fname.is_null() {
            return None;
        }
        CStr::from_ptr(info.assume_init_ref().dli_fname)
    };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())).into())
}

#[cfg(windows)]
pub(crate) fn path_at(_address: *const c_void) -> Option<PathBuf> {
    None
}

/// Returns whether the library at a path is open in this process.
#[cfg(unix)]
pub(crate) fn is_part_of_process(path: &Path) -> bool {
    Library::open_again(path).is_ok()
}

/// Returns true, since there is no telling.
#[cfg(windows)]
pub(crate) fn is_part_of_process(_path: &Path) -> bool {
    true
}

/// Has a function called in each process that is forked of this one. It does only what may be done
/// there: it adds to a number.
#[cfg(unix)]
pub(crate) fn at_fork(in_child: extern "C" fn()) {
    // SAFETY: the function may be called in a forked process, and lasts as long as this code.
    unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
}

#[cfg(windows)]
pub(crate) fn at_fork(_in_child: extern "C" fn()) {}
