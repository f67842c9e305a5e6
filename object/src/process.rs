//! All mutable state of the process, behind one door.
//!
//! A library that is loaded later brings a copy of this module. `adopt` makes it use the state of its host.
//!
//! Invariants:
//! - `CURRENT` is written once, under `SETUP`, before `READY` is set; after that it is only read.
//! - The ranges in [`NodeType`]s are written between these two events, and never again.
//! - A header is made only after `READY` was seen set. So an [`Object`] at hand shows that both have happened.

#![expect(unsafe_code, reason = "the state is written once without synchronization")]

use std::cell::UnsafeCell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::header::Object;
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

struct Current(UnsafeCell<Option<&'static ProcessState>>);

// SAFETY: the file's first invariant orders the only write before all reads.
unsafe impl Sync for Current {}

static CURRENT: Current = Current(UnsafeCell::new(None));
static READY: AtomicBool = AtomicBool::new(false);
static SETUP: Mutex<()> = Mutex::new(());

/// The state of this process, set up if it was not yet.
pub fn current() -> &'static ProcessState {
    ensure_ready();
    // SAFETY: `CURRENT` was written before `ensure_ready` returned, and is not written again.
    match unsafe { *CURRENT.0.get() } {
        Some(state) => state,
        None => unreachable!("READY is set after CURRENT"),
    }
}

/// The state that this object's type is registered in.
#[inline]
pub(crate) fn of(_witness: &Object) -> &'static ProcessState {
    // SAFETY: a header is made only after `CURRENT` was written for good, and then it is not `None`.
    unsafe { (*CURRENT.0.get()).unwrap_unchecked() }
}

/// Returns once the state stands and all node types known so far are in its table.
#[inline(always)]
pub(crate) fn ensure_ready() {
    while !READY.load(Ordering::Acquire) {
        set_up(&[]);
    }
}

/// Sets the state up, with these types and all that are linked in laid out as one tree. False if it stood before.
#[cold]
pub(crate) fn set_up(types: &[&'static NodeType]) -> bool {
    install(types, || {
        Box::leak(Box::new(ProcessState {
            types: TypeTable::new(),
            custom_types: CustomTypeNames::default(),
            parts: Mutex::new(Vec::new()),
        }))
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
#[cfg(any(feature = "late-nodes", not(feature = "inventory")))]
pub unsafe fn adopt(host: &'static ProcessState) -> bool {
    install(&[], || host)
}

/// The key of a node type that is linked into this library and that the host has too, unless it is the same struct of one of `crates`.
///
/// With none, all that [`adopt`] asks of nodes comes down to these crates.
#[cfg(any(feature = "late-nodes", not(feature = "inventory")))]
#[doc(hidden)]
pub fn linked_twice(host: &ProcessState, crates: &[&str]) -> Option<&'static str> {
    linked_in().find_map(|node_type| {
        let (key, of) = node_type.key_and_crate();
        let known = host.types.by_key(key)?.declaration().node;
        let is_same = known.is_some_and(|known| known.is_same_to_compiler(node_type));
        (!(is_same && crates.contains(&of))).then_some(key)
    })
}

fn install(types: &[&'static NodeType], state: impl FnOnce() -> &'static ProcessState) -> bool {
    let _turn = SETUP.lock().unwrap_or_else(PoisonError::into_inner);
    if READY.load(Ordering::Relaxed) {
        return false;
    }
    let state = state();
    let mut all = crate::builtin::node_types().to_vec();
    all.extend(linked_in());
    all.extend(types);
    // SAFETY: `READY` is not set, so no thread got past `ensure_ready`, and so none has made a header.
    unsafe { state.types.link(&all) };
    // SAFETY: reads come after `READY`, which is set below, and only the holder of `SETUP` gets here, once.
    unsafe { *CURRENT.0.get() = Some(state) };
    READY.store(true, Ordering::Release);
    true
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
