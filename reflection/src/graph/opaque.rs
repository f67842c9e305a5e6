//! Graphs with unknown types: inference of the meaning of attributes.
//!
//! A file stores all attributes as strings. Only the type of a node determines which attributes are
//! indices of nodes or tensors. For an unknown type, the numbering gives evidence, since the writer
//! numbers nodes in depth-first pre-order:
//!
//! - Each node except the root has a *parent*, the node from which the writer first reached it.
//! - The nodes below a node have the numbers directly after it.
//!
//! All values of an attribute of a type form a *class*, since all have the same meaning. If the
//! evidence proves that a class consists of references, or that it does not, this holds for every
//! file of the writer. Other classes stay ambiguous. Since some attribute must have led to each
//! node, one of the ambiguous attributes is chosen where necessary.

pub(super) mod attr_forms;
pub(super) mod edges;
pub(super) mod infer;
pub(super) mod keep;
pub(super) mod known;
mod leads;
pub(super) mod load_opaque;
mod missing;
pub(super) mod needs;
pub(super) mod node;
pub(super) mod save_opaque;
pub(super) mod shapes;
mod solver;
pub(super) mod stand_in;
pub(super) mod tagged;
mod tensors;
mod tree;
pub(super) mod upgraded;
mod view;

#[cfg(test)]
pub(crate) use leads::Lead;
pub use node::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
pub(super) use save_opaque::ambiguous;
pub(crate) use view::AttrValue;
pub use view::OpaqueView;
pub(super) use view::file_text;

#[cfg(test)]
mod tests;
