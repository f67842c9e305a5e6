//! The mutable state of the process. `process` sets it up, as it knows the node types of this crate.
//!
//! Invariant: the pointer under a name in `parts` is a leaked value of the one type that every library
//! uses under that name.

#![expect(unsafe_code, reason = "parts are reached by name")]

use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use crate::types::table::TypeTable;

/// The state that all libraries of a process share.
pub struct ProcessState {
    types: TypeTable,
    custom_types: RwLock<BTreeMap<u8, String>>,
    parts: Mutex<Vec<Part>>,
}

/// State that a higher crate keeps for the process.
struct Part {
    name: &'static str,
    state: NonNull<()>,
}

// SAFETY: `ProcessState::part` puts in only what is `Send + Sync`, and it stays for ever.
unsafe impl Send for Part {}

impl ProcessState {
    /// Returns a state without types.
    pub(crate) fn new() -> Self {
        Self { types: TypeTable::new(), custom_types: RwLock::default(), parts: Mutex::new(Vec::new()) }
    }

    pub(crate) fn types(&self) -> &TypeTable {
        &self.types
    }

    /// Returns the names of custom data types, by type code.
    pub(crate) fn custom_types(&self) -> &RwLock<BTreeMap<u8, String>> {
        &self.custom_types
    }

    /// The part of the state that has this name, made now if it was not yet. It costs a lock: keep what it gives.
    ///
    /// # Safety
    /// Every library whose state is shared (see `adopt`) asks for the same `T` under this name.
    #[doc(hidden)]
    pub unsafe fn part<T: Send + Sync + 'static>(&self, name: &'static str, make: fn() -> T) -> &'static T {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = parts.iter().find(|part| part.name == name).map(|part| part.state);
        let state = known.unwrap_or_else(|| {
            let state = NonNull::from(Box::leak(Box::new(make()))).cast();
            parts.push(Part { name, state });
            state
        });
        // SAFETY: a leaked `T`, as the caller promised.
        unsafe { state.cast::<T>().as_ref() }
    }
}

static CURRENT: OnceLock<&'static ProcessState> = OnceLock::new();

/// Returns the state of this process, if it is set up.
#[inline]
pub(crate) fn get() -> Option<&'static ProcessState> {
    CURRENT.get().copied()
}

/// Returns the state of this process to a caller that has an object or a type, which exist only after
/// setup.
#[inline]
pub(crate) fn after_setup() -> &'static ProcessState {
    match get() {
        Some(state) => state,
        None => unreachable!("objects and types exist only after setup"),
    }
}

/// Returns the state of this process, which is that of `set_up` if there was none.
pub(crate) fn get_or_set_up(set_up: impl FnOnce() -> &'static ProcessState) -> &'static ProcessState {
    CURRENT.get_or_init(set_up)
}
