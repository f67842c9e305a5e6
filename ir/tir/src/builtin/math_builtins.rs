//! Mathematical functions.

use objet_ir::op::CallEffectKind::Pure;

use super::builtins;

builtins! {
    /// The inverse cosine, in radians: `acos(x)`.
    acos = "tir.acos" .num_inputs(1).effect(Pure);
    /// The inverse hyperbolic cosine: `acosh(x)`.
    acosh = "tir.acosh" .num_inputs(1).effect(Pure);
    /// The inverse sine, in radians: `asin(x)`.
    asin = "tir.asin" .num_inputs(1).effect(Pure);
    /// The inverse hyperbolic sine: `asinh(x)`.
    asinh = "tir.asinh" .num_inputs(1).effect(Pure);
    /// The inverse tangent, in radians: `atan(x)`.
    atan = "tir.atan" .num_inputs(1).effect(Pure);
    /// The angle of a point, in radians: `atan2(y, x)`.
    atan2 = "tir.atan2" .num_inputs(2).effect(Pure);
    /// The inverse hyperbolic tangent: `atanh(x)`.
    atanh = "tir.atanh" .num_inputs(1).effect(Pure);
    /// The smallest integer that is not less than `x`: `ceil(x)`.
    ceil = "tir.ceil" .num_inputs(1).effect(Pure).vectorizable();
    /// The magnitude of `x` with the sign of `sign`: `copysign(x, sign)`.
    copysign = "tir.copysign" .num_inputs(2).effect(Pure);
    /// The cosine: `cos(x)`, in radians.
    cos = "tir.cos" .num_inputs(1).effect(Pure).vectorizable();
    /// The hyperbolic cosine: `cosh(x)`.
    cosh = "tir.cosh" .num_inputs(1).effect(Pure).vectorizable();
    /// The Gauss error function: `erf(x)`.
    erf = "tir.erf" .num_inputs(1).effect(Pure);
    /// Euler's number to a power: `exp(x)`.
    exp = "tir.exp" .num_inputs(1).effect(Pure).vectorizable();
    /// Ten to a power: `exp10(x)`.
    exp10 = "tir.exp10" .num_inputs(1).effect(Pure).vectorizable();
    /// Two to a power: `exp2(x)`.
    exp2 = "tir.exp2" .num_inputs(1).effect(Pure).vectorizable();
    /// The absolute value of a float: `fabs(x)`.
    fabs = "tir.fabs" .num_inputs(1).effect(Pure).vectorizable();
    /// The largest integer that is not greater than `x`: `floor(x)`.
    floor = "tir.floor" .num_inputs(1).effect(Pure).vectorizable();
    /// A fused multiply-add with one rounding: `fma(a, b, c)` is `a * b + c`.
    fma = "tir.fma" .num_inputs(3).effect(Pure).vectorizable();
    /// The remainder of a division of floats, with the sign of the dividend: `fmod(x, y)`.
    fmod = "tir.fmod" .num_inputs(1).effect(Pure);
    /// The length of the hypotenuse: `hypot(x, y)`.
    hypot = "tir.hypot" .num_inputs(2).effect(Pure);
    /// Whether a float is finite: `isfinite(x)`.
    isfinite = "tir.isfinite";
    /// Whether a float is infinite: `isinf(x)`.
    isinf = "tir.isinf";
    /// Whether a float is not a number: `isnan(x)`.
    isnan = "tir.isnan" .num_inputs(1).effect(Pure);
    /// A float times a power of two: `ldexp(x, exponent)`.
    ldexp = "tir.ldexp" .num_inputs(2).effect(Pure);
    /// The natural logarithm: `log(x)`.
    log = "tir.log" .num_inputs(1).effect(Pure).vectorizable();
    /// The logarithm to base 10: `log10(x)`.
    log10 = "tir.log10" .num_inputs(1).effect(Pure).vectorizable();
    /// The natural logarithm of `1 + x`, precise near zero: `log1p(x)`.
    log1p = "tir.log1p" .num_inputs(1).effect(Pure);
    /// The logarithm to base 2: `log2(x)`.
    log2 = "tir.log2" .num_inputs(1).effect(Pure).vectorizable();
    /// The nearest integer, with halves rounded by the current rounding mode: `nearbyint(x)`.
    nearbyint = "tir.nearbyint" .num_inputs(1).effect(Pure);
    /// The next float in the direction of another: `nextafter(from, to)`.
    nextafter = "tir.nextafter" .num_inputs(2).effect(Pure);
    /// A power: `pow(base, exponent)`.
    pow = "tir.pow" .num_inputs(2).effect(Pure).vectorizable();
    /// The nearest integer, with halves rounded away from zero: `round(x)`.
    round = "tir.round" .num_inputs(1).effect(Pure).vectorizable();
    /// One divided by the square root: `rsqrt(x)`.
    rsqrt = "tir.rsqrt" .num_inputs(1).effect(Pure);
    /// The logistic function: `sigmoid(x)` is `1 / (1 + exp(-x))`.
    sigmoid = "tir.sigmoid" .num_inputs(1).effect(Pure);
    /// The sine: `sin(x)`, in radians.
    sin = "tir.sin" .num_inputs(1).effect(Pure).vectorizable();
    /// The hyperbolic sine: `sinh(x)`.
    sinh = "tir.sinh" .num_inputs(1).effect(Pure).vectorizable();
    /// The square root: `sqrt(x)`.
    sqrt = "tir.sqrt" .num_inputs(1).effect(Pure).vectorizable();
    /// The tangent: `tan(x)`, in radians.
    tan = "tir.tan" .num_inputs(1).effect(Pure).vectorizable();
    /// The hyperbolic tangent: `tanh(x)`.
    tanh = "tir.tanh" .num_inputs(1).effect(Pure).vectorizable();
    /// The integer part: `trunc(x)`.
    trunc = "tir.trunc" .num_inputs(1).effect(Pure).vectorizable();
}
