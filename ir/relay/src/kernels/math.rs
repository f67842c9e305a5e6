//! Mathematical functions and choices of scalars.
//!
//! Functions such as `exp` are computed in 64 bits and rounded to the data type. Their last bit
//! depends on the machine.

use objet::prelude::*;
use objet_ir::attrs::Attrs;

use super::scalar::{Number, Scalar};
use crate::attrs::ClipAttrsNode;

/// Evaluates the operator `op`. Returns `None` if the operator is not supported or does not accept
/// the types of the arguments.
pub(super) fn evaluate(op: &str, attrs: Option<&Attrs>, args: &[Scalar]) -> Option<Scalar> {
    match (op, args) {
        ("where", [condition, yes, no]) => Some(if condition.as_f64() == 0.0 { *no } else { *yes }),
        ("full_like", [data, value]) => value.cast(data.dtype),
        ("nn.relu", [arg]) => Some(if arg.as_f64() > 0.0 { *arg } else { Scalar::of_f64(arg.dtype, 0.0)? }),
        ("clip", [arg]) => {
            let bounds = attrs?.as_node::<ClipAttrsNode>()?;
            let (min, max) =
                (Scalar::of_f64(arg.dtype, bounds.a_min)?, Scalar::of_f64(arg.dtype, bounds.a_max)?);
            let bounded = if arg.as_f64() < min.as_f64() { min } else { *arg };
            Some(if bounded.as_f64() > max.as_f64() { max } else { bounded })
        }
        ("power", [base, exponent]) if base.dtype == exponent.dtype => power(*base, *exponent),
        (_, [Scalar { dtype, number: Number::Float(number) }]) => match test(op, *number) {
            Some(truth) => Some(Scalar::truth(truth)),
            None => Some(Scalar::rounded(*dtype, function(op, *number)?)),
        },
        _ => None,
    }
}

fn test(op: &str, a: f64) -> Option<bool> {
    Some(match op {
        "isnan" => a.is_nan(),
        "isinf" => a.is_infinite(),
        "isfinite" => a.is_finite(),
        _ => return None,
    })
}

fn function(op: &str, a: f64) -> Option<f64> {
    Some(match op {
        "exp" => a.exp(),
        "log" => a.ln(),
        "log2" => a.log2(),
        "log10" => a.log10(),
        "sin" => a.sin(),
        "cos" => a.cos(),
        "tan" => a.tan(),
        "sinh" => a.sinh(),
        "cosh" => a.cosh(),
        "tanh" => a.tanh(),
        "asin" => a.asin(),
        "acos" => a.acos(),
        "atan" => a.atan(),
        "asinh" => a.asinh(),
        "acosh" => a.acosh(),
        "atanh" => a.atanh(),
        "rsqrt" => 1.0 / a.sqrt(),
        "sigmoid" => 1.0 / (1.0 + (-a).exp()),
        "round" => a.round(),
        _ => return None,
    })
}

/// Computes a power. A negative power of an integer is undefined.
fn power(base: Scalar, exponent: Scalar) -> Option<Scalar> {
    match (base.number, exponent.number) {
        (Number::Float(a), Number::Float(b)) => Some(Scalar::rounded(base.dtype, a.powf(b))),
        (Number::Int(a), Number::Int(b)) => {
            let mut exponent = u64::try_from(b).ok()?;
            // Products modulo 2^128 have the right lower bits.
            let (mut result, mut factor) = (1_i128, a);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result = result.wrapping_mul(factor);
                }
                factor = factor.wrapping_mul(factor);
                exponent >>= 1;
            }
            Some(Scalar::wrapped(base.dtype, result))
        }
        _ => None,
    }
}
