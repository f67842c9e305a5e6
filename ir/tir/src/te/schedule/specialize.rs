//! Conditions under which implementations of operators are chosen.

use std::cell::RefCell;

use objet::prelude::*;
use objet_ir::expr::{PrimExpr, exprs};
use objet_ir::scope::{Entered, current, enter_open, leave};

use super::{Result, ScheduleError};
use crate::te::SpecializedCondition;

thread_local! {
    static ENTERED: Entered<SpecializedCondition> = const { RefCell::new(Vec::new()) };
}

/// Creates a condition that holds if all clauses hold.
#[register_global("te.CreateSpecializedCondition", short)]
fn create_specialized_condition(
    condition: Array<Option<ObjectRef>>,
) -> std::result::Result<SpecializedCondition, objet::function::BoxError> {
    let clauses: Vec<PrimExpr> = exprs(condition)?.iter().cloned().collect();
    Ok(SpecializedCondition::new(clauses))
}

/// Returns the condition that was entered last, or null.
#[register_global("te.GetCurrentSpecialization", short)]
fn get_current_specialization() -> Option<SpecializedCondition> {
    current(&ENTERED)
}

/// Makes a condition current on this thread.
#[register_global("te.EnterSpecializationScope", short)]
fn enter_specialization_scope(cond: SpecializedCondition) {
    enter_open(&ENTERED, cond);
}

/// Leaves the condition. It is an error if another one was entered later on this thread.
#[register_global("te.ExitSpecializationScope", short)]
fn exit_specialization_scope(cond: SpecializedCondition) -> Result {
    leave(&ENTERED, |entered| *entered == cond).map_err(ScheduleError::Scope)
}
