//! Interning of sequences.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;

/// A set of sequences with consecutive numbers from 0.
pub(super) struct Interner<T> {
    items: Vec<T>,
    ends: Vec<usize>,
    /// A hash table of numbers or `EMPTY`, with open addressing and linear probing. At most half
    /// full.
    table: Vec<u32>,
    state: RandomState,
    /// The argument of the last call of [`Interner::intern_next`], and for each sequence the one
    /// that followed it last.
    last: u32,
    followers: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl<T> Default for Interner<T> {
    fn default() -> Self {
        let (items, ends, followers) = Default::default();
        Self { items, ends, table: vec![EMPTY; 64], state: RandomState::default(), last: 0, followers }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// Returns the number of sequences.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the sequence with this number, or an empty sequence if there is none.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[T] {
        let number = number as usize;
        let Some(end) = self.ends.get(number) else { return &[] };
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.items[start..*end]
    }

    /// Returns the number of a sequence, and whether the sequence is new. Returns `None` if there
    /// are no numbers left.
    pub(super) fn intern(&mut self, sequence: &[T]) -> Option<(u32, bool)> {
        let slot = self.slot(sequence);
        if self.table[slot] != EMPTY {
            return Some((self.table[slot], false));
        }
        let number = u32::try_from(self.len()).ok().filter(|number| *number != EMPTY)?;
        self.items.extend_from_slice(sequence);
        self.ends.push(self.items.len());
        self.table[slot] = number;
        if self.len() > self.table.len() / 2 {
            self.grow();
        }
        Some((number, true))
    }

    /// Returns the number of a sequence that was interned before.
    pub(super) fn find(&self, sequence: &[T]) -> Option<u32> {
        Some(self.table[self.slot(sequence)]).filter(|number| *number != EMPTY)
    }

    /// Adds a copy of a sequence, which only its number finds, and returns the number. Returns
    /// `None` if there are no numbers left.
    pub(super) fn copy(&mut self, number: u32) -> Option<u32> {
        let copy = u32::try_from(self.len()).ok().filter(|number| *number != EMPTY)?;
        let end = *self.ends.get(number as usize)?;
        self.items.extend_from_within(end - self.get(number).len()..end);
        self.ends.push(self.items.len());
        Some(copy)
    }

    /// Does the same as [`Interner::intern`], in less time if the sequence follows the one that it
    /// followed before.
    #[inline]
    pub(super) fn intern_next(&mut self, sequence: &[T]) -> Option<(u32, bool)> {
        if let Some(guess) = self.followers.get(self.last as usize).copied()
            && self.get(guess) == sequence
            && !sequence.is_empty()
        {
            self.last = guess;
            return Some((guess, false));
        }
        let (number, is_new) = self.intern(sequence)?;
        if self.followers.len() < self.len() {
            self.followers.resize(self.len(), EMPTY);
        }
        self.followers[self.last as usize] = number;
        self.last = number;
        Some((number, is_new))
    }

    /// Returns the slot of a sequence, or the free slot for it.
    fn slot(&self, sequence: &[T]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = self.state.hash_one(sequence) as usize & mask;
        while self.table[slot] != EMPTY && self.get(self.table[slot]) != sequence {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.table = vec![EMPTY; self.table.len() * 2];
        for number in 0..self.len() as u32 {
            let slot = self.slot(self.get(number));
            self.table[slot] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sequences_have_one_number() {
        let mut names = Interner::default();
        for round in 0..2 {
            for name in 0..1000_u32 {
                let text = name.to_string();
                assert_eq!(names.intern(text.as_bytes()), Some((name, round == 0)));
                assert_eq!(names.get(name), text.as_bytes());
            }
        }
        assert_eq!(names.len(), 1000);
    }

    #[test]
    fn a_sequence_may_follow_any_other() {
        let mut names = Interner::default();
        let text = "abacabadabacabaea";
        let letters: Vec<_> = text.chars().map(String::from).collect();
        for letter in letters.iter().chain(&letters) {
            let expected = names.intern(letter.as_bytes()).map(|(number, _)| (number, false));
            assert_eq!(names.intern_next(letter.as_bytes()), expected);
            assert_eq!(expected.map(|(number, _)| names.get(number)), Some(letter.as_bytes()));
        }
        assert_eq!(names.intern_next(b"new"), Some((5, true)));
        assert_eq!(names.intern_next(b""), Some((6, true)));
        assert_eq!(names.intern_next(b""), Some((6, false)));
    }
}
