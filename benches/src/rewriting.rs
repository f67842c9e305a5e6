//! Visiting and rewriting of expressions, over trees of two sizes. The visit adds all numbers. The
//! rewriting removes `x + 0` and `x * 0`, and the original is kept or not.

mod by_hand;
mod nodes;

use std::sync::LazyLock;

use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{Rewriter, Visitor, post_order, rewrite, structural_equal};

use crate::case::{Case, Contestant, Goal};
use nodes::{AddNode, Expr, MulNode, NumberNode, Shape, tree};

const BY_HAND: &str = "by hand";
const GOAL: Goal = Goal::Times(BY_HAND, 2.0);

/// Returns all cases of rewriting.
pub fn rewriting_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (depth, size) in [(12, "8,000"), (17, "260,000")] {
        for (shape, form) in [(Shape::Balanced, "balanced"), (Shape::Irregular, "irregular")] {
            let nodes = (2 << depth) - 1;
            cases.push(visited(format!("{size}, {form}, visited"), &tree(depth, 8, shape), nodes));
            for (zeros, amount) in [(8, "much"), (5_000, "little")] {
                let tree = tree(depth, zeros, shape);
                cases.push(kept(format!("{size}, {form}, kept, {amount} change"), &tree, nodes));
                cases.push(owned(format!("{size}, {form}, owned, {amount} change"), &tree, nodes));
            }
        }
    }
    cases
}

static SUM: LazyLock<Visitor<i64>> =
    LazyLock::new(|| Visitor::default().on::<NumberNode>(|number, cx| *cx.state += number.value));

fn sum(tree: &Expr) -> i64 {
    let mut sum = 0;
    SUM.visit_with(tree, &mut sum);
    sum
}

fn visited(what: String, tree: &Expr, nodes: usize) -> Case {
    assert_eq!(sum(tree), by_hand::sum(tree));
    let [ours, all, theirs] = [tree.clone(), tree.clone(), tree.clone()];
    let numbers = move || -> i64 {
        post_order(&all).filter_map(|object| Some(object.as_node::<NumberNode>()?.value)).sum()
    };
    Case::new(
        what,
        &[GOAL],
        Contestant::making("objet", nodes, move || sum(&ours)),
        vec![
            Contestant::making("post_order", nodes, numbers),
            Contestant::making(BY_HAND, nodes, move || by_hand::sum(&theirs)),
        ],
    )
}

fn is_zero(expr: &Expr) -> bool {
    expr.as_node::<NumberNode>().is_some_and(|number| number.value == 0)
}

/// Returns the replacement of a node with simplified operands, if there is one.
fn simpler(object: &ObjectRef) -> Option<Expr> {
    if let Some(add) = object.as_node::<AddNode>() {
        if is_zero(&add.lhs) {
            return Some(add.rhs.clone());
        }
        return is_zero(&add.rhs).then(|| add.lhs.clone());
    }
    let mul = object.as_node::<MulNode>()?;
    if is_zero(&mul.lhs) {
        return Some(mul.lhs.clone());
    }
    is_zero(&mul.rhs).then(|| mul.rhs.clone())
}

static RULES: LazyLock<Rewriter> = LazyLock::new(|| {
    Rewriter::new()
        .on::<AddNode>(|add, _| {
            if is_zero(&add.lhs) {
                return Some(add.rhs.clone());
            }
            is_zero(&add.rhs).then(|| add.lhs.clone())
        })
        .on::<MulNode>(|mul, _| {
            if is_zero(&mul.lhs) {
                return Some(mul.lhs.clone());
            }
            is_zero(&mul.rhs).then(|| mul.rhs.clone())
        })
});

fn by_rules(expr: Expr) -> Expr {
    RULES.rewrite(expr).expect("the operands are expressions")
}

fn by_function(expr: Expr) -> Expr {
    let simple = |object| simpler(&object).map_or(object, ObjectRef::from);
    rewrite(expr, simple).expect("the operands are expressions")
}

fn kept(what: String, tree: &Expr, nodes: usize) -> Case {
    let none = nodes::Number::new(0).upcast();
    assert!(structural_equal(&by_function(tree.clone()), &by_hand::kept(tree)));
    assert!(structural_equal(&by_function(deep_copy(tree)), &by_hand::owned(deep_copy(tree), &none)));
    assert!(structural_equal(&by_rules(tree.clone()), &by_hand::kept(tree)));
    assert!(structural_equal(&by_rules(deep_copy(tree)), &by_hand::kept(tree)));
    let [ours, function, theirs] = [tree.clone(), tree.clone(), tree.clone()];
    let arcs = by_hand::Tree::of(tree);
    Case::new(
        what,
        &[GOAL],
        Contestant::making("objet", nodes, move || by_rules(ours.clone())),
        vec![
            Contestant::making("a function", nodes, move || by_function(function.clone())),
            Contestant::making(BY_HAND, nodes, move || by_hand::kept(&theirs)),
            Contestant::making("enum in an Arc", nodes, move || by_hand::Tree::kept(&arcs)),
        ],
    )
}

fn owned(what: String, tree: &Expr, nodes: usize) -> Case {
    let [ours, function, theirs] = [tree.clone(), tree.clone(), tree.clone()];
    let none: Expr = nodes::Number::new(0).upcast();
    Case::new(
        what,
        &[GOAL],
        Contestant::converting("objet", nodes, move || deep_copy(&ours), by_rules),
        vec![
            Contestant::converting("a function", nodes, move || deep_copy(&function), by_function),
            Contestant::converting(
                BY_HAND,
                nodes,
                move || deep_copy(&theirs),
                move |expr| by_hand::owned(expr, &none),
            ),
        ],
    )
}
