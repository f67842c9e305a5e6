//! The objects that have an `$id`, and references to objects that have not occurred yet.

use std::collections::HashMap;

use crate::graph::document::TaggedValue;

/// The nodes of objects with an `$id`.
#[derive(Default)]
pub(super) struct Ids {
    /// The nodes by `$id`, or [`NONE`]. Writers count from a small number.
    dense: Vec<u32>,
    /// The nodes of the other ids.
    sparse: HashMap<u64, u32, foldhash::fast::RandomState>,
    /// The ids of references to objects that had not occurred yet.
    forward: Vec<u64>,
    /// The number of objects with an `$id`.
    count: usize,
}

const NONE: u32 = u32::MAX;

/// The first index that stands for a reference to an object that has not occurred yet.
pub(super) const FORWARD: u32 = TaggedValue::LIMIT / 2;

impl Ids {
    /// Returns the node with this `$id`.
    #[inline]
    fn get(&self, id: u64) -> Option<u32> {
        match usize::try_from(id).ok().and_then(|id| self.dense.get(id)) {
            Some(index) if *index != NONE => Some(*index),
            _ if self.sparse.is_empty() => None,
            _ => self.sparse.get(&id).copied(),
        }
    }

    /// Adds a node with its `$id`. Returns whether the `$id` is new.
    pub(super) fn insert(&mut self, id: u64, index: u32) -> bool {
        if self.get(id).is_some() {
            return false;
        }
        self.count += 1;
        // The table takes memory in proportion to the text.
        let limit = 4 * (self.count + self.forward.len()) + 64;
        match usize::try_from(id) {
            Ok(id) if id < limit => {
                if self.dense.len() <= id {
                    self.dense.resize(id + 1, NONE);
                }
                self.dense[id] = index;
            }
            _ => {
                self.sparse.insert(id, index);
            }
        }
        true
    }

    /// Returns the index of the object with this `$id`, or an index from [`FORWARD`] on if the
    /// object has not occurred yet. Returns `None` if there are too many such references.
    #[inline]
    pub(super) fn reference(&mut self, id: u64) -> Option<u32> {
        if let Some(index) = self.get(id) {
            return Some(index);
        }
        let next = u32::try_from(self.forward.len()).ok().filter(|next| *next < FORWARD)?;
        let index = FORWARD + next;
        self.forward.push(id);
        Some(index)
    }

    /// Whether all references are to objects that occur before.
    pub(super) fn is_resolved(&self) -> bool {
        self.forward.is_empty()
    }

    /// Returns the objects that the indices from [`FORWARD`] on refer to.
    ///
    /// # Errors
    /// If there is no object with an `$id`. The error is the index that stands for it, and the
    /// `$id`.
    pub(super) fn targets(&self) -> Result<Vec<u32>, (u32, u64)> {
        let forward = (FORWARD..).zip(&self.forward);
        forward.map(|(index, id)| self.get(*id).ok_or((index, *id))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_may_be_any_numbers() {
        let mut ids = Ids::default();
        assert_eq!(ids.reference(1 << 40), Some(FORWARD));
        for (index, id) in (1..).zip([1, 70, 3, 200, 1 << 40, u64::MAX, 0]) {
            assert!(ids.insert(id, index));
            assert!(!ids.insert(id, index));
            assert_eq!(ids.reference(id), Some(index));
        }
        assert!((2..1000).filter(|id| ![70, 3, 200].contains(id)).all(|id| ids.insert(id, id as u32)));
        assert_eq!([70, 200, 999].map(|id| ids.reference(id)), [2, 4, 999].map(Some));
        assert_eq!(ids.targets(), Ok(vec![5]));
        assert_eq!(ids.reference(5000), Some(FORWARD + 1));
        assert_eq!(ids.targets(), Err((FORWARD + 1, 5000)));
    }
}
