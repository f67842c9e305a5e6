//! Rewriting: replacements of matches until the expression does not change.

use std::fmt;

use objet::compare::StructuralEqual;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;

use super::error::{PatternError, text_of};
use super::grouping::{Group, Groups};
use super::inferred_types::with_types;
use super::pattern_table::PatternTable;
use super::replace::Replaced;
use super::{DFPattern, DFPatternCallback};

/// The maximum number of rounds of a rewrite.
const MAX_ROUNDS: usize = 100;

/// The maximum number of replacements: some, and some for each expression at the start.
const MAX_REPLACEMENTS: usize = 100_000;
const MAX_REPLACEMENTS_PER_EXPR: usize = 100;

/// A pattern with the function that creates the replacement of each match.
///
/// ```
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::dataflow_pattern::{PatternRewrite, is_op, rewrite, wildcard};
/// use objet_relay::expr::Var;
/// use objet_relay::op::{exp, log, tanh};
///
/// // log(exp(x)) becomes x.
/// let x = wildcard();
/// let pattern = is_op("log")?.call([is_op("exp")?.call([&x])]);
/// let simplify = PatternRewrite::new(pattern, move |found| Ok(found.expr(&x)?));
///
/// let a = Var::new("a", None, None);
/// let root: RelayExpr = log(exp(tanh(a)?)?)?.into();
/// let simple = rewrite(&mut [simplify], &root, None)?;
/// assert_eq!(objet_relay::text::pretty_print(Some(&simple.into())), "free_var %a;\ntanh(%a)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PatternRewrite<'f> {
    pattern: DFPattern,
    require_type: bool,
    rewrite_once: bool,
    callback: Option<Callback<'f>>,
}

type Callback<'f> = Box<dyn FnMut(&PatternMatch<'_>) -> Result<RelayExpr, BoxError> + 'f>;

/// A match of a pattern, as the callback of a rewrite gets it.
pub struct PatternMatch<'a> {
    /// The matched expression.
    pub pre: &'a RelayExpr,
    /// The matched expression with rewritten operands.
    pub post: &'a RelayExpr,
    table: &'a PatternTable,
    group: &'a Group,
    replaced: &'a Replaced,
}

impl<'f> PatternRewrite<'f> {
    /// Creates a rewrite of the matches of a pattern. It searches the result again, until nothing
    /// changes.
    pub fn new(
        pattern: impl Into<DFPattern>,
        callback: impl FnMut(&PatternMatch<'_>) -> Result<RelayExpr, BoxError> + 'f,
    ) -> Self {
        let callback: Callback<'f> = Box::new(callback);
        Self { pattern: pattern.into(), require_type: false, rewrite_once: false, callback: Some(callback) }
    }

    /// Returns the rewrite with the option that types are inferred before each search.
    #[must_use]
    pub fn require_type(self) -> Self {
        Self { require_type: true, ..self }
    }

    /// Returns the rewrite with the option that the result is not searched again.
    #[must_use]
    pub fn rewrite_once(self) -> Self {
        Self { rewrite_once: true, ..self }
    }
}

impl From<DFPatternCallback> for PatternRewrite<'_> {
    /// Creates a rewrite that calls the function of the callback.
    fn from(callback: DFPatternCallback) -> Self {
        let function = callback.function.clone();
        let call = function.map(|function| -> Callback<'_> {
            Box::new(move |found| {
                let nodes = found.node_map();
                Ok(function.call_as::<RelayExpr>((found.pre, found.post, &nodes))?)
            })
        });
        Self {
            pattern: callback.pattern.clone(),
            require_type: callback.require_type,
            rewrite_once: callback.rewrite_once,
            callback: call,
        }
    }
}

impl fmt::Debug for PatternRewrite<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternRewrite")
            .field("pattern", &text_of(&self.pattern))
            .field("require_type", &self.require_type)
            .field("rewrite_once", &self.rewrite_once)
            .finish_non_exhaustive()
    }
}

impl PatternMatch<'_> {
    /// Returns the rewritten expression of a pattern, a part of the pattern of the rewrite.
    ///
    /// # Errors
    /// Returns an error if the pattern is no part, or belongs to an alternative that did not match.
    pub fn expr(&self, pattern: &DFPattern) -> Result<RelayExpr, PatternError> {
        let first = self.exprs(pattern).into_iter().next();
        first.ok_or_else(|| PatternError::NotMatched { pattern: text_of(pattern) })
    }

    /// Returns all rewritten expressions of a pattern. Only the patterns of a dominator's path have
    /// more than one.
    pub fn exprs(&self, pattern: &DFPattern) -> Vec<RelayExpr> {
        let Some(index) = self.table.index(pattern) else { return Vec::new() };
        let exprs = self.group.exprs(index);
        exprs.map(|expr| self.after(expr)).collect()
    }

    /// Returns the matched patterns, each with its rewritten expressions.
    pub fn node_map(&self) -> Map<DFPattern, Array<RelayExpr>> {
        let entries = self.group.bindings.iter().map(|(index, exprs)| {
            let exprs = exprs.iter().map(|expr| self.after(expr)).collect();
            (self.table.pattern(*index).clone(), exprs)
        });
        entries.collect()
    }

    fn after(&self, expr: &RelayExpr) -> RelayExpr {
        if expr == self.pre { self.post.clone() } else { self.replaced.of(expr) }
    }
}

/// Replaces the matches of patterns in an expression, until nothing changes.
///
/// Each round applies the rewrites one after the other. A rewrite replaces all its matches that do
/// not overlap, from the operands up; matches nearer to the root have precedence. A match whose
/// inner expressions are used elsewhere is not replaced. The last rewrite decides whether the
/// result is searched again. `module` has the global functions that types depend on.
///
/// # Errors
/// Returns the errors of callbacks. Fails if the expression still changes after 100 rounds, if
/// replacements multiply, or if a bound variable is replaced by another expression.
pub fn rewrite(
    rewrites: &mut [PatternRewrite<'_>],
    expr: &RelayExpr,
    module: Option<&IRModule>,
) -> Result<RelayExpr, PatternError> {
    let Some(rewrite_once) = rewrites.last().map(|last| last.rewrite_once) else { return Ok(expr.clone()) };
    let mut current = expr.clone();
    let mut budget = None;
    let mut last_changed = 0;
    for _ in 0..MAX_ROUNDS {
        let before = current.clone();
        for (number, rewrite) in rewrites.iter_mut().enumerate() {
            if rewrite.require_type {
                current = with_types(current, module);
            }
            let groups = Groups::find(&rewrite.pattern, &current)?;
            if groups.is_empty() {
                continue;
            }
            let budget = budget.get_or_insert_with(|| Budget::for_exprs(groups.graph.order().len()));
            current = rewrite.replace(&groups, budget)?;
            last_changed = number;
        }
        if rewrite_once || StructuralEqual::new().map_free_vars(true).equal(&before, &current) {
            return Ok(current);
        }
    }
    let pattern = text_of(&rewrites[last_changed].pattern);
    Err(PatternError::NoFixpoint { pattern, limit: MAX_ROUNDS })
}

/// The replacements that are left.
struct Budget {
    limit: usize,
    left: usize,
}

impl Budget {
    fn for_exprs(exprs: usize) -> Self {
        let limit = MAX_REPLACEMENTS + MAX_REPLACEMENTS_PER_EXPR * exprs;
        Self { limit, left: limit }
    }
}

impl PatternRewrite<'_> {
    /// Replaces the groups in their graph.
    fn replace(&mut self, groups: &Groups, budget: &mut Budget) -> Result<RelayExpr, PatternError> {
        let Self { pattern, callback, .. } = self;
        let Some(callback) = callback else {
            return Err(PatternError::NoFunction { pattern: text_of(pattern) });
        };
        groups.replace(|pre, post, group, replaced| {
            budget.left = budget.left.checked_sub(1).ok_or_else(|| PatternError::TooManyReplacements {
                pattern: text_of(pattern),
                limit: budget.limit,
            })?;
            let found = PatternMatch { pre, post, table: &groups.table, group, replaced };
            callback(&found).map_err(|source| PatternError::Callback {
                of: "callback",
                pattern: text_of(pattern),
                source,
            })
        })
    }
}
