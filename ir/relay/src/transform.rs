//! Passes over relay.
//!
//! Each pass is available as a plain function over an expression or a module, and as a registered
//! pass with TVM's name.
//!
//! ```
//! use objet::prelude::*;
//! use objet_ir::expr::GlobalVar;
//! use objet_ir::module::IRModule;
//! use objet_ir::transform::{Pass, Sequential};
//! use objet_relay::expr::{Constant, Function, FunctionNode, LetNode};
//! use objet_relay::op::add;
//!
//! let scalar = |value: f32| Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None);
//! let sum = Function::new([], add(scalar(1.0), scalar(2.0))?, None, [], None, None);
//! let mut module = IRModule::new();
//! module.add(GlobalVar::new("main"), sum, false)?;
//!
//! let passes = [Pass::get("FoldConstant")?.clone(), Pass::get("ToANormalForm")?.clone()];
//! let passes = Sequential::new(passes, "both");
//! let module = passes.run(module)?;
//! let main = module.lookup_by_name("main")?;
//! let main = main.as_node::<FunctionNode>().unwrap();
//! let bound = main.body.as_node::<LetNode>().unwrap(); // let %x = 3; %x
//! assert_eq!(bound.value.downcast_ref::<Constant>().unwrap().data.as_slice::<f32>()?, [3.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod a_normal_form;
mod alter_op_layout;
mod annotate_spans;
mod annotate_target;
mod basic_block_normal_form;
mod bind;
mod by_function;
mod canonicalize_cast;
pub(crate) mod canonicalize_ops;
mod combine_parallel;
mod common_subexpr;
mod convert_layout;
mod cps;
mod dead_code;
mod dedup;
mod defunctionalization;
mod defuse_ops;
mod dynamic_to_static;
mod eta_expand;
mod fake_quantization;
mod fast_math;
pub(crate) mod fold_constant;
mod fold_explicit_padding;
mod fold_scale_axis;
mod function_pass;
mod fuse_ops;
mod globals;
mod gradient;
mod graph_normal_form;
mod growth;
mod inline;
mod inline_primitives;
mod lambda_lift;
mod layout_rewrite;
mod lazy_gradient_init;
mod legalize;
mod let_list;
mod manifest_alloc;
mod merge_compiler_regions;
mod merge_composite;
mod mixed_precision;
mod partial_evaluate;
mod partition_graph;
pub(crate) mod plan_devices;
mod print_ir;
mod replace_exprs;
mod simplify_expr;
mod simplify_fc_transpose;
mod simplify_inference;
mod sparse_weights;
mod split_args;
pub(crate) mod typed_exprs;
mod unused_functions;

pub use a_normal_form::{to_a_normal_form, to_a_normal_form_expr};
pub use alter_op_layout::alter_op_layout;
pub use annotate_spans::annotate_spans;
pub use annotate_target::annotate_target;
pub use basic_block_normal_form::{
    BasicBlockNormalFormError, to_basic_block_normal_form, to_basic_block_normal_form_expr,
};
pub use bind::{BindError, bind, bind_params_by_name, bind_types, substitute};
pub use canonicalize_cast::canonicalize_cast;
pub use canonicalize_ops::canonicalize_ops;
pub use combine_parallel::{CombineError, ParallelOp, combine_parallel};
pub use common_subexpr::eliminate_common_subexpr;
pub use convert_layout::convert_layout;
pub use cps::{CpsError, to_cps, un_cps};
pub use dead_code::dead_code_elimination;
pub use dedup::{DedupError, dedup};
pub use defunctionalization::{DefunctionalizationError, defunctionalization};
pub use defuse_ops::{DefuseError, defuse_ops};
pub(crate) use dynamic_to_static::static_call;
pub use dynamic_to_static::{DynamicToStaticError, dynamic_to_static};
pub use eta_expand::{EtaExpandError, eta_expand};
pub use fake_quantization::{FakeQuantizationError, fake_quantization_to_integer};
pub use fast_math::fast_math;
pub use fold_constant::fold_constant;
pub use fold_explicit_padding::fold_explicit_padding;
pub use fold_scale_axis::{backward_fold_scale_axis, forward_fold_scale_axis};
pub use function_pass::{FunctionPass, FunctionPassNode};
pub use fuse_ops::fuse_ops;
pub use gradient::{DifferentiationError, first_order_gradient, first_order_gradients, gradient};
pub use graph_normal_form::{GraphNormalFormError, to_graph_normal_form};
pub use growth::GrowthError;
pub use inline::{InlineError, inline};
pub use inline_primitives::inline_primitives;
pub use lambda_lift::{LambdaLiftError, lambda_lift};
pub use layout_rewrite::LayoutPassError;
pub use lazy_gradient_init::{LazyGradientError, lazy_gradient_init};
pub use legalize::{LegalizeError, legalize};
pub use manifest_alloc::{ManifestAllocError, manifest_alloc};
pub use merge_compiler_regions::{MergeRegionsError, merge_compiler_regions};
pub use merge_composite::{CompositeCheck, CompositePattern, merge_composite};
pub use mixed_precision::{MissingOps, MixedPrecisionError, to_mixed_precision};
pub use partial_evaluate::{PartialEvaluationError, partial_evaluate};
pub use partition_graph::{PartitionGraphError, partition_graph};
pub use plan_devices::{PlanDevicesError, plan_devices};
pub use print_ir::print_ir;
pub use simplify_expr::simplify_expr;
pub use simplify_fc_transpose::simplify_fc_transpose;
pub use simplify_inference::simplify_inference;
pub use sparse_weights::{SparseError, SparseWeight, conv2d_to_sparse, conv2d_to_sparse2, dense_to_sparse};
pub use split_args::split_args;
pub use unused_functions::remove_unused_functions;
