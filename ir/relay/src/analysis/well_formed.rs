//! Checks that variables are used only where they are bound.
//!
//! An expression is well formed if
//! - no two parameters, `let`s or patterns bind the same variable;
//! - a bound variable is used only in its scope.
//!
//! The scope of a variable is the body of its function or `let`, or the clause of its pattern. The
//! value of a `let` is also in scope if that value is a function, which may call itself. A shared
//! expression is used at each place that refers to it.
//!
//! Free variables are allowed in an expression, but not in a function of a module.

use std::collections::HashMap;

use objet::String;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::scope_tree::Scope;

use crate::adt::{Clause, MatchNode, PatternVarNode};
use crate::expr::{Function, FunctionNode, Id, LetNode, Var};
use crate::functor::{parts, post_order};
use crate::scope::{LetScoping, Scopes};

/// A violation of the scoping rules for variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WellFormedError {
    /// A variable is bound more than once.
    #[error("%{var} is bound more than once")]
    DuplicateBinding {
        /// The name of the variable.
        var: String,
    },
    /// A bound variable is used outside its scope.
    #[error("%{var} is used outside the scope of its binding")]
    OutOfScope {
        /// The name of the variable.
        var: String,
    },
    /// A function of a module has a free variable.
    #[error("unbound variable %{var} in function @{function}")]
    Free {
        /// The name of the function.
        function: String,
        /// The name of the variable.
        var: String,
    },
}

/// Checks that every variable in an expression is bound at most once, and used only in its scope.
/// Free variables are allowed.
///
/// # Errors
/// Returns the first violation, in evaluation order.
///
/// ```
/// use objet_relay::analysis::{WellFormedError, well_formed};
/// use objet_relay::expr::{Let, Tuple, Var};
///
/// let (x, y) = (Var::new("x", None, None), Var::new("y", None, None));
/// let bound = Let::new(x.clone(), y, x.clone(), None);
/// assert_eq!(well_formed(&bound.clone().into()), Ok(()));
///
/// let beside = Tuple::new([bound.into(), x.into()], None);
/// assert_eq!(well_formed(&beside.into()), Err(WellFormedError::OutOfScope { var: "x".into() }));
/// ```
pub fn well_formed(expr: &RelayExpr) -> Result<(), WellFormedError> {
    check(expr).map(drop)
}

/// Checks all functions of a module with [`well_formed`], and that the functions have no free
/// variables.
///
/// # Errors
/// Returns the first violation.
pub fn module_well_formed(module: &IRModule) -> Result<(), WellFormedError> {
    for (name, function) in module.functions.load().iter() {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        let free = check(function.upcast_ref())?;
        if let Some(var) = free.first() {
            let (function, var) = (name.name_hint.clone(), var.name_hint().clone());
            return Err(WellFormedError::Free { function, var });
        }
    }
    Ok(())
}

/// Checks an expression and returns its free variables.
fn check(expr: &RelayExpr) -> Result<Vec<Var>, WellFormedError> {
    let order: Vec<_> = post_order(expr).collect();
    let scopes = Scopes::new(&order, LetScoping::Nested);
    let mut bound = HashMap::<Id, Option<Scope>>::new();
    let mut used = Vec::<(&Var, Scope)>::new();
    for (position, expr) in scopes.order.iter().enumerate() {
        let mut binders = Vec::new();
        match_node!(match expr {
            function @ FunctionNode => binders.extend(function.params.iter().map(|param| (param.clone(), 0))),
            node @ LetNode => binders.push((node.var.clone(), 0)),
            node @ MatchNode => {
                for (number, clause) in node.clauses.iter().enumerate() {
                    binders.extend(pattern_vars(clause).map(|var| (var, number)));
                }
            }
            _ => {}
        });
        for (var, number) in binders {
            if bound.insert(var.vid.clone(), scopes.own(position, number)).is_some() {
                return Err(WellFormedError::DuplicateBinding { var: var.name_hint().clone() });
            }
        }
        if let (Some(var), Some(scope)) = (expr.downcast_ref::<Var>(), scopes.of(position)) {
            used.push((var, scope));
        }
    }
    let mut free = Vec::new();
    for (var, scope) in used {
        match bound.get(&var.vid) {
            None => free.push(var.clone()),
            Some(Some(binder)) if scopes.common(*binder, scope) == *binder => {}
            Some(_) => return Err(WellFormedError::OutOfScope { var: var.name_hint().clone() }),
        }
    }
    Ok(free)
}

/// Returns the variables that the pattern of the clause binds.
fn pattern_vars(clause: &Clause) -> impl Iterator<Item = Var> {
    parts(&clause.lhs).filter_map(|event| match event {
        WalkEvent::Leave(object) => object.as_node::<PatternVarNode>().map(|pattern| pattern.var.clone()),
        WalkEvent::Enter(_) => None,
    })
}
