//! Functions with global names.

use renamed_objet::{Args, RuntimeError, register_global};

use crate::expr::Expr;

/// How many expressions there are, and as many as `extra` says.
///
/// # Errors
/// If one of the arguments is none.
#[register_global("down.count", crate = renamed_objet)]
pub fn count(#[default(0)] extra: usize, exprs: Args<'_>) -> Result<usize, RuntimeError> {
    for position in 0..exprs.len() {
        drop(exprs.get::<Expr>(position)?);
    }
    Ok(exprs.len() + extra)
}

mod private {
    use renamed_objet::register_global;

    /// What no other crate can reach but by its name.
    #[register_global("down.hidden", crate = renamed_objet)]
    pub(super) fn hidden(text: &str) -> usize {
        text.len()
    }
}

/// Registers the functions of this module, which is of use where nothing is collected at link time.
///
/// # Errors
/// If one of them is refused.
pub fn register() -> Result<(), renamed_objet::RegistryError> {
    renamed_objet::register_globals!(count, private::hidden)
}
