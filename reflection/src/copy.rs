//! Copies of whole graphs.

use objet_object::{IsObjectRef, ObjectRef};

use crate::content::{Content, with_references};
use crate::identity::Identity;
use crate::loaded::Loaded;
use crate::rewrite::{Done, Enter, Mutator, RewriteError, run, run_noting};

/// A copy of all that can be reached from `root`, with the same sharing: what is one object there is one object in the copy.
///
/// What has nothing to change in it is not copied but shared with the original: texts, shapes and tensors, objects that
/// files hold by name or as bytes, like a registered operator, and objects of which nothing is known but their type.
///
/// It takes time in proportion to the number of objects and references, and does not recurse.
///
/// # Panics
/// If an object is inside itself, by way of fields that are changed in place.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, deep_copy};
///
/// let unit = ADT::tuple([]);
/// let pair = Array::from([unit.clone(), unit.clone()]);
/// let copy = deep_copy(&pair);
/// assert!(copy[0].same_as(&copy[1]));
/// assert!(!copy[0].same_as(&unit));
/// ```
pub fn deep_copy<R: IsObjectRef>(root: &R) -> R {
    // The clone makes the root shared, and so all below it: none of it is changed in place.
    let copier = &mut Copier(&Done::default());
    run(root.clone(), copier, false).unwrap_or_else(|error| failed(&error))
}

fn failed(error: &RewriteError) -> ! {
    match error {
        RewriteError::Cycle { .. } => panic!("{error}"),
        _ => unreachable!("a copy fits where the original does: {error}"),
    }
}

/// Copies of several graphs: what these share, the copies share too.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, DeepCopy};
///
/// let unit = ADT::tuple([]);
/// let mut copies = DeepCopy::new();
/// let (one, other) = (copies.copy(&Array::from([unit.clone()])), copies.copy(&Array::from([unit.clone()])));
/// assert!(one[0].same_as(&other[0]) && !one[0].same_as(&unit));
/// ```
#[derive(Default)]
pub struct DeepCopy(Done);

impl DeepCopy {
    /// One that has no copies yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Has `copy` stand for `original` in all copies that are made from now on.
    ///
    /// # Panics
    /// If they are of different types.
    pub fn set(&mut self, original: ObjectRef, copy: ObjectRef) {
        assert!(original.type_index() == copy.type_index(), "a copy is of the same type");
        self.0.insert(Identity::of(&original), (original, copy));
    }

    /// What stands for an object in the copies; `None` if that is not known.
    pub fn get(&self, original: &ObjectRef) -> Option<&ObjectRef> {
        self.0.get(&Identity::of(original)).map(|(_, copy)| copy)
    }

    /// A copy, as [`deep_copy`] makes it.
    ///
    /// # Panics
    /// As [`deep_copy`].
    pub fn copy<R: IsObjectRef>(&mut self, root: &R) -> R {
        self.copy_noting(root, |_, _| ())
    }

    /// The same; `note` is told of the root, and of all objects below it that somebody else may know, each with its copy. Of those
    /// that were copied before it is not.
    ///
    /// # Panics
    /// As [`deep_copy`].
    pub fn copy_noting<R: IsObjectRef>(
        &mut self,
        root: &R,
        mut note: impl FnMut(&ObjectRef, &ObjectRef),
    ) -> R {
        let original = root.clone().into_object_ref();
        let known = self.get(&original).cloned();
        let copy = known.unwrap_or_else(|| {
            let run = run_noting(original.clone(), &mut Copier(&self.0), false);
            let (copy, done) = run.unwrap_or_else(|error| failed(&error));
            let root = (Identity::of(&original), (original.clone(), copy.clone()));
            for (identity, (original, copy)) in done.into_iter().chain([root]) {
                self.0.entry(identity).or_insert_with(|| {
                    note(&original, &copy);
                    (original, copy)
                });
            }
            copy
        });
        match copy.downcast() {
            Ok(copy) => copy,
            Err(_) => unreachable!("a copy is of the same type"),
        }
    }
}

/// Replaces each object by a copy: by the one that there is already, if it is known.
struct Copier<'a>(&'a Done);

impl Mutator for Copier<'_> {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        if !self.0.is_empty()
            && let Some((_, copy)) = self.0.get(&Identity::of(object))
        {
            return Ok(Enter::Replace(copy.clone()));
        }
        Ok(match Content::followed(object) {
            Content::Text(_) | Content::Tensor(_) | Content::Shape(_) | Content::Unknown => Enter::Keep,
            _ => Enter::Inside,
        })
    }

    fn leave(&mut self, mut object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        // An object that was rebuilt is a copy already, and nobody else refers to it yet.
        if object.get_mut().is_some() {
            return Ok(object);
        }
        let loaded = Loaded::default();
        let references: Vec<_> = Content::of(&object).references(&loaded).map(Option::<&_>::cloned).collect();
        match with_references(object, &references) {
            Ok(copy) => Ok(copy),
            Err((_, error)) => unreachable!("an object holds what it holds: {error}"),
        }
    }
}
