//! The objects of the arrays and their order, which are the same for all competitors.

use std::cell::Cell;
use std::hint::black_box;

/// The number of objects in an array.
pub const OBJECTS: usize = 1024;

/// The number of leaf types. The first half derives from `Expr`, the second half from `Stmt`.
pub(crate) const LEAVES: usize = 16;

/// The index of the leaf type that checks for a leaf test for.
pub(crate) const ASKED: usize = 3;

/// The share of the objects that pass a check.
#[derive(Clone, Copy)]
pub(crate) enum Mix {
    /// All objects.
    Hit,
    /// No object.
    Miss,
    /// Half of the objects, in random order.
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

    /// Returns the number of orders. A branch predictor learns a single order of 1,024 mixed
    /// objects, which does not happen in real programs, but it cannot learn many orders.
    fn orders(self) -> usize {
        match self {
            Self::Hit | Self::Miss => 1,
            Self::Mixed => 128,
        }
    }

    /// Returns a leaf type for a check for `Expr`.
    fn of_base(self, nth: usize) -> usize {
        match self {
            Self::Hit => nth % (LEAVES / 2),
            Self::Miss => LEAVES / 2 + nth % (LEAVES / 2),
            Self::Mixed => nth % LEAVES,
        }
    }

    /// Returns a leaf type for a check for [`ASKED`].
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
    next: Cell<usize>,
}

impl<T: Clone> Arrays<T> {
    /// Returns arrays for checks for `Expr`.
    pub(crate) fn for_base(mix: Mix, make: impl Fn(usize, u64) -> T) -> Self {
        Self::new(mix.orders(), |nth| make(mix.of_base(nth), nth as u64))
    }

    /// Returns arrays for checks for [`ASKED`].
    pub(crate) fn for_leaf(mix: Mix, make: impl Fn(usize, u64) -> T) -> Self {
        Self::new(mix.orders(), |nth| make(mix.of_leaf(nth), nth as u64))
    }

    /// Returns arrays of the same objects. The objects are adjacent in memory in the order of their
    /// creation; the arrays refer to them in random orders, the same for all competitors.
    fn new(orders: usize, make: impl Fn(usize) -> T) -> Self {
        let objects: Vec<T> = (0..OBJECTS).map(make).collect();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let arrays = (0..orders).map(|_| shuffled(&objects, &mut random)).collect();
        Self { arrays, next: Cell::new(0) }
    }
}

impl<T> Arrays<T> {
    /// Returns the next array, in rotation.
    pub(crate) fn next(&self) -> &[T] {
        let next = self.next.get();
        self.next.set((next + 1) % self.arrays.len());
        black_box(&self.arrays[next])
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
