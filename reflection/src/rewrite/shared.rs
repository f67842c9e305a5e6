//! Objects with references from outside of the rewriting. They do not change; a copy is made if an
//! object below changes.

use objet_object::{IsObjectRef, Map, ObjectRef};

use super::error::{RewriteError, fill};
use super::{Child, Done, with_results};
use crate::content::{Content, with_references};
use crate::graph::OpaqueView;
use crate::loaded::Loaded;
use crate::memory::Node;

/// A shared object, and the index of its next reference.
pub(super) struct Shared {
    object: ObjectRef,
    is_shared: bool,
    is_opaque: bool,
    next: usize,
    count: usize,
    /// The new references, if at least one has changed.
    new: Option<Vec<Option<ObjectRef>>>,
}

impl Shared {
    pub(super) fn new(object: ObjectRef, is_shared: bool) -> Self {
        let content = Content::followed(&object);
        let (count, is_opaque) = (content.reference_count(), matches!(content, Content::Opaque(_)));
        Self { object, is_shared, is_opaque, next: 0, count, new: None }
    }

    /// Returns the object, if it can be reached on several paths.
    pub(super) fn shared(&self) -> Option<&ObjectRef> {
        self.is_shared.then_some(&self.object)
    }

    /// Returns the next object to rewrite, of those for which `visits` returns true.
    pub(super) fn next(&mut self, visits: impl Fn(&ObjectRef) -> bool) -> Option<Child> {
        let (content, loaded) = (Content::followed(&self.object), Loaded::default());
        while self.next < self.count {
            let reference = content.reference(self.next, &loaded);
            self.next += 1;
            if let Some(object) = reference.filter(|object| visits(object)) {
                return Some(Child::borrowed(object));
            }
        }
        None
    }

    /// Stores the result for the reference that was returned last.
    pub(super) fn put(&mut self, rewritten: ObjectRef) {
        let index = self.next - 1;
        let (content, loaded) = (Content::followed(&self.object), Loaded::default());
        // Addresses are reliable here, since `self.object` keeps its references alive.
        if content.reference(index, &loaded).is_some_and(|object| object.same_as(&rewritten)) {
            return;
        }
        let new =
            self.new.get_or_insert_with(|| content.references(&loaded).map(Option::<&_>::cloned).collect());
        new[index] = Some(rewritten);
    }

    /// Returns the object, or a rebuilt object if a reference has changed. Also returns the
    /// original if it can be reached on several paths. `done` has the results of objects with
    /// several references.
    pub(super) fn rebuilt(
        self,
        checked: bool,
        done: &Done,
    ) -> Result<(ObjectRef, Option<ObjectRef>), RewriteError> {
        let mut rebuilt = match self.new {
            None => self.object.clone(),
            Some(new) => rebuild(&self.object, new, checked)?,
        };
        if self.is_opaque {
            rebuilt = with_results(rebuilt, done);
        }
        Ok((rebuilt, self.is_shared.then_some(self.object)))
    }
}

fn rebuild(
    object: &ObjectRef,
    references: Vec<Option<ObjectRef>>,
    checked: bool,
) -> Result<ObjectRef, RewriteError> {
    if let Content::Map(_) = Content::of(object) {
        let mut map = Map::new();
        let mut references = references.into_iter();
        let entries = std::iter::from_fn(|| Some((references.next()??, references.next()?)));
        fill(&mut map, entries)?;
        return Ok(map.into());
    }
    let opaque = OpaqueView::of(object);
    let reflection = opaque.map_or(Node::of(object), OpaqueView::fields).map(Node::reflection);
    let rebuilt = with_references(object.clone(), &references).map_err(|(index, error)| {
        let field = match (opaque, reflection) {
            (Some(opaque), _) => opaque.reference_field(index),
            (None, reflection) => reflection.map(|reflection| reflection.references()[index]),
        };
        match (reflection, field) {
            (Some(reflection), Some(field)) => RewriteError::field(reflection, field, error),
            _ => unreachable!("only fields restrict their references: {error}"),
        }
    })?;
    if let Some(reflection) = reflection.filter(|_| checked) {
        reflection.check(&rebuilt)?;
    }
    Ok(rebuilt)
}
