//! Tests of nodes that a user defines in another crate.

mod attributes;
mod casts;
mod conversions;
mod copy_on_write;
mod debug_text;
mod display;
mod extension_points;
mod foreign_parents;
mod functions;
mod hygiene;
mod match_node;
mod reflect;
mod visibility;
mod wrappers;
