//! Schedules of functions with blocks.
//!
//! - A [`StmtSRef`] refers to a block or a loop of a scheduled module. The references form a tree.
//! - A [`ScheduleState`] has the references of a module, and for each block a [`BlockScope`] with
//!   the dependencies between the blocks directly inside, and [`CachedFlags`].
//! - A [`Schedule`] looks up blocks and loops. It stands for them by a [`BlockRV`] or a [`LoopRV`].

mod block_scope;
mod concrete;
mod error;
mod globals;
mod random;
mod regions;
mod sref;
mod state;
mod state_builder;

pub use block_scope::{BlockScope, BlockScopeNode, DepKind, Dependency, DependencyNode};
pub use concrete::{BlockRV, BlockRVNode, LoopRV, LoopRVNode, Schedule, ScheduleNode};
pub use error::ScheduleError;
pub use random::RandomState;
pub use sref::{StmtSRef, StmtSRefNode};
pub use state::{CachedFlags, ScheduleState, ScheduleStateNode};
