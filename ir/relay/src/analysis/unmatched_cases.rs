//! Finds the values that no clause of a match covers.
//!
//! The search treats the clauses as the rows of a matrix and the parts of the matched value as its
//! columns (Maranget, *Warnings for pattern matching*). It picks a part that the first clause looks
//! at, and splits into one branch for each constructor that a clause names, and one branch for all
//! constructors that no clause names. A branch without clauses is an unmatched case.
//!
//! - Only constructors that occur in patterns split a part, so recursive types end.
//! - One branch for the constructors that no clause names keeps the search from growing with the
//!   number of constructors and columns: a match of tuples takes time in proportion to the cases
//!   and the patterns if its clauses are, as usual, close to disjoint.
//! - Whether a clause is reachable is an NP-complete question, and there may be exponentially many
//!   unmatched cases. So the search is lazy, and ends with an error after a number of steps.
//! - Patterns are never followed by recursion. The state of the search is one path, of which each
//!   step can be undone.

mod case;
mod irrefutable;
mod search;

use objet_ir::module::{IRModule, ModuleError};

use crate::adt::{Match, Pattern};

use search::Search;

/// The number of steps after which a search ends with an error. A step is a row of a branch or a
/// node of an unmatched case, and takes less than a microsecond.
const STEP_LIMIT: usize = 8_000_000;

/// The reason why the unmatched cases of a match are unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnmatchedError {
    /// The type of a constructor has no definition.
    #[error("pattern of constructor {constructor}: {source}")]
    Undefined {
        /// The name of the constructor.
        constructor: objet::String,
        /// The reason.
        source: ModuleError,
    },
    /// A pattern has another number of parts than the constructor has arguments.
    #[error("pattern of constructor {constructor}: expected {expected} parts, found {found}")]
    Arity {
        /// The name of the constructor.
        constructor: objet::String,
        /// The number of arguments of the constructor.
        expected: usize,
        /// The number of parts of the pattern.
        found: usize,
    },
    /// Two tuple patterns for the same value have different lengths.
    #[error("tuple pattern: expected {expected} fields as in another clause, found {found}")]
    TupleLength {
        /// The number of fields in an earlier clause.
        expected: usize,
        /// The number of fields of the pattern.
        found: usize,
    },
    /// One clause expects a tuple where another one expects a constructor.
    #[error("the clauses expect both a tuple and the constructor {constructor} for one value")]
    TupleAndConstructor {
        /// The name of the constructor.
        constructor: objet::String,
    },
    /// The search ended early.
    #[error("the match has too many cases: the search for unmatched ones ended after {STEP_LIMIT} steps")]
    TooManyCases,
}

/// Finds the values that no clause of a match covers, as patterns without variables.
///
/// - The patterns are disjoint, and cover exactly the values that no clause covers. If there are
///   none, the match is exhaustive.
/// - The iterator searches as it goes: the first pattern is there before the others are looked for.
/// - The module defines the types of the constructors in the patterns. A match without constructors
///   needs no module.
///
/// An error ends the iteration. Clauses after one that covers all values are not looked at.
///
/// ```
/// use objet_ir::adt::{Constructor, TypeData};
/// use objet_ir::module::IRModule;
/// use objet_ir::types::{GlobalTypeVar, TypeKind};
/// use objet_relay::adt::{Clause, Match, PatternConstructorNode, PatternConstructor};
/// use objet_relay::analysis::unmatched_cases;
/// use objet_relay::expr::Var;
/// # use objet::prelude::*;
///
/// let bool_type = GlobalTypeVar::new("Bool", TypeKind::AdtHandle, None);
/// let [no, yes] = ["No", "Yes"].map(|name| Constructor::new(name, [], bool_type.clone()));
/// let definition = TypeData::new(bool_type.clone(), [], [no, yes.clone()], None);
/// let mut module = IRModule::new();
/// module.add_type_def(bool_type, definition, false)?;
///
/// let x = Var::new("x", None, None);
/// let clause = Clause::new(PatternConstructor::new(yes, [], None), x.clone());
/// let found = Match::new(x, [clause], true, None);
/// let unmatched = unmatched_cases(&found, Some(&module)).collect::<Result<Vec<_>, _>>()?;
/// let [case] = &unmatched[..] else { panic!("{unmatched:?}") };
/// assert_eq!(case.as_node::<PatternConstructorNode>().unwrap().constructor.name_hint, "No");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "UnmatchedCases")]
pub fn unmatched_cases(found: &Match, module: Option<&IRModule>) -> UnmatchedCases {
    UnmatchedCases(Some(Search::new(found, module.cloned())))
}

/// The unmatched cases of a match, from [`unmatched_cases`].
pub struct UnmatchedCases(Option<Search>);

impl Iterator for UnmatchedCases {
    type Item = Result<Pattern, UnmatchedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.0.as_mut()?.next().transpose();
        if !matches!(next, Some(Ok(_))) {
            self.0 = None;
        }
        next
    }
}
