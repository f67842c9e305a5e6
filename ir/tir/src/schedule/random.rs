//! Random numbers of schedules.

use std::hash::{BuildHasher, RandomState as Hasher};

/// The state of a linear congruential generator of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomState(i64);

impl RandomState {
    const MULTIPLIER: i64 = 48271;
    const MODULUS: i64 = 2_147_483_647;

    /// Creates a state from a seed. The seed -1 selects a random state.
    pub fn new(seed: i64) -> Self {
        let seed = match seed {
            -1 => Hasher::new().hash_one(0) as i64,
            _ => seed,
        };
        Self(seed.rem_euclid(Self::MODULUS).max(1))
    }

    /// Returns the seed of another generator, and changes the state.
    pub fn fork_seed(&mut self) -> i64 {
        self.0 = self.0 * Self::MULTIPLIER % Self::MODULUS;
        self.0 * 32767 % 1_999_999_973
    }
}
