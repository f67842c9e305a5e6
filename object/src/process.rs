//! The setup of the process, which runs before the first node is created.
//!
//! All mutable state of the process is reached through [`current`]. A library that is loaded later
//! brings its own copy of this module; [`adopt`] makes that copy use the state of the host.
//!
//! The setup registers the node types of this crate, so this module depends on those types. The
//! functions that can trigger the setup are here too: [`Object::new`] and
//! `NodeType::try_registered`.
//!
//! Invariants:
//! - The ranges in the [`NodeType`]s of a library are written once, during the setup of the
//!   library, and before any other thread can find the types in the type table or their indices in
//!   the statics. So code of a library gets a header only after the ranges of the library are
//!   written, even if the host makes it.
//! - A library has its state before any thread finds its types in a table that it shares.

#![expect(unsafe_code, reason = "type ranges are written without synchronization")]

use crate::boxed::{BoxBoolNode, BoxFloatNode, BoxIntNode};
use crate::containers::adt::ADTNode;
use crate::containers::array::ArrayNode;
use crate::containers::closure::ClosureNode;
use crate::containers::map::MapNode;
use crate::containers::shape_tuple::ShapeTupleNode;
use crate::containers::string::StringNode;
use crate::header::Object;
use crate::node::IsObject;
use crate::opaque::OpaqueNode;
use crate::state;
pub use crate::state::ProcessState;
use crate::tensor::ndarray::NDArrayNode;
use crate::types::error::TypeError;
use crate::types::node_type::{NodeType, Registered};
use crate::types::table::Adding;

/// Returns the node types of this crate. The table contains them with or without link-time
/// collection.
fn own_types() -> [&'static NodeType; 12] {
    [
        Object::node_type(),
        NDArrayNode::node_type(),
        StringNode::node_type(),
        ArrayNode::node_type(),
        MapNode::node_type(),
        ShapeTupleNode::node_type(),
        ClosureNode::node_type(),
        ADTNode::node_type(),
        BoxIntNode::node_type(),
        BoxFloatNode::node_type(),
        BoxBoolNode::node_type(),
        OpaqueNode::node_type(),
    ]
}

/// Returns the state of this process. The first call sets it up.
#[inline]
pub fn current() -> &'static ProcessState {
    match state::get() {
        Some(state) => state,
        None => set_up(&[]),
    }
}

/// Returns the state of this process. If there is no state yet, creates it and registers `types`
/// and all linked types as one tree.
#[cold]
pub(crate) fn set_up(types: &[&'static NodeType]) -> &'static ProcessState {
    let mut adding = None;
    state::get_or_set_up(|| {
        let state: &'static ProcessState = Box::leak(Box::new(ProcessState::new()));
        // SAFETY: `get_or_set_up` has not returned yet for any caller.
        let adding = adding.insert(unsafe { link(state, types) });
        // A thread that sees the state makes objects of these types.
        adding.publish();
        state
    })
}

/// Registers the types of this crate, the linked types and `types` as one tree. The caller drops
/// the result after the setup.
///
/// # Safety
/// The caller is the function that [`state::get_or_set_up`] calls.
unsafe fn link(state: &'static ProcessState, types: &[&'static NodeType]) -> Adding<'static> {
    let others: Vec<_> = linked_in().chain(types.iter().copied()).collect();
    state.types().link(&own_types(), &others, |node_type, record| {
        // SAFETY: the setup is still running, and the types are not published yet. So no thread has
        // a header that this library, or another one with a type of this library, made.
        unsafe { node_type.bind_linked(record.range(), record.index()) };
    })
}

impl Object {
    /// Returns the header of a node under construction. The node becomes an object when it is
    /// passed to [`make_object`](crate::make_object).
    #[inline]
    pub fn new() -> Self {
        current();
        Self::detached()
    }
}

impl Default for Object {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the header of a new node: a copy of a node has no references.
impl Clone for Object {
    #[inline]
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl NodeType {
    /// Returns the indices of this type, and registers it first if necessary.
    ///
    /// # Errors
    /// If the type table rejects the declaration.
    #[inline]
    pub(crate) fn try_registered(&'static self) -> Result<Registered, TypeError> {
        match self.registered() {
            Some(registered) => Ok(registered),
            None => self.register(),
        }
    }

    /// Returns the indices, and registers the type first if necessary.
    ///
    /// # Panics
    /// If the type table rejects the declaration.
    #[inline]
    pub(crate) fn expect_registered(&'static self) -> Registered {
        match self.registered() {
            Some(registered) => registered,
            None => self.register().unwrap_or_else(|error| panic!("{error}")),
        }
    }

    #[cold]
    fn register(&'static self) -> Result<Registered, TypeError> {
        current().types().register(&[self])?;
        match self.registered() {
            Some(registered) => Ok(registered),
            None => unreachable!("a registered type has indices"),
        }
    }
}

/// Makes this library use the state of `host`: its types join the host's type table.
///
/// This is for a library that is loaded into a running process and has its own copy of this crate.
/// Returns false, and does nothing, if this copy already has a state.
///
/// # Safety
/// - The host was built with the same compiler and the same version of every crate of Objet, and
///   has the same global allocator. `host` is the state that [`current`] returns in the host. This
///   library is never unloaded.
/// - No thread uses this copy of the crate yet.
/// - If a node of this library and a node of the host have the same key, and the same field names
///   and names of field types, both were built from the same source.
pub unsafe fn adopt(host: &'static ProcessState) -> bool {
    let mut linked = None;
    state::get_or_set_up(|| {
        // SAFETY: `get_or_set_up` has not returned yet for any caller.
        linked = Some(unsafe { link(host, &[]) });
        host
    });
    // The types are published here: a thread of the host that finds one may call this library, and
    // then the state must be there.
    linked.is_some()
}

/// Returns the key of a node type that this library and the host both have, unless both are the
/// same struct of one of `crates`.
///
/// If the result is `None`, the requirement of [`adopt`] on nodes with equal keys concerns only
/// nodes of these crates.
#[doc(hidden)]
pub fn linked_twice(host: &ProcessState, crates: &[&str]) -> Option<&'static str> {
    linked_in().find_map(|node_type| {
        let (key, of) = node_type.key_and_crate();
        let known = host.types().by_key(key)?.declaration().node;
        let is_same = known.is_some_and(|known| known.is_same_to_compiler(node_type));
        (!(is_same && crates.contains(&of))).then_some(key)
    })
}

/// Returns the node types that were collected at link time.
#[cfg(feature = "inventory")]
fn linked_in() -> impl Iterator<Item = &'static NodeType> {
    inventory::iter::<LinkedNode>.into_iter().map(|LinkedNode(node_type)| *node_type)
}

#[cfg(not(feature = "inventory"))]
fn linked_in() -> impl Iterator<Item = &'static NodeType> {
    std::iter::empty()
}

/// A node type that the derive collects at link time.
#[cfg(feature = "inventory")]
#[doc(hidden)]
pub struct LinkedNode(&'static NodeType);

#[cfg(feature = "inventory")]
impl LinkedNode {
    /// Returns the declaration of `T`, with no bound except that `T` is a node.
    pub const fn of<T: IsObject>() -> Self {
        Self(T::NODE_TYPE)
    }
}

#[cfg(feature = "inventory")]
inventory::collect!(LinkedNode);
