//! Reflection over nodes: fields by name, structural comparison and hashing, traversal, rewriting,
//! printing, and graphs as JSON.
//!
//! Users depend on the crate `objet`, which re-exports all public items.
#![cfg_attr(
    not(feature = "json"),
    expect(dead_code, reason = "the loader and the savers of graphs use some functions alone")
)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __reflect;
mod attr_visitor;
mod bounds;
mod boxed;
mod by_name;
mod by_type;
mod content;
mod copy;
mod display;
mod equal;
mod error;
mod extension;
mod field;
mod field_update;
#[cfg(feature = "arbitrary")]
pub mod generate;
#[cfg_attr(not(feature = "json"), path = "no_json.rs")]
mod graph;
mod hash;
mod identity;
mod interner;
mod json_text;
mod loaded;
mod make;
mod memory;
mod nearest;
#[cfg(not(feature = "serde"))]
mod no_serde;
mod node_functor;
mod node_layout;
mod options;
mod print;
mod reflected;
mod reflection;
mod repr;
mod rewrite;
#[cfg(feature = "json")]
mod saveable;
#[cfg(feature = "serde")]
mod serde_field;
#[cfg(feature = "serde")]
mod serde_text;
mod structural;
mod type_builder;
mod type_plan;
mod visitor;
mod walk;

pub use attr_visitor::{AttrMut, AttrVisitor, AttrVisitorMut, visit_attrs, visit_attrs_mut};
pub use by_name::{attr_names, get_attr, make_node, make_node_at, print_attr, repr_bytes, with_attr};
pub use content::Content;
pub use copy::{DeepCopy, deep_copy};
pub use display::{Displayed, display};
pub use equal::{Difference, EqualReducer, Path, PathStep, Side, StructuralEqual, structural_equal};
pub use error::ReflectError;
pub use extension::{ExtensionError, ExtensionPoint};
pub use field::{Field, FieldRole};
#[cfg(feature = "serde")]
pub use graph::PlainError;
#[cfg(feature = "json")]
pub use graph::base64_text::Base64Error;
#[cfg(feature = "json")]
pub use graph::error::{AttrError, GraphError, NodeLocation};
#[cfg(feature = "json")]
pub use graph::number::NumberError;
#[cfg(feature = "serde")]
pub use graph::serde_graph::{self, Graph};
#[cfg(feature = "json")]
pub use graph::syntax_error::{SyntaxError, TextLocation};
#[cfg(feature = "json")]
pub use graph::{
    BoxDataType, BoxDataTypeNode, BoxDevice, BoxDeviceNode, Bytes, BytesNode, Dict, DictNode, List, ListNode,
};
#[cfg(feature = "json")]
pub use graph::{Format, SaveJson, UnknownFormat, save_json, save_json_root, save_json_to};
#[cfg(feature = "json")]
pub use graph::{LoadJson, NodeList, load_json, load_json_from};
#[cfg(feature = "json")]
pub use graph::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue, OpaqueView};
#[cfg(feature = "json")]
pub use graph::{StoredAttrs, StoredValue, StoredValueError};
pub use hash::{HashReducer, StructuralHash, structural_hash};
pub use identity::{AddressHasher, ObjectHashMap, ObjectHashSet};
pub use interner::Interner;
pub use memory::QuickValue;
pub use nearest::nearest_name;
pub use node_functor::{FunctorError, NodeFunctor};
pub use objet_object_derive::extend;
pub use options::Comparison;
pub use print::{Printed, print};
pub use reflection::{Reflect, Reflection};
pub use repr::{ReprPrinter, as_repr};
pub use rewrite::{
    Enter, Mutator, Replacement, RewriteContext, RewriteError, RewriteOrder, RewriteResult, RewriteRule,
    Rewriter, cse, rewrite, rewrite_with,
};
pub use structural::{ShallowStructural, Structural};
pub use type_builder::{FieldBuilder, TypeBuilder, TypeBuilderError};
pub use visitor::{VisitContext, Visitor};
pub use walk::{
    PostOrder, PreOrder, Walk, WalkEvent, WalkStep, post_order, pre_order, references, walk, walk_where,
};
