//! Normal form of schedules: without inlined stages, and with loops that start at 0.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;
use objet_ir::op::CallEffectKind;

use super::relation::Relation;
use super::replace::{Tensors, changed_body, replace_inputs, replace_outputs, with_body};
use super::stage::root_iter_vars;
use super::{AttachType, Rebase, Result, Schedule, ScheduleError, Stage};
use crate::analysis::side_effect;
use crate::expr::{IterVar, Let, ProducerLoad, Var};
use crate::functor::{StmtExprMutator, substitute};
use crate::op;
use crate::te::{ComputeOp, HybridOp, HybridOpNode, Operation, Tensor};
use crate::transform::convert_ssa;

impl Schedule {
    /// Returns the schedule in normal form. Inlined stages are part of their consumers, each loop
    /// starts at 0, and stages that are attached to a loop which was split or fused later are
    /// attached to the innermost of the loops that replace it.
    ///
    /// # Errors
    /// Returns an error if an inlined stage has more than one output or is no [`ComputeOp`], or if
    /// stages are attached to each other.
    pub fn normalize(&self) -> Result<Self> {
        let schedule = self.duplicate()?;
        schedule.inject_inline()?;
        schedule.rebase_loops()?;
        schedule.legalize_attachments()?;
        Ok(schedule)
    }

    /// Replaces the loads of inlined stages by their expressions.
    fn inject_inline(&self) -> Result {
        let stages = self.stages.load();
        let mut inlined = Inlined::default();
        for stage in stages.iter().filter(|stage| stage.attach_type.load() == AttachType::Inline) {
            let op = stage.operation()?;
            let compute = op.downcast_ref::<ComputeOp>();
            let compute = compute.ok_or_else(|| stage.error("can only inline compute op"))?;
            let [body] = compute.body.as_slice() else {
                return Err(stage.error("can only inline compute op with 1 output"));
            };
            stage.attach_type.store(AttachType::InlinedAlready);
            let vars = compute.axis.iter().map(|axis| axis.var.clone()).collect();
            inlined.0.insert(op.clone(), (vars, body.clone()));
        }
        let mut tensors = Tensors::new();
        for stage in stages.iter().filter(|stage| stage.attach_type.load() != AttachType::InlinedAlready) {
            let old = stage.operation()?;
            let mut new = old.clone();
            if let Some(compute) = old.downcast_ref::<ComputeOp>().filter(|_| !inlined.0.is_empty()) {
                let body = changed_body(&compute.body, |element| inlined.mutate(element.clone()))?;
                if let Some(body) = body {
                    new = with_body(compute, body)?;
                }
            }
            if let Some(hybrid) = old.downcast_ref::<HybridOp>().filter(|_| !inlined.0.is_empty()) {
                let body = inlined.mutate(hybrid.body.clone())?;
                if !body.same_as(&hybrid.body) {
                    let mut node = HybridOpNode::clone(hybrid);
                    node.body = convert_ssa(body)?;
                    new = HybridOp::from(make_object(node)).upcast();
                }
            }
            new = replace_inputs(&new, &tensors)?;
            if new != old {
                replace_outputs(&old, &new, &mut tensors)?;
                stage.op.store(Some(new));
            }
        }
        Ok(())
    }

    /// Replaces the axes of operations that are loops by axes that start at 0.
    fn rebase_loops(&self) -> Result {
        let mut rebased_of: HashMap<IterVar, IterVar> = HashMap::new();
        let stages = self.stages.load();
        for stage in stages.iter().filter(|stage| stage.attach_type.load() != AttachType::InlinedAlready) {
            for axis in &root_iter_vars(&stage.operation()?) {
                let position = stage.leaf_iter_vars.load().iter().position(|leaf| leaf == axis);
                let (Some(position), None) = (position, stage.thread_of(axis)) else { continue };
                let var = axis.var.copy_with_suffix("");
                let rebased = IterVar::new(None, var, axis.iter_type, "", None)?;
                let relation = Rebase::new(axis.clone(), rebased.clone()).upcast();
                stage.relations.update(|relations| relations.push(relation));
                if let Some(attr) = stage.attr_of(axis) {
                    stage.iter_var_attrs.update(|attrs| attrs.insert(rebased.clone(), attr));
                }
                stage.leaf_iter_vars.update(|leaves| leaves.set(position, rebased.clone()));
                rebased_of.insert(axis.clone(), rebased);
            }
        }
        self.move_attachments(&rebased_of);
        Ok(())
    }

    /// Attaches stages to the innermost of the loops that replace the loop they are attached to.
    fn legalize_attachments(&self) -> Result {
        let mut moved: HashMap<IterVar, IterVar> = HashMap::new();
        for stage in &self.stages.load() {
            for (parent, axis) in stage.attachments()? {
                let Some(axis) = axis else { continue };
                let innermost = parent.innermost_of(&axis)?;
                moved.insert(axis, innermost);
            }
        }
        self.move_attachments(&moved);
        Ok(())
    }

    fn move_attachments(&self, moved: &HashMap<IterVar, IterVar>) {
        for stage in self.stages.load().iter().chain(&self.groups.load()) {
            let axis = stage.attach_ivar.load().filter(|_| stage.attach_type.load() == AttachType::Scope);
            if let Some(axis) = axis.and_then(|axis| moved.get(&axis)) {
                stage.attach_ivar.store(Some(axis.clone()));
            }
        }
    }
}

impl Stage {
    /// Returns the innermost of the axes into which an axis is split, or that it is fused into as
    /// the inner axis. Relations are in the order of creation, so one pass finds all.
    fn innermost_of(&self, axis: &IterVar) -> Result<IterVar> {
        let mut innermost = axis.clone();
        for relation in &self.relations.load() {
            match self.relation(relation)? {
                Relation::Fuse(fuse) if fuse.inner == innermost => innermost = fuse.fused.clone(),
                Relation::Split(split) if split.parent == innermost => innermost = split.inner.clone(),
                _ => {}
            }
        }
        Ok(innermost)
    }
}

/// The variables and the expression of each inlined operation.
#[derive(Default)]
struct Inlined(HashMap<Operation, (Vec<Var>, PrimExpr)>);

impl StmtExprMutator for &Inlined {
    type Error = ScheduleError;

    /// Replaces a load by the expression of its element, in which further loads are replaced.
    fn enter_expr(&mut self, expr: &PrimExpr) -> Result<Enter> {
        let load = expr.downcast_ref::<ProducerLoad>();
        let tensor = load.and_then(|load| Some((load, load.producer.downcast_ref::<Tensor>()?)));
        let Some((load, tensor)) = tensor else { return Ok(Enter::Inside) };
        let Some((vars, body)) = self.0.get(&tensor.op) else { return Ok(Enter::Inside) };
        if vars.len() != load.indices.len() {
            return Err(ScheduleError::Stage {
                stage: tensor.op.name.clone(),
                problem: "a load of the inlined stage has another number of indices than the stage has axes",
            });
        }
        let has_effect = load.indices.iter().any(|index| side_effect(index) > CallEffectKind::ReadState);
        if has_effect {
            let mut result = body.clone();
            for (var, index) in vars.iter().zip(&load.indices) {
                result = Let::new(var.clone(), index, result, None)?.upcast();
            }
            return Ok(Enter::Instead(result.upcast()));
        }
        let mut values: HashMap<&Var, PrimExpr> = HashMap::new();
        for (var, index) in vars.iter().zip(&load.indices) {
            values.insert(var, op::cast(var.dtype, index, None)?);
        }
        let element = substitute(body.clone(), |var| values.get(var).cloned())?;
        Ok(Enter::Instead(element.upcast()))
    }
}

impl Inlined {
    fn mutate<R: IsObjectRef>(&self, root: R) -> Result<R> {
        StmtExprMutator::mutate(&mut &*self, root)
    }
}
