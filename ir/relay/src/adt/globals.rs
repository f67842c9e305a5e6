//! Matches and their patterns by the functions that front ends know.

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::RelayExpr;

use super::{Clause, Match, Pattern, PatternConstructor, PatternTuple, PatternVar, PatternWildcard};
use crate::expr::Var;

/// `_`
#[register_global("relay.ir.PatternWildcard", short)]
fn pattern_wildcard() -> PatternWildcard {
    PatternWildcard::new(None)
}

/// The pattern that binds any value to `var`.
#[register_global("relay.ir.PatternVar", short)]
fn pattern_var(var: Var) -> PatternVar {
    PatternVar::new(var, None)
}

/// The pattern of values that `constructor` made.
#[register_global("relay.ir.PatternConstructor", short)]
fn pattern_constructor(constructor: Constructor, patterns: Array<Pattern>) -> PatternConstructor {
    PatternConstructor::new(constructor, patterns, None)
}

/// The pattern of tuples.
#[register_global("relay.ir.PatternTuple", short)]
fn pattern_tuple(patterns: Array<Pattern>) -> PatternTuple {
    PatternTuple::new(patterns, None)
}

/// `lhs => rhs`
#[register_global("relay.ir.Clause", short)]
fn clause(lhs: Pattern, rhs: RelayExpr) -> Clause {
    Clause::new(lhs, rhs)
}

/// `match (data) { clauses }`
#[register_global("relay.ir.Match", short)]
fn match_(data: RelayExpr, clauses: Array<Clause>, complete: bool) -> Match {
    Match::new(data, clauses, complete, None)
}
