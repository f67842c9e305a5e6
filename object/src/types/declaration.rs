//! The source location of a type's declaration, and the layout of its fields.

use std::any::type_name;
use std::fmt;

/// A source location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Declared {
    /// The file, as passed to the compiler.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl fmt::Debug for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The memory layout of one field of a node.
#[doc(hidden)]
pub struct FieldLayout {
    name: &'static str,
    offset: usize,
    size: usize,
    type_name: fn() -> &'static str,
}

/// Describes a field of type `T`.
#[doc(hidden)]
pub const fn field<T>(name: &'static str, offset: usize) -> FieldLayout {
    FieldLayout { name, offset, size: size_of::<T>(), type_name: type_name::<T> }
}

impl PartialEq for FieldLayout {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.offset, self.size) == (other.name, other.offset, other.size)
            && (self.type_name)() == (other.type_name)()
    }
}
