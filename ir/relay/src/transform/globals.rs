//! Registered functions for passes over relay.

use objet::String;
use objet::function::{ArgValue, BoxError};
use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::{GlobalVar, IntImm, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::target::Target;
use objet_ir::transform::Pass;
use objet_ir::types::{Type, TypeVar};

use super::{
    BindError, CpsError, DedupError, MixedPrecisionError, SparseError, bind, bind_types, dead_code, dedup,
    fold_constant, substitute, to_a_normal_form_expr, un_cps,
};
use crate::expr::{Constant, Function, Var};

/// Creates the pass that evaluates calls of operators on constants.
#[register_global("relay._transform.FoldConstant")]
fn fold_constant_pass() -> Pass {
    super::fold_constant::pass()
}

/// Evaluates calls of operators on constants. The module is ignored.
#[register_global("relay._transform.FoldConstantExpr")]
fn fold_constant_expr(expr: RelayExpr, _module: Option<IRModule>) -> Result<RelayExpr, RewriteError> {
    fold_constant(expr)
}

/// Creates the pass that removes unused code. `inline_once` also inlines values that are used once.
#[register_global("relay._transform.DeadCodeElimination")]
fn dead_code_elimination_pass(inline_once: bool) -> Pass {
    dead_code::pass(inline_once)
}

/// Creates the pass that converts functions to A-normal form.
#[register_global("relay._transform.ToANormalForm")]
fn to_a_normal_form_pass() -> Pass {
    super::a_normal_form::pass()
}

/// Converts an expression to A-normal form.
#[register_global("relay._transform.ToANormalFormExpr")]
fn to_a_normal_form_of(expr: RelayExpr) -> RelayExpr {
    to_a_normal_form_expr(&expr)
}

/// Creates the pass that replaces bound variables by their values.
#[register_global("relay._transform.ToGraphNormalForm")]
fn to_graph_normal_form_pass() -> Pass {
    super::graph_normal_form::pass()
}

/// Creates the pass that replaces calls by earlier equal ones. `fskip` returns true for calls and
/// projections that stay.
#[register_global("relay._transform.EliminateCommonSubexpr")]
fn eliminate_common_subexpr_pass(fskip: Option<PackedFunc>) -> Pass {
    super::common_subexpr::pass(fskip)
}

/// Creates the pass that removes functions that the entry functions do not refer to.
#[register_global("relay._transform.RemoveUnusedFunctions")]
fn remove_unused_functions_pass(entry_functions: Array<String>) -> Pass {
    super::unused_functions::pass(entry_functions.iter().map(ToString::to_string).collect())
}

/// Creates the pass that simplifies identities and chains of operators.
#[register_global("relay._transform.SimplifyExpr")]
fn simplify_expr_pass() -> Pass {
    super::simplify_expr::pass()
}

/// Creates the pass that undoes operator fusion.
#[register_global("relay._transform.DefuseOps")]
fn defuse_ops_pass() -> Pass {
    super::defuse_ops::pass()
}

/// Creates the pass that simplifies normalizations for inference.
#[register_global("relay._transform.SimplifyInference")]
fn simplify_inference_pass() -> Pass {
    super::simplify_inference::pass()
}

/// Creates the pass that replaces `nn.bias_add` by `add`.
#[register_global("relay._transform.CanonicalizeOps")]
fn canonicalize_ops_pass() -> Pass {
    super::canonicalize_ops::pass()
}

/// Creates the pass that copies widening casts for each user.
#[register_global("relay._transform.CanonicalizeCast")]
fn canonicalize_cast_pass() -> Pass {
    super::canonicalize_cast::pass()
}

/// Creates the pass that replaces float operators between dequantization and quantization by
/// operators on integers.
#[register_global("relay._transform.FakeQuantizationToInteger")]
fn fake_quantization_to_integer_pass() -> Pass {
    super::fake_quantization::pass()
}

/// Creates the pass that replaces functions by fast approximations.
#[register_global("relay._transform.FastMath")]
fn fast_math_pass() -> Pass {
    super::fast_math::pass()
}

/// Creates the pass that moves padding into convolutions.
#[register_global("relay._transform.FoldExplicitPadding")]
fn fold_explicit_padding_pass() -> Pass {
    super::fold_explicit_padding::pass()
}

/// Creates the pass that replaces functions by their first-order gradients.
#[register_global("relay._transform.FirstOrderGradient")]
fn gradient_pass() -> Pass {
    super::gradient::pass()
}

/// Creates the pass that fuses operators. A negative level means that of the context.
#[register_global("relay._transform.FuseOps")]
fn fuse_ops_pass(fuse_opt_level: i32) -> Pass {
    super::fuse_ops::pass(fuse_opt_level)
}

/// Creates the pass that inlines global functions with the attribute `Inline`.
#[register_global("relay._transform.Inline")]
fn inline_pass() -> Pass {
    super::inline::pass()
}

/// Creates the pass that inlines bound functions that fusion created.
#[register_global("relay._transform.InlinePrimitives")]
fn inline_primitives_pass() -> Pass {
    super::inline_primitives::pass()
}

/// Creates the pass that replaces references to constructors and global functions by function
/// expressions.
#[register_global("relay._transform.EtaExpand")]
fn eta_expand_pass(expand_constructor: bool, expand_global_var: bool) -> Pass {
    super::eta_expand::pass(expand_constructor, expand_global_var)
}

/// Creates the pass that makes shapes static where they are constant.
#[register_global("relay._transform.DynamicToStatic")]
fn dynamic_to_static_pass() -> Pass {
    super::dynamic_to_static::pass()
}

/// Creates the pass that moves local functions into global functions.
#[register_global("relay._transform.LambdaLift")]
fn lambda_lift_pass() -> Pass {
    super::lambda_lift::pass()
}

/// Returns a copy of an expression with fresh variables in the place of all that it binds.
#[register_global("relay._transform.dedup")]
fn dedup_expr(e: RelayExpr) -> Result<RelayExpr, DedupError> {
    dedup(&e)
}

/// Creates the pass that delays the computation of tensors of zeros and ones.
#[register_global("relay._transform.LazyGradientInit")]
fn lazy_gradient_init_pass() -> Pass {
    super::lazy_gradient_init::pass()
}

/// Creates the pass that converts functions to a smaller floating-point type where their operators
/// allow it. The mode for operators without a conversion is 0 (an error), 1 (a warning) or 2.
#[register_global("relay._transform.ToMixedPrecision")]
fn to_mixed_precision_pass(
    mixed_precision_type: DataType,
    missing_op_mode: i32,
) -> Result<Pass, MixedPrecisionError> {
    super::mixed_precision::pass(mixed_precision_type, missing_op_mode)
}

/// Creates the pass that replaces calls by those that an attribute of their operators returns.
#[register_global("relay._transform.Legalize")]
fn legalize_pass(legalize_map_attr_name: String) -> Pass {
    super::legalize::pass(&legalize_map_attr_name)
}

/// Creates the pass that replaces calls by calls in the layouts that their operators prefer.
#[register_global("relay._transform.AlterOpLayout")]
fn alter_op_layout_pass() -> Pass {
    super::alter_op_layout::pass()
}

/// Creates the pass that converts operators to desired layouts.
#[register_global("relay._transform.ConvertLayout")]
fn convert_layout_pass(desired_layouts: Map<String, Array<String>>) -> Pass {
    super::convert_layout::pass(desired_layouts)
}

/// Creates the pass that replaces the operators on quantized tensors by operators on integers.
#[register_global("relay.qnn._transform.Legalize")]
fn qnn_legalize_pass() -> Pass {
    super::legalize::qnn_pass()
}

/// Creates the pass that converts functions to continuation-passing style.
#[register_global("relay._transform.ToCPS")]
fn to_cps_pass() -> Pass {
    super::cps::to_cps_pass()
}

/// Creates the pass that removes the continuations of functions in continuation-passing style.
#[register_global("relay._transform.UnCPS")]
fn un_cps_pass() -> Pass {
    super::cps::un_cps_pass()
}

/// Converts a function to continuation-passing style. The module gets converted copies of the
/// functions that the function calls.
#[register_global("relay._transform.to_cps")]
fn to_cps_function(f: Function, module: IRModule) -> Result<Function, BoxError> {
    let (function, with_copies) = super::to_cps(&f, &module)?;
    module.update_in_place(&with_copies)?;
    Ok(function)
}

/// Replaces functions as values by values of data types. The module gets the types, and the
/// functions that the result refers to.
#[register_global("relay._transform.Defunctionalization")]
fn defunctionalization_function(f: Function, module: IRModule) -> Result<RelayExpr, BoxError> {
    let (function, with_types) = super::defunctionalization(&f, &module)?;
    module.update_in_place(&with_types)?;
    Ok(function.upcast())
}

/// Removes the continuation of a function in continuation-passing style.
#[register_global("relay._transform.un_cps")]
fn un_cps_function(f: Function) -> Result<Function, CpsError> {
    un_cps(&f)
}

/// Creates the pass that annotates the expressions that external compilers support.
#[register_global("relay._transform.AnnotateTarget")]
fn annotate_target_pass(targets: Array<String>, include_non_call_ops: bool) -> Pass {
    super::annotate_target::pass(targets.iter().cloned().collect(), include_non_call_ops)
}

/// Creates the pass that merges adjacent regions of the same external compiler.
#[register_global("relay._transform.MergeCompilerRegions")]
fn merge_compiler_regions_pass() -> Pass {
    super::merge_compiler_regions::pass()
}

/// Creates the pass that moves the regions of external compilers into global functions.
#[register_global("relay._transform.PartitionGraph")]
fn partition_graph_pass(mod_name: String) -> Pass {
    super::partition_graph::pass(mod_name)
}

/// Creates the pass that inserts the allocations of the results of kernels. The pass compiles
/// nothing, so that the targets do not matter.
#[register_global("relay.transform.ManifestAlloc")]
fn manifest_alloc_pass(target_host: Option<Target>, targets: Map<Integer, Target>) -> Pass {
    let _ = (target_host, targets);
    super::manifest_alloc::pass()
}

/// Creates the pass that evaluates what does not depend on the parameters of functions.
#[register_global("relay._transform.PartialEvaluate")]
fn partial_evaluate_pass() -> Pass {
    super::partial_evaluate::pass()
}

/// Creates the pass that decides on which device each expression runs. The number of the default
/// device within its type is ignored.
#[register_global("relay._transform.PlanDevices")]
fn plan_devices_pass(default_device: Device) -> Pass {
    super::plan_devices::pass(default_device.device_type.0)
}

/// Creates the pass that moves scales into the convolutions before and after them.
#[register_global("relay._transform.FoldScaleAxis")]
fn fold_scale_axis_pass() -> Pass {
    super::fold_scale_axis::pass()
}

/// Creates the pass that moves scales into the convolutions before them.
#[register_global("relay._transform.BackwardFoldScaleAxis")]
fn backward_fold_scale_axis_pass() -> Pass {
    super::fold_scale_axis::backward_pass()
}

/// Creates the pass that moves scales into the convolutions after them.
#[register_global("relay._transform.ForwardFoldScaleAxis")]
fn forward_fold_scale_axis_pass() -> Pass {
    super::fold_scale_axis::forward_pass()
}

/// Creates the pass that splits concatenations with many arguments.
#[register_global("relay._transform.SplitArgs")]
fn split_args_pass(max_function_args: i32) -> Pass {
    super::split_args::pass(max_function_args)
}

/// Creates the pass that replaces the transposed weights with the given names by new parameters.
#[register_global("relay._transform.SimplifyFCTranspose")]
fn simplify_fc_transpose_pass(target_weights: Array<String>) -> Pass {
    super::simplify_fc_transpose::pass(target_weights.iter().cloned().collect())
}

/// Creates the pass that replaces dense layers by ones with sparse weights. A shape has the extents
/// of the elements, the number of indices, and that of row starts.
#[register_global("relay._transform.DenseToSparse")]
fn dense_to_sparse_pass(
    weight_name: Array<String>,
    weight_shape: Array<Array<IntImm>>,
) -> Result<Pass, SparseError> {
    super::sparse_weights::dense_to_sparse_pass(&weight_name, &weight_shape)
}

/// Creates the pass that replaces convolutions by ones with sparse weights.
#[register_global("relay._transform.Conv2dToSparse")]
fn conv2d_to_sparse_pass(
    weight_name: Array<String>,
    weight_shape: Array<Array<IntImm>>,
    layout: String,
    kernel_size: i32,
) -> Result<Pass, SparseError> {
    super::sparse_weights::conv2d_to_sparse_pass(&weight_name, &weight_shape, layout, kernel_size)
}

/// Creates the pass that replaces convolutions with constant weights by sparse ones.
#[register_global("relay._transform.Conv2dToSparse2")]
fn conv2d_to_sparse2_pass(
    layout: String,
    kernel_size: i32,
    block_height: i32,
    block_width: i32,
    sparsity_threshold: f64,
) -> Pass {
    let block = [block_height, block_width];
    super::sparse_weights::conv2d_to_sparse2_pass(layout, kernel_size, block, sparsity_threshold)
}

/// Creates the pass that converts functions to basic block normal form.
#[register_global("relay._transform.ToBasicBlockNormalForm")]
fn to_basic_block_normal_form_pass() -> Pass {
    super::basic_block_normal_form::pass()
}

/// Returns the gradient of a function, or of a global function of the module.
#[register_global("relay._transform.gradient")]
fn gradient_expr(re: RelayExpr, module: Option<IRModule>) -> Result<Function, BoxError> {
    let function = match (re.downcast_ref::<GlobalVar>(), &module) {
        (Some(var), Some(module)) => module.lookup_by_name(&var.name_hint)?.downcast::<Function>()?,
        _ => re.downcast::<Function>()?,
    };
    Ok(super::gradient(&function, module.as_ref())?)
}

/// Substitutes the parameters of a function, the free variables of another expression, or the type
/// variables of a type.
#[register_global("relay.ir.Bind")]
fn bind_any(input: ObjectRef, args: Map<ObjectRef, ObjectRef>) -> Result<ObjectRef, BoxError> {
    match input.downcast::<Type>() {
        Ok(ty) => {
            let args = ArgValue::from(&args).get::<Map<TypeVar, Type>>()?;
            Ok(bind_types(ty, args.iter().map(|(var, ty)| (var.clone(), ty.clone())))?.upcast())
        }
        Err(other) => {
            let args = ArgValue::from(&args).get::<Map<Var, RelayExpr>>()?;
            let args = args.iter().map(|(var, arg)| (var.clone(), arg.clone()));
            match other.into_object().downcast::<Function>() {
                Ok(function) => Ok(bind(function, args)?.upcast()),
                Err(other) => Ok(substitute(other.into_object().downcast::<RelayExpr>()?, args)?.upcast()),
            }
        }
    }
}

/// Replaces the parameters of a function with the given names by constants. Other names are
/// ignored.
#[register_global("relay.build_module.BindParamsByName")]
fn bind_params_by_name(func: Function, params: Map<String, Constant>) -> Result<Function, BindError> {
    super::bind_params_by_name(func, &params)
}
