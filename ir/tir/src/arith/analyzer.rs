//! The analyzer: facts about variables, and the questions that they answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foldhash::fast::RandomState;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::op::CallEffectKind;

use super::bound::Bound;
use super::int_bound::{ConstIntBound, facts_of};
use super::known::KnownExprs;
use super::modular::{ModularSet, Residue};
use super::rewrite::Mode;
use super::simplified::Simplified;
use crate::analysis::side_effect;
use crate::expr::{Range, Var, VarNode};
use crate::op;

/// The maximum number of alternating steps of [`Analyzer::simplify`].
const MAX_STEPS: usize = 16;

/// An analyzer of integer expressions.
///
/// An analyzer knows facts about variables: their values, their bounds, and conditions that hold in
/// a scope. It bounds, compares and simplifies expressions by these facts.
///
/// ```
/// use objet::{DataType, structural_equal};
/// use objet_tir::arith::Analyzer;
/// use objet_tir::expr::{Range, Var};
/// use objet_tir::op;
///
/// let (i, j) = (Var::new("i", DataType::int(32), None), Var::new("j", DataType::int(32), None));
/// let mut analyzer = Analyzer::new();
/// analyzer.bind_range(&j, &Range::from_min_extent(0, 8), false)?;
///
/// let index = (&i * 8 + &j).expr()?;
/// assert!(structural_equal(&analyzer.simplify(&op::floordiv(&index, 8, None)?, 2), &i));
/// assert!(structural_equal(&analyzer.simplify(&op::floormod(&index, 8, None)?, 2), &j));
/// assert_eq!(analyzer.const_int_bound(&(&j * 2 + 1).expr()?).max_value, 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Analyzer {
    pub(super) bounds: HashMap<Var, Bound>,
    pub(super) residues: HashMap<Var, Residue>,
    pub(super) values: HashMap<Var, PrimExpr>,
    /// Bounds of expressions other than variables that hold by conditions. Each bound is within
    /// those before it.
    pub(super) facts: KnownExprs<Bound>,
    /// Bounds of variables that hold by conditions. Each bound is within those before it.
    pub(super) var_facts: ByExpr<Vec<Bound>>,
    /// The variables of `var_facts` in the order of the conditions.
    var_order: Vec<PrimExpr>,
    /// Conditions that hold.
    pub(super) literals: KnownExprs<()>,
    /// The results for the current scope are the last element, if there are any.
    memos: Vec<Memo>,
    memo: Memo,
    calls: usize,
    pub(super) effort: Effort,
}

/// Counters that limit the work of one call.
#[derive(Default)]
pub(super) struct Effort {
    /// The number of visits that run inside each other.
    pub(super) nesting: usize,
    /// The number of results of rules that are simplified inside each other, by mode.
    pub(super) recursions: [u8; 2],
    /// The number of branches that are open.
    pub(super) branches: usize,
    /// The number of steps of all traversals, and the number of those in branches.
    pub(super) steps: usize,
    pub(super) branch_steps: usize,
}

/// A map by the identity of expressions.
pub(super) type ByExpr<T> = HashMap<PrimExpr, T, RandomState>;

/// Results for the expressions of one scope.
#[derive(Default)]
pub(super) struct Memo {
    pub(super) bounds: ByExpr<Bound>,
    pub(super) residues: ByExpr<Residue>,
    /// The simplified expressions by mode, and the number of recursions that led to them.
    pub(super) simplified: [ByExpr<(Simplified, u8)>; 2],
}

/// The error of changing a known fact.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("variable {var} already has {known}, which differs from {new}: allow the override to replace it")]
pub struct Redefined {
    /// The name of the variable.
    pub var: String,
    /// The known fact.
    pub known: String,
    /// The other fact.
    pub new: String,
}

/// A condition that holds until [`Analyzer::exit_constraint`].
#[must_use]
pub struct Constraint {
    facts: usize,
    vars: usize,
    literals: usize,
    /// The earlier residues of the variables whose residues the condition changed.
    residues: Vec<(Var, Option<Residue>)>,
}

impl Analyzer {
    /// Creates an analyzer without facts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns constant bounds of an expression.
    pub fn const_int_bound(&mut self, expr: &PrimExpr) -> ConstIntBound {
        self.call(|this| this.bound_of(expr)).into()
    }

    /// Returns the number of variables with known bounds.
    pub(crate) fn bound_count(&self) -> usize {
        self.bounds.len()
    }

    /// Returns constant bounds of expressions. Parts that they share are bounded once.
    pub(crate) fn const_int_bounds(&mut self, exprs: &[PrimExpr]) -> Vec<ConstIntBound> {
        self.call(|this| exprs.iter().map(|expr| this.bound_of(expr).into()).collect())
    }

    /// Returns the residues of an expression.
    pub fn modular_set(&mut self, expr: &PrimExpr) -> ModularSet {
        self.call(|this| this.residue_of(expr)).into()
    }

    /// Simplifies an expression by rewrite rules.
    pub fn rewrite_simplify(&mut self, expr: &PrimExpr) -> PrimExpr {
        self.call(|this| this.rewritten(expr))
    }

    /// Simplifies an expression by its canonical form, in which a sum has each term once.
    pub fn canonical_simplify(&mut self, expr: &PrimExpr) -> PrimExpr {
        self.call(|this| this.canonical(expr))
    }

    /// Simplifies an expression by rewrite rules and by its canonical form in turn, in `steps`
    /// steps.
    #[doc(alias = "Simplify")]
    pub fn simplify(&mut self, expr: &PrimExpr, steps: usize) -> PrimExpr {
        let mut result = expr.clone();
        for step in 0..steps.min(MAX_STEPS) {
            if op::as_const_int(&result).is_some() {
                break;
            }
            result = match step % 2 {
                0 => self.rewrite_simplify(&result),
                _ => self.canonical_simplify(&result),
            };
        }
        result
    }

    /// Whether an expression is provably not less than a number.
    #[doc(alias = "CanProveGreaterEqual")]
    pub fn can_prove_greater_equal(&mut self, expr: &PrimExpr, lower_bound: i64) -> bool {
        self.call(|this| this.is_at_least(expr, lower_bound))
    }

    /// Whether an expression is provably less than a number.
    #[doc(alias = "CanProveLess")]
    pub fn can_prove_less(&mut self, expr: &PrimExpr, upper_bound: i64) -> bool {
        self.call(|this| {
            let expr = this.rewritten(expr);
            this.bound_of(&expr).max < upper_bound
        })
    }

    /// Whether two expressions are provably equal.
    #[doc(alias = "CanProveEqual")]
    pub fn can_prove_equal(&mut self, lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
        match (op::as_const_int(lhs), op::as_const_int(rhs)) {
            (Some(lhs), Some(rhs)) => lhs == rhs,
            _ => op::sub(lhs, rhs, None).is_ok_and(|difference| {
                op::equal(difference, 0, None).is_ok_and(|equality| self.can_prove(&equality))
            }),
        }
    }

    /// Whether a condition provably holds.
    #[doc(alias = "CanProve")]
    pub fn can_prove(&mut self, condition: &PrimExpr) -> bool {
        let is_true = |expr: &PrimExpr| op::as_const_int(expr).map(|value| value != 0);
        if let Some(known) = is_true(condition) {
            return known;
        }
        self.call(|this| {
            let rewritten = this.rewritten(condition);
            is_true(&rewritten).unwrap_or_else(|| is_true(&this.canonical(&rewritten)).unwrap_or(false))
        })
    }

    /// Sets the value of a variable.
    ///
    /// # Errors
    /// Returns an error if the variable has another value, unless `allow_override` is set.
    #[doc(alias = "Bind")]
    pub fn bind(&mut self, var: &Var, value: &PrimExpr, allow_override: bool) -> Result<(), Redefined> {
        let value = self.canonical_simplify(value);
        let value = self.rewrite_simplify(&value);
        let bound = self.call(|this| this.bound_of(&value));
        self.update_bound(var, bound, allow_override)?;
        let residue = self.call(|this| this.residue_of(&value));
        let known = self.residues.get(var).filter(|known| !allow_override && **known != residue);
        if let Some(known) = known {
            return Err(redefined(var, known, &residue));
        }
        self.residues.insert(var.clone(), residue);
        let known = self
            .values
            .get(var)
            .filter(|known| !allow_override && !super::deep_equal::is_same(known, &value));
        if let Some(known) = known {
            return Err(redefined(var, known, &value));
        }
        self.values.insert(var.clone(), value);
        Ok(())
    }

    /// Sets the range of a variable.
    ///
    /// # Errors
    /// Returns an error if the variable has other bounds, unless `allow_override` is set.
    pub fn bind_range(&mut self, var: &Var, range: &Range, allow_override: bool) -> Result<(), Redefined> {
        if op::is_const_int(&range.extent, 1) {
            return self.bind(var, &range.min, allow_override);
        }
        let (min, extent) = self.call(|this| (this.bound_of(&range.min), this.bound_of(&range.extent)));
        let max = super::bound::sum(min.max, super::bound::sum(extent.max, -1));
        self.update_bound(var, Bound { min: min.min, max }, allow_override)
    }

    /// Sets the bounds of a variable.
    ///
    /// # Errors
    /// Returns an error if the variable has other bounds, unless `allow_override` is set.
    pub fn update(
        &mut self,
        var: &Var,
        bound: &ConstIntBound,
        allow_override: bool,
    ) -> Result<(), Redefined> {
        self.update_bound(var, bound.bound(), allow_override)
    }

    fn update_bound(&mut self, var: &Var, bound: Bound, allow_override: bool) -> Result<(), Redefined> {
        match self.bounds.entry(var.clone()) {
            Entry::Occupied(known) if !allow_override && *known.get() != bound => {
                Err(redefined(var, known.get(), &bound))
            }
            entry => {
                entry.insert_entry(bound);
                Ok(())
            }
        }
    }

    /// Calls a function while a condition holds.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::arith::Analyzer;
    /// use objet_tir::expr::Var;
    /// use objet_tir::op;
    ///
    /// let x = Var::new("x", DataType::int(32), None);
    /// let mut analyzer = Analyzer::new();
    /// let small = op::less(&x, 10, None)?;
    /// let max = |analyzer: &mut Analyzer| analyzer.const_int_bound(&x.clone().into()).max_value;
    /// assert_eq!(analyzer.with_constraint(&small, max), 9);
    /// assert_eq!(max(&mut analyzer), i64::from(i32::MAX));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn with_constraint<T>(&mut self, condition: &PrimExpr, function: impl FnOnce(&mut Self) -> T) -> T {
        let constraint = self.enter_constraint(condition);
        let result = function(self);
        self.exit_constraint(constraint);
        result
    }

    /// Adds a condition that holds until [`Analyzer::exit_constraint`].
    #[doc(alias = "EnterConstraint")]
    pub fn enter_constraint(&mut self, condition: &PrimExpr) -> Constraint {
        let mut constraint = Constraint {
            facts: self.facts.len(),
            vars: self.var_order.len(),
            literals: self.literals.len(),
            residues: Vec::new(),
        };
        for (expr, bound) in facts_of(condition) {
            if expr.is_instance::<VarNode>() {
                let bounds = self.var_facts.entry(expr.clone()).or_default();
                bounds.push(bounds.last().map_or(bound, |known| known.intersection(bound)));
                self.var_order.push(expr);
            } else {
                let known = self.facts.get(&expr);
                let bound = known.map_or(bound, |known| known.intersection(bound));
                self.facts.push(expr, bound);
            }
        }
        for (var, residue) in self.residues_of(condition) {
            let earlier = self.residues.insert(var.clone(), residue);
            constraint.residues.push((var, earlier));
        }
        self.open_scope();
        let literal = self.call(|this| this.rewritten(condition));
        if side_effect(&literal) <= CallEffectKind::Pure {
            self.literals.push(literal, ());
        }
        constraint
    }

    /// Removes a condition, and the conditions that were added after it.
    pub fn exit_constraint(&mut self, constraint: Constraint) {
        self.facts.truncate(constraint.facts);
        for var in self.var_order.drain(constraint.vars.min(self.var_order.len())..).rev() {
            if let Some(bounds) = self.var_facts.get_mut(&var) {
                bounds.pop();
            }
        }
        self.literals.truncate(constraint.literals);
        for (var, earlier) in constraint.residues.into_iter().rev() {
            match earlier {
                Some(earlier) => self.residues.insert(var, earlier),
                None => self.residues.remove(&var),
            };
        }
        self.close_scope();
    }

    /// Runs one call. Results for expressions are kept until the outermost call ends.
    pub(super) fn call<T>(&mut self, function: impl FnOnce(&mut Self) -> T) -> T {
        self.calls += 1;
        let result = function(self);
        self.calls -= 1;
        if self.calls == 0 {
            self.memo = Memo::default();
            self.effort = Effort::default();
        }
        result
    }

    pub(super) fn memo(&self) -> &Memo {
        &self.memo
    }

    pub(super) fn memo_mut(&mut self) -> &mut Memo {
        &mut self.memo
    }

    /// Hides the results of the current scope, because other facts hold in the new one.
    pub(super) fn open_scope(&mut self) {
        self.memos.push(std::mem::take(&mut self.memo));
    }

    pub(super) fn close_scope(&mut self) {
        self.memo = self.memos.pop().unwrap_or_default();
    }

    /// Whether an expression is provably not less than a number.
    pub(super) fn is_at_least(&mut self, expr: &PrimExpr, number: i64) -> bool {
        if self.bound_of(expr).min >= number {
            return true;
        }
        let expr = self.rewritten(expr);
        self.bound_of(&expr).min >= number
    }

    /// Simplifies an expression by rewrite rules, in two passes.
    pub(super) fn rewritten(&mut self, expr: &PrimExpr) -> PrimExpr {
        let once = self.visit(expr, Mode::Rewrite).into_expr();
        if once.same_as(expr) { once } else { self.visit(&once, Mode::Rewrite).into_expr() }
    }

    pub(super) fn canonical(&mut self, expr: &PrimExpr) -> PrimExpr {
        self.visit(expr, Mode::Canonical).into_expr()
    }
}

fn redefined(var: &Var, known: &impl std::fmt::Debug, new: &impl std::fmt::Debug) -> Redefined {
    let (known, new) = (format!("{known:?}"), format!("{new:?}"));
    Redefined { var: var.name_hint.as_str().to_owned(), known, new }
}
