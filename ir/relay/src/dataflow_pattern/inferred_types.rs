//! The types of expressions, for patterns and callbacks that need types.

use std::cell::OnceCell;
use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::types::Type;

use super::expr_graph::{Address, post_order};
use crate::expr::{ConstantNode, VarNode};
use crate::infer::{constant_type, infer_expr};

/// Returns the expression with inferred types, or unchanged if they cannot be inferred. `module`
/// has the global functions that the expression calls.
pub(super) fn with_types(expr: RelayExpr, module: Option<&IRModule>) -> RelayExpr {
    infer_expr(&expr, module).unwrap_or(expr)
}

/// The types of the expressions in a graph. They are inferred once, for the first expression
/// without a type.
pub(super) struct Types<'e> {
    root: &'e RelayExpr,
    inferred: OnceCell<HashMap<Address, Type>>,
}

impl<'e> Types<'e> {
    pub(super) fn new(root: &'e RelayExpr) -> Self {
        Self { root, inferred: OnceCell::new() }
    }

    /// Returns the type of an expression of the graph, if it is known.
    pub(super) fn of(&self, expr: &RelayExpr) -> Option<Type> {
        if expr.checked_type.is_some() {
            return expr.checked_type.clone();
        }
        let inferred = self.inferred.get_or_init(|| infer(self.root));
        inferred.get(&Address::of(expr)).cloned().or_else(|| declared(expr))
    }
}

/// Infers types, and returns them by the expressions of the original graph.
fn infer(root: &RelayExpr) -> HashMap<Address, Type> {
    let typed = with_types(root.clone(), None);
    if typed.same_as(root) {
        return HashMap::new();
    }
    let (before, after) = (post_order(root), post_order(&typed));
    if before.len() != after.len() {
        return HashMap::new();
    }
    let types = before.iter().zip(&after);
    types.filter_map(|(before, after)| Some((Address::of(before), after.checked_type.clone()?))).collect()
}

/// Returns the type that an expression has by itself: that of a variable or a constant.
fn declared(expr: &RelayExpr) -> Option<Type> {
    match_node!(match expr {
        var @ VarNode => var.type_annotation.clone(),
        constant @ ConstantNode => Some(constant_type(constant)),
        _ => None,
    })
}
