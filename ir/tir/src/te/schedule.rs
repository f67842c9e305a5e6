//! Schedules: the loops that compute tensors.
//!
//! A [`Schedule`] has a [`Stage`] for each operation. The primitives of a stage split, fuse,
//! reorder and annotate its loops, and attach the stage to a loop of one of its consumers.
//! [`schedule_to_func`] turns a schedule into a function:
//!
//! 1. [`Schedule::normalize`] inlines stages, and lets all loops start at 0.
//! 2. [`infer_bound`] computes the range of each axis from the accesses of the consumers.
//! 3. [`schedule_ops`] builds the statement with all loops.
//! 4. [`schedule_post_proc_to_prim_func`] replaces tensors by buffers.
//!
//! Stages and schedules change in place: all references to a stage see its changes.
//!
//! ```
//! use objet::prelude::*;
//! use objet_tir::expr::{IterVar, IterVarType, Range, Var};
//! use objet_tir::te::schedule::{Schedule, schedule_to_func};
//! use objet_tir::te::{ComputeOp, Tensor, TensorOperation};
//!
//! let a = Tensor::placeholder("a", [100.into()], DataType::float(32));
//! let i = Var::new("i", DataType::int(32), None);
//! let load = a.at([i.clone().upcast()])?;
//! let axis = IterVar::new(Some(Range::new(0, 100, None)?), i, IterVarType::DataPar, "", None)?;
//! let doubled = ComputeOp::new("b", "", [axis.clone()], [(load * 2).expr()?])?;
//! let b = doubled.output(0)?;
//!
//! let schedule = Schedule::new([doubled.upcast()])?;
//! let stage = schedule.stage_of(&b.op)?;
//! let (outer, inner) = stage.split(&axis, 16)?;
//! stage.parallel(&outer)?;
//! stage.vectorize(&inner)?;
//! let func = schedule_to_func(&schedule, &[a.upcast(), b.upcast()], Map::new())?;
//! assert_eq!(func.params.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod attach;
mod bound_check;
mod bounds;
mod cache;
mod compute_stmt;
mod cross_thread;
mod data_flow;
mod error;
mod globals;
mod graph;
mod group;
mod hybrid_stmt;
mod loop_nest;
mod loop_tree;
mod lower;
mod normalize;
mod op_bounds;
mod op_stmt;
mod passing;
mod post_proc;
mod prim_func;
mod relation;
mod replace;
mod rfactor;
mod scan_body;
mod schedule_ops;
mod sets;
mod specialize;
mod stage;
mod storage;
mod tensor_match;
mod tensorize;
mod transform;

use std::collections::{HashMap, HashSet};

use objet::fields::FieldCell;
use objet::prelude::*;

use super::{Operation, ScanOp, Tensor, TensorOperation};
use crate::expr::{IterVar, Range};
use group::StageOf;

pub use bounds::infer_bound;
pub use error::ScheduleError;
pub use lower::{buffers_of, schedule_to_func, schedule_to_module};
pub use post_proc::verify_compact_buffer;
pub use prim_func::schedule_post_proc_to_prim_func;
pub use relation::{
    Fuse, FuseNode, IterVarRelation, IterVarRelationNode, Rebase, RebaseNode, Singleton, SingletonNode,
    Split, SplitNode,
};
pub use schedule_ops::schedule_ops;
pub use stage::{AttachType, IterVarAttr, IterVarAttrNode, Stage, StageNode};

type Result<T = ()> = std::result::Result<T, ScheduleError>;

/// The ranges of axes.
type Ranges = HashMap<IterVar, Range>;

/// The loops that compute operations.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Schedule", is_final)]
pub struct ScheduleNode {
    base: Object,
    /// The operations whose tensors are results.
    pub outputs: Array<Operation>,
    /// The stages of all operations, each after those that it reads.
    pub stages: FieldCell<Array<Stage>>,
    /// The groups of stages.
    pub groups: FieldCell<Array<Stage>>,
    /// The stage of each operation, also of operations that were replaced in their stages.
    pub stage_map: FieldCell<Map<Operation, Stage>>,
}

impl Schedule {
    /// Creates a schedule in which each operation that the outputs need has loops of its own.
    ///
    /// # Errors
    /// Returns an error if the update of a scan does not depend on the state of the scan.
    #[doc(alias = "create_schedule")]
    pub fn new(outputs: impl Into<Array<Operation>>) -> Result<Self> {
        let outputs = outputs.into();
        let is_output: HashSet<Operation> = outputs.iter().cloned().collect();
        let mut stage_of = StageOf::new();
        let mut stages = Vec::new();
        let mut groups = Vec::new();
        for op in graph::post_dfs_order(&outputs) {
            let stage = Stage::new(&op)?;
            stage.is_output.store(is_output.contains(&op));
            stages.push(stage.clone());
            stage_of.insert(op.clone(), stage.clone());
            let Some(scan) = op.downcast_ref::<ScanOp>() else { continue };
            let inputs: Vec<Tensor> = scan.state_placeholder.iter().chain(&scan.inputs).cloned().collect();
            let group = group::create(&stage_of, &scan.update, &inputs, false)?;
            group.attach_type.store(AttachType::ScanUpdate);
            group.attach_stage.store(Some(stage));
            groups.push(group.clone());
            for update in &scan.update {
                let own = stage_of.get(&update.op).and_then(|stage| stage.group.load());
                if own.as_ref() != Some(&group) {
                    return Err(ScheduleError::Stage {
                        stage: update.op.name.clone(),
                        problem: "the update of a scan does not depend on the state of the scan",
                    });
                }
            }
        }
        let stage_map: Map<Operation, Stage> =
            stages.iter().filter_map(|stage| Some((stage.op.load()?, stage.clone()))).collect();
        Ok(make_object(ScheduleNode {
            base: Object::new(),
            outputs,
            stages: Array::from(stages).into(),
            groups: Array::from(groups).into(),
            stage_map: stage_map.into(),
        })
        .into())
    }

    /// Returns the stage of an operation, or of an operation that was replaced in its stage.
    ///
    /// # Errors
    /// Returns an error if the schedule has no such stage.
    pub fn stage_of(&self, op: &Operation) -> Result<Stage> {
        let found = self.stage_map.load().get(op).cloned();
        found.ok_or_else(|| ScheduleError::Unknown { op: op.name.clone() })
    }

    /// Groups the stages between outputs and inputs, so that they can be attached together. The
    /// inputs belong to the group if `include_inputs` is set and the outputs read them.
    ///
    /// # Errors
    /// Returns an error if a tensor does not belong to the schedule, or if only a part of an
    /// earlier group would be in the new group.
    pub fn create_group(&self, outputs: &[Tensor], inputs: &[Tensor], include_inputs: bool) -> Result<Stage> {
        let stages = self.stages.load();
        let stage_of: StageOf =
            stages.iter().filter_map(|stage| Some((stage.op.load()?, stage.clone()))).collect();
        let current = |tensors: &[Tensor]| -> Result<Vec<Tensor>> {
            let current = |tensor: &Tensor| match stage_of.contains_key(&tensor.op) {
                true => Ok(tensor.clone()),
                false => self.stage_of(&tensor.op)?.operation()?.same_output(tensor),
            };
            tensors.iter().map(current).collect()
        };
        let group = group::create(&stage_of, &current(outputs)?, &current(inputs)?, include_inputs)?;
        self.groups.update(|groups| groups.push(group.clone()));
        Ok(group)
    }

    /// Returns an independent schedule with the same stages.
    ///
    /// # Errors
    /// Returns an error if a stage is attached to a stage of another schedule.
    #[doc(alias = "copy")]
    pub fn duplicate(&self) -> Result<Self> {
        let mut copies: HashMap<Stage, Stage> = HashMap::new();
        let mut copied = |stages: &Array<Stage>| -> Array<Stage> {
            let copy = |stage: &Stage| -> Stage {
                let copy = Stage::from(make_object(StageNode::clone(stage)));
                copies.insert(stage.clone(), copy.clone());
                copy
            };
            stages.iter().map(copy).collect()
        };
        let stages = copied(&self.stages.load());
        let groups = copied(&self.groups.load());
        let copy_of = |stage: Option<Stage>, user: &Stage| match stage {
            None => Ok(None),
            Some(stage) => match copies.get(&stage) {
                Some(copy) => Ok(Some(copy.clone())),
                None => Err(user.error("the stage refers to a stage of another schedule")),
            },
        };
        for stage in stages.iter().chain(&groups) {
            stage.attach_stage.store(copy_of(stage.attach_stage.load(), stage)?);
            stage.group.store(copy_of(stage.group.load(), stage)?);
        }
        let mut stage_map = Map::new();
        for (op, stage) in &self.stage_map.load() {
            if let Some(copy) = copy_of(Some(stage.clone()), stage)? {
                stage_map.insert(op.clone(), copy);
            }
        }
        Ok(make_object(ScheduleNode {
            base: Object::new(),
            outputs: self.outputs.clone(),
            stages: stages.into(),
            groups: groups.into(),
            stage_map: stage_map.into(),
        })
        .into())
    }
}

/// The output of an operation that takes the place of another operation.
trait SameOutput {
    fn same_output(&self, tensor: &Tensor) -> Result<Tensor>;
}

impl SameOutput for Operation {
    fn same_output(&self, tensor: &Tensor) -> Result<Tensor> {
        Ok(self.output(usize::try_from(tensor.value_index).unwrap_or(usize::MAX))?)
    }
}
