//! Which objects an array holds, and in which order: the same for every competitor.

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

    /// Leaf types for a check that asks for `Expr`.
    pub(crate) fn of_base(self) -> impl Fn(usize) -> usize {
        move |nth| match self {
            Self::Hit => nth % (LEAVES / 2),
            Self::Miss => LEAVES / 2 + nth % (LEAVES / 2),
            Self::Mixed => nth % LEAVES,
        }
    }

    /// Leaf types for a check that asks for [`ASKED`].
    pub(crate) fn of_leaf(self) -> impl Fn(usize) -> usize {
        let other = |nth: usize| (ASKED + 1 + nth % (LEAVES - 1)) % LEAVES;
        move |nth| match self {
            Self::Hit => ASKED,
            Self::Miss => other(nth),
            Self::Mixed if nth.is_multiple_of(2) => ASKED,
            Self::Mixed => other(nth / 2),
        }
    }
}

/// Makes an array of objects. They lie in memory in the order in which they are made, but the array refers to them
/// in random order, which is the same for each array.
pub(crate) fn array<T>(leaf: impl Fn(usize) -> usize, make: impl Fn(usize, u64) -> T) -> Vec<T> {
    let mut objects: Vec<T> = (0..OBJECTS).map(|nth| make(leaf(nth), nth as u64)).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for last in (1..objects.len()).rev() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        objects.swap(last, (random % (last as u64 + 1)) as usize);
    }
    objects
}
