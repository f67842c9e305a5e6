//! Expressions of operations that move to other stages.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::graph::output_of;
use super::passing::Values;
use super::replace::Tensors;
use super::stage::root_iter_vars;
use super::{Result, Schedule, Stage};
use crate::expr::{Reduce, Var};
use crate::functor::substitute;
use crate::op;
use crate::te::{Operation, Tensor};

/// Replaces variables of an expression.
pub(super) fn with_vars(expr: &PrimExpr, values: &HashMap<Var, PrimExpr>) -> Result<PrimExpr> {
    Ok(substitute(expr.clone(), |var| values.get(var).cloned())?)
}

/// Returns the values of axes by their variables.
pub(super) fn by_var(values: &Values) -> HashMap<Var, PrimExpr> {
    values.iter().map(|(axis, value)| (axis.var.clone(), value.clone())).collect()
}

/// Returns the conjunction of conditions.
pub(super) fn all(conditions: impl IntoIterator<Item = PrimExpr>) -> Result<PrimExpr> {
    let mut all = op::const_true(1, None)?;
    for condition in conditions {
        all = op::logical_and(all, condition, None)?;
    }
    Ok(all)
}

/// Returns an expression that is 0 unless conditions hold, or a reduction over the points for which
/// they hold.
pub(super) fn with_conditions(expr: PrimExpr, conditions: &[PrimExpr]) -> Result<PrimExpr> {
    if conditions.is_empty() {
        return Ok(expr);
    }
    let Some(reduce) = expr.downcast_ref::<Reduce>() else {
        let zero = op::make_zero(expr.dtype, None)?;
        return Ok(crate::expr::Select::new(all(conditions.iter().cloned())?, expr, zero, None)?.upcast());
    };
    let condition = all(reduce.condition.iter().chain(conditions).cloned())?;
    with_condition(reduce, condition)
}

/// Returns a reduction with another condition.
fn with_condition(reduce: &Reduce, condition: PrimExpr) -> Result<PrimExpr> {
    Ok(Reduce::new(
        reduce.combiner.clone(),
        reduce.source.clone(),
        reduce.axis.clone(),
        Some(condition),
        reduce.value_index,
        reduce.init.clone().unwrap_or_default(),
        None,
    )?
    .upcast())
}

impl Schedule {
    /// Inserts a stage before or after another stage, in the group of that stage.
    pub(super) fn insert_stage(&self, op: &Operation, at: &Stage, is_after: bool) -> Result<Stage> {
        let stage = Stage::new(op)?;
        let position = self.stages.load().iter().position(|other| other == at);
        let position = position.ok_or_else(|| at.error("the stage is not in the schedule"))?;
        self.stages.update(|stages| stages.insert(position + usize::from(is_after), stage.clone()));
        let old = self.stage_map.update(|stages| stages.insert(op.clone(), stage.clone()));
        drop(old);
        let group = at.group.load();
        if let Some(group) = &group {
            group.num_child_stages.update(|count| *count += 1);
        }
        stage.group.store(group);
        Ok(stage)
    }

    /// Lets a stage compute another operation, whose outputs take the place of those before.
    pub(super) fn replace_op(&self, stage: &Stage, old: &[Tensor], new: &[Tensor], op: &Operation) -> Result {
        let mut tensors = Tensors::new();
        let mut originals = Tensors::new();
        for (old, new) in old.iter().zip(new) {
            tensors.insert(output_of(old), new.clone());
            originals.insert(output_of(new), old.clone());
        }
        self.replace_data_flow(&mut tensors, &mut originals)?;
        let axes = root_iter_vars(op);
        stage.op.store(Some(op.clone()));
        stage.all_iter_vars.store(axes.clone());
        stage.leaf_iter_vars.store(axes);
        stage.relations.store(Array::new());
        Ok(())
    }
}

/// A set of axes.
pub(super) type Axes = HashSet<crate::expr::IterVar>;
