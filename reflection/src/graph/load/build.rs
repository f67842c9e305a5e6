//! Building of nodes.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use objet_object::{ArgValue, Array, FieldKind, Map, ObjectRef, String, ValueError};

use super::kinds::{Kind, Kinds};
use super::plans::Plans;
use super::references::References;
use crate::error::ReflectError;
use crate::field::Field;
use crate::graph::document::{Document, Node};
use crate::graph::error::{AttrError, GraphError};
use crate::graph::ffi;
use crate::graph::number::{read_bool, read_f64, read_int};
use crate::graph::numbering::Numbering;
use crate::graph::opaque::known::{keep_bytes, keep_known};
use crate::graph::opaque::load_opaque::Unknowns;
use crate::identity::{Identity, IdentitySet};
use crate::loaded::Loaded;
use crate::make::{FieldArg, FieldSource};
use crate::options::ByteForm;

/// A builder of the nodes of a document.
pub(super) struct Builder<'a> {
    document: &'a Document,
    kinds: &'a Kinds,
    plans: &'a Plans,
    references: &'a References<'a>,
    unknowns: Option<&'a Unknowns<'a>>,
    /// The objects, by node index. Null nodes, and nodes that are not built yet, are empty.
    objects: Vec<OnceCell<ObjectRef>>,
    /// Whether each node is kept as an opaque node, or is a container with such a node. Empty if no
    /// nodes may be kept.
    unknown: Vec<Cell<bool>>,
    /// Whether a map has a duplicate key, and so fewer entries than in the file.
    has_repeated_key: Cell<bool>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        document: &'a Document,
        kinds: &'a Kinds,
        plans: &'a Plans,
        references: &'a References<'a>,
        unknowns: Option<&'a Unknowns<'a>>,
        keep_unknown: bool,
    ) -> Self {
        let objects = vec![OnceCell::new(); document.len()];
        let unknown = vec![Cell::new(false); if keep_unknown { document.len() } else { 0 }];
        let has_repeated_key = Cell::new(false);
        Self { document, kinds, plans, references, unknowns, objects, unknown, has_repeated_key }
    }

    /// Builds all nodes and returns the root. In `order`, each node comes after the nodes that it
    /// refers to.
    pub(super) fn build(self, order: &[u32]) -> Result<Option<ObjectRef>, GraphError> {
        let mut source = None;
        for index in order {
            let index = *index as usize;
            let node = self.document.node(index);
            let object = match self.kinds.get(node) {
                Kind::Null => continue,
                Kind::Text => self.text(index, node)?,
                Kind::Array => {
                    self.note_unknown(index, node.data());
                    self.array(node).into()
                }
                Kind::Map => {
                    self.note_unknown(index, node.data());
                    self.map(index, node)?.into()
                }
                Kind::Tensor => self.tensor(node),
                Kind::Special(special) => {
                    self.note_unknown(index, node.data());
                    special.build(node, || self.array(node), || self.map(index, node))?
                }
                Kind::Bytes(form) => self.named(index, node, form)?,
                Kind::Fields(of) => {
                    let source = source.get_or_insert_with(|| FieldSource::new(of));
                    source.reset(of);
                    self.node(index, node, source)?
                }
                Kind::Unknown(_) => match self.unknowns {
                    Some(unknowns) => {
                        self.unknown[index].set(true);
                        unknowns.make(index, node, |index| self.get(index).cloned()).into()
                    }
                    None => continue,
                },
            };
            // Each node occurs once in the order, so the cell is empty.
            let _ = self.objects[index].set(object);
        }
        let root = self.get(self.document.root as u32);
        if let Some(unknowns) = self.unknowns.filter(|_| !self.document.is_tagged && !self.is_as_saved(root))
        {
            let loaded = Loaded::default();
            let numbering = Numbering::of(root, &loaded).ok();
            let objects = numbering.iter().flat_map(|numbering| &numbering.objects);
            let saved: IdentitySet = objects.map(|object| Identity::of(object)).collect();
            let is_saved =
                |index| self.get(index as u32).is_some_and(|object| saved.contains(&Identity::of(object)));
            unknowns.expect_texts(self.kinds, is_saved)?;
        }
        Ok(root.cloned())
    }

    /// Whether saving the graph would produce the same numbers of nodes and tensors, and the same
    /// map entries.
    fn is_as_saved(&self, root: Option<&ObjectRef>) -> bool {
        if self.has_repeated_key.get() {
            return false;
        }
        let loaded = Loaded::default();
        let Ok(numbering) = Numbering::of(root, &loaded) else { return false };
        let null = self.objects.first().is_some_and(|null| null.get().is_none());
        let nodes = self.objects.iter().skip(1).map(OnceCell::get);
        let nodes_match = nodes.eq(numbering.objects.iter().map(|object| Some(*object)));
        null && nodes_match && self.document.tensors.iter().eq(numbering.tensors.iter().copied())
    }

    #[inline]
    fn get(&self, index: u32) -> Option<&ObjectRef> {
        self.objects[index as usize].get()
    }

    #[cold]
    fn location(&self, index: usize) -> crate::graph::error::NodeLocation {
        self.document.location(index)
    }

    fn text(&self, index: usize, node: Node<'_>) -> Result<ObjectRef, GraphError> {
        match String::from_utf8(node.repr().unwrap_or_default()) {
            Ok(text) => Ok(text.into()),
            Err(error) => {
                Err(GraphError::NotUtf8 { node: self.location(index), position: error.valid_up_to() })
            }
        }
    }

    /// Builds a node from its bytes. If the type rejects the bytes, the node is kept if this is
    /// allowed.
    fn named(&self, index: usize, node: Node<'_>, form: &ByteForm) -> Result<ObjectRef, GraphError> {
        let bytes = node.repr().unwrap_or_default();
        match (form.read(bytes), self.unknown.get(index)) {
            (Ok(object), _) => Ok(object),
            (Err(_), Some(unknown)) => {
                unknown.set(true);
                Ok(keep_bytes(self.document.type_key(node.type_key()), bytes).into())
            }
            (Err(error), None) => {
                Err(GraphError::Bytes { node: self.location(index), source: Arc::from(error) })
            }
        }
    }

    /// Returns the tensor of a node. Only readers of formats with such nodes make them, with a number
    /// that is in range.
    fn tensor(&self, node: Node<'_>) -> ObjectRef {
        self.document.tensors[node.data()[0] as usize].clone().into()
    }

    fn array(&self, node: Node<'_>) -> Array<Option<ObjectRef>> {
        node.data().iter().map(|index| self.get(*index).cloned()).collect()
    }

    fn map(&self, index: usize, node: Node<'_>) -> Result<Map<ObjectRef, Option<ObjectRef>>, GraphError> {
        if node.keys().len() > 0 {
            let values = node.data().iter().map(|index| self.get(*index).cloned());
            let map = node.keys().map(|key| String::from(key).into()).zip(values).collect();
            self.note_repeated_key(&map, node.keys().len());
            return Ok(map);
        }
        let mut null = None;
        let entries = node.data().chunks_exact(2).enumerate().map_while(|(entry, indices)| {
            let Some(key) = self.get(indices[0]) else {
                null = Some(entry);
                return None;
            };
            Some((key.clone(), self.get(indices[1]).cloned()))
        });
        let map = entries.collect();
        self.note_repeated_key(&map, node.data().len() / 2);
        match null {
            Some(entry) => Err(GraphError::NullKey { node: self.location(index), entry }),
            None => Ok(map),
        }
    }

    fn note_repeated_key(&self, map: &Map<ObjectRef, Option<ObjectRef>>, entries: usize) {
        if map.len() < entries {
            self.has_repeated_key.set(true);
        }
    }

    fn node<'b>(
        &'b self,
        index: usize,
        node: Node<'b>,
        source: &mut FieldSource<'b>,
    ) -> Result<ObjectRef, GraphError> {
        let reflection = source.of().reflection();
        let plan = self.plans.attr_indices(node, reflection);
        if self.document.is_tvm_ffi() {
            self.set_tvm_ffi(index, node, source)?;
            return self.made(index, node, source);
        }
        for (position, target) in reflection.references().iter().zip(self.references.of_fields(index)) {
            let value = match reflection.fields()[*position].is_tensor() && !self.document.is_tagged {
                true => ArgValue::from(&self.document.tensors[*target as usize]),
                false => self.get(*target).into(),
            };
            source.set(*position, FieldArg::Value(value));
        }
        for (position, (field, attr_index)) in reflection.fields().iter().zip(plan).enumerate() {
            if !field.is_reference() {
                let text = node.value(*attr_index as usize).unwrap_or_default();
                let value = field_arg(field, text).map_err(|error| GraphError::Attr {
                    node: self.location(index),
                    attr: field.name(),
                    source: Box::new(error),
                })?;
                source.set(position, value);
            }
        }
        self.made(index, node, source)
    }

    /// Sets the values of a node in the format of tvm-ffi.
    fn set_tvm_ffi<'b>(
        &'b self,
        index: usize,
        node: Node<'b>,
        source: &mut FieldSource<'b>,
    ) -> Result<(), GraphError> {
        let reflection = source.of().reflection();
        let plan = self.plans.attr_indices(node, reflection);
        for ((position, _), target) in ffi::node_fields(reflection).zip(self.references.of_fields(index)) {
            source.set(position, FieldArg::Value(self.get(*target).into()));
        }
        for (position, (field, attr_index)) in reflection.fields().iter().zip(plan).enumerate() {
            if field.is_node() {
                continue;
            }
            let value = ffi::field_arg(field, node.attr_text(*attr_index as usize));
            let value = value.map_err(|error| GraphError::Attr {
                node: self.location(index),
                attr: field.name(),
                source: Box::new(error),
            })?;
            source.set(position, value);
        }
        Ok(())
    }

    /// Makes a node from its values, or keeps the node as an opaque node.
    fn made(
        &self,
        index: usize,
        node: Node<'_>,
        source: &mut FieldSource<'_>,
    ) -> Result<ObjectRef, GraphError> {
        let reflection = source.of().reflection();
        match source.make() {
            Err(ReflectError::Value { source: ValueError::Cast(_), .. }) if self.refers_to_unknown(index) => {
                self.unknown[index].set(true);
                if self.document.is_tvm_ffi() {
                    let get = |index| self.get(index).cloned();
                    return Ok(ffi::keep_known(self.document, node, reflection, get).into());
                }
                let targets = self.references.of_fields(index);
                let get = |field: &Field, target: u32| match field.is_tensor() && !self.document.is_tagged {
                    true => Some(self.document.tensors[target as usize].clone().into()),
                    false => self.get(target).cloned(),
                };
                Ok(keep_known(self.document, node, reflection, targets, get).into())
            }
            made => {
                made.map_err(|error| GraphError::Node { node: self.location(index), source: Box::new(error) })
            }
        }
    }

    /// Records whether a container has nodes of unknown types.
    fn note_unknown(&self, index: usize, targets: &[u32]) {
        if let Some(unknown) = self.unknown.get(index) {
            unknown.set(targets.iter().any(|target| self.unknown[*target as usize].get()));
        }
    }

    #[cold]
    fn refers_to_unknown(&self, index: usize) -> bool {
        let mut nodes = Vec::new();
        self.references.append(index, &mut nodes);
        nodes.iter().any(|node| self.unknown.get(*node as usize).is_some_and(Cell::get))
    }
}

/// Parses an attribute for a field that is not a reference.
#[inline]
fn field_arg<'a>(field: &Field, text: &'a str) -> Result<FieldArg<'a>, AttrError> {
    let value = match field.kind() {
        FieldKind::Int(kind) => {
            let (min, max) = kind.range();
            let number = read_int(text, min, max)?;
            match i64::try_from(number) {
                Ok(number) => ArgValue::Int(number),
                // The number is in the range of a `u64`, since it is in the range of the field.
                Err(_) => return Ok(FieldArg::Unsigned(number as u64)),
            }
        }
        FieldKind::Enum(declared) => {
            let (min, max) = declared.repr.range();
            let found = read_int(text, min, max)?;
            match i64::try_from(found) {
                Ok(number) if declared.variant(number).is_some() => ArgValue::Int(number),
                _ => return Err(AttrError::variant(declared, found)),
            }
        }
        FieldKind::F32 | FieldKind::F64 => ArgValue::Float(read_f64(text)?),
        FieldKind::Bool => read_bool(text)?.into(),
        FieldKind::String => ArgValue::Str(text),
        FieldKind::DataType => ArgValue::DataType(text.parse()?),
        FieldKind::Reference(_) => ArgValue::Null,
    };
    Ok(FieldArg::Value(value))
}
