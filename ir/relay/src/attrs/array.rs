//! Arrays of numbers, which many attributes have by default.

use objet::prelude::*;
use objet_ir::expr::{FloatImm, PrimExpr};

/// These numbers as immediates of type `int32`.
pub(super) fn integers<T: IsObjectRef + From<i32>, const N: usize>(numbers: [i32; N]) -> Array<T> {
    numbers.map(T::from).into()
}

/// These numbers as immediates of type `float32`.
pub(super) fn floats<const N: usize>(numbers: [f32; N]) -> Array<PrimExpr> {
    numbers.map(|number| FloatImm::from(number).upcast()).into()
}
