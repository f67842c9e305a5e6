//! References to global functions by name.

use std::str::Utf8Error;

use objet::function::{Args, ErrorKind, RegistryError, RetValue, RuntimeError};
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet::{Registry, String};

/// A reference to a global function by its name. Files contain only the name, so a graph also loads
/// where the function is not registered.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "EnvFunc", is_final, new)]
#[reflect(bytes(name_of, of_name), repr = show_env_func)]
pub struct EnvFuncNode {
    base: Object,
    /// The name of the function in the global function registry.
    pub name: String,
}

impl EnvFuncNode {
    /// Looks up the function that is currently registered under the name.
    ///
    /// # Errors
    /// Fails if no function has the name. The error suggests the most similar registered name.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_ir::env_func::EnvFunc;
    ///
    /// #[register_global("doc.env_func.twice")]
    /// fn twice(number: i64) -> i64 {
    ///     2 * number
    /// }
    ///
    /// let env_func = EnvFunc::new("doc.env_func.twice");
    /// assert_eq!(env_func.func()?.call((21,))?.get::<i64>()?, 42);
    /// # Ok::<(), objet::Error>(())
    /// ```
    pub fn func(&self) -> Result<PackedFunc, RegistryError> {
        Registry::expect(&self.name)
    }
}

fn name_of(func: &EnvFuncNode) -> &str {
    &func.name
}

fn of_name(name: &[u8]) -> Result<EnvFunc, Utf8Error> {
    String::from_utf8(name).map(EnvFunc::new)
}

fn show_env_func<'a>(func: &'a EnvFuncNode, printer: &mut ReprPrinter<'a>) {
    printer.text("EnvFunc(").text(func.name.as_str()).text(")");
}

/// Creates a reference to the global function `name`, which must be registered.
#[register_global("ir.EnvFuncGet")]
fn env_func_get(name: &str) -> Result<EnvFunc, RuntimeError> {
    // Front ends expect an error of TVM rather than a `KeyError`.
    Registry::expect(name).map_err(|error| RuntimeError::with_source(ErrorKind::INTERNAL_ERROR, error))?;
    Ok(EnvFunc::new(name))
}

/// Calls the function that the reference names.
#[register_global("ir.EnvFuncCall")]
fn env_func_call(func: EnvFunc, args: Args<'_>) -> Result<RetValue, RuntimeError> {
    func.func()?.call(args)
}

/// Returns the function that the reference names.
#[register_global("ir.EnvFuncGetPackedFunc")]
fn env_func_get_packed_func(func: EnvFunc) -> Result<PackedFunc, RegistryError> {
    func.func()
}
