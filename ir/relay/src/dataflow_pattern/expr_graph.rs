//! The expressions of a graph with their positions, users and dominators.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::{RelayExpr, RelayExprNode};
use objet_ir::scope_tree::{Scope, ScopeTree};

use crate::adt::MatchNode;
use crate::expr::{
    CallNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode, TupleGetItemNode,
    TupleNode,
};

/// The address of an expression, which identifies the expression while a graph holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Address(usize);

impl Address {
    #[inline]
    pub(super) fn of(expr: &RelayExpr) -> Self {
        Self(std::ptr::from_ref::<RelayExprNode>(expr).addr())
    }
}

/// All expressions of a graph in post-order, each once. Types, attributes and the patterns of
/// matches are not part of the graph.
pub(super) struct ExprGraph {
    order: Vec<RelayExpr>,
    positions: OnceCell<HashMap<Address, u32>>,
    users: OnceCell<Lists>,
    dominators: OnceCell<Dominators>,
}

/// A list of positions for each expression.
struct Lists {
    /// The end of each list. A list begins at the end of the one before.
    ends: Vec<u32>,
    elements: Vec<u32>,
}

/// The tree of post-dominators: each expression lies below the nearest expression that all paths to
/// the root pass through.
struct Dominators {
    tree: ScopeTree,
    scopes: Vec<Scope>,
    /// The expressions directly below each expression.
    below: Lists,
}

impl ExprGraph {
    pub(super) fn new(root: &RelayExpr) -> Self {
        Self {
            order: post_order(root),
            positions: OnceCell::new(),
            users: OnceCell::new(),
            dominators: OnceCell::new(),
        }
    }

    /// Returns the expressions in post-order.
    pub(super) fn order(&self) -> &[RelayExpr] {
        &self.order
    }

    /// Returns the position of an expression in the order, or `None` for one of another graph.
    pub(super) fn position(&self, expr: &RelayExpr) -> Option<usize> {
        let positions = self.positions.get_or_init(|| {
            self.order.iter().zip(0..).map(|(expr, position)| (Address::of(expr), position)).collect()
        });
        positions.get(&Address::of(expr)).map(|&position| position as usize)
    }

    /// Returns the positions of the operands of an expression, with repetitions.
    pub(super) fn operands(&self, position: usize) -> impl Iterator<Item = usize> {
        operands(&self.order[position]).filter_map(|operand| self.position(operand))
    }

    /// Returns the positions of the expressions that have the expression as an operand.
    pub(super) fn users(&self, position: usize) -> impl Iterator<Item = usize> {
        let users = self.users.get_or_init(|| {
            let len = self.order.len();
            Lists::new(len, || {
                (0..len).flat_map(|user| self.operands(user).map(move |operand| (operand, user)))
            })
        });
        users.of(position)
    }

    /// Returns whether all paths from the expression `below` to the root pass through `above`,
    /// which is another expression.
    pub(super) fn dominates(&self, above: usize, below: usize) -> bool {
        let Dominators { tree, scopes, .. } = self.dominators();
        above != below && tree.common(scopes[above], scopes[below]) == scopes[above]
    }

    /// Returns the positions of the expressions whose nearest dominator is the expression.
    pub(super) fn dominated(&self, position: usize) -> impl Iterator<Item = usize> {
        self.dominators().below.of(position)
    }

    fn dominators(&self) -> &Dominators {
        self.dominators.get_or_init(|| {
            let (mut tree, last) = (ScopeTree::new(), self.order.len().saturating_sub(1));
            let mut scopes = vec![Scope::ROOT; self.order.len()];
            let mut by_scope = vec![last];
            let mut above = vec![last; self.order.len()];
            // The users of an expression come later in the order.
            for position in (0..last).rev() {
                let common = self.users(position).map(|user| scopes[user]).reduce(|a, b| tree.common(a, b));
                let common = common.unwrap_or(Scope::ROOT);
                above[position] = by_scope[common.number()];
                scopes[position] = tree.open(common);
                by_scope.push(position);
            }
            let below =
                Lists::new(self.order.len(), || (0..last).map(|position| (above[position], position)));
            Dominators { tree, scopes, below }
        })
    }
}

impl Lists {
    /// Creates `len` lists from pairs of a list and an element.
    fn new<I: Iterator<Item = (usize, usize)>>(len: usize, pairs: impl Fn() -> I) -> Self {
        // First the length of each list, then its start, which moves to its end.
        let mut ends = vec![0; len];
        for (list, _) in pairs() {
            ends[list] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            let count = std::mem::replace(end, total);
            total += count;
        }
        let mut elements = vec![0; total as usize];
        for (list, element) in pairs() {
            elements[ends[list] as usize] = element as u32;
            ends[list] += 1;
        }
        Self { ends, elements }
    }

    fn of(&self, list: usize) -> impl Iterator<Item = usize> {
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        let elements = &self.elements[start as usize..self.ends[list] as usize];
        elements.iter().map(|&element| element as usize)
    }
}

/// Returns the operand of an expression at `index`, in the order in which expressions are visited.
#[inline]
pub(super) fn operand(expr: &RelayExpr, index: usize) -> Option<&RelayExpr> {
    match_node!(match expr {
        call @ CallNode => match index.checked_sub(1) {
            None => Some(&call.op),
            Some(index) => call.args.get(index),
        },
        tuple @ TupleNode => tuple.fields.get(index),
        item @ TupleGetItemNode => (index == 0).then_some(&item.tuple_value),
        function @ FunctionNode => match function.params.get(index) {
            Some(param) => Some(param.upcast_ref()),
            None => (index == function.params.len()).then_some(&function.body),
        },
        node @ LetNode => match index {
            0 => Some(&node.value),
            1 => Some(node.var.upcast_ref()),
            2 => Some(&node.body),
            _ => None,
        },
        node @ IfNode => match index {
            0 => Some(&node.cond),
            1 => Some(&node.true_branch),
            2 => Some(&node.false_branch),
            _ => None,
        },
        create @ RefCreateNode => (index == 0).then_some(&create.value),
        read @ RefReadNode => (index == 0).then_some(&read.reference),
        write @ RefWriteNode => match index {
            0 => Some(&write.reference),
            1 => Some(&write.value),
            _ => None,
        },
        node @ MatchNode => match index.checked_sub(1) {
            None => Some(&node.data),
            Some(clause) => node.clauses.get(clause).map(|clause| &clause.rhs),
        },
        _ => None,
    })
}

pub(crate) fn operands(expr: &RelayExpr) -> impl Iterator<Item = &RelayExpr> {
    (0..).map_while(|index| operand(expr, index))
}

/// Returns all expressions of a graph in post-order, each once.
pub(super) fn post_order(root: &RelayExpr) -> Vec<RelayExpr> {
    let mut order = Vec::new();
    let mut visited = HashSet::new();
    let mut waiting = vec![(root, 0)];
    while let Some((expr, next)) = waiting.last_mut() {
        let Some(operand) = operand(expr, *next) else {
            order.push(expr.clone());
            waiting.pop();
            continue;
        };
        *next += 1;
        // The graph holds the only reference to an expression with one reference.
        if operand.strong_count() == 1 || visited.insert(Address::of(operand)) {
            waiting.push((operand, 0));
        }
    }
    order
}
