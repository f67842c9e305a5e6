//! Errors of schedules.

use objet::String;
use objet::function::{ErrorKind, RuntimeError};
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::module::ModuleError;

/// An error of a schedule.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// No block has the name.
    #[error("Cannot find a block with the name: {0}")]
    NoBlock(String),
    /// Several blocks have the name.
    #[error("Found {count} blocks with the name: {name}")]
    Blocks {
        /// The name.
        name: String,
        /// The number of blocks.
        count: usize,
    },
    /// The operation is not possible for the root block.
    #[error("The primitive does not operate on the root block")]
    Root,
    /// The schedule has no value for an object that stands for one.
    #[error("Cannot find corresponding {kind}: {object}")]
    NoValue {
        /// The kind of the object.
        kind: &'static str,
        /// The object.
        object: std::string::String,
    },
    /// The symbol table does not have an object.
    #[error("Cannot find the object in the symbol table: {0}")]
    NoObject(std::string::String),
    /// The object is not of a kind that schedules look up.
    #[error("expected {expected}, found {found}")]
    Kind {
        /// The kinds that are possible.
        expected: &'static str,
        /// The type key of the object.
        found: &'static str,
    },
    /// The module has no function of a kind that can be scheduled.
    #[error("{0:?} is not a function of tir")]
    NoFunction(String),
    /// The statement is not part of the scheduled module.
    #[error("the {0} is not part of the scheduled module")]
    NotScheduled(&'static str),
    /// A block or a loop occurs twice in the module.
    #[error("{kind} {name} occurs more than once: a scheduled module has each block and each loop once")]
    Repeated {
        /// The kind of the statement.
        kind: &'static str,
        /// The name of the block or of the variable of the loop.
        name: String,
    },
    /// The module has no such function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// An expression cannot be built.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// An expression does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<ScheduleError> for RuntimeError {
    fn from(error: ScheduleError) -> Self {
        use ScheduleError::*;
        let kind = match &error {
            NoBlock(_) | Blocks { .. } | Root => ErrorKind::new("ScheduleError"),
            NoValue { .. } | NoObject(_) => ErrorKind::new("IndexError"),
            Kind { .. } | NoFunction(_) => ErrorKind::TYPE_ERROR,
            Module(_) => ErrorKind::VALUE_ERROR,
            _ => ErrorKind::TVM_ERROR,
        };
        Self::with_source(kind, error)
    }
}
