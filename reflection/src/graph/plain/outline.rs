//! A traversal before writing, which numbers the objects and finds those that need an `$id`.
//!
//! An object is written at the reference by which the traversal reaches it, so that objects are
//! written in the order of their numbers. Only what is nested too deeply is written later.
//!
//! The traversal follows references in the order of the text. So the references of a node of an
//! unknown type have the order of its attributes here, even if files of TVM 0.8 have another one.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use objet_object::progress::Steps;
use objet_object::{IsObjectRef, MapNode, NDArray, Object, ObjectRef};

use super::MAX_NESTING;
use super::node_keys::NodeKeys;
use super::values::boxed;
use crate::content::Content;
use crate::graph::error::GraphError;
use crate::graph::numbering::{has_text_keys, unsaved_field};
use crate::graph::opaque::{OpaqueNode, OpaqueValue};
use crate::graph::versions::SavedVersions;
use crate::identity::{Identity, IdentityMap, is_shared};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};
use crate::walk::pre_order;

/// The numbered objects of a graph, and the objects that are still to be written. Number 0 is null.
///
/// References are not read again when they are written, so that both traversals see the same graph
/// even if another thread changes fields in place meanwhile.
pub(super) struct Outline<'a> {
    pub(super) loaded: &'a Loaded,
    /// The type keys that have versions, with their versions.
    pub(super) versions: Vec<(&'a str, String)>,
    objects: Vec<Numbered<'a>>,
    /// The `$id` of each object, or [`UNSHARED`] or [`UNWRITTEN`]. No more than that is read for a
    /// reference to an object that is written elsewhere, so this short list stays in the cache.
    ids: Vec<Cell<u32>>,
    /// The references of all objects.
    references: Vec<Link>,
    last_id: Cell<u32>,
    /// The numbers of the objects that were replaced by references because of their depth.
    deferred: RefCell<VecDeque<u32>>,
    /// The progress of writing: a step for each reference.
    steps: RefCell<Steps>,
}

/// A reference: the number of an object, and whether the object is written there.
#[derive(Clone, Copy)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NULL: Self = Self(0);
    /// The bit of a reference at which the object is written.
    const DEFINES: u32 = 1 << 31;

    /// Returns the number of the object, or 0 for null.
    #[inline]
    pub(super) fn number(self) -> u32 {
        self.0 & !Self::DEFINES
    }

    #[inline]
    fn defines(self) -> bool {
        self.0 & Self::DEFINES != 0
    }

    #[inline]
    pub(super) fn is_null(self) -> bool {
        self.0 == 0
    }
}

/// An object with its references.
struct Numbered<'a> {
    held: Held<'a>,
    /// The start of its references.
    start: u32,
}

/// An object. The layout of a node is known without a look into the object, which could miss the
/// cache.
#[derive(Clone, Copy)]
enum Held<'a> {
    Node(Node<'a>),
    Other(&'a Object),
}

impl<'a> Held<'a> {
    #[inline]
    fn object(self) -> &'a Object {
        match self {
            Self::Node(node) => node.object(),
            Self::Other(object) => object,
        }
    }
}

/// Replaces the `$id` of an object with one reference.
const UNSHARED: u32 = 0;
/// Replaces the `$id` of an object with several references, none of which is written yet.
const UNWRITTEN: u32 = u32::MAX;

/// The largest number of lists and maps inside each other that stay where they are, below the nodes
/// and lists of [`MAX_NESTING`] levels. Many parsers read 128 levels in all, with those of the
/// document.
const MAX_DATA: usize = 90;

/// Replaces the depth of values inside of data, which is never moved.
const IN_DATA: usize = usize::MAX;

/// How a reference to an object is written.
pub(super) enum Position {
    /// As the object at this depth, with this `$id` if it has one.
    Here { id: Option<u32>, depth: usize },
    /// As a reference to this `$id`.
    Reference(u32),
}

/// An object whose references are being visited.
struct Visit<'a> {
    slots: Slots<'a>,
    /// The index of the next reference, and the number of references.
    next: usize,
    count: usize,
    /// The index in `references` of the first reference.
    start: usize,
    /// The number of the object.
    number: u32,
}

/// The references of an object that are written, in the order of the traversal.
#[derive(Clone, Copy)]
enum Slots<'a> {
    /// The references of a node, with their positions among its fields.
    Fields(Node<'a>, &'static [usize]),
    /// The values of a map whose keys are written as keys.
    Values(&'a MapNode),
    /// The keys of a map, and then its values.
    Entries(&'a MapNode),
    /// The references of a node of an unknown type, in the order of these positions.
    Ordered(Content<'a>, &'a [u32]),
    Other(Content<'a>),
}

impl<'a> Slots<'a> {
    #[inline]
    fn of(content: Content<'a>, loaded: &'a Loaded) -> Self {
        match content {
            Content::Node(node) => Self::Fields(node, &NodeKeys::of(node.layout()).references),
            Content::Map(map) if has_text_keys(map) => Self::Values(map),
            Content::Map(map) => Self::Entries(map),
            Content::Opaque(opaque) => match opaque.node().leads.by_attr() {
                Some(positions) => Self::Ordered(content, loaded.keep(positions)),
                None => Self::Other(content),
            },
            content => Self::Other(content),
        }
    }

    #[inline]
    fn count(self) -> usize {
        match self {
            Self::Fields(_, positions) => positions.len(),
            Self::Values(map) => map.len(),
            Self::Entries(map) => 2 * map.len(),
            Self::Ordered(_, positions) => positions.len(),
            Self::Other(content) => content.reference_count(),
        }
    }

    #[inline]
    fn get(self, slot: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match self {
            Self::Fields(node, positions) => node.reference(positions[slot], loaded),
            Self::Values(map) => map.entry(slot)?.1,
            Self::Entries(map) => match slot.checked_sub(map.len()) {
                None => Some(map.entry(slot)?.0),
                Some(slot) => map.entry(slot)?.1,
            },
            Self::Ordered(content, positions) => content.reference(positions[slot] as usize, loaded),
            Self::Other(content) => content.reference(slot, loaded),
        }
    }
}

/// The state of the traversal.
struct Traversal<'a> {
    root: Option<&'a ObjectRef>,
    loaded: &'a Loaded,
    objects: Vec<Numbered<'a>>,
    ids: Vec<Cell<u32>>,
    references: Vec<Link>,
    /// The numbers of objects with several references. Other objects are visited once only.
    shared: IdentityMap<u32>,
    types: SavedVersions<'a>,
    recent: RecentTypes,
    open: Vec<Visit<'a>>,
}

impl<'a> Traversal<'a> {
    fn walk(&mut self) -> Result<(), GraphError> {
        if let Some(root) = self.root {
            self.object(root, 0)?;
        }
        let mut steps = Steps::new("number", None);
        while let Some(visit) = self.open.last_mut() {
            steps.next();
            let Visit { slots, next: slot, start, number: from, .. } = *visit;
            visit.next += 1;
            if visit.next == visit.count {
                self.open.pop();
            }
            if let Some(object) = slots.get(slot, self.loaded) {
                self.references[start + slot] = self.object(object, from)?;
            }
        }
        Ok(())
    }

    /// Returns a reference to an object. An object that was visited before is not read, which could
    /// miss the cache. `from` is the number of an object that refers to it.
    #[inline]
    fn object(&mut self, object: &'a ObjectRef, from: u32) -> Result<Link, GraphError> {
        let number = self.objects.len() as u32 + 1;
        match self.shared.entry(Identity::of(object)) {
            Entry::Occupied(before) => {
                let before = *before.get();
                self.ids[before as usize - 1].set(UNWRITTEN);
                return Ok(Link(before));
            }
            Entry::Vacant(vacant) if is_shared(object) => {
                vacant.insert(number);
            }
            Entry::Vacant(_) => {}
        }
        if number >= Link::DEFINES {
            return Err(GraphError::TooMany);
        }
        let content = Content::by_recent(object, &mut self.recent);
        match content {
            Content::Node(node) => {
                self.types.node(node);
                if node.layout().has_custom {
                    check_fields(self.root, object, node, self.loaded)?;
                }
            }
            Content::String(_) | Content::Array(_) | Content::Map(_) | Content::Shape(_) => {}
            content => {
                check(object, content, self.objects.get((from as usize).wrapping_sub(1)))?;
                if let Content::Opaque(opaque) = content {
                    self.types.opaque(opaque.node());
                }
            }
        }
        let slots = Slots::of(content, self.loaded);
        let (first, count) = (self.references.len(), slots.count());
        let start = u32::try_from(first).map_err(|_| GraphError::TooMany)?;
        let held = match content {
            Content::Node(node) => Held::Node(node),
            _ => Held::Other(object),
        };
        self.objects.push(Numbered { held, start });
        self.ids.push(UNSHARED.into());
        if count > 0 {
            self.references.resize(first + count, Link::NULL);
            self.open.push(Visit { slots, next: 0, count, start: first, number });
        }
        Ok(Link(number | Link::DEFINES))
    }
}

impl<'a> Outline<'a> {
    /// Traverses a graph.
    ///
    /// # Errors
    /// If the graph has an object that the format does not support.
    pub(super) fn of(root: Option<&'a ObjectRef>, loaded: &'a Loaded) -> Result<Self, GraphError> {
        let mut traversal = Traversal {
            root,
            loaded,
            objects: Vec::new(),
            ids: Vec::new(),
            references: Vec::new(),
            shared: IdentityMap::default(),
            types: SavedVersions::default(),
            recent: RecentTypes::new(),
            open: Vec::new(),
        };
        traversal.walk()?;
        let Traversal { objects, ids, references, types, .. } = traversal;
        let occurs = |key: &str| objects.iter().any(|each| each.held.object().type_key() == key);
        let versions = types.finish(occurs)?;
        let steps = Steps::new("write", Some(references.len() + 1));
        Ok(Self {
            loaded,
            versions,
            objects,
            ids,
            references,
            last_id: Cell::new(0),
            deferred: RefCell::default(),
            steps: steps.into(),
        })
    }

    /// Returns the number of objects.
    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Returns the reference to the root.
    pub(super) fn root(&self) -> Link {
        if self.objects.is_empty() { Link::NULL } else { Link(1 | Link::DEFINES) }
    }

    /// Returns the object with this number, which is not 0.
    #[inline]
    pub(super) fn object(&self, number: u32) -> &'a Object {
        self.objects[number as usize - 1].held.object()
    }

    /// Returns the content of the object with this number.
    #[inline]
    pub(super) fn content(&self, number: u32) -> Content<'a> {
        match self.objects[number as usize - 1].held {
            Held::Node(node) => Content::Node(node),
            Held::Other(object) => Content::of(object),
        }
    }

    /// Returns the first references of an object.
    #[inline]
    pub(super) fn references(&self, number: u32, count: usize) -> &[Link] {
        let start = self.objects[number as usize - 1].start as usize;
        &self.references[start..start + count]
    }

    /// Returns how a reference that is not null is written at this depth. Assigns an `$id` if the
    /// object needs one and has none yet.
    #[inline]
    pub(super) fn position(&self, link: Link, mut depth: usize) -> Position {
        self.steps.borrow_mut().next();
        let number = link.number();
        let id = &self.ids[number as usize - 1];
        if !link.defines() {
            return Position::Reference(self.assigned(id));
        }
        if depth >= MAX_NESTING && depth != IN_DATA {
            if self.is_data(link) {
                depth = IN_DATA;
            } else if !self.is_leaf(number) {
                self.deferred.borrow_mut().push_back(number);
                return Position::Reference(self.assigned(id));
            }
        }
        Position::Here { id: (id.get() != UNSHARED).then(|| self.assigned(id)), depth }
    }

    /// Returns an `$id`, after assigning the next one if there is none yet.
    #[inline]
    fn assigned(&self, id: &Cell<u32>) -> u32 {
        if matches!(id.get(), UNSHARED | UNWRITTEN) {
            self.last_id.set(self.last_id.get() + 1);
            id.set(self.last_id.get());
        }
        id.get()
    }

    /// Whether an object is written without nested objects other than data.
    fn is_leaf(&self, number: u32) -> bool {
        let count = match self.content(number) {
            Content::String(_) | Content::Tensor(_) | Content::Shape(_) => return true,
            Content::Node(node) if node.reflection().bytes().is_some() => return true,
            Content::Node(node) => NodeKeys::of(node.layout()).references.len(),
            Content::Opaque(opaque) => opaque.reference_count(),
            _ => return false,
        };
        self.references(number, count).iter().all(|link| link.is_null() || self.is_data(*link))
    }

    /// Whether an object is written as data: as a number, a text, or a list or map of data that has
    /// no `$id`. The fields of nodes that are not references have such values, and those of unknown
    /// nodes are objects. Both stay where they are, so that the text does not depend on the types
    /// that are known.
    fn is_data(&self, link: Link) -> bool {
        let mut open = vec![(link, 0)];
        while let Some((link, height)) = open.pop() {
            if link.is_null() {
                continue;
            }
            let number = link.number();
            if !link.defines() || self.ids[number as usize - 1].get() != UNSHARED || height > MAX_DATA {
                return false;
            }
            let count = match self.content(number) {
                Content::String(_) => continue,
                Content::Array(array) => array.as_slice().len(),
                Content::Map(map) if has_text_keys(map) => map.len(),
                _ if boxed(self.object(number)).is_some() => continue,
                _ => return false,
            };
            open.extend(self.references(number, count).iter().map(|link| (*link, height + 1)));
        }
        true
    }

    /// Returns the next object that was deferred, and its `$id`.
    pub(super) fn next_deferred(&self) -> Option<(u32, u32)> {
        let number = self.deferred.borrow_mut().pop_front()?;
        Some((self.ids[number as usize - 1].get(), number))
    }

    /// Whether no objects are deferred now.
    pub(super) fn is_complete(&self) -> bool {
        self.deferred.borrow().is_empty()
    }
}

/// Checks that JSON can hold the fields of a node with `serde`.
fn check_fields(
    root: Option<&ObjectRef>,
    object: &ObjectRef,
    node: Node<'_>,
    loaded: &Loaded,
) -> Result<(), GraphError> {
    let Some((field, reason)) = unsaved_field(node, loaded) else { return Ok(()) };
    let position = root.and_then(|root| pre_order(root).position(|each| each.same_as(object)));
    let node = position.map_or(0, |position| position + 1);
    Err(GraphError::FieldNotSaved { node, type_key: object.type_key(), field, reason })
}

/// Checks that the format supports an object. `from` refers to the object.
fn check(object: &ObjectRef, content: Content<'_>, from: Option<&Numbered<'_>>) -> Result<(), GraphError> {
    match content {
        Content::Adt(_) | Content::Unknown => Err(GraphError::NotSaved {
            type_key: object.type_key(),
            position: from.map_or("as the root".into(), |from| {
                format!("in a node of type {}", from.held.object().type_key())
            }),
        }),
        Content::Tensor(_) => match object.downcast_ref::<NDArray>().map(|tensor| tensor.compact()) {
            Some(Err(source)) => Err(GraphError::Tensor { tensor: 0, source: source.into() }),
            _ => Ok(()),
        },
        Content::Opaque(opaque) => check_attrs(opaque.node()),
        _ => Ok(()),
    }
}

/// Checks that no attribute may be a number or a reference.
pub(in crate::graph) fn check_attrs(node: &OpaqueNode) -> Result<(), GraphError> {
    let ambiguous = node.attrs().find_map(|(name, value)| match value {
        OpaqueValue::Ambiguous { number, .. } => Some((name, number)),
        _ => None,
    });
    let Some((attr, number)) = ambiguous else { return Ok(()) };
    Err(GraphError::AmbiguousReference {
        type_key: node.opaque_type_key().into(),
        attr: attr.into(),
        text: number.to_string(),
        change: "this format does not write as a number, unlike the format of the file".into(),
    })
}
