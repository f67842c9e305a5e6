//! Operating system services that need unsafe code: dynamic libraries and fork handlers.
//!
//! Invariant: symbols are looked up only in libraries that [`Library::open`] has opened. The code
//! of these libraries is trusted to follow the conventions for the names that it defines.

#![expect(unsafe_code, reason = "opens libraries, which runs their code, and registers a fork handler")]

use std::ffi::c_void;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use libloading::os::unix::Library as Handle;
#[cfg(windows)]
use libloading::os::windows::Library as Handle;

use crate::backend::Symbol;
use crate::trusted::TrustedFile;

/// The error of opening a library.
pub(crate) type OpenError = libloading::Error;

/// An open library, closed on drop.
pub(crate) struct Library {
    handle: Handle,
    id: usize,
}

impl Library {
    fn new(handle: Handle) -> Self {
        let raw = handle.into_raw();
        // SAFETY: the raw handle was taken from a library handle.
        Self { handle: unsafe { Handle::from_raw(raw) }, id: raw as usize }
    }

    /// Opens a library. All its symbols are bound at once: a symbol that is bound at the first call
    /// and that nothing defines would end the process.
    #[cfg(unix)]
    pub(crate) fn open(file: TrustedFile<'_>) -> Result<Self, OpenError> {
        // SAFETY: the file is trusted, so its code may run.
        unsafe { Handle::open(Some(file.path()), libc::RTLD_NOW | libc::RTLD_LOCAL) }.map(Self::new)
    }

    /// Opens a library.
    #[cfg(windows)]
    pub(crate) fn open(file: TrustedFile<'_>) -> Result<Self, OpenError> {
        // SAFETY: the file is trusted, so its code may run.
        unsafe { Handle::new(file.path()) }.map(Self::new)
    }

    /// Opens the library at a path if it is part of the process.
    #[cfg(unix)]
    pub(crate) fn open_again(path: &Path) -> Result<Self, OpenError> {
        // SAFETY: no code runs, because the flag only allows libraries that are already open.
        unsafe { Handle::open(Some(path), libc::RTLD_LAZY | libc::RTLD_NOLOAD) }.map(Self::new)
    }

    #[cfg(windows)]
    pub(crate) fn open_again(path: &Path) -> Result<Self, OpenError> {
        Handle::open_already_loaded(path).map(Self::new)
    }

    /// Returns the handle as a number, which identifies the library while it is part of the
    /// process.
    pub(crate) fn id(&self) -> usize {
        self.id
    }

    /// Returns the symbol of a name. Symbols of the library's dependencies are not found.
    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol<'_>> {
        // SAFETY: the address is only used as a symbol.
        let address = *unsafe { self.handle.get::<*mut c_void>(name) }.ok()?;
        // SAFETY: the file's invariant. Code and variables stay in place while the library is open.
        unsafe { Symbol::new(address) }.filter(|_| self.has(address))
    }

    /// Returns whether an address is in the library.
    #[cfg(unix)]
    fn has(&self, address: *const c_void) -> bool {
        path_at(address)
            .and_then(|path| Self::open_again(&path).ok())
            .is_some_and(|library| library.id == self.id)
    }

    /// Returns true: on Windows, a lookup only finds the library's own symbols.
    #[cfg(windows)]
    fn has(&self, _address: *const c_void) -> bool {
        true
    }
}

/// Returns the path of the library that contains an address.
#[cfg(unix)]
pub(crate) fn path_at(address: *const c_void) -> Option<PathBuf> {
    use std::ffi::{CStr, OsStr};
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt;

    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `dladdr` accepts any address, and `info` has the right type. On success, the name is
    // the path of a library that the caller has open.
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

/// Returns true, because the system cannot tell.
#[cfg(windows)]
pub(crate) fn is_part_of_process(_path: &Path) -> bool {
    true
}

/// Registers a function to call in each forked child process. `in_child` only increments a counter,
/// which is allowed there.
#[cfg(unix)]
pub(crate) fn at_fork(in_child: extern "C" fn()) {
    // SAFETY: the function may be called in a forked process, and exists as long as this code.
    unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
}

#[cfg(windows)]
pub(crate) fn at_fork(_in_child: extern "C" fn()) {}
