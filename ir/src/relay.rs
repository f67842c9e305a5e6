//! The functional language of networks.

pub mod adt;
pub mod analysis;
pub mod attrs;
pub mod dataflow_pattern;
pub mod expr;
pub mod functor;
pub mod op;
pub mod op_strategy;
mod scope;
pub(crate) mod text;
pub mod transform;
