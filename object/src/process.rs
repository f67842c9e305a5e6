//! The setup of the process, which happens before the first node is made.
//!
//! All mutable state of the process is behind one door. A library that is loaded later brings a copy
//! of this module. `adopt` makes it use the state of its host.
//!
//! Setup registers the node types of this crate, so it is above them, and with it each function that
//! may be the first one to need it: [`Object::new`] and [`NodeType::try_registered`].
//!
//! Invariant: the ranges in [`NodeType`]s are written while the state is set up, and never again. A
//! header is made only after setup, so an `Object` shows that the ranges are written.

#![expect(unsafe_code, reason = "ranges are written without synchronization")]

use crate::boxed::{BoxBoolNode, BoxFloatNode, BoxIntNode};
use crate::containers::adt::ADTNode;
use crate::containers::array::ArrayNode;
use crate::containers::closure::ClosureNode;
use crate::containers::map::MapNode;
use crate::containers::shape_tuple::ShapeTupleNode;
use crate::containers::string::StringNode;
use crate::header::Object;
use crate::node::IsObject;
use crate::state;
pub use crate::state::ProcessState;
use crate::tensor::ndarray::NDArrayNode;
use crate::types::error::TypeError;
use crate::types::node_type::{NodeType, Registered};

/// Returns the node types of this crate, which the table knows with or without link-time collection.
fn own_types() -> [&'static NodeType; 11] {
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
    ]
}

/// Returns the state of this process, set up if it was not yet.
#[inline]
pub fn current() -> &'static ProcessState {
    match state::get() {
        Some(state) => state,
        None => set_up(&[]),
    }
}

/// Returns the state of this process. If it was not set up yet, these types and all that are linked in
/// are laid out as one tree.
#[cold]
pub(crate) fn set_up(types: &[&'static NodeType]) -> &'static ProcessState {
    state::get_or_set_up(|| {
        let state: &'static ProcessState = Box::leak(Box::new(ProcessState::new()));
        // SAFETY: `get_or_set_up` has not returned yet, for any caller.
        unsafe { link(state, types) };
        state
    })
}

/// Registers the types of this crate, those that are linked in, and these, as one tree.
///
/// # Safety
/// This is called by the function that [`state::get_or_set_up`] calls.
unsafe fn link(state: &ProcessState, types: &[&'static NodeType]) {
    let others: Vec<_> = linked_in().chain(types.iter().copied()).collect();
    for (node_type, record) in state.types().link(&own_types(), &others) {
        // SAFETY: this library makes a header only after setup, which is not over.
        unsafe { node_type.bind_linked(record.range(), record.index()) };
    }
}

impl Object {
    /// Returns the header of a node under construction. It becomes an object when the node is given to
    /// [`make_object`](crate::make_object).
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

/// A copy of a node is a new node, to which nobody refers.
impl Clone for Object {
    #[inline]
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl NodeType {
    /// Returns the indices of this type, which is registered now if it was not yet.
    ///
    /// # Errors
    /// If the table refuses the declaration.
    #[inline]
    pub(crate) fn try_registered(&'static self) -> Result<Registered, TypeError> {
        match self.registered() {
            Some(registered) => Ok(registered),
            None => self.register(),
        }
    }

    #[cold]
    fn register(&'static self) -> Result<Registered, TypeError> {
        current().types().register(&[self])?;
        match self.registered() {
            Some(registered) => Ok(registered),
            None => unreachable!("a type that was registered knows its indices"),
        }
    }
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
    state::get_or_set_up(|| {
        // SAFETY: `get_or_set_up` has not returned yet, for any caller.
        unsafe { link(host, &[]) };
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
        let known = host.types().by_key(key)?.declaration().node;
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
