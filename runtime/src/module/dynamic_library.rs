//! Loading libraries from files.
//!
//! There is one module for a library, however often it is loaded. When it has ended, and the library is still part of the
//! process, the next load makes another module. What the library's code has found by then it does not look up again.

#![expect(unsafe_code, reason = "to open a library runs its code")]

use std::path::Path;
use std::sync::Arc;

use crate::error::Result;
use crate::module::Module;
use crate::module::blob::Unpacked;
use crate::module::library::{blob, fill_in_context, fill_in_functions, library_module};
use crate::module::opened_library::{Loaded, Opened};

/// The root of the tree of modules that a library has: the module of the library, unless others came with it.
///
/// # Safety
/// That of [`Module::load_from_file`].
pub(super) unsafe fn load(path: &Path) -> Result<Module> {
    // A name alone is a file here, if there is one, and else one that the system knows where to find.
    let here = Path::new(".").join(path);
    let path = if path.components().count() == 1 && here.exists() { &here } else { path };
    // SAFETY: as the caller promised.
    let opened = Arc::new(unsafe { Opened::new(path) }?);
    fill_in_functions(&opened);
    let mut loaded = opened.loaded();
    loop {
        let (library, is_new) = match loaded {
            Some(Loaded { root: Some(root), .. }) => return Ok(root),
            // The module is there, in use by its functions alone; others that came with it are made anew.
            Some(Loaded { library, root: None }) => (library, false),
            None => (library_module(opened.clone()), true),
        };
        let root = match blob(&opened) {
            Some(blob) => Unpacked::read(blob, Some(&library))?.link(is_new)?,
            None => library.clone(),
        };
        // Another thread may have loaded it meanwhile.
        loaded = opened.publish(&library, &root, || fill_in_context(&opened, &library));
        if loaded.is_none() {
            return Ok(root);
        }
    }
}
