//! Registered functions for type inference.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_ir::types::{Type, TypeRelation};

use super::relations::{Relation, Solver};
use super::unify::Keep;

/// Creates the pass that infers the types of a module.
#[register_global("relay._transform.InferType")]
fn infer_type_pass() -> Pass {
    super::of_module::pass()
}

/// Creates a type solver: a function that returns the functions `Solve`, `Unify`, `Resolve` and
/// `AddConstraint` of the solver by name.
#[register_global("relay.analysis._test_type_solver")]
fn type_solver() -> PackedFunc {
    let shared = Arc::new(Mutex::new(Solver::new(None)));
    let function = move |name: objet::String| -> Result<PackedFunc, RuntimeError> {
        let solver = shared.clone();
        Ok(match name.as_str() {
            "Solve" => TypedPackedFunc::new(move || {
                let mut solver = lock(&solver);
                solver.solve();
                let is_solved = solver.is_solved();
                unless_failed(&solver, is_solved)
            })
            .into(),
            "Unify" => TypedPackedFunc::new(move |lhs: Type, rhs: Type| {
                let mut solver = lock(&solver);
                let unified = solver.unify(&lhs, &rhs, Keep::None, None);
                unless_failed(&solver, unified)
            })
            .into(),
            "Resolve" => TypedPackedFunc::new(move |ty: Type| lock(&solver).resolve(&ty)).into(),
            "AddConstraint" => TypedPackedFunc::new(move |constraint: TypeRelation| {
                let relation = Relation::of(&constraint)
                    .ok_or_else(|| RuntimeError::from_text("the type relation has no function"))?;
                lock(&solver).add(relation);
                Ok::<_, RuntimeError>(())
            })
            .into(),
            _ => return Err(RuntimeError::from_text(&format!("a type solver has no function `{name}`"))),
        })
    };
    TypedPackedFunc::new(function).into()
}

fn lock(solver: &Mutex<Solver>) -> MutexGuard<'_, Solver> {
    // The methods of a solver report errors as diagnostics, so a panic leaves no broken solver.
    solver.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a value, or the errors that the solver has reported since the last call.
fn unless_failed<T>(solver: &Solver, value: T) -> Result<T, RuntimeError> {
    let errors = solver.take_diagnostics();
    if errors.is_empty() {
        return Ok(value);
    }
    Err(RuntimeError::from_text(&super::InferError::new(None::<&IRModule>, errors).to_string()))
}
