//! Small relay programs over scalars: made at random, and run.

pub mod interpreter;
pub mod random;
