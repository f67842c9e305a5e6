//! The numbers of the nodes of values, each of which is written once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasher;

use foldhash::fast::{FixedState, RandomState};

use super::entity::Value;

/// The numbers of the nodes of values by hash. If another value has the hash of a value, the next
/// hash stands for it. The table keeps no values, since the nodes have them.
#[derive(Default)]
pub(super) struct ValueNumbers {
    numbers: HashMap<u32, u32, FixedState>,
    state: RandomState,
}

impl ValueNumbers {
    /// Returns the number of a value. If the table has none, adds `next` and returns `None`. `is`
    /// returns whether a node has the value.
    #[inline]
    pub(super) fn number(
        &mut self,
        value: Value<'_>,
        next: u32,
        mut is: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let mut hash = self.hash(value);
        loop {
            match self.numbers.entry(hash) {
                Entry::Vacant(vacant) => {
                    vacant.insert(next);
                    return None;
                }
                Entry::Occupied(number) if is(*number.get()) => return Some(*number.get()),
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
            }
        }
    }

    /// Returns the number of a value, if the table has one.
    pub(super) fn get(&self, value: Value<'_>, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut hash = self.hash(value);
        loop {
            let number = *self.numbers.get(&hash)?;
            if is(number) {
                return Some(number);
            }
            hash = hash.wrapping_add(1);
        }
    }

    #[inline]
    fn hash(&self, value: Value<'_>) -> u32 {
        (self.state.hash_one(value) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_equal_hashes_have_different_numbers() {
        // About ten pairs of these values have equal hashes.
        const COUNT: u32 = 300_000;
        let value = |number: u32| Value::Int(number.into());
        let mut numbers = ValueNumbers::default();
        for next in 0..COUNT {
            assert_eq!(numbers.number(value(next), next, |number| number == next), None);
        }
        for own in 0..COUNT {
            assert_eq!(numbers.number(value(own), COUNT, |number| number == own), Some(own));
            assert_eq!(numbers.get(value(own), |number| number == own), Some(own));
        }
        assert_eq!(numbers.get(value(COUNT), |_| false), None);
    }
}
