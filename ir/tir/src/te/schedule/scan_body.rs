//! The operations inside of scans, and the axes along which a scan computes points independently.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;

use super::graph::sub_graph;
use super::{Result, ScheduleError};
use crate::expr::{IterVar, ProducerLoad, Var};
use crate::functor::post_order;
use crate::te::{ComputeOp, Operation, ScanOp, ScanOpNode, Tensor, TensorOperation};

/// An axis of a tensor: the operation, the index of the output, and the index of the axis.
type TensorAxis = (Operation, i32, usize);

fn axis_of(tensor: &Tensor, axis: usize) -> TensorAxis {
    (tensor.op.clone(), tensor.value_index, axis)
}

/// Returns the operations that compute the updates of a scan from its state.
pub(super) fn scan_body(scan: &ScanOpNode) -> Vec<Operation> {
    let inputs: Vec<Tensor> = scan.state_placeholder.iter().chain(&scan.inputs).cloned().collect();
    sub_graph(&scan.update, &inputs, false)
}

/// The axes of the scan that axes of tensors are equal to.
#[derive(Default)]
struct Propagation {
    equal: HashMap<TensorAxis, IterVar>,
    failed: HashSet<IterVar>,
}

impl Propagation {
    /// Notes that an axis of a tensor is read at each point of another.
    fn merge(&mut self, target: TensorAxis, source: &TensorAxis) {
        let Some(axis) = self.equal.get(source).cloned() else { return };
        match self.equal.get(&target) {
            None => {
                self.equal.insert(target, axis);
            }
            Some(known) if *known != axis => {
                self.failed.extend([known.clone(), axis]);
            }
            Some(_) => {}
        }
    }

    fn visit(&mut self, op: &Operation) -> Result {
        if let Some(scan) = op.downcast_ref::<ScanOp>() {
            for (index, (update, init)) in scan.update.iter().zip(&scan.init).enumerate() {
                let output = op.output(index)?;
                for axis in 1..update.shape.len() {
                    self.merge(axis_of(&output, axis), &axis_of(update, axis));
                    self.merge(axis_of(&output, axis), &axis_of(init, axis));
                }
            }
        }
        let Some(compute) = op.downcast_ref::<ComputeOp>() else { return Ok(()) };
        let positions: HashMap<Var, usize> =
            compute.axis.iter().enumerate().map(|(index, axis)| (axis.var.clone(), index)).collect();
        let outputs = i32::try_from(compute.body.len()).unwrap_or(i32::MAX);
        for part in post_order(&compute.body) {
            let Ok(load) = part.downcast::<ProducerLoad>() else { continue };
            let Some(tensor) = load.producer.downcast_ref::<Tensor>() else { continue };
            for (index, expr) in load.indices.iter().enumerate() {
                let source = axis_of(tensor, index);
                let position = expr.downcast_ref::<Var>().and_then(|var| positions.get(var));
                match position {
                    Some(position) => {
                        for output in 0..outputs {
                            self.merge((op.clone(), output, *position), &source);
                        }
                    }
                    None => self.failed.extend(self.equal.get(&source).cloned()),
                }
            }
        }
        Ok(())
    }
}

/// Returns for each axis of the outputs of a scan, except the axis of the scan, whether the points
/// along the axis are computed independently of each other.
pub(super) fn fix_points(scan: &ScanOpNode) -> Result<Vec<(IterVar, bool)>> {
    let mut propagation = Propagation::default();
    let mut axes = scan.spatial_axis.iter();
    let mut ends = Vec::new();
    for (state, update) in scan.state_placeholder.iter().zip(&scan.update) {
        for index in 1..update.shape.len() {
            let Some(axis) = axes.next() else { break };
            propagation.equal.insert(axis_of(state, index), axis.clone());
            ends.push((axis.clone(), axis_of(update, index)));
        }
    }
    for op in scan_body(scan) {
        propagation.visit(&op)?;
    }
    let Propagation { equal, failed } = propagation;
    let is_fixed = |axis: &IterVar, end| !failed.contains(axis) && equal.get(&end) == Some(axis);
    Ok(ends.into_iter().map(|(axis, end)| (axis.clone(), is_fixed(&axis, end))).collect())
}

fn scan(op: &Operation) -> Result<&ScanOp> {
    op.downcast_ref::<ScanOp>().ok_or_else(|| ScheduleError::Value {
        stage: op.name.clone(),
        problem: "expected a ScanOp",
        found: op.type_key().to_owned(),
    })
}

/// Returns the operations that compute the updates of a scan from its state.
#[register_global("schedule.ScanGetBody")]
fn scan_get_body(scan_op: Operation) -> Result<Array<Operation>> {
    Ok(scan_body(scan(&scan_op)?).into())
}

/// Returns for each axis of the outputs of a scan, except the axis of the scan, 1 if the points
/// along the axis are computed independently of each other, and otherwise 0.
#[register_global("schedule.ScanFixPointAnalysis")]
fn scan_fix_point_analysis(scan_op: Operation) -> Result<Map<IterVar, objet_ir::expr::PrimExpr>> {
    let points = fix_points(scan(&scan_op)?)?;
    Ok(points.into_iter().map(|(axis, is_fixed)| (axis, i32::from(is_fixed).into())).collect())
}
