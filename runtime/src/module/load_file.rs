//! Loading modules from files.

use std::error::Error;
use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::module::{Loaders, Module};
use crate::registry::{Registry, RegistryError};
use crate::signature::Param;
use crate::system::OpenError;
use crate::trusted::TrustedFile;
use crate::typed::FunctionBuilder;

/// The names of the loaders of files begin with this.
const LOAD_FILE: &str = "runtime.module.loadfile_";

/// A file that no module can be loaded from.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// Neither the caller nor the name of the file says what it is.
    #[error("Cannot deduce format of file {}", path.display())]
    NoFormat {
        /// The file.
        path: PathBuf,
    },
    /// Nothing that is linked in loads such files.
    #[error(
        "Loader for `.{format}` files is not registered, resolved to ({loader}) in the global registry.Ensure that you have loaded the correct runtime code, andthat you are on the correct hardware architecture."
    )]
    NoLoader {
        /// The format as it was asked for.
        format: String,
        /// The name of the loader that there should be.
        loader: String,
    },
    /// Loaders are given the name of the file as text.
    #[error("expected the name of a file in UTF-8, found {path:?}")]
    NotUtf8 {
        /// The file.
        path: PathBuf,
    },
    /// The system cannot open the library.
    #[error("Failed to load dynamic shared library {} {}", path.display(), reason(source))]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: OpenError,
    },
    /// The library has no entry function.
    #[error("Symbol __tvm_main__ is not presented")]
    NoMain,
    /// The name of the entry function is not that of a function.
    #[error("expected the name of the entry function in UTF-8 at symbol __tvm_main__, found {found:?}")]
    MainNotUtf8 {
        /// What stands there.
        found: String,
    },
}

/// What the system says, which stands behind what was asked of it.
fn reason(error: &OpenError) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

/// Loads a module from a file; see [`Module::load_from_file`].
pub(crate) fn load(file: TrustedFile<'_>, format: &str) -> Result<Module> {
    let path = file.path();
    let text = path.to_str().ok_or_else(|| LoadError::NotUtf8 { path: path.into() })?;
    let known = match format {
        "" => {
            let name = path.file_name().and_then(|name| name.to_str());
            let found = name.and_then(|name| Some(name.rsplit_once('.')?.1));
            found.ok_or_else(|| LoadError::NoFormat { path: path.into() })?
        }
        _ => format,
    };
    let known = if matches!(known, "dll" | "dylib" | "dso") { "so" } else { known };
    let loader = format!("{LOAD_FILE}{known}");
    let Some(function) = file.loader(&loader) else {
        return Err(LoadError::NoLoader { format: format.into(), loader }.into());
    };
    function.call_as((text, format))
}

impl Loaders {
    /// Has files of a format loaded by `load`, which is given the name of the file and the format as the caller said it, maybe
    /// empty.
    ///
    /// # Errors
    /// If the format has a loader.
    #[track_caller]
    pub fn register_file<F>(format: &str, load: F) -> Result<(), RegistryError>
    where
        F: Fn(&Path, &str) -> Result<Module> + Send + Sync + 'static,
    {
        let name = format!("{LOAD_FILE}{format}");
        let function = FunctionBuilder::new(&name).param(Param::new("file_name")).param(Param::new("format"));
        let function = function.build(move |path: &str, format: &str| load(Path::new(path), format))?;
        Registry::register(&name, function)
    }
}
