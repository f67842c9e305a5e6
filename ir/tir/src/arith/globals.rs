//! Global functions through which front ends analyze integers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet::String;
use objet::function::{BoxError, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::int_set::IntSet;
use super::{Analyzer, ConstIntBound, ModularSet, int_set_globals};
use crate::expr::{Range, RangeNode, Var};

/// Creates constant bounds.
#[register_global("arith.ConstIntBound")]
fn const_int_bound(min_value: i64, max_value: i64) -> ConstIntBound {
    ConstIntBound::new(min_value, max_value)
}

/// Creates the set of the integers `coeff * i + base`.
#[register_global("arith.ModularSet")]
fn modular_set(coeff: i64, base: i64) -> ModularSet {
    ModularSet::new(coeff, base)
}

/// Creates an analyzer: a function that returns the functions of the analyzer by name.
#[register_global("arith.CreateAnalyzer")]
fn create_analyzer() -> PackedFunc {
    let shared = Arc::new(Mutex::new(Analyzer::new()));
    let function = move |name: String| -> Result<PackedFunc, RuntimeError> {
        let analyzer = shared.clone();
        Ok(match name.as_str() {
            "const_int_bound" => {
                TypedPackedFunc::new(move |expr: ExprArg| lock(&analyzer).const_int_bound(&expr.0)).into()
            }
            "modular_set" => {
                TypedPackedFunc::new(move |expr: ExprArg| lock(&analyzer).modular_set(&expr.0)).into()
            }
            "const_int_bound_update" => {
                let update = move |var: Var, bound: ConstIntBound, allow_override: bool| {
                    lock(&analyzer).update(&var, &bound, allow_override).map_err(BoxError::from)
                };
                TypedPackedFunc::new(update).into()
            }
            "Simplify" => TypedPackedFunc::new(move |expr: ExprArg, steps: i64| {
                lock(&analyzer).simplify(&expr.0, usize::try_from(steps).unwrap_or(0))
            })
            .into(),
            "rewrite_simplify" => {
                TypedPackedFunc::new(move |expr: ExprArg| lock(&analyzer).rewrite_simplify(&expr.0)).into()
            }
            "canonical_simplify" => {
                TypedPackedFunc::new(move |expr: ExprArg| lock(&analyzer).canonical_simplify(&expr.0)).into()
            }
            "int_set" => TypedPackedFunc::new(move |expr: ExprArg, domains: Map<Var, IntSet>| {
                let domains = int_set_globals::domains(&domains)?;
                Ok::<_, BoxError>(lock(&analyzer).int_set(&expr.0, &domains))
            })
            .into(),
            "bind" => {
                TypedPackedFunc::new(move |var: Var, value: ObjectRef| bind(&analyzer, &var, value)).into()
            }
            "enter_constraint_context" => TypedPackedFunc::new(move |condition: PrimExpr| {
                let entered = Mutex::new(Some(lock(&analyzer).enter_constraint(&condition)));
                let analyzer = analyzer.clone();
                PackedFunc::from(TypedPackedFunc::new(move || {
                    let constraint = entered.lock().unwrap_or_else(PoisonError::into_inner).take();
                    if let Some(constraint) = constraint {
                        lock(&analyzer).exit_constraint(constraint);
                    }
                }))
            })
            .into(),
            _ => return Err(RuntimeError::from_text(&format!("an analyzer has no function `{name}`"))),
        })
    };
    TypedPackedFunc::new(function).into()
}

/// Sets the value or the range of a variable.
fn bind(analyzer: &Mutex<Analyzer>, var: &Var, value: ObjectRef) -> Result<(), BoxError> {
    let mut analyzer = lock(analyzer);
    if value.is_instance::<RangeNode>() {
        let range: Range = value.downcast()?;
        return Ok(analyzer.bind_range(var, &range, false)?);
    }
    let value: PrimExpr = value.downcast()?;
    Ok(analyzer.bind(var, &value, false)?)
}

fn lock(analyzer: &Mutex<Analyzer>) -> MutexGuard<'_, Analyzer> {
    // An analyzer holds no lock while it calls other code, and a panic leaves its facts whole.
    analyzer.lock().unwrap_or_else(PoisonError::into_inner)
}
