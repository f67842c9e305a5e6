//! Factorization of reductions.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::bound_check::KnownRanges;
use super::compute_stmt::outputs;
use super::data_flow::{Axes, all, by_var, with_vars};
use super::passing::Values;
use super::relation::Relation;
use super::{Ranges, Result, Schedule};
use crate::arith::Analyzer;
use crate::expr::{IterVar, IterVarType, ProducerLoadNode, Range, Reduce, Var};
use crate::op;
use crate::te::{ComputeOp, Tensor};

impl Schedule {
    /// Computes a reduction in two steps. A new stage reduces over the other axes for each point of
    /// `axis`, which is an axis of its results at position `factor_axis`; negative positions count
    /// from the end. The stage of the tensor then reduces these results.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - The tensor is not computed by a reduction.
    /// - The axis is no loop of its stage, is no reduction axis, or does not start at 0.
    /// - The position is out of range.
    pub fn rfactor(&self, tensor: &Tensor, axis: &IterVar, factor_axis: i32) -> Result<Vec<Tensor>> {
        let stage = self.stage_of(&tensor.op)?;
        stage.check_kind("factor", axis, &[IterVarType::CommReduce])?;
        let op = stage.operation()?;
        let op = op.downcast_ref::<ComputeOp>().ok_or_else(|| stage.error("Can only factor ComputeOp"))?;
        stage.leaf_position(axis)?;
        let mut touched: HashMap<IterVar, u8> = HashMap::from([(axis.clone(), 1)]);
        stage.pass_up_flags(&mut touched)?;
        stage.pass_down_flags(&mut touched)?;
        let mut skipped: Axes = op.axis.iter().cloned().collect();
        if op.axis.iter().any(|axis| touched.contains_key(axis)) {
            return Err(stage.axis_error(axis, "Factor axis touches normal axis"));
        }
        let mut ranges = Ranges::new();
        for reduction in &op.reduce_axis {
            match &reduction.dom {
                Some(domain) if touched.contains_key(reduction) => {
                    ranges.insert(reduction.clone(), domain.clone());
                }
                _ => {
                    skipped.insert(reduction.clone());
                }
            }
        }
        stage.pass_down_domain(&mut ranges, &mut Analyzer::new(), true)?;
        let leaves = stage.leaf_iter_vars.load();
        let mut values = Values::new();
        for leaf in leaves.iter().filter(|leaf| touched.contains_key(*leaf)) {
            let range = stage.range_of(leaf, &ranges)?;
            let is_trivial = op::is_const_int(&range.extent, 1);
            let value = if is_trivial { range.min.clone() } else { leaf.var.clone().upcast() };
            values.insert(leaf.clone(), value);
        }
        stage.pass_up_index(&ranges, &mut values, true)?;
        let mut conditions = KnownRanges::new(&ranges)?.bound_check(&stage, &values, true, &skipped)?;

        let count = i64::try_from(op.axis.len()).unwrap_or(i64::MAX);
        let position = i64::from(factor_axis) + if factor_axis < 0 { count + 1 } else { 0 };
        let position = usize::try_from(position).ok().filter(|position| *position <= op.axis.len());
        let position =
            position.ok_or_else(|| stage.axis_error(axis, "the position of the new axis is out of range"))?;
        let domain = stage.range_of(axis, &ranges)?.clone();
        if !op::is_const_int(&domain.min, 0) {
            return Err(stage.axis_error(axis, "Can only factor reduction domain starting from 0"));
        }
        let mut axes = op.axis.clone();
        axes.insert(
            position,
            IterVar::new(Some(domain.clone()), axis.var.clone(), IterVarType::DataPar, "", None)?,
        );

        let index = usize::try_from(tensor.value_index).unwrap_or(usize::MAX);
        let reduce = op.body.get(index).and_then(|body| body.downcast_ref::<Reduce>());
        let reduce = reduce.ok_or_else(|| stage.error("Can only rfactor non-inline reductions"))?;
        conditions.extend(reduce.condition.clone());
        let condition = op::likely(all(conditions)?, None)?;
        let mut old = by_var(&values);
        let roots: Vec<&Var> = op.reduce_axis.iter().map(|axis| &axis.var).collect();
        old.retain(|var, _| roots.contains(&var));
        let mut reductions: Vec<IterVar> =
            op.reduce_axis.iter().filter(|axis| !touched.contains_key(*axis)).cloned().collect();
        for leaf in leaves.iter().filter(|leaf| touched.contains_key(*leaf) && *leaf != axis) {
            let domain = stage.range_of(leaf, &ranges)?.clone();
            let (var, kind) = (leaf.var.clone(), leaf.iter_type);
            reductions.push(IterVar::new(Some(domain), var, kind, leaf.thread_tag.clone(), None)?);
        }
        let reductions = Array::from(reductions);
        let source =
            reduce.source.iter().map(|source| with_vars(source, &old)).collect::<Result<Vec<_>>>()?;
        let source = Array::from(source);
        let condition = with_vars(&condition, &old)?;
        let value = |index: usize| -> Result<PrimExpr> {
            let (combiner, source) = (reduce.combiner.clone(), source.clone());
            let index = i32::try_from(index).unwrap_or(i32::MAX);
            let condition = Some(condition.clone());
            Ok(Reduce::new(combiner, source, reductions.clone(), condition, index, [], None)?.upcast())
        };
        let body = (0..reduce.source.len()).map(value).collect::<Result<Vec<_>>>()?;
        let factor = ComputeOp::new(format!("{}.rf", op.name), "", axes, body)?;
        let factors = outputs(&factor)?;

        let new_stage = self.insert_stage(factor.upcast_ref(), &stage, false)?;
        for relation in &stage.relations.load() {
            let is_touched = match stage.relation(relation)? {
                Relation::Split(split) => touched.contains_key(&split.parent),
                Relation::Fuse(fuse) => touched.contains_key(&fuse.fused),
                _ => return Err(stage.axis_error(axis, "unknown relation type")),
            };
            if !is_touched {
                new_stage.relations.update(|relations| relations.push(relation.clone()));
            }
        }
        let old = outputs(op)?;
        let total = total(op, reduce, axis, domain, position, &factors)?;
        let new = outputs(&total)?;
        self.replace_op(&stage, &old, &new, &total.upcast())?;
        Ok(factors)
    }
}

/// Returns the operation that reduces the results of the first step.
fn total(
    op: &ComputeOp,
    reduce: &Reduce,
    axis: &IterVar,
    domain: Range,
    position: usize,
    factors: &[Tensor],
) -> Result<ComputeOp> {
    let reduction = axis.var.copy_with_suffix(".v");
    let reduction = Var::new(reduction.name_hint.clone(), DataType::int(32), None);
    let reduction = IterVar::new(Some(domain), reduction, IterVarType::CommReduce, "", None)?;
    let mut axes = Vec::new();
    for (index, old) in op.output_shape().iter().enumerate() {
        let var = Var::new(format!("ax{index}"), old.dtype, None);
        let domain = Range::from_min_extent(0, old.clone());
        axes.push(IterVar::new(Some(domain), var, IterVarType::DataPar, "", None)?);
    }
    let mut indices: Vec<PrimExpr> = axes.iter().map(|axis| axis.var.clone().upcast()).collect();
    let vars: HashMap<Var, PrimExpr> =
        op.axis.iter().map(|axis| axis.var.clone()).zip(indices.iter().cloned()).collect();
    let init = reduce.init.clone().unwrap_or_default();
    let loads = init.iter().any(|init| init.is_instance::<ProducerLoadNode>());
    let init: Array<PrimExpr> = match loads {
        true => init.iter().map(|init| with_vars(init, &vars)).collect::<Result<Vec<_>>>()?.into(),
        false => init,
    };
    indices.insert(position, reduction.var.clone().upcast());
    let source = factors.iter().map(|factor| factor.at(indices.clone()));
    let source = source.collect::<std::result::Result<Vec<PrimExpr>, _>>()?;
    let mut body = Vec::new();
    let source = Array::from(source);
    let reductions = Array::from([reduction]);
    for index in 0..factors.len() {
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        let (combiner, always) = (reduce.combiner.clone(), op::const_true(1, None)?);
        let value = Reduce::new(
            combiner,
            source.clone(),
            reductions.clone(),
            Some(always),
            index,
            init.clone(),
            None,
        )?;
        body.push(value.upcast());
    }
    // All values share their condition and their initial values.
    let body = match body.first().and_then(|first: &PrimExpr| first.downcast_ref::<Reduce>()) {
        Some(first) => super::replace::values_of(first, body.len())?,
        None => body.into(),
    };
    Ok(ComputeOp::new(format!("{}.repl", op.name), "", axes, body)?)
}
