//! The variables that an object defines and uses, with their positions.

use super::mix::mix;
use crate::identity::{Identity, IdentityMap};

/// The maximum number of variables in a summary. The identity of more variables than that does not
/// count.
const TRACKED: usize = 16;

/// The position of a variable in itself.
pub(super) const ITSELF: u64 = 9;

/// The hash of an object, without the identity of the variables that the object uses and does not
/// bind.
#[derive(Clone, Default)]
pub(super) struct Summary {
    pub(super) hash: u64,
    /// The variables that the object uses, in the order of the traversal.
    pub(super) uses: Vec<Use>,
    /// The variables that the object defines for the scopes of a node around it, by position.
    pub(super) defined: IdentityMap<u64>,
}

/// A variable that an object uses.
#[derive(Clone, Copy)]
pub(super) struct Use {
    pub(super) variable: Identity,
    /// A hash of all positions at which the variable is used.
    pub(super) position: u64,
    /// Whether a definition that holds everywhere binds the variable at its first position.
    pub(super) is_bound: bool,
}

/// The definitions of a node with scopes.
#[derive(Default)]
pub(super) struct Definitions {
    /// The variables that are defined so far, by position.
    pub(super) defined: IdentityMap<u64>,
    /// A hash of the positions at which these variables are used.
    bound: u64,
}

impl Definitions {
    /// Takes the variables of a part of the node. If the definitions hold in the part, binds its
    /// uses. Calls `outside` for each other use.
    pub(super) fn take(&mut self, part: &Summary, position: u64, holds: bool, mut outside: impl FnMut(Use)) {
        for used in &part.uses {
            let used = used.inside(position);
            match self.defined.get(&used.variable).filter(|_| holds) {
                Some(definition) => {
                    self.bound = self.bound.wrapping_add(mix(*definition, used.position));
                }
                None => outside(used),
            }
        }
        let defined = part.defined.iter();
        self.defined.extend(defined.map(|(variable, inside)| (*variable, mix(*inside, position))));
    }

    /// Extends the hash of the node by the uses of its variables.
    pub(super) fn finish(&self, hash: u64) -> u64 {
        mix(hash, self.bound)
    }
}

impl Use {
    fn inside(self, position: u64) -> Self {
        Self { position: mix(self.position, position), ..self }
    }
}

impl Summary {
    /// Adds a use, with its position in this object.
    pub(super) fn add(&mut self, used: Use) {
        match self.uses.iter_mut().find(|other| other.variable == used.variable) {
            Some(other) => other.position = other.position.wrapping_add(used.position),
            None => self.uses.push(used),
        }
    }

    /// Whether there are too many variables of uses.
    pub(super) fn is_full(&self) -> bool {
        self.uses.len() > TRACKED
    }

    /// Forgets the variables of uses, so that only their positions count, and returns them.
    pub(super) fn forget(&mut self) -> Vec<Use> {
        self.hash = self.uses.iter().fold(self.hash, |hash, used| mix(hash, used.position));
        std::mem::take(&mut self.uses)
    }
}
