//! Detection of expressions that are linear in variables, and of bounds of variables in conditions.

use objet::prelude::*;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::Analyzer;
use super::analyzer::ByExpr;
use super::operands::operands;
use super::term::{Operator, apply};
use crate::analysis::{all_vars, uses_var};
use crate::expr::{AndNode, Var};
use crate::op;

/// The coefficient of a variable and the rest of an expression. A missing part is 0.
#[derive(Clone, Default)]
struct Linear {
    coeff: Option<PrimExpr>,
    base: Option<PrimExpr>,
}

/// Splits an expression into `var[0] * coeff[0] + … + base`. Returns the coefficients and the base,
/// or `None` if the expression is not such a sum.
///
/// ```
/// use objet::DataType;
/// use objet_tir::arith::detect_linear_equation;
/// use objet_tir::expr::Var;
/// use objet_tir::op::as_const_int;
///
/// let (i, j) = (Var::new("i", DataType::int(32), None), Var::new("j", DataType::int(32), None));
/// let parts = detect_linear_equation(&(&i * 8 + &j + 3).expr()?, &[i, j.clone()]).unwrap();
/// let numbers: Vec<_> = parts.iter().map(as_const_int).collect();
/// assert_eq!(numbers, [Some(8), Some(1), Some(3)]);
/// assert!(detect_linear_equation(&(&j * &j).expr()?, &[j]).is_none());
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "DetectLinearEquation")]
pub fn detect_linear_equation(expr: &PrimExpr, vars: &[Var]) -> Option<Vec<PrimExpr>> {
    let mut base = expr.clone();
    let mut parts = Vec::new();
    for var in vars {
        let linear = linear_in(&base, var)?;
        parts.push(linear.0);
        base = linear.1;
    }
    // A coefficient must not depend on the variables after its own.
    for (index, coeff) in parts.iter().enumerate() {
        if all_vars(coeff).iter().any(|used| vars[index + 1..].contains(used)) {
            return None;
        }
    }
    parts.push(base);
    Some(parts)
}

/// Returns the coefficient of a variable and the rest.
fn linear_in(root: &PrimExpr, var: &Var) -> Option<(PrimExpr, PrimExpr)> {
    let mut known: ByExpr<Linear> = ByExpr::default();
    let mut pending = vec![(root.clone(), false)];
    while let Some((expr, is_entered)) = pending.pop() {
        if known.contains_key(&expr) {
            continue;
        }
        let parts = match operands(&expr) {
            Some((operator, [Some(a), Some(b), None]))
                if matches!(operator, Operator::Add | Operator::Sub | Operator::Mul) =>
            {
                Some((operator, a.clone(), b.clone()))
            }
            _ => None,
        };
        let linear = match parts {
            None if expr.same_as(var) => {
                Linear { coeff: op::make_const(var.dtype, 1, None).ok(), base: None }
            }
            None if uses_var(&expr, |used| used == var) => return None,
            None => Linear { coeff: None, base: Some(expr.clone()) },
            Some((_, a, b)) if !is_entered => {
                pending.extend([(expr, true), (b, false), (a, false)]);
                continue;
            }
            Some((operator, a, b)) => {
                let (a, b) = (known.get(&a)?.clone(), known.get(&b)?.clone());
                combined(operator, a, b)?
            }
        };
        known.insert(expr, linear);
    }
    let linear = known.remove(root)?;
    let zero = || op::make_zero(var.dtype, None).ok();
    Some((linear.coeff.or_else(zero)?, linear.base.or_else(zero)?))
}

/// Applies an operator. Returns `None` if the result is not linear.
fn combined(operator: Operator, a: Linear, b: Linear) -> Option<Linear> {
    let sum = |a: Option<PrimExpr>, b: Option<PrimExpr>| match (a, b) {
        (Some(a), Some(b)) => apply(operator, a, b).map(Some),
        (None, Some(b)) if operator == Operator::Sub => op::neg(b, None).ok().map(Some),
        (a, b) => Some(a.or(b)),
    };
    if operator != Operator::Mul {
        return Some(Linear { coeff: sum(a.coeff, b.coeff)?, base: sum(a.base, b.base)? });
    }
    let (factor, other) = match (&a.coeff, &b.coeff) {
        (None, _) => (a, b),
        (Some(_), None) => (b, a),
        (Some(_), Some(_)) => return None,
    };
    let product = |part: Option<PrimExpr>| match (factor.base.clone(), part) {
        (Some(factor), Some(part)) => apply(Operator::Mul, factor, part).map(Some),
        _ => Some(None),
    };
    Some(Linear { coeff: product(other.coeff)?, base: product(other.base)? })
}

/// The least and the greatest value of a variable, if they are known.
pub type ClipBound = (Option<PrimExpr>, Option<PrimExpr>);

/// Returns the bounds that a condition sets for each variable. Returns `None` if a part of the
/// condition is not an inequality that bounds one of the variables.
#[doc(alias = "DetectClipBound")]
pub fn detect_clip_bound(condition: &PrimExpr, vars: &[Var]) -> Option<Vec<ClipBound>> {
    let mut analyzer = Analyzer::new();
    let mut bounds: Vec<ClipBound> = vec![(None, None); vars.len()];
    let mut pending = vec![condition.clone()];
    while let Some(part) = pending.pop() {
        match part.as_node::<AndNode>() {
            Some(and) => pending.extend([and.b.clone(), and.a.clone()]),
            None => clip(&part, vars, &mut bounds, &mut analyzer)?,
        }
    }
    let mut simplified = |bound: Option<PrimExpr>| bound.map(|bound| analyzer.simplify(&bound, 2));
    Some(bounds.into_iter().map(|(min, max)| (simplified(min), simplified(max))).collect())
}

/// Adds the bound of one comparison.
fn clip(part: &PrimExpr, vars: &[Var], bounds: &mut [ClipBound], analyzer: &mut Analyzer) -> Option<()> {
    let used = all_vars(part);
    let mut places = vars.iter().enumerate().filter(|(_, var)| used.contains(var));
    let (Some((place, var)), None) = (places.next(), places.next()) else { return None };
    let (operator, [Some(a), Some(b), None]) = operands(part)? else { return None };
    if !a.dtype.is_int() {
        return None;
    }
    // The comparison holds if `difference` is not negative.
    let difference = match operator {
        Operator::LT => op::sub(op::sub(b, a, None), 1, None),
        Operator::LE => op::sub(b, a, None),
        Operator::GT => op::sub(op::sub(a, b, None), 1, None),
        Operator::GE => op::sub(a, b, None),
        _ => return None,
    };
    let (coeff, base) = linear_in(&difference.ok()?, var)?;
    let coeff = analyzer.simplify(&coeff, 2);
    let (sign, value) = match op::as_const_int(&coeff)? {
        1 => (1, op::neg(base, None).ok()?),
        -1 => (-1, base),
        _ => return None,
    };
    let (min, max) = &mut bounds[place];
    if sign > 0 {
        *min = Some(match min.take() {
            Some(known) => op::max(known, &value, None).ok()?,
            None => value,
        });
        return Some(());
    }
    if sign < 0 {
        *max = Some(match max.take() {
            Some(known) => op::min(known, &value, None).ok()?,
            None => value,
        });
    }
    Some(())
}

/// Returns the coefficients of variables and the rest, or an empty array if the expression is not
/// linear in the variables.
#[register_global("arith.DetectLinearEquation")]
fn linear_equation(e: ExprArg, vars: Array<Var>) -> Array<PrimExpr> {
    detect_linear_equation(&e.0, &vars).unwrap_or_default().into_iter().collect()
}

/// Returns the least and the greatest value of each variable in turn, which are null if unknown.
/// The array is empty if the condition has other parts.
#[register_global("arith.DetectClipBound")]
fn clip_bound(e: ExprArg, vars: Array<Var>) -> Array<Option<PrimExpr>> {
    let bounds = detect_clip_bound(&e.0, &vars).unwrap_or_default();
    bounds.into_iter().flat_map(|(min, max)| [min, max]).collect()
}
