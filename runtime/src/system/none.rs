//! Operating system services on platforms without dynamic libraries and `fork`.

use std::convert::Infallible;
use std::ffi::c_void;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use crate::backend::Symbol;
use crate::trusted::TrustedFile;

/// The error of opening a library.
pub(crate) type OpenError = Error;

/// A library. There are no values of this type.
pub(crate) struct Library(Infallible);

impl Library {
    pub(crate) fn open(_file: TrustedFile<'_>) -> Result<Self, OpenError> {
        Err(Error::new(ErrorKind::Unsupported, "this platform cannot load libraries at run time"))
    }

    pub(crate) fn open_again(_path: &Path) -> Result<Self, OpenError> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(crate) fn id(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn symbol(&self, _name: &str) -> Option<Symbol<'_>> {
        match self.0 {}
    }
}

pub(crate) fn path_at(_address: *const c_void) -> Option<PathBuf> {
    None
}

pub(crate) fn is_part_of_process(_path: &Path) -> bool {
    false
}

pub(crate) fn at_fork(_in_child: extern "C" fn()) {}
