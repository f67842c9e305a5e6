//! What a comparison remembers of the objects that it has seen.
//!
//! An object can be met again only if it has more than one reference, or if one that leads to it can. So of other pairs
//! nothing is remembered.

use std::collections::hash_map::Entry;

use objet_object::Object;

use crate::identity::{Identity, IdentityMap, IdentitySet};

/// Which objects are matched with which, one to one: variables and graph nodes.
#[derive(Default)]
pub(super) struct Matches<'a> {
    of_lhs: IdentityMap<&'a Object>,
    of_rhs: IdentitySet,
}

/// How two objects stand to each other.
pub(super) enum Joined {
    /// Neither was matched with anything; now, if that was asked for, they are with each other.
    Now,
    /// They are matched with each other.
    Before,
    /// At least one of them is matched with another one.
    Others,
}

impl<'a> Matches<'a> {
    /// How two objects are matched; none of them is by this.
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

    /// What `lhs` is matched with, or else itself, if nothing else is matched with that.
    pub(super) fn partner(&self, lhs: &'a Object) -> Option<&'a Object> {
        match self.of_lhs.get(&Identity::of(lhs)) {
            Some(matched) => Some(matched),
            None => (!self.of_rhs.contains(&Identity::of(lhs))).then_some(lhs),
        }
    }
}

/// Which objects were found equal, or are being compared: classes, since equality by content is transitive.
///
/// An object that both graphs have is in two classes, one for each side: a variable in it may stand for another one on
/// the left than on the right.
///
/// Every object points to another one of its class, up to one that stands for all. Paths are halved as they are
/// followed, so it takes next to no time.
#[derive(Default)]
pub(super) struct Classes {
    parents: IdentityMap<Identity>,
}

impl Classes {
    /// Puts both into one class. Returns whether they were in one already.
    pub(super) fn join(&mut self, lhs: &Object, rhs: &Object) -> bool {
        let lhs = self.find(Identity::of(lhs));
        let rhs = self.find(Identity::of(rhs).on_other_side());
        if lhs != rhs {
            self.parents.insert(lhs, rhs);
        }
        lhs == rhs
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
