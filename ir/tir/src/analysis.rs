//! What can be known of expressions and statements without running them.
//!
//! Whether two of them are the same but for the names of what they bind, which is called alpha-equality, is what
//! [`structural_equal`](objet::structural_equal()) tells; [`StructuralEqual::map_free_vars`](objet::StructuralEqual::map_free_vars) lets free
//! variables differ too.

mod effects;
mod variables;

pub use effects::{is_pure, side_effect};
pub use variables::{NotSSA, all_vars, bound_vars, free_vars, uses_var, verify_ssa};
