//! How the nodes of each type key are made.

use objet_object::{TypeIndex, TypeInfo, types};

use crate::error::nearest_type_key;
use crate::graph::document::Document;
use crate::graph::error::GraphError;
use crate::reflection::{ByteForm, Reflection};

/// How the nodes of a type key are made.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Null,
    Text,
    Array,
    Map,
    Bytes(&'static ByteForm),
    /// Of fields. The type may be one that no struct of its own stands for.
    Fields(&'static Reflection, TypeIndex),
    Unknown,
}

/// The kinds of all type keys of a document.
pub(crate) struct Kinds(Vec<Kind>);

impl Kinds {
    /// Looks all type keys up.
    pub(super) fn of(document: &Document, keep_unknown: bool) -> Result<Self, GraphError> {
        let mut kinds = vec![None; document.type_key_count()];
        for (index, node) in document.nodes().enumerate() {
            let kind = &mut kinds[node.type_key() as usize];
            if kind.is_none() {
                let type_key = document.type_key(node.type_key());
                *kind = Some(match types::by_key(type_key) {
                    _ if type_key.is_empty() => Kind::Null,
                    Some(info) => Kind::of(info)
                        .ok_or_else(|| GraphError::NotReflected { node: document.place(index) })?,
                    None if keep_unknown => Kind::Unknown,
                    None => {
                        let nearest = nearest_type_key(type_key);
                        return Err(GraphError::UnknownType { node: document.place(index), nearest });
                    }
                });
            }
        }
        Ok(Self(kinds.into_iter().map(|kind| kind.unwrap_or(Kind::Null)).collect()))
    }

    /// The kind of a type key.
    #[inline]
    pub(crate) fn get(&self, type_key: u32) -> Kind {
        self.0[type_key as usize]
    }

    /// Whether some type is unknown.
    pub(crate) fn any_unknown(&self) -> bool {
        self.0.iter().any(|kind| matches!(kind, Kind::Unknown))
    }
}

impl Kind {
    /// `None` if objects of the type cannot be made.
    fn of(info: TypeInfo) -> Option<Self> {
        Some(match info.index() {
            TypeIndex::STRING => Self::Text,
            TypeIndex::ARRAY => Self::Array,
            TypeIndex::MAP => Self::Map,
            index if index.value() < TypeIndex::DYNAMIC_BEGIN.value() => return None,
            index => {
                let reflection = Reflection::of_type(info)?;
                match reflection.bytes() {
                    // What the bytes are made into would be of the struct's own type.
                    Some(_) if reflection.own_index() != index => return None,
                    Some(bytes) => Self::Bytes(bytes),
                    None => Self::Fields(reflection, index),
                }
            }
        })
    }
}
