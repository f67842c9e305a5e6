//! Errors of lowering.

use objet_ir::module::ModuleError;
use objet_ir::transform::{ConfigError, PassError};

use crate::te::schedule::ScheduleError;

/// An error in the lowering of a schedule, a function or a module.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// An entry of the option `tir.add_lower_pass` is not a pair of a phase and a pass.
    #[error("entry {index} of the option tir.add_lower_pass is not a pair of a phase, from 0, and a pass")]
    AddedPass {
        /// The index of the entry.
        index: usize,
    },
    /// A pass cannot be created.
    #[error("the pass {name} cannot be created: {source}")]
    Pass {
        /// The name of the pass.
        name: &'static str,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The schedule has no function.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// An option has another type.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The function does not fit into a module.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A pass fails.
    #[error(transparent)]
    Run(#[from] PassError),
}
