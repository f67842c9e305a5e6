//! The cases of the benchmarks, and the objects that each competitor makes.
//!
//! A case is one kind of work, which Objet and its peers do on arrays or graphs of the same shape.
//! The benchmarks of criterion, the tables of ratios and the instruction counts run the same cases.

pub mod arith;
mod c_calls;
mod calls;
mod case;
mod downcast;
pub mod graph_nodes;
pub mod graphs;
pub mod hand_written;
pub mod inference;
mod instance_check;
mod launches;
mod look_up;
mod make_and_drop;
pub mod networks;
pub mod objet_nodes;
pub mod patterns;
pub mod peers;
mod plan;
pub mod remote;
pub mod rewriting;
mod table;
pub mod text;
pub mod tvm_ffi;

pub use c_calls::c_call_cases;
pub use calls::call_cases;
pub use case::{Case, Contestant, Goal};
pub use downcast::downcast_cases;
pub use instance_check::instance_check_cases;
pub use launches::launch_cases;
pub use look_up::look_up_cases;
pub use make_and_drop::make_and_drop_cases;
pub use plan::OBJECTS;
pub use table::{Rounds, Table};

/// Returns all cases over arrays of small objects, in the order of the table of ratios.
pub fn all_cases() -> Vec<Case> {
    let mut cases = instance_check_cases();
    cases.extend(downcast_cases());
    cases.extend(make_and_drop_cases());
    cases
}
