//! Registered functions that create match expressions and their patterns.

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::RelayExpr;

use super::{Clause, Match, Pattern, PatternConstructor, PatternTuple, PatternVar, PatternWildcard};
use crate::expr::Var;

/// Creates the pattern `_`, which matches any value.
#[register_global("relay.ir.PatternWildcard", short)]
fn pattern_wildcard() -> PatternWildcard {
    PatternWildcard::new(None)
}

/// Creates the pattern that binds any value to `var`.
#[register_global("relay.ir.PatternVar", short)]
fn pattern_var(var: Var) -> PatternVar {
    PatternVar::new(var, None)
}

/// Creates the pattern of the values of `constructor`.
#[register_global("relay.ir.PatternConstructor", short)]
fn pattern_constructor(constructor: Constructor, patterns: Array<Pattern>) -> PatternConstructor {
    PatternConstructor::new(constructor, patterns, None)
}

/// Creates the pattern of a tuple, with one pattern for each field.
#[register_global("relay.ir.PatternTuple", short)]
fn pattern_tuple(patterns: Array<Pattern>) -> PatternTuple {
    PatternTuple::new(patterns, None)
}

/// Creates the case `lhs => rhs` of a match expression.
#[register_global("relay.ir.Clause", short)]
fn clause(lhs: Pattern, rhs: RelayExpr) -> Clause {
    Clause::new(lhs, rhs)
}

/// Creates the expression `match (data) { clauses }`.
#[register_global("relay.ir.Match", short)]
fn match_(data: RelayExpr, clauses: Array<Clause>, complete: bool) -> Match {
    Match::new(data, clauses, complete, None)
}
