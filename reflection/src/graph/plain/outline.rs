//! A traversal before writing, which finds the objects that need an `$id`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use objet_object::{IsObjectRef, NDArray, ObjectRef};

use super::MAX_NESTING;

use crate::content::Content;
use crate::graph::error::GraphError;
use crate::graph::numbering::{has_text_keys, unsaved_field};
use crate::graph::opaque::{OpaqueNode, OpaqueValue};
use crate::graph::versions::SavedVersions;
use crate::identity::{Identity, IdentityMap, is_shared};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};
use crate::walk::pre_order;

/// The objects of a graph that have an `$id`, and the objects that are still to be written.
pub(super) struct Outline<'a> {
    pub(super) loaded: &'a Loaded,
    /// The type keys that have versions, with their versions.
    pub(super) versions: Vec<(&'a str, String)>,
    /// The `$id` of each object that has one, or 0 before it is written.
    ids: RefCell<IdentityMap<u32>>,
    last_id: Cell<u32>,
    /// The objects that were replaced by references because of their depth.
    deferred: RefCell<VecDeque<(u32, &'a ObjectRef)>>,
}

/// How an object is written at one of its positions.
pub(super) enum Position {
    /// In place, with this `$id` if it has one.
    Here(Option<u32>),
    /// As a reference to this `$id`.
    Reference(u32),
}

impl<'a> Outline<'a> {
    /// Traverses a graph.
    ///
    /// # Errors
    /// If the graph has an object that the format does not support.
    pub(super) fn of(root: Option<&'a ObjectRef>, loaded: &'a Loaded) -> Result<Self, GraphError> {
        let mut ids = IdentityMap::default();
        let mut shared = IdentityMap::<()>::default();
        let mut recent = RecentTypes::new();
        let mut types = SavedVersions::default();
        // Each object with the object that refers to it.
        let mut open: Vec<(&ObjectRef, Option<&ObjectRef>)> =
            root.map(|root| (root, None)).into_iter().collect();
        while let Some((object, from)) = open.pop() {
            if is_shared(object) && shared.insert(Identity::of(object), ()).is_some() {
                ids.insert(Identity::of(object), 0);
                continue;
            }
            let content = Content::by_recent(object, &mut recent);
            check(object, content, from)?;
            match content {
                Content::Node(node) => {
                    types.node(node);
                    if node.layout().has_custom {
                        check_fields(root, object, node, loaded)?;
                    }
                }
                Content::Opaque(opaque) => types.opaque(opaque.node())?,
                _ => {}
            }
            if let Content::Node(node) = content
                && node.reflection().bytes().is_some()
            {
                continue;
            }
            // The keys of this map are written as keys.
            if let Content::Map(map) = content
                && has_text_keys(map)
            {
                open.extend(map.iter().filter_map(|(_, value)| Some((value?, Some(object)))));
                continue;
            }
            open.extend(content.references(loaded).flatten().map(|target| (target, Some(object))));
        }
        let occurs = |key: &str| root.is_some_and(|root| pre_order(root).any(|each| each.type_key() == key));
        let versions = types.finish(occurs)?;
        Ok(Self { loaded, versions, ids: ids.into(), last_id: Cell::new(0), deferred: RefCell::default() })
    }

    /// Returns how an object is written at this depth. Assigns an `$id` if the object needs one and
    /// has none yet.
    pub(super) fn position(&self, object: &'a ObjectRef, depth: usize, is_leaf: bool) -> Position {
        let is_too_deep = !is_leaf && depth >= MAX_NESTING;
        if !is_too_deep && !is_shared(object) {
            return Position::Here(None);
        }
        let mut ids = self.ids.borrow_mut();
        let next = self.last_id.get() + 1;
        match ids.entry(Identity::of(object)) {
            Entry::Occupied(known) if *known.get() > 0 => return Position::Reference(*known.get()),
            Entry::Occupied(mut known) => {
                known.insert(next);
            }
            Entry::Vacant(_) if !is_too_deep => return Position::Here(None),
            // Every deferred object has an entry, so that each object is deferred once, even if
            // another thread closes a cycle meanwhile.
            Entry::Vacant(vacant) => {
                vacant.insert(next);
            }
        }
        self.last_id.set(next);
        if !is_too_deep {
            return Position::Here(Some(next));
        }
        self.deferred.borrow_mut().push_back((next, object));
        Position::Reference(next)
    }

    /// Returns the next object that was deferred, and its `$id`.
    pub(super) fn next_deferred(&self) -> Option<(u32, &'a ObjectRef)> {
        self.deferred.borrow_mut().pop_front()
    }

    /// Whether no objects are deferred now.
    pub(super) fn is_complete(&self) -> bool {
        self.deferred.borrow().is_empty()
    }
}

/// Checks that JSON can hold the fields of a node with `serde`.
fn check_fields(
    root: Option<&ObjectRef>,
    object: &ObjectRef,
    node: Node<'_>,
    loaded: &Loaded,
) -> Result<(), GraphError> {
    let Some((field, reason)) = unsaved_field(node, loaded) else { return Ok(()) };
    let position = root.and_then(|root| pre_order(root).position(|each| each.same_as(object)));
    let node = position.map_or(0, |position| position + 1);
    Err(GraphError::FieldNotSaved { node, type_key: object.type_key(), field, reason })
}

fn check(object: &ObjectRef, content: Content<'_>, from: Option<&ObjectRef>) -> Result<(), GraphError> {
    match content {
        Content::Adt(_) | Content::Unknown => Err(GraphError::NotSaved {
            type_key: object.type_key(),
            position: from
                .map_or("as the root".into(), |from| format!("in a node of type {}", from.type_key())),
        }),
        Content::Tensor(_) => match object.downcast_ref::<NDArray>().map(|tensor| tensor.compact()) {
            Some(Err(source)) => Err(GraphError::Tensor { tensor: 0, source: source.into() }),
            _ => Ok(()),
        },
        Content::Opaque(opaque) => match ambiguous_attr(opaque.node()) {
            Some((attr, text)) => Err(GraphError::AmbiguousReference {
                type_key: opaque.opaque_type_key().into(),
                attr: attr.into(),
                text: text.into(),
                change: "is not part of the file".into(),
            }),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Returns an attribute that may be a number or a reference, and its text.
fn ambiguous_attr(opaque: &OpaqueNode) -> Option<(&str, &str)> {
    opaque.attrs().iter().find_map(|attr| match &attr.value {
        OpaqueValue::Ambiguous { text, .. } => Some((attr.name.as_str(), &**text)),
        _ => None,
    })
}
