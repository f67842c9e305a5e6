//! The functional language of networks.

pub mod expr;
pub mod op;
