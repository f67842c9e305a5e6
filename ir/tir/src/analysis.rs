//! Static analysis of expressions and statements.
//!
//! [`structural_equal`](objet::structural_equal()) decides alpha-equality: whether two programs are
//! equal up to the names of bound variables.
//! [`StructuralEqual::map_free_vars`](objet::compare::StructuralEqual::map_free_vars) also lets
//! free variables differ.

mod access_region;
mod buffer_scopes;
mod conditional_bounds;
mod effects;
mod globals;
mod gpu_code;
mod memory_access;
mod parts;
mod ssa;
mod variables;
mod workspace;

pub use access_region::{BlockAccess, block_access_region, block_read_write_region};
pub(crate) use access_region::{access_of, covering, read_write_of};
pub use buffer_scopes::detect_buffer_access_lca;
pub(crate) use conditional_bounds::bounds_by_condition;
pub use effects::{is_pure, side_effect};
pub use gpu_code::{GpuLimits, GpuViolation, verify_gpu_code};
pub use memory_access::{MemoryError, verify_memory};
pub(crate) use parts::evaluated_parts;
pub use ssa::{NotSSA, verify_ssa};
pub use variables::{all_vars, bound_vars, free_vars, uses_var};
pub use workspace::{WorkspaceError, calculate_workspace_bytes};
