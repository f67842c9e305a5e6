//! What can go wrong when graphs are rewritten.

use objet_object::{CastError, Map, ObjectRef, ValueError};

use crate::error::ReflectError;
use crate::reflection::Reflection;

/// A rewritten object that does not fit where it belongs.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// A field cannot hold what is to take the place of its object, or the type's own check refuses the rebuilt node.
    #[error(transparent)]
    Node(#[from] ReflectError),
    /// What became of the root is of another type than the root.
    #[error("what the root was rewritten to does not fit: {0}")]
    Root(#[source] CastError),
    /// Two keys of a map became the same.
    #[error("Map: the key of entry {entry} was rewritten to one that an entry before it has too")]
    SameKey {
        /// The position of the second entry.
        entry: usize,
    },
    /// An object is inside itself, by way of fields that are changed in place.
    #[error("{type_key}: an object that is inside itself cannot be rewritten")]
    Cycle {
        /// The type key of one of the objects of the cycle.
        type_key: String,
    },
}

impl RewriteError {
    #[cold]
    pub(super) fn field(reflection: &'static Reflection, field: usize, source: ValueError) -> Self {
        let field = reflection.fields()[field].name();
        ReflectError::Value { type_key: reflection.type_key(), field, source }.into()
    }
}

/// Puts entries into an empty map.
pub(super) fn fill(
    map: &mut Map<ObjectRef, Option<ObjectRef>>,
    entries: impl IntoIterator<Item = (ObjectRef, Option<ObjectRef>)>,
) -> Result<(), RewriteError> {
    for (entry, (key, value)) in entries.into_iter().enumerate() {
        map.insert(key, value);
        if map.len() == entry {
            return Err(RewriteError::SameKey { entry });
        }
    }
    Ok(())
}
