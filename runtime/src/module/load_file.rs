//! Loading of modules from files.

use std::error::Error;
use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::module::{Loaders, Module};
use crate::registry::{Registry, RegistryError};
use crate::signature::Param;
use crate::system::OpenError;
use crate::trusted::TrustedFile;
use crate::typed::FunctionBuilder;

/// The prefix of the global names of file loaders.
const LOAD_FILE: &str = "runtime.module.loadfile_";

/// A module cannot be loaded from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No format is given, and the file name has no extension.
    #[error("Cannot deduce format of file {}", path.display())]
    NoFormat {
        /// The path of the file.
        path: PathBuf,
    },
    /// No loader is registered for the format.
    #[error(
        "Loader for `.{format}` files is not registered, resolved to ({loader}) in the global registry: \
         cannot load the file {}; load the library that registers this loader first, or give the format of \
         the file", path.display()
    )]
    NoLoader {
        /// The path of the file.
        path: PathBuf,
        /// The requested format, or else the extension of the file.
        format: String,
        /// The global name of the missing loader.
        loader: String,
    },
    /// The path is not UTF-8, so it cannot be passed to a loader.
    #[error("the file name {path:?} is not UTF-8")]
    NotUtf8 {
        /// The path of the file.
        path: PathBuf,
    },
    /// The system cannot open the library.
    #[error("Failed to load dynamic shared library {} {}{}", path.display(), reason(source), advice(source))]
    Open {
        /// The path of the library.
        path: PathBuf,
        /// The error of the system.
        source: OpenError,
    },
    /// The library has no entry function.
    #[error("Symbol __tvm_main__ is not presented")]
    NoMain,
    /// The name of the entry function is not UTF-8.
    #[error("the name of the entry function at symbol __tvm_main__ is not UTF-8: {found:?}")]
    MainNotUtf8 {
        /// The name, with invalid bytes replaced.
        found: String,
    },
}

/// Returns the reason that the system reports. The error's own message only names the attempt.
fn reason(error: &OpenError) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

/// Returns what to do about a symbol that nothing defines, in the words of glibc, musl and macOS.
fn advice(error: &OpenError) -> &'static str {
    let reason = reason(error);
    if !["undefined symbol", "ymbol not found"].iter().any(|words| reason.contains(words)) {
        ""
    } else if reason.contains("TVM") {
        ": call the function through a variable such as `__TVMAPISetLastError`, which the loader sets; in \
         a C program, link the program to the C library or open that library with RTLD_GLOBAL"
    } else {
        ": link the library to the one that defines the symbol"
    }
}

/// Loads a module from a file; see [`Module::load_from_file`].
pub(crate) fn load(file: TrustedFile<'_>, format: &str) -> Result<Module> {
    let path = file.path();
    let text = path.to_str().ok_or_else(|| LoadError::NotUtf8 { path: path.into() })?;
    let requested = match format {
        "" => {
            let name = path.file_name().and_then(|name| name.to_str());
            let found = name.and_then(|name| Some(name.rsplit_once('.')?.1));
            found.ok_or_else(|| LoadError::NoFormat { path: path.into() })?
        }
        _ => format,
    };
    let known = if matches!(requested, "dll" | "dylib" | "dso") { "so" } else { requested };
    let loader = format!("{LOAD_FILE}{known}");
    let Some(function) = file.loader(&loader) else {
        return Err(LoadError::NoLoader { path: path.into(), format: requested.into(), loader }.into());
    };
    function.call_as((text, format))
}

impl Loaders {
    /// Registers a loader for a file format. `load` receives the file name and the format that the
    /// caller passed, which may be empty.
    ///
    /// # Errors
    /// If the format already has a loader.
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
