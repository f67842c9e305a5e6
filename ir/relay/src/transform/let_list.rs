//! A sequence of bindings under construction.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::Type;

use crate::expr::{Let, Var};

/// Bindings of new variables, in order.
#[derive(Default)]
pub(super) struct LetList(Vec<(Var, RelayExpr)>);

impl LetList {
    /// Binds a value to a new variable of the given type.
    pub(super) fn push(&mut self, value: impl Into<RelayExpr>, ty: Option<&Type>) -> Var {
        let mut var = Var::new("x", None, None);
        *var.make_mut().checked_type = ty.cloned();
        self.0.push((var.clone(), value.into()));
        var
    }

    /// Binds a value to a new variable with a name and without a type. Returns the variable.
    pub(super) fn bind(&mut self, name: &str, value: RelayExpr) -> RelayExpr {
        let var = Var::new(name, None, None);
        self.0.push((var.clone(), value));
        var.upcast()
    }

    /// Adds bindings behind these.
    pub(super) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the variables with their values.
    pub(super) fn into_bindings(self) -> Vec<(Var, RelayExpr)> {
        self.0
    }

    /// Returns the body with the bindings around it.
    pub(super) fn wrap(self, body: impl Into<RelayExpr>) -> RelayExpr {
        let around = |body, (var, value)| Let::new(var, value, body, None).upcast();
        self.0.into_iter().rev().fold(body.into(), around)
    }
}
