//! Arithmetic of extents: the lengths of tensor axes.
//!
//! An extent is a constant, an expression of variables, or `Any`. Constants are folded. A result
//! with an `Any` operand is that operand.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::ConstructError;
use objet_ir::expr::{Integer, PrimExpr};
use objet_tir::expr::{Any, AnyNode};
use objet_tir::op::{self, as_const_int};

use super::RelationError;

/// Returns a new `Any`: an extent that is only known when the program runs.
pub fn any() -> PrimExpr {
    Any::new(None).upcast()
}

/// Returns integers as extents. The objects stay the same.
pub fn of(integers: &Array<Integer>) -> Array<PrimExpr> {
    integers.iter().map(|integer| integer.clone().upcast()).collect()
}

/// Whether an extent is `Any`.
pub fn is_any(extent: &PrimExpr) -> bool {
    extent.is_instance::<AnyNode>()
}

/// Returns the value of a constant extent.
pub fn constant(extent: &PrimExpr) -> Option<i64> {
    as_const_int(extent)
}

/// Whether two extents are provably equal. `Any` equals no extent.
pub fn is_same(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    match (constant(lhs), constant(rhs)) {
        (Some(lhs), Some(rhs)) => lhs == rhs,
        _ => !is_any(lhs) && (lhs.same_as(rhs) || structural_equal(lhs, rhs)),
    }
}

/// Returns the number of elements of a shape: the product of its extents.
///
/// # Errors
/// Fails if the extents have different data types that cannot be converted.
pub fn product<'a>(shape: impl IntoIterator<Item = &'a PrimExpr>) -> Result<PrimExpr, ConstructError> {
    shape.into_iter().try_fold(1_i32.into(), |product: PrimExpr, extent| mul(&product, extent))
}

macro_rules! operations {
    ($($(#[doc = $doc:literal])+ $name:ident => $function:expr;)+) => {
        $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// Fails if the operation is not defined for the operands.
            pub fn $name(
                lhs: &PrimExpr,
                rhs: impl Into<PrimExpr>,
            ) -> Result<PrimExpr, ConstructError> {
                let rhs = rhs.into();
                if is_any(lhs) {
                    Ok(lhs.clone())
                } else if is_any(&rhs) {
                    Ok(rhs)
                } else {
                    $function(lhs, &rhs, None)
                }
            }
        )+
    };
}

operations! {
    /// Returns the sum of two extents.
    add => op::add;
    /// Returns the difference of two extents.
    sub => op::sub;
    /// Returns the product of two extents.
    mul => op::mul;
    /// Returns the quotient of two extents, rounded down.
    div => op::floordiv;
    /// Returns the remainder of a division that rounds down.
    rem => op::floormod;
    /// Returns the quotient of two extents, rounded up.
    ceil_div => op::ceildiv;
    /// Returns the larger extent.
    max => op::max;
    /// Returns the smaller extent.
    min => op::min;
}

/// Checks that an extent may be equal to the expected one.
///
/// # Errors
/// Fails if the difference of both is a constant other than 0, or if it cannot be computed.
pub(crate) fn expect(what: &'static str, expected: &PrimExpr, found: &PrimExpr) -> Result<(), RelationError> {
    match constant(&op::sub(expected, found, None)?) {
        None | Some(0) => Ok(()),
        Some(_) => Err(RelationError::Extent { what, expected: text(expected), found: text(found) }),
    }
}

/// Returns the text of an extent in messages.
pub(crate) fn text(extent: &PrimExpr) -> String {
    constant(extent).map_or_else(|| objet_tir::text::print(extent), |number| number.to_string())
}
