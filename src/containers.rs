//! Objects that hold others, and values as objects.
//!
//! [`String`](crate::String), [`Array`](crate::Array), [`Map`](crate::Map) and
//! [`ShapeTuple`](crate::ShapeTuple) are at the root of the crate.

pub use objet_object::{
    ADT, ADTNode, ArrayNode, BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode, Closure,
    ClosureNode, Element, MapNode, MapQuery, Opaque, OpaqueNode, ShapeTupleNode, StringNode,
};
#[cfg(feature = "json")]
pub use objet_reflection::{
    BoxDataType, BoxDataTypeNode, BoxDevice, BoxDeviceNode, Bytes, BytesNode, Dict, DictNode, List, ListNode,
};
