//! The numbers of the nodes of values, each of which is written once.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;

use super::entity::Value;

/// A hash table of the numbers of nodes, with open addressing and linear probing, at most half
/// full. It keeps no values, since the nodes have them.
pub(super) struct ValueNumbers {
    /// The upper half of the hash, and the number of a node or `NONE`.
    slots: Vec<(u32, u32)>,
    count: usize,
    state: RandomState,
}

const NONE: u32 = u32::MAX;

impl Default for ValueNumbers {
    fn default() -> Self {
        Self { slots: vec![(0, NONE); 16], count: 0, state: RandomState::default() }
    }
}

impl ValueNumbers {
    /// Returns the number of a value. If the table has none, adds `next` and returns `None`. `is`
    /// returns whether a node has the value.
    #[inline]
    pub(super) fn number(&mut self, value: Value<'_>, next: u32, is: impl FnMut(u32) -> bool) -> Option<u32> {
        let hash = self.hash(value);
        match self.find(hash, is) {
            Ok(number) => Some(number),
            Err(slot) => {
                self.slots[slot] = (hash, next);
                self.count += 1;
                if self.count > self.slots.len() / 2 {
                    self.grow();
                }
                None
            }
        }
    }

    /// Returns the number of a value, if the table has one.
    pub(super) fn get(&self, value: Value<'_>, is: impl FnMut(u32) -> bool) -> Option<u32> {
        self.find(self.hash(value), is).ok()
    }

    #[inline]
    fn hash(&self, value: Value<'_>) -> u32 {
        (self.state.hash_one(value) >> 32) as u32
    }

    /// Returns the number of the value with this hash, or the free slot for it.
    #[inline]
    fn find(&self, hash: u32, mut is: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                (_, NONE) => return Err(slot),
                (found, number) if found == hash && is(number) => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let larger = vec![(0, NONE); 2 * self.slots.len()];
        for entry in std::mem::replace(&mut self.slots, larger) {
            if entry.1 != NONE
                && let Err(slot) = self.find(entry.0, |_| false)
            {
                self.slots[slot] = entry;
            }
        }
    }
}
