//! Which expressions do more than to give a value.

use std::collections::HashSet;

use objet::prelude::*;

use crate::adt::ConstructorNode;
use crate::expr::{GlobalVarNode, RelayExpr};
use crate::module::IRModuleNode;
use crate::op::{Op, OpNode};
use crate::relay::expr::{CallNode, FunctionNode, RefCreateNode, RefReadNode, RefWriteNode};
use crate::relay::functor::post_order;
use crate::relay::scope::operands;

/// The expressions of a graph that may have effects: they make, read or write references, call an operator that is stateful
/// (`TOpIsStateful`), or call a function that may. Whether it is computed once, twice or not at all, or before or after others, matters to such an
/// expression alone.
pub(crate) struct Effects {
    effectful: HashSet<RelayExpr>,
}

impl Effects {
    pub(crate) fn in_graph(root: &impl IsObjectRef) -> Self {
        let stateful = Op::get_attr_map::<bool>("TOpIsStateful");
        let effect = |expr: &RelayExpr| {
            match_node!(expr, {
                RefCreateNode | RefReadNode | RefWriteNode => true,
                call: CallNode => {
                    let op = call.op.downcast_ref::<Op>();
                    op.is_some_and(|op| !matches!(stateful.get(op), Ok(None | Some(false))))
                },
                _ => false,
            })
        };
        // Where nothing has an effect no call can have one, unless it leaves the graph.
        let leaves = |expr: &RelayExpr| expr.is_instance::<GlobalVarNode>() && !defines_all(root);
        let mut effectful = HashSet::new();
        if post_order(root).any(|expr| effect(expr) || leaves(expr)) {
            for expr in post_order(root) {
                let inside = || operands(expr).any(|operand| effectful.contains(operand.expr));
                let is_function = expr.is_instance::<FunctionNode>();
                if !is_function && (effect(expr) || calls_a_function(expr) || inside()) {
                    effectful.insert(expr.clone());
                }
            }
        }
        Self { effectful }
    }

    pub(crate) fn has(&self, expr: &RelayExpr) -> bool {
        self.effectful.contains(expr)
    }
}

/// Whether all that a global name can stand for is in the graph, as a function of relay.
fn defines_all(root: &impl IsObjectRef) -> bool {
    root.as_node::<IRModuleNode>().is_some_and(|module| {
        module.functions.iter().all(|(_, function)| function.is_instance::<FunctionNode>())
    })
}

fn calls_a_function(expr: &RelayExpr) -> bool {
    expr.as_node::<CallNode>()
        .is_some_and(|call| !call.op.is_instance::<OpNode>() && !call.op.is_instance::<ConstructorNode>())
}
