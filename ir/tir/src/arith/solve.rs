//! Solution of systems of linear equations and inequalities of integers.
//!
//! - [`solve_linear_equations`] brings the matrix of the equations into diagonal form.
//! - [`solve_inequalities_as_bounds`] eliminates one variable after the other.
//! - [`solve_inequalities_to_range`] and [`solve_inequalities_deskew_range`] turn the bounds of the
//!   variables into ranges.

mod bounds;
mod compare;
mod diagonal;
mod eliminate;
mod equations;
mod globals;
mod ranges;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{Analyzer, IntConstraints, IntConstraintsTransform, Redefined};
use crate::expr::{Range, Var};
use crate::functor::substitute;
use crate::op;

pub use eliminate::{SolvedInequalities, solve_inequalities_as_bounds};
pub use equations::solve_linear_equations;
pub use ranges::{solve_inequalities_deskew_range, solve_inequalities_to_range};

/// The error of solving a system.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A coefficient does not fit 64 bits.
    #[error("the coefficients of the system exceed 64 bits: divide the conditions by common factors")]
    Overflow,
    /// A variable occurs twice in the list of variables.
    #[error("variable {var} appears more than once in the variables of the system: list each variable once")]
    Repeated {
        /// The name of the variable.
        var: String,
    },
    /// A condition does not fit the variables.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// A variable has two ranges.
    #[error(transparent)]
    Redefined(#[from] Redefined),
    /// A value does not fit its variable.
    #[error(transparent)]
    Substitute(#[from] RewriteError),
}

/// Returns an analyzer that knows the ranges of variables.
fn analyzer_of(ranges: &Map<Var, Range>) -> Result<Analyzer, SolveError> {
    let mut analyzer = Analyzer::new();
    for (var, range) in ranges {
        analyzer.bind_range(var, range, false)?;
    }
    Ok(analyzer)
}

/// Returns an expression with the values of variables.
fn substituted(expr: &PrimExpr, values: &Map<Var, PrimExpr>) -> Result<PrimExpr, RewriteError> {
    substitute(expr.clone(), |var| values.get(var).cloned())
}

/// Returns the system that has no solution.
fn unsolvable() -> Result<IntConstraints, ConstructError> {
    let contradiction = op::make_zero(DataType::BOOL, None)?;
    Ok(IntConstraints::new([], Map::new(), [contradiction]))
}

/// Returns the result for a system that has no solution.
fn no_solution(system: &IntConstraints) -> Result<IntConstraintsTransform, ConstructError> {
    Ok(IntConstraintsTransform::new(system.clone(), unsolvable()?, Map::new(), Map::new()))
}
