//! Structural comparison and hashing, and sharing of equal objects.
//!
//! [`structural_equal`](crate::structural_equal) and
//! [`assert_structural_eq!`](crate::assert_structural_eq!) are at the root of the crate.

pub use objet_reflection::{
    Comparison, Difference, EqualReducer, HashReducer, Interner, Path, PathStep, ShallowStructural, Side,
    Structural, StructuralEqual, StructuralHash, structural_hash,
};
