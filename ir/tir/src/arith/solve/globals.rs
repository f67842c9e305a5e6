//! Global functions through which front ends solve systems of conditions.

use objet::function::{Args, ErrorKind, RuntimeError, ValueError};
use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{
    SolveError, solve_inequalities_as_bounds, solve_inequalities_deskew_range, solve_inequalities_to_range,
    solve_linear_equations,
};
use crate::arith::{IntConstraints, IntConstraintsTransform, IntGroupBounds};
use crate::expr::{Range, Var};

/// Returns the system that the arguments are: one system, or variables, ranges and conditions.
fn system(args: Args<'_>) -> Result<IntConstraints, RuntimeError> {
    let wrong = |source: ValueError| RuntimeError::with_source(ErrorKind::TYPE_ERROR, source);
    match args.len() {
        1 => args.at(0)?.get().map_err(wrong),
        3 => {
            let variables: Option<Array<Var>> = args.at(0)?.get().map_err(wrong)?;
            let ranges: Option<Map<Var, Range>> = args.at(1)?.get().map_err(wrong)?;
            let relations: Array<PrimExpr> = args.at(2)?.get().map_err(wrong)?;
            Ok(IntConstraints::new(variables.unwrap_or_default(), ranges.unwrap_or_default(), relations))
        }
        found => Err(RuntimeError::from_text(&format!(
            "expected 1 or 3 arguments (a system, or its variables, ranges and relations), found {found}"
        ))),
    }
}

fn failed(error: SolveError) -> RuntimeError {
    RuntimeError::with_source(ErrorKind::VALUE_ERROR, error)
}

/// Solves the linear equations of a system.
#[register_global("arith.SolveLinearEquations")]
fn linear_equations(args: Args<'_>) -> Result<IntConstraintsTransform, RuntimeError> {
    solve_linear_equations(&system(args)?).map_err(failed)
}

/// Solves the linear inequalities of a system, and returns the result as conditions.
#[register_global("arith.SolveInequalitiesAsCondition")]
fn inequalities_as_condition(args: Args<'_>) -> Result<Array<PrimExpr>, RuntimeError> {
    let solved = solve_inequalities_as_bounds(&system(args)?).map_err(failed)?;
    Ok(Array::from_iter(solved.conditions().map_err(|error| failed(error.into()))?))
}

/// Solves the linear inequalities of a system by ranges of its variables.
#[register_global("arith.SolveInequalitiesToRange")]
fn inequalities_to_range(args: Args<'_>) -> Result<IntConstraints, RuntimeError> {
    solve_inequalities_to_range(&system(args)?).map_err(failed)
}

/// Solves the linear inequalities of a system by new variables whose ranges start at 0.
#[register_global("arith.SolveInequalitiesDeskewRange")]
fn inequalities_deskew_range(args: Args<'_>) -> Result<IntConstraintsTransform, RuntimeError> {
    solve_inequalities_deskew_range(&system(args)?).map_err(failed)
}

/// Returns the best range of a variable with bounds, or null if a bound is missing.
#[register_global("arith.IntGroupBounds_FindBestRange")]
fn find_best_range(
    bounds: IntGroupBounds,
    #[default(None)] ranges: Option<Map<Var, Range>>,
) -> Result<Option<Range>, SolveError> {
    bounds.find_best_range(&ranges.unwrap_or_default())
}
