//! Analyses of relay expressions and modules.

mod effects;
mod globals;
mod operators;
mod variables;
mod well_formed;

use objet::compare::StructuralEqual;
use objet::prelude::*;

pub(crate) use effects::Effects;
pub use operators::list_op_freqs;
pub(crate) use variables::bound_more_than_once;
pub use variables::{all_type_vars, all_vars, bound_type_vars, bound_vars, free_type_vars, free_vars};
pub use well_formed::{WellFormedError, module_well_formed, well_formed};

/// Returns whether two expressions are equal up to the names of the variables that they bind.
///
/// Free variables must be identical, unless `map_free_vars` allows a one-to-one mapping between the
/// free variables of both sides.
///
/// ```
/// use objet_relay::analysis::alpha_equal;
/// use objet_relay::expr::{Function, Var};
///
/// let identity = |name: &str| {
///     let x = Var::new(name, None, None);
///     Function::new([x.clone()], x, None, [], None, None)
/// };
/// assert!(alpha_equal(&identity("x"), &identity("y"), false));
///
/// let free = |name: &str| Var::new(name, None, None);
/// assert!(!alpha_equal(&free("x"), &free("x"), false));
/// assert!(alpha_equal(&free("x"), &free("y"), true));
/// ```
pub fn alpha_equal(lhs: &impl IsObjectRef, rhs: &impl IsObjectRef, map_free_vars: bool) -> bool {
    StructuralEqual::new().map_free_vars(map_free_vars).equal(lhs, rhs)
}
