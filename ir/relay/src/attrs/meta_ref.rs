//! Attributes of references from a text into its metadata.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};

/// Attributes of `parser.MetaRef`, which stands for a node of the metadata section until that is read.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.MetaRefAttrs", is_final, new)]
pub struct MetaRefAttrsNode {
    base: AttrsNode,
    /// The type key of the node.
    pub node_type_key: String,
    /// Which node of that type, from 0.
    pub node_index: u64,
}
