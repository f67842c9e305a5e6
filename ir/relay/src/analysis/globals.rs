//! Registered functions for the analyses of relay expressions.

use objet::String;
use objet::function::{BoxError, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::op::Op;
use objet_ir::transform::Pass;
use objet_ir::types::{Type, TypeKind, TypeVar};

use super::{
    AnnotatedRegion, AnnotatedRegionError, AnnotatedRegionSet, BasicBlockError, CalibrateOutput,
    CalibrationError, CallGraph, CallGraphError, FeatureSet, KindError, MacCountError, UnmatchedError,
    all_dtypes, all_type_vars, all_vars, bound_type_vars, bound_vars, check_basic_block_normal_form,
    check_constant, check_kind, detect_feature, detect_module_feature, free_type_vars, free_vars,
    get_calibrate_module, get_calibrate_output_map, get_total_mac_number, is_dynamic, list_op_freqs,
    search_conv2d_op_weight, search_dense_op_weight, search_fc_transpose, unmatched_cases, well_formed,
};
use crate::adt::{Match, Pattern};
use crate::expr::Var;
use crate::functor::post_order;

/// Calls `f` once with each expression in `expr`, in post-order.
#[register_global("relay.analysis.post_order_visit")]
fn post_order_visit(expr: RelayExpr, f: PackedFunc) -> Result<(), RuntimeError> {
    post_order(&expr).try_for_each(|expr| f.call((&expr,)).map(drop))
}

/// Returns all variables in an expression.
#[register_global("relay.analysis.all_vars")]
fn all(expr: RelayExpr) -> Array<Var> {
    all_vars(&expr).into()
}

/// Returns the variables that an expression or a pattern binds.
#[register_global("relay.analysis.bound_vars")]
fn bound(root: ObjectRef) -> Array<Var> {
    bound_vars(&root).into()
}

/// Returns the free variables of an expression.
#[register_global("relay.analysis.free_vars")]
fn free(expr: RelayExpr) -> Array<Var> {
    free_vars(&expr).into()
}

/// Returns all type variables in an expression or a type. The module is ignored.
#[register_global("relay.analysis.all_type_vars")]
fn all_types(root: ObjectRef, _module: Option<IRModule>) -> Array<TypeVar> {
    all_type_vars(&root).into()
}

/// Returns the type variables that an expression or a type binds. The module is ignored.
#[register_global("relay.analysis.bound_type_vars")]
fn bound_types(root: ObjectRef, _module: Option<IRModule>) -> Array<TypeVar> {
    bound_type_vars(&root).into()
}

/// Returns the free type variables of an expression or a type. The module is ignored.
#[register_global("relay.analysis.free_type_vars")]
fn free_types(root: ObjectRef, _module: Option<IRModule>) -> Array<TypeVar> {
    free_type_vars(&root).into()
}

/// Returns whether every variable is bound at most once, and used only in the scope of its binding.
#[register_global("relay.analysis.well_formed")]
fn is_well_formed(expr: RelayExpr) -> bool {
    well_formed(&expr).is_ok()
}

/// Returns the operators that the function `main` calls, with the number of calls of each.
#[register_global("relay.analysis.ExtractOperators")]
fn extract_operators(module: IRModule) -> Result<Map<String, Integer>, ModuleError> {
    let main = module.lookup_by_name("main")?;
    let freqs = list_op_freqs(&main);
    // Programs in memory have fewer calls than `i32::MAX`, so saturation changes no real count.
    let count = |calls: usize| Integer::from(i32::try_from(calls).unwrap_or(i32::MAX));
    Ok(freqs.into_iter().map(|(op, calls)| (op.name.clone(), count(calls))).collect())
}

/// Returns the kind of a type whose parts have the right kinds. Type calls need the module.
#[register_global("relay.analysis.check_kind")]
fn kind_of(ty: Type, #[default(None)] module: Option<IRModule>) -> Result<TypeKind, KindError> {
    check_kind(&ty, module.as_ref())
}

/// Returns whether an expression is a constant or a tuple of constants.
#[register_global("relay.analysis.check_constant")]
fn is_constant(expr: RelayExpr) -> bool {
    check_constant(&expr)
}

/// Returns whether a type contains a tensor type with a dimension that is not constant.
#[register_global("relay.ir.IsDynamic")]
fn is_dynamic_type(ty: Type) -> bool {
    is_dynamic(&ty)
}

/// Returns the names of the data types in the inferred types of an expression.
#[register_global("relay.analysis.all_dtypes")]
fn dtypes(expr: RelayExpr) -> Array<String> {
    all_dtypes(&expr).into_iter().map(|dtype| String::from(dtype.to_string())).collect()
}

/// Returns the numbers of the features of an expression and of the functions of a module.
#[register_global("relay.analysis.detect_feature")]
fn features(expr: Option<RelayExpr>, module: Option<IRModule>) -> Array<Integer> {
    let of_expr = expr.as_ref().map_or_else(FeatureSet::default, detect_feature);
    let of_module = module.as_ref().map_or_else(FeatureSet::default, detect_module_feature);
    of_expr.union(of_module).iter().map(|feature| Integer::from(feature as i32)).collect()
}

/// Returns the values that no clause of a match covers, as patterns.
#[register_global("relay.analysis.unmatched_cases")]
fn unmatched(found: Match, module: Option<IRModule>) -> Result<Array<Pattern>, UnmatchedError> {
    unmatched_cases(&found, module.as_ref()).collect()
}

/// Finds the calls between the functions of a module.
#[register_global("relay.analysis.CallGraph")]
fn call_graph(module: IRModule) -> Result<CallGraph, CallGraphError> {
    CallGraph::new(module)
}

/// Returns the module of a call graph.
#[register_global("relay.analysis.GetModule", short)]
fn module_of(graph: CallGraph) -> IRModule {
    graph.module.clone()
}

/// Returns the number of references from functions of the module to a function.
#[register_global("relay.analysis.GetRefCountGlobalVar")]
fn ref_count(graph: CallGraph, var: GlobalVar) -> Result<i64, CallGraphError> {
    Ok(graph.ref_count(&var)? as i64)
}

/// Returns the number of references from a function to functions of the module.
#[register_global("relay.analysis.GetGlobalVarCallCount")]
fn global_call_count(graph: CallGraph, var: GlobalVar) -> Result<i64, CallGraphError> {
    Ok(graph.global_call_count(&var)? as i64)
}

/// Returns whether a function refers to itself.
#[register_global("relay.analysis.IsRecursive")]
fn is_recursive(graph: CallGraph, var: GlobalVar) -> Result<bool, CallGraphError> {
    graph.is_recursive(&var)
}

/// Returns the calls of all functions as text, callers first.
#[register_global("relay.analysis.PrintCallGraph")]
fn print_call_graph(graph: CallGraph) -> Result<String, CallGraphError> {
    Ok(graph.text()?.into())
}

/// Returns the calls of a function as text.
#[register_global("relay.analysis.PrintCallGraphGlobalVar")]
fn print_calls(graph: CallGraph, var: GlobalVar) -> Result<String, CallGraphError> {
    Ok(graph.function_text(&var)?.into())
}

/// Returns true if an expression is in basic block normal form. Otherwise, the error names the
/// expression that must be bound in an outer block.
#[register_global("relay.analysis.check_basic_block_normal_form")]
fn is_basic_block_normal_form(expr: RelayExpr) -> Result<bool, BasicBlockError> {
    check_basic_block_normal_form(&expr).map(|()| true)
}

/// Returns the number of multiply-accumulate operations in an expression with inferred types.
#[register_global("relay.analysis.GetTotalMacNumber")]
fn total_mac_number(expr: RelayExpr) -> Result<i64, MacCountError> {
    get_total_mac_number(&expr)
}

/// Returns the names of the variables that are the weight of an `nn.conv2d`.
#[register_global("relay.analysis.search_conv2d_op_weight")]
fn conv2d_weights(expr: RelayExpr) -> Array<String> {
    search_conv2d_op_weight(&expr).into()
}

/// Returns the names of the variables that are the weight of an `nn.dense`.
#[register_global("relay.analysis.search_dense_op_weight")]
fn dense_weights(expr: RelayExpr) -> Array<String> {
    search_dense_op_weight(&expr).into()
}

/// Returns the names of the variables whose transpose is the weight of an `nn.dense`.
#[register_global("relay.analysis.search_fc_transpose")]
fn transposed_weights(expr: RelayExpr) -> Array<String> {
    search_fc_transpose(&expr).into()
}

/// Finds the regions of an expression between calls of two operators.
#[register_global("relay.analysis.AnnotatedRegionSet")]
fn annotated_regions(
    expr: RelayExpr,
    begin: Op,
    end: Op,
) -> Result<AnnotatedRegionSet, AnnotatedRegionError> {
    AnnotatedRegionSet::new(&expr, &begin, &end)
}

/// Returns the region that contains an expression, or null.
#[register_global("relay.analysis.GetRegion")]
fn region(regions: AnnotatedRegionSet, expr: RelayExpr) -> Option<AnnotatedRegion> {
    regions.get_region(&expr).cloned()
}

/// Returns the module that records the inputs and outputs of functions for external compilers.
#[register_global("relay.analysis.get_calibrate_module")]
fn calibrate_module(module: IRModule) -> Result<IRModule, CalibrationError> {
    get_calibrate_module(&module)
}

/// Returns, for each function for an external compiler: the offset of its inputs in the result of
/// the recording module, the number of inputs and the number of outputs.
#[register_global("relay.analysis.get_calibrate_output_map")]
fn calibrate_output_map(module: IRModule) -> Result<Map<GlobalVar, Array<Integer>>, CalibrationError> {
    let numbers = |output: CalibrateOutput| [output.offset, output.inputs, output.outputs];
    let integers = |output| numbers(output).into_iter().map(|number| Integer::from(number as i32)).collect();
    let outputs = get_calibrate_output_map(&module)?;
    Ok(outputs.into_iter().map(|(var, output)| (var, integers(output))).collect())
}

/// Creates the pass that extracts the functions from operator fusion.
#[register_global("relay.analysis.ExtractFusedFunctions")]
fn extract_fused_functions_pass() -> Result<Pass, BoxError> {
    super::fused_functions::pass()
}
