//! The examples in the documentation of the macros, as doc tests.
//!
#![doc = include_str!("../../object-derive/src/match_node/example.md")]
#![doc = include_str!("../../ir/derive/src/example.md")]
