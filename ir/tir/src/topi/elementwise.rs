//! Functions on each element of one tensor.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::op::Op;

use super::compute::{Result, UNNAMED, axis_at, compute, load, tag};
use crate::builtin;
use crate::check::Check;
use crate::expr::Call;
use crate::op;
use crate::te::Tensor;

/// Applies a function to each element.
pub(super) fn each(x: &Tensor, name: &str, function: impl Fn(PrimExpr) -> Result<PrimExpr>) -> Result {
    compute(&x.shape, name, tag::ELEMWISE, |indices| function(load(x, indices.to_vec())?))
}

/// Calls an intrinsic function.
pub(super) fn intrinsic(function: Op, x: PrimExpr) -> Result<PrimExpr> {
    Ok(Call::of(x.dtype, function, [x], None).upcast())
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident $name:literal $each:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Returns an error if the function does not accept the data type.
            pub fn $function(x: &Tensor) -> Result {
                each(x, $name, $each)
            }
        )*
    };
}

functions! {
    /// The absolute value of each element.
    abs "T_abs" |x| op::abs(x, None);
    /// The inverse cosine of each element.
    acos "T_acos" |x| intrinsic(builtin::acos(), x);
    /// The inverse hyperbolic cosine of each element.
    acosh "T_acosh" |x| intrinsic(builtin::acosh(), x);
    /// The inverse sine of each element.
    asin "T_asin" |x| intrinsic(builtin::asin(), x);
    /// The inverse hyperbolic sine of each element.
    asinh "T_asinh" |x| intrinsic(builtin::asinh(), x);
    /// The inverse tangent of each element.
    atan "T_atan" |x| intrinsic(builtin::atan(), x);
    /// The inverse hyperbolic tangent of each element.
    atanh "T_atanh" |x| intrinsic(builtin::atanh(), x);
    /// The bitwise complement of each element.
    bitwise_not "T_bitwise_not" |x| op::bitwise_neg(x, None);
    /// Each element rounded up.
    ceil "T_ceil" |x| op::ceil(x, None);
    /// The cosine of each element.
    cos "T_cos" |x| intrinsic(builtin::cos(), x);
    /// The hyperbolic cosine of each element.
    cosh "T_cosh" |x| intrinsic(builtin::cosh(), x);
    /// The Gauss error function of each element.
    erf "T_erf" |x| intrinsic(builtin::erf(), x);
    /// The exponential of each element.
    exp "T_exp" |x| intrinsic(builtin::exp(), x);
    /// Each element rounded down.
    floor "T_floor" |x| op::floor(x, None);
    /// Each element as is.
    identity "T_identity" Ok;
    /// Whether each element is finite.
    isfinite "T_isfinite" |x| op::isfinite(x, None);
    /// Whether each element is infinite.
    isinf "T_isinf" |x| op::isinf(x, None);
    /// Whether each element is not a number.
    isnan "T_isnan" |x| op::isnan(x, None);
    /// The natural logarithm of each element.
    log "T_log" |x| intrinsic(builtin::log(), x);
    /// The logarithm of each element to base 10.
    log10 "T_log10" |x| intrinsic(builtin::log10(), x);
    /// The logarithm of each element to base 2.
    log2 "T_log2" |x| intrinsic(builtin::log2(), x);
    /// The logical negation of each element.
    logical_not "T_logical_not" |x| op::logical_not(x, None);
    /// Each element with the opposite sign.
    negative "T_negative" |x| op::neg(x, None);
    /// Each element, or zero if the element is negative.
    relu "T_relu" |x| { let zero = op::make_zero(x.dtype, None)?; op::max(x, zero, None) };
    /// Each element rounded to the nearest integer.
    round "T_round" |x| op::round(x, None);
    /// One divided by the square root of each element.
    rsqrt "tensor" |x| {
        let one = op::make_const(x.dtype, 1, None)?;
        op::div(one, intrinsic(builtin::sqrt(), x)?, None)
    };
    /// The logistic function of each element.
    sigmoid "T_sigmoid" |x| intrinsic(builtin::sigmoid(), x);
    /// The sign of each element: -1, 0 or 1.
    sign "T_sign" |x| {
        let constant = |value| op::make_const(x.dtype, value, None);
        // As in TVM, unsigned types have a value here that is never selected.
        let minus = match x.dtype.is_uint() {
            true => {
                let half = op::make_const(DataType::uint(32), u32::MAX, None)?;
                Call::of(x.dtype, builtin::large_uint_imm(), [half.clone(), half], None).upcast()
            }
            false => constant(-1)?,
        };
        let (zero, one) = (constant(0)?, constant(1)?);
        let lower = op::select(op::less(&x, &zero, None)?, minus, &zero, None)?;
        op::select(op::greater(&x, &zero, None)?, one, lower, None)
    };
    /// The sine of each element.
    sin "T_sin" |x| intrinsic(builtin::sin(), x);
    /// The hyperbolic sine of each element.
    sinh "T_sinh" |x| intrinsic(builtin::sinh(), x);
    /// The square root of each element.
    sqrt "T_sqrt" |x| intrinsic(builtin::sqrt(), x);
    /// The tangent of each element.
    tan "T_tan" |x| intrinsic(builtin::tan(), x);
    /// The hyperbolic tangent of each element.
    tanh "T_tanh" |x| intrinsic(builtin::tanh(), x);
    /// The integer part of each element.
    trunc "T_trunc" |x| op::trunc(x, None);
}

/// Each element, multiplied by `alpha` if the element is negative.
///
/// # Errors
/// Returns an error if the element type is not a type of numbers.
pub fn leaky_relu(x: &Tensor, alpha: f64) -> Result {
    each(x, "T_leaky_relu", |x| {
        let is_positive = op::greater(&x, op::make_zero(x.dtype, None)?, None)?;
        let scaled = op::mul(&x, op::make_const(x.dtype, alpha, None)?, None)?;
        op::select(is_positive, x, scaled, None)
    })
}

/// Each element, multiplied by the element of `slope` along an axis if the element is negative.
///
/// # Errors
/// Returns an error if the tensor lacks the axis, or if `slope` is not a vector of its length.
pub fn prelu(x: &Tensor, slope: &Tensor, axis: i64) -> Result {
    let axis = axis_at("topi.prelu", axis, x.shape.len())?;
    Check("topi.prelu").count("axes of the slope", 1, slope.shape.len())?;
    compute(&x.shape, "T_prelu", tag::BROADCAST, |indices| {
        let element = load(x, indices.to_vec())?;
        let is_positive = op::greater(&element, op::make_zero(x.dtype, None)?, None)?;
        let scaled = op::mul(&element, load(slope, [indices[axis].clone()])?, None)?;
        op::select(is_positive, element, scaled, None)
    })
}

/// Each element converted to a data type.
///
/// # Errors
/// Returns an error if a value cannot be converted.
pub fn cast(x: &Tensor, dtype: DataType) -> Result {
    each(x, "T_cast", |x| op::cast(dtype, x, None))
}

/// The bits of each element as a value of another data type.
///
/// # Errors
/// Returns an error of the tensor's computation.
pub fn reinterpret(x: &Tensor, dtype: DataType) -> Result {
    each(x, UNNAMED, |x| op::reinterpret(dtype, x, None))
}

/// The sums of the elements of tensors of one shape.
///
/// # Errors
/// Returns an error if there is no tensor, or if the tensors have different numbers of axes.
pub fn elemwise_sum(inputs: &[Tensor]) -> Result {
    let check = Check("topi.elemwise_sum");
    let Some((first, others)) = inputs.split_first() else {
        return Err(check.operand_error("inputs", "at least one tensor", "no tensor"));
    };
    for other in others {
        check.count("axes", first.shape.len(), other.shape.len())?;
    }
    compute(&first.shape, "T_elemwise_sum", tag::ELEMWISE, |indices| {
        let first = load(first, indices.to_vec())?;
        others.iter().try_fold(first, |sum, other| op::add(sum, load(other, indices.to_vec())?, None))
    })
}

/// A tensor in which each element is `value`.
///
/// # Errors
/// Returns an error if the value cannot be converted to the data type.
pub fn full(shape: &Array<PrimExpr>, dtype: DataType, value: &PrimExpr) -> Result {
    let value = if value.dtype == dtype { value.clone() } else { op::cast(dtype, value, None)? };
    compute(shape, "T_full", tag::ELEMWISE, |_| Ok(value.clone()))
}

/// A tensor of the shape and the data type of `x` in which each element is `value`.
///
/// # Errors
/// Returns an error if the value cannot be converted to the data type.
pub fn full_like(x: &Tensor, value: &PrimExpr) -> Result {
    let value = op::cast(x.dtype, value, None)?;
    compute(&x.shape, "T_full_like", tag::ELEMWISE, |_| Ok(value.clone()))
}
