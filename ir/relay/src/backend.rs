//! Data that relay's code generators exchange with front ends. The code generators themselves are
//! not here.

pub mod executor;
pub mod lowered;
pub mod memory_plan;
pub mod names;
mod params;
