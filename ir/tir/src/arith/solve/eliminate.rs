//! Elimination of variables from linear inequalities.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::compare::normalized;
use super::diagonal::extended_gcd;
use super::{SolveError, analyzer_of};
use crate::arith::{Analyzer, IntConstraints, IntGroupBounds, detect_linear_equation};
use crate::expr::{EQNode, LENode, Var};
use crate::functor::parts;
use crate::op;

/// The bounds of variables that a system sets, see [`solve_inequalities_as_bounds`].
#[derive(Clone, Debug)]
pub struct SolvedInequalities {
    /// The bounds of each variable in terms of the variables after it.
    pub bounds: Vec<(Var, IntGroupBounds)>,
    /// The other conditions.
    pub relations: Vec<PrimExpr>,
}

/// Solves the linear inequalities of a system: returns the bounds of each variable in terms of the
/// variables after it, and the conditions that no bound expresses.
///
/// # Errors
/// Returns an error if a variable appears twice, or if a coefficient exceeds 64 bits.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{IntConstraints, solve_inequalities_as_bounds};
/// use objet_tir::expr::Var;
/// use objet_tir::op::{greater_equal, less_equal};
///
/// let (x, y) = (Var::new("x", DataType::int(32), None), Var::new("y", DataType::int(32), None));
/// let conditions = [greater_equal(&x, &y, None)?, less_equal(&x + &y, 8, None)?];
/// let system = IntConstraints::new([x, y], Map::new(), conditions);
/// let solved = solve_inequalities_as_bounds(&system)?;
/// let conditions: Vec<_> = solved.conditions()?.iter().map(|part| part.print()).collect();
/// assert_eq!(conditions.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "SolveLinearInequalities")]
pub fn solve_inequalities_as_bounds(system: &IntConstraints) -> Result<SolvedInequalities, SolveError> {
    let mut analyzer = analyzer_of(&system.ranges)?;
    let mut current = Vec::new();
    for relation in &system.relations {
        let simplified = analyzer.simplify(relation, 3);
        add_condition(&mut current, normalized(&simplified)?, &mut analyzer)?;
    }
    let mut rest = Vec::new();
    let mut bounds: Vec<(Var, IntGroupBounds)> = Vec::new();
    for var in &system.variables {
        if bounds.iter().any(|(known, _)| known == var) {
            return Err(SolveError::Repeated { var: var.name_hint.as_str().to_owned() });
        }
        let mut next = Vec::new();
        let mut sides = Sides::default();
        if let Some(range) = system.ranges.get(var) {
            let last = op::sub(op::add(&range.min, &range.extent, None), 1, None)?;
            let (lower, upper) = (analyzer.simplify(&range.min, 3), analyzer.simplify(&last, 3));
            sides.lower.push((-1, lower));
            sides.upper.push((1, op::neg(upper, None)?));
        }
        for condition in current {
            match sides.classify(var, &condition)? {
                Class::Bound => {}
                Class::Free => add_condition(&mut next, condition, &mut analyzer)?,
                Class::Other => rest.push(condition),
            }
        }
        for (a, above) in &sides.upper {
            for (b, below) in &sides.lower {
                let (divisor, _, _) = extended_gcd(*a, checked_neg(*b)?)?;
                let factor = |number: i64| op::make_const(var.dtype, number / divisor, None);
                let (first, second) = (op::mul(factor(*a), below, None), op::mul(factor(*b), above, None));
                let zero = op::make_zero(above.dtype, None)?;
                let sum = op::less_equal(op::sub(first, second, None), zero, None)?;
                let sum = analyzer.simplify(&sum, 3);
                add_condition(&mut next, normalized(&sum)?, &mut analyzer)?;
            }
        }
        bounds.push((var.clone(), sides.bounds(var, &mut analyzer)?));
        current = next;
    }
    let mut relations = Vec::new();
    for condition in current {
        let simplified = analyzer.simplify(&condition, 3);
        match op::as_const_int(&simplified) {
            Some(0) => {
                relations = vec![op::make_zero(DataType::BOOL, None)?];
                break;
            }
            Some(1) => {}
            _ => relations.push(simplified),
        }
    }
    relations.extend(rest);
    Ok(SolvedInequalities { bounds, relations })
}

impl SolvedInequalities {
    /// Returns the bounds and the other conditions as conditions.
    ///
    /// # Errors
    /// Returns an error if bounds do not fit their variables.
    pub fn conditions(&self) -> Result<Vec<PrimExpr>, ConstructError> {
        let mut conditions = Vec::new();
        for (var, bounds) in &self.bounds {
            let value = op::mul(&bounds.coef, var, None)?;
            for bound in &bounds.equal {
                conditions.push(op::equal(&value, bound, None)?);
            }
            for bound in &bounds.lower {
                conditions.push(op::greater_equal(&value, bound, None)?);
            }
            for bound in &bounds.upper {
                conditions.push(op::less_equal(&value, bound, None)?);
            }
        }
        conditions.extend(self.relations.iter().cloned());
        Ok(conditions)
    }
}

/// Adds a condition that does not follow from others. Removes the conditions that follow from it.
fn add_condition(
    conditions: &mut Vec<PrimExpr>,
    condition: PrimExpr,
    analyzer: &mut Analyzer,
) -> Result<(), ConstructError> {
    if analyzer.can_prove(&condition) || conditions.iter().any(|known| structural_equal(known, &condition)) {
        return Ok(());
    }
    if let Some(new) = condition.as_node::<LENode>() {
        let mut kept = Vec::new();
        let mut known = std::mem::take(conditions).into_iter();
        while let Some(condition) = known.next() {
            if let Some(old) = condition.as_node::<LENode>() {
                if is_at_most(&new.a, &old.a, analyzer)? {
                    kept.push(condition);
                    kept.extend(known);
                    *conditions = kept;
                    return Ok(());
                }
                if is_at_most(&old.a, &new.a, analyzer)? {
                    continue;
                }
            }
            kept.push(condition);
        }
        *conditions = kept;
    }
    conditions.push(condition);
    Ok(())
}

/// Whether `a - b <= 0` provably holds.
fn is_at_most(a: &PrimExpr, b: &PrimExpr, analyzer: &mut Analyzer) -> Result<bool, ConstructError> {
    Ok(analyzer.can_prove(&op::less_equal(op::sub(a, b, None), 0, None)?))
}

fn checked_neg(number: i64) -> Result<i64, SolveError> {
    number.checked_neg().ok_or(SolveError::Overflow)
}

/// The kind of a condition for a variable.
enum Class {
    /// The condition bounds the variable.
    Bound,
    /// The condition does not use the variable.
    Free,
    Other,
}

/// Inequalities `c * var + e <= 0`, as pairs of `c` and `e`.
#[derive(Default)]
struct Sides {
    /// The inequalities with a positive factor.
    upper: Vec<(i64, PrimExpr)>,
    /// The inequalities with a negative factor.
    lower: Vec<(i64, PrimExpr)>,
}

impl Sides {
    /// Adds the inequalities of a condition that bounds the variable.
    fn classify(&mut self, var: &Var, condition: &PrimExpr) -> Result<Class, SolveError> {
        let (left, is_equation) = match_node!(match condition {
            le @ LENode => (&le.a, false),
            equation @ EQNode => (&equation.a, true),
            _ => return Ok(Class::Other),
        });
        let Some(mut parts) = detect_linear_equation(left, std::slice::from_ref(var)) else {
            return Ok(Class::Other);
        };
        let (Some(rest), Some(factor)) = (parts.pop(), parts.pop()) else { return Ok(Class::Other) };
        let Some(factor) = op::as_const_int(&factor) else { return Ok(Class::Other) };
        if factor == 0 {
            return Ok(Class::Free);
        }
        let opposite = match is_equation {
            true => Some((checked_neg(factor)?, op::neg(&rest, None)?)),
            false => None,
        };
        for (factor, rest) in [Some((factor, rest)), opposite].into_iter().flatten() {
            let side = if factor > 0 { &mut self.upper } else { &mut self.lower };
            side.push((factor, rest));
        }
        Ok(Class::Bound)
    }

    /// Returns the bounds of a multiple of the variable.
    fn bounds(&self, var: &Var, analyzer: &mut Analyzer) -> Result<IntGroupBounds, SolveError> {
        let mut coef = 1_i64;
        for (factor, _) in self.upper.iter().chain(&self.lower) {
            let (divisor, _, _) = extended_gcd(coef, *factor)?;
            coef =
                coef.checked_mul(factor / divisor).and_then(i64::checked_abs).ok_or(SolveError::Overflow)?;
        }
        let mut tightest = |side: &[(i64, PrimExpr)], is_upper: bool| -> Result<Vec<PrimExpr>, SolveError> {
            let mut bounds: Vec<PrimExpr> = Vec::new();
            for (factor, rest) in side {
                let bound = op::mul(op::make_const(var.dtype, -coef / factor, None), rest, None)?;
                let bound = analyzer.simplify(&bound, 3);
                let mut is_better = |a: &PrimExpr, b: &PrimExpr| -> Result<bool, ConstructError> {
                    let difference = op::sub(a, b, None);
                    let condition = match is_upper {
                        true => op::less_equal(difference, 0, None)?,
                        false => op::greater_equal(difference, 0, None)?,
                    };
                    Ok(analyzer.can_prove(&condition))
                };
                let mut is_known = false;
                for known in &bounds {
                    is_known = is_known || is_better(known, &bound)?;
                }
                if is_known {
                    continue;
                }
                let mut kept = Vec::new();
                for known in bounds {
                    // The other direction: the known bound is not better.
                    let difference = op::sub(&known, &bound, None);
                    let condition = match is_upper {
                        true => op::greater_equal(difference, 0, None)?,
                        false => op::less_equal(difference, 0, None)?,
                    };
                    if !analyzer.can_prove(&condition) {
                        kept.push(known);
                    }
                }
                kept.push(bound);
                bounds = kept;
            }
            Ok(bounds)
        };
        let mut upper = tightest(&self.upper, true)?;
        let mut lower = tightest(&self.lower, false)?;
        let mut equal = Vec::new();
        upper.retain(|bound| match lower.iter().position(|other| structural_equal(other, bound)) {
            Some(place) => {
                equal.push(lower.remove(place));
                false
            }
            None => true,
        });
        equal.sort_by_key(|bound| parts(bound).count());
        let coef = op::make_const(var.dtype, coef, None)?;
        Ok(IntGroupBounds::new(
            coef,
            Array::from_iter(lower),
            Array::from_iter(equal),
            Array::from_iter(upper),
        ))
    }
}
