//! The functional language of networks.

pub mod attrs;
pub mod expr;
pub mod op;
