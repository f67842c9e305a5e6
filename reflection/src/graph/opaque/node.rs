//! Nodes of types that nothing linked in knows.

use objet_object::{IsObjectRef, Object, ObjectRef, String};

/// A node of a file whose type key nothing linked in knows, kept as it was found. Its reference is [`Opaque`].
///
/// Files do not say which attributes are references and which are numbers. What the numbering of the file proves is
/// kept as such; see [`OpaqueValue`].
#[derive(Clone, objet_object::Object)]
#[repr(C)]
#[object(key = "objet.Opaque", is_final, crate = objet_object)]
pub struct OpaqueNode {
    pub(crate) base: Object,
    pub(crate) type_key: String,
    pub(crate) bytes: Option<Box<[u8]>>,
    pub(crate) attrs: Box<[OpaqueAttr]>,
    /// The positions of the attributes that lead to other objects, in the order in which graphs are numbered.
    pub(crate) references: Box<[u32]>,
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
    /// A reference to an object, which is in TVM's words null if there is none.
    Reference(Option<ObjectRef>),
    /// A number or a reference: the file does not prove which.
    Unclear {
        /// The number.
        text: Box<str>,
        /// What it refers to if it is a reference.
        object: Option<ObjectRef>,
        /// Whether the object has this attribute alone to be reached by, if it is a reference.
        leads: bool,
    },
}

impl OpaqueNode {
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
        self.references.len()
    }

    /// The `index`th of the references that lead to other objects.
    pub(crate) fn reference(&self, index: usize) -> Option<&ObjectRef> {
        match &self.attrs[self.references[index] as usize].value {
            OpaqueValue::Text(_) => None,
            OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, .. } => object.as_ref(),
        }
    }

    /// A node that differs in the references that lead to other objects: they are those given.
    pub(crate) fn with_references(&self, references: &[Option<ObjectRef>]) -> Opaque {
        let mut node = self.clone();
        for (position, reference) in self.references.iter().zip(references) {
            match &mut node.attrs[*position as usize].value {
                OpaqueValue::Text(_) => {}
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
        match &mut node.attrs[node.references[index] as usize].value {
            OpaqueValue::Text(_) => None,
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
        let (bytes, references) = (None, Box::default());
        objet_object::make_object(OpaqueNode { base: Object::new(), type_key, bytes, attrs, references })
            .into()
    }
}
