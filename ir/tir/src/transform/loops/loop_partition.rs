//! Splitting of loops where conditions change.

use std::collections::HashSet;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::{Bool, IntImm, PrimExpr};

use super::partition_candidates::{Candidates, Finder, HINT, Known, binds_loop, is_block, last, thread_axis};
use crate::arith::{Analyzer, Domains, IntervalSet, intersect};
use crate::builtin;
use crate::effort::Effort;
use crate::expr::{Call, Var};
use crate::functor::{StmtExprMutator, substitute};
use crate::op;
use crate::stmt::{AttrStmt, AttrStmtNode, For, ForNode, IfThenElse, SeqStmt, Stmt};
use crate::transform::convert_ssa::convert_ssa;
use crate::transform::prim_func_pass::body_pass;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::{LoopPartitionConfig, LoopPartitionConfigNode, PrimFuncPass};

/// Creates a pass that splits loops where conditions that are marked as likely change. The option
/// `tir.LoopPartition` selects the loops.
#[register_global("tir.transform.LoopPartition")]
fn pass() -> PrimFuncPass {
    body_pass("tir.LoopPartition", |body, context| -> Result<Stmt, objet_ir::transform::BoxError> {
        let config = context.get_config::<LoopPartitionConfig>("tir.LoopPartition")?;
        Ok(loop_partition(body, config.as_deref().unwrap_or(&LoopPartitionConfigNode::default()))?)
    })
}

/// Splits loops where conditions that are marked as likely change, and removes the conditions from
/// the parts in which they are known. In a kernel, the part is selected by a condition on the
/// block.
///
/// The loops inside of a loop are copied. If too many loops around each other are split, those
/// inside stay as they are.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt.
#[doc(alias = "LoopPartition")]
pub fn loop_partition(body: Stmt, config: &LoopPartitionConfigNode) -> Result<Stmt, RewriteError> {
    let candidates = Candidates::new(config.partition_const_loop);
    let mut partition = Partition {
        effort: Effort::of(&body),
        candidates,
        keeps_single: config.no_unroll_loop_with_extent_one,
        hints: Domains::default(),
        relax: Domains::default(),
        analyzer: Analyzer::new(),
        roots: HashSet::from([body.clone()]),
        finished: HashSet::new(),
        frames: Vec::new(),
        is_partitioned: false,
    };
    let result = rewrite_stmt(body, &mut partition)?;
    let result = if partition.is_partitioned { convert_ssa(result)? } else { result };
    WithoutLikely.mutate(result)
}

struct Partition {
    /// The objects in loops that are searched for conditions, and copied.
    effort: Effort,
    candidates: Candidates,
    /// Whether loops with one iteration stay loops.
    keeps_single: bool,
    hints: Domains,
    relax: Domains,
    analyzer: Analyzer,
    /// The statements in which loops are selected when they are entered.
    roots: HashSet<Stmt>,
    /// The parts that are not split further.
    finished: HashSet<Stmt>,
    frames: Vec<Frame>,
    is_partitioned: bool,
}

/// A statement that is entered.
enum Frame {
    Loop(Var),
    /// The parts of a loop that is split.
    Parts,
    Other,
}

/// A loop or a thread axis.
struct Turns<'a> {
    stmt: &'a Stmt,
    var: &'a Var,
    min: PrimExpr,
    max: PrimExpr,
    body: &'a Stmt,
}

impl Partition {
    fn proves(&mut self, condition: Result<PrimExpr, ConstructError>) -> bool {
        condition.is_ok_and(|condition| self.analyzer.can_prove(&condition))
    }

    /// Returns the interval in which conditions have a value, and these conditions.
    fn interval(
        &mut self,
        known: &[Known],
        all: &IntervalSet,
        value: bool,
    ) -> Option<(IntervalSet, HashSet<PrimExpr>)> {
        let mut sets: Vec<&IntervalSet> = Vec::new();
        let mut conditions = HashSet::new();
        for known in known.iter().filter(|known| known.value == value) {
            if !intersect(&mut self.analyzer, &known.interval, all).is_nothing() {
                sets.push(&known.interval);
                conditions.insert(known.condition.clone());
            }
        }
        let mut sets = sets.into_iter();
        let mut result = sets.next()?.clone();
        for set in sets {
            result = intersect(&mut self.analyzer, &result, set);
        }
        if result.is_nothing() {
            return None;
        }
        if conditions.len() == 1 {
            return Some((result, conditions));
        }
        let simple = |this: &mut Self, bound: &PrimExpr| match bound.dtype.is_handle() {
            true => bound.clone(),
            false => this.analyzer.simplify(bound, 2),
        };
        let (min, max) = (simple(self, &result.min_value), simple(self, &result.max_value));
        Some((IntervalSet::new(min, max), conditions))
    }

    /// Splits a loop. Returns `None` if no part has known conditions, or if too many loops around
    /// each other are split.
    fn split(&mut self, turns: &Turns<'_>) -> Result<Option<Stmt>, RewriteError> {
        let Turns { stmt, var, min, max, body } = turns;
        if !self.effort.take(self.hints.len() + self.relax.len()) || !self.effort.take_parts(*body) {
            return Ok(None);
        }
        let all = IntervalSet::new(min, max);
        let mut hints = self.hints.clone();
        hints.entry((*var).clone()).or_insert(all.clone());
        let has_hint = self.candidates.hints.contains(*var);
        let mut finder = Finder::new(var, hints, self.relax.clone(), has_hint);
        finder.find(body)?;
        let known = finder.known;
        let (middle, conditions, value) = match self.interval(&known, &all, true) {
            Some((middle, conditions)) => (middle, conditions, true),
            None => match self.interval(&known, &all, false) {
                Some((middle, conditions)) => (middle, conditions, false),
                None => return Ok(None),
            },
        };
        let after_max = op::add(max, 1, None)?;
        let is_loop = stmt.is_instance::<ForNode>();
        let (mut before, mut before_again) = (None, true);
        let mut begin = min.clone();
        if let Some(lower) = middle.lower() {
            begin = self.analyzer.simplify(lower, 2);
            if !self.proves(op::equal(&begin, min, None)) {
                if !self.proves(op::greater_equal(op::sub(&begin, min, None), 0, None)) {
                    begin = op::max(&begin, min, None)?;
                    before_again = false;
                }
                let extent = op::sub(&begin, min, None)?;
                before = is_loop.then(|| self.part(turns, min, extent, (*body).clone())).transpose()?;
            }
        }
        let (mut after, mut after_again) = (None, true);
        let mut end = after_max.clone();
        if let Some(upper) = middle.upper() {
            end = self.analyzer.simplify(&op::add(upper, 1, None)?, 2);
            if !self.proves(op::equal(upper, max, None)) {
                let extent = op::add(op::sub(max, &end, None), 1, None)?;
                if !self.proves(op::greater_equal(extent, 0, None)) {
                    end = op::min(&end, &after_max, None)?;
                    after_again = false;
                }
                let extent = op::add(op::sub(max, &end, None), 1, None)?;
                after = is_loop.then(|| self.part(turns, &end, extent, (*body).clone())).transpose()?;
            }
        }
        self.is_partitioned = true;
        let mut eliminate = Eliminate { conditions: &conditions, value };
        if !is_loop {
            let mut condition: PrimExpr = Bool::from(true).upcast();
            if !self.proves(op::equal(&begin, min, None)) {
                condition = op::logical_and(condition, op::greater_equal(*var, &begin, None), None)?;
            }
            if !self.proves(op::equal(&end, &after_max, None)) {
                condition = op::logical_and(condition, op::less(*var, &end, None), None)?;
            }
            let mut insertion = Insertion { eliminate, condition, innermost: Vec::new(), has_thread: false };
            let inserted = rewrite_stmt((*stmt).clone(), &mut insertion)?;
            self.finished.insert(inserted.clone());
            return Ok(Some(inserted));
        }
        let mut middle = None;
        if !self.proves(op::greater_equal(&begin, &end, None)) {
            let known = eliminate.mutate((*body).clone())?;
            let extent = op::sub(&end, &begin, None)?;
            middle = Some(self.part(turns, &begin, extent, known)?);
        }
        let is_split = middle.is_some() && (before.is_some() || after.is_some());
        let parts = [(before, before_again), (middle, true), (after, after_again)];
        let mut stmts = Vec::new();
        for (part, again) in parts {
            let Some(part) = part else { continue };
            match is_split && again {
                true => self.roots.insert(part.clone()),
                false => self.finished.insert(part.clone()),
            };
            stmts.push(part);
        }
        match <[Stmt; 1]>::try_from(stmts) {
            Ok([stmt]) => Ok(Some(stmt)),
            Err(stmts) => Ok(Some(SeqStmt::new(stmts, None).upcast())),
        }
    }

    /// Returns a loop over a part of the iterations.
    fn part(
        &mut self,
        turns: &Turns<'_>,
        begin: &PrimExpr,
        extent: PrimExpr,
        body: Stmt,
    ) -> Result<Stmt, RewriteError> {
        let Some(node) = turns.stmt.as_node::<ForNode>() else { return Ok(body) };
        let var = &node.loop_var;
        let shifted: PrimExpr = op::add(var, begin, None)?;
        let body = substitute(body, |used| (used == var).then(|| shifted.clone()))?;
        if !self.keeps_single && self.proves(op::equal(&extent, 1, None)) {
            let zero = op::make_zero(var.dtype, None)?;
            return substitute(body, |used| (used == var).then(|| zero.clone()));
        }
        let zero = IntImm::new(node.min.dtype, 0, None)?;
        let (binding, annotations) = (node.thread_binding.clone(), node.annotations.clone());
        Ok(For::new(var.clone(), zero, extent, node.kind, body, binding, annotations, None)?.upcast())
    }
}

impl ScopedRewriter for Partition {
    type Error = RewriteError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        binds_loop(stmt)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, RewriteError> {
        if self.finished.contains(&stmt) {
            return Ok(EnterStmt::Done(stmt));
        }
        if self.roots.remove(&stmt) {
            self.candidates.select(&stmt)?;
        }
        let is_candidate = self.candidates.selected.contains(&stmt);
        let mut frame = Frame::Other;
        if let Some(node) = stmt.as_node::<ForNode>() {
            let Some(domain) = last(&node.min, &node.extent) else {
                self.frames.push(Frame::Other);
                return Ok(EnterStmt::Inside(stmt));
            };
            if is_candidate {
                let (min, max) = (node.min.clone(), domain.max_value.clone());
                let turns = Turns { stmt: &stmt, var: &node.loop_var, min, max, body: &node.body };
                if let Some(new) = self.split(&turns)? {
                    return self.enter_parts(new);
                }
            }
            self.hints.entry(node.loop_var.clone()).or_insert(domain);
            frame = Frame::Loop(node.loop_var.clone());
        } else if let Some(node) = stmt.as_node::<AttrStmtNode>()
            && let Some(axis) = thread_axis(node)
        {
            let zero = op::make_zero(axis.var.dtype, None)?;
            let max = op::sub(&node.value, 1, None)?;
            let domain = IntervalSet::new(&zero, &max);
            if is_candidate {
                let turns = Turns { stmt: &stmt, var: &axis.var, min: zero, max, body: &node.body };
                if let Some(new) = self.split(&turns)? {
                    return self.enter_parts(new);
                }
            }
            let domains = if is_block(axis) { &mut self.hints } else { &mut self.relax };
            domains.entry(axis.var.clone()).or_insert(domain);
            frame = Frame::Loop(axis.var.clone());
        }
        self.frames.push(frame);
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, RewriteError> {
        match self.frames.pop() {
            Some(Frame::Loop(var)) => {
                self.hints.remove(&var);
                self.relax.remove(&var);
                Ok(stmt)
            }
            Some(Frame::Parts) => Ok(SeqStmt::flatten([stmt])),
            Some(Frame::Other) | None => Ok(stmt),
        }
    }
}

impl Partition {
    /// Enters the parts of a loop that is split.
    fn enter_parts(&mut self, stmt: Stmt) -> Result<EnterStmt, RewriteError> {
        if self.finished.contains(&stmt) {
            return Ok(EnterStmt::Done(stmt));
        }
        self.frames.push(Frame::Parts);
        Ok(EnterStmt::Inside(stmt))
    }
}

/// Removes the marks of likely conditions and of loops to split.
struct WithoutLikely;

impl StmtExprMutator for WithoutLikely {
    type Error = RewriteError;

    fn visit_call(&mut self, call: Call) -> Result<PrimExpr, RewriteError> {
        match &call.args[..] {
            [condition] if call.op.same_as(&builtin::likely()) => Ok(condition.clone()),
            _ => Ok(call.upcast()),
        }
    }

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt, RewriteError> {
        Ok(if attr.attr_key == HINT { attr.body.clone() } else { attr.upcast() })
    }
}

/// Replaces conditions by their value.
struct Eliminate<'a> {
    conditions: &'a HashSet<PrimExpr>,
    value: bool,
}

impl StmtExprMutator for Eliminate<'_> {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &PrimExpr) -> Result<objet::walk::Enter, RewriteError> {
        let value = Bool::from(self.value);
        Ok(match self.conditions.contains(expr) {
            true => objet::walk::Enter::Replace(value.into_object_ref()),
            false => objet::walk::Enter::Inside,
        })
    }
}

/// Selects the part with known conditions inside of the innermost thread axis.
struct Insertion<'a> {
    eliminate: Eliminate<'a>,
    condition: PrimExpr,
    /// For each entered thread axis, whether another one is inside.
    innermost: Vec<bool>,
    /// Whether a statement is a thread axis.
    has_thread: bool,
}

impl ScopedRewriter for Insertion<'_> {
    type Error = RewriteError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.has_thread)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, RewriteError> {
        if stmt.as_node::<AttrStmtNode>().is_some_and(|attr| thread_axis(attr).is_some()) {
            self.innermost.push(true);
            self.has_thread = true;
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, RewriteError> {
        let Some(attr) = stmt.as_object_ref().downcast_ref::<AttrStmt>() else { return Ok(stmt) };
        if thread_axis(attr).is_none() {
            return Ok(stmt);
        }
        let is_innermost = self.innermost.pop().unwrap_or(false);
        if let Some(outer) = self.innermost.last_mut() {
            *outer = false;
        }
        if !is_innermost {
            return Ok(stmt);
        }
        let known = self.eliminate.mutate(attr.body.clone())?;
        let selected = IfThenElse::new(self.condition.clone(), known, Some(attr.body.clone()), None)?;
        let mut attr = attr.clone();
        *attr.make_mut().body = selected.upcast();
        Ok(attr.upcast())
    }
}
