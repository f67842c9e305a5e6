//! What can be told of relay expressions, by the functions that front ends know.

use objet::prelude::*;
use objet::{RuntimeError, String};
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::TypeVar;

use super::{
    all_type_vars, all_vars, bound_type_vars, bound_vars, free_type_vars, free_vars, list_op_freqs,
    well_formed,
};
use crate::expr::Var;
use crate::functor::post_order;

/// Calls a function with each expression in `expr`, once, after those in it.
#[register_global("relay.analysis.post_order_visit")]
fn post_order_visit(expr: RelayExpr, f: PackedFunc) -> Result<(), RuntimeError> {
    post_order(&expr).try_for_each(|expr| f.call((&expr,)).map(drop))
}

/// All variables in an expression.
#[register_global("relay.analysis.all_vars")]
fn all(expr: RelayExpr) -> Array<Var> {
    all_vars(&expr).into()
}

/// The variables that an expression or a pattern binds.
#[register_global("relay.analysis.bound_vars")]
fn bound(root: ObjectRef) -> Array<Var> {
    bound_vars(&root).into()
}

/// The variables that nothing in the expression binds.
#[register_global("relay.analysis.free_vars")]
fn free(expr: RelayExpr) -> Array<Var> {
    free_vars(&expr).into()
}

/// All type variables in an expression or a type; the module is not asked.
#[register_global("relay.analysis.all_type_vars")]
fn all_types(root: ObjectRef, _module: Option<IRModule>) -> Array<TypeVar> {
    all_type_vars(&root).into()
}

/// The type variables that an expression or a type binds; the module is not asked.
#[register_global("relay.analysis.bound_type_vars")]
fn bound_types(root: ObjectRef, _module: Option<IRModule>) -> Array<TypeVar> {
    bound_type_vars(&root).into()
}

/// The type variables that nothing in the expression or the type binds; the module is not asked.
#[register_global("relay.analysis.free_type_vars")]
fn free_types(root: ObjectRef, _module: Option<IRModule>) -> Array<TypeVar> {
    free_type_vars(&root).into()
}

/// Whether every variable is bound once at most, and used only where it is bound.
#[register_global("relay.analysis.well_formed")]
fn is_well_formed(expr: RelayExpr) -> bool {
    well_formed(&expr).is_ok()
}

/// The operators that the function `main` calls, with the number of calls.
#[register_global("relay.analysis.ExtractOperators")]
fn extract_operators(module: IRModule) -> Result<Map<String, Integer>, ModuleError> {
    let main = module.lookup_by_name("main")?;
    let freqs = list_op_freqs(&main);
    // A count that no constant holds is beyond any program in memory.
    let count = |calls: usize| Integer::from(i32::try_from(calls).unwrap_or(i32::MAX));
    Ok(freqs.into_iter().map(|(op, calls)| (op.name.clone(), count(calls))).collect())
}
