//! Loading modules from files.
//!
//! Invariant: whoever has a file loaded answers for the code in it, as [`Module::load_from_file`] asks for it.

#![expect(unsafe_code, reason = "to load a module runs code that nobody has checked")]

use std::error::Error;
use std::path::{Path, PathBuf};

use objet_object_derive::register_global;

use crate::error::Result;
use crate::module::{Loaders, Module, dynamic_library};
use crate::registry::{Registry, RegistryError};
use crate::signature::Param;
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
        source: libloading::Error,
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
fn reason(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl Module {
    /// Loads a module from a file, with the modules that come with it. What kind of file it is says `format` or, if that is
    /// empty, what stands behind the last `.` of its name. `so`, and likewise `dll`, `dylib` and `dso`, are libraries that
    /// TVM 0.8 compiled, or that follow its conventions; see [`Loaders::register_file`] for others.
    ///
    /// A library stays where it is for as long as its module or a function of it. Loaded twice, it is the same module.
    ///
    /// # Errors
    /// If nothing loads files of this format, if the file is not of this format, or if it has modules packed into it that
    /// cannot be loaded.
    ///
    /// # Safety
    /// Code in the file may run, now and later, and is trusted:
    /// - It follows the conventions for the names that it defines, and nobody asks for a function by a name that is none.
    /// - A function does with its arguments what they allow, whatever they are, or is called with no others. What it returns
    ///   is what its type code says.
    /// - While a function writes to a tensor, nobody holds a slice of its elements.
    /// - What refers to code of the file in other ways than by its module, the functions of that, and those that its code
    ///   makes of its own (on Unix), such as a tensor whose deleter is in the file, ends before these do.
    pub unsafe fn load_from_file(path: impl AsRef<Path>, format: &str) -> Result<Self> {
        // SAFETY: as the caller promised.
        unsafe { load(path.as_ref(), format) }
    }
}

/// # Safety
/// That of [`Module::load_from_file`].
unsafe fn load(path: &Path, format: &str) -> Result<Module> {
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
    // SAFETY: as the caller promised: the loader trusts no more than the file.
    let Some(function) = (unsafe { Registry::find_any(&loader) }) else {
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

/// Loads a library.
///
/// # Safety
/// That of [`Module::load_from_file`].
#[register_global("runtime.module.loadfile_so", crate = objet_runtime)]
pub(crate) unsafe fn load_so(file_name: &str, _format: &str) -> Result<Module> {
    // SAFETY: as the caller promised.
    unsafe { dynamic_library::load(Path::new(file_name)) }
}

/// Loads a module from a file.
///
/// # Safety
/// That of [`Module::load_from_file`].
#[register_global("runtime.ModuleLoadFromFile", crate = objet_runtime)]
pub(crate) unsafe fn load_from_file(file_name: &str, #[default("")] format: &str) -> Result<Module> {
    // SAFETY: as the caller promised.
    unsafe { load(Path::new(file_name), format) }
}
