//! Errors of schedules.

use objet::function::{ErrorKind, RuntimeError};
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::module::ModuleError;
use objet_ir::scope::LeaveError;
use objet_ir::transform::ConfigError;

use crate::arith::Redefined;

/// An error of a schedule.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The schedule has no stage for an operation.
    #[error("Cannot find Stage for operator {op:?} in the schedule")]
    Unknown {
        /// The name of the operation.
        op: String,
    },
    /// A stage does not allow an action, or cannot be lowered.
    #[error("stage {stage:?}: {problem}")]
    Stage {
        /// The name of the operation.
        stage: String,
        /// The reason.
        problem: &'static str,
    },
    /// An axis does not allow an action.
    #[error("stage {stage:?}, axis {axis}: {problem}")]
    Axis {
        /// The name of the operation.
        stage: String,
        /// The name of the axis.
        axis: String,
        /// The reason.
        problem: &'static str,
    },
    /// An axis is of a kind that does not allow an action.
    #[error("stage {stage:?}: Cannot {action} axis {axis} of type {kind}")]
    AxisKind {
        /// The name of the operation.
        stage: String,
        /// The action.
        action: &'static str,
        /// The name of the axis.
        axis: String,
        /// The kind of the axis.
        kind: String,
    },
    /// A value of a stage does not fit.
    #[error("stage {stage:?}: {problem}: {found}")]
    Value {
        /// The name of the operation.
        stage: String,
        /// The reason.
        problem: &'static str,
        /// The value.
        found: String,
    },
    /// A tag names no thread axis.
    #[error("Unknown threadscope {0:?}: expected blockIdx, threadIdx, vthread or cthread")]
    ThreadTag(String),
    /// A scope names no memory.
    #[error("unknown storage scope {0:?}: expected global, shared, warp, local, wmma or texture")]
    StorageScope(String),
    /// An argument of a function is not a tensor, a buffer or a variable.
    #[error("argument {index}: expected a Tensor, a Buffer or a Var, found a {found}")]
    Argument {
        /// The index of the argument.
        index: usize,
        /// The type key of the argument.
        found: &'static str,
    },
    /// There is nothing to do.
    #[error("{0}")]
    Empty(&'static str),
    /// A condition is left that is not current.
    #[error("wrong exit from a specialized condition: {0}")]
    Scope(LeaveError),
    /// A stage does not compute what its tensor intrinsic computes.
    #[error("stage {stage:?}: tensor intrinsic {intrin:?}: {problem}: {found}")]
    Intrin {
        /// The name of the operation.
        stage: String,
        /// The name of the tensor intrinsic.
        intrin: String,
        /// The difference.
        problem: &'static str,
        /// The values that differ.
        found: String,
    },
    /// An expression or a statement cannot be built.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// An expression does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// An option of the pass context is of another type.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A function does not fit into a module.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A variable has two ranges.
    #[error(transparent)]
    Redefined(#[from] Redefined),
}

impl From<ScheduleError> for RuntimeError {
    fn from(error: ScheduleError) -> Self {
        Self::with_source(ErrorKind::TVM_ERROR, error)
    }
}
