//! Global functions through which front ends solve systems of conditions.

use objet::function::{Args, BoxError, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{
    SolveError, solve_inequalities_as_bounds, solve_inequalities_deskew_range, solve_inequalities_to_range,
    solve_linear_equations,
};
use crate::arith::{IntConstraints, IntConstraintsTransform, IntGroupBounds};
use crate::expr::{Range, Var};
