//! The functional language of networks.

pub mod expr;
