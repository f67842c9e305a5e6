//! Statements of hybrid operations: the loops of a script, changed as the schedule demands.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::graph::output_of;
use super::loop_nest::Frame;
use super::loop_tree::{Head, Loop, LoopTree, missing};
use super::relation::Relation;
use super::replace::Tensors;
use super::{FuseNode, Ranges, Result, SplitNode, Stage};
use crate::analysis::all_vars;
use crate::arith::deep_equal;
use crate::expr::{IterVar, IterVarType, Var};
use crate::op;
use crate::stmt::{For, ForKind, ForNode, IfThenElse, Stmt};
use crate::te::{HybridOp, TensorOperation};

/// Returns the statement of a hybrid operation with the loops of its stage.
///
/// As in TVM, statements between two loops are in the loop that both are fused into.
pub(super) fn hybrid_stmt(op: &HybridOp, stage: &Stage, ranges: &Ranges) -> Result<Stmt> {
    let mut tensors = Tensors::new();
    for (index, output) in op.outputs.iter().enumerate() {
        tensors.insert(output_of(output), op.output(index)?);
    }
    let mut loops = LoopTree::new(stage, &op.body)?;
    let mut parents: HashMap<IterVar, IterVar> = HashMap::new();
    for relation in &stage.relations.load() {
        match stage.relation(relation)? {
            Relation::Split(split) => loops.split(split, stage, ranges)?,
            Relation::Fuse(fuse) => loops.fuse(fuse, stage)?,
            Relation::Rebase(rebase) => {
                parents.insert(rebase.rebased.clone(), rebase.parent.clone());
            }
            Relation::Singleton(_) => {}
        }
    }
    // The loops keep the variables of the axes that normalization replaced.
    let leaves: Vec<(IterVar, IterVar)> = stage
        .leaf_iter_vars
        .load()
        .iter()
        .map(|leaf| (leaf.clone(), parents.get(leaf).unwrap_or(leaf).clone()))
        .collect();
    loops.reorder(&leaves, stage, ranges)?;
    for (leaf, axis) in &leaves {
        loops.annotate(leaf, axis, stage)?;
    }
    let body = loops.into_stmt(&tensors)?;
    Frame::attr(op::make_zero(DataType::int(32), None)?, "extern_scope", 0).around(body)
}

/// Returns the kind of the loop of an axis.
fn loop_kind(kind: IterVarType) -> ForKind {
    match kind {
        IterVarType::Parallelized => ForKind::Parallel,
        IterVarType::Vectorized => ForKind::Vectorized,
        IterVarType::Unrolled => ForKind::Unrolled,
        _ => ForKind::Serial,
    }
}

/// Returns the kind of the loop of an axis with the annotations of a stage.
fn annotated_kind(stage: &Stage, axis: &IterVar) -> ForKind {
    loop_kind(stage.attr_of(axis).map_or(axis.iter_type, |attr| attr.iter_type))
}

fn check_start(node: &Loop, axis: &IterVar, stage: &Stage) -> Result {
    match op::is_const_int(&node.node.min, 0) {
        true => Ok(()),
        false => Err(stage.axis_error(axis, "the loop does not start at 0, so it cannot be split or fused")),
    }
}

impl LoopTree {
    /// Splits a loop into two, with a condition in the inner loop.
    fn split(&mut self, split: &SplitNode, stage: &Stage, ranges: &Ranges) -> Result {
        let (outer, inner) = (&split.outer, &split.inner);
        let (outer_range, inner_range) = (stage.range_of(outer, ranges)?, stage.range_of(inner, ranges)?);
        let parent = self.get_mut(&split.parent.var).ok_or_else(|| missing(stage, &split.parent))?;
        check_start(parent, &split.parent, stage)?;
        let factor = split.factor.as_ref().unwrap_or(&inner_range.extent);
        let start = op::mul(&outer.var, factor, None)?;
        let value = op::add(&inner.var, &start, None)?;
        let is_inside = op::less(&start, op::sub(&parent.node.extent, &inner.var, None)?, None)?;
        let is_inside = op::likely(is_inside, None)?;
        let body = IfThenElse::new(is_inside, parent.node.body.clone(), None, None)?;
        let node = |axis: &IterVar, extent: &PrimExpr, body: Stmt| -> Result<ForNode> {
            let kind = loop_kind(axis.iter_type);
            let node = For::new(axis.var.clone(), 0, extent.clone(), kind, body, None, Map::new(), None)?;
            Ok(ForNode::clone(&node))
        };
        let inner_node = node(inner, &inner_range.extent, body.upcast())?;
        let inside = std::mem::take(&mut parent.inside);
        let (marker, inner_loop) = self.insert(Loop::new(inner_node, inside))?;
        let var = &split.parent.var;
        let parent = self.get_mut(var).ok_or_else(|| missing(stage, &split.parent))?;
        parent.inside = vec![marker];
        parent.node = node(outer, &outer_range.extent, inner_loop)?;
        self.replace_var(var, op::cast(var.dtype, value, None)?, Some(&outer.var));
        Ok(())
    }

    /// Fuses two loops and the loops between them.
    fn fuse(&mut self, fuse: &FuseNode, stage: &Stage) -> Result {
        let fused = &fuse.fused.var;
        let error = |axis: &IterVar, problem| Err(stage.axis_error(axis, problem));
        let marker = self.marker_of(&fuse.outer.var).ok_or_else(|| missing(stage, &fuse.outer))?;
        let Some(outer) = self.at_mut(&marker) else { return Err(missing(stage, &fuse.outer)) };
        check_start(outer, &fuse.outer, stage)?;
        let mut extents = vec![outer.node.extent.clone()];
        let mut removed: HashSet<Var> = HashSet::from([fuse.outer.var.clone()]);
        let mut pending: Vec<(Var, bool)> = outer.inside.drain(..).rev().map(|var| (var, false)).collect();
        let mut extent: PrimExpr = 0.into();
        let mut inside = None;
        while let Some((marker, is_left)) = pending.pop() {
            let Some(node) = self.at_mut(&marker) else { continue };
            let var = node.node.loop_var.clone();
            let is_inner = var == fuse.inner.var;
            if !is_inner && !is_left {
                let inner = std::mem::take(&mut node.inside);
                pending.push((marker, true));
                pending.extend(inner.into_iter().rev().map(|var| (var, false)));
                continue;
            }
            check_start(node, &fuse.inner, stage)?;
            node.head = Head::Fused;
            let own = node.node.extent.clone();
            let value = if is_inner {
                inside = Some(std::mem::take(&mut node.inside));
                extent = own.clone();
                op::floormod(fused, &own, None)?
            } else {
                let value = op::floormod(op::floordiv(fused, &extent, None)?, &own, None)?;
                extent = op::mul(&extent, &own, None)?;
                value
            };
            self.replace_var(&var, op::cast(var.dtype, value, None)?, None);
            removed.insert(var);
            extents.push(own);
        }
        let Some(inside) = inside else {
            return error(&fuse.inner, "the loop is not inside of the outer axis");
        };
        if extents.iter().any(|extent| all_vars(extent).iter().any(|var| removed.contains(var))) {
            return error(&fuse.inner, "the extent of a fused loop depends on another of the fused loops");
        }
        let value = op::floordiv(fused, &extent, None)?;
        let Some(outer) = self.at_mut(&marker) else { return Err(missing(stage, &fuse.outer)) };
        outer.inside = inside;
        outer.node.loop_var = fused.clone();
        outer.node.extent = op::mul(&extent, &outer.node.extent, None)?;
        let var = &fuse.outer.var;
        self.replace_var(var, op::cast(var.dtype, value, None)?, Some(fused));
        Ok(())
    }

    /// Lets the loops be over the axes in their order. A changed loop, and each loop around it, has
    /// the range of its axis.
    fn reorder(&mut self, leaves: &[(IterVar, IterVar)], stage: &Stage, ranges: &Ranges) -> Result {
        let order = self.post_order();
        if order.len() != leaves.len() {
            return Err(stage.error("Cannot reorder the loops: the stage has another number of axes"));
        }
        let mut changed: HashSet<Var> = HashSet::new();
        for (marker, (_, axis)) in order.into_iter().zip(leaves.iter().rev()) {
            let Some(node) = self.at_mut(&marker) else { return Err(missing(stage, axis)) };
            let old = node.node.loop_var.clone();
            if old == axis.var && !node.inside.iter().any(|inner| changed.contains(inner)) {
                continue;
            }
            let range = match &axis.dom {
                Some(range) => range,
                None => stage.range_of(axis, ranges)?,
            };
            node.node.loop_var = axis.var.clone();
            node.node.min = range.min.clone();
            node.node.extent = range.extent.clone();
            node.node.kind = annotated_kind(stage, axis);
            changed.insert(marker);
        }
        self.index();
        Ok(())
    }

    /// Gives the loop of an axis the annotations of the leaf that stands for the axis.
    fn annotate(&mut self, leaf: &IterVar, axis: &IterVar, stage: &Stage) -> Result {
        let node = self.get_mut(&axis.var).ok_or_else(|| missing(stage, axis))?;
        let Some(thread) = stage.thread_of(leaf) else {
            node.node.kind = annotated_kind(stage, leaf);
            return Ok(());
        };
        if let Some(range) = &thread.dom
            && !(op::is_const_int(&range.min, 0) && deep_equal(&range.extent, &node.node.extent))
        {
            return Err(stage.axis_error(axis, "Thread extent and loop extent mismatch!"));
        }
        let value = op::cast(axis.var.dtype, &thread.var, None)?;
        node.head = Head::Thread(thread);
        self.replace_var(&axis.var, value, None);
        Ok(())
    }
}
