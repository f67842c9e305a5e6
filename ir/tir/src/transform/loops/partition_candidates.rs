//! Loops with conditions that change, and the intervals in which the conditions are known.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::op::Op;

use crate::analysis::uses_var;
use crate::arith::{Domains, IntervalSet, deduce_bound};
use crate::builtin;
use crate::expr::{CallNode, EQNode, GENode, GTNode, IterVar, LENode, LTNode, NENode, Var};
use crate::functor::{StmtExprVisitor, post_order};
use crate::op::{self, as_const_int};
use crate::stmt::{AttrStmtNode, ForNode, SeqStmtNode, Stmt};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::stmt_parts::rewrite_parts;

/// The attribute of loops that are split even if their extents are constants.
pub(super) const HINT: &str = "pragma_loop_partition_hint";

/// Returns the axis of an attribute `thread_extent`.
pub(super) fn thread_axis(attr: &AttrStmtNode) -> Option<&IterVar> {
    attr.node.as_ref().filter(|_| attr.attr_key == "thread_extent")?.downcast_ref::<IterVar>()
}

/// Whether a thread tag is that of a block axis.
pub(super) fn is_block(axis: &IterVar) -> bool {
    axis.thread_tag.starts_with("blockIdx.") || axis.thread_tag == "pipeline"
}

/// Returns the facts that hold inside of a statement.
pub(super) fn binds_loop(stmt: &Stmt) -> Scope {
    match_node!(match stmt {
        ForNode => Scope::New,
        attr @ AttrStmtNode if thread_axis(attr).is_some() => Scope::New,
        _ => Scope::Same,
    })
}

/// The selection of loops and block axes on which likely conditions depend.
#[derive(Default)]
pub(super) struct Candidates {
    partition_const_loop: bool,
    /// The selected statements.
    pub(super) selected: HashSet<Stmt>,
    /// The variables of loops that a pragma selects.
    pub(super) hints: HashSet<Var>,
    /// Whether the current statement reduces over threads, so that its loops are not split.
    no_split: bool,
    /// The variables in scope, and whether a likely condition uses them.
    used: HashMap<Var, bool>,
    frames: Vec<Frame>,
}

struct Frame {
    recorded: Option<Var>,
    is_seq: bool,
    /// Whether the statements before this one in a sequence are not split.
    no_split_before: Option<(bool, bool)>,
}

impl Candidates {
    pub(super) fn new(partition_const_loop: bool) -> Self {
        Self { partition_const_loop, ..Self::default() }
    }

    /// Adds the loops of a statement.
    pub(super) fn select(&mut self, stmt: &Stmt) -> Result<(), ConstructError> {
        self.frames.clear();
        rewrite_stmt(stmt.clone(), self).map(drop)
    }

    fn note(&mut self, expr: &PrimExpr) {
        for part in post_order(expr) {
            let Some(call) = part.as_node::<CallNode>() else { continue };
            if call.op.same_as(&builtin::likely()) {
                for used in post_order(&call.args) {
                    if let Some(used) = used.downcast_ref::<Var>().and_then(|var| self.used.get_mut(var)) {
                        *used = true;
                    }
                }
            } else if call.op.downcast_ref::<Op>() == Some(&builtin::tvm_thread_allreduce()) {
                self.no_split = true;
            }
        }
    }
}

impl ScopedRewriter for Candidates {
    type Error = ConstructError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        binds_loop(stmt)
    }

    fn version(&self) -> (usize, usize) {
        (self.hints.len(), usize::from(self.no_split))
    }

    fn take_effect(&mut self) -> bool {
        self.no_split
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, ConstructError> {
        let is_in_seq = self.frames.last().is_some_and(|frame| frame.is_seq);
        let mut frame = Frame { recorded: None, is_seq: false, no_split_before: None };
        if is_in_seq {
            let initial = self
                .frames
                .iter()
                .rev()
                .find(|frame| frame.is_seq)
                .and_then(|frame| frame.no_split_before)
                .map_or(self.no_split, |(initial, _)| initial);
            frame.no_split_before = Some((initial, self.no_split));
            self.no_split = initial;
        }
        match_node!(match &stmt {
            SeqStmtNode => {
                frame.is_seq = true;
                frame.no_split_before = Some((self.no_split, self.no_split));
            }
            node @ ForNode => {
                let is_const = as_const_int(&node.min).is_some() && as_const_int(&node.extent).is_some();
                if !is_const || self.partition_const_loop {
                    match self.hints.contains(&node.loop_var) {
                        true => drop(self.selected.insert(stmt.clone())),
                        false => frame.recorded = Some(node.loop_var.clone()),
                    }
                }
            }
            node @ AttrStmtNode => {
                if let Some(axis) = thread_axis(node) {
                    let is_const = as_const_int(&node.value).is_some();
                    if self.hints.contains(&axis.var) {
                        self.selected.insert(stmt.clone());
                    } else if is_block(axis) && (!is_const || self.partition_const_loop) {
                        frame.recorded = Some(axis.var.clone());
                    }
                } else if node.attr_key == HINT {
                    let object = node.node.as_ref();
                    let var = object.and_then(|object| object.downcast_ref::<Var>().cloned());
                    let axis = object.and_then(|object| object.downcast_ref::<IterVar>());
                    self.hints.extend(var.or_else(|| axis.map(|axis| axis.var.clone())));
                }
            }
            _ => {}
        });
        if let Some(var) = &frame.recorded {
            self.used.entry(var.clone()).or_insert(false);
        }
        self.frames.push(frame);
        rewrite_parts(
            stmt,
            &mut |expr| {
                self.note(&expr);
                Ok(expr)
            },
            &|_| None,
        )
        .map(EnterStmt::Inside)
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, ConstructError> {
        let Some(frame) = self.frames.pop() else { return Ok(stmt) };
        if let Some(var) = &frame.recorded
            && self.used.remove(var) == Some(true)
            && !self.no_split
        {
            self.selected.insert(stmt.clone());
        }
        if let (false, Some((_, before))) = (frame.is_seq, frame.no_split_before) {
            self.no_split |= before;
        }
        Ok(stmt)
    }
}

/// An interval of a variable in which a condition has a value.
pub(super) struct Known {
    pub(super) condition: PrimExpr,
    pub(super) value: bool,
    pub(super) interval: IntervalSet,
}

/// The search for intervals of one variable.
pub(super) struct Finder<'a> {
    pub(super) var: &'a Var,
    pub(super) hints: Domains,
    pub(super) relax: Domains,
    /// Whether all comparisons count as likely conditions.
    pub(super) all_comparisons: bool,
    outer: HashSet<Var>,
    frames: Vec<Option<Var>>,
    seen: HashSet<PrimExpr>,
    pub(super) known: Vec<Known>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(var: &'a Var, hints: Domains, relax: Domains, all_comparisons: bool) -> Self {
        let outer = hints.keys().chain(relax.keys()).cloned().collect();
        Self {
            var,
            hints,
            relax,
            all_comparisons,
            outer,
            frames: Vec::new(),
            seen: HashSet::new(),
            known: Vec::new(),
        }
    }

    /// Finds the intervals for the conditions of a statement.
    pub(super) fn find(&mut self, stmt: &Stmt) -> Result<(), ConstructError> {
        rewrite_stmt(stmt.clone(), self).map(drop)
    }

    fn deduce(&mut self, condition: &PrimExpr) {
        if !self.seen.insert(condition.clone()) || !uses_var(condition, |var| var == self.var) {
            return;
        }
        let mut add = |holds: &PrimExpr, value: bool| {
            let interval = deduce_bound(self.var, holds, &self.hints, &self.relax);
            if !interval.is_nothing() {
                self.known.push(Known { condition: condition.clone(), value, interval });
            }
        };
        add(condition, true);
        if let Some(inverse) = inverse(condition) {
            add(&inverse, false);
        }
    }
}

/// Returns the comparison that holds if a comparison does not hold.
fn inverse(condition: &PrimExpr) -> Option<PrimExpr> {
    let inverse = match_node!(match condition {
        node @ LTNode => op::greater_equal(&node.a, &node.b, None),
        node @ GTNode => op::less_equal(&node.a, &node.b, None),
        node @ LENode => op::greater(&node.a, &node.b, None),
        node @ GENode => op::less(&node.a, &node.b, None),
        node @ EQNode => op::not_equal(&node.a, &node.b, None),
        node @ NENode => op::equal(&node.a, &node.b, None),
        _ => return None,
    });
    inverse.ok()
}

impl StmtExprVisitor for Finder<'_> {
    fn enter_expr(&mut self, expr: &PrimExpr) -> bool {
        if let Some(call) = expr.as_node::<CallNode>().filter(|call| call.op.same_as(&builtin::likely())) {
            if let Some(condition) = call.args.first() {
                self.deduce(condition);
            }
            return false;
        }
        let is_comparison = self.all_comparisons && inverse(expr).is_some();
        if is_comparison {
            self.deduce(expr);
        }
        !is_comparison
    }
}

impl ScopedRewriter for Finder<'_> {
    type Error = ConstructError;

    /// Each condition counts once.
    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, ConstructError> {
        let mut var = None;
        let mut domain = None;
        match_node!(match &stmt {
            node @ ForNode => {
                let is_outer = |used: &Var| self.outer.contains(used);
                if uses_var(&node.min, is_outer) || uses_var(&node.extent, is_outer) {
                    return Ok(EnterStmt::Done(stmt));
                }
                var = Some(node.loop_var.clone());
                domain = last(&node.min, &node.extent);
            }
            node @ AttrStmtNode => {
                if let Some(axis) = thread_axis(node) {
                    var = Some(axis.var.clone());
                    domain =
                        op::make_zero(axis.var.dtype, None).ok().and_then(|zero| last(&zero, &node.value));
                }
            }
            _ => {}
        });
        let stmt = rewrite_parts(
            stmt,
            &mut |expr| {
                self.visit(&expr);
                Ok::<_, ConstructError>(expr)
            },
            &|_| None,
        )?;
        if let (Some(var), Some(domain)) = (&var, domain) {
            self.hints.entry(var.clone()).or_insert(domain.clone());
            self.relax.entry(var.clone()).or_insert(domain);
        }
        self.frames.push(var);
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, ConstructError> {
        if let Some(Some(var)) = self.frames.pop() {
            self.hints.remove(&var);
            self.relax.remove(&var);
        }
        Ok(stmt)
    }
}

/// Returns the interval of `extent` integers from `min` on.
pub(super) fn last(min: &PrimExpr, extent: &PrimExpr) -> Option<IntervalSet> {
    let last = op::sub(op::add(min, extent, None), 1, None).ok()?;
    Some(IntervalSet::new(min, last))
}
