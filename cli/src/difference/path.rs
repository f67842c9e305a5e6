//! The object at the end of a path.

use objet::compare::{Path, PathStep};
use objet::containers::MapNode;
use objet::prelude::*;
use objet::walk::Content;
use objet::{String, get_attr};

/// A graph of a comparison.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Right,
}

/// Returns the object at a path, or `None` if there is no object.
pub(super) fn object_at(root: &ObjectRef, path: &Path, side: Side) -> Option<ObjectRef> {
    path.steps().into_iter().try_fold(root.clone(), |object, step| follow(&object, step, side))
}

fn follow(object: &ObjectRef, step: &PathStep, side: Side) -> Option<ObjectRef> {
    match step {
        PathStep::Field(name) => get_attr(object, name).ok()?.get().ok(),
        PathStep::Index(index) => match Content::of(object) {
            Content::Array(array) => array.as_slice().get(*index)?.clone(),
            Content::Adt(adt) => adt.fields().get(*index)?.clone(),
            _ => None,
        },
        PathStep::Key(name) => value_of(object.as_node()?, name),
        PathStep::Entry { lhs, rhs, .. } => {
            let index = match side {
                Side::Left => *lhs,
                Side::Right => *rhs,
            };
            object.as_node::<MapNode>()?.entry(index?)?.1.cloned()
        }
        _ => None,
    }
}

/// Returns the value of the key with this name: a string, or an object with a name, such as a
/// global variable.
fn value_of(map: &MapNode, name: &str) -> Option<ObjectRef> {
    let has_name =
        |key: &ObjectRef| get_attr(key, "name_hint").is_ok_and(|found| found.get::<&str>() == Ok(name));
    match map.get(&String::from(name).into_object_ref()) {
        Some(value) => value.cloned(),
        None => map.iter().find(|(key, _)| has_name(key))?.1.cloned(),
    }
}
