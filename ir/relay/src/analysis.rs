//! Analyses of relay expressions and modules.

mod annotated_regions;
mod basic_block_form;
mod calibration;
mod call_graph;
mod constant;
mod dtypes;
mod dynamic;
mod effects;
mod feature;
mod fused_functions;
mod globals;
mod kind;
mod mac_count;
mod operators;
mod recursive_lets;
mod unmatched_cases;
mod variables;
mod weights;
mod well_formed;

use objet::compare::StructuralEqual;
use objet::prelude::*;

pub use annotated_regions::{
    AnnotatedRegion, AnnotatedRegionError, AnnotatedRegionNode, AnnotatedRegionSet, AnnotatedRegionSetNode,
};
pub(crate) use basic_block_form::hidden_in_blocks;
pub use basic_block_form::{BasicBlockError, check_basic_block_normal_form};
pub use calibration::{CalibrateOutput, CalibrationError, get_calibrate_module, get_calibrate_output_map};
pub use call_graph::{CallGraph, CallGraphError, CallGraphNode};
pub use constant::check_constant;
pub use dtypes::all_dtypes;
pub use dynamic::is_dynamic;
pub(crate) use effects::{Effects, OpEffects, called_function};
pub use feature::{Feature, FeatureSet, detect_feature, detect_module_feature};
pub use fused_functions::extract_fused_functions;
pub use kind::{KindError, check_kind};
pub use mac_count::{MacCountError, MacCountReason, get_total_mac_number};
pub use operators::list_op_freqs;
pub(crate) use recursive_lets::recursive_lets;
pub use unmatched_cases::{UnmatchedCases, UnmatchedError, unmatched_cases};
pub use variables::{all_type_vars, all_vars, bound_type_vars, bound_vars, free_type_vars, free_vars};
pub(crate) use variables::{bound_by, bound_more_than_once};
pub use weights::{search_conv2d_op_weight, search_dense_op_weight, search_fc_transpose};
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
