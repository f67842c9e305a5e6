//! The objects at paths.

use objet_object::{IsObjectRef, MapNode, ObjectRef, String as ObjectString};

use super::difference::{Path, PathStep};
use crate::by_name::get_attr;
use crate::content::Content;

/// One of the two graphs of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left graph.
    Left,
    /// The right graph.
    Right,
}

impl Path {
    /// Returns the object at this path from the root of one of the compared graphs. Returns `None`
    /// if the graph has no such place, and for null and values that are no objects.
    ///
    /// ```
    /// use objet::compare::{Side, StructuralEqual};
    /// use objet::prelude::*;
    /// use objet::String;
    ///
    /// let [lhs, rhs] = ["x", "y"].map(|last| Array::from(["a", last].map(String::from)).upcast());
    /// let found = StructuralEqual::new().first_difference(&lhs, &rhs).unwrap();
    /// let [x, y] = [(&lhs, Side::Left), (&rhs, Side::Right)].map(|(root, side)| {
    ///     found.path.follow(root, side)?.downcast::<String>().ok()
    /// });
    /// assert_eq!((x.unwrap().as_str(), y.unwrap().as_str()), ("x", "y"));
    /// ```
    pub fn follow(&self, root: &ObjectRef, side: Side) -> Option<ObjectRef> {
        self.steps().into_iter().try_fold(root.clone(), |object, step| step.follow(&object, side))
    }
}

impl PathStep {
    /// Returns the object behind this step from an object, as [`Path::follow`] does for all steps.
    pub fn follow(&self, object: &ObjectRef, side: Side) -> Option<ObjectRef> {
        let map = || object.as_node::<MapNode>();
        let index = |lhs, rhs| if side == Side::Left { lhs } else { rhs };
        match self {
            Self::Field(name) => get_attr(object, name).ok()?.get().ok(),
            Self::Index(index) => match Content::of(object) {
                Content::Array(array) => array.as_slice().get(*index)?.clone(),
                Content::Adt(adt) => adt.fields().get(*index)?.clone(),
                _ => None,
            },
            Self::Key(name) => value_of(map()?, name),
            Self::Entry { lhs, rhs, .. } => map()?.entry(index(*lhs, *rhs)?)?.1.cloned(),
            Self::KeyOf { lhs, rhs } => Some(map()?.entry(index(Some(*lhs), *rhs)?)?.0.clone()),
        }
    }
}

/// Returns the value of the key that is this string, or that has this name, as a global variable
/// has.
fn value_of(map: &MapNode, name: &str) -> Option<ObjectRef> {
    let has_name =
        |key: &ObjectRef| get_attr(key, "name_hint").is_ok_and(|found| found.get::<&str>() == Ok(name));
    match map.get(&ObjectString::from(name).into_object_ref()) {
        Some(value) => value.cloned(),
        None => map.iter().find(|(key, _)| has_name(key))?.1.cloned(),
    }
}
