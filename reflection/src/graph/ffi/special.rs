//! Types whose nodes have a form of their own in this format.

use objet_object::{IsObject, ObjectRef};

use super::nodes::{BoxDataTypeNode, BoxDeviceNode, BytesNode, Dict, DictNode, List, ListNode};
use crate::graph::error::GraphError;

/// The form of `data` in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// No `data`.
    Null,
    /// A number or a truth value.
    Value,
    /// A string.
    Text,
    Base64,
    /// Type and number of a device.
    Device,
    /// Indices of nodes.
    Indices,
    Shape,
    Tensor,
    /// An object with fields, or a string.
    Node,
}

/// The types with a form of their own: the key in files, Objet's key and the form.
pub(super) const TYPES: [(&str, &str, Form); 14] = [
    ("None", "", Form::Null),
    ("bool", "runtime.BoxBool", Form::Value),
    ("int", "runtime.BoxInt", Form::Value),
    ("float", "runtime.BoxFloat", Form::Value),
    ("DataType", "runtime.BoxDataType", Form::Text),
    ("Device", "runtime.BoxDevice", Form::Device),
    ("ffi.String", "runtime.String", Form::Text),
    ("ffi.Bytes", "ffi.Bytes", Form::Base64),
    ("ffi.Array", "Array", Form::Indices),
    ("ffi.List", "ffi.List", Form::Indices),
    ("ffi.Map", "Map", Form::Indices),
    ("ffi.Dict", "ffi.Dict", Form::Indices),
    ("ffi.Shape", "runtime.ShapeTuple", Form::Shape),
    ("ffi.Tensor", "runtime.NDArray", Form::Tensor),
];

/// Returns the key that files have for a type whose nodes are texts.
pub(super) fn key_of_text(type_key: &str) -> &str {
    let of = TYPES.iter().find(|(_, own, form)| *form == Form::Text && *own == type_key);
    of.map_or(type_key, |(key, ..)| key)
}

/// Returns the error of a node that the format has no form for.
#[cold]
#[inline(never)]
pub(super) fn no_form(type_key: &str, reason: &'static str) -> GraphError {
    GraphError::NoForm { type_key: type_key.into(), reason }
}

/// Checks that readers do not take nodes with this key for nodes with a form of their own.
///
/// # Errors
/// If they would.
#[cold]
#[inline(never)]
pub(super) fn expect_free(type_key: &str) -> Result<(), GraphError> {
    match TYPES.iter().any(|(key, own, _)| [*key, *own].contains(&type_key)) {
        true => Err(no_form(type_key, "the form of tvm-ffi reserves this type key: use another key or form")),
        false => Ok(()),
    }
}

/// Registers the node types of this format, for programs that register types by hand.
pub(super) fn register_types() {
    BytesNode::type_index();
    BoxDataTypeNode::type_index();
    BoxDeviceNode::type_index();
    ListNode::type_index();
    DictNode::type_index();
}

/// The kinds of nodes that only this format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    List,
    Dict,
}

impl Special {
    /// Returns the kind of nodes with this key.
    pub(in crate::graph) fn of(type_key: &str) -> Option<Self> {
        match type_key {
            "ffi.List" => Some(Self::List),
            "ffi.Dict" => Some(Self::Dict),
            _ => None,
        }
    }

    /// Builds a node. `array` and `map` build the containers with the elements of the node.
    ///
    /// # Errors
    /// The errors of `map`.
    pub(in crate::graph) fn build<E>(
        self,
        array: impl FnOnce() -> objet_object::Array<Option<ObjectRef>>,
        map: impl FnOnce() -> Result<objet_object::Map<ObjectRef, Option<ObjectRef>>, E>,
    ) -> Result<ObjectRef, E> {
        Ok(match self {
            Self::List => List::new(array()).into(),
            Self::Dict => Dict::new(map()?).into(),
        })
    }
}
