//! Deep, shared and hostile graphs and patterns.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_relay::dataflow_pattern::{
    DFPattern, PatternError, PatternRewrite, find_all, is_expr, is_op, is_var, matches, partition, rewrite,
    wildcard,
};
use objet_relay::expr::{Call, CallNode};

use super::{constant, var};
use crate::deep::on_a_small_stack;

const LENGTH: usize = 200_000;

/// This length leaves forty bytes of stack per expression, so that any recursion overflows the
/// stack.
const FEWER: usize = 50_000;

fn call(op: &str, args: &[&RelayExpr]) -> RelayExpr {
    let args: Vec<_> = args.iter().copied().cloned().collect();
    Call::new(Op::get(op).unwrap(), args, None::<Attrs>, [], None).upcast()
}

fn chain(op: &str, length: usize) -> RelayExpr {
    let op = Op::get(op).unwrap();
    (0..length).fold(var("x").upcast(), |below, _| Call::new(op.clone(), [below], None, [], None).upcast())
}

/// An expression with `depth` nodes, as a tree of 2^depth.
fn shared(depth: usize) -> RelayExpr {
    (0..depth).fold(var("x").upcast(), |below, _| call("subtract", &[&below, &below]))
}

fn nested(op: &str, length: usize) -> DFPattern {
    let op = is_op(op).unwrap();
    (0..length).fold(wildcard(), |below, _| op.call([below]))
}

#[test]
fn long_chains_are_searched() {
    on_a_small_stack(|| {
        let root = chain("tanh", LENGTH);
        let two = nested("tanh", 2);
        assert_eq!(find_all(&two, &root).unwrap().len(), LENGTH - 1);
    });
}

#[test]
fn long_chains_are_rewritten() {
    on_a_small_stack(|| {
        let root = chain("tanh", FEWER);
        let inner = wildcard();
        let two = is_op("tanh").unwrap().call([is_op("tanh").unwrap().call([&inner])]);
        let exp = Op::get("exp").unwrap();
        let half = PatternRewrite::new(two, |found| {
            Ok(Call::new(exp.clone(), [found.expr(&inner)?], None, [], None).upcast())
        });
        let changed = rewrite(&mut [half.rewrite_once()], &root, None).unwrap();
        let mut length = 0;
        let mut expr = &changed;
        while let Some(call) = expr.as_node::<CallNode>() {
            assert!(call.calls(&exp));
            (expr, length) = (&call.args[0], length + 1);
        }
        assert_eq!(length, FEWER / 2);
    });
}

#[test]
fn long_chains_are_partitioned() {
    on_a_small_stack(|| {
        let root = chain("tanh", FEWER);
        let mut count = 0;
        let parts = partition(&nested("tanh", 5), &root, None, |_| {
            count += 1;
            Ok(true)
        });
        assert_ne!(parts.unwrap(), root);
        assert_eq!(count, FEWER / 5);
    });
}

#[test]
fn deep_patterns_match() {
    on_a_small_stack(|| {
        let root = chain("tanh", FEWER);
        assert!(matches(&nested("tanh", FEWER), &root).unwrap());
        assert!(!matches(&nested("tanh", FEWER + 1), &root).unwrap());
        // Alternatives nest to the left.
        let either = (0..FEWER / 10).fold(is_var("a"), |either, _| either | is_var("b"));
        assert!(matches(&(either | is_var("x")), &var("x").upcast()).unwrap());
    });
}

#[test]
fn sharing_survives() {
    const DEPTH: usize = 20_000;
    let root = shared(DEPTH);
    let (a, b) = (wildcard(), wildcard());
    let pattern = &a - &b;
    assert_eq!(find_all(&pattern, &root).unwrap().len(), DEPTH);
    let double = PatternRewrite::new(pattern, |found| {
        Ok(Call::new(Op::get("add")?, [found.expr(&a)?, found.expr(&b)?], None, [], None).upcast())
    });
    let changed = rewrite(&mut [double], &root, None).unwrap();
    assert_eq!(objet_relay::functor::post_order(&changed).count(), DEPTH + 2);
    // A pattern of the same form: each part is bound to one expression.
    let deep = (0..DEPTH).fold(wildcard(), |below, _| &below - &below);
    assert!(matches(&deep, &root).unwrap());
}

#[test]
fn failures_of_shared_expressions_are_remembered() {
    const DEPTH: usize = 64;
    // The expression is a chain of shared sums, and each pattern may match either operand.
    let sum = |below: &RelayExpr| call("add", &[below, below]);
    let root = (0..DEPTH).fold(RelayExpr::from(var("x")), |below, _| sum(&below));
    let pattern = (0..DEPTH).fold(is_var("y"), |below, _| below + wildcard());
    assert!(!matches(&pattern, &root).unwrap());
}

#[test]
fn hostile_patterns_are_errors() {
    // Each sum has two orders, and `w` connects all parts, so that no failure can be remembered.
    let w = wildcard();
    let mut pattern = &w + is_var("nowhere");
    let mut root = call("add", &[&constant(1.0).upcast(), &constant(1.0).upcast()]);
    for _ in 0..64 {
        pattern = (&pattern + wildcard()) | (&pattern + &w);
        root = call("add", &[&root, &root]);
    }
    let error = match matches(&pattern, &root) {
        // The matcher may also decide it.
        Ok(is_match) => return assert!(!is_match),
        Err(error) => error,
    };
    let PatternError::TooManySteps { type_key, limit } = error else { panic!("{error}") };
    assert_eq!(type_key, "relay.Call");
    assert!(limit >= 50_000_000);
    assert!(error.to_string().ends_with("make the alternatives of the pattern differ earlier"));
}

#[test]
fn comparisons_with_large_expressions_are_limited() {
    // Each of the calls is compared with the whole expression of the pattern.
    let other = call("exp", &[&chain("tanh", 1)]);
    let large = (0..20_000).fold(other, |below, _| call("tanh", &[&below]));
    let root = chain("tanh", 20_000);
    let error = find_all(&is_expr(large), &root).unwrap_err();
    assert!(matches!(error, PatternError::TooManySteps { .. }), "{error}");
}

#[test]
fn dominators_along_long_paths() {
    on_a_small_stack(|| {
        let pattern = nested("exp", 1).dominates(is_var("x"), nested("tanh", 1));
        let root = call("exp", &[&chain("tanh", LENGTH / 10)]);
        assert!(matches(&pattern, &root).unwrap());
        // Each expression is the child of a path of its own.
        let pattern = nested("tanh", 1).dominates(is_var("nowhere"), nested("tanh", 1));
        let error = find_all(&pattern, &chain("tanh", LENGTH / 10)).unwrap_err();
        assert!(matches!(error, PatternError::TooManySteps { .. }), "{error}");
    });
}

#[test]
fn the_text_of_a_shared_pattern_in_an_error_is_short() {
    let shared = (0..100).fold(wildcard(), |below, _| &below - &below);
    let fails = PatternRewrite::new(nested("exp", 1) | shared, |_| Err("no".into()));
    let error = rewrite(&mut [fails], &chain("exp", 1), None).unwrap_err().to_string();
    assert!(error.len() < 400 && error.ends_with("failed: no"), "{error}");
}
