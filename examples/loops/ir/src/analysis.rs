//! Analyses of programs.

use objet::prelude::*;
use objet::{Visitor, extension_point};

use crate::expr::{ConstNode, ExprNode, LoadNode, Var};
use crate::stmt::{ForNode, Stmt, StoreNode};

/// The cost of a program, in units of one operation.
#[derive(Debug, Default)]
pub struct Cost {
    /// The cost so far.
    pub total: u64,
    /// The number of runs of the current statement.
    pub runs: u64,
}

extension_point! {
    /// Adds the cost of each node. The default is one unit for each expression.
    pub static COST: Visitor<Cost> = Visitor::<Cost>::default()
        .on::<ExprNode>(|_, cx| cx.state.total += cx.state.runs)
        .on_enter::<ForNode>(|node, cx| cx.state.runs *= iterations(node))
        .on::<ForNode>(|node, cx| cx.state.runs /= iterations(node));
}

/// Returns the cost of a function or statement. An object that occurs at several places counts
/// once.
pub fn cost(program: &impl IsObjectRef) -> u64 {
    let mut cost = Cost { total: 0, runs: 1 };
    COST.visit_with(program, &mut cost);
    cost.total
}

/// Returns the number of iterations of a loop, as far as it is known, and at least 1.
fn iterations(node: &ForNode) -> u64 {
    let extent = node.extent.as_node::<ConstNode>().map_or(1, |extent| extent.value);
    u64::try_from(extent).unwrap_or(0).max(1)
}

/// Returns the buffers that a program stores to, each once and in the order of the stores.
pub fn stored_buffers(program: &impl IsObjectRef) -> Vec<Var> {
    let stores = Visitor::<Vec<Var>>::default().on::<StoreNode>(|store, cx| {
        if !cx.state.contains(&store.buffer) {
            cx.state.push(store.buffer.clone());
        }
    });
    let mut buffers = Vec::new();
    stores.visit_with(program, &mut buffers);
    buffers
}

/// Whether the statement is `for i in 0..n { a[i] = b[i] }`.
pub fn is_copy(stmt: &Stmt) -> bool {
    match_node!(match stmt {
        ForNode { var, body: StoreNode { index: to, value: LoadNode { index: from, .. }, .. }, .. } => {
            to.same_as(var) && from.same_as(var)
        }
        _ => false,
    })
}
