//! A generator and an interpreter of small relay programs over scalars.

pub(crate) mod interpreter;
pub(crate) mod random;
