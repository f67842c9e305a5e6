//! Passes over relay by the functions that front ends know.

use objet::prelude::*;
use objet::{ArgValue, BoxError, RewriteError};
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_ir::types::{Type, TypeVar};

use super::{bind, bind_types, dead_code, fold_constant, substitute, to_a_normal_form_expr};
use crate::expr::{Function, Var};

/// The pass that computes calls of operators on constants.
#[register_global("relay._transform.FoldConstant")]
fn fold_constant_pass() -> Pass {
    super::fold_constant::pass()
}

/// Computes calls of operators on constants.
#[register_global("relay._transform.FoldConstantExpr")]
fn fold_constant_expr(expr: RelayExpr, _module: Option<IRModule>) -> Result<RelayExpr, RewriteError> {
    fold_constant(expr)
}

/// The pass that takes out what is not used, and, if asked, puts what is used once where it is used.
#[register_global("relay._transform.DeadCodeElimination")]
fn dead_code_elimination_pass(inline_once: bool) -> Pass {
    dead_code::pass(inline_once)
}

/// The pass that brings functions into A-normal form.
#[register_global("relay._transform.ToANormalForm")]
fn to_a_normal_form_pass() -> Pass {
    super::a_normal_form::pass()
}

/// An expression in A-normal form.
#[register_global("relay._transform.ToANormalFormExpr")]
fn to_a_normal_form_of(expr: RelayExpr) -> RelayExpr {
    to_a_normal_form_expr(&expr)
}

/// Expressions in the place of variables: the parameters of a function, or those that are free in another expression; or types in the place of
/// those of a type.
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
