//! The tables of rewrite rules, and their text format.
//!
//! A line of a table is a rule `pattern => result`, or `pattern =>> result` if the result is
//! simplified again. The first rule that matches applies.
//!
//! - `x`, `y`, `z`, `b1`, `b2`, `s1` and `s2` match any expression, and `c1` to `c3` an integer
//!   constant. A second occurrence matches an equal expression.
//! - Braces around an operator match its operands in either order.
//! - `if` introduces conditions, separated by `and`. A condition on expressions must be provable.
//! - `~` at the start of a line adds a second rule, with `min` and `max` exchanged.
//! - A line `vector:`, `index:` or `any:` gives the data types for which the rules below it hold.

use std::sync::LazyLock;

use super::rule_parser::parse;
use super::term::{OPERATORS, Operator, Term};

/// The data types for which a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Vectors of any type.
    Vector,
    /// Scalars of the types of indices.
    Index,
    /// All types.
    Any,
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// A comparison of constants.
    Holds(Comparison, Term, Term),
    /// The expression is provably not less than a constant.
    AtLeast(Term, Term),
    /// The expression is provably equal to a constant.
    Equals(Term, Term),
}

/// A comparison of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comparison(pub(super) Operator);

impl Comparison {
    /// Whether the comparison of two numbers holds.
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self.0 {
            Operator::EQ => a == b,
            Operator::NE => a != b,
            Operator::LT => a < b,
            Operator::LE => a <= b,
            Operator::GT => a > b,
            _ => a >= b,
        }
    }
}

/// A rewrite rule.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) domain: Domain,
    /// The patterns of the operands.
    pub(super) operands: Vec<Term>,
    /// The operators of the first two operands, if the patterns need them.
    pub(super) heads: [Option<Operator>; 2],
    pub(super) result: Term,
    /// Whether the result is simplified again.
    pub(super) again: bool,
    pub(super) conditions: Vec<Condition>,
}

const TABLES: [&str; 5] = [
    include_str!("rules/sum.rules"),
    include_str!("rules/product.rules"),
    include_str!("rules/extremum.rules"),
    include_str!("rules/comparison.rules"),
    include_str!("rules/logic.rules"),
];

/// Returns the rules for an operator: those for vectors first, and those for any type last.
pub(super) fn rules(operator: Operator) -> &'static [Rule] {
    static RULES: LazyLock<[Vec<Rule>; OPERATORS]> = LazyLock::new(|| {
        let mut rules: [Vec<Rule>; OPERATORS] = Default::default();
        for (operator, rule) in TABLES.into_iter().flat_map(parse) {
            rules[operator as usize].push(rule);
        }
        for rules in &mut rules {
            rules.sort_by_key(|rule| rule.domain as usize);
        }
        rules
    });
    &RULES[operator as usize]
}
