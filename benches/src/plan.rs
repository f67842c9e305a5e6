//! Which objects an array holds, and in which order: the same for every competitor.

use std::cell::Cell;
use std::hint::black_box;

/// How many objects an array has.
pub const OBJECTS: usize = 1024;

/// How many leaf types there are. The first half derives from `Expr`, the second one from `Stmt`.
pub(crate) const LEAVES: usize = 16;

/// The leaf type that checks for a leaf ask for.
pub(crate) const ASKED: usize = 3;

/// How many of the objects are what is asked for.
#[derive(Clone, Copy)]
pub(crate) enum Mix {
    /// All.
    Hit,
    /// None.
    Miss,
    /// Every other one, in random order.
    Mixed,
}

impl Mix {
    pub(crate) const ALL: [Self; 3] = [Self::Hit, Self::Miss, Self::Mixed];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::Mixed => "mixed",
        }
    }

    /// In how many orders to ask. A branch predictor learns one order of 1,024 mixed objects by heart, which no real
    /// program lets it do, but not so many.
    fn orders(self) -> usize {
        match self {
            Self::Hit | Self::Miss => 1,
            Self::Mixed => 128,
        }
    }

    /// Leaf types for a check that asks for `Expr`.
    fn of_base(self, nth: usize) -> usize {
        match self {
            Self::Hit => nth % (LEAVES / 2),
            Self::Miss => LEAVES / 2 + nth % (LEAVES / 2),
            Self::Mixed => nth % LEAVES,
        }
    }

    /// Leaf types for a check that asks for [`ASKED`].
    fn of_leaf(self, nth: usize) -> usize {
        let other = |nth: usize| (ASKED + 1 + nth % (LEAVES - 1)) % LEAVES;
        match self {
            Self::Hit => ASKED,
            Self::Miss => other(nth),
            Self::Mixed if nth.is_multiple_of(2) => ASKED,
            Self::Mixed => other(nth / 2),
        }
    }
}

/// Arrays that hold the same objects in different orders.
pub(crate) struct Arrays<T> {
    arrays: Vec<Vec<T>>,
    turn: Cell<usize>,
}

impl<T: Clone> Arrays<T> {
    /// For checks that ask for `Expr`.
    pub(crate) fn for_base(mix: Mix, make: impl Fn(usize, u64) -> T) -> Self {
        Self::new(mix.orders(), |nth| make(mix.of_base(nth), nth as u64))
    }

    /// For checks that ask for [`ASKED`].
    pub(crate) fn for_leaf(mix: Mix, make: impl Fn(usize, u64) -> T) -> Self {
        Self::new(mix.orders(), |nth| make(mix.of_leaf(nth), nth as u64))
    }

    /// The objects lie in memory in the order in which they are made, but the arrays refer to them in random orders,
    /// which are the same for every competitor.
    fn new(orders: usize, make: impl Fn(usize) -> T) -> Self {
        let objects: Vec<T> = (0..OBJECTS).map(make).collect();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let arrays = (0..orders).map(|_| shuffled(&objects, &mut random)).collect();
        Self { arrays, turn: Cell::new(0) }
    }
}

impl<T> Arrays<T> {
    /// The next array in turn.
    pub(crate) fn next(&self) -> &[T] {
        let turn = self.turn.get();
        self.turn.set((turn + 1) % self.arrays.len());
        black_box(&self.arrays[turn])
    }
}

fn shuffled<T: Clone>(objects: &[T], random: &mut u64) -> Vec<T> {
    let mut objects = objects.to_vec();
    for last in (1..objects.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        objects.swap(last, (*random % (last as u64 + 1)) as usize);
    }
    objects
}
