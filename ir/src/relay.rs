//! The functional language of networks.

pub mod adt;
pub mod analysis;
pub mod dataflow_pattern;
pub mod expr;
pub mod functor;
mod scope;
