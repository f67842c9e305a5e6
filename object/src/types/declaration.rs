//! What a type declares about itself.

use std::any::type_name;
use std::borrow::Cow;
use std::fmt;

use crate::types::TypeIndex;
use crate::types::node_type::NodeType;

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Declared {
    /// The file, as the compiler was given it.
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

/// One field of a node, as far as memory is concerned.
#[doc(hidden)]
pub struct FieldLayout {
    name: &'static str,
    offset: usize,
    size: usize,
    type_name: fn() -> &'static str,
}

impl FieldLayout {
    /// A field of type `T`.
    pub const fn of<T>(name: &'static str, offset: usize) -> Self {
        Self { name, offset, size: size_of::<T>(), type_name: type_name::<T> }
    }
}

impl PartialEq for FieldLayout {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.offset, self.size) == (other.name, other.offset, other.size)
            && (self.type_name)() == (other.type_name)()
    }
}

/// A type's claims: those of a Rust struct, or of a key that no struct stands for.
#[derive(Clone)]
pub(crate) struct Declaration {
    pub(crate) key: Cow<'static, str>,
    pub(crate) child_slots: u32,
    /// Whether children may lie outside of the range, which takes the consent of every ancestor.
    pub(crate) child_slots_can_overflow: bool,
    pub(crate) is_final: bool,
    pub(crate) static_index: Option<TypeIndex>,
    pub(crate) node: Option<&'static NodeType>,
    pub(crate) declared: Declared,
}

impl Declaration {
    /// What keeps two declarations of one key, under parents of these keys, from being the same one.
    pub(crate) fn difference(&self, parent: &str, other: &Self, other_parent: &str) -> Option<&'static str> {
        if parent != other_parent {
            Some("parent")
        } else if self.child_slots != other.child_slots {
            Some("child_slots")
        } else if self.child_slots_can_overflow != other.child_slots_can_overflow {
            Some("child_slots_can_overflow")
        } else if self.is_final != other.is_final && self.node.is_some() {
            Some("finality")
        } else if self.static_index != other.static_index && self.node.is_some() {
            Some("static type index")
        } else {
            match (self.node, other.node) {
                // A front end that names a known type says nothing of these.
                (None, _) => None,
                (Some(new), Some(old)) if new.is_same_struct(old) => None,
                (Some(_), _) => Some("structs"),
            }
        }
    }
}
