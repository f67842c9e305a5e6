//! The numbers of nodes in a file, in the post-order of their first visit.

use std::collections::hash_map;

use objet_object::ObjectRef;
use objet_object::progress::Steps;

use super::entity::{Entities, Entity, Slot, Value};
use super::value_numbers::ValueNumbers;
use crate::graph::error::GraphError;
use crate::graph::opaque::attr_forms::AttrForms;
use crate::graph::versions::SavedVersions;
use crate::identity::{Identity, IdentityMap, is_shared};
use crate::loaded::Loaded;

/// The nodes of a file in order, with their references.
pub(super) struct Numbering<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// The numbers of the references of all nodes, in the order of the nodes.
    pub(super) children: Vec<u32>,
    /// The type keys that have versions, with their versions.
    pub(super) versions: Vec<(&'a str, String)>,
    types: SavedVersions<'a>,
    pub(super) attr_forms: AttrForms<'a>,
    null: Option<u32>,
    values: ValueNumbers,
    /// For each object with several references, the position of its number in `shared_numbers`.
    /// Other objects are visited once only.
    shared: IdentityMap<u32>,
    shared_numbers: Vec<u32>,
    pub(super) loaded: &'a Loaded,
    pub(super) entities: Entities,
    stack: Vec<Visit<'a>>,
    /// The numbers of the visited references of the objects in `stack`.
    pending: Vec<u32>,
}

/// The content of a node.
#[derive(Clone, Copy)]
pub(super) enum Item<'a> {
    /// The string in a field.
    String(&'a str),
    /// An object, or null.
    Object(Option<&'a ObjectRef>),
}

const _: () = assert!(size_of::<Item<'_>>() == size_of::<&str>(), "large graphs have many items");

impl<'a> Item<'a> {
    /// Returns the value, if the node has one.
    #[inline]
    fn value(self, entities: &mut Entities) -> Option<Value<'a>> {
        let object = match self {
            Self::String(text) => return Some(Value::String(text)),
            Self::Object(object) => object?,
        };
        match entities.of(object) {
            Some(Entity::Value(value)) => Some(value),
            _ => None,
        }
    }
}

/// An object whose references are being visited.
struct Visit<'a> {
    object: &'a ObjectRef,
    entity: Entity<'a>,
    /// The position of the next reference.
    next: usize,
    /// The start of the object's references in `pending`.
    start: usize,
    /// If the object has several references, the position of its number.
    shared: Option<u32>,
}

/// Replaces the number of an object whose references are being visited.
const OPEN: u32 = u32::MAX;

impl<'a> Numbering<'a> {
    /// Numbers all objects reachable from the root. The root is the last node.
    ///
    /// # Errors
    /// If an object cannot be saved, if there are too many objects, or if they have a cycle.
    pub(super) fn of(root: Option<&'a ObjectRef>, loaded: &'a Loaded) -> Result<Self, GraphError> {
        let mut numbering = Self {
            items: Vec::new(),
            children: Vec::new(),
            versions: Vec::new(),
            types: SavedVersions::default(),
            attr_forms: AttrForms::default(),
            null: None,
            values: ValueNumbers::default(),
            shared: IdentityMap::default(),
            shared_numbers: Vec::new(),
            loaded,
            entities: Entities::new(),
            stack: Vec::new(),
            pending: Vec::new(),
        };
        numbering.visit(Slot::Object(root))?;
        numbering.walk()?;
        let objects = numbering.items.iter();
        let occurs = |key: &str| {
            objects.clone().any(|item| matches!(item, Item::Object(Some(object)) if object.type_key() == key))
        };
        numbering.versions = std::mem::take(&mut numbering.types).finish(occurs)?;
        Ok(numbering)
    }

    fn walk(&mut self) -> Result<(), GraphError> {
        let mut steps = Steps::new("number", None);
        while let Some(Visit { object, entity, next, start, shared }) = self.stack.last_mut() {
            steps.next();
            let slot = entity.next_slot(next, self.loaded);
            let slot = match slot {
                Ok(slot) => slot,
                Err(reason) => return Err(self.field_not_saved(reason)),
            };
            match slot {
                Some(slot) => self.visit(slot)?,
                None => {
                    let (object, start, shared) = (*object, *start, *shared);
                    self.stack.pop();
                    self.children.extend_from_slice(&self.pending[start..]);
                    self.pending.truncate(start);
                    let number = self.push(Item::Object(Some(object)))?;
                    self.set_shared(shared, number);
                }
            }
        }
        Ok(())
    }

    /// Visits a reference. Its number is the next in `pending`, at once or after the visit of an
    /// object that is pushed on the stack.
    #[inline]
    fn visit(&mut self, slot: Slot<'a>) -> Result<(), GraphError> {
        let object = match slot {
            Slot::Object(Some(object)) => object,
            Slot::String(text) => return self.value(Value::String(text), Item::String(text)).map(|_| ()),
            Slot::Object(None) => {
                match self.null {
                    Some(number) => self.pending.push(number),
                    None => self.null = Some(self.push(Item::Object(None))?),
                }
                return Ok(());
            }
        };
        let mut shared = None;
        // The map comes first: it is smaller than the objects, so that fewer reads miss the caches.
        match self.shared.entry(Identity::of(object)) {
            hash_map::Entry::Occupied(shared) => {
                let number = self.shared_numbers[*shared.get() as usize];
                if number == OPEN {
                    return Err(GraphError::CyclicObject { type_key: object.type_key().into() });
                }
                self.pending.push(number);
                return Ok(());
            }
            hash_map::Entry::Vacant(vacant) => {
                if is_shared(object) {
                    let position = self.shared_numbers.len() as u32;
                    vacant.insert(position);
                    self.shared_numbers.push(OPEN);
                    shared = Some(position);
                }
            }
        }
        match self.entities.of(object) {
            Some(Entity::Value(value)) => {
                let number = self.value(value, Item::Object(Some(object)))?;
                self.set_shared(shared, number);
                Ok(())
            }
            Some(Entity::Shape(_) | Entity::Tensor | Entity::Named(..)) => {
                let number = self.push(Item::Object(Some(object)))?;
                self.set_shared(shared, number);
                Ok(())
            }
            Some(entity) => {
                match entity {
                    Entity::Node(node) => self.types.node(node),
                    Entity::Opaque(opaque) => {
                        self.types.opaque(opaque.node());
                        self.attr_forms.add(opaque);
                    }
                    _ => {}
                }
                let start = self.pending.len();
                self.stack.push(Visit { object, entity, next: 0, start, shared });
                Ok(())
            }
            None => Err(self.not_saved(object)),
        }
    }

    /// Sets the number of an object, if the object has several references.
    #[inline]
    fn set_shared(&mut self, shared: Option<u32>, number: u32) {
        if let Some(shared) = shared {
            self.shared_numbers[shared as usize] = number;
        }
    }

    /// Adds the number of the node of a value, which is the next in `pending`.
    fn value(&mut self, value: Value<'a>, item: Item<'a>) -> Result<u32, GraphError> {
        let Self { items, entities, values, .. } = self;
        let number = values.number(value, items.len() as u32, |number| {
            items[number as usize].value(entities) == Some(value)
        });
        match number {
            Some(number) => {
                self.pending.push(number);
                Ok(number)
            }
            None => self.push(item),
        }
    }

    /// Adds a node, whose number is the next in `pending`.
    fn push(&mut self, item: Item<'a>) -> Result<u32, GraphError> {
        let number = self.items.len();
        if number >= OPEN as usize {
            return Err(GraphError::TooMany);
        }
        self.items.push(item);
        self.pending.push(number as u32);
        Ok(number as u32)
    }

    #[cold]
    fn not_saved(&self, object: &ObjectRef) -> GraphError {
        let position = match self.stack.last() {
            None => "as the root".into(),
            Some(Visit { object, entity, next, .. }) => entity.slot_name(next - 1, object.type_key()),
        };
        GraphError::NotSaved { type_key: object.type_key(), position }
    }

    #[cold]
    fn field_not_saved(&self, reason: String) -> GraphError {
        let (type_key, field) = match self.stack.last() {
            Some(Visit { object, entity: Entity::Node(node), next, .. }) => {
                (object.type_key(), node.reflection().fields()[next - 1].name())
            }
            _ => ("", ""),
        };
        GraphError::FieldNotSaved { node: self.items.len(), type_key, field, reason }
    }

    /// Returns the number of an object of the file.
    pub(super) fn number_of(&mut self, object: Option<&ObjectRef>) -> Option<u32> {
        let Some(object) = object else { return self.null };
        match self.entities.of(object) {
            Some(Entity::Value(value)) => {
                let Self { items, entities, values, .. } = self;
                values.get(value, |number| items[number as usize].value(entities) == Some(value))
            }
            _ => {
                let shared = self.shared.get(&Identity::of(object))?;
                self.shared_numbers.get(*shared as usize).copied()
            }
        }
    }
}
