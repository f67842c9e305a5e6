//! Dataflow patterns against code by hand, over networks of 100,000 calls in blocks of five.

use std::sync::LazyLock;

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_relay::dataflow_pattern::{DFPattern, PatternRewrite, find_all, is_op, rewrite, wildcard};
use objet_relay::expr::{Call, CallNode, Var};
use objet_relay::functor::post_order;

use crate::case::{Case, Contestant, Goal};

const BY_HAND: &str = "by hand";
const CALLS: usize = 100_000;
const BLOCK: usize = 5;

/// Returns all cases of patterns.
pub fn pattern_cases() -> Vec<Case> {
    vec![
        found("5 operators, all match", &network(CALLS, "tanh")),
        found("5 operators, the last one differs", &network(CALLS, "exp")),
        rewritten("20,000 matches rewritten", &network(CALLS, "tanh")),
        growth(
            "ten times as many matches, for each call",
            &network(CALLS / 10, "tanh"),
            &network(CALLS, "tanh"),
        ),
    ]
}

/// The operators of the pattern, from the first one of a block to the last one.
struct Ops {
    conv: Op,
    bias_add: Op,
    relu: Op,
    add: Op,
    tanh: Op,
}

static OPS: LazyLock<Ops> = LazyLock::new(|| Ops {
    conv: op("nn.conv2d"),
    bias_add: op("nn.bias_add"),
    relu: op("nn.relu"),
    add: op("add"),
    tanh: op("tanh"),
});

fn op(name: &str) -> Op {
    Op::get(name).expect("an operator of relay")
}

/// Returns a chain of blocks: `last(conv2d(..) + bias, relu, + data)`.
fn network(calls: usize, last: &str) -> RelayExpr {
    let var = |name| -> RelayExpr { Var::new(name, None, None).upcast() };
    let call = |op: &Op, args: Vec<RelayExpr>| -> RelayExpr {
        Call::new(op.clone(), args, None::<Attrs>, [], None).upcast()
    };
    let last = op(last);
    let mut data = var("data");
    for _ in 0..calls / BLOCK {
        let conv = call(&OPS.conv, vec![data.clone(), var("weight")]);
        let relu = call(&OPS.relu, vec![call(&OPS.bias_add, vec![conv, var("bias")])]);
        data = call(&last, vec![call(&OPS.add, vec![relu, data])]);
    }
    data
}

/// Returns the pattern of a block, with the pattern of its input.
fn pattern() -> (DFPattern, DFPattern) {
    let data = wildcard();
    let op = |name| is_op(name).expect("an operator of relay");
    let conv = op("nn.conv2d").call([wildcard(), wildcard()]);
    let relu = op("nn.relu").call([op("nn.bias_add").call([conv, wildcard()])]);
    (op("tanh").call([relu + &data]), data)
}

/// Whether the expression matches the pattern.
fn matches_by_hand(expr: &RelayExpr) -> bool {
    fn args<'a>(expr: &'a RelayExpr, op: &Op) -> Option<&'a [RelayExpr]> {
        expr.as_node::<CallNode>().filter(|call| call.calls(op)).map(|call| call.args.as_slice())
    }
    let sum_has_block = |relu: &RelayExpr| {
        args(relu, &OPS.relu)
            .and_then(|relu| args(relu.first()?, &OPS.bias_add))
            .and_then(|biased| args(biased.first()?, &OPS.conv))
            .is_some_and(|conv| conv.len() == 2)
    };
    args(expr, &OPS.tanh)
        .and_then(|tanh| args(tanh.first()?, &OPS.add))
        .is_some_and(|sum| sum.iter().any(sum_has_block))
}

fn found(what: &str, root: &RelayExpr) -> Case {
    let ((pattern, _), root, other) = (pattern(), root.clone(), root.clone());
    let ours = move || find_all(&pattern, &root).expect("a short match").len() as u64;
    let by_hand = move || post_order(&other).filter(matches_by_hand).count() as u64;
    Case::new(
        what,
        &[Goal::Times(BY_HAND, 3.0)],
        Contestant::over("objet", CALLS, ours),
        vec![Contestant::over(BY_HAND, CALLS, by_hand)],
    )
}

/// Replaces each block by one call.
fn rewrite_blocks(root: &RelayExpr) -> RelayExpr {
    let (pattern, data) = pattern();
    let fused = PatternRewrite::new(&pattern, |found| {
        Ok(Call::new(OPS.tanh.clone(), [found.expr(&data)?], None, [], None).upcast())
    });
    rewrite(&mut [fused], root, None).expect("a match without errors")
}

fn rewritten(what: &str, root: &RelayExpr) -> Case {
    let (root, other) = (root.clone(), root.clone());
    Case::new(
        what,
        &[],
        Contestant::making("objet", CALLS, move || rewrite_blocks(&root)),
        vec![Contestant::making("find_all", CALLS, move || {
            find_all(&pattern().0, &other).map(|found| found.len())
        })],
    )
}

fn growth(what: &str, small: &RelayExpr, large: &RelayExpr) -> Case {
    const SMALL: &str = "a tenth";
    let (small, large) = (small.clone(), large.clone());
    Case::new(
        what,
        &[Goal::Times(SMALL, 1.5)],
        Contestant::making("objet", CALLS, move || rewrite_blocks(&large)),
        vec![Contestant::making(SMALL, CALLS / 10, move || rewrite_blocks(&small))],
    )
}
