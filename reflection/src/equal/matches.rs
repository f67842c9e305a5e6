//! The state of a comparison: matched objects and compared pairs.
//!
//! An object can be reached again only if it has several references, or if an object on the path to
//! it has. For other pairs nothing is recorded.

use std::collections::hash_map::Entry;

use objet_object::Object;

use crate::identity::{Identity, IdentityMap, IdentitySet};

/// A one-to-one matching of variables and graph nodes.
#[derive(Default)]
pub(super) struct Matches<'a> {
    of_lhs: IdentityMap<&'a Object>,
    of_rhs: IdentitySet,
}

/// The relation of two objects in a matching.
pub(super) enum Joined {
    /// Neither object was matched before. [`Matches::join`] has matched them now.
    Now,
    /// The objects are matched with each other.
    Before,
    /// At least one of the objects is matched with another object.
    Others,
}

impl<'a> Matches<'a> {
    /// Returns the relation of two objects, without matching them.
    pub(super) fn get(&self, lhs: &Object, rhs: &Object) -> Joined {
        match self.of_lhs.get(&Identity::of(lhs)) {
            Some(matched) if matched.same_as(rhs) => Joined::Before,
            None if !self.of_rhs.contains(&Identity::of(rhs)) => Joined::Now,
            _ => Joined::Others,
        }
    }

    /// Whether two objects are matched with each other.
    #[inline]
    pub(super) fn are_matched(&self, lhs: &Object, rhs: &Object) -> bool {
        self.of_lhs.get(&Identity::of(lhs)).is_some_and(|matched| matched.same_as(rhs))
    }

    /// Matches two objects, if neither is matched yet.
    #[inline]
    pub(super) fn join(&mut self, lhs: &'a Object, rhs: &'a Object) -> Joined {
        match self.of_lhs.entry(Identity::of(lhs)) {
            Entry::Occupied(matched) if matched.get().same_as(rhs) => Joined::Before,
            Entry::Occupied(_) => Joined::Others,
            Entry::Vacant(vacant) => {
                if !self.of_rhs.insert(Identity::of(rhs)) {
                    return Joined::Others;
                }
                vacant.insert(rhs);
                Joined::Now
            }
        }
    }

    /// Returns the match of `lhs`. Without a match, returns `lhs` itself, unless it is the match of
    /// another object.
    pub(super) fn partner(&self, lhs: &'a Object) -> Option<&'a Object> {
        match self.of_lhs.get(&Identity::of(lhs)) {
            Some(matched) => Some(matched),
            None => (!self.of_rhs.contains(&Identity::of(lhs))).then_some(lhs),
        }
    }
}

/// A union-find structure of objects that are equal or being compared. Equality by content is
/// transitive, so equal objects form classes.
///
/// An object that both graphs contain is in two classes, one for each side: a variable in it may
/// have different bindings on the left and on the right.
///
/// Each object points to another object of its class, up to the representative. Lookups halve the
/// paths, so operations take almost constant time.
#[derive(Default)]
pub(super) struct Classes {
    parents: IdentityMap<Identity>,
}

impl Classes {
    /// Merges the classes of both objects. Returns whether the classes were already the same.
    pub(super) fn join(&mut self, lhs: &Object, rhs: &Object) -> bool {
        let lhs = self.find(Identity::of(lhs));
        let rhs = self.find(Identity::of(rhs).on_other_side());
        if lhs != rhs {
            self.parents.insert(lhs, rhs);
        }
        lhs == rhs
    }

    /// Whether both objects are in one class.
    pub(super) fn are_same(&mut self, lhs: &Object, rhs: &Object) -> bool {
        self.find(Identity::of(lhs)) == self.find(Identity::of(rhs).on_other_side())
    }

    fn find(&mut self, mut object: Identity) -> Identity {
        while let Some(parent) = self.parents.get(&object).copied() {
            if let Some(grandparent) = self.parents.get(&parent).copied() {
                self.parents.insert(object, grandparent);
            }
            object = parent;
        }
        object
    }
}
