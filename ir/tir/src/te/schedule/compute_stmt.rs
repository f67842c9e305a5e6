//! Statements of operations that compute each element by an expression.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::bound_check::KnownRanges;
use super::loop_nest::{
    Frame, Nest, NestOptions, conditions, inside, inside_nest, loop_nest, substitute_axes,
};
use super::passing::Values;
use super::{Result, Stage};
use crate::expr::{IterVar, IterVarType, Reduce};
use crate::op;
use crate::stmt::{IfThenElse, ProducerStore, SeqStmt, Stmt};
use crate::te::{BaseComputeOpNode, ComputeOp, ComputeOpNode, Tensor, TensorComputeOpNode, TensorOperation};

/// The loops of a stage. A reduction has a second nest, which sets the initial values.
pub(super) struct ComputeNest {
    /// The number of loops that both nests share.
    pub(super) common: usize,
    pub(super) main: Nest,
    pub(super) main_conditions: Vec<PrimExpr>,
    pub(super) main_values: Values,
    pub(super) init: Nest,
    pub(super) init_conditions: Vec<PrimExpr>,
    pub(super) init_values: Values,
}

impl ComputeNest {
    pub(super) fn new(
        op: &BaseComputeOpNode,
        stage: &Stage,
        known: &mut KnownRanges<'_>,
        keeps_trivial: bool,
    ) -> Result<Self> {
        let none = HashSet::new();
        let likely = |conditions: Vec<PrimExpr>| -> Result<Vec<PrimExpr>> {
            conditions.into_iter().map(|condition| Ok(op::likely(condition, None)?)).collect()
        };
        let mut main_values = Values::new();
        let options = NestOptions { first: 0, renames: false, skipped: &none, keeps_trivial };
        let main = loop_nest(stage, known, &options, &mut main_values)?;
        let mut main_conditions = likely(known.bound_check(stage, &main_values, false, &none)?)?;
        main_conditions.extend(stage.store_predicate.load());
        let leaves = stage.leaf_iter_vars.load();
        let mut nest = Self {
            common: leaves.len(),
            main,
            main_conditions,
            main_values,
            init: Nest::new(),
            init_conditions: Vec::new(),
            init_values: Values::new(),
        };
        if op.reduce_axis.is_empty() {
            return Ok(nest);
        }
        // The flag 2 means that a loop derives from a reduction axis, and 1 from another axis.
        let mut flags: HashMap<IterVar, u8> = op.reduce_axis.iter().map(|axis| (axis.clone(), 2)).collect();
        flags.extend(schedulable_axes(op).map(|axis| (axis.clone(), 1)));
        stage.pass_down_flags(&mut flags)?;
        for (position, leaf) in leaves.iter().enumerate() {
            if flags.get(leaf).copied().unwrap_or_default() & 2 != 0 {
                nest.common = position;
                break;
            }
            if let Some(value) = nest.main_values.get(leaf) {
                nest.init_values.insert(leaf.clone(), value.clone());
            }
        }
        let skipped = flags.into_iter().filter(|(_, flag)| *flag == 2).map(|(axis, _)| axis).collect();
        let options = NestOptions { first: nest.common, renames: true, skipped: &skipped, keeps_trivial };
        nest.init = loop_nest(stage, known, &options, &mut nest.init_values)?;
        nest.init_conditions =
            likely(known.bound_check(stage, &nest.init_values, !stage.is_output.load(), &skipped)?)?;
        Ok(nest)
    }
}

/// Returns the axes of an operation that are loops: the inner axes of a tensor intrinsic are not.
pub(super) fn schedulable_axes(op: &BaseComputeOpNode) -> impl Iterator<Item = &IterVar> {
    let tensor = op.as_node::<TensorComputeOpNode>();
    let count = tensor.map_or(op.axis.len(), |op| usize::try_from(op.schedulable_ndim).unwrap_or_default());
    op.axis.iter().take(count)
}

/// The way in which the inner loops of a stage are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Loops,
    CrossThread,
    Tensorize,
}

/// Returns the way in which the inner loops of a stage are computed.
pub(super) fn kind_of(stage: &Stage) -> Result<Kind> {
    let (mut is_cross_thread, mut is_tensorized) = (false, false);
    for leaf in &stage.leaf_iter_vars.load() {
        let attr = stage.attr_of(leaf);
        is_tensorized |= attr.as_ref().is_some_and(|attr| attr.iter_type == IterVarType::Tensorized);
        if leaf.iter_type == IterVarType::CommReduce {
            is_cross_thread |= attr.is_some_and(|attr| attr.bind_thread.is_some());
        } else if is_cross_thread {
            return Err(stage.axis_error(leaf, "Cross thread reduce cannot swap with normal data axis"));
        }
    }
    match (is_tensorized, is_cross_thread) {
        (true, true) => Err(stage.error("Cannot mix cross thread reduction with Tensorize")),
        (true, false) => Ok(Kind::Tensorize),
        (false, true) => Ok(Kind::CrossThread),
        (false, false) => Ok(Kind::Loops),
    }
}

/// Returns the indices of an element of the result.
pub(super) fn element_indices(op: &ComputeOpNode) -> Array<PrimExpr> {
    op.axis.iter().map(|axis| axis.var.clone().upcast()).collect()
}

/// Returns the outputs of an operation.
pub(super) fn outputs(op: &ComputeOp) -> Result<Vec<Tensor>> {
    (0..op.body.len()).map(|index| Ok(op.output(index)?)).collect()
}

/// Returns the statement that computes all elements by loops.
pub(super) fn compute_stmt(
    op: &ComputeOp,
    stage: &Stage,
    known: &mut KnownRanges<'_>,
    keeps_trivial: bool,
) -> Result<Stmt> {
    let mut nest = ComputeNest::new(op, stage, known, keeps_trivial)?;
    let indices = element_indices(op);
    let outputs = outputs(op)?;
    let store = |(tensor, value): (&Tensor, &PrimExpr)| -> Stmt {
        ProducerStore::new(tensor.clone(), value, indices.clone(), None).upcast()
    };
    nest.main.push(conditions(&nest.main_conditions));
    if op.reduce_axis.is_empty() {
        let stores = SeqStmt::flatten(outputs.iter().zip(&op.body).map(store));
        return substitute_axes(inside_nest(&nest.main, stores)?, &nest.main_values, &nest.main);
    }
    let Some(reduce) = op.body.first().and_then(|body| body.downcast_ref::<Reduce>()) else {
        return Err(stage.error("the stage has reduction axes, but no reduction"));
    };
    let (init, update) = reduction(reduce, &outputs, &indices, stage)?;
    let init = SeqStmt::flatten(outputs.iter().zip(&init).map(store));
    let mut update = SeqStmt::flatten(outputs.iter().zip(&update).map(store));
    if let Some(condition) = reduce.condition.as_ref().filter(|condition| !op::is_const_int(condition, 1)) {
        update = IfThenElse::new(condition.clone(), update, None, None)?.upcast();
    }
    let init_frames: Vec<Frame> = conditions(&nest.init_conditions);
    let init = inside(nest.init.iter().flatten().chain(&init_frames), init)?;
    let init = substitute_axes(init, &nest.init_values, &nest.init)?;
    let (common, reduction) = nest.main.split_at(nest.common + 1);
    let update = inside_nest(reduction, update)?;
    let body = if keeps_trivial { update } else { SeqStmt::flatten([init, update]) };
    substitute_axes(inside_nest(common, body)?, &nest.main_values, &nest.main)
}

/// Returns the initial values of a reduction, and the values after one more point.
fn reduction(
    reduce: &Reduce,
    outputs: &[Tensor],
    indices: &Array<PrimExpr>,
    stage: &Stage,
) -> Result<(Array<PrimExpr>, Array<PrimExpr>)> {
    let combiner = reduce.combiner.as_ref();
    let combiner = combiner.ok_or_else(|| stage.error("the reduction has no combiner"))?;
    let known = outputs.iter().map(|tensor| tensor.at(indices.clone()));
    let known = known.collect::<std::result::Result<Vec<PrimExpr>, _>>()?;
    let init = reduce.init.clone().filter(|init| !init.is_empty());
    let init = init.unwrap_or_else(|| combiner.identity_element.clone());
    Ok((init, combiner.combine(known, reduce.source.clone())?))
}
