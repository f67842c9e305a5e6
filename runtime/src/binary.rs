//! The binary streams of modules and parameter files: little-endian numbers, and what is counted by them.

mod reader;
mod writer;

pub use reader::{BinaryError, BinaryReader};
pub use writer::BinaryWriter;
