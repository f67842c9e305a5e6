//! Opaque nodes, which keep nodes of unknown types.

use std::sync::{Arc, OnceLock};

use objet_object::{
    DowncastError, IsObjectRef, NDArrayNode, Object, ObjectRef, String as ObjectString, make_object,
};
use smol_str::SmolStr;

use super::leads::{Lead, Leads};
use super::missing::MissingFields;
use crate::reflection::Reflection;
use crate::{by_name, memory};

/// A node of a file that could not be built, mostly because its type key is unknown, and that is
/// kept as in the file. [`Opaque`] is the reference to such a node.
///
/// Files do not state which attributes are references and which are numbers. [`OpaqueValue`] has
/// the meaning of each attribute, as far as the numbering of the file proves it.
///
/// ```
/// use objet::prelude::*;
/// use objet::graph::{LoadJson, OpaqueNode};
/// use objet::save_json;
///
/// let json = r#"{"root": 1, "nodes": [
///     {"type_key": ""},
///     {"type_key": "far.Away", "attrs": {"line": "7"}}
/// ]}"#;
/// let root = LoadJson::new().keep_unknown(true).load(json.as_bytes())?.expect("not null");
/// let node = root.as_node::<OpaqueNode>().expect("nothing knows its type");
/// assert_eq!((node.opaque_type_key(), node.names().next()), ("far.Away", Some("line")));
/// assert!(save_json(&root)?.contains(r#""line": "7""#));
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
#[derive(Clone, objet_object::Object)]
#[repr(C)]
#[object(key = "objet.Opaque", is_final, crate = objet_object)]
pub struct OpaqueNode {
    pub(crate) base: Object,
    pub(crate) shape: Arc<OpaqueShape>,
    /// The values of the attributes, in the order of the shape.
    pub(crate) values: Box<[OpaqueValue]>,
    /// The references to other objects, in the order of graph numbering.
    pub(crate) leads: Leads,
    /// The parts that most nodes do not have.
    pub(crate) extra: Option<Box<Extra>>,
}

/// The type key and the attribute names of opaque nodes, which many nodes share.
#[derive(Debug)]
pub(crate) struct OpaqueShape {
    pub(crate) type_key: Box<str>,
    pub(crate) names: Box<[SmolStr]>,
    /// The positions of the names in ascending order of the names, which most programs never need.
    by_name: OnceLock<Box<[u32]>>,
}

/// The parts of an opaque node that most nodes do not have.
#[derive(Clone, Default)]
pub(crate) struct Extra {
    /// The version of the type in the file, as the file states it. The nodes of a file share it,
    /// since its length has no limit.
    pub(crate) version: Option<Arc<str>>,
    pub(crate) bytes: Option<Box<[u8]>>,
    /// If the node belongs to a stand-in: for each attribute, the position of the field that has
    /// its value. The value in the node is not used then. Empty for other nodes.
    pub(crate) fields: Box<[Option<u32>]>,
    /// If the node belongs to a stand-in: the fields without an attribute.
    pub(super) missing: Option<Box<dyn MissingFields>>,
}

/// An attribute of an [`OpaqueView`](crate::OpaqueView).
#[derive(Clone, Debug)]
pub struct OpaqueAttr<'a> {
    /// The name.
    pub name: &'a str,
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
    /// The text of a string or a character, which is a field of a known type.
    Text(ObjectString),
    /// The JSON text of a field of a known type whose values are JSON of any form, such as a list.
    Json(ObjectString),
    /// A reference to an object or a tensor, or null.
    Reference(Option<ObjectRef>),
    /// A number or a reference; the file does not prove which.
    Ambiguous {
        /// The number.
        number: u32,
        /// The object, if the attribute is a reference.
        object: Option<ObjectRef>,
        /// Another object that the attribute may refer to: a tensor if `object` is a node.
        other: Option<ObjectRef>,
        /// Whether the attribute is assumed to be the reference that led the writer to the object.
        is_tree_edge: bool,
    },
}

impl OpaqueValue {
    /// Returns the object, if graph numbering follows a reference in the value.
    #[inline]
    fn followed(&self) -> Option<&ObjectRef> {
        match self {
            Self::Reference(object) | Self::Ambiguous { object, is_tree_edge: true, .. } => object.as_ref(),
            _ => None,
        }
    }

    /// Returns the reference of a lead to this value, if the value can have one.
    fn referred_mut(&mut self, lead: Lead) -> Option<&mut Option<ObjectRef>> {
        match self {
            Self::String(_) | Self::Literal(_) | Self::Text(_) | Self::Json(_) => None,
            Self::Ambiguous { other, .. } if lead.other => Some(other),
            Self::Reference(object) | Self::Ambiguous { object, .. } => Some(object),
        }
    }
}

impl OpaqueShape {
    /// Creates the shape of nodes of this type with these attributes.
    pub(crate) fn new<'a>(type_key: &str, names: impl IntoIterator<Item = &'a str>) -> Arc<Self> {
        let names = names.into_iter().map(SmolStr::new).collect();
        Arc::new(Self { type_key: type_key.into(), names, by_name: OnceLock::new() })
    }

    /// Returns the positions of the names in ascending order of the names.
    pub(crate) fn by_name(&self) -> &[u32] {
        self.by_name.get_or_init(|| {
            let names: Vec<&str> = self.names.iter().map(|name| &**name).collect();
            by_name::in_name_order(&names)
        })
    }
}

impl OpaqueNode {
    /// Creates a node of this shape.
    #[inline]
    pub(crate) fn new(
        shape: Arc<OpaqueShape>,
        bytes: Option<&[u8]>,
        values: Box<[OpaqueValue]>,
        leads: Leads,
    ) -> Self {
        let extra = bytes.map(|bytes| Box::new(Extra { bytes: Some(bytes.into()), ..Extra::default() }));
        Self { base: Object::new(), shape, values, leads, extra }
    }

    /// Creates a node of this shape, whose references are in the order of the attributes. `is_node`
    /// returns whether the reference in an attribute, which is to a tensor, is [`Lead::is_node`].
    pub(crate) fn with_leads(
        shape: Arc<OpaqueShape>,
        bytes: Option<&[u8]>,
        values: Box<[OpaqueValue]>,
        is_node: impl Fn(usize) -> bool,
    ) -> Opaque {
        let lead = |(attr, value): (u32, &OpaqueValue)| {
            let object = value.followed()?;
            let is_node = is_node(attr as usize) && object.is_instance::<NDArrayNode>();
            Some(Lead { is_node, ..Lead::new(attr) })
        };
        let leads = (0..).zip(&values).filter_map(lead).collect();
        make_object(Self::new(shape, bytes, values, leads)).into()
    }

    /// Orders the references like the fields of the type, which is how TVM 0.8's format numbers the
    /// nodes below a node of a known type. References in other attributes come last.
    pub(crate) fn sort_by_field(opaque: &mut Opaque, reflection: &'static Reflection) {
        let rank = |lead: &Lead| {
            let position = reflection.find_stored(&opaque.shape.names[lead.attr as usize]);
            let is_it = |reference: &usize| Some(*reference) == position;
            reflection.references().iter().position(is_it).unwrap_or(usize::MAX)
        };
        if opaque.leads.iter().is_sorted_by_key(|lead| rank(&lead)) {
            return;
        }
        let mut leads: Vec<_> = opaque.leads.iter().collect();
        leads.sort_by_cached_key(rank);
        *opaque.make_mut().leads = leads.into_iter().collect();
    }

    /// Returns the type key in the file.
    pub fn opaque_type_key(&self) -> &str {
        &self.shape.type_key
    }

    /// Returns the version of the type in the file, if the file states one.
    pub(crate) fn version(&self) -> Option<&Arc<str>> {
        self.extra.as_ref()?.version.as_ref()
    }

    /// Returns the bytes of the node, if the file has any.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.extra.as_ref()?.bytes.as_deref()
    }

    /// Returns the node of a stand-in, with a further attribute for each changed field that has no
    /// attribute in the file.
    pub(super) fn with_changed<'a>(&'a self, stand_in: memory::Node<'a>) -> &'a Self {
        let missing = self.extra.as_ref().and_then(|extra| extra.missing.as_ref());
        missing.map_or(self, |missing| missing.with_changed(self, stand_in))
    }

    /// If the node belongs to a stand-in: returns for each attribute the position of the field that
    /// has its value. Returns nothing for other nodes.
    #[inline]
    pub(crate) fn fields(&self) -> &[Option<u32>] {
        self.extra.as_ref().map_or(&[], |extra| &extra.fields)
    }

    /// Returns the names of the attributes in ascending order. Nodes of files that state the JSON
    /// types of values keep the order of the file. A node that was upgraded has its fields first.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.shape.names.iter().map(|name| &**name)
    }

    /// Returns the attributes in the order of [`OpaqueNode::names`].
    pub fn attrs(&self) -> impl ExactSizeIterator<Item = (&str, &OpaqueValue)> {
        self.names().zip(&self.values)
    }

    /// Returns the number of references to other objects.
    pub(crate) fn reference_count(&self) -> usize {
        self.leads.len()
    }

    /// Returns the `index`th reference to another object.
    pub(crate) fn reference(&self, index: usize) -> Option<&ObjectRef> {
        let lead = self.leads.get(index);
        match &self.values[lead.attr as usize] {
            OpaqueValue::String(_)
            | OpaqueValue::Literal(_)
            | OpaqueValue::Text(_)
            | OpaqueValue::Json(_) => None,
            OpaqueValue::Ambiguous { other, .. } if lead.other => other.as_ref(),
            OpaqueValue::Reference(object) | OpaqueValue::Ambiguous { object, .. } => object.as_ref(),
        }
    }

    /// Returns for each attribute whether its `object` is a tensor in the list of tensors of a file
    /// of TVM 0.8, so that its `other` is a node. In most attributes with both, the node comes
    /// first.
    pub(crate) fn tensors_first(&self) -> Vec<bool> {
        let mut is_tensor = vec![false; self.values.len()];
        for lead in self.leads.iter().filter(|lead| !lead.other && !lead.is_node) {
            let object = self.values[lead.attr as usize].followed();
            is_tensor[lead.attr as usize] = object.is_some_and(|object| object.is_instance::<NDArrayNode>());
        }
        is_tensor
    }

    /// Returns a copy of the node with these references to other objects. For a stand-in, the
    /// references in fields have no effect.
    pub(crate) fn with_references(&self, references: &[Option<ObjectRef>]) -> Opaque {
        let mut node = self.clone();
        for (lead, reference) in self.leads.iter().zip(references) {
            if self.fields().get(lead.attr as usize).copied().flatten().is_some() {
                continue;
            }
            if let Some(old) = node.values[lead.attr as usize].referred_mut(lead) {
                old.clone_from(reference);
            }
        }
        make_object(node).into()
    }

    /// Returns a copy of the node with new objects in place of those that ambiguous attributes may
    /// refer to, and that graph numbering does not follow. Returns `None` if `new` returns no other
    /// object.
    pub(crate) fn with_candidates<'a>(
        &self,
        new: impl Fn(&ObjectRef) -> Option<&'a ObjectRef>,
    ) -> Option<Opaque> {
        let has_candidates = |value: &OpaqueValue| match value {
            OpaqueValue::Ambiguous { object, other, .. } => object.is_some() || other.is_some(),
            _ => false,
        };
        if !self.values.iter().any(has_candidates) {
            return None;
        }
        let mut is_followed = vec![[false; 2]; self.values.len()];
        for Lead { attr, other, .. } in self.leads.iter() {
            is_followed[attr as usize][usize::from(other)] = true;
        }
        let mut changed = None;
        for (attr, value) in self.values.iter().enumerate() {
            let OpaqueValue::Ambiguous { object, other, .. } = value else { continue };
            for (position, candidate) in [object, other].into_iter().enumerate() {
                if let Some(old) = candidate.as_ref().filter(|_| !is_followed[attr][position])
                    && let Some(new) = new(old).filter(|new| !new.same_as(old))
                {
                    let node = changed.get_or_insert_with(|| self.clone());
                    if let OpaqueValue::Ambiguous { object, other, .. } = &mut node.values[attr] {
                        *[object, other][position] = Some(new.clone());
                    }
                }
            }
        }
        changed.map(|node| make_object(node).into())
    }
}

impl Opaque {
    /// Returns the object as an opaque node. Returns another object as the error.
    pub(crate) fn of(object: ObjectRef) -> Result<Self, ObjectRef> {
        object.downcast().map_err(DowncastError::into_object)
    }

    /// Replaces the `index`th reference to another object and returns the old one. Changes the node
    /// in place if it has no other references. Otherwise replaces it by a changed copy.
    pub(crate) fn set_reference(&mut self, index: usize, reference: Option<ObjectRef>) -> Option<ObjectRef> {
        let node = self.make_mut();
        let lead = node.leads.get(index);
        std::mem::replace(node.values[lead.attr as usize].referred_mut(lead)?, reference)
    }
}

#[cfg(test)]
impl Opaque {
    /// Creates a node with these attributes, in which these references are followed.
    pub(crate) fn of_attrs(type_key: &str, attrs: Vec<(&str, OpaqueValue)>, leads: &[Lead]) -> Self {
        let shape = OpaqueShape::new(type_key, attrs.iter().map(|(name, _)| *name));
        let values = attrs.into_iter().map(|(_, value)| value).collect();
        make_object(OpaqueNode::new(shape, None, values, leads.iter().copied().collect())).into()
    }
}
