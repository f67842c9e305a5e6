//! The graph of operations and the tensors that they read.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;

use super::{Result, Schedule};
use crate::expr::IterVar;
use crate::te::{Operation, Tensor, TensorOperation};

/// A tensor by its operation and its index in the outputs.
pub(super) type Output = (Operation, i32);

pub(super) fn output_of(tensor: &Tensor) -> Output {
    (tensor.op.clone(), tensor.value_index)
}

/// Returns the operations that the roots need, each once and after its inputs.
pub(super) fn post_dfs_order(roots: &[Operation]) -> Vec<Operation> {
    let mut order = Vec::new();
    visit(roots.iter().cloned(), |_| true, |op| order.push(op.clone()));
    order
}

/// Visits operations and their inputs in post-order. `enters` decides whether the inputs of an
/// operation are visited.
fn visit(
    roots: impl Iterator<Item = Operation>,
    mut enters: impl FnMut(&Operation) -> bool,
    mut leave: impl FnMut(&Operation),
) {
    let mut entered = HashSet::new();
    let mut pending: Vec<(Operation, bool)> = roots.map(|op| (op, false)).collect();
    pending.reverse();
    while let Some((op, is_left)) = pending.pop() {
        if is_left {
            leave(&op);
        } else if entered.insert(op.clone()) {
            let inputs = if enters(&op) { op.inputs() } else { Vec::new() };
            pending.push((op, true));
            pending.extend(inputs.into_iter().rev().map(|input| (input.op.clone(), false)));
        }
    }
}

/// Returns the operations between outputs and inputs: those that the outputs need and that need an
/// input.
pub(super) fn sub_graph(outputs: &[Tensor], inputs: &[Tensor], include_inputs: bool) -> Vec<Operation> {
    let boundary: HashSet<Operation> = inputs.iter().map(|input| input.op.clone()).collect();
    let mut reaches: HashSet<Operation> = HashSet::new();
    let mut ops = Vec::new();
    let roots = outputs.iter().map(|output| output.op.clone());
    visit(
        roots,
        |op| !boundary.contains(op),
        |op| {
            let is_boundary = boundary.contains(op);
            if is_boundary || op.inputs().iter().any(|input| reaches.contains(&input.op)) {
                reaches.insert(op.clone());
                if !is_boundary || include_inputs {
                    ops.push(op.clone());
                }
            }
        },
    );
    ops
}

/// Returns the tensors that each operation reads, for the operations that the roots need.
#[register_global("schedule.CreateReadGraph")]
fn create_read_graph(roots: Array<Operation>) -> Map<Operation, Array<Tensor>> {
    post_dfs_order(&roots).into_iter().map(|op| (op.clone(), op.inputs().into())).collect()
}

/// Returns the operations that the roots need according to a graph of reads, each once and after
/// its inputs.
#[register_global("schedule.PostDFSOrder")]
fn post_dfs_order_of(
    roots: Array<Operation>,
    graph: Map<Operation, Array<Tensor>>,
) -> Result<Array<Operation>> {
    let inputs: HashMap<Operation, Array<Tensor>> =
        graph.iter().map(|(op, inputs)| (op.clone(), inputs.clone())).collect();
    let mut entered = HashSet::new();
    let mut order = Array::new();
    let mut pending: Vec<(Operation, bool)> = roots.iter().rev().map(|op| (op.clone(), false)).collect();
    while let Some((op, is_left)) = pending.pop() {
        if is_left {
            order.push(op);
        } else if entered.insert(op.clone()) {
            let inputs =
                inputs.get(&op).ok_or_else(|| super::ScheduleError::Unknown { op: op.name.clone() })?;
            pending.push((op, true));
            pending.extend(inputs.iter().rev().map(|input| (input.op.clone(), false)));
        }
    }
    Ok(order)
}

/// Returns the axes of the loops around each stage, from the inside to the outside.
#[register_global("schedule.CreateAttachPath")]
fn create_attach_path(sch: Schedule) -> Result<Map<Operation, Array<IterVar>>> {
    let mut paths = Map::new();
    for stage in &sch.stages.load() {
        paths.insert(stage.operation()?, stage.attach_path()?.into());
    }
    Ok(paths)
}
