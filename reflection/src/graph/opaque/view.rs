//! A view of opaque nodes and of stand-ins, with all attributes by name.

use std::borrow::Cow;
use std::sync::Arc;

use objet_object::{ArgValue, FieldKind, NDArrayNode, Object, ObjectRef};

use super::leads::Lead;
use super::node::{OpaqueAttr, OpaqueNode, OpaqueValue};
use crate::field::{Field, FieldRole};
use crate::graph::number::write_f64;
use crate::loaded::Loaded;
use crate::memory::Node;

/// A node that the loader kept as in the file: an [`OpaqueNode`], or a *stand-in*.
///
/// A stand-in is an object of a type below the type that a field of another node declares, so it
/// has the fields of that type. Typed code reads and changes these fields. The view has the current
/// values of all attributes, under the type key in the file.
///
/// ```
/// use objet::prelude::*;
/// use objet::graph::{LoadJson, OpaqueNode, OpaqueView};
/// use objet::{String, save_json};
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.view.Expr")]
/// struct ExprNode {
///     base: Object,
///     line: i64,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.view.Neg", is_final)]
/// struct NegNode {
///     base: ExprNode,
///     value: Expr,
/// }
///
/// # objet::register_types!(ExprNode, NegNode).unwrap();
/// let json = r#"{"root": 1, "nodes": [
///     {"type_key": ""},
///     {"type_key": "doc.view.Neg", "attrs": {"line": "1", "value": "2"}},
///     {"type_key": "far.Away", "attrs": {"line": "2", "name": "x"}}
/// ]}"#;
/// let root = LoadJson::new().keep_unknown(true).load(json.as_bytes())?.expect("not null");
/// let value = &root.as_node::<NegNode>().expect("a node of its own type").value;
/// assert_eq!(value.as_node::<ExprNode>().map(|expr| expr.line), Some(2));
///
/// let view = OpaqueView::of(value).expect("nothing knows its type");
/// assert_eq!(view.opaque_type_key(), "far.Away");
/// assert!(view.attrs().map(|attr| attr.name).eq(["line", "name"]));
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
#[derive(Clone, Copy)]
pub struct OpaqueView<'a> {
    node: &'a OpaqueNode,
    /// The object with the fields, if it is a stand-in.
    stand_in: Option<&'a Object>,
}

/// The value of an attribute.
pub(crate) enum AttrValue<'a> {
    /// The value in the file.
    Own(&'a OpaqueValue),
    /// The reference in a field of a stand-in.
    Reference(Option<&'a ObjectRef>),
    /// The value of a field of a stand-in, as in files.
    Text(String),
}

impl<'a> OpaqueView<'a> {
    /// Returns a view of the object, if the loader kept it as in the file.
    pub fn of(object: &'a Object) -> Option<Self> {
        if let Some(node) = object.as_node() {
            return Some(Self { node, stand_in: None });
        }
        let stand_in = Node::of_stand_in(object)?;
        let kept: &OpaqueNode = (**stand_in.last_reference()?).as_node()?;
        Some(Self { node: kept.with_changed(stand_in), stand_in: Some(object) })
    }

    /// Returns the type key in the file.
    pub fn opaque_type_key(self) -> &'a str {
        self.node.opaque_type_key()
    }

    /// Returns the version of the type in the file, if the file states one.
    pub(crate) fn version(self) -> Option<&'a Arc<str>> {
        self.node.version()
    }

    /// Returns the bytes of the node, if the file has any.
    pub fn bytes(self) -> Option<&'a [u8]> {
        self.node.bytes()
    }

    /// Returns the attributes in the order of [`OpaqueNode::names`]. Fields of a stand-in that are
    /// not references are [`OpaqueValue::String`]s.
    pub fn attrs(self) -> impl ExactSizeIterator<Item = OpaqueAttr<'a>> {
        let loaded = Loaded::default();
        (0..self.len()).map(move |index| {
            let value = match self.value(index, &loaded) {
                AttrValue::Own(value) => value.clone(),
                AttrValue::Reference(object) => OpaqueValue::Reference(object.cloned()),
                AttrValue::Text(text) => OpaqueValue::String(text.into()),
            };
            OpaqueAttr { name: self.name(index), value }
        })
    }

    /// Whether the object is a stand-in.
    pub(crate) fn is_stand_in(self) -> bool {
        self.stand_in.is_some()
    }

    /// Returns the opaque node. If the view is of a stand-in, the node belongs to the stand-in, and
    /// has no values for the fields.
    pub(crate) fn node(self) -> &'a OpaqueNode {
        self.node
    }

    /// Returns the stand-in as a node with fields.
    pub(crate) fn fields(self) -> Option<Node<'a>> {
        self.stand_in.and_then(Node::of_stand_in)
    }

    /// Returns the number of attributes.
    pub(crate) fn len(self) -> usize {
        self.node.values.len()
    }

    /// Returns the names of the attributes in order.
    pub(crate) fn names(self) -> impl ExactSizeIterator<Item = &'a str> {
        self.node.names()
    }

    /// Returns the name of an attribute.
    pub(crate) fn name(self, index: usize) -> &'a str {
        &self.node.shape.names[index]
    }

    /// Returns the positions of the attributes in ascending order of their names.
    #[inline]
    pub(crate) fn by_name(self) -> &'a [u32] {
        self.node.shape.by_name()
    }

    /// Returns the positions of the attributes that comparison and hashing include, in ascending
    /// order of their names.
    pub(crate) fn compared_by_name(self) -> impl Iterator<Item = usize> + use<'a> {
        self.by_name().iter().map(|index| *index as usize).filter(move |index| self.is_compared(*index))
    }

    /// Whether the compared attributes of the other node have the same names, in any order.
    pub(crate) fn has_names_of(self, other: OpaqueView<'_>) -> bool {
        let is_same_shape = Arc::ptr_eq(&self.node.shape, &other.node.shape);
        is_same_shape && self.is_stand_in() == other.is_stand_in() || {
            let names = self.compared_by_name().map(|index| self.name(index));
            names.eq(other.compared_by_name().map(|index| other.name(index)))
        }
    }

    /// Returns the position of the field that has the value of an attribute, if there is one.
    #[inline]
    pub(crate) fn field_position(self, index: usize) -> Option<usize> {
        self.node.fields().get(index).copied().flatten().map(|position| position as usize)
    }

    /// Returns the node with the field that has the value of an attribute, and the position of the
    /// field, if there is one.
    #[inline]
    pub(crate) fn stored_field(self, index: usize) -> Option<(Node<'a>, usize)> {
        let position = self.field_position(index)?;
        Some((self.fields()?, position))
    }

    fn field(self, index: usize) -> Option<&'static Field> {
        let (node, position) = self.stored_field(index)?;
        Some(&node.reflection().fields()[position])
    }

    /// Whether comparison and hashing include the attribute. They leave out fields that the type of
    /// the field leaves out.
    pub(crate) fn is_compared(self, index: usize) -> bool {
        self.field(index).is_none_or(|field| field.role() != FieldRole::Skipped)
    }

    /// Returns the value of an attribute.
    pub(crate) fn value<'b>(self, index: usize, loaded: &'b Loaded) -> AttrValue<'b>
    where
        'a: 'b,
    {
        match (self.field_position(index), self.fields()) {
            (Some(position), Some(node)) => match node.reflection().fields()[position].is_reference() {
                true => AttrValue::Reference(node.reference(position, loaded)),
                // The base of a stand-in has only fields with texts.
                false => AttrValue::Text(file_text(node, position, loaded).unwrap_or_default()),
            },
            _ => AttrValue::Own(&self.node.values[index]),
        }
    }

    /// Returns the number of references to other objects.
    pub(crate) fn reference_count(self) -> usize {
        self.node.reference_count()
    }

    /// Returns the `index`th reference to another object.
    pub(crate) fn reference(self, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match (self.reference_field(index), self.fields()) {
            (Some(position), Some(node)) => node.reference(position, loaded),
            _ => self.node.reference(index),
        }
    }

    /// Returns the position of the field with the `index`th reference, if a field has it.
    pub(crate) fn reference_field(self, index: usize) -> Option<usize> {
        let Lead { attr, .. } = self.node.leads.get(index);
        self.field_position(attr as usize)
    }

    /// Whether files store the `index`th reference, which is to `object`, in their list of tensors.
    pub(crate) fn is_tensor(self, index: usize, object: Option<&ObjectRef>) -> bool {
        let Lead { attr, is_node, .. } = self.node.leads.get(index);
        match self.field(attr as usize) {
            Some(field) => field.is_tensor(),
            None => !is_node && object.is_some_and(|object| object.is_instance::<NDArrayNode>()),
        }
    }

    /// Returns the declaration of the field with the `index`th reference, if a field has it.
    pub(crate) fn declared_field(self, index: usize) -> Option<&'static Field> {
        self.field(self.node.leads.get(index).attr as usize)
    }
}

impl<'a> AttrValue<'a> {
    /// Returns the object of an attribute that is read as a reference.
    pub(crate) fn object(&self) -> Option<Option<&'a ObjectRef>> {
        match self {
            Self::Reference(object) => Some(*object),
            Self::Own(
                OpaqueValue::Reference(object) | OpaqueValue::Ambiguous { object, is_tree_edge: true, .. },
            ) => Some(object.as_ref()),
            _ => None,
        }
    }

    /// Returns the object of an attribute that is a reference, or that may refer to an object.
    pub(crate) fn candidate(&self) -> Option<Option<&'a ObjectRef>> {
        match self {
            Self::Reference(object) => Some(*object),
            Self::Own(OpaqueValue::Reference(object)) => Some(object.as_ref()),
            Self::Own(OpaqueValue::Ambiguous { object: Some(object), .. }) => Some(Some(object)),
            _ => None,
        }
    }

    /// Returns the other object that an ambiguous attribute may refer to.
    pub(crate) fn other_candidate(&self) -> Option<Option<&'a ObjectRef>> {
        match self {
            Self::Own(OpaqueValue::Ambiguous { other, .. }) => Some(other.as_ref()),
            _ => None,
        }
    }

    /// Returns the text of a value that is no string in the file.
    pub(crate) fn literal(&self) -> Option<&'a str> {
        match self {
            Self::Own(OpaqueValue::Literal(text)) => Some(text),
            Self::Own(OpaqueValue::Json(text)) => Some(text.as_str()),
            _ => None,
        }
    }

    /// Returns the string of an attribute that is not a certain reference.
    pub(crate) fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) => Some(text.into()),
            Self::Own(OpaqueValue::String(text) | OpaqueValue::Literal(text)) => Some(text.as_str().into()),
            Self::Own(OpaqueValue::Text(text) | OpaqueValue::Json(text)) => Some(text.as_str().into()),
            Self::Own(OpaqueValue::Ambiguous { number, .. }) => Some(number.to_string().into()),
            Self::Own(OpaqueValue::Reference(_)) | Self::Reference(_) => None,
        }
    }
}

/// Returns the text of a field in files, if the field has one.
pub(in crate::graph) fn file_text(node: Node<'_>, position: usize, loaded: &Loaded) -> Option<String> {
    if let FieldKind::List(_) | FieldKind::Optional(_) = node.reflection().fields()[position].kind() {
        let mut text = String::new();
        return node.write_json(position, loaded, &mut text).ok().map(|()| text);
    }
    Some(match node.value(position, loaded) {
        Err(number) => number.to_string(),
        Ok(ArgValue::Int(number)) => number.to_string(),
        Ok(ArgValue::Float(number)) => {
            let mut text = Vec::new();
            write_f64(number, &mut text);
            String::from_utf8(text).ok()?
        }
        Ok(ArgValue::Str(text)) => text.into(),
        Ok(ArgValue::DataType(dtype)) => dtype.to_string(),
        Ok(_) => return None,
    })
}
