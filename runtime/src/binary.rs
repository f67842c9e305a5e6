//! The binary streams of modules and parameter files: little-endian numbers and length-prefixed
//! data.

mod reader;
mod writer;

pub use reader::{BinaryError, BinaryReader};
pub use writer::BinaryWriter;
