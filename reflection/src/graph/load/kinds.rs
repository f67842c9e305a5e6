//! How the nodes of each type key are made.

use std::collections::{HashMap, HashSet};

use objet_object::{TypeIndex, TypeInfo, types};

use crate::error::nearest_type_key;
use crate::graph::document::{Document, Node};
use crate::graph::error::GraphError;
use crate::options::ByteForm;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// How the nodes of a type key are made.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Null,
    Text,
    Array,
    Map,
    Bytes(&'static ByteForm),
    /// Of fields. The type may be one that no struct of its own stands for.
    Fields(Reflected),
    /// Kept as the file has it. Of a known type, whose nodes have further attributes here, the fields are known.
    Unknown(Option<&'static Reflection>),
}

/// The kinds of all nodes of a document.
pub(crate) struct Kinds {
    by_key: Vec<Kind>,
    /// Those that have attributes which their types have no field for, by type key and shape.
    extended: HashMap<(u32, u32), Kind, foldhash::fast::RandomState>,
}

impl Kinds {
    /// Looks all type keys up.
    ///
    /// # Errors
    /// If nodes of some type cannot be made.
    pub(super) fn of(document: &Document, keep_unknown: bool) -> Result<Self, GraphError> {
        let mut kinds = vec![None; document.type_key_count()];
        for (index, node) in document.nodes().enumerate() {
            let kind = &mut kinds[node.type_key() as usize];
            if kind.is_none() {
                let type_key = document.type_key(node.type_key());
                *kind = Some(match types::by_key(type_key) {
                    _ if type_key.is_empty() => Kind::Null,
                    Some(info) => Kind::of(info)
                        .or_else(|| keep_unknown.then_some(Kind::Unknown(None)))
                        .ok_or_else(|| GraphError::NotReflected { node: document.place(index) })?,
                    None if keep_unknown => Kind::Unknown(None),
                    None => {
                        let nearest = nearest_type_key(type_key);
                        return Err(GraphError::UnknownType { node: document.place(index), nearest });
                    }
                });
            }
        }
        let by_key: Vec<_> = kinds.into_iter().map(|kind| kind.unwrap_or(Kind::Null)).collect();
        let extended = if keep_unknown { extended(document, &by_key) } else { HashMap::default() };
        Ok(Self { by_key, extended })
    }

    /// The kind of a node.
    #[inline]
    pub(crate) fn get(&self, node: Node<'_>) -> Kind {
        let kind = self.by_key[node.type_key() as usize];
        if self.extended.is_empty() {
            return kind;
        }
        self.extended.get(&(node.type_key(), node.shape())).copied().unwrap_or(kind)
    }

    /// Whether some nodes are kept as the file has them.
    pub(crate) fn any_unknown(&self) -> bool {
        !self.extended.is_empty() || self.by_key.iter().any(|kind| matches!(kind, Kind::Unknown(_)))
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
                let of = Reflected::of(info)?;
                match of.reflection().bytes() {
                    // What the bytes are made into would be of the struct's own type.
                    Some(_) if of.reflection().own_index() != index => return None,
                    Some(bytes) => Self::Bytes(bytes),
                    None => Self::Fields(of),
                }
            }
        })
    }
}

/// The kinds of nodes that have attributes which their types have no field for, by type key and shape.
fn extended(document: &Document, by_key: &[Kind]) -> HashMap<(u32, u32), Kind, foldhash::fast::RandomState> {
    let mut met = HashSet::<_, foldhash::fast::RandomState>::default();
    let mut extended = HashMap::default();
    for node in document.nodes() {
        let shape = (node.type_key(), node.shape());
        if node.names().is_empty() || !met.insert(shape) {
            continue;
        }
        match by_key[node.type_key() as usize] {
            Kind::Fields(of)
                if node.names().iter().any(|name| of.reflection().find(document.name(*name)).is_none()) =>
            {
                extended.insert(shape, Kind::Unknown(Some(of.reflection())));
            }
            Kind::Bytes(_) => {
                extended.insert(shape, Kind::Unknown(None));
            }
            _ => {}
        }
    }
    extended
}
