//! Opaque nodes, which keep nodes of unknown types.

use objet_object::{IsObjectRef, Object, ObjectRef, String};
use smallvec::SmallVec;
use smol_str::SmolStr;

/// A node of a file that could not be built, mostly because its type key is unknown, and that is
/// kept as in the file. [`Opaque`] is the reference to such a node.
///
/// Files do not state which attributes are references and which are numbers. [`OpaqueValue`] has
/// the meaning of each attribute, as far as the numbering of the file proves it.
///
/// ```
/// use objet::prelude::*;
/// use objet::{LoadJson, OpaqueNode, save_json};
///
/// let json = r#"{"root": 1, "nodes": [
///     {"type_key": ""},
///     {"type_key": "far.Away", "attrs": {"line": "7"}}
/// ]}"#;
/// let root = LoadJson::new().keep_unknown(true).load(json.as_bytes())?.expect("not null");
/// let node = root.as_node::<OpaqueNode>().expect("nothing knows its type");
/// assert_eq!((node.opaque_type_key(), node.attrs()[0].name.as_str()), ("far.Away", "line"));
/// assert!(save_json(&root)?.contains(r#""line": "7""#));
/// # Ok::<(), objet::GraphError>(())
/// ```
#[derive(Clone, objet_object::Object)]
#[repr(C)]
#[object(key = "objet.Opaque", is_final, crate = objet_object)]
pub struct OpaqueNode {
    pub(crate) base: Object,
    pub(crate) type_key: String,
    /// The version of the type in the file, as the file states it.
    pub(crate) version: Option<Box<str>>,
    pub(crate) bytes: Option<Box<[u8]>>,
    pub(crate) attrs: Box<[OpaqueAttr]>,
    /// The references to other objects, in the order of graph numbering.
    pub(crate) leads: Leads,
    /// If the node belongs to a stand-in: for each attribute, the position of the field that has
    /// its value. The value in `attrs` is not used then. Empty for other nodes.
    pub(crate) fields: Box<[Option<u32>]>,
}

/// An attribute of an [`OpaqueNode`].
#[derive(Clone, Debug)]
pub struct OpaqueAttr {
    /// The name.
    pub name: String,
    /// The value in the file.
    pub value: OpaqueValue,
}

/// The value of an attribute of an [`OpaqueNode`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpaqueValue {
    /// A number, a string or a data type, but not a reference.
    String(SmolStr),
    /// A number, a truth value or null as written in the file, which states that it is no string.
    Literal(SmolStr),
    /// A reference to an object or a tensor, or null.
    Reference(Option<ObjectRef>),
    /// A number or a reference; the file does not prove which.
    Ambiguous {
        /// The number.
        text: SmolStr,
        /// The object, if the attribute is a reference.
        object: Option<ObjectRef>,
        /// Another object that the attribute may refer to: a tensor if `object` is a node.
        other: Option<ObjectRef>,
        /// Whether the attribute is assumed to be the reference that led the writer to the object.
        is_tree_edge: bool,
    },
}

impl OpaqueValue {
    /// Whether graph numbering follows a reference in the value.
    fn leads(&self) -> bool {
        matches!(self, Self::Reference(Some(_)) | Self::Ambiguous { object: Some(_), is_tree_edge: true, .. })
    }
}

/// References to objects. Most nodes have few.
pub(crate) type Leads = SmallVec<[Lead; 3]>;

/// A reference from an attribute to an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    /// The position of the attribute.
    pub(crate) attr: u32,
    /// Whether the reference is to `other` instead of `object`.
    pub(crate) other: bool,
}

impl OpaqueNode {
    /// Creates a node of this type.
    pub(crate) fn new(
        type_key: String,
        bytes: Option<Box<[u8]>>,
        attrs: Box<[OpaqueAttr]>,
        leads: Leads,
    ) -> Self {
        Self { base: Object::new(), type_key, version: None, bytes, attrs, leads, fields: Box::default() }
    }

    /// Creates a node of this type, whose references are in the order of the attributes.
    pub(crate) fn with_leads(type_key: String, bytes: Option<&[u8]>, attrs: Box<[OpaqueAttr]>) -> Self {
        let leads = (0..).zip(&attrs).filter(|(_, attr)| attr.value.leads());
        let leads = leads.map(|(attr, _)| Lead { attr, other: false }).collect();
        Self::new(type_key, bytes.map(Into::into), attrs, leads)
    }

    /// Returns the type key in the file.
    pub fn opaque_type_key(&self) -> &str {
        &self.type_key
    }

    /// Returns the bytes of the node, if the file has any.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Returns the attributes in ascending order of their names.
    pub fn attrs(&self) -> &[OpaqueAttr] {
        &self.attrs
    }

    /// Returns the number of references to other objects.
    pub(crate) fn reference_count(&self) -> usize {
        self.leads.len()
    }

    /// Returns the `index`th reference to another object.
    pub(crate) fn reference(&self, index: usize) -> Option<&ObjectRef> {
        let lead = self.leads[index];
        match &self.attrs[lead.attr as usize].value {
            OpaqueValue::String(_) | OpaqueValue::Literal(_) => None,
            OpaqueValue::Ambiguous { other, .. } if lead.other => other.as_ref(),
            OpaqueValue::Reference(object) | OpaqueValue::Ambiguous { object, .. } => object.as_ref(),
        }
    }

    /// Returns a copy of the node with these references to other objects. For a stand-in, the
    /// references in fields have no effect.
    pub(crate) fn with_references(&self, references: &[Option<ObjectRef>]) -> Opaque {
        let mut node = self.clone();
        for (lead, reference) in self.leads.iter().zip(references) {
            if self.fields.get(lead.attr as usize).copied().flatten().is_some() {
                continue;
            }
            match &mut node.attrs[lead.attr as usize].value {
                OpaqueValue::String(_) | OpaqueValue::Literal(_) => {}
                OpaqueValue::Ambiguous { other, .. } if lead.other => other.clone_from(reference),
                OpaqueValue::Reference(object) | OpaqueValue::Ambiguous { object, .. } => {
                    object.clone_from(reference);
                }
            }
        }
        objet_object::make_object(node).into()
    }
}

impl Opaque {
    /// Replaces the `index`th reference to another object and returns the old one. Changes the node
    /// in place if it has no other references. Otherwise replaces it by a changed copy.
    pub(crate) fn set_reference(&mut self, index: usize, reference: Option<ObjectRef>) -> Option<ObjectRef> {
        let node = self.make_mut();
        let lead = node.leads[index];
        match &mut node.attrs[lead.attr as usize].value {
            OpaqueValue::String(_) | OpaqueValue::Literal(_) => None,
            OpaqueValue::Ambiguous { other, .. } if lead.other => std::mem::replace(other, reference),
            OpaqueValue::Reference(object) | OpaqueValue::Ambiguous { object, .. } => {
                std::mem::replace(object, reference)
            }
        }
    }
}

#[cfg(test)]
impl Opaque {
    /// Creates a node with these attributes. No reference in them is followed.
    pub(crate) fn of_attrs(type_key: &str, attrs: Vec<OpaqueAttr>) -> Self {
        let (type_key, attrs) = (type_key.into(), attrs.into());
        objet_object::make_object(OpaqueNode::new(type_key, None, attrs, Leads::default())).into()
    }
}
