//! Type indices.

use std::fmt;

/// The number of a type in the type table: the first word of every object.
///
/// A subtree of the type hierarchy is one range of indices, so that an instance check is a range check. The
/// numbers below [`TypeIndex::DYNAMIC_BEGIN`] are fixed; the others are given out once per process and mean
/// nothing outside of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct TypeIndex(u32);

impl TypeIndex {
    /// `runtime.Object`, the root of all.
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
    /// The first index that is given out as types arrive.
    pub const DYNAMIC_BEGIN: Self = Self(10);

    /// The index of that number.
    #[inline]
    pub const fn new(value: u32) -> Self {
        Self(value)
    }

    /// The number.
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
