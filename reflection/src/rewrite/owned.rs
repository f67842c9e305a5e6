//! Objects that only the rewriting refers to. Their references move out one at a time, and back in.

use objet_object::{ADT, Array, DowncastError, IsObjectRef, Map, ObjectRef};

use super::error::{RewriteError, fill};
use super::{Child, Done, with_results};
use crate::content::Content;
use crate::graph::Opaque;
use crate::memory::UniqueNode;

/// An object with a unique reference, and the index of its next reference.
pub(super) struct Owned {
    object: Parts,
    next: usize,
    count: usize,
}

/// The content of the object.
enum Parts {
    Node(UniqueNode),
    Array(Array<Option<ObjectRef>>),
    Map {
        map: Map<ObjectRef, Option<ObjectRef>>,
        /// The rewritten keys, with the indices of their entries. Keys cannot be moved out of a
        /// map, so the map and the rewriting share them.
        new_keys: Vec<(usize, ObjectRef)>,
    },
    Adt(ADT),
    Opaque(Opaque),
    /// An object without references to follow.
    Leaf(ObjectRef),
}

impl Owned {
    /// Takes the object, if it has no other references and is not a stand-in. Otherwise returns the
    /// object as the error.
    pub(super) fn new(mut object: ObjectRef) -> Result<Self, ObjectRef> {
        if object.get_mut().is_none() {
            return Err(object);
        }
        let content = Content::followed(&object);
        let count = content.reference_count();
        let parts = match content {
            // The fields of a stand-in cannot be null in the meantime, so it is rebuilt.
            Content::Opaque(opaque) if opaque.is_stand_in() => return Err(object),
            Content::Opaque(_) => Parts::Opaque(cast(object)?),
            _ if count == 0 => Parts::Leaf(object),
            Content::Node(_) => Parts::Node(UniqueNode::new(object)?),
            Content::Array(_) => Parts::Array(cast(object)?),
            Content::Map(_) => Parts::Map { map: cast(object)?, new_keys: Vec::new() },
            Content::Adt(_) => Parts::Adt(cast(object)?),
            Content::String(_) | Content::Tensor(_) | Content::Shape(_) | Content::Unknown => {
                Parts::Leaf(object)
            }
        };
        Ok(Self { object: parts, next: 0, count })
    }

    /// Moves the next reference out, of those for which `visits` returns true.
    pub(super) fn next(
        &mut self,
        visits: impl Fn(&ObjectRef) -> bool,
    ) -> Result<Option<Child>, RewriteError> {
        while self.next < self.count {
            let index = self.next;
            self.next += 1;
            let taken = match &mut self.object {
                Parts::Node(node) => node.take(node.reflection().references()[index]),
                Parts::Array(array) => array.set(index, None),
                Parts::Map { map, .. } if index.is_multiple_of(2) => {
                    let Some((key, _)) = map.get_at(index / 2).filter(|(key, _)| visits(key)) else {
                        continue;
                    };
                    return Ok(Some(Child::borrowed(key)));
                }
                Parts::Map { map, .. } => map.set_at(index / 2, None),
                Parts::Adt(adt) => adt.set(index, None),
                Parts::Opaque(opaque) => opaque.set_reference(index, None),
                Parts::Leaf(_) => None,
            };
            match taken {
                Some(object) if visits(&object) => return Ok(Some(Child::taken(object))),
                Some(object) => self.put(object)?,
                None => {}
            }
        }
        Ok(None)
    }

    /// Stores the result for the reference that was taken last.
    pub(super) fn put(&mut self, rewritten: ObjectRef) -> Result<(), RewriteError> {
        let index = self.next - 1;
        match &mut self.object {
            Parts::Node(node) => {
                let reflection = node.reflection();
                let field = reflection.references()[index];
                node.put(Some(rewritten)).map_err(|error| RewriteError::field(reflection, field, error))?;
            }
            Parts::Array(array) => drop(array.set(index, Some(rewritten))),
            Parts::Map { map, new_keys } if index.is_multiple_of(2) => {
                let same = map.get_at(index / 2).is_some_and(|(key, _)| key.same_as(&rewritten));
                if !same {
                    new_keys.push((index / 2, rewritten));
                }
            }
            Parts::Map { map, .. } => drop(map.set_at(index / 2, Some(rewritten))),
            Parts::Adt(adt) => drop(adt.set(index, Some(rewritten))),
            Parts::Opaque(opaque) => drop(opaque.set_reference(index, Some(rewritten))),
            Parts::Leaf(_) => {}
        }
        Ok(())
    }

    /// Returns the complete object. If `checked`, the type's own check runs on every node with
    /// references: addresses do not show whether the node has changed, since the objects that it
    /// refers to may have changed in place. `done` has the results of objects with several
    /// references.
    pub(super) fn into_object(self, checked: bool, done: &Done) -> Result<ObjectRef, RewriteError> {
        Ok(match self.object {
            Parts::Node(node) => {
                let reflection = node.reflection();
                let object = node.into_object();
                if checked {
                    reflection.check(&object)?;
                }
                object
            }
            Parts::Array(array) => array.into(),
            Parts::Map { map, new_keys } => with_keys(map, new_keys)?.into(),
            Parts::Adt(adt) => adt.into(),
            Parts::Opaque(opaque) => with_results(opaque.into(), done),
            Parts::Leaf(object) => object,
        })
    }
}

fn cast<R: IsObjectRef>(object: ObjectRef) -> Result<R, ObjectRef> {
    object.downcast().map_err(DowncastError::into_object)
}

/// Returns the map with new keys for some of its entries. `new_keys` is in the order of the
/// entries.
fn with_keys(
    mut map: Map<ObjectRef, Option<ObjectRef>>,
    new_keys: Vec<(usize, ObjectRef)>,
) -> Result<Map<ObjectRef, Option<ObjectRef>>, RewriteError> {
    if !new_keys.is_empty() {
        let mut entries: Vec<_> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        map.clear();
        for (entry, key) in new_keys {
            entries[entry].0 = key;
        }
        fill(&mut map, entries)?;
    }
    Ok(map)
}
