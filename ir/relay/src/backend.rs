//! Data that relay's code generators exchange with front ends. The code generators themselves are
//! not here.

pub mod executor;
pub mod lowered;
pub mod memory_plan;
mod memory_planner;
pub mod names;
mod params;

pub use memory_planner::{PlanMemoryError, graph_plan_memory};
