//! Fast approximations of functions of floats of 32 bits. Other types take the exact functions.

use objet::prelude::*;
use objet_ir::expr::{Checked, PrimExpr};

use super::compute::Result;
use super::elementwise::{each, erf, intrinsic};
use super::{maximum, minimum};
use crate::builtin;
use crate::op;
use crate::te::Tensor;

/// Creates a constant of 32 bits.
fn constant(value: f32) -> Checked {
    op::make_const(DataType::float(32), value, None).into()
}

/// Evaluates a polynomial at `x` by Horner's rule. The coefficient of the highest power is first.
fn polynomial(x: &PrimExpr, coefficients: &[f32]) -> Checked {
    let mut coefficients = coefficients.iter().map(|coefficient| constant(*coefficient));
    let first = coefficients.next().unwrap_or_else(|| constant(0.0));
    coefficients.fold(first, |value, coefficient| Checked::from(x) * value + coefficient)
}

fn is_approximated(x: &Tensor) -> bool {
    x.dtype == DataType::float(32)
}

/// The exponential of each element. The exponent is split into an integer and a fraction: the
/// integer becomes the exponent bits of the result, and a polynomial approximates the rest.
///
/// # Errors
/// Returns an error of the tensor's computation.
pub fn fast_exp(x: &Tensor) -> Result {
    const LIMIT: f32 = 88.376_26;
    const COEFFICIENTS: [f32; 5] = [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 5.000_000_1e-1];
    const FIRST: f32 = 1.987_569_1e-4;
    each(x, "T_fast_exp", |element| {
        if !is_approximated(x) {
            return intrinsic(builtin::exp(), element);
        }
        let clamped = op::max(op::min(&element, constant(LIMIT), None)?, constant(-LIMIT), None)?;
        let scaled = Checked::from(&clamped) * constant(std::f32::consts::LOG2_E) + constant(0.5);
        let whole = op::floor(scaled, None)?;
        let rest = Checked::from(&whole) * constant(std::f32::consts::LN_2);
        let rest = (Checked::from(&clamped) - rest).expr()?;
        let factor = || Checked::from(&rest);
        let sum = |value, coefficient: &f32| value * factor() + constant(*coefficient);
        let series = COEFFICIENTS.iter().fold(constant(FIRST), sum);
        let series = series * factor() * factor() + factor() + constant(1.0);
        let bits = op::cast(DataType::int(32), Checked::from(&whole) + constant(127.0), None)?;
        let power = op::reinterpret(DataType::float(32), op::left_shift(bits, 23, None), None);
        op::max(Checked::from(power) * series, element, None)
    })
}

/// The hyperbolic tangent of each element, as a quotient of polynomials.
///
/// # Errors
/// Returns an error of the tensor's computation.
pub fn fast_tanh(x: &Tensor) -> Result {
    const NUMERATOR: [f32; 7] = [
        -2.760_768_5e-16,
        2.000_187_9e-13,
        -8.604_672e-11,
        5.122_297_2e-8,
        1.485_722_4e-5,
        6.372_619_3e-4,
        4.893_524_6e-3,
    ];
    const DENOMINATOR: [f32; 4] = [1.198_258_4e-6, 1.185_347_05e-4, 2.268_434_6e-3, 4.893_525e-3];
    if !is_approximated(x) {
        return each(x, "T_fast_tanh", |x| intrinsic(builtin::tanh(), x));
    }
    let clamped = maximum(&minimum(x, constant(9.0).expr()?)?, constant(-9.0).expr()?)?;
    each(&clamped, "T_fast_tanh", |x| quotient(&x, &NUMERATOR, &DENOMINATOR))
}

/// The Gauss error function of each element, as a quotient of polynomials.
///
/// # Errors
/// Returns an error of the tensor's computation.
pub fn fast_erf(x: &Tensor) -> Result {
    const NUMERATOR: [f32; 7] = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_5e-5,
        -7.349_906e-4,
        -2.954_599_9e-3,
        -1.609_603_3e-2,
    ];
    const DENOMINATOR: [f32; 5] =
        [-1.456_607_2e-5, -2.133_740_5e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    if !is_approximated(x) {
        return erf(x);
    }
    each(x, "T_fast_erf", |x| {
        let clamped = op::max(op::min(x, constant(4.0), None)?, constant(-4.0), None)?;
        quotient(&clamped, &NUMERATOR, &DENOMINATOR)
    })
}

/// Returns `x` times a polynomial of its square, divided by another polynomial of its square.
fn quotient(x: &PrimExpr, numerator: &[f32], denominator: &[f32]) -> Result<PrimExpr> {
    let square = op::mul(x, x, None)?;
    let numerator = Checked::from(x) * polynomial(&square, numerator);
    op::div(numerator, polynomial(&square, denominator), None)
}
