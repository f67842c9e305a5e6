//! Graphs with types that nothing linked in knows: what their attributes mean.
//!
//! A file writes every attribute as text. Which of them are indices of nodes or tensors is for the type to say. Where
//! nothing knows the type, the numbering tells a lot, because the writer numbers nodes in the order in which it first meets
//! them, depth first: every node but the root has a *parent*, the node from which it was met, and nodes below a node have
//! the numbers right behind it.
//!
//! All values of one attribute of one type are together a *class*, since they mean the same everywhere. A class that is
//! found to be references, or found not to be, is so in every file that the writer made. What cannot be found out stays
//! unclear, but some attribute must be what led to each node, so among the unclear ones we choose.

mod edges;
pub(super) mod infer;
pub(super) mod known;
pub(super) mod load;
mod node;
pub(super) mod save;
mod solver;
mod tensors;
mod tree;

#[cfg(test)]
pub(crate) use node::Lead;
pub use node::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};

#[cfg(test)]
mod tests;
