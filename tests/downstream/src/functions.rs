//! Functions with global names.

use renamed_objet::function::{Args, RuntimeError};
use renamed_objet::register_global;

use crate::expr::Expr;

/// Returns the number of expressions plus `extra`.
///
/// # Errors
/// If one of the arguments is not an expression.
#[register_global("down.count", crate = renamed_objet)]
pub fn count(#[default(0)] extra: usize, exprs: Args<'_>) -> Result<usize, RuntimeError> {
    for position in 0..exprs.len() {
        drop(exprs.get::<Expr>(position)?);
    }
    Ok(exprs.len() + extra)
}

mod private {
    use renamed_objet::register_global;

    /// A function that other crates can only call by its global name.
    #[register_global("down.hidden", crate = renamed_objet)]
    pub(super) fn hidden(text: &str) -> usize {
        text.len()
    }
}

/// Registers the functions of this module, for builds without the feature `inventory`.
///
/// # Errors
/// If a name is in use.
pub fn register() -> Result<(), renamed_objet::function::RegistryError> {
    renamed_objet::register_globals!(count, private::hidden)
}
