//! The mutable state of the process. `process` creates it, because it knows the node types of this
//! crate.
//!
//! Invariant: the pointer for a name in `parts` is a leaked value of one type, and every library
//! uses the same type for that name.

#![expect(unsafe_code, reason = "parts are untyped pointers, found by name")]

use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use crate::types::table::TypeTable;

/// The state that all libraries of a process share.
pub struct ProcessState {
    types: TypeTable,
    custom_types: RwLock<Vec<(u8, String)>>,
    parts: Mutex<Vec<Part>>,
}

/// State that a higher crate keeps for the process.
struct Part {
    name: &'static str,
    state: NonNull<()>,
}

// SAFETY: `ProcessState::part` only adds values that are `Send + Sync`, and they are never freed.
unsafe impl Send for Part {}

impl ProcessState {
    /// Creates a state without types.
    pub(crate) fn new() -> Self {
        Self { types: TypeTable::new(), custom_types: RwLock::default(), parts: Mutex::new(Vec::new()) }
    }

    pub(crate) fn types(&self) -> &TypeTable {
        &self.types
    }

    /// Returns the type codes of the custom data types, with their names.
    pub(crate) fn custom_types(&self) -> &RwLock<Vec<(u8, String)>> {
        &self.custom_types
    }

    /// Returns the part of the state with this name, created by `make` on the first call. Each call
    /// takes a lock, so callers keep the result.
    ///
    /// # Safety
    /// Every library that shares the state (see `adopt`) uses the same `T` for this name.
    #[doc(hidden)]
    pub unsafe fn part<T: Send + Sync + 'static>(&self, name: &'static str, make: fn() -> T) -> &'static T {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = parts.iter().find(|part| part.name == name).map(|part| part.state);
        let state = known.unwrap_or_else(|| {
            let state = NonNull::from(Box::leak(Box::new(make()))).cast();
            parts.push(Part { name, state });
            state
        });
        // SAFETY: the pointer is a leaked `T`, as the caller promises.
        unsafe { state.cast::<T>().as_ref() }
    }
}

static CURRENT: OnceLock<&'static ProcessState> = OnceLock::new();

/// Returns the state of this process, or `None` before the setup.
#[inline]
pub(crate) fn get() -> Option<&'static ProcessState> {
    CURRENT.get().copied()
}

/// Returns the state of this process. The caller has an object or a type, which exist only after
/// the setup.
#[inline]
pub(crate) fn after_setup() -> &'static ProcessState {
    match get() {
        Some(state) => state,
        None => unreachable!("objects and types exist only after setup"),
    }
}

/// Returns the state of this process. Without a state, calls `set_up` and keeps its result.
pub(crate) fn get_or_set_up(set_up: impl FnOnce() -> &'static ProcessState) -> &'static ProcessState {
    CURRENT.get_or_init(set_up)
}
