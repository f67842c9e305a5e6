//! Loading libraries from files.
//!
//! There is one module for a library, however often it is loaded. When it has ended, and the library is still part of the
//! process, the next load makes another module. What the library's code has found by then it does not look up again.

use std::path::Path;
use std::sync::Arc;

use crate::error::Result;
use crate::module::Module;
use crate::module::blob::Unpacked;
use crate::module::library::{blob, fill_in_context, fill_in_functions, library_module};
use crate::module::opened_library::{Loaded, Opened};
use crate::trusted::TrustedFile;

/// The root of the tree of modules that a library has: the module of the library, unless others came with it.
pub(crate) fn load(file: TrustedFile<'_>) -> Result<Module> {
    // A name alone is a file here, if there is one, and else one that the system knows where to find.
    let is_here = file.path().components().count() == 1 && Path::new(".").join(file.path()).exists();
    let opened = Arc::new(if is_here { file.here(Opened::new) } else { Opened::new(file) }?);
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
