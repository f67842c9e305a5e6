//! Expressions that must stay in a program for their side effects.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;

use super::Folded;
use crate::analysis::{OpEffects, called_function};
use crate::expr::{CallNode, FunctionNode, RefWriteNode, TupleNode};
use crate::scope::operands;

/// The folded expressions with side effects that a program may not lose: those that write a
/// reference, or call a function or an operator with side effects.
pub(super) struct Needed {
    ops: OpEffects,
    effectful: HashSet<RelayExpr>,
    /// The number of effectful fields of each tuple that has some.
    effectful_fields: HashMap<RelayExpr, usize>,
}

impl Needed {
    pub(super) fn new() -> Self {
        Self { ops: OpEffects::new(), effectful: HashSet::new(), effectful_fields: HashMap::new() }
    }

    /// Adds an expression after its operands, and its result if it is folded.
    pub(super) fn add(&mut self, expr: &RelayExpr, folded: Option<&Folded>) {
        let is_effectful = match folded {
            Some(Folded::Constant(_)) => false,
            Some(Folded::Part(part)) => self.effectful.contains(part),
            None => self.has_effect(expr),
        };
        if is_effectful {
            self.effectful.insert(expr.clone());
            if let Some(tuple) = expr.as_node::<TupleNode>() {
                let count = tuple.fields.iter().filter(|field| self.effectful.contains(*field)).count();
                self.effectful_fields.insert(expr.clone(), count);
            }
        }
    }

    fn has_effect(&self, expr: &RelayExpr) -> bool {
        let calls = |call: &CallNode| match call.op.downcast_ref::<Op>() {
            Some(op) => self.ops.has(op),
            None => called_function(expr).is_some(),
        };
        // The effects of a function occur when it is called.
        !expr.is_instance::<FunctionNode>()
            && (expr.is_instance::<RefWriteNode>()
                || expr.as_node::<CallNode>().is_some_and(calls)
                || operands(expr).any(|operand| self.effectful.contains(&*operand)))
    }

    /// Whether the fields of a tuple other than this one have no effects.
    pub(super) fn can_drop_others(&self, tuple: &RelayExpr, field: &RelayExpr) -> bool {
        let count = self.effectful_fields.get(tuple).copied().unwrap_or(0);
        count <= usize::from(self.effectful.contains(field))
    }
}
