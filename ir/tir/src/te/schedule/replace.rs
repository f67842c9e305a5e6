//! Replacement of the tensors that operations read.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;

use super::graph::{Output, output_of};
use super::{Result, SameOutput, Schedule};
use crate::expr::{ProducerLoad, Reduce, ReduceNode};
use crate::functor::StmtExprMutator;
use crate::te::{
    ComputeOp, ComputeOpNode, ExternOp, ExternOpNode, HybridOp, HybridOpNode, Operation, ScanOp, ScanOpNode,
    Tensor, TensorComputeOp, TensorComputeOpNode, TensorIntrin, TensorIntrinNode, TensorOperation,
};

/// The tensor that takes the place of each tensor.
pub(super) type Tensors = HashMap<Output, Tensor>;

/// Replaces the tensors of loads.
struct Replacement<'a>(&'a Tensors);

impl StmtExprMutator for Replacement<'_> {
    type Error = RewriteError;

    fn visit_producer_load(&mut self, load: ProducerLoad) -> std::result::Result<PrimExpr, RewriteError> {
        let tensor = load.producer.downcast_ref::<Tensor>().and_then(|tensor| self.0.get(&output_of(tensor)));
        match tensor {
            Some(tensor) => {
                let load = ProducerLoad::of_tensor(tensor.clone(), load.indices.clone(), None)?;
                Ok(load.upcast())
            }
            None => Ok(load.upcast()),
        }
    }
}

fn replaced<R: IsObjectRef>(root: &R, tensors: &Tensors) -> Result<R> {
    Ok(Replacement(tensors).mutate(root.clone())?)
}

/// Returns an array with other tensors, and whether it differs.
fn replaced_tensors(array: &Array<Tensor>, tensors: &Tensors) -> (Array<Tensor>, bool) {
    let is_changed = array.iter().any(|tensor| tensors.contains_key(&output_of(tensor)));
    let other = |tensor: &Tensor| tensors.get(&output_of(tensor)).unwrap_or(tensor).clone();
    (if is_changed { array.iter().map(other).collect() } else { array.clone() }, is_changed)
}

/// Returns the values of a reduction by one of its values. All values share the parts.
pub(super) fn values_of(reduce: &Reduce, count: usize) -> Result<Array<PrimExpr>> {
    let value = |index: usize| {
        Ok(Reduce::new(
            reduce.combiner.clone(),
            reduce.source.clone(),
            reduce.axis.clone(),
            reduce.condition.clone(),
            i32::try_from(index).unwrap_or(i32::MAX),
            reduce.init.clone().unwrap_or_default(),
            reduce.span.clone(),
        )?
        .upcast())
    };
    (0..count).map(value).collect::<Result<Vec<PrimExpr>>>().map(Array::from)
}

/// Returns an operation that computes other elements on the same axes.
pub(super) fn with_body(compute: &ComputeOpNode, body: Array<PrimExpr>) -> Result<Operation> {
    let (name, tag) = (compute.name.clone(), compute.tag.clone());
    Ok(ComputeOp::with_attrs(name, tag, compute.attrs.clone(), compute.axis.clone(), body)?.upcast())
}

/// Returns the elements of an operation with a changed first reduction for all values, or with a
/// change of each element. Returns `None` if nothing changes.
pub(super) fn changed_body(
    body: &Array<PrimExpr>,
    change: impl Fn(&PrimExpr) -> Result<PrimExpr>,
) -> Result<Option<Array<PrimExpr>>> {
    let Some(first) = body.first() else { return Ok(None) };
    let changed = change(first)?;
    if let Some(reduce) = changed.downcast_ref::<Reduce>().filter(|_| first.is_instance::<ReduceNode>()) {
        return if changed.same_as(first) { Ok(None) } else { values_of(reduce, body.len()).map(Some) };
    }
    let mut all = vec![changed];
    for element in &body[1..] {
        all.push(change(element)?);
    }
    let is_same = all.iter().zip(body).all(|(new, old)| new.same_as(old));
    Ok((!is_same).then(|| all.into()))
}

/// Returns an operation that reads other tensors. An operation that reads none of the replaced
/// tensors stays the same.
pub(super) fn replace_inputs(op: &Operation, tensors: &Tensors) -> Result<Operation> {
    if let Some(hybrid) = op.downcast_ref::<HybridOp>() {
        let (inputs, is_changed) = replaced_tensors(&hybrid.inputs, tensors);
        let body = replaced(&hybrid.body, tensors)?;
        if !is_changed && body.same_as(&hybrid.body) {
            return Ok(op.clone());
        }
        let mut node = HybridOpNode::clone(hybrid);
        (node.inputs, node.body) = (inputs, body);
        return Ok(HybridOp::from(make_object(node)).upcast());
    }
    if !op.inputs().iter().any(|input| tensors.contains_key(&output_of(input))) {
        return Ok(op.clone());
    }
    if let Some(compute) = op.downcast_ref::<ComputeOp>() {
        return match changed_body(&compute.body, |element| replaced(element, tensors))? {
            Some(body) => with_body(compute, body),
            None => Ok(op.clone()),
        };
    }
    if let Some(scan) = op.downcast_ref::<ScanOp>() {
        let mut node = ScanOpNode::clone(scan);
        let (init, is_init_changed) = replaced_tensors(&scan.init, tensors);
        let (update, is_update_changed) = replaced_tensors(&scan.update, tensors);
        (node.init, node.update) = (init, update);
        let is_changed = is_init_changed || is_update_changed;
        return Ok(if is_changed { ScanOp::from(make_object(node)).upcast() } else { op.clone() });
    }
    if let Some(external) = op.downcast_ref::<ExternOp>() {
        let mut node = ExternOpNode::clone(external);
        node.body = replaced(&external.body, tensors)?;
        (node.inputs, _) = replaced_tensors(&external.inputs, tensors);
        return Ok(ExternOp::from(make_object(node)).upcast());
    }
    if let Some(compute) = op.downcast_ref::<TensorComputeOp>() {
        let mut node = TensorComputeOpNode::clone(compute);
        let mut intrin = TensorIntrinNode::clone(&compute.intrin);
        for stmt in
            [&mut intrin.body, &mut intrin.reduce_init, &mut intrin.reduce_update].into_iter().flatten()
        {
            *stmt = replaced(stmt, tensors)?;
        }
        (node.inputs, _) = replaced_tensors(&compute.inputs, tensors);
        node.intrin = TensorIntrin::from(make_object(intrin));
        return Ok(TensorComputeOp::from(make_object(node)).upcast());
    }
    Ok(op.clone())
}

impl Schedule {
    /// Lets the operations of all stages read other tensors. `originals` has the tensor that each
    /// replacement took the place of.
    pub(super) fn replace_data_flow(&self, tensors: &mut Tensors, originals: &mut Tensors) -> Result {
        for stage in &self.stages.load() {
            let old = stage.operation()?;
            let new = replace_inputs(&old, tensors)?;
            if new == old {
                continue;
            }
            for index in 0..new.output_types().len() {
                let (from, to) = (old.output(index)?, new.output(index)?);
                match originals.get(&output_of(&from)).cloned() {
                    Some(original) => {
                        tensors.insert(output_of(&original), to);
                    }
                    None => {
                        tensors.insert(output_of(&from), to.clone());
                        originals.insert(output_of(&to), from);
                    }
                }
            }
            stage.op.store(Some(new));
        }
        Ok(())
    }
}

/// Adds the replacements of all outputs of an operation by those of another.
pub(super) fn replace_outputs(old: &Operation, new: &Operation, tensors: &mut Tensors) -> Result {
    for index in 0..old.output_types().len() {
        let output = old.output(index)?;
        tensors.insert(output_of(&output), new.same_output(&output)?);
    }
    Ok(())
}
