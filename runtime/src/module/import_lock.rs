//! The import lock of the process.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::shared::Shared;

#[derive(Default)]
struct Imports(Mutex<()>);

static IMPORTS: Shared<Imports> = Shared::new(Imports::default);

/// Locks imports. A thread holds the lock from its search for cycles until it has added the
/// imports, so that two threads cannot close a cycle together. No user code runs under the lock: no
/// method of a module kind is called, and no module is dropped.
pub(super) fn import_lock() -> MutexGuard<'static, ()> {
    IMPORTS.0.lock().unwrap_or_else(PoisonError::into_inner)
}
