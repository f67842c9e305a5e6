//! The numbers of objects and tensors in a file, in the order of a depth-first pre-order traversal.

use std::collections::hash_map::Entry;

use objet_object::progress::Steps;
use objet_object::{FieldKind, IsObjectRef, MapNode, NDArray, ObjectRef, TypeIndex};

use super::error::GraphError;
use super::opaque::attr_forms::AttrForms;
use super::versions::SavedVersions;
use crate::content::Content;
use crate::field::Field;
use crate::identity::{Identity, IdentityMap, is_shared};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};

/// The objects of a file in order, with their references.
pub(super) struct Numbering<'a> {
    /// The objects with the numbers from 1. Number 0 is null.
    pub(super) objects: Vec<&'a ObjectRef>,
    /// The numbers of the references of all objects, in the order of the objects. A reference in a
    /// tensor field has the number of a tensor, any other reference that of a node.
    pub(super) children: Vec<u32>,
    pub(super) tensors: Vec<&'a NDArray>,
    /// Whether some tensors are [`NULL_TENSOR`].
    pub(super) has_null_tensors: bool,
    /// The type keys that have versions, with their versions.
    pub(super) versions: Vec<(&'a str, String)>,
    types: SavedVersions<'a>,
    pub(super) attr_forms: AttrForms<'a>,
    /// The positions in `objects` of nodes with fields whose values JSON may not be able to hold.
    custom: Vec<usize>,
    /// The approximate size of the text of all nodes, in bytes.
    pub(super) size: usize,
    tensor_numbers: IdentityMap<u32>,
    /// The numbers of objects with several references. Other objects are visited once only.
    shared: IdentityMap<u32>,
    pub(super) loaded: &'a Loaded,
    recent: RecentTypes,
    stack: Vec<Visit<'a>>,
}

/// An object whose references are being visited.
struct Visit<'a> {
    slots: ReferenceSlots<'a>,
    /// The index of the next reference, and the number of references.
    next: usize,
    count: usize,
    /// The index in `children` for the number of the next reference.
    child: usize,
    /// The number of the object.
    number: usize,
}

/// The references of an object, as numbered in files.
#[derive(Clone, Copy)]
enum ReferenceSlots<'a> {
    /// An object that is written as bytes.
    None,
    Node(Node<'a>),
    /// A tensor outside of tensor fields, which refers to its bytes.
    Tensor(&'a ObjectRef),
    /// A map with only string keys. Files store the keys in the node of the map.
    Values(&'a MapNode),
    Other(Content<'a>),
}

/// Whether all keys of a map are strings, so that files store them in the node of the map.
pub(super) fn has_text_keys(map: &MapNode) -> bool {
    map.iter().all(|(key, _)| matches!(Content::of(key), Content::String(_)))
}

impl<'a> ReferenceSlots<'a> {
    /// Returns the references of an object, or `None` if the object cannot be saved.
    #[inline]
    fn of(object: &'a ObjectRef, content: Content<'a>) -> Option<Self> {
        match content {
            Content::Node(node) if node.reflection().bytes().is_some() => Some(Self::None),
            Content::Node(node) => Some(Self::Node(node)),
            Content::String(_) | Content::Shape(_) => Some(Self::None),
            Content::Tensor(_) if object.type_index() == TypeIndex::NDARRAY => Some(Self::Tensor(object)),
            Content::Map(map) if has_text_keys(map) => Some(Self::Values(map)),
            Content::Array(_) | Content::Map(_) | Content::Opaque(_) => Some(Self::Other(content)),
            Content::Tensor(_) | Content::Adt(_) | Content::Unknown => None,
        }
    }

    #[inline]
    fn count(self) -> usize {
        match self {
            Self::None => 0,
            Self::Tensor(_) => 1,
            Self::Node(node) => node.reflection().references().len(),
            Self::Values(map) => map.len(),
            Self::Other(content) => content.reference_count(),
        }
    }

    /// Returns the approximate size of the object's text, in bytes.
    #[inline]
    fn size(self) -> usize {
        64 + match self {
            Self::Node(node) => node.layout().saved_size,
            _ => 16 * self.count(),
        }
    }

    #[inline]
    fn has_custom(self) -> bool {
        matches!(self, Self::Node(node) if node.layout().has_custom)
    }

    #[inline]
    fn get(self, slot: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match self {
            Self::None => None,
            Self::Tensor(object) => Some(object),
            Self::Node(node) => node.reference(node.reflection().references()[slot], loaded),
            Self::Values(map) => map.entry(slot)?.1,
            Self::Other(content) => content.reference(slot, loaded),
        }
    }

    /// Whether the reference at this index, which is `object`, is numbered as a tensor.
    #[inline]
    fn is_tensor(self, slot: usize, object: Option<&ObjectRef>) -> bool {
        match self {
            Self::Node(node) => self.field(node, slot).is_tensor(),
            Self::Tensor(_) => true,
            Self::Other(Content::Opaque(opaque)) => opaque.is_tensor(slot, object),
            _ => false,
        }
    }

    fn field(self, node: Node<'_>, slot: usize) -> &'static Field {
        let reflection = node.reflection();
        &reflection.fields()[reflection.references()[slot]]
    }

    /// Returns a description of the reference at this index, for errors.
    #[cold]
    fn name(self, slot: usize) -> String {
        match self {
            Self::Node(node) => format!("in the field `{}`", self.field(node, slot).name()),
            Self::Values(_) => format!("as the value of entry {slot}"),
            Self::Other(Content::Map(_)) if slot.is_multiple_of(2) => {
                format!("as the key of entry {}", slot / 2)
            }
            Self::Other(Content::Map(_)) => format!("as the value of entry {}", slot / 2),
            Self::None | Self::Tensor(_) | Self::Other(_) => format!("as element {slot}"),
        }
    }
}

/// Replaces the number of a null tensor, since tensors are counted from 0.
pub(super) const NULL_TENSOR: u32 = u32::MAX;

impl<'a> Numbering<'a> {
    /// Numbers all objects reachable from the root.
    ///
    /// # Errors
    /// If an object cannot be saved, or if there are too many objects.
    pub(super) fn of(root: Option<&'a ObjectRef>, loaded: &'a Loaded) -> Result<Self, GraphError> {
        let mut numbering = Self {
            loaded,
            objects: Vec::new(),
            children: Vec::new(),
            tensors: Vec::new(),
            has_null_tensors: false,
            versions: Vec::new(),
            types: SavedVersions::default(),
            attr_forms: AttrForms::default(),
            custom: Vec::new(),
            size: 0,
            tensor_numbers: IdentityMap::default(),
            shared: IdentityMap::default(),
            recent: RecentTypes::new(),
            stack: Vec::new(),
        };
        if let Some(root) = root {
            numbering.node(root)?;
            numbering.walk()?;
        }
        let occurs = |key: &str| numbering.objects.iter().any(|object| object.type_key() == key);
        numbering.versions = std::mem::take(&mut numbering.types).finish(occurs)?;
        Ok(numbering)
    }

    fn walk(&mut self) -> Result<(), GraphError> {
        let mut steps = Steps::new("number", None);
        while let Some(visit) = self.stack.last_mut() {
            steps.next();
            let Visit { slots, next: slot, child, number: from, .. } = *visit;
            visit.next += 1;
            visit.child += 1;
            if visit.next == visit.count {
                self.stack.pop();
            }
            let object = slots.get(slot, self.loaded);
            self.children[child] = if slots.is_tensor(slot, object) {
                if let ReferenceSlots::Other(Content::Opaque(opaque)) = slots {
                    self.attr_forms.add_tensor(opaque, slot);
                }
                match object.and_then(IsObjectRef::downcast_ref) {
                    Some(tensor) => self.tensor(tensor),
                    None => self.null_tensor(slots, slot, from)?,
                }
            } else {
                match object {
                    None => 0,
                    Some(object) => {
                        self.node(object).map_err(|error| self.inside(error, slots, slot, from))?
                    }
                }
            };
        }
        Ok(())
    }

    /// Returns the number of an object. For an object that was visited before, the object itself is
    /// not read, which could miss the cache.
    #[inline]
    fn node(&mut self, object: &'a ObjectRef) -> Result<u32, GraphError> {
        let number = self.objects.len() + 1;
        match self.shared.entry(Identity::of(object)) {
            Entry::Occupied(before) => return Ok(*before.get()),
            Entry::Vacant(vacant) if is_shared(object) => {
                vacant.insert(number as u32);
            }
            Entry::Vacant(_) => {}
        }
        if number >= u32::MAX as usize {
            return Err(GraphError::TooMany);
        }
        let Some(slots) = ReferenceSlots::of(object, Content::by_recent(object, &mut self.recent)) else {
            return Err(GraphError::NotSaved { type_key: object.type_key(), position: "as the root".into() });
        };
        match slots {
            ReferenceSlots::Node(node) => self.types.node(node),
            ReferenceSlots::Other(Content::Opaque(opaque)) => {
                self.types.opaque(opaque.node());
                self.attr_forms.add(opaque);
            }
            _ => {}
        }
        if slots.has_custom() {
            self.custom.push(self.objects.len());
        }
        self.objects.push(object);
        self.size += slots.size();
        let (child, count) = (self.children.len(), slots.count());
        if count > 0 {
            self.children.resize(child + count, 0);
            self.stack.push(Visit { slots, next: 0, count, child, number });
        }
        Ok(number as u32)
    }

    fn tensor(&mut self, tensor: &'a NDArray) -> u32 {
        let next = self.tensors.len() as u32;
        let number = *self.tensor_numbers.entry(Identity::of(tensor.as_object_ref())).or_insert(next);
        if number == next {
            self.tensors.push(tensor);
        }
        number
    }

    /// Adds the location of the reference to an error about an object that cannot be saved.
    #[cold]
    fn inside(&self, error: GraphError, slots: ReferenceSlots<'a>, slot: usize, from: usize) -> GraphError {
        match error {
            GraphError::NotSaved { type_key, .. } => {
                let holder = self.objects[from - 1].type_key();
                let position = format!("{} of node {from} ({holder})", slots.name(slot));
                GraphError::NotSaved { type_key, position }
            }
            error => error,
        }
    }

    /// Returns the number of a null tensor, whose attribute is omitted.
    ///
    /// # Errors
    /// If the field would not be null without its attribute.
    #[cold]
    fn null_tensor(
        &mut self,
        slots: ReferenceSlots<'a>,
        slot: usize,
        from: usize,
    ) -> Result<u32, GraphError> {
        let field = match slots {
            ReferenceSlots::Node(node) => Some(slots.field(node, slot)),
            ReferenceSlots::Other(Content::Opaque(opaque)) => opaque.declared_field(slot),
            _ => None,
        };
        let Some(field) = field else { return Err(self.null_tensor_error("", from)) };
        if field.is_null_if_missing() {
            self.has_null_tensors = true;
            return Ok(NULL_TENSOR);
        }
        Err(self.null_tensor_error(field.name(), from))
    }

    fn null_tensor_error(&self, field: &'static str, from: usize) -> GraphError {
        GraphError::NullTensor { type_key: self.objects[from - 1].type_key(), field, node: from }
    }

    /// Checks that JSON can hold the values of all fields with `serde`, so that a file is written
    /// as a whole or not at all.
    ///
    /// # Errors
    /// If JSON cannot hold a value.
    pub(super) fn check_texts(&self) -> Result<(), GraphError> {
        for index in &self.custom {
            let object = self.objects[*index];
            if let Some((field, reason)) = Node::of(object).and_then(|node| unsaved_field(node, self.loaded))
            {
                let (node, type_key) = (index + 1, object.type_key());
                return Err(GraphError::FieldNotSaved { node, type_key, field, reason });
            }
        }
        Ok(())
    }

    /// Returns the number of a shared object of the file.
    pub(super) fn node_number(&self, object: &ObjectRef) -> Option<u32> {
        self.shared.get(&Identity::of(object)).copied()
    }

    /// Returns the number of a tensor in the file's list of tensors.
    pub(super) fn tensor_number(&self, object: &ObjectRef) -> Option<u32> {
        self.tensor_numbers.get(&Identity::of(object)).copied()
    }
}

/// Returns a field whose value JSON cannot hold, and the reason.
pub(super) fn unsaved_field(node: Node<'_>, loaded: &Loaded) -> Option<(&'static str, String)> {
    let mut text = String::new();
    let fields = node.reflection().fields().iter().enumerate();
    let mut custom = fields.filter(|(_, field)| matches!(field.kind(), FieldKind::Custom(_)));
    custom.find_map(|(position, field)| {
        text.clear();
        node.write_json(position, loaded, &mut text).err().map(|reason| (field.name(), reason))
    })
}
