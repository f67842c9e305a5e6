//! Arithmetic on scalars. The results are exact, or rounded once.

use objet::get_attr;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_tir::integer::{floor_quotient, floor_remainder};

use super::scalar::{Number, Scalar};

/// Evaluates the operator `op`. Returns `None` if the operator is not supported, if the operator
/// does not accept the types of the arguments, or if the result is undefined.
pub(super) fn evaluate(op: &str, attrs: Option<&Attrs>, args: &[Scalar]) -> Option<Scalar> {
    match *args {
        [arg] if op == "cast" => arg.cast(get_attr(attrs?, "dtype").ok()?.get().ok()?),
        [arg] => match arg.number {
            Number::Int(number) if arg.dtype == DataType::BOOL => of_truth(op, number != 0),
            Number::Int(number) => of_int(op, arg.dtype, number),
            Number::Float(number) => Some(Scalar::rounded(arg.dtype, of_float(op, number)?)),
        },
        [lhs, rhs] if lhs.dtype == rhs.dtype => match (lhs.number, rhs.number) {
            (Number::Int(a), Number::Int(b)) => {
                let folded = if lhs.dtype == DataType::BOOL {
                    of_truths(op, a != 0, b != 0)
                } else {
                    of_ints(op, lhs.dtype, a, b)
                };
                folded.or_else(|| comparison(op, &a, &b))
            }
            (Number::Float(a), Number::Float(b)) => {
                of_floats(op, lhs.dtype, a, b).or_else(|| comparison(op, &a, &b))
            }
            _ => None,
        },
        _ => None,
    }
}

fn comparison<N: PartialOrd>(op: &str, a: &N, b: &N) -> Option<Scalar> {
    let truth = match op {
        "equal" => a == b,
        "not_equal" => a != b,
        "less" => a < b,
        "less_equal" => a <= b,
        "greater" => a > b,
        "greater_equal" => a >= b,
        _ => return None,
    };
    Some(Scalar::truth(truth))
}

fn of_truth(op: &str, a: bool) -> Option<Scalar> {
    matches!(op, "logical_not" | "bitwise_not").then(|| Scalar::truth(!a))
}

fn of_truths(op: &str, a: bool, b: bool) -> Option<Scalar> {
    let truth = match op {
        "logical_and" | "bitwise_and" => a && b,
        "logical_or" | "bitwise_or" => a || b,
        "logical_xor" | "bitwise_xor" => a != b,
        _ => return None,
    };
    Some(Scalar::truth(truth))
}

fn of_int(op: &str, dtype: DataType, a: i128) -> Option<Scalar> {
    let number = match op {
        "negative" => -a,
        "abs" => a.abs(),
        "sign" => a.signum(),
        "bitwise_not" => !a,
        "floor" | "ceil" | "trunc" => a,
        "zeros_like" => 0,
        "ones_like" => 1,
        _ => return None,
    };
    Some(Scalar::wrapped(dtype, number))
}

/// 64-bit operands do not overflow in 128 bits, except in multiplication, whose lower bits are
/// still correct.
fn of_ints(op: &str, dtype: DataType, a: i128, b: i128) -> Option<Scalar> {
    let in_shift_range = (0..i128::from(dtype.bits)).contains(&b);
    let number = match op {
        "add" => a + b,
        "subtract" => a - b,
        "multiply" => a.wrapping_mul(b),
        "maximum" => a.max(b),
        "minimum" => a.min(b),
        "bitwise_and" => a & b,
        "bitwise_or" => a | b,
        "bitwise_xor" => a ^ b,
        "left_shift" if in_shift_range => a << b,
        "right_shift" if in_shift_range => a >> b,
        "divide" | "floor_divide" | "mod" | "floor_mod" => return divided(op, dtype, a, b),
        _ => return None,
    };
    Some(Scalar::wrapped(dtype, number))
}

/// `divide` and `mod` round towards 0, and the floor operators round down. The minimum divided by
/// -1 does not fit the type, so the result is undefined.
fn divided(op: &str, dtype: DataType, a: i128, b: i128) -> Option<Scalar> {
    let quotient = a.checked_div(b)?;
    if Scalar::wrapped(dtype, quotient).number != Number::Int(quotient) {
        return None;
    }
    let number = match op {
        "divide" => quotient,
        "mod" => a % b,
        "floor_divide" => floor_quotient(a, b),
        _ => floor_remainder(a, b),
    };
    Some(Scalar::wrapped(dtype, number))
}

fn of_float(op: &str, a: f64) -> Option<f64> {
    Some(match op {
        "negative" => -a,
        "abs" => a.abs(),
        "sign" if a > 0.0 => 1.0,
        "sign" if a < 0.0 => -1.0,
        "sign" => 0.0,
        "floor" => a.floor(),
        "ceil" => a.ceil(),
        "trunc" => a.trunc(),
        "sqrt" => a.sqrt(),
        "zeros_like" => 0.0,
        "ones_like" => 1.0,
        _ => return None,
    })
}

/// Each operation is computed in 64 bits and then rounded to the type. A type with at least twice
/// the precision plus two bits makes this double rounding equal to rounding once.
fn of_floats(op: &str, dtype: DataType, a: f64, b: f64) -> Option<Scalar> {
    let round = |number: f64| match Scalar::rounded(dtype, number).number {
        Number::Float(number) => number,
        Number::Int(number) => number as f64,
    };
    let number = match op {
        "add" => a + b,
        "subtract" => a - b,
        "multiply" => a * b,
        "divide" => a / b,
        "mod" => a % b,
        "floor_divide" => round(a / b).floor(),
        "floor_mod" => a - round(round(a / b).floor() * b),
        // If an operand is NaN, the result is the second operand.
        "maximum" => {
            if a > b {
                a
            } else {
                b
            }
        }
        "minimum" => {
            if a < b {
                a
            } else {
                b
            }
        }
        _ => return None,
    };
    Some(Scalar::rounded(dtype, number))
}
