//! Nodes of types that nothing linked in knows.

use objet_object::{IsObjectRef, Object, ObjectRef, String};

/// A node of a file that could not be made of its type, mostly since nothing linked in knows the type key, and that is kept
/// as it was found. Its reference is [`Opaque`].
///
/// Files do not say which attributes are references and which are numbers. What the numbering of the file proves is
/// kept as such; see [`OpaqueValue`].
///
/// ```
/// use objet::prelude::*;
/// use objet::{LoadJson, OpaqueNode, save_json};
///
/// let json = r#"{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "far.Away", "attrs": {"line": "7"}}]}"#;
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
    pub(crate) bytes: Option<Box<[u8]>>,
    pub(crate) attrs: Box<[OpaqueAttr]>,
    /// What leads to other objects, in the order in which graphs are numbered.
    pub(crate) leads: Box<[Lead]>,
}

/// An attribute of an [`OpaqueNode`].
#[derive(Clone, Debug)]
pub struct OpaqueAttr {
    /// The name.
    pub name: String,
    /// What the file says.
    pub value: OpaqueValue,
}

/// The value of an attribute of an [`OpaqueNode`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpaqueValue {
    /// A number, a text, a data type: whatever it is, no reference.
    Text(Box<str>),
    /// A reference to an object, which is in TVM's words null if there is none, or to a tensor.
    Reference(Option<ObjectRef>),
    /// A number or a reference: the file does not prove which.
    Unclear {
        /// The number.
        text: Box<str>,
        /// What it refers to if it is a reference.
        object: Option<ObjectRef>,
        /// What else it may refer to: a tensor, where `object` is a node.
        other: Option<ObjectRef>,
        /// Whether the object has this attribute alone to be reached by, if it is a reference.
        leads: bool,
    },
}

/// An attribute that leads to an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    /// The position of the attribute.
    pub(crate) attr: u32,
    /// Whether it leads to what else it may refer to.
    pub(crate) other: bool,
}

impl OpaqueNode {
    /// A node of that type.
    pub(crate) fn new(
        type_key: String,
        bytes: Option<Box<[u8]>>,
        attrs: Box<[OpaqueAttr]>,
        leads: Box<[Lead]>,
    ) -> Self {
        Self { base: Object::new(), type_key, bytes, attrs, leads }
    }

    /// The type key that the file gives.
    pub fn opaque_type_key(&self) -> &str {
        &self.type_key
    }

    /// The bytes that stand for the node, if it has some.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// The attributes, in ascending order of their names.
    pub fn attrs(&self) -> &[OpaqueAttr] {
        &self.attrs
    }

    /// How many references it has that lead to other objects.
    pub(crate) fn reference_count(&self) -> usize {
        self.leads.len()
    }

    /// The `index`th of the references that lead to other objects.
    pub(crate) fn reference(&self, index: usize) -> Option<&ObjectRef> {
        let lead = self.leads[index];
        match &self.attrs[lead.attr as usize].value {
            OpaqueValue::Text(_) => None,
            OpaqueValue::Unclear { other, .. } if lead.other => other.as_ref(),
            OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, .. } => object.as_ref(),
        }
    }

    /// A node that differs in the references that lead to other objects: they are those given.
    pub(crate) fn with_references(&self, references: &[Option<ObjectRef>]) -> Opaque {
        let mut node = self.clone();
        for (lead, reference) in self.leads.iter().zip(references) {
            match &mut node.attrs[lead.attr as usize].value {
                OpaqueValue::Text(_) => {}
                OpaqueValue::Unclear { other, .. } if lead.other => other.clone_from(reference),
                OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, .. } => {
                    object.clone_from(reference);
                }
            }
        }
        objet_object::make_object(node).into()
    }
}

impl Opaque {
    /// Puts an object in the place of the `index`th of the references that lead to other objects, and gives back the
    /// one that was there: in this very node if there is no other reference to it, and else in a copy that takes its
    /// place here.
    pub(crate) fn set_reference(&mut self, index: usize, reference: Option<ObjectRef>) -> Option<ObjectRef> {
        let node = self.make_mut();
        let lead = node.leads[index];
        match &mut node.attrs[lead.attr as usize].value {
            OpaqueValue::Text(_) => None,
            OpaqueValue::Unclear { other, .. } if lead.other => std::mem::replace(other, reference),
            OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, .. } => {
                std::mem::replace(object, reference)
            }
        }
    }
}

#[cfg(test)]
impl Opaque {
    /// A node with these attributes, none of which leads to an object.
    pub(crate) fn of_attrs(type_key: &str, attrs: Vec<OpaqueAttr>) -> Self {
        let (type_key, attrs) = (type_key.into(), attrs.into());
        objet_object::make_object(OpaqueNode::new(type_key, None, attrs, Box::default())).into()
    }
}
