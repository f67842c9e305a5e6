//! The functional language of networks.

pub mod adt;
pub mod dataflow_pattern;
pub mod expr;
pub mod functor;
