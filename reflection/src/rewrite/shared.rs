//! Objects to which others than the rewriting refer: they stay as they are, and a copy is made if what they refer to changes.

use objet_object::{IsObjectRef, Map, ObjectRef};

use super::Child;
use super::error::{RewriteError, fill};
use crate::content::{Content, with_references};
use crate::loaded::Loaded;
use crate::memory::Node;

/// Such an object, and which of its references comes next.
pub(super) struct Shared {
    object: ObjectRef,
    met_again: bool,
    next: usize,
    count: usize,
    /// All its references, as they are to be, once one of them changed.
    new: Option<Vec<Option<ObjectRef>>>,
}

impl Shared {
    pub(super) fn new(object: ObjectRef, met_again: bool) -> Self {
        let count = Content::followed(&object).reference_count();
        Self { object, met_again, next: 0, count, new: None }
    }

    /// The object, if it can be met again.
    pub(super) fn met_again(&self) -> Option<&ObjectRef> {
        self.met_again.then_some(&self.object)
    }

    /// The next object that it refers to, of those that `goes_to` is true for.
    pub(super) fn next(&mut self, goes_to: impl Fn(&ObjectRef) -> bool) -> Option<Child> {
        let (content, loaded) = (Content::followed(&self.object), Loaded::default());
        while self.next < self.count {
            let reference = content.reference(self.next, &loaded);
            self.next += 1;
            if let Some(object) = reference.filter(|object| goes_to(object)) {
                return Some(Child::borrowed(object));
            }
        }
        None
    }

    /// Notes what the last object becomes.
    pub(super) fn put(&mut self, rewritten: ObjectRef) {
        let place = self.next - 1;
        let (content, loaded) = (Content::followed(&self.object), Loaded::default());
        // The object keeps what it refers to, so an address tells for certain.
        if content.reference(place, &loaded).is_some_and(|object| object.same_as(&rewritten)) {
            return;
        }
        let new =
            self.new.get_or_insert_with(|| content.references(&loaded).map(Option::<&_>::cloned).collect());
        new[place] = Some(rewritten);
    }

    /// The object, or a new one if a reference changed; and the object as it was if it can be met again.
    pub(super) fn rebuilt(self, checked: bool) -> Result<(ObjectRef, Option<ObjectRef>), RewriteError> {
        let rebuilt = match self.new {
            None => self.object.clone(),
            Some(new) => rebuild(&self.object, new, checked)?,
        };
        Ok((rebuilt, self.met_again.then_some(self.object)))
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
    let reflection = Node::of(object).map(Node::reflection);
    let rebuilt =
        with_references(object.clone(), &references).map_err(|(place, error)| match reflection {
            Some(reflection) => RewriteError::field(reflection, reflection.references()[place], error),
            None => unreachable!("what is no node holds any object: {error}"),
        })?;
    if let Some(reflection) = reflection.filter(|_| checked) {
        reflection.check(&rebuilt)?;
    }
    Ok(rebuilt)
}
