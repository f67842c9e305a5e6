//! The turn to import, of which there is one for the process.

#![expect(unsafe_code, reason = "a part of the state of the process is known by its name")]

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use objet_object::process;

/// The turn of a thread to import. It holds it from its search for circles on, so that two cannot close one between them.
/// Nothing of a user's runs meanwhile: no kind of module is asked for anything, and no module ends.
pub(super) fn turn() -> MutexGuard<'static, ()> {
    const PART: &str = concat!("objet-runtime imports ", env!("CARGO_PKG_VERSION"));
    static THIS: OnceLock<&'static Mutex<()>> = OnceLock::new();
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    let turn = THIS.get_or_init(|| unsafe { process::current().part(PART, Mutex::default) });
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}
