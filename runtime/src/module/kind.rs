//! The trait of module kinds.

use std::any::Any;
use std::path::Path;

use crate::error::Result;
use crate::module::{Module, ModuleError};
use crate::packed_func::PackedFunc;

/// A kind of module. [`Module::new`] creates a module from a value of this trait.
///
/// ```
/// use objet_runtime::{Module, ModuleKind, PackedFunc, Result, TypedPackedFunc};
///
/// /// Functions that add a number.
/// struct Adders;
///
/// impl ModuleKind for Adders {
///     fn type_key(&self) -> &str {
///         "adders"
///     }
///
///     fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
///         let Some(number) = name.strip_prefix("add_") else { return Ok(None) };
///         let number: i64 = number.parse().map_err(|_| format!("expected a number in {name:?}"))?;
///         Ok(Some(TypedPackedFunc::new(move |x: i64| x + number).into()))
///     }
/// }
///
/// let module = Module::new(Adders);
/// assert_eq!(module.expect_function("add_3")?.call((4,))?.get::<i64>()?, 7);
/// assert!(module.function("sub_3")?.is_none());
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub trait ModuleKind: Any + Send + Sync {
    /// Returns the type key, under which the binary form is loaded.
    fn type_key(&self) -> &str;

    /// Returns the function of that name, if the module has one. The imports of the module are not
    /// searched. A function must keep alive what it uses of `module`, if in doubt with a clone of
    /// `module`.
    ///
    /// An importing module caches this function for its code. So a function must not hold a module
    /// that imports this one: the cycle of references would keep both alive forever.
    ///
    /// # Errors
    /// If the function cannot be created.
    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>>;

    /// Writes the module to a file. The default is an error.
    ///
    /// # Errors
    /// If this kind of module cannot be saved to a file, or if the file cannot be written.
    fn save_to_file(&self, _path: &Path, _format: &str) -> Result<()> {
        Err(ModuleError::Unsupported { type_key: self.type_key().into(), what: "SaveToFile" }.into())
    }

    /// Returns the binary form, which the loader of the type key reads. The default is an error.
    ///
    /// # Errors
    /// If this kind of module has no binary form.
    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Err(ModuleError::Unsupported { type_key: self.type_key().into(), what: "SaveToBinary" }.into())
    }

    /// Returns the source text. An empty format selects the default format. The default
    /// implementation is an error.
    ///
    /// # Errors
    /// If this kind of module has no source text in that format.
    fn source(&self, _format: &str) -> Result<String> {
        Err(ModuleError::Unsupported { type_key: self.type_key().into(), what: "GetSource" }.into())
    }
}
