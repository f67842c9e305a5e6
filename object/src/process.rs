//! All mutable state of the process, behind one door.
//!
//! A library that is loaded later brings a copy of this module. `adopt` makes it use the state of its host.
//!
//! Invariants:
//! - The ranges in [`NodeType`]s are written while `CURRENT` is, and never again. A header is made only
//!   after `CURRENT` was seen written. So an `Object` at hand shows that both have
//!   happened.
//! - What lies under a name in `parts` is a leaked value of the one type that every library asks for
//!   under that name.

#![expect(unsafe_code, reason = "ranges are written without synchronization, and parts are reached by name")]

use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::tensor::CustomTypeNames;
use crate::types::NodeType;
use crate::types::table::TypeTable;

/// The state that all libraries of a process share.
pub struct ProcessState {
    types: TypeTable,
    custom_types: CustomTypeNames,
    parts: Mutex<Vec<Part>>,
}

/// What a crate that stands on this one keeps for the process.
struct Part {
    name: &'static str,
    state: NonNull<()>,
}

// SAFETY: `ProcessState::part` puts in only what is `Send + Sync`, and it stays for ever.
unsafe impl Send for Part {}

impl ProcessState {
    pub(crate) fn types(&self) -> &TypeTable {
        &self.types
    }

    pub(crate) fn custom_types(&self) -> &CustomTypeNames {
        &self.custom_types
    }

    /// Registers the types of this crate, those that are linked in, and these, as one tree.
    ///
    /// # Safety
    /// `CURRENT` is being written.
    unsafe fn link(&self, types: &[&'static NodeType]) {
        let builtin = crate::builtin::node_types();
        let all: Vec<_> = builtin.into_iter().chain(linked_in()).chain(types.iter().copied()).collect();
        for (node_type, record) in self.types.link(&all) {
            // SAFETY: nobody has seen `CURRENT` written yet, and so none has made a header.
            unsafe { node_type.bind_linked(record) };
        }
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

/// Tells one copy of this crate from another, by address.
pub(crate) struct Library(#[expect(dead_code, reason = "a place of its own in memory")] u8);

/// The copy of this crate that the caller was built with.
pub(crate) const THIS_LIBRARY: &Library = {
    static LIBRARY: Library = Library(0);
    &LIBRARY
};

static CURRENT: OnceLock<&'static ProcessState> = OnceLock::new();

/// Returns the state of this process, set up if it was not yet.
#[inline]
pub fn current() -> &'static ProcessState {
    match CURRENT.get() {
        Some(state) => state,
        None => set_up(&[]),
    }
}

/// Returns once the state stands, and the node types that are linked in are in its table.
#[inline(always)]
pub(crate) fn ensure_ready() {
    current();
}

/// Returns the state of this process. If it was not set up yet, these types and all that are linked in
/// are laid out as one tree.
#[cold]
pub(crate) fn set_up(types: &[&'static NodeType]) -> &'static ProcessState {
    CURRENT.get_or_init(|| {
        let state: &'static ProcessState = Box::leak(Box::new(ProcessState {
            types: TypeTable::new(),
            custom_types: CustomTypeNames::default(),
            parts: Mutex::new(Vec::new()),
        }));
        // SAFETY: this is where `CURRENT` is written.
        unsafe { state.link(types) };
        state
    })
}

/// Makes this library use the state of `host`: its types become types of the host's table.
///
/// For a library that was loaded into a running process and has its own copy of this crate. Returns false, and
/// does nothing, if this copy has a state already.
///
/// # Safety
/// - The host was built with the same compiler and the same version of each crate of Objet, and has the same global allocator.
///   Its state is the one that [`current`] gives there. This library is never unloaded.
/// - No thread uses this copy of the crate yet.
/// - A node of this library and one of the host that declare the same key, and the same fields by name and by the names
///   of their types, are the same: built from the same source.
pub unsafe fn adopt(host: &'static ProcessState) -> bool {
    let mut adopted = false;
    CURRENT.get_or_init(|| {
        // SAFETY: as above.
        unsafe { host.link(&[]) };
        adopted = true;
        host
    });
    adopted
}

/// The key of a node type that is linked into this library and that the host has too, unless it is the same struct of one of `crates`.
///
/// With none, all that [`adopt`] asks of nodes comes down to these crates.
#[doc(hidden)]
pub fn linked_twice(host: &ProcessState, crates: &[&str]) -> Option<&'static str> {
    linked_in().find_map(|node_type| {
        let (key, of) = node_type.key_and_crate();
        let known = host.types.by_key(key)?.declaration().node;
        let is_same = known.is_some_and(|known| known.is_same_to_compiler(node_type));
        (!(is_same && crates.contains(&of))).then_some(key)
    })
}

/// The node types that were collected at link time.
#[cfg(feature = "inventory")]
fn linked_in() -> impl Iterator<Item = &'static NodeType> {
    inventory::iter::<LinkedNode>.into_iter().map(|LinkedNode(node_type)| node_type())
}

#[cfg(not(feature = "inventory"))]
fn linked_in() -> impl Iterator<Item = &'static NodeType> {
    std::iter::empty()
}

/// A node type that the derive collects at link time.
#[cfg(feature = "inventory")]
#[doc(hidden)]
pub struct LinkedNode(pub fn() -> &'static NodeType);

#[cfg(feature = "inventory")]
inventory::collect!(LinkedNode);
