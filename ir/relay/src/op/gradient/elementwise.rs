//! Gradients of element-wise operators, with and without broadcasting.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::{Gradient, GradientError, args, number};
use crate::expr::Call;
use crate::op::{
    add, collapse_sum_like, cos, cosh, divide, exp, less, log as ln, multiply, negative, ones_like, power,
    sin, sinh, sqrt, subtract, where_, zeros_like,
};

type Gradients = Result<Vec<RelayExpr>, GradientError>;

pub(super) fn gradient(op: &str) -> Option<Gradient> {
    Some(match op {
        "abs" => abs,
        "acos" => acos,
        "acosh" => acosh,
        "add" => of_add,
        "asin" => asin,
        "asinh" => asinh,
        "atan" => atan,
        "atanh" => atanh,
        "copy" => copy,
        "cos" => of_cos,
        "cosh" => of_cosh,
        "divide" => of_divide,
        "equal" | "greater" | "greater_equal" | "less" | "less_equal" | "not_equal" => comparison,
        "erf" => erf,
        "exp" => of_exp,
        "log" => log,
        "log10" => log10,
        "log2" => log2,
        "multiply" => of_multiply,
        "negative" => of_negative,
        "nn.relu" => relu,
        "ones_like" => ones_like_zero,
        "sigmoid" => sigmoid,
        "sin" => of_sin,
        "sinh" => of_sinh,
        "sqrt" => of_sqrt,
        "subtract" => of_subtract,
        "tan" => tan,
        "tanh" => tanh,
        "where" => of_where,
        "zeros_like" => zeros_like_zero,
        _ => return None,
    })
}

fn one(gradient: Call) -> Gradients {
    Ok(vec![gradient.upcast()])
}

fn log(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(divide(multiply(grad.clone(), ones_like(x.clone())?)?, x)?)
}

/// The gradient of the logarithm to a base: `grad / (ln(base) * x)`.
fn log_to(call: &Call, grad: &RelayExpr, base: f64) -> Gradients {
    let [x] = args(call)?;
    let ones = ones_like(x.clone())?;
    let scale = ln(number(call, &x, base)?)?;
    one(divide(multiply(grad.clone(), ones)?, multiply(scale, x)?)?)
}

fn log2(call: &Call, grad: &RelayExpr) -> Gradients {
    log_to(call, grad, 2.0)
}

fn log10(call: &Call, grad: &RelayExpr) -> Gradients {
    log_to(call, grad, 10.0)
}

fn tan(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(divide(grad.clone(), multiply(cos(x.clone())?, cos(x)?)?)?)
}

fn of_cos(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let minus_one = negative(ones_like(x.clone())?)?;
    one(multiply(grad.clone(), multiply(minus_one, sin(x)?)?)?)
}

fn of_cosh(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(multiply(grad.clone(), sinh(x)?)?)
}

fn of_sin(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(multiply(grad.clone(), cos(x)?)?)
}

fn of_sinh(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(multiply(grad.clone(), cosh(x)?)?)
}

fn acos(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let ones = ones_like(x.clone())?;
    let root = sqrt(subtract(ones.clone(), multiply(x.clone(), x)?)?)?;
    one(multiply(grad.clone(), divide(negative(ones)?, root)?)?)
}

/// The gradient `grad / f(ones, x * x)`.
fn inverse(
    call: &Call,
    grad: &RelayExpr,
    divisor: impl Fn(Call, Call) -> Result<Call, GradientError>,
) -> Gradients {
    let [x] = args(call)?;
    let ones = ones_like(x.clone())?;
    let square = multiply(x.clone(), x)?;
    one(divide(multiply(grad.clone(), ones.clone())?, divisor(ones, square)?)?)
}

fn acosh(call: &Call, grad: &RelayExpr) -> Gradients {
    inverse(call, grad, |ones, square| Ok(sqrt(subtract(square, ones)?)?))
}

fn asin(call: &Call, grad: &RelayExpr) -> Gradients {
    inverse(call, grad, |ones, square| Ok(sqrt(subtract(ones, square)?)?))
}

fn asinh(call: &Call, grad: &RelayExpr) -> Gradients {
    inverse(call, grad, |ones, square| Ok(sqrt(add(ones, square)?)?))
}

fn atan(call: &Call, grad: &RelayExpr) -> Gradients {
    inverse(call, grad, |ones, square| Ok(add(ones, square)?))
}

fn atanh(call: &Call, grad: &RelayExpr) -> Gradients {
    inverse(call, grad, |ones, square| Ok(subtract(ones, square)?))
}

fn of_exp(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(multiply(grad.clone(), exp(x)?)?)
}

fn of_sqrt(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let half = number(call, &x, 0.5)?;
    one(multiply(multiply(grad.clone(), half.clone())?, power(x, negative(half)?)?)?)
}

fn sigmoid(call: &Call, grad: &RelayExpr) -> Gradients {
    let rest = subtract(ones_like(call.clone())?, call.clone())?;
    one(multiply(multiply(grad.clone(), call.clone())?, rest)?)
}

fn tanh(call: &Call, grad: &RelayExpr) -> Gradients {
    let square = multiply(call.clone(), call.clone())?;
    one(multiply(grad.clone(), subtract(ones_like(call.clone())?, square)?)?)
}

fn relu(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let (zeros, ones) = (zeros_like(x.clone())?, ones_like(x.clone())?);
    one(where_(less(x, zeros.clone())?, zeros, multiply(ones, grad.clone())?)?)
}

fn abs(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let (zeros, ones) = (zeros_like(x.clone())?, ones_like(x.clone())?);
    let falling = multiply(negative(ones.clone())?, grad.clone())?;
    one(where_(less(x, zeros)?, falling, multiply(ones, grad.clone())?)?)
}

fn erf(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let scale = number(call, &x, std::f64::consts::FRAC_2_SQRT_PI)?;
    let bell = exp(multiply(negative(x.clone())?, x)?)?;
    one(multiply(multiply(scale, bell)?, grad.clone())?)
}

fn copy(call: &Call, grad: &RelayExpr) -> Gradients {
    let [_] = args(call)?;
    Ok(vec![grad.clone()])
}

fn of_negative(call: &Call, grad: &RelayExpr) -> Gradients {
    let [_] = args(call)?;
    one(negative(grad.clone())?)
}

/// Returns gradients of two arguments that broadcast, reduced to the shapes of the arguments.
fn collapsed(
    lhs_grad: impl Into<RelayExpr>,
    lhs: RelayExpr,
    rhs_grad: impl Into<RelayExpr>,
    rhs: RelayExpr,
) -> Gradients {
    let pairs = [(lhs_grad.into(), lhs), (rhs_grad.into(), rhs)];
    pairs.into_iter().map(|(grad, arg)| Ok(collapse_sum_like(grad, arg)?.upcast())).collect()
}

fn of_add(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, y] = args(call)?;
    collapsed(grad.clone(), x, grad.clone(), y)
}

fn of_subtract(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, y] = args(call)?;
    collapsed(grad.clone(), x, negative(grad.clone())?, y)
}

fn of_multiply(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, y] = args(call)?;
    collapsed(multiply(grad.clone(), y.clone())?, x.clone(), multiply(grad.clone(), x)?, y)
}

fn of_divide(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, y] = args(call)?;
    let of_divisor = negative(divide(multiply(grad.clone(), call.clone())?, y.clone())?)?;
    collapsed(divide(grad.clone(), y.clone())?, x, of_divisor, y)
}

fn comparison(call: &Call, _grad: &RelayExpr) -> Gradients {
    call.args.iter().map(|arg| Ok(zeros_like(arg.clone())?.upcast())).collect()
}

fn of_where(call: &Call, grad: &RelayExpr) -> Gradients {
    let [condition, x, y] = args(call)?;
    let zeros = zeros_like(grad.clone())?;
    let of_x = where_(condition.clone(), grad.clone(), zeros.clone())?;
    let of_y = where_(condition.clone(), zeros, grad.clone())?;
    let mut gradients = vec![zeros_like(condition)?.upcast()];
    gradients.extend(collapsed(of_x, x, of_y, y)?);
    Ok(gradients)
}

fn zeros_like_zero(call: &Call, _grad: &RelayExpr) -> Gradients {
    let [_] = args(call)?;
    one(call.clone())
}

fn ones_like_zero(call: &Call, _grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    one(zeros_like(x)?)
}
