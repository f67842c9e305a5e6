//! Registered functions for the analyses of relay expressions.

use objet::String;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::TypeVar;

use super::{
    all_type_vars, all_vars, bound_type_vars, bound_vars, free_type_vars, free_vars, list_op_freqs,
    well_formed,
};
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
