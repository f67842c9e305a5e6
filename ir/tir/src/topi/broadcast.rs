//! Functions on the elements of tensors whose shapes are broadcast.

use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::compute::{Result, compute, load, tag};
use super::elementwise::each;
use crate::check::Check;
use crate::expr::Mod;
use crate::op::{self, as_const_int, is_provably_equal};
use crate::te::Tensor;

/// The broadcast shape of two shapes. For each shape, its axes that are not stretched are known as
/// positions in the broadcast shape.
struct Broadcast {
    shape: Array<PrimExpr>,
    lhs: Vec<usize>,
    rhs: Vec<usize>,
}

impl Broadcast {
    fn of(lhs: &[PrimExpr], rhs: &[PrimExpr]) -> Result<Self> {
        let ndim = lhs.len().max(rhs.len());
        let mut broadcast = Self { shape: Array::new(), lhs: Vec::new(), rhs: Vec::new() };
        for axis in 0..ndim {
            let at =
                |shape: &[PrimExpr]| (axis + shape.len()).checked_sub(ndim).map(|own| shape[own].clone());
            let (extent, is_lhs, is_rhs) = match (at(lhs), at(rhs)) {
                (Some(lhs), Some(rhs)) => common_extent(&lhs, &rhs)?,
                (Some(lhs), None) => (lhs, true, false),
                (None, Some(rhs)) => (rhs, false, true),
                (None, None) => continue,
            };
            broadcast.shape.push(extent);
            broadcast.lhs.extend(is_lhs.then_some(axis));
            broadcast.rhs.extend(is_rhs.then_some(axis));
        }
        Ok(broadcast)
    }
}

/// Returns the broadcast of two extents, and for both whether their axis is not stretched.
fn common_extent(lhs: &PrimExpr, rhs: &PrimExpr) -> Result<(PrimExpr, bool, bool)> {
    Ok(match (as_const_int(lhs), as_const_int(rhs)) {
        _ if is_provably_equal(lhs, rhs) => (lhs.clone(), true, true),
        (Some(1), _) => (rhs.clone(), false, true),
        (_, Some(1)) => (lhs.clone(), true, false),
        (None, None) => (op::max(lhs, rhs, None)?, true, true),
        (None, _) => (rhs.clone(), true, true),
        (_, None) => (lhs.clone(), true, true),
        (Some(_), Some(_)) => {
            let found = format!("{} and {}", text(lhs), text(rhs));
            return Err(Check("topi").operand_error("shapes", "equal extents, or an extent of 1", found));
        }
    })
}

fn text(expr: &PrimExpr) -> std::string::String {
    objet::text::as_repr(Some(expr))
}

/// Returns the element of a tensor for the indices of the broadcast shape. Stretched axes have the
/// index 0.
fn load_broadcast(tensor: &Tensor, indices: &[PrimExpr], kept: &[usize]) -> Result<PrimExpr> {
    let first = indices.len().saturating_sub(tensor.shape.len());
    let mut own = Vec::new();
    for (axis, index) in indices.iter().enumerate().skip(first) {
        own.push(match kept.contains(&axis) {
            true => index.clone(),
            false => op::make_zero(index.dtype, None)?,
        });
    }
    load(tensor, own)
}

/// Applies a function to the elements of two tensors.
fn pairs(a: &Tensor, b: &Tensor, name: &str, function: fn(PrimExpr, PrimExpr) -> Result<PrimExpr>) -> Result {
    let broadcast = Broadcast::of(&a.shape, &b.shape)?;
    compute(&broadcast.shape, name, tag::BROADCAST, |indices| {
        let a = load_broadcast(a, indices, &broadcast.lhs)?;
        function(a, load_broadcast(b, indices, &broadcast.rhs)?)
    })
}

/// An operand of an operator with broadcasting.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A tensor.
    Tensor(Tensor),
    /// One number for all elements.
    Number(PrimExpr),
}

impl From<&Tensor> for Operand {
    fn from(tensor: &Tensor) -> Self {
        Self::Tensor(tensor.clone())
    }
}

impl<E: Into<PrimExpr>> From<E> for Operand {
    fn from(number: E) -> Self {
        Self::Number(number.into())
    }
}

/// Applies a function to the elements of two operands, at least one of which is a tensor.
fn binary(
    a: Operand,
    b: Operand,
    name: &str,
    function: fn(PrimExpr, PrimExpr) -> Result<PrimExpr>,
) -> Result {
    match (a, b) {
        (Operand::Tensor(a), Operand::Tensor(b)) => pairs(&a, &b, name, function),
        (Operand::Tensor(a), Operand::Number(b)) => each(&a, name, |a| function(a, b.clone())),
        (Operand::Number(a), Operand::Tensor(b)) => each(&b, name, |b| function(a.clone(), b)),
        (Operand::Number(_), Operand::Number(_)) => {
            Err(Check("topi").operand_error("operands", "at least one tensor", "two numbers"))
        }
    }
}

/// A number or a tensor of a front end.
pub(super) fn operand(value: &RetValue) -> std::result::Result<Operand, BoxError> {
    Ok(match value.get::<Tensor>() {
        Ok(tensor) => Operand::Tensor(tensor),
        Err(_) => Operand::Number(value.get::<ExprArg>()?.0),
    })
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident $global:literal $name:literal $each:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Returns an error if the shapes are not compatible, if the operator does not accept
            /// the data types, or if both operands are numbers.
            pub fn $function(a: impl Into<Operand>, b: impl Into<Operand>) -> Result {
                binary(a.into(), b.into(), $name, $each)
            }
        )*

        /// The functions for front ends.
        mod globals {
            use super::*;

            $(
                /// Applies the operator to tensors or numbers. The result for two numbers is a
                /// number.
                #[register_global($global)]
                fn $function(a: RetValue, b: RetValue) -> std::result::Result<ObjectRef, BoxError> {
                    Ok(match (operand(&a)?, operand(&b)?) {
                        (Operand::Number(a), Operand::Number(b)) => {
                            let each: fn(PrimExpr, PrimExpr) -> Result<PrimExpr> = $each;
                            each(a, b)?.upcast()
                        }
                        (a, b) => binary(a, b, $name, $each)?.upcast(),
                    })
                }
            )*
        }
    };
}

functions! {
    /// The sums of the elements.
    add "topi.add" "T_add" |a, b| op::add(a, b, None);
    /// The bitwise AND of the elements.
    bitwise_and "topi.bitwise_and" "T_bitwise_and" |a, b| op::bitwise_and(a, b, None);
    /// The bitwise OR of the elements.
    bitwise_or "topi.bitwise_or" "T_bitwise_or" |a, b| op::bitwise_or(a, b, None);
    /// The bitwise XOR of the elements.
    bitwise_xor "topi.bitwise_xor" "T_bitwise_xor" |a, b| op::bitwise_xor(a, b, None);
    /// The quotients of the elements. Quotients of integers are rounded towards zero.
    divide "topi.divide" "T_divide" |a, b| op::div(a, b, None);
    /// Whether the elements are equal.
    equal "topi.equal" "T_equal" |a, b| op::equal(a, b, None);
    /// The quotients of the elements, rounded down.
    floor_divide "topi.floor_divide" "T_floor_divide" floor_quotient;
    /// The remainders of the quotients that are rounded down.
    floor_mod "topi.floor_mod" "T_floor_mod" |a, b| match a.dtype.is_float() {
        true => op::sub(&a, op::mul(floor_quotient(a.clone(), b.clone())?, &b, None)?, None),
        false => op::floormod(a, b, None),
    };
    /// Whether the left element is greater.
    greater "topi.greater" "T_greater" |a, b| op::greater(a, b, None);
    /// Whether the left element is greater or equal.
    greater_equal "topi.greater_equal" "T_greater_equal" |a, b| op::greater_equal(a, b, None);
    /// The left element, shifted to the left by the right element.
    left_shift "topi.left_shift" "T_left_shift" |a, b| op::left_shift(a, b, None);
    /// Whether the left element is less.
    less "topi.less" "T_less" |a, b| op::less(a, b, None);
    /// Whether the left element is less or equal.
    less_equal "topi.less_equal" "T_less_equal" |a, b| op::less_equal(a, b, None);
    /// The logical AND of the elements.
    logical_and "topi.logical_and" "T_logical_and" |a, b| op::logical_and(a, b, None);
    /// The logical OR of the elements.
    logical_or "topi.logical_or" "T_logical_or" |a, b| op::logical_or(a, b, None);
    /// The logical XOR of the elements.
    logical_xor "topi.logical_xor" "T_logical_xor" |a, b| op::bitwise_xor(a, b, None);
    /// The greater one of the elements.
    maximum "topi.maximum" "T_maximum" |a, b| op::max(a, b, None);
    /// The lesser one of the elements.
    minimum "topi.minimum" "T_minimum" |a, b| op::min(a, b, None);
    /// The remainders of the quotients that are rounded towards zero.
    mod_ "topi.mod" "T_mod" |a, b| match a.dtype.is_float() {
        true => Ok(Mod::new(a, b, None)?.upcast()),
        false => op::truncmod(a, b, None),
    };
    /// The products of the elements.
    multiply "topi.multiply" "T_multiply" |a, b| op::mul(a, b, None);
    /// Whether the elements differ.
    not_equal "topi.not_equal" "T_not_equal" |a, b| op::not_equal(a, b, None);
    /// The left element to the power of the right element.
    power "topi.power" "T_power" |a, b| op::pow(a, b, None);
    /// The left element, shifted to the right by the right element.
    right_shift "topi.right_shift" "T_right_shift" |a, b| op::right_shift(a, b, None);
    /// The differences of the elements.
    subtract "topi.subtract" "T_subtract" |a, b| op::sub(a, b, None);
}

/// Returns a quotient that is rounded down.
fn floor_quotient(a: PrimExpr, b: PrimExpr) -> Result<PrimExpr> {
    match a.dtype.is_float() {
        true => op::floor(op::div(a, b, None)?, None),
        false => op::floordiv(a, b, None),
    }
}

/// The elements of a tensor, stretched to a shape.
///
/// # Errors
/// Returns an error if the shape is not a broadcast of the tensor's shape.
pub fn broadcast_to(x: &Tensor, shape: &Array<PrimExpr>) -> Result {
    let broadcast = Broadcast::of(shape, &x.shape)?;
    Check("topi.broadcast_to").count("axes", shape.len(), broadcast.shape.len())?;
    compute(shape, "T_broadcast_to", tag::BROADCAST, |indices| load_broadcast(x, indices, &broadcast.rhs))
}

/// The elements of `x` where the condition is not zero, otherwise those of `y`.
///
/// # Errors
/// Returns an error if the shapes are not compatible, or if the values have different data types.
pub fn where_(condition: &Tensor, x: &Tensor, y: &Tensor) -> Result {
    let check = Check("topi.where");
    check.same_dtype(("x", x.dtype), ("y", y.dtype))?;
    let values = Broadcast::of(&x.shape, &y.shape)?;
    let all = Broadcast::of(&condition.shape, &values.shape)?;
    let skipped = all.shape.len() - values.shape.len();
    let outer = |kept: &[usize]| -> Vec<usize> {
        kept.iter().map(|axis| axis + skipped).filter(|axis| all.rhs.contains(axis)).collect()
    };
    let (x_axes, y_axes) = (outer(&values.lhs), outer(&values.rhs));
    compute(&all.shape, "T_where", tag::BROADCAST, |indices| {
        let holds = op::not_equal(load_broadcast(condition, indices, &all.lhs)?, 0, None)?;
        let x = load_broadcast(x, indices, &x_axes)?;
        op::select(holds, x, load_broadcast(y, indices, &y_axes)?, None)
    })
}
