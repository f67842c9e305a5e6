//! Errors of rewriting graphs.

use objet_object::{CastError, Map, ObjectRef, ValueError};

use crate::error::ReflectError;
use crate::reflection::Reflection;

/// The error of a graph that cannot be rewritten.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// A field cannot hold a rewritten object, or the type's own check rejects the changed node.
    #[error(transparent)]
    Node(#[from] ReflectError),
    /// The rewritten root has another type than the reference to the root.
    #[error("type mismatch of the rewritten root: {0}")]
    Root(#[source] CastError),
    /// Two keys of a map are equal after the rewriting.
    #[error("duplicate key in a rewritten map: entry {entry} has the key of an earlier entry")]
    DuplicateKey {
        /// The index of the second entry.
        entry: usize,
    },
    /// The rules of a [`Rewriter`](crate::Rewriter) still replace objects after the maximum number
    /// of replacements.
    #[error(
        "rules still replace objects after {limit} replacements: make the rules terminate, or raise the limit"
    )]
    NoFixpoint {
        /// The maximum number of replacements.
        limit: u64,
    },
    /// The graph has a cycle, which is only possible through fields that change in place.
    #[error("reference cycle: an object of type {type_key} refers back to itself and cannot be rewritten")]
    Cycle {
        /// The type key of an object of the cycle.
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

/// Inserts entries into an empty map.
pub(super) fn fill(
    map: &mut Map<ObjectRef, Option<ObjectRef>>,
    entries: impl IntoIterator<Item = (ObjectRef, Option<ObjectRef>)>,
) -> Result<(), RewriteError> {
    for (entry, (key, value)) in entries.into_iter().enumerate() {
        map.insert(key, value);
        if map.len() == entry {
            return Err(RewriteError::DuplicateKey { entry });
        }
    }
    Ok(())
}
