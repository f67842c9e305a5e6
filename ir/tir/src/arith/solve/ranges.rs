//! Ranges of the variables of systems of inequalities.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::eliminate::{SolvedInequalities, solve_inequalities_as_bounds};
use super::{SolveError, analyzer_of, no_solution, substituted, unsolvable};
use crate::arith::{Analyzer, IntConstraints, IntConstraintsTransform};
use crate::expr::{Range, Var};
use crate::op;

/// Solves the linear inequalities of a system by ranges of its variables. A range may depend on the
/// variables after its own. The result keeps the conditions that the ranges do not express. If the
/// system has no solution, the result may be the condition false.
///
/// # Errors
/// Returns an error if a variable appears twice, or if a coefficient exceeds 64 bits.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{IntConstraints, solve_inequalities_to_range};
/// use objet_tir::expr::Var;
/// use objet_tir::op::{as_const_int, greater_equal, less};
///
/// let x = Var::new("x", DataType::int(32), None);
/// let conditions = [greater_equal(&x, 3, None)?, less(&x * 2, 11, None)?];
/// let system = IntConstraints::new([x.clone()], Map::new(), conditions);
/// let solved = solve_inequalities_to_range(&system)?;
/// assert_eq!(as_const_int(&solved.ranges[&x].extent), Some(3));
/// assert!(solved.relations.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "SolveInequalitiesToRange")]
pub fn solve_inequalities_to_range(system: &IntConstraints) -> Result<IntConstraints, SolveError> {
    let solved = solve_inequalities_as_bounds(system)?;
    let mut known = system.ranges.clone();
    let mut ranges = Map::new();
    for (var, bounds) in solved.bounds.iter().rev() {
        let mut analyzer = analyzer_of(&known)?;
        let is_equal = op::is_const_int(&bounds.coef, 1);
        let range = if let (Some(value), true) = (bounds.equal.first(), is_equal) {
            let end = analyzer.simplify(&op::add(value, 1, None)?, 3);
            Range::new(value, end, None)?
        } else {
            let bounds = match known.get(var) {
                Some(range) => bounds.within(range)?,
                None => bounds.clone(),
            };
            let Some(range) = bounds.find_best_range(&known)? else { continue };
            if is_empty(&range, &mut analyzer) {
                return Ok(unsolvable()?);
            }
            range
        };
        ranges.insert(var.clone(), range.clone());
        known.insert(var.clone(), range);
    }
    let mut analyzer = analyzer_of(&known)?;
    let conditions = solved.conditions()?.into_iter().filter(|condition| !analyzer.can_prove(condition));
    Ok(IntConstraints::new(system.variables.clone(), ranges, conditions.collect::<Array<_>>()))
}

/// Solves the linear inequalities of a system by new variables whose ranges start at 0. The result
/// keeps the conditions that the ranges do not express.
///
/// # Errors
/// Returns an error if a variable appears twice, or if a coefficient exceeds 64 bits.
#[doc(alias = "SolveInequalitiesDeskewRange")]
pub fn solve_inequalities_deskew_range(
    system: &IntConstraints,
) -> Result<IntConstraintsTransform, SolveError> {
    let solved = solve_inequalities_as_bounds(system)?;
    let mut shift = Shift {
        analyzer: Analyzer::new(),
        known: system.ranges.clone(),
        bound: HashSet::new(),
        vars: Vec::new(),
        ranges: Map::new(),
        src_to_dst: Map::new(),
        dst_to_src: Map::new(),
    };
    for index in (0..solved.bounds.len()).rev() {
        if !shift.add(&solved, index)? {
            return Ok(no_solution(system)?);
        }
    }
    let Shift { mut analyzer, mut vars, ranges, src_to_dst, dst_to_src, .. } = shift;
    let mut relations = Vec::new();
    for condition in solved.conditions()? {
        let condition = analyzer.simplify(&substituted(&condition, &src_to_dst)?, 2);
        if !op::is_const_int(&condition, 1) {
            relations.push(condition);
        }
    }
    vars.reverse();
    let solution = IntConstraints::new(Array::from_iter(vars), ranges, Array::from_iter(relations));
    Ok(IntConstraintsTransform::new(system.clone(), solution, src_to_dst, dst_to_src))
}

/// Whether a range is provably empty.
fn is_empty(range: &Range, analyzer: &mut Analyzer) -> bool {
    op::neg(&range.extent, None).is_ok_and(|extent| analyzer.can_prove_greater_equal(&extent, 0))
}

/// The state of replacing variables by variables that start at 0.
struct Shift {
    analyzer: Analyzer,
    /// The ranges of old and new variables.
    known: Map<Var, Range>,
    /// The variables that the analyzer knows.
    bound: HashSet<Var>,
    vars: Vec<Var>,
    ranges: Map<Var, Range>,
    src_to_dst: Map<Var, PrimExpr>,
    dst_to_src: Map<Var, PrimExpr>,
}

impl Shift {
    /// Replaces a variable. Returns `false` if the variable has no value.
    fn add(&mut self, solved: &SolvedInequalities, index: usize) -> Result<bool, SolveError> {
        for (var, range) in &self.known {
            if self.bound.insert(var.clone()) {
                self.analyzer.bind_range(var, range, false)?;
            }
        }
        let (var, bounds) = &solved.bounds[index];
        let mut bounds = bounds.substituted(&self.src_to_dst)?;
        if let (Some(value), true) = (bounds.equal.first(), op::is_const_int(&bounds.coef, 1)) {
            self.src_to_dst.insert(var.clone(), value.clone());
            return Ok(true);
        }
        if let Some(range) = self.known.get(var) {
            bounds = bounds.within(range)?;
        }
        let Some(range) = bounds.find_best_range(&self.known)? else {
            self.src_to_dst.insert(var.clone(), var.clone().upcast());
            self.dst_to_src.insert(var.clone(), var.clone().upcast());
            self.vars.push(var.clone());
            return Ok(true);
        };
        if op::is_const_int(&range.extent, 1) {
            self.src_to_dst.insert(var.clone(), range.min.clone());
            return Ok(true);
        }
        if is_empty(&range, &mut self.analyzer) {
            return Ok(false);
        }
        let shifted = var.copy_with_suffix(".shifted");
        self.src_to_dst.insert(var.clone(), op::add(&shifted, &range.min, None)?);
        let min = substituted(&range.min, &self.dst_to_src)?;
        let value = self.analyzer.simplify(&op::sub(var, min, None)?, 2);
        self.dst_to_src.insert(shifted.clone(), value);
        let range = Range::new(op::make_zero(shifted.dtype, None)?, &range.extent, None)?;
        self.vars.push(shifted.clone());
        self.ranges.insert(shifted.clone(), range.clone());
        self.analyzer.bind_range(&shifted, &range, false)?;
        self.bound.insert(shifted.clone());
        self.known.insert(shifted, range);
        Ok(true)
    }
}
