//! Systems of linear equations.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::diagonal::Matrix;
use super::{SolveError, analyzer_of, no_solution, substituted};
use crate::arith::{
    Analyzer, Domains, IntConstraints, IntConstraintsTransform, IntervalSet, detect_linear_equation,
};
use crate::expr::{EQNode, Range, Var, VarNode};
use crate::op;

/// Solves the linear equations of a system. The result is an equivalent system of fewer variables,
/// or one with the condition false if the equations have no solution. Other conditions stay, in
/// terms of the new variables.
///
/// # Errors
/// Returns an error if a coefficient exceeds 64 bits.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{IntConstraints, solve_linear_equations};
/// use objet_tir::expr::Var;
/// use objet_tir::op::{as_const_int, equal};
///
/// let (x, y) = (Var::new("x", DataType::int(32), None), Var::new("y", DataType::int(32), None));
/// let equations = [equal(&x + &y, 20, None)?, equal(&x - &y, 10, None)?];
/// let system = IntConstraints::new([x.clone(), y], Map::new(), equations);
/// let solution = solve_linear_equations(&system)?;
/// assert!(solution.dst.variables.is_empty());
/// assert_eq!(as_const_int(&solution.src_to_dst[&x]), Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "SolveLinearEquations")]
pub fn solve_linear_equations(system: &IntConstraints) -> Result<IntConstraintsTransform, SolveError> {
    let mut analyzer = analyzer_of(&system.ranges)?;
    let (mut matrix, rest) = matrix_of(system, &mut analyzer)?;
    matrix.diagonalize()?;
    let diagonal =
        |index: usize| matrix.rows.get(index).map_or(0, |row| row.get(index).copied().unwrap_or(0));
    let mut relations: Vec<PrimExpr> = Vec::new();
    for (index, value) in matrix.values.iter().enumerate() {
        // A multiple of the diagonal element is required.
        let remainder = match diagonal(index) {
            0 => value.clone(),
            factor => {
                let factor =
                    op::make_const(value.dtype, factor.checked_abs().ok_or(SolveError::Overflow)?, None);
                op::floormod(value, factor, None)?
            }
        };
        let relation = analyzer.simplify(&op::equal(remainder, 0, None)?, 2);
        match op::as_const_int(&relation) {
            Some(0) => return Ok(no_solution(system)?),
            Some(1) => {}
            _ => relations.push(relation),
        }
    }
    let mut vars: Vec<Var> = Vec::new();
    let mut values: Vec<PrimExpr> = Vec::new();
    let mut new_to_old = Map::new();
    for (index, expr) in matrix.vars.iter().enumerate() {
        let factor = diagonal(index);
        if factor == 0 {
            let expr = analyzer.simplify(expr, 2);
            let suffix = expr.as_node::<VarNode>().map(|var| format!("_{}", var.name_hint.as_str()));
            let name = format!("n{}{}", vars.len(), suffix.unwrap_or_default());
            let var = Var::new(name, expr.dtype, None);
            values.push(var.clone().upcast());
            new_to_old.insert(var.clone(), expr);
            vars.push(var);
            continue;
        }
        let value = &matrix.values[index];
        let value = if factor > 0 { value.clone() } else { op::neg(value, None)? };
        let factor = op::make_const(value.dtype, factor.checked_abs().ok_or(SolveError::Overflow)?, None);
        values.push(analyzer.simplify(&op::floordiv(value, factor, None)?, 2));
    }
    let mut old_to_new = Map::new();
    for (var, row) in system.variables.iter().zip(&matrix.transform) {
        let mut sum = op::make_zero(var.dtype, None)?;
        for (factor, value) in row.iter().zip(&values) {
            let factor = op::make_const(sum.dtype, *factor, None);
            sum = op::add(sum, op::mul(factor, value, None), None)?;
        }
        old_to_new.insert(var.clone(), analyzer.simplify(&sum, 2));
    }
    let ranges = inferred_ranges(&new_to_old, system)?;
    let mut analyzer = analyzer_of(&ranges)?;
    for var in &system.variables {
        let (Some(range), Some(value)) = (system.ranges.get(var), old_to_new.get(var)) else { continue };
        let end = op::add(&range.min, &range.extent, None);
        for condition in [op::less_equal(&range.min, value, None)?, op::less(value, end, None)?] {
            let condition = analyzer.simplify(&condition, 2);
            if !op::is_const_int(&condition, 1) {
                relations.push(condition);
            }
        }
    }
    for condition in &rest {
        relations.push(substituted(condition, &old_to_new)?);
    }
    let solution = IntConstraints::new(Array::from_iter(vars), ranges, Array::from_iter(relations));
    Ok(IntConstraintsTransform::new(system.clone(), solution, old_to_new, new_to_old))
}

/// Returns the matrix of the linear equations with constant coefficients, and the other conditions.
fn matrix_of(
    system: &IntConstraints,
    analyzer: &mut Analyzer,
) -> Result<(Matrix, Vec<PrimExpr>), SolveError> {
    let vars: Vec<Var> = system.variables.to_vec();
    let identity =
        (0..vars.len()).map(|row| (0..vars.len()).map(|column| i64::from(row == column)).collect());
    let mut matrix = Matrix {
        rows: Vec::new(),
        values: Vec::new(),
        transform: identity.collect(),
        vars: vars.iter().map(|var| var.clone().upcast()).collect(),
    };
    let mut rest = Vec::new();
    for relation in &system.relations {
        let linear = match relation.as_node::<EQNode>() {
            Some(equation) => {
                let difference = analyzer.simplify(&op::sub(&equation.a, &equation.b, None)?, 2);
                detect_linear_equation(&difference, &vars)
            }
            None => None,
        };
        let row = linear.and_then(|mut parts| {
            let base = parts.pop()?;
            let row: Vec<i64> = parts.iter().map(op::as_const_int).collect::<Option<_>>()?;
            (!row.is_empty()).then_some((row, base))
        });
        match row {
            Some((row, base)) => {
                matrix.rows.push(row);
                matrix.values.push(op::neg(base, None)?);
            }
            None => rest.push(relation.clone()),
        }
    }
    Ok((matrix, rest))
}

/// Returns the ranges of the variables outside of a system, and of new variables.
fn inferred_ranges(
    new_to_old: &Map<Var, PrimExpr>,
    system: &IntConstraints,
) -> Result<Map<Var, Range>, SolveError> {
    let mut ranges = Map::new();
    let mut domains = Domains::default();
    for (var, range) in &system.ranges {
        if !system.variables.contains(var) {
            ranges.insert(var.clone(), range.clone());
        }
        domains.insert(var.clone(), IntervalSet::from_range(range)?);
    }
    let mut analyzer = Analyzer::new();
    for (var, value) in new_to_old {
        if let Some(range) = analyzer.int_set(value, &domains).cover_range()? {
            ranges.insert(var.clone(), range);
        }
    }
    Ok(ranges)
}
