//! Loading of libraries from files.
//!
//! A library has one module, however often it is loaded. If that module was dropped while the
//! library stays in the process, the next load creates another module. Functions that the library's
//! code has looked up by then are not looked up again.

use std::path::Path;
use std::sync::Arc;

use crate::error::Result;
use crate::module::Module;
use crate::module::blob::Unpacked;
use crate::module::library::{blob, fill_in_context, fill_in_functions, library_module};
use crate::module::opened_library::{Loaded, Opened};
use crate::trusted::{TrustedFile, loader_of_code};

/// Loads a library and returns the root of its module tree. The root is the library's own module
/// unless other modules are packed into the library.
pub(crate) fn load(file: TrustedFile<'_>) -> Result<Module> {
    // A bare file name means a file in the current directory if there is one, or else a library
    // that the system searches for.
    let is_here = file.path().components().count() == 1 && Path::new(".").join(file.path()).exists();
    let opened = Arc::new(if is_here { file.here(Opened::new) } else { Opened::new(file) }?);
    fill_in_functions(&opened);
    let mut loaded = opened.loaded();
    loop {
        let (library, is_new) = match loaded {
            Some(Loaded { root: Some(root), .. }) => return Ok(root),
            // The library's module is only kept alive by its functions. The modules packed into the
            // library are created again.
            Some(Loaded { library, root: None }) => (library, false),
            None => (library_module(opened.clone()), true),
        };
        let root = match blob(&opened) {
            Some(blob) => Unpacked::read(blob, Some(&library), loader_of_code)?.link(is_new)?,
            None => library.clone(),
        };
        // Another thread may have published a module in the meantime.
        loaded = opened.publish(&library, &root, || fill_in_context(&opened, &library));
        if loaded.is_none() {
            return Ok(root);
        }
    }
}
