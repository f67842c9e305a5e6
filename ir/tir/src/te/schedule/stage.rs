//! Stages: the loops of one operation.

use objet::fields::FieldCell;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{IterVarRelation, Result, ScheduleError};
use crate::expr::{IterVar, IterVarType};
use crate::te::{BaseComputeOpNode, HybridOpNode, Operation, ScanOpNode, Tensor, TensorIntrin};

/// The place at which a stage is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum AttachType {
    /// At the root of its group, or of the schedule.
    GroupRoot = 1,
    /// In each access of the consumers. [`Schedule::normalize`](super::Schedule::normalize) does
    /// that.
    Inline = 2,
    /// In the accesses of the consumers, which have its expression already.
    InlinedAlready = 3,
    /// In a loop of another stage.
    Scope = 4,
    /// In the update of a scan.
    ScanUpdate = 5,
}

/// The annotations of an axis.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IterVarAttr", is_final)]
pub struct IterVarAttrNode {
    base: Object,
    /// The execution of the loop.
    pub iter_type: IterVarType,
    /// The thread axis that the axis is bound to.
    pub bind_thread: Option<IterVar>,
    /// The tensors that are prefetched in the loop.
    pub prefetch_data: Array<Tensor>,
    /// The number of iterations by which each tensor is prefetched ahead.
    pub prefetch_offset: Array<PrimExpr>,
    /// The instruction that replaces the loop and the loops inside.
    pub tensor_intrin: Option<TensorIntrin>,
    /// The factor of the alignment of the axis in memory, or 0.
    pub dim_align_factor: i32,
    /// The offset of the alignment.
    pub dim_align_offset: i32,
    /// The names of pragmas.
    pub pragma_keys: Array<PrimExpr>,
    /// The value of each pragma, or null for 1.
    pub pragma_values: Array<Option<PrimExpr>>,
}

/// The loops of one operation, or a group of stages.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Stage", is_final)]
pub struct StageNode {
    base: Object,
    /// The operation, which transformations of the data flow replace. A group has none.
    pub op: FieldCell<Option<Operation>>,
    /// The operation for which the stage was created.
    pub origin_op: Option<Operation>,
    /// All axes, also those that are split or fused.
    pub all_iter_vars: FieldCell<Array<IterVar>>,
    /// The axes of the loops, from the outermost to the innermost.
    pub leaf_iter_vars: FieldCell<Array<IterVar>>,
    /// The threads that are launched around a scan.
    pub env_threads: FieldCell<Array<IterVar>>,
    /// The relations between the axes, in the order of their creation.
    pub relations: FieldCell<Array<IterVarRelation>>,
    /// The annotations of axes.
    pub iter_var_attrs: FieldCell<Map<IterVar, IterVarAttr>>,
    /// The place at which the stage is computed.
    pub attach_type: FieldCell<AttachType>,
    /// The axis of the loop to which the stage is attached.
    pub attach_ivar: FieldCell<Option<IterVar>>,
    /// The stage to which the stage is attached.
    pub attach_stage: FieldCell<Option<Stage>>,
    /// The storage scope of the results. An empty scope is derived from the threads around.
    pub scope: FieldCell<std::string::String>,
    /// Whether the tensors are results of the schedule.
    pub is_output: FieldCell<bool>,
    /// Whether the results have two buffers, which are used in turn.
    pub double_buffer: FieldCell<bool>,
    /// The group of the stage.
    pub group: FieldCell<Option<Stage>>,
    /// The number of stages and groups in the group.
    pub num_child_stages: FieldCell<i32>,
    /// The condition under which results are stored.
    #[reflect(skip)]
    pub(super) store_predicate: FieldCell<Option<PrimExpr>>,
}

impl IterVarAttr {
    /// Creates annotations without effect.
    pub fn new() -> Self {
        make_object(IterVarAttrNode {
            base: Object::new(),
            iter_type: IterVarType::DataPar,
            bind_thread: None,
            prefetch_data: Array::new(),
            prefetch_offset: Array::new(),
            tensor_intrin: None,
            dim_align_factor: 0,
            dim_align_offset: 0,
            pragma_keys: Array::new(),
            pragma_values: Array::new(),
        })
        .into()
    }
}

impl Default for IterVarAttr {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the axes of an operation, from which all loops of its stage derive.
pub(super) fn root_iter_vars(op: &Operation) -> Array<IterVar> {
    if let Some(scan) = op.as_node::<ScanOpNode>() {
        return std::iter::once(&scan.scan_axis).chain(&scan.spatial_axis).cloned().collect();
    }
    if let Some(hybrid) = op.as_node::<HybridOpNode>() {
        return hybrid.axis.clone();
    }
    match op.as_node::<BaseComputeOpNode>() {
        Some(compute) if compute.reduce_axis.is_empty() => compute.axis.clone(),
        Some(compute) => compute.axis.iter().chain(&compute.reduce_axis).cloned().collect(),
        None => Array::new(),
    }
}

impl Stage {
    /// Creates the stage of an operation, in which each axis is a loop.
    pub(super) fn new(op: &Operation) -> Result<Self> {
        let axes = root_iter_vars(op);
        let is_loop = |axis: &&IterVar| axis.iter_type != IterVarType::Opaque;
        let leaves: Array<IterVar> = axes.iter().filter(is_loop).cloned().collect();
        let leaves = if leaves.len() == axes.len() { axes.clone() } else { leaves };
        Ok(Self::with(Some(op.clone()), axes, leaves))
    }

    /// Creates a group without stages.
    pub(super) fn new_group() -> Self {
        Self::with(None, Array::new(), Array::new())
    }

    fn with(op: Option<Operation>, all_iter_vars: Array<IterVar>, leaves: Array<IterVar>) -> Self {
        make_object(StageNode {
            base: Object::new(),
            op: op.clone().into(),
            origin_op: op,
            all_iter_vars: all_iter_vars.into(),
            leaf_iter_vars: leaves.into(),
            env_threads: FieldCell::default(),
            relations: FieldCell::default(),
            iter_var_attrs: FieldCell::default(),
            attach_type: AttachType::GroupRoot.into(),
            attach_ivar: FieldCell::default(),
            attach_stage: FieldCell::default(),
            scope: FieldCell::default(),
            is_output: FieldCell::default(),
            double_buffer: FieldCell::default(),
            group: FieldCell::default(),
            num_child_stages: FieldCell::default(),
            store_predicate: FieldCell::default(),
        })
        .into()
    }

    /// Returns the operation.
    ///
    /// # Errors
    /// Returns an error if the stage is a group.
    pub fn operation(&self) -> Result<Operation> {
        self.op.load().ok_or_else(|| self.error("a group of stages has no operation"))
    }

    /// Returns the stage that determines where this stage is computed: the stage itself, or the
    /// outermost of the groups at whose root it is.
    pub fn attach_spec(&self) -> Self {
        let mut spec = self.clone();
        while spec.attach_type.load() == AttachType::GroupRoot {
            let Some(group) = spec.group.load() else { break };
            spec = group;
        }
        spec
    }

    /// Whether the stage is neither attached nor has other loops than the axes of its operation.
    pub(super) fn is_untouched(&self) -> bool {
        self.relations.load().is_empty()
            && self.attach_type.load() == AttachType::GroupRoot
            && self.all_iter_vars.load().same_as(&self.leaf_iter_vars.load())
    }

    /// Returns the annotations of an axis, if it has any.
    pub(super) fn attr_of(&self, axis: &IterVar) -> Option<IterVarAttr> {
        self.iter_var_attrs.load().get(axis).cloned()
    }

    /// Returns the thread that an axis is bound to.
    pub(super) fn thread_of(&self, axis: &IterVar) -> Option<IterVar> {
        self.attr_of(axis)?.bind_thread.clone()
    }

    /// Returns the name of the operation for error messages.
    pub(super) fn label(&self) -> std::string::String {
        self.op.load().map_or_else(|| "group".into(), |op| op.name.clone())
    }

    /// Returns an error about the stage.
    pub(super) fn error(&self, problem: &'static str) -> ScheduleError {
        ScheduleError::Stage { stage: self.label(), problem }
    }

    /// Returns an error about an axis.
    pub(super) fn axis_error(&self, axis: &IterVar, problem: &'static str) -> ScheduleError {
        ScheduleError::Axis { stage: self.label(), axis: axis.var.name_hint.to_string(), problem }
    }

    /// Returns the position of the loop of an axis.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop.
    pub(super) fn leaf_position(&self, axis: &IterVar) -> Result<usize> {
        let position = self.leaf_iter_vars.load().iter().position(|leaf| leaf == axis);
        position.ok_or_else(|| {
            let is_known = self.all_iter_vars.load().iter().any(|known| known == axis);
            self.axis_error(
                axis,
                match is_known {
                    true => "Operate on iter var that has already been split",
                    false => "Operate on iter var that is not part of the schedule",
                },
            )
        })
    }

    /// Returns an error unless the axis is of one of these kinds.
    pub(super) fn check_kind(&self, action: &'static str, axis: &IterVar, kinds: &[IterVarType]) -> Result {
        match kinds.contains(&axis.iter_type) {
            true => Ok(()),
            false => Err(ScheduleError::AxisKind {
                stage: self.label(),
                action,
                axis: axis.var.name_hint.to_string(),
                kind: format!("{:?}", axis.iter_type),
            }),
        }
    }
}
