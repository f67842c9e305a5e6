//! Small relay programs over scalars: made at random, and run.

pub(crate) mod interpreter;
pub(crate) mod random;
