//! The fields of stand-ins that have no attribute in the file.
//!
//! Such a field has its default, and is not saved. While the field has another value, the view of
//! the stand-in has a further attribute for it. So saving, printing and comparison have the value.
//! A node with bytes has only its bytes in files, so none of its fields becomes an attribute.
//!
//! Only the loader refers to this code, so a program that keeps no unknown nodes does not link it.

use std::sync::OnceLock;

use objet_object::make_object;

use super::leads::Lead;
use super::node::{Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use super::view::file_text;
use crate::identity::Identity;
use crate::loaded::Loaded;
use crate::memory::Node;

/// The fields of a stand-in without an attribute.
pub(crate) trait MissingFields: Send + Sync {
    /// Returns the same fields for a copy of the opaque node, which may get other values.
    fn copy(&self) -> Box<dyn MissingFields>;

    /// Records the values of the fields after loading.
    fn record(&self, stand_in: Node<'_>);

    /// Returns the opaque node of a stand-in, with a further attribute for each field that has
    /// another value than after loading.
    fn with_changed<'a>(&'a self, node: &'a OpaqueNode, stand_in: Node<'a>) -> &'a OpaqueNode;
}

impl Clone for Box<dyn MissingFields> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// The implementation of [`MissingFields`].
struct Missing(Box<[MissingField]>);

#[derive(Clone)]
struct MissingField {
    position: u32,
    /// The value after loading.
    loaded: OnceLock<OpaqueValue>,
    /// The opaque node with an attribute for the field, made when a view needs it.
    wider: OnceLock<Opaque>,
}

/// Returns the fields at these positions.
pub(super) fn missing(positions: impl Iterator<Item = usize>) -> Option<Box<dyn MissingFields>> {
    let field = |position| MissingField {
        position: position as u32,
        loaded: OnceLock::new(),
        wider: OnceLock::new(),
    };
    let fields: Box<[_]> = positions.map(field).collect();
    if fields.is_empty() { None } else { Some(Box::new(Missing(fields))) }
}

impl MissingFields for Missing {
    fn copy(&self) -> Box<dyn MissingFields> {
        let copy = |field: &MissingField| MissingField { wider: OnceLock::new(), ..field.clone() };
        Box::new(Self(self.0.iter().map(copy).collect()))
    }

    fn record(&self, stand_in: Node<'_>) {
        for field in &self.0 {
            field.loaded.get_or_init(|| value(stand_in, field.position as usize));
        }
    }

    fn with_changed<'a>(&'a self, node: &'a OpaqueNode, stand_in: Node<'a>) -> &'a OpaqueNode {
        let Some(field) = self.0.iter().find(|field| field.has_changed(stand_in)) else { return node };
        let node: &OpaqueNode = field.wider.get_or_init(|| self.wider(node, field.position, stand_in));
        // Another field may have changed, too.
        node.with_changed(stand_in)
    }
}

impl Missing {
    /// Returns a copy of an opaque node with an attribute for a field, after the others.
    fn wider(&self, node: &OpaqueNode, position: u32, stand_in: Node<'_>) -> Opaque {
        let field = &stand_in.reflection().fields()[position as usize];
        let mut wider = node.clone();
        if field.is_reference() {
            let lead = Lead::new(node.values.len() as u32);
            wider.leads = node.leads.iter().chain([lead]).collect();
        }
        wider.shape = OpaqueShape::new(node.opaque_type_key(), node.names().chain([field.name()]));
        wider.values = node.values.iter().cloned().chain([OpaqueValue::Reference(None)]).collect();
        let extra = wider.extra.get_or_insert_default();
        extra.fields = node.fields().iter().copied().chain([Some(position)]).collect();
        let others: Box<[_]> = self.0.iter().filter(|field| field.position != position).cloned().collect();
        extra.missing = if others.is_empty() { None } else { Some(Self(others).copy()) };
        make_object(wider).into()
    }
}

impl MissingField {
    fn has_changed(&self, stand_in: Node<'_>) -> bool {
        match (self.loaded.get(), value(stand_in, self.position as usize)) {
            (Some(OpaqueValue::Reference(before)), OpaqueValue::Reference(now)) => {
                let identity = |object: &Option<_>| object.as_deref().map(Identity::of);
                identity(before) != identity(&now)
            }
            (Some(OpaqueValue::String(before)), OpaqueValue::String(now)) => *before != now,
            _ => false,
        }
    }
}

/// Returns the value of a field of a stand-in as that of an attribute.
fn value(stand_in: Node<'_>, position: usize) -> OpaqueValue {
    let loaded = Loaded::default();
    match stand_in.reflection().fields()[position].is_reference() {
        true => OpaqueValue::Reference(stand_in.reference(position, &loaded).cloned()),
        // The base of a stand-in has only fields with texts.
        false => OpaqueValue::String(file_text(stand_in, position, &loaded).unwrap_or_default().into()),
    }
}
