//! Copies of objects with other references.

use objet_object::{Map, ObjectRef};

use super::Done;
use super::error::{RewriteError, fill};
use crate::content::{Content, with_references};
use crate::graph::OpaqueView;
use crate::identity::Identity;
use crate::loaded::Loaded;
use crate::memory::Node;

/// Returns a copy of a node in which references are replaced, by their indices in the order of
/// graph numbering. Takes the changes from the position `first` on. If `checked`, the type's own
/// check runs.
///
/// # Errors
/// If a field cannot hold its new reference, or if the type's own check rejects the copy.
#[inline(never)]
pub(super) fn rebuilt_node(
    node: Node<'_>,
    changes: &mut Vec<(usize, ObjectRef)>,
    first: usize,
    checked: bool,
) -> Result<ObjectRef, RewriteError> {
    let reflection = node.reflection();
    let copy = node
        .copy_with(changes, first)
        .map_err(|(field, error)| RewriteError::field(reflection, field, error))?;
    if checked && node.layout().is_checked {
        reflection.check(&copy)?;
    }
    Ok(copy)
}

/// Returns a copy of an object other than a node in which these references are replaced, by their
/// indices. If `checked`, the own check of the type of a stand-in runs.
///
/// # Errors
/// If a field of a stand-in cannot hold its new reference, or if two keys of a map are equal.
// Copies of this function in its callers would take several KB.
#[inline(never)]
pub(super) fn rebuilt_content(
    object: &ObjectRef,
    changes: impl Iterator<Item = (usize, ObjectRef)>,
    checked: bool,
) -> Result<ObjectRef, RewriteError> {
    let loaded = Loaded::default();
    let mut references: Vec<_> = Content::of(object).references(&loaded).map(Option::<&_>::cloned).collect();
    for (index, reference) in changes {
        references[index] = Some(reference);
    }
    if let Content::Map(_) = Content::of(object) {
        let mut map = Map::new();
        let mut references = references.into_iter();
        let entries = std::iter::from_fn(|| Some((references.next()??, references.next()?)));
        fill(&mut map, entries)?;
        return Ok(map.into());
    }
    let opaque = OpaqueView::of(object);
    let reflection = opaque.and_then(OpaqueView::fields).map(Node::reflection);
    let rebuilt = with_references(object.clone(), &references).map_err(|(index, error)| {
        match (reflection, opaque.and_then(|opaque| opaque.reference_field(index))) {
            (Some(reflection), Some(field)) => RewriteError::field(reflection, field, error),
            _ => unreachable!("only fields restrict their references: {error}"),
        }
    })?;
    if let Some(reflection) = reflection.filter(|_| checked) {
        reflection.check(&rebuilt)?;
    }
    Ok(rebuilt)
}

/// Returns an opaque node whose ambiguous attributes may refer to the results of the objects that
/// they may refer to now. Returns `None` if none of these objects has another result.
///
/// The traversal does not follow these attributes. In a file, though, they refer to no object that
/// the traversal reaches later, and an object with such a reference has several references.
pub(super) fn with_results(object: &ObjectRef, done: &Done) -> Option<ObjectRef> {
    let result = |object: &ObjectRef| done.get(&Identity::of(object)).map(|(_, result)| result);
    OpaqueView::of(object).and_then(|view| view.with_candidates(result))
}
