//! Nodes of unknown types in files that state the JSON type of each value.

use std::sync::Arc;

use objet_object::{FieldKind, IsObjectRef, ObjectRef};
use smol_str::{SmolStr, ToSmolStr};

use super::known::text_of_field;
use super::leads::Lead;
use super::node::{Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use crate::field::Field;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::error::AttrError;
use crate::graph::ffi;
use crate::reflection::Reflection;

/// Returns the indices of the nodes that a node refers to.
pub(super) fn targets(node: Node<'_>) -> impl Iterator<Item = u32> {
    (0..node.names().len()).filter_map(move |attr| target(node, attr))
}

fn target(node: Node<'_>, attr: usize) -> Option<u32> {
    match node.value(attr)? {
        FileValue::Node(index) => Some(index),
        _ => None,
    }
}

/// Builds a node. Its attributes keep the order of the file. `field` returns the field of an
/// attribute, if the type is known.
pub(super) fn make(
    document: &Document,
    shape: Arc<OpaqueShape>,
    node: Node<'_>,
    field: impl Fn(usize) -> Option<&'static Field>,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    let string = |attr: usize, text: &str| {
        // Plain files have other values than strings for fields that hold JSON.
        let field = field(attr).filter(|field| !document.is_plain() || !field.kind().holds_json());
        let word = field.filter(|_| document.is_plain()).and_then(|field| number_of_word(field, text));
        let value = word.or_else(|| field.and_then(|field| text_of_field(field, || text.into())));
        value.unwrap_or_else(|| OpaqueValue::String(text.into()))
    };
    let values = (0..node.names().len()).map(|attr| match node.value(attr) {
        Some(FileValue::Node(index)) => OpaqueValue::Reference(get(index)),
        Some(FileValue::Literal("null")) if document.is_plain() => OpaqueValue::Reference(None),
        Some(FileValue::Literal(literal)) if document.is_plain() => {
            OpaqueValue::Literal(written_number(field(attr), literal))
        }
        Some(FileValue::Literal(literal)) => OpaqueValue::Literal(literal.into()),
        Some(FileValue::Integer(number)) => OpaqueValue::Literal(number.to_smolstr()),
        Some(FileValue::Untyped(text) | FileValue::String(text)) => string(attr, text),
        #[cfg(feature = "serde")]
        Some(FileValue::Json(text)) if document.is_plain() => OpaqueValue::Json(written_json(text).into()),
        #[cfg(feature = "serde")]
        Some(FileValue::Json(text)) => OpaqueValue::Json(text.into()),
        None => OpaqueValue::Reference(None),
    });
    let bytes = node.repr().filter(|bytes| document.is_plain() || !bytes.is_empty());
    let is_node = |attr: usize| match field(attr) {
        Some(field) => !field.is_tensor(),
        None => is_numbered(document, node, attr),
    };
    let mut opaque = OpaqueNode::with_leads(shape, bytes, values.collect(), is_node);
    sort_by_number(document, node, &mut opaque);
    opaque
}

/// Returns the number of a field for which plain JSON has a word: a float that JSON cannot hold, or
/// a variant of an enum.
fn number_of_word(field: &Field, text: &str) -> Option<OpaqueValue> {
    let literal = match field.kind() {
        FieldKind::F32 | FieldKind::F64 if matches!(text, "NaN" | "Infinity" | "-Infinity") => text.into(),
        FieldKind::Enum(declared) => declared.variants.iter().find(|(name, _)| *name == text)?.1.to_smolstr(),
        _ => return None,
    };
    Some(OpaqueValue::Literal(literal))
}

/// Returns a number of a plain file as it is written. Equal numbers have one text. An integer has
/// no negative zero.
fn written_number(field: Option<&Field>, literal: &str) -> SmolStr {
    if literal == "-0" && field.is_some_and(|field| matches!(field.kind(), FieldKind::Int(_))) {
        return "0".into();
    }
    let is_float = literal.contains(['.', 'e', 'E']) || literal == "-0";
    match literal.parse::<f64>() {
        Ok(number) if is_float && number.is_finite() => format!("{number:?}").into(),
        _ => literal.into(),
    }
}

/// Returns JSON of a plain file with each number as [`written_number`] has it.
#[cfg(feature = "serde")]
fn written_json(mut text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    while let Some(first) = text.bytes().next() {
        let (token, rest) = text.split_at(token_length(text.as_bytes()));
        match first {
            b'-' | b'0'..=b'9' => written.push_str(&written_number(None, token)),
            _ => written.push_str(token),
        }
        text = rest;
    }
    written
}

/// Returns the length of the string or number at the start of JSON. Another byte is a token.
#[cfg(feature = "serde")]
fn token_length(text: &[u8]) -> usize {
    let is_of_number = |byte: &u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
    match text[0] {
        b'"' => {
            let mut end = 1;
            while text[end] != b'"' {
                end += if text[end] == b'\\' { 2 } else { 1 };
            }
            end + 1
        }
        b'-' | b'0'..=b'9' => text.iter().take_while(|byte| is_of_number(byte)).count(),
        _ => 1,
    }
}

/// Converts a node of a known type that its type cannot build. Its attributes keep the order of the
/// file.
pub(crate) fn keep_known_tagged(
    document: &Document,
    node: Node<'_>,
    reflection: &'static Reflection,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    let name = |name: &u32| document.name(*name);
    let shape = OpaqueShape::new(document.type_key(node.type_key()), node.names().iter().map(name));
    let field = |attr: usize| reflection.stored_field(name(&node.names()[attr]));
    let mut opaque = make(document, shape, node, field, get);
    OpaqueNode::sort_by_field(&mut opaque, reflection);
    opaque
}

/// Whether an attribute refers to one of the nodes in saved order, which tensors follow. The nodes
/// of plain documents have no order.
fn is_numbered(document: &Document, node: Node<'_>, attr: usize) -> bool {
    let numbered = document.len() - document.tensors.len();
    !document.is_plain() && target(node, attr).is_some_and(|target| (target as usize) < numbered)
}

/// Sorts the references to nodes in saved order by their numbers. If a type visits its references
/// in another order than that of the attributes, saving gives the nodes the same numbers again.
fn sort_by_number(document: &Document, node: Node<'_>, opaque: &mut Opaque) {
    let is_numbered = |lead: &Lead| is_numbered(document, node, lead.attr as usize);
    let number = |lead: &Lead| target(node, lead.attr as usize);
    if opaque.leads.iter().filter(is_numbered).is_sorted_by_key(|lead| number(&lead)) {
        return;
    }
    let mut leads: Vec<_> = opaque.leads.iter().collect();
    let mut sorted: Vec<_> = leads.iter().copied().filter(is_numbered).collect();
    sorted.sort_by_key(number);
    for (slot, lead) in leads.iter_mut().filter(|lead| is_numbered(lead)).zip(sorted) {
        *slot = lead;
    }
    *opaque.make_mut().leads = leads.into_iter().collect();
}

/// Checks that a value of a plain file or of tables has the JSON type of a field that is not a
/// reference: strings as strings, and numbers as numbers. An enum may be a name or a number.
///
/// # Errors
/// If the value has another type.
pub(crate) fn has_plain_form(kind: FieldKind, value: FileValue<'_>) -> Result<(), AttrError> {
    let (expected, found) = match (kind, value) {
        (_, FileValue::Node(_)) => ("a value that is no object", "an object or a list".into()),
        (FieldKind::Int(_), FileValue::String(text)) => ("an integer", format!("{text:?}")),
        (FieldKind::Bool, FileValue::String(text)) => ("true or false", format!("{text:?}")),
        (FieldKind::F32 | FieldKind::F64, FileValue::String(text))
            if !matches!(text, "NaN" | "Infinity" | "-Infinity") =>
        {
            ("a number", format!("{text:?}"))
        }
        (
            FieldKind::String | FieldKind::Char | FieldKind::DataType,
            FileValue::Literal(_) | FileValue::Integer(_),
        ) => ("a string", value.to_text().into()),
        // The text of the string is not its JSON.
        (kind, FileValue::String(text)) if kind.holds_json() => ("JSON of the field", format!("{text:?}")),
        _ => return Ok(()),
    };
    Err(ffi::mismatch(expected, &found))
}
