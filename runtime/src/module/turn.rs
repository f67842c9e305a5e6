//! The lock of imports, of which there is one for the process.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::shared::Shared;

#[derive(Default)]
struct Imports(Mutex<()>);

static IMPORTS: Shared<Imports> = Shared::new(Imports::default);

/// Locks imports. A thread holds the lock from its search for cycles on, so that two threads cannot close one between
/// them. No code of a user runs meanwhile: no kind of module is called, and no module is dropped.
pub(super) fn turn() -> MutexGuard<'static, ()> {
    IMPORTS.0.lock().unwrap_or_else(PoisonError::into_inner)
}
