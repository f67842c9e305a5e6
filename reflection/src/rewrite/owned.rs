//! Objects that only the rewriting refers to. Their references move out one at a time, and back in.

use objet_object::{ADT, Array, DowncastError, IsObjectRef, Map, ObjectRef};

use super::error::{RewriteError, fill};
use super::pass::{Leave, Pass};
use super::rebuild::with_results;
use super::{Done, Enter, Rewriting};
use crate::content::Content;
use crate::graph::Opaque;
use crate::memory::UniqueNode;

/// An object with a unique reference, whose references are being rewritten.
struct Owned<'p, T> {
    object: Parts,
    of: T,
    /// The indices of the references to follow, if the object is a node.
    followed: &'p [u32],
    next: usize,
    count: usize,
}

/// The content of the object.
enum Parts {
    Node(UniqueNode),
    Array(Array<Option<ObjectRef>>),
    Map(Box<MapParts>),
    Adt(ADT),
    Opaque(Opaque),
}

struct MapParts {
    map: Map<ObjectRef, Option<ObjectRef>>,
    /// The rewritten keys, with the indices of their entries. Keys cannot be moved out of a map, so
    /// the map and the rewriting share them.
    new_keys: Vec<(usize, ObjectRef)>,
}

/// The progress of a rewriting at an object.
enum Visit {
    /// The object is at the end of the path, and its references are rewritten first.
    Entered,
    /// The object is rewritten. This is the result.
    Done(ObjectRef),
}

impl<'p, P: Pass<'p>> Rewriting<'p, P> {
    /// Rewrites an object.
    pub(super) fn own(&mut self, root: ObjectRef) -> Result<ObjectRef, P::Error> {
        let mut path = Vec::new();
        let mut visit = self.visit_own(&mut path, root, true)?;
        loop {
            self.steps.next();
            match (visit, path.last_mut()) {
                (Visit::Done(object), None) => return Ok(object),
                (Visit::Done(object), Some(frame)) => frame.put(object)?,
                (Visit::Entered, _) => {}
            }
            let Some(frame) = path.last_mut() else { unreachable!("the root is on the path") };
            visit = match self.next_of(frame)? {
                Some(child) => self.visit_own(&mut path, child, false)?,
                None => self.leave_last(&mut path)?,
            };
        }
    }

    /// Begins to rewrite an object.
    fn visit_own(
        &mut self,
        path: &mut Vec<Owned<'p, P::OfType>>,
        mut object: ObjectRef,
        is_root: bool,
    ) -> Result<Visit, P::Error> {
        loop {
            let is_unique = object.get_mut().is_some();
            let (node, of) = self.types.node_with(&object, |node| self.pass.of_type(&object, node));
            let (is_node, followed) = (node.is_some(), node.map_or(&[][..], |node| P::followed(of, node)));
            if P::REVISITS || !is_unique || !is_node && is_stand_in(&object) {
                let result = self.keep(&object, is_root, false)?;
                return Ok(Visit::Done(result.unwrap_or(object)));
            }
            match self.pass.enter(&object, of)? {
                Enter::Inside => {}
                Enter::Keep => return Ok(Visit::Done(object)),
                Enter::Replace(result) => return Ok(Visit::Done(result)),
                Enter::Instead(result) => {
                    object = result;
                    continue;
                }
            }
            if object.get_mut().is_none() {
                // The pass has stored a reference.
                let result = self.keep(&object, is_root, true)?;
                return Ok(Visit::Done(result.unwrap_or(object)));
            }
            match Owned::new(object, of, is_node, followed) {
                Ok(owned) => path.push(owned),
                Err(leaf) => return self.leave_as(leaf, of),
            }
            return Ok(Visit::Entered);
        }
    }

    /// Returns the result for an object whose references are rewritten.
    #[inline]
    fn leave_as(&mut self, object: ObjectRef, of: P::OfType) -> Result<Visit, P::Error> {
        match self.pass.leave_own(object, of)? {
            Leave::As(result) => Ok(Visit::Done(result)),
            Leave::Kept => unreachable!("the object was passed on"),
            Leave::Again(_) => unreachable!("a pass that revisits borrows the graph"),
        }
    }

    /// Moves the next reference out of an object.
    fn next_of(&mut self, frame: &mut Owned<'p, P::OfType>) -> Result<Option<ObjectRef>, P::Error> {
        let Self { pass, types, .. } = self;
        let mut visits = |object: &ObjectRef| {
            let (_, of) = types.node_with(object, |node| pass.of_type(object, node));
            pass.visits(object, of)
        };
        while frame.next < frame.count {
            let next = frame.next;
            frame.next += 1;
            let taken = match &mut frame.object {
                Parts::Node(node) => {
                    let index = frame.followed[next];
                    match node.peek(index) {
                        Some(object) if !visits(object) => continue,
                        Some(_) => return Ok(node.take(index)),
                        None => node.take(index),
                    }
                }
                Parts::Array(array) => array.set(next, None),
                Parts::Map(parts) => {
                    let entry = next / 2;
                    if next.is_multiple_of(2) {
                        match parts.map.get_at(entry).filter(|(key, _)| visits(key)) {
                            Some((key, _)) => return Ok(Some(key.clone())),
                            None => continue,
                        }
                    }
                    parts.map.set_at(entry, None)
                }
                Parts::Adt(adt) => adt.set(next, None),
                Parts::Opaque(opaque) => opaque.set_reference(next, None),
            };
            match taken {
                Some(object) if visits(&object) => return Ok(Some(object)),
                Some(object) => frame.put(object)?,
                None => {}
            }
        }
        Ok(None)
    }

    /// Finishes the object at the end of the path, whose references are all rewritten.
    fn leave_last(&mut self, path: &mut Vec<Owned<'p, P::OfType>>) -> Result<Visit, P::Error> {
        let Some(owned) = path.pop() else { unreachable!("the path has an object to finish") };
        let of = owned.of;
        let object = owned.into_object(self.checked, &self.done)?;
        self.leave_as(object, of)
    }
}

impl<'p, T> Owned<'p, T> {
    /// Takes an object with references. Returns an object without references to follow as the
    /// error.
    fn new(object: ObjectRef, of: T, is_node: bool, followed: &'p [u32]) -> Result<Self, ObjectRef> {
        if is_node {
            if followed.is_empty() {
                return Err(object);
            }
            let (object, count) = (Parts::Node(UniqueNode::new(object)?), followed.len());
            return Ok(Self { object, of, followed, next: 0, count });
        }
        let content = Content::of(&object);
        let count = content.reference_count();
        let parts = match content {
            Content::Opaque(_) => Parts::Opaque(Opaque::of(object)?),
            _ if count == 0 => return Err(object),
            Content::Array(_) => Parts::Array(cast(object)?),
            Content::Map(_) => Parts::Map(Box::new(MapParts { map: cast(object)?, new_keys: Vec::new() })),
            Content::Adt(_) => Parts::Adt(cast(object)?),
            _ => return Err(object),
        };
        Ok(Self { object: parts, of, followed, next: 0, count })
    }

    /// Stores the result for the reference that was taken last.
    fn put(&mut self, rewritten: ObjectRef) -> Result<(), RewriteError> {
        let index = self.next - 1;
        match &mut self.object {
            Parts::Node(node) => {
                let reflection = node.layout().reflection;
                node.put(rewritten)
                    .map_err(|(field, error)| RewriteError::field(reflection, field, error))?;
            }
            Parts::Array(array) => drop(array.set(index, Some(rewritten))),
            Parts::Map(parts) if index.is_multiple_of(2) => {
                let same = parts.map.get_at(index / 2).is_some_and(|(key, _)| key.same_as(&rewritten));
                if !same {
                    parts.new_keys.push((index / 2, rewritten));
                }
            }
            Parts::Map(parts) => drop(parts.map.set_at(index / 2, Some(rewritten))),
            Parts::Adt(adt) => drop(adt.set(index, Some(rewritten))),
            Parts::Opaque(opaque) => drop(opaque.set_reference(index, Some(rewritten))),
        }
        Ok(())
    }

    /// Returns the complete object. If `checked`, the type's own check runs on every node with
    /// references: addresses do not show whether the node has changed, since the objects that it
    /// refers to may have changed in place. `done` has the results of objects with several
    /// references.
    fn into_object(self, checked: bool, done: &Done) -> Result<ObjectRef, RewriteError> {
        Ok(match self.object {
            Parts::Node(node) => {
                let layout = node.layout();
                let object = node.into_object();
                if checked && layout.is_checked {
                    layout.reflection.check(&object)?;
                }
                object
            }
            Parts::Array(array) => array.into(),
            Parts::Map(parts) => with_keys(parts.map, parts.new_keys)?.into(),
            Parts::Adt(adt) => adt.into(),
            Parts::Opaque(opaque) => {
                let object = opaque.into();
                with_results(&object, done).unwrap_or(object)
            }
        })
    }
}

/// The fields of a stand-in cannot be null while their references are moved out.
fn is_stand_in(object: &ObjectRef) -> bool {
    matches!(Content::of(object), Content::Opaque(opaque) if opaque.is_stand_in())
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
