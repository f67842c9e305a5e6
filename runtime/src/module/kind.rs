//! What a kind of module must be able to do.

use std::any::Any;
use std::path::Path;

use crate::error::Result;
use crate::module::{Module, ModuleError};
use crate::packed_func::PackedFunc;

/// A kind of module: what [`Module::new`] makes one of.
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
    /// The name of the kind, by which its binary form is loaded.
    fn type_key(&self) -> &str;

    /// The function of that name, if there is one; `module` is the module that is asked. What of the module must stay as
    /// long as the function, the function holds: a clone of `module`, if in doubt. Imports are not searched here.
    ///
    /// A module that finds the function among its imports keeps it, and gives the same one again. So a function that holds
    /// a module which imports this one would keep that module for good.
    ///
    /// # Errors
    /// If the function cannot be made.
    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>>;

    /// Writes the module to a file.
    ///
    /// # Errors
    /// If this kind has no such form, which is what it does unless told otherwise; or if the file cannot be written.
    fn save_to_file(&self, _path: &Path, _format: &str) -> Result<()> {
        Err(ModuleError::Unsupported { type_key: self.type_key().into(), what: "SaveToFile" }.into())
    }

    /// The module in its binary form, which the loader of its type key reads.
    ///
    /// # Errors
    /// If this kind has no such form, which is what it does unless told otherwise.
    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Err(ModuleError::Unsupported { type_key: self.type_key().into(), what: "SaveToBinary" }.into())
    }

    /// The source text; an empty format is the usual one.
    ///
    /// # Errors
    /// If there is none, which is so unless told otherwise.
    fn source(&self, _format: &str) -> Result<String> {
        Err(ModuleError::Unsupported { type_key: self.type_key().into(), what: "GetSource" }.into())
    }
}
