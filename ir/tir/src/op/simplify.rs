//! Simplification of extents: an extent is rewritten as a sum of multiples of unknown parts.

use super::{Checked, cast, floordiv, make_const};
use crate::expr::{AddNode, CastNode, DivNode, FloorDivNode, MulNode, SubNode};
use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};

/// The maximum number of steps to find the terms of an extent, and the maximum depth of quotients.
/// The limits bound the time for an extent that is a large expression.
const MAX_STEPS: usize = 256;
const MAX_DEPTH: usize = 8;

/// Returns an equal extent in normal form: `n - 3 + 1` becomes `n - 2`, and `floordiv(n - 4, 2)`
/// becomes `floordiv(n, 2) - 2`. An extent that is too large is returned as is.
pub fn simplified(extent: &PrimExpr) -> PrimExpr {
    if !extent.is_instance::<AddNode>()
        && !extent.is_instance::<SubNode>()
        && !extent.is_instance::<MulNode>()
        && !extent.is_instance::<FloorDivNode>()
        && !extent.is_instance::<CastNode>()
        && !extent.is_instance::<DivNode>()
        || !extent.dtype.is_int()
        || !extent.dtype.is_scalar()
    {
        return extent.clone();
    }
    let mut steps = MAX_STEPS;
    let sum = Sum::of(extent, &mut steps, MAX_DEPTH);
    sum.and_then(|sum| sum.expr(extent.dtype)).unwrap_or_else(|| extent.clone())
}

/// A constant plus multiples of parts.
#[derive(Default)]
struct Sum {
    constant: i64,
    terms: Vec<Term>,
    /// Whether the extent has an addition or a subtraction. A product alone keeps its sign.
    is_sum: bool,
}

struct Term {
    factor: i64,
    part: PrimExpr,
}

impl Sum {
    /// Returns `None` if there are too many steps, or if a number overflows.
    fn of(extent: &PrimExpr, steps: &mut usize, depth: usize) -> Option<Self> {
        let mut sum = Self::default();
        let mut pending = vec![(extent.clone(), 1_i64)];
        while let Some((extent, factor)) = pending.pop() {
            *steps = steps.checked_sub(1)?;
            match_node!(match &extent {
                number @ IntImmNode => sum.add_constant(number.value.checked_mul(factor)?)?,
                add @ AddNode => {
                    sum.is_sum = true;
                    pending.extend([(add.b.clone(), factor), (add.a.clone(), factor)]);
                }
                sub @ SubNode => {
                    sum.is_sum = true;
                    pending.extend([(sub.b.clone(), factor.checked_neg()?), (sub.a.clone(), factor)]);
                }
                mul @ MulNode => match (number(&mul.a), number(&mul.b)) {
                    (_, Some(number)) => pending.push((mul.a.clone(), factor.checked_mul(number)?)),
                    (Some(number), _) => pending.push((mul.b.clone(), factor.checked_mul(number)?)),
                    _ if depth > 0 => {
                        let lhs = Self::of(&mul.a, steps, depth - 1)?.expr(mul.a.dtype)?;
                        let rhs = Self::of(&mul.b, steps, depth - 1)?.expr(mul.b.dtype)?;
                        sum.add(super::mul(lhs, rhs, None).ok()?, factor)?;
                    }
                    _ => sum.add(extent.clone(), factor)?,
                },
                quotient @ FloorDivNode => match number(&quotient.b).filter(|divisor| *divisor > 0) {
                    Some(divisor) if depth > 0 => {
                        let divided = Self::of(&quotient.a, steps, depth - 1)?;
                        let divided = divided.divided(divisor, extent.dtype)?;
                        sum.add_constant(divided.constant.checked_mul(factor)?)?;
                        for term in divided.terms {
                            sum.add(term.part, term.factor.checked_mul(factor)?)?;
                        }
                    }
                    _ => sum.add(extent.clone(), factor)?,
                },
                // A quotient that is rounded towards zero cannot be split.
                quotient @ DivNode => match number(&quotient.b).filter(|divisor| *divisor > 0) {
                    Some(divisor) if depth > 0 => {
                        let divided = Self::of(&quotient.a, steps, depth - 1)?;
                        let divided = divided.expr(extent.dtype)?;
                        let divisor = make_const(extent.dtype, divisor, None);
                        sum.add(super::div(divided, divisor, None).ok()?, factor)?;
                    }
                    _ => sum.add(extent.clone(), factor)?,
                },
                // The parts of a sum are converted, if their type has fewer bits.
                converted @ CastNode if depth > 0 && widens(converted) => {
                    let parts = Self::of(&converted.value, steps, depth - 1)?;
                    sum.add_constant(parts.constant.checked_mul(factor)?)?;
                    for term in parts.terms {
                        let part = cast(converted.dtype, &term.part, None).ok()?;
                        sum.add(part, term.factor.checked_mul(factor)?)?;
                    }
                }
                _ => sum.add(extent.clone(), factor)?,
            });
        }
        sum.terms.retain(|term| term.factor != 0);
        Some(sum)
    }

    fn add_constant(&mut self, constant: i64) -> Option<()> {
        self.constant = self.constant.checked_add(constant)?;
        Some(())
    }

    fn add(&mut self, part: PrimExpr, factor: i64) -> Option<()> {
        let known = self.terms.iter_mut().find(|term| is_same(&term.part, &part));
        match known {
            Some(term) => term.factor = term.factor.checked_add(factor)?,
            None => self.terms.push(Term { factor, part }),
        }
        Some(())
    }

    /// Divides the multiples of a positive divisor, and takes the quotient of the other terms.
    fn divided(self, divisor: i64, dtype: DataType) -> Option<Self> {
        let mut quotient = Self::default();
        let mut rest = Self { is_sum: self.is_sum, ..Self::default() };
        match self.constant % divisor {
            0 => quotient.constant = self.constant / divisor,
            _ => rest.constant = self.constant,
        }
        for Term { factor, part } in self.terms {
            match factor % divisor {
                0 => quotient.terms.push(Term { factor: factor / divisor, part }),
                _ => rest.terms.push(Term { factor, part }),
            }
        }
        match &rest.terms[..] {
            [] => quotient.add_constant(rest.constant.div_euclid(divisor))?,
            [Term { factor, part }] if rest.constant == 0 && *factor > 0 && divisor % factor == 0 => {
                quotient.add(part_quotient(part, divisor / factor, dtype)?, 1)?;
            }
            _ => quotient.add(part_quotient(&rest.expr(dtype)?, divisor, dtype)?, 1)?,
        }
        Some(quotient)
    }

    /// Builds the expression: the positive terms in descending order of their factors, then the
    /// constant, and the negative terms as subtractions.
    fn expr(&self, dtype: DataType) -> Option<PrimExpr> {
        let constant = |value: i64| Checked::from(make_const(dtype, value, None));
        if let ([term], false, 0) = (&self.terms[..], self.is_sum, self.constant) {
            return (Checked::from(&term.part) * constant(term.factor)).expr().ok();
        }
        let mut terms: Vec<&Term> = self.terms.iter().collect();
        terms.sort_by_key(|term| std::cmp::Reverse(term.factor));
        let (added, taken): (Vec<&Term>, Vec<&Term>) = terms.into_iter().partition(|term| term.factor > 0);
        let mut sum = constant(0);
        for term in added {
            sum = sum + Checked::from(&term.part) * constant(term.factor);
        }
        if self.constant > 0 {
            sum = sum + constant(self.constant);
        }
        for term in taken {
            sum = sum - Checked::from(&term.part) * constant(term.factor.checked_neg()?);
        }
        if self.constant < 0 {
            sum = sum - constant(self.constant.checked_neg()?);
        }
        sum.expr().ok()
    }
}

fn widens(cast: &CastNode) -> bool {
    let (from, to) = (cast.value.dtype, cast.dtype);
    from.is_int() && to.is_int() && from.is_scalar() && to.is_scalar() && from.bits < to.bits
}

/// Whether two parts are the same operations on the same variables. Different `Any` have different
/// values. Parts are small, because [`MAX_STEPS`] bounds the extent.
fn is_same(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    macro_rules! operands {
        ($lhs:ident $rhs:ident: $($node:ident [$($field:ident),+];)+) => {
            $(
                if let (Some(a), Some(b)) = ($lhs.as_node::<$node>(), $rhs.as_node::<$node>()) {
                    return Some(vec![$((&a.$field, &b.$field)),+]);
                }
            )+
        };
    }
    fn operands<'a>(lhs: &'a PrimExpr, rhs: &'a PrimExpr) -> Option<Vec<(&'a PrimExpr, &'a PrimExpr)>> {
        operands! { lhs rhs:
            AddNode [a, b]; SubNode [a, b]; MulNode [a, b]; FloorDivNode [a, b]; DivNode [a, b]; CastNode [value];
        }
        None
    }
    let mut pending = vec![(lhs, rhs)];
    let mut steps = MAX_STEPS;
    while let Some((lhs, rhs)) = pending.pop() {
        if lhs.same_as(rhs) || number(lhs).is_some() && number(lhs) == number(rhs) && lhs.dtype == rhs.dtype {
            continue;
        }
        let Some(operands) = operands(lhs, rhs).filter(|_| lhs.dtype == rhs.dtype && steps > 0) else {
            return false;
        };
        steps -= 1;
        pending.extend(operands);
    }
    true
}

fn number(extent: &PrimExpr) -> Option<i64> {
    extent.as_node::<IntImmNode>().map(|number| number.value)
}

/// Returns the quotient of a part. The divisors of nested quotients are multiplied.
fn part_quotient(part: &PrimExpr, divisor: i64, dtype: DataType) -> Option<PrimExpr> {
    let inner = part.as_node::<FloorDivNode>();
    let inner = inner.and_then(|inner| Some((&inner.a, number(&inner.b).filter(|divisor| *divisor > 0)?)));
    let (part, divisor) = match inner {
        Some((part, inner)) => (part, divisor.checked_mul(inner)?),
        None => (part, divisor),
    };
    floordiv(part, make_const(dtype, divisor, None), None).ok()
}
