//! Type indices.

use std::fmt;

/// The index of a type in the type table, stored in the header of every object.
///
/// A subtree of the type hierarchy is one range of indices, so an instance check is a range
/// comparison. The indices below [`TypeIndex::DYNAMIC_BEGIN`] are static. The other indices are
/// assigned once per process and have no meaning outside of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct TypeIndex(u32);

impl TypeIndex {
    /// `runtime.Object`, the root type
    pub const OBJECT: Self = Self(0);
    /// `runtime.Module`
    pub const MODULE: Self = Self(1);
    /// `runtime.NDArray`
    pub const NDARRAY: Self = Self(2);
    /// `runtime.String`
    pub const STRING: Self = Self(3);
    /// `Array`
    pub const ARRAY: Self = Self(4);
    /// `Map`
    pub const MAP: Self = Self(5);
    /// `runtime.ShapeTuple`
    pub const SHAPE_TUPLE: Self = Self(6);
    /// `runtime.PackedFunc`
    pub const PACKED_FUNC: Self = Self(7);
    /// `runtime.Closure`
    pub const CLOSURE: Self = Self(8);
    /// `runtime.ADT`
    pub const ADT: Self = Self(9);
    /// The first dynamic index, assigned when a type is registered
    pub const DYNAMIC_BEGIN: Self = Self(10);

    /// Returns the index with this number.
    #[inline]
    pub const fn new(value: u32) -> Self {
        Self(value)
    }

    /// Returns the number.
    #[inline]
    pub const fn value(self) -> u32 {
        self.0
    }
}

impl fmt::Display for TypeIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for TypeIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeIndex({})", self.0)
    }
}
