//! Building of nodes.

use std::cell::Cell;
use std::sync::Arc;

use objet_object::progress::Steps;
use objet_object::{ArgValue, Array, FieldKind, IntKind, IsObjectRef, Map, ObjectRef, String, ValueError};

use super::field_text::field_arg;
use super::kinds::{Kind, Kinds};
use super::objects::{Objects, ReferenceCounts};
use super::plans::{ABSENT, Plans};
use super::references::References;
use super::upgrade::is_cast_error;
use crate::error::ReflectError;
use crate::field::Field;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::error::{AttrError, GraphError};
use crate::graph::ffi;
#[cfg(feature = "serde")]
use crate::graph::number::read_f64;
use crate::graph::numbering::Numbering;
use crate::graph::opaque::Opaque;
use crate::graph::opaque::keep::{Keep, OlderNode, StandIns, UnknownNodes, Upgraded};
#[cfg(feature = "serde")]
use crate::graph::opaque::tagged::has_plain_form;
#[cfg(feature = "serde")]
use crate::graph::plain::large_integer;
use crate::graph::text_budget::TextBudget;
use crate::graph::value_nodes::{read_shape, read_tensor};
use crate::identity::{Identity, IdentitySet};
use crate::loaded::Loaded;
use crate::make::{FieldArg, FieldSource};
use crate::options::ByteForm;
use crate::reflected::Reflected;

/// A builder of the nodes of a document.
pub(super) struct Builder<'a> {
    document: &'a Document,
    kinds: &'a Kinds,
    plans: &'a Plans,
    references: &'a References<'a>,
    kept: Kept<'a>,
    objects: Objects,
    /// Whether each node is kept as an opaque node, or is a container with such a node. Empty if no
    /// nodes may be kept.
    unknown: Vec<Cell<bool>>,
    /// The budget for the texts of fields that are read from nodes, which fields can share.
    texts: TextBudget,
}

/// How nodes that cannot be built are kept.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    /// The functions for this, if such nodes are kept at all.
    pub(super) keep: Option<&'static dyn Keep>,
    pub(super) unknowns: Option<&'a dyn UnknownNodes>,
    /// The types below which they stand in. Without these, they are opaque nodes.
    pub(super) stand_ins: Option<&'a dyn StandIns>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        document: &'a Document,
        kinds: &'a Kinds,
        plans: &'a Plans,
        references: &'a References<'a>,
        uses: ReferenceCounts,
        kept: Kept<'a>,
    ) -> Self {
        let field_counts = kinds.reflected().map(|of| of.reflection().fields().len());
        let mut objects = Objects::new(document.len(), field_counts.max().unwrap_or(0));
        // The other files are compared with the numbering of the objects if nodes are kept, and do
        // not load faster otherwise.
        if document.is_tagged {
            // A node of a known type is only kept if other nodes are, and then needs its objects
            // again.
            objects.set_uses(uses, kept.keep.is_none() || !kinds.any_may_be_kept());
        }
        let unknown = vec![Cell::new(false); if kept.keep.is_some() { document.len() } else { 0 }];
        let texts = TextBudget::of(document);
        Self { document, kinds, plans, references, kept, objects, unknown, texts }
    }

    /// Builds all nodes and returns the root. In `order`, each node comes after the nodes that it
    /// refers to.
    pub(super) fn build(
        self,
        order: &mut dyn Iterator<Item = usize>,
    ) -> Result<Option<ObjectRef>, GraphError> {
        let mut source = None;
        let mut steps = Steps::new("build", Some(self.document.len()));
        for index in order {
            steps.next();
            let node = self.document.node(index);
            let kind = self.kinds.get(node);
            let object = match kind {
                Kind::Null => continue,
                // Only fields of strings have the text. See `object`.
                Kind::Text if self.objects.is_unused(index) => continue,
                Kind::Text => self.text(index, node)?,
                Kind::Array => {
                    self.note_unknown(index, node.data());
                    self.array(node).into()
                }
                Kind::Map => {
                    self.note_unknown(index, node.data());
                    self.map(index, node)?.into()
                }
                Kind::Special(special) => {
                    self.note_unknown(index, node.data());
                    special.build(|| self.array(node), || self.map(index, node))?
                }
                Kind::Shape => read_shape(self.document, index, node)?.into(),
                Kind::Tensor => {
                    let target = read_tensor(self.document, index, node)?;
                    self.document.tensors[target as usize].clone().into()
                }
                Kind::Bytes(form) => self.named(index, node, form)?,
                Kind::Fields(of) => {
                    let source = source.get_or_insert_with(|| FieldSource::new(of));
                    source.reset(of);
                    self.node(index, node, source)?
                }
                Kind::Unknown(_) | Kind::Upgraded(_) => {
                    let Some(unknowns) = self.kept.unknowns else { continue };
                    let of = if let Kind::Unknown(of) = kind { of } else { None };
                    let stored = unknowns.make(index, node, of, &|index| self.objects.reference(index));
                    match kind {
                        Kind::Upgraded(of) => self.upgraded(index, node, of, stored)?,
                        _ => self.keep(index, node, stored),
                    }
                }
            };
            self.objects.set(index, object);
        }
        let root = self.objects.get(self.document.root as u32);
        let root = root.as_ref();
        let any_unknown = self.kinds.any_unknown() && !self.document.is_tagged;
        if let Some(unknowns) = self.kept.unknowns.filter(|_| any_unknown) {
            self.expect_order(unknowns, root)?;
        }
        Ok(root.cloned())
    }

    /// Checks the attributes of unknown types, unless saving the graph would produce the same
    /// numbers of nodes and tensors.
    ///
    /// # Errors
    /// If an attribute may be a reference that the numbering of the file does not prove.
    fn expect_order(&self, unknowns: &dyn UnknownNodes, root: Option<&ObjectRef>) -> Result<(), GraphError> {
        let loaded = Loaded::default();
        let numbering = Numbering::of(root, &loaded).ok();
        let (mut objects, mut tensors) = (&[][..], &[][..]);
        if let Some(numbering) = &numbering {
            (objects, tensors) = (&numbering.objects, &numbering.tensors);
        }
        // Upgrades and defaults make further objects, which have no place in the order of the file.
        let mut saved = objects.iter();
        let mut is_next =
            |index| self.objects.with(index, |object| saved.any(|saved| object == Some(*saved)));
        let count = self.objects.len();
        let is_in_order =
            self.objects.with(0, |null| null.is_none()) && (1..count as u32).all(&mut is_next) && {
                let mut saved = tensors.iter();
                self.document.tensors.iter().all(|tensor| saved.any(|saved| *saved == tensor))
            };
        let is_as_saved = objects.len() + 1 == count && tensors.len() == self.document.tensors.len();
        if is_in_order && is_as_saved {
            return Ok(());
        }
        let saved: IdentitySet = objects.iter().map(|object| Identity::of(object)).collect();
        let is_saved = |index| {
            let contains = |object: &ObjectRef| saved.contains(&Identity::of(object));
            self.objects.with(index as u32, |object| object.is_some_and(contains))
        };
        unknowns.expect_texts(self.kinds, is_in_order, &is_saved)
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
        match form.read(bytes) {
            Ok(object) => Ok(object),
            Err(error) => match self.kept.keep {
                Some(keep) => {
                    let type_key = self.document.type_key(node.type_key());
                    Ok(self.keep(index, node, keep.bytes(self.document, type_key, bytes)))
                }
                None => Err(GraphError::Bytes { node: self.location(index), source: Arc::from(error) }),
            },
        }
    }

    /// Returns the object of a node. Makes the object of a string that only fields of strings have
    /// referred to before.
    #[cold]
    fn object(&self, index: u32) -> Option<ObjectRef> {
        let node = self.document.node(index as usize);
        if self.objects.with(index, |object| object.is_none())
            && matches!(self.kinds.get(node), Kind::Text)
            && let Ok(text) = self.text(index as usize, node)
        {
            self.objects.set(index as usize, text);
        }
        self.objects.get(index)
    }

    /// Returns the object for a node that is kept as in the file.
    fn keep(&self, index: usize, node: Node<'_>, mut opaque: Opaque) -> ObjectRef {
        self.unknown[index].set(true);
        if self.kinds.info(node.type_key() as usize).is_some() {
            opaque = self.kept_of_known(node, opaque);
        }
        if let Some(version) = self.kinds.version(node) {
            opaque.make_mut().extra.get_or_insert_default().version = Some(version);
        }
        self.stand_in(node, opaque)
    }

    /// Converts a node of a known type that is kept as in the file.
    #[cold]
    fn kept_of_known(&self, node: Node<'_>, opaque: Opaque) -> Opaque {
        match self.kept.unknowns {
            Some(unknowns) => unknowns.kept(node.type_key(), opaque),
            None => opaque,
        }
    }

    /// Makes an opaque node into a stand-in if there is a type for one.
    fn stand_in(&self, node: Node<'_>, opaque: Opaque) -> ObjectRef {
        match self.kept.stand_ins {
            Some(stand_ins) => stand_ins.stand_in(node.type_key(), opaque),
            None => opaque.into(),
        }
    }

    fn array(&self, node: Node<'_>) -> Array<Option<ObjectRef>> {
        node.data().iter().map(|index| self.objects.reference(*index)).collect()
    }

    fn map(&self, index: usize, node: Node<'_>) -> Result<Map<ObjectRef, Option<ObjectRef>>, GraphError> {
        if node.keys().len() > 0 {
            let values = node.data().iter().map(|index| self.objects.reference(*index));
            let map = node.keys().map(|key| String::from(key).into()).zip(values).collect();
            let keys = node.keys();
            self.check_keys(index, &map, keys.len(), keys.map(|key| String::from(key).into()))?;
            return Ok(map);
        }
        let mut null = None;
        let entries = node.data().chunks_exact(2).enumerate().map_while(|(entry, indices)| {
            let Some(key) = self.objects.get(indices[0]) else {
                null = Some(entry);
                return None;
            };
            Some((key, self.objects.reference(indices[1])))
        });
        let map = entries.collect();
        if let Some(entry) = null {
            return Err(GraphError::NullKey { node: self.location(index), entry });
        }
        let keys = node.data().chunks_exact(2);
        let objects = keys.clone().filter_map(|indices| self.objects.get(indices[0]));
        self.check_keys(index, &map, keys.len(), objects)?;
        Ok(map)
    }

    /// Checks that a map has as many entries as the file: no duplicate key.
    fn check_keys(
        &self,
        index: usize,
        map: &Map<ObjectRef, Option<ObjectRef>>,
        count: usize,
        mut keys: impl Iterator<Item = ObjectRef>,
    ) -> Result<(), GraphError> {
        if map.len() == count {
            return Ok(());
        }
        let mut earlier = Map::<ObjectRef>::new();
        match keys.position(|key| earlier.insert(key.clone(), key).is_some()) {
            Some(entry) => Err(GraphError::RepeatedKey { node: self.location(index), entry }),
            None => Ok(()),
        }
    }

    fn node<'b>(
        &'b self,
        index: usize,
        node: Node<'b>,
        source: &mut FieldSource<'b>,
    ) -> Result<ObjectRef, GraphError> {
        let reflection = source.of().reflection();
        let plan = self.plans.attr_indices(node);
        if self.document.is_tvm_ffi() {
            self.set_tvm_ffi(index, node, source)?;
            return self.made(index, node, source);
        }
        if let Some(texts) = self.references.of_texts(index, reflection) {
            for (position, target) in reflection.references().iter().zip(texts) {
                if *target == ABSENT {
                    continue;
                }
                let value = match reflection.fields()[*position].is_tensor() {
                    true => FieldArg::Value((&self.document.tensors[*target as usize]).into()),
                    false => self.objects.field_arg(*position, *target),
                };
                source.set(*position, value);
            }
        } else {
            for (position, target) in self.references.of_values(node, plan, reflection) {
                source.set(position, self.objects.field_arg(position, target));
            }
        }
        for (position, (field, attr_index)) in reflection.fields().iter().zip(plan).enumerate() {
            if *attr_index == ABSENT {
                source.set(position, field.if_missing().unwrap_or(FieldArg::Nothing));
            } else if !field.is_reference() {
                let value = match (node.value(*attr_index as usize), field.kind()) {
                    (Some(FileValue::Untyped(text)), _) => field_arg(field, text),
                    (Some(FileValue::String(text)), FieldKind::String) => {
                        source.set(position, FieldArg::Value(ArgValue::Str(text)));
                        continue;
                    }
                    (Some(FileValue::Integer(number)), FieldKind::Int(IntKind::I64 | IntKind::U64)) => {
                        source.set(position, FieldArg::Value(ArgValue::Int(number.into())));
                        continue;
                    }
                    (value, _) => self.tagged_arg(field, value),
                };
                let value = value.map_err(|error| self.attr_error(index, field, error))?;
                source.set(position, value);
            }
        }
        self.made(index, node, source)
    }

    /// Parses a value with a JSON type for a field that is not a reference.
    #[cfg(feature = "serde")]
    fn tagged_arg<'b>(&self, field: &Field, value: Option<FileValue<'b>>) -> Result<FieldArg<'b>, AttrError> {
        let Some(value) = value else { return field_arg(field, "") };
        // Tables have the JSON of a field as a string.
        if self.document.is_plain() || !matches!(value, FileValue::String(_)) {
            has_plain_form(field.kind(), value)?;
        }
        match value {
            FileValue::Integer(number) if field.kind().holds_json() => {
                Ok(FieldArg::Value(ArgValue::Int(number.into())))
            }
            FileValue::Integer(_) => ffi::field_arg(field, Some(value)),
            // JSON has no such numbers.
            FileValue::Literal(text @ ("NaN" | "Infinity" | "-Infinity")) if field.kind().holds_json() => {
                Ok(FieldArg::Value(ArgValue::Float(read_f64(text)?)))
            }
            value => field_arg(field, value.text().unwrap_or_default()),
        }
    }

    /// Files without JSON types have a text for each value.
    #[cfg(not(feature = "serde"))]
    fn tagged_arg<'b>(&self, field: &Field, value: Option<FileValue<'b>>) -> Result<FieldArg<'b>, AttrError> {
        field_arg(field, value.and_then(FileValue::text).unwrap_or_default())
    }

    /// Sets the values of a node in the format of tvm-ffi.
    fn set_tvm_ffi<'b>(
        &'b self,
        index: usize,
        node: Node<'b>,
        source: &mut FieldSource<'b>,
    ) -> Result<(), GraphError> {
        let reflection = source.of().reflection();
        let plan = self.plans.attr_indices(node);
        for (position, target) in self.references.of_values(node, plan, reflection) {
            let field = &reflection.fields()[position];
            let object = || self.objects.field_arg(position, target);
            let value = ffi::node_arg(field, object, || self.text_of(target));
            let value = value.map_err(|error| self.attr_error(index, field, error))?;
            if let FieldArg::Json(text) | FieldArg::Value(ArgValue::Str(text)) = value {
                take_shared(self.document, index, &self.texts, text)?;
            }
            source.set(position, value);
        }
        for (position, (field, attr_index)) in reflection.fields().iter().zip(plan).enumerate() {
            if *attr_index == ABSENT {
                source.set(position, field.if_missing().unwrap_or(FieldArg::Nothing));
                continue;
            }
            if field.is_node() {
                continue;
            }
            let value = ffi::field_arg(field, node.value(*attr_index as usize));
            let value = value.map_err(|error| self.attr_error(index, field, error))?;
            source.set(position, value);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn attr_error(&self, index: usize, field: &Field, error: AttrError) -> GraphError {
        #[cfg(feature = "serde")]
        if let Some(error) = large_integer(self.document, index, &error) {
            return error;
        }
        GraphError::Attr { node: self.location(index), attr: field.name(), source: Box::new(error) }
    }

    /// Returns the content of the string that is the node with this index.
    fn text_of(&self, index: u32) -> Result<&str, AttrError> {
        let node = self.document.node(index as usize);
        match self.kinds.get(node) {
            // Strings in files of this format are UTF-8.
            Kind::Text => Ok(str::from_utf8(node.repr().unwrap_or_default()).unwrap_or_default()),
            Kind::Null => Err(ffi::no_string("null")),
            _ => Err(ffi::no_string(self.document.type_key(node.type_key()))),
        }
    }

    /// Makes a node from its values, or keeps the node as an opaque node.
    fn made(
        &self,
        index: usize,
        node: Node<'_>,
        source: &mut FieldSource<'_>,
    ) -> Result<ObjectRef, GraphError> {
        let reflection = source.of().reflection();
        match (source.make(), self.kept.keep) {
            (
                Err(ReflectError::Value { source: ValueError::Cast(_), .. } | ReflectError::Invalid { .. }),
                Some(keep),
            ) if self.refers_to_unknown(index) => {
                let targets = self.references.of_texts(index, reflection).unwrap_or_default();
                let get = |index| self.object(index);
                Ok(self.keep(index, node, keep.known(self.document, node, reflection, targets, &get)))
            }
            (made, _) => {
                made.map_err(|error| GraphError::Node { node: self.location(index), source: Box::new(error) })
            }
        }
    }

    /// Builds a node of an older version from the node as in the file. Attributes without a field
    /// are kept if this is allowed, and so is the whole node if its new attributes do not fit.
    #[cold]
    fn upgraded(
        &self,
        index: usize,
        node: Node<'_>,
        of: Reflected,
        stored: Opaque,
    ) -> Result<ObjectRef, GraphError> {
        let steps = self.kinds.upgrades(node);
        let [first, ..] = steps else { unreachable!("a node of an older version has upgrades") };
        let keeps = !self.unknown.is_empty();
        let upgrade = first.upgrade.keep;
        let older = OlderNode { index, stored: &stored, of, steps };
        match upgrade.upgraded(self.document, older, keeps, &self.texts) {
            Ok(Upgraded::Node(object)) => Ok(object),
            Ok(Upgraded::Kept(opaque)) => {
                self.unknown[index].set(true);
                Ok(self.stand_in(node, opaque))
            }
            Err(GraphError::UnknownAttr { is_new: false, .. }) if keeps => Ok(self.keep(index, node, stored)),
            Err(error) if is_cast_error(&error) && self.refers_to_unknown(index) => {
                Ok(self.keep(index, node, stored))
            }
            Err(error) => Err(error),
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

/// Takes the text of a field, which fields can share, from the budget.
///
/// # Errors
/// If the fields have too many bytes for the size of the file.
#[inline(never)]
pub(super) fn take_shared(
    document: &Document,
    index: usize,
    texts: &TextBudget,
    text: &str,
) -> Result<(), GraphError> {
    texts.take(text).ok_or_else(|| GraphError::SharedTexts { node: document.location(index) })
}
