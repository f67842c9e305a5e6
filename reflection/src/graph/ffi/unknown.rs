//! Building of opaque nodes, and the fields of stand-ins.

use std::iter;

use objet_object::{IsObjectRef, ObjectRef, String as ObjectString};

use super::fields::{field_arg, node_index};
use super::infer::{Meaning, Meanings};
use super::writer::field_value;
use crate::field::Field;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::json_writer::Output;
use crate::graph::load::Plans;
use crate::graph::opaque::file_text;
use crate::graph::opaque::known::text_of_field;
use crate::graph::opaque::node::{Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use crate::graph::opaque::shapes::Shapes;
use crate::loaded::Loaded;
use crate::make::FieldArg;
use crate::memory;
use crate::reflection::Reflection;

/// Builds a node of an unknown type, or a node that has attributes without fields. The nodes that
/// it refers to must be built already. `field` returns the field of an attribute, if the type is
/// known.
pub(in crate::graph) fn make(
    shapes: &Shapes<'_>,
    meanings: &Meanings,
    plans: &Plans,
    node_number: u32,
    node: Node<'_>,
    field: Option<impl Fn(usize) -> Option<&'static Field>>,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    let attrs = plans.classes(node).zip(node.tagged());
    // A reference that is written into a value takes less time than a value that is moved.
    let null = || OpaqueValue::Reference(None);
    let mut values: Box<[_]> = iter::repeat_with(null).take(attrs.len()).collect();
    for (((attr, class), of), value) in attrs.zip(&mut values) {
        match (meanings.of(node, attr, class, *of), value) {
            ((Meaning::Reference, Some(index)), OpaqueValue::Reference(object)) => *object = get(index),
            ((Meaning::Ambiguous, Some(number)), value) => {
                let object = get(number);
                let is_tree_edge = meanings.leads(node_number, attr);
                *value = OpaqueValue::Ambiguous { number, object, other: None, is_tree_edge };
            }
            (_, value) => *value = plain(node.value(attr)),
        }
    }
    let shape = shapes.in_file_order(node);
    let Some(field) = field else {
        return OpaqueNode::with_leads(shape, node.repr(), values, |_| false);
    };
    for (attr, value) in values.iter_mut().enumerate() {
        if let (Some(field), OpaqueValue::Reference(object)) = (field(attr), &mut *value) {
            *value = known(field, object.take());
        }
    }
    let is_node = |attr| field(attr).is_some_and(|field| !field.is_tensor());
    OpaqueNode::with_leads(shape, node.repr(), values, is_node)
}

/// Returns the value of a field that has this object in the file.
fn known(field: &Field, object: Option<ObjectRef>) -> OpaqueValue {
    let text = object.as_ref().and_then(|object| object.downcast_ref::<ObjectString>());
    let value = text.and_then(|text| text_of_field(field, || text.clone()));
    value.unwrap_or(OpaqueValue::Reference(object))
}

/// Converts a node of a known type that its type cannot build to an opaque node.
pub(in crate::graph) fn keep_known(
    document: &Document,
    node: Node<'_>,
    reflection: &'static Reflection,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    let name = |attr: usize| document.name(node.names()[attr]);
    let field = |attr: usize| reflection.stored_field(name(attr));
    let attrs = 0..node.names().len();
    let values = attrs.clone().map(|attr| {
        let value = node.value(attr);
        let index = node_index(value).ok().and_then(|index| u32::try_from(index).ok());
        match field(attr).filter(|field| field.is_node()).zip(index) {
            Some((field, index)) => known(field, get(index)),
            None => plain(value),
        }
    });
    let values = values.collect();
    let shape = OpaqueShape::new(document.type_key(node.type_key()), attrs.map(name));
    let is_node = |attr| field(attr).is_some_and(|field| !field.is_tensor());
    let mut opaque = OpaqueNode::with_leads(shape, node.repr(), values, is_node);
    OpaqueNode::sort_by_field(&mut opaque, reflection);
    opaque
}

fn plain(text: Option<FileValue<'_>>) -> OpaqueValue {
    match text.unwrap_or(FileValue::Literal("null")) {
        FileValue::Literal(literal) => OpaqueValue::Literal(literal.into()),
        FileValue::Integer(number) | FileValue::Node(number) => {
            OpaqueValue::Literal(itoa::Buffer::new().format(number).into())
        }
        FileValue::Untyped(text) | FileValue::String(text) => OpaqueValue::String(text.into()),
        #[cfg(feature = "serde")]
        FileValue::Json(text) => OpaqueValue::String(text.into()),
    }
}

/// Returns the string of an attribute, if the field copies its text.
pub(in crate::graph) fn stored_text<'a>(field: &Field, value: &'a OpaqueValue) -> Option<&'a str> {
    match value {
        OpaqueValue::Reference(Some(object)) if field.is_node() && !field.is_reference() => {
            object.downcast_ref::<ObjectString>().map(ObjectString::as_str)
        }
        OpaqueValue::Text(text) | OpaqueValue::Json(text) if field.is_node() && !field.is_reference() => {
            Some(text.as_str())
        }
        _ => None,
    }
}

/// Returns the value of the field of a stand-in for an attribute. Returns `None` if the attribute
/// does not have the form that the writer gives the field.
pub(in crate::graph) fn stored_arg<'a>(field: &Field, value: &'a OpaqueValue) -> Option<FieldArg<'a>> {
    match value {
        OpaqueValue::Reference(object) if field.is_reference() => Some(FieldArg::Value(object.into())),
        OpaqueValue::Reference(_) | OpaqueValue::Text(_) | OpaqueValue::Json(_) => {
            let text = stored_text(field, value)?;
            Some(if field.kind().holds_json() { FieldArg::Json(text) } else { FieldArg::Value(text.into()) })
        }
        OpaqueValue::Literal(text) if !field.is_node() => {
            field_arg(field, Some(FileValue::Literal(text))).ok()
        }
        OpaqueValue::String(text) if !field.is_node() => field_arg(field, Some(FileValue::String(text))).ok(),
        _ => None,
    }
}

/// Returns the value of a field that is not the index of a node, as the writer writes it.
pub(in crate::graph) fn field_text(node: memory::Node<'_>, position: usize, loaded: &Loaded) -> String {
    let mut out = Output::new(Vec::new());
    field_value(&mut out, &mut String::new(), node, position, loaded);
    // The writer writes UTF-8.
    String::from_utf8(out.buffer).unwrap_or_default()
}

/// Whether the field of a stand-in is saved as the attribute that it was read from.
pub(in crate::graph) fn is_unchanged(
    node: memory::Node<'_>,
    position: usize,
    value: &OpaqueValue,
    loaded: &Loaded,
) -> bool {
    let field = &node.reflection().fields()[position];
    let saved = || field_text(node, position, loaded);
    match value {
        OpaqueValue::Reference(_) if field.is_reference() => true,
        OpaqueValue::Reference(_) => {
            stored_text(field, value) == file_text(node, position, loaded).as_deref()
        }
        OpaqueValue::Literal(text) => saved() == **text,
        OpaqueValue::String(text) => {
            let mut quoted = Output::new(Vec::new());
            quoted.quoted(text);
            saved().as_bytes() == quoted.buffer
        }
        OpaqueValue::Text(text) | OpaqueValue::Json(text) => {
            file_text(node, position, loaded).is_some_and(|saved| saved == text.as_str())
        }
        OpaqueValue::Ambiguous { .. } => false,
    }
}
