//! The kind of each type key, which determines how nodes are built.

use std::collections::HashMap;
use std::sync::Arc;

use objet_object::{TypeIndex, TypeInfo, types};

use crate::error::nearest_type_key;
use crate::graph::document::{Document, Node};
use crate::graph::error::GraphError;
use crate::graph::ffi::Special;
use crate::graph::opaque::keep::Keep;
use crate::graph::versions::{StoredVersions, UpgradeStep, VersionError, text_of};
use crate::options::ByteForm;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// How nodes of a type are built.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Null,
    Text,
    Array,
    Map,
    Shape,
    /// A tensor outside of tensor fields.
    Tensor,
    /// A node that only the format of tvm-ffi has.
    Special(Special),
    Bytes(&'static ByteForm),
    /// From fields. The type may have no struct, and use that of an ancestor.
    Fields(Reflected),
    /// From attributes of an older version, which the type converts to fields.
    Upgraded(Reflected),
    /// Kept as in the file. Contains the reflection of a known type, if the node has attributes
    /// without fields.
    Unknown(Option<&'static Reflection>),
}

/// The kinds of all nodes of a document.
pub(crate) struct Kinds {
    by_key: Vec<Kind>,
    by_shape: Vec<Kind>,
    /// The types of nodes, by type key.
    types: Vec<Option<TypeInfo>>,
    /// The first node of each shape, in ascending order.
    firsts: Vec<usize>,
    /// The kinds of nodes that have attributes without fields, by shape.
    extended: Vec<(u32, Kind)>,
    /// The calls of upgrade functions, by type key.
    upgrades: HashMap<u32, Vec<UpgradeStep>, foldhash::fast::RandomState>,
    versions: StoredVersions,
    /// Whether fields determine the meaning of attributes of unknown types.
    any_base: bool,
}

impl Kinds {
    /// Looks up all type keys.
    ///
    /// # Errors
    /// If nodes of a type cannot be built.
    pub(super) fn of(document: &Document, keep_unknown: bool) -> Result<Self, GraphError> {
        let is_tvm_ffi = document.is_tvm_ffi();
        let versions = StoredVersions::of(document);
        let mut upgrades = HashMap::default();
        let mut kinds = vec![None; document.type_key_count()];
        let mut infos = vec![None; kinds.len()];
        let (mut by_shape, mut firsts) = (vec![None; document.shape_count()], Vec::new());
        for (index, node) in document.nodes().enumerate() {
            let of_shape = &mut by_shape[node.shape() as usize];
            let kind = &mut kinds[node.type_key() as usize];
            if kind.is_none() {
                let type_key = document.type_key(node.type_key());
                let special = if is_tvm_ffi { Special::of(type_key) } else { None };
                let info = types::by_key_or_alias(type_key);
                infos[node.type_key() as usize] = info;
                *kind = Some(match info {
                    _ if type_key.is_empty() => Kind::Null,
                    Some(_) if special.is_some() => special.map_or(Kind::Null, Kind::Special),
                    Some(info) => Kind::of(info)
                        .or_else(|| keep_unknown.then_some(Kind::Unknown(None)))
                        .ok_or_else(|| GraphError::NotReflected { node: document.location(index) })?,
                    None if keep_unknown => Kind::Unknown(None),
                    None => {
                        let nearest = nearest_type_key(type_key);
                        return Err(GraphError::UnknownType { node: document.location(index), nearest });
                    }
                });
                if let Some(Kind::Fields(of)) = *kind {
                    match versions.steps(node.type_key(), of) {
                        Ok(steps) if steps.is_empty() => {}
                        Ok(steps) => {
                            upgrades.insert(node.type_key(), steps);
                            *kind = Some(Kind::Upgraded(of));
                        }
                        Err(error) if !keep_unknown || matches!(error, VersionError::Malformed(_)) => {
                            return Err(version_error(document, index, error));
                        }
                        Err(_) => *kind = Some(Kind::Unknown(None)),
                    }
                }
            }
            if of_shape.is_none() {
                *of_shape = *kind;
                firsts.push(index);
            }
            if let Some(kind) = of_shape
                && !kind.takes(node.parts())
            {
                check_content(document, index, node, *kind)?;
            }
        }
        let or_null = |kinds: Vec<Option<Kind>>| kinds.into_iter().map(|kind| kind.unwrap_or(Kind::Null));
        let (by_key, by_shape) = (or_null(kinds).collect(), or_null(by_shape).collect());
        let mut kinds = Self {
            by_key,
            by_shape,
            types: infos,
            firsts,
            extended: Vec::new(),
            upgrades,
            versions,
            any_base: false,
        };
        if keep_unknown {
            let nodes = kinds.firsts(document).map(|(_, node)| node);
            let extended = nodes.filter_map(|node| kinds.extended(document, node)).collect();
            kinds.extended = extended;
            kinds.set_shapes(document);
        }
        Ok(kinds)
    }

    /// Returns the kind of a node.
    #[inline]
    pub(crate) fn get(&self, node: Node<'_>) -> Kind {
        self.by_shape[node.shape() as usize]
    }

    /// Returns the type of nodes with this type key, if it is known.
    pub(crate) fn info(&self, type_key: usize) -> Option<TypeInfo> {
        self.types[type_key]
    }

    /// Returns the first node of each shape, with its index, in the order of the file.
    pub(super) fn firsts<'b>(
        &'b self,
        document: &'b Document,
    ) -> impl Iterator<Item = (usize, Node<'b>)> + 'b {
        self.firsts.iter().map(|index| (*index, document.node(*index)))
    }

    /// Returns the kind of nodes of this shape, if they have attributes without fields.
    fn extended(&self, document: &Document, node: Node<'_>) -> Option<(u32, Kind)> {
        let is_extra =
            |of: Reflected, name: &u32| of.reflection().find_stored(document.name(*name)).is_none();
        let base = match self.get(node) {
            Kind::Fields(of) if node.names().iter().any(|name| is_extra(of, name)) => Some(of.reflection()),
            Kind::Bytes(_) if !node.names().is_empty() => None,
            _ => return None,
        };
        Some((node.shape(), Kind::Unknown(base)))
    }

    /// Sets the kind of each shape.
    pub(crate) fn set_shapes(&mut self, document: &Document) {
        for index in &self.firsts {
            let node = document.node(*index);
            self.by_shape[node.shape() as usize] = self.by_key[node.type_key() as usize];
        }
        for (shape, kind) in &self.extended {
            self.by_shape[*shape as usize] = *kind;
        }
    }

    /// Returns the types whose nodes are built from fields.
    pub(super) fn reflected(&self) -> impl Iterator<Item = Reflected> {
        self.by_shape.iter().filter_map(|kind| match kind {
            Kind::Fields(of) => Some(*of),
            _ => None,
        })
    }

    /// Returns the calls of upgrade functions for a node of an older version, in order.
    pub(super) fn upgrades(&self, node: Node<'_>) -> &[UpgradeStep] {
        self.upgrades.get(&node.type_key()).map_or(&[], Vec::as_slice)
    }

    /// Returns the functions that keep nodes of older versions until they are upgraded, if there
    /// are such nodes.
    pub(super) fn keep_of_upgrades(&self) -> Option<&'static dyn Keep> {
        self.upgrades.values().flatten().next().map(|step| step.upgrade.keep)
    }

    /// Returns the version of the nodes with a type key, if the file states one.
    pub(crate) fn stored_version(&self, type_key: u32) -> Option<&Arc<str>> {
        self.versions.text(type_key)
    }

    /// Returns the version of the attributes of a node that is kept as in the file, if it has one.
    /// Nodes of an older version are current if their type needs no upgrade.
    pub(super) fn version(&self, node: Node<'_>) -> Option<Arc<str>> {
        match self.by_key[node.type_key() as usize] {
            Kind::Fields(of) => text_of(of.index(), of.reflection()).map(Arc::from),
            _ => self.stored_version(node.type_key()).cloned(),
        }
    }

    /// Sets the type whose fields determine the meaning of attributes of an unknown type. After the
    /// last call, [`Kinds::set_shapes`] is to be called.
    pub(crate) fn set_base(&mut self, type_key: usize, base: Option<&'static Reflection>) {
        self.by_key[type_key] = Kind::Unknown(base);
        self.any_base |= base.is_some();
    }

    /// Whether [`Kinds::set_base`] has set the type of an unknown type.
    pub(crate) fn any_base(&self) -> bool {
        self.any_base
    }

    /// Whether nodes with this type key are kept as in the file, whatever their attributes are.
    pub(crate) fn is_kept(&self, type_key: usize) -> bool {
        matches!(self.by_key[type_key], Kind::Unknown(_))
    }

    /// Whether nodes with this type key are kept as in the file, at least until they are upgraded.
    pub(crate) fn is_of_other_version(&self, type_key: usize) -> bool {
        matches!(self.by_key[type_key], Kind::Unknown(_) | Kind::Upgraded(_))
    }

    /// Whether the document has nodes that are kept as in the file.
    pub(crate) fn any_unknown(&self) -> bool {
        !self.extended.is_empty() || self.by_key.iter().any(|kind| matches!(kind, Kind::Unknown(_)))
    }

    /// Whether the document has nodes that are kept as in the file, or would be kept if their type
    /// rejects them.
    pub(super) fn any_may_be_kept(&self) -> bool {
        let may_be_kept = |kind: &Kind| matches!(kind, Kind::Unknown(_) | Kind::Upgraded(_) | Kind::Bytes(_));
        self.by_shape.iter().any(may_be_kept)
    }

    /// Whether any of the types has fields that refer to nodes.
    pub(crate) fn any_reference_field(&self) -> bool {
        let refers = |reflection: &'static Reflection| !reflection.references().is_empty();
        let extended = self.extended.iter().map(|(_, kind)| kind);
        self.by_key.iter().chain(extended).filter_map(|kind| kind.reflection()).any(refers)
    }

    /// Whether the document has attributes whose meaning no field determines.
    pub(crate) fn any_inferred(&self) -> bool {
        self.any_unknown() || !self.upgrades.is_empty()
    }
}

/// Checks the content of a node that has a part that nodes of its kind do not have.
///
/// # Errors
/// If the part is not empty.
#[cold]
fn check_content(document: &Document, index: usize, node: Node<'_>, kind: Kind) -> Result<(), GraphError> {
    if document.is_tvm_ffi() && node.repr().is_some() && kind.reflection().is_some() {
        let expected = "an object with the fields of the type";
        return Err(GraphError::DataForm { node: document.location(index), expected });
    }
    let [has_keys, has_data, _] = node.parts();
    let has_bytes = node.repr().is_some_and(|bytes| !bytes.is_empty());
    let found = match [has_keys, has_data, has_bytes] {
        parts if kind.takes(parts) => return Ok(()),
        // A list that became the value of a field leaves its node behind.
        _ if document.is_plain() && matches!(kind, Kind::Null) => return Ok(()),
        [_, _, true] if !kind.takes([false, false, true]) => {
            "bytes (`repr_str`, `repr_b64`, `$repr` or `$repr_b64`)"
        }
        [_, true, _] if !kind.takes([false, true, false]) => "elements (`data`)",
        _ => "keys (`keys`)",
    };
    Err(kind.unused(document, index, found.into()))
}

#[cold]
fn version_error(document: &Document, index: usize, error: VersionError) -> GraphError {
    let node = document.location(index);
    match error {
        VersionError::Malformed(found) => GraphError::MalformedVersion { node, found },
        VersionError::Newer { type_key, current, found } => {
            GraphError::NewerVersion { node, type_key, current, found }
        }
    }
}

impl Kind {
    /// Returns the reflection that determines the meaning of attributes, if there is one.
    pub(crate) fn reflection(self) -> Option<&'static Reflection> {
        match self {
            Self::Fields(of) | Self::Upgraded(of) => Some(of.reflection()),
            Self::Unknown(reflection) => reflection,
            Self::Null
            | Self::Text
            | Self::Array
            | Self::Map
            | Self::Shape
            | Self::Tensor
            | Self::Special(_)
            | Self::Bytes(_) => None,
        }
    }

    /// Whether nodes may have these of [`Node::parts`].
    #[inline]
    fn takes(self, [keys, data, bytes]: [bool; 3]) -> bool {
        match self {
            Self::Fields(_) | Self::Upgraded(_) | Self::Null | Self::Tensor => !(keys | data | bytes),
            Self::Text | Self::Shape | Self::Bytes(_) => !(keys | data),
            Self::Array => !(keys | bytes),
            Self::Map => !bytes,
            // Such nodes are checked when they are built.
            Self::Special(_) | Self::Unknown(_) => true,
        }
    }

    /// Returns the error of content that nodes do not have.
    #[cold]
    pub(super) fn unused(self, document: &Document, index: usize, found: String) -> GraphError {
        let expected = match self {
            Self::Null => "no content",
            Self::Text | Self::Shape | Self::Bytes(_) => "only bytes",
            Self::Array => "only `data`",
            Self::Map => "only `keys` and `data`",
            Self::Tensor => "only the attribute `data`",
            Self::Special(_) | Self::Fields(_) | Self::Upgraded(_) | Self::Unknown(_) => "only attributes",
        };
        GraphError::UnusedContent { node: document.location(index), expected, found }
    }

    /// Returns the kind of a type, or `None` if its objects cannot be built.
    fn of(info: TypeInfo) -> Option<Self> {
        Some(match info.index() {
            TypeIndex::STRING => Self::Text,
            TypeIndex::ARRAY => Self::Array,
            TypeIndex::MAP => Self::Map,
            TypeIndex::SHAPE_TUPLE => Self::Shape,
            TypeIndex::NDARRAY => Self::Tensor,
            index if index.value() < TypeIndex::DYNAMIC_BEGIN.value() => return None,
            index => {
                let of = Reflected::of(info)?;
                match of.reflection().bytes() {
                    // `from_bytes` would return an object of the struct's own type instead of this
                    // type.
                    Some(_) if of.reflection().own_index() != index => return None,
                    Some(bytes) => Self::Bytes(bytes),
                    None => Self::Fields(of),
                }
            }
        })
    }
}
