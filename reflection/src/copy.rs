//! Copies of whole graphs.

use objet_object::{IsObjectRef, ObjectRef};

use crate::content::{Content, with_references};
use crate::rewrite::{Enter, Mutator, RewriteError, run};

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
    match run(root.clone(), &mut Copier, false) {
        Ok(copy) => copy,
        Err(error @ RewriteError::Cycle { .. }) => panic!("{error}"),
        Err(error) => unreachable!("a copy fits where the original does: {error}"),
    }
}

/// Replaces each object by a copy.
struct Copier;

impl Mutator for Copier {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
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
        let references: Vec<_> = Content::of(&object).references().map(Option::<&_>::cloned).collect();
        match with_references(object, &references) {
            Ok(copy) => Ok(copy),
            Err((_, error)) => unreachable!("an object holds what it holds: {error}"),
        }
    }
}
