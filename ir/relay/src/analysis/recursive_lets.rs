//! Finds `let`s whose value refers to the bound variable.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::RelayExpr;

use super::variables::bound_by;
use crate::expr::{FunctionNode, Id, Let, VarNode};
use crate::functor::parts;
use crate::scope::{is_primitive, operands};

/// Returns the variables of the `let`s whose value refers to the variable.
///
/// The inside of a function that operator fusion created is not searched. The answer is exact if
/// the expression is well formed.
pub(crate) fn recursive_lets(root: &RelayExpr) -> HashSet<Id> {
    let mut lets = LetRecs::default();
    let mut parts = parts(root);
    while let Some(event) = parts.next() {
        match event {
            WalkEvent::Enter(object) if object.as_node::<FunctionNode>().is_some_and(is_primitive) => {
                parts.skip_subtree();
            }
            WalkEvent::Enter(object) => lets.enter(&object),
            WalkEvent::Leave(object) => lets.leave(&object),
        }
    }
    lets.found
}

/// The search for recursive `let`s, during one walk.
///
/// In a well-formed program, the uses of a variable are below its `let`, and the value is walked
/// before the body. So the value refers to the variable if a use was met since the `let`, at the
/// time when the walk leaves the value.
#[derive(Default)]
struct LetRecs {
    found: HashSet<Id>,
    /// The number of objects that were entered.
    time: u64,
    /// The last time at which an expression that refers to the variable was entered.
    used: HashMap<Id, u64>,
    /// The last time at which a binder of the variable was entered.
    bound: HashMap<Id, u64>,
    /// The `let`s whose value the walk has not left, with the time at which they were entered.
    open: Vec<(Let, u64)>,
}

impl LetRecs {
    fn enter(&mut self, object: &ObjectRef) {
        self.time += 1;
        for var in bound_by(object) {
            self.bound.insert(var.vid.clone(), self.time);
        }
        for operand in object.downcast_ref::<RelayExpr>().into_iter().flat_map(operands) {
            if let Some(var) = operand.as_node::<VarNode>() {
                self.used.insert(var.vid.clone(), self.time);
            }
        }
        if let Some(node) = object.downcast_ref::<Let>() {
            if node.value.as_node::<VarNode>().is_some_and(|value| value.vid == node.var.vid) {
                self.found.insert(node.var.vid.clone());
            }
            self.open.push((node.clone(), self.time));
        }
    }

    fn leave(&mut self, object: &ObjectRef) {
        let Some((node, start)) = self.open.last() else { return };
        let since = |times: &HashMap<Id, u64>| times.get(&node.var.vid).is_some_and(|time| time > start);
        if node.value.same_as(object) {
            // A variable that is bound again inside the value is not free there.
            if since(&self.used) && !since(&self.bound) {
                self.found.insert(node.var.vid.clone());
            }
            self.open.pop();
        } else if node.same_as(object) {
            // The value was walked before the `let`.
            self.open.pop();
        }
    }
}
