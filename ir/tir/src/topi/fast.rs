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
fn constant(value: f64) -> Checked {
    op::make_const(DataType::float(32), value, None).into()
}

/// Evaluates a polynomial at `x` by Horner's rule. The coefficient of the highest power is first.
fn polynomial(x: &PrimExpr, coefficients: &[f64]) -> Checked {
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
    const LEAST: f64 = -88.376_258_850_097_66;
    const MOST: f64 = 88.376_266_479_492_19;
    const FIRST: f64 = 0.000_198_756_912_141_107_02;
    const COEFFICIENTS: [f64; 5] = [
        0.001_398_199_936_375_022,
        0.008_333_452_045_917_511,
        0.041_665_796_190_500_26,
        0.166_666_656_732_559_2,
        0.5,
    ];
    each(x, "T_fast_exp", |element| {
        if !is_approximated(x) {
            return intrinsic(builtin::exp(), element);
        }
        let clamped = op::max(op::min(&element, constant(MOST), None)?, constant(LEAST), None)?;
        let scaled = Checked::from(&clamped) * constant(std::f32::consts::LOG2_E.into()) + constant(0.5);
        let whole = op::floor(scaled, None)?;
        let rest = Checked::from(&whole) * constant(std::f32::consts::LN_2.into());
        let rest = (Checked::from(&clamped) - rest).expr()?;
        let factor = || Checked::from(&rest);
        let sum = |value, coefficient: &f64| value * factor() + constant(*coefficient);
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
    const NUMERATOR: [f64; 7] = [
        -2.760_768_477_423_55e-16,
        2.000_187_904_824_77e-13,
        -8.604_671_522_137_35e-11,
        5.122_297_090_371_14e-8,
        1.485_722_357_179_79e-5,
        0.000_637_261_928_875_436,
        0.004_893_524_558_917_86,
    ];
    const DENOMINATOR: [f64; 4] =
        [1.198_258_394_667_02e-6, 0.000_118_534_705_686_654, 0.002_268_434_632_439, 0.004_893_525_185_543_85];
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
    const NUMERATOR: [f64; 7] = [
        -2.726_142_367_404_094e-10,
        2.770_681_462_038_737_7e-8,
        -2.101_023_937_939_317e-6,
        -5.692_506_238_119_677e-5,
        -0.000_734_990_637_283_772_2,
        -0.002_954_599_913_209_676_7,
        -0.016_096_033_155_918_12,
    ];
    const DENOMINATOR: [f64; 5] = [
        -1.456_607_151_339_994_7e-5,
        -0.000_213_374_049_053_527_41,
        -0.001_682_827_016_338_706,
        -0.007_373_329_252_004_623,
        -0.014_264_739_118_516_445,
    ];
    if !is_approximated(x) {
        return erf(x);
    }
    each(x, "T_fast_erf", |x| {
        let clamped = op::max(op::min(x, constant(4.0), None)?, constant(-4.0), None)?;
        quotient(&clamped, &NUMERATOR, &DENOMINATOR)
    })
}

/// Returns `x` times a polynomial of its square, divided by another polynomial of its square.
fn quotient(x: &PrimExpr, numerator: &[f64], denominator: &[f64]) -> Result<PrimExpr> {
    let square = op::mul(x, x, None)?;
    let numerator = Checked::from(x) * polynomial(&square, numerator);
    op::div(numerator, polynomial(&square, denominator), None)
}
