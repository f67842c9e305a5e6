//! Rewriting with callbacks.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_relay::attrs::CastAttrsNode;
use objet_relay::dataflow_pattern::{
    DFPattern, DFPatternCallback, PatternError, PatternRewrite, is_any_tuple, is_constant, is_expr, is_op,
    is_var, rewrite, wildcard,
};
use objet_relay::expr::{Call, CallNode, Function, Let, Tuple, TupleNode, Var};
use objet_relay::op::{add, cast, concatenate, divide, exp, multiply, nn, sqrt, subtract, tanh};

use super::{constant, var};

fn apply(rewrites: &mut [PatternRewrite<'_>], expr: impl Into<RelayExpr>) -> RelayExpr {
    rewrite(rewrites, &expr.into(), None).unwrap()
}

/// `pattern` becomes the expression of its part `kept`.
fn keeps(pattern: DFPattern, kept: &DFPattern) -> PatternRewrite<'static> {
    let kept = kept.clone();
    PatternRewrite::new(pattern, move |found| Ok(found.expr(&kept)?))
}

fn simplify(expr: impl Into<RelayExpr>) -> RelayExpr {
    let zero = is_expr(constant(0.0));
    let one = is_expr(constant(1.0));
    let x = wildcard();
    let mut rewrites = [
        keeps(&x + &zero, &x),
        keeps(&x - &zero, &x),
        keeps(&x * &one, &x),
        keeps(&x / &one, &x),
        keeps(&zero * wildcard(), &zero),
        keeps(&zero / wildcard(), &zero),
    ];
    apply(&mut rewrites, expr)
}

#[test]
fn arithmetic_is_simplified() {
    let (x, y) = (var("x"), var("y"));
    let (zero, one) = (constant(0.0), constant(1.0));
    assert_eq!(simplify(add(zero.clone(), x.clone()).unwrap()), x.clone().into());
    assert_eq!(simplify(multiply(x.clone(), zero.clone()).unwrap()), zero.clone().into());
    let first = divide(add(x.clone(), multiply(zero.clone(), y.clone()).unwrap()).unwrap(), one.clone());
    let second = subtract(multiply(y.clone(), one).unwrap(), divide(zero, x.clone()).unwrap());
    let expr = add(first.unwrap(), second.unwrap()).unwrap();
    assert!(structural_equal(&simplify(expr), &RelayExpr::from(add(x, y).unwrap())));
}

struct BatchNorm {
    pattern: DFPattern,
    parts: [DFPattern; 6],
}

impl BatchNorm {
    fn new() -> Self {
        let [x, var, mean, beta, gamma] = [(); 5].map(|()| wildcard());
        let eps = is_constant();
        let root = is_op("sqrt").unwrap().call([&var + &eps]);
        let pattern = &gamma * (&x - &mean) / root + &beta;
        Self { pattern, parts: [x, var, mean, beta, gamma, eps] }
    }

    fn fuse(&self) -> PatternRewrite<'_> {
        PatternRewrite::new(&self.pattern, |found| {
            let [x, var, mean, beta, gamma, eps] = self.parts.each_ref().map(|part| found.expr(part));
            eps?;
            let attrs = attrs! { epsilon: 1e-5 };
            Ok(nn::batch_norm(x?, gamma?, beta?, mean?, var?, attrs)?.upcast())
        })
    }
}

fn norm(x: impl Into<RelayExpr>, [var, mean, beta, gamma]: [Var; 4]) -> RelayExpr {
    let root = sqrt(add(var, constant(1e-5)).unwrap()).unwrap();
    let scaled = multiply(gamma, subtract(x, mean).unwrap()).unwrap();
    add(divide(scaled, root).unwrap(), beta).unwrap().upcast()
}

#[test]
fn batch_norms_are_fused() {
    let x = var("x");
    let params = ["var", "mean", "beta", "gamma"].map(var);
    let fused = |x: RelayExpr| -> RelayExpr {
        let [var, mean, beta, gamma] = params.clone();
        nn::batch_norm(x, gamma, beta, mean, var, attrs! { epsilon: 1e-5 }).unwrap().upcast()
    };
    let norms = BatchNorm::new();
    let one = apply(&mut [norms.fuse()], norm(x.clone(), params.clone()));
    assert!(structural_equal(&one, &fused(x.clone().into())));
    let two = apply(&mut [norms.fuse()], norm(norm(x.clone(), params.clone()), params.clone()));
    assert!(structural_equal(&two, &fused(fused(x.clone().into()))));
    let other: RelayExpr = tanh(x).unwrap().into();
    assert_eq!(apply(&mut [norms.fuse()], other.clone()), other);
}

#[test]
fn a_match_used_elsewhere_is_kept() {
    let x = var("x");
    let pattern = is_op("tanh").unwrap().call([is_op("exp").unwrap().call([wildcard()])]);
    let inner = exp(x.clone()).unwrap();
    let outer = tanh(inner.clone()).unwrap();
    let both: RelayExpr = add(outer.clone(), inner.clone()).unwrap().into();
    let y: RelayExpr = var("y").into();
    let to_y = || PatternRewrite::new(&pattern, |_| Ok(y.clone()));
    assert_eq!(apply(&mut [to_y()], both.clone()), both);
    // Both uses are in the match.
    let twice = PatternRewrite::new(&pattern + is_op("exp").unwrap().call([wildcard()]), |_| Ok(y.clone()));
    assert_eq!(apply(&mut [twice], both), y);
    assert_eq!(apply(&mut [to_y()], outer), y);
}

#[test]
fn matches_do_not_overlap() {
    let x = var("x");
    let two = is_op("tanh").unwrap().call([is_op("tanh").unwrap().call([wildcard()])]);
    let three = tanh(tanh(tanh(x.clone()).unwrap()).unwrap()).unwrap();
    let mut matched = Vec::new();
    let log = PatternRewrite::new(two, |found| {
        matched.push(found.pre.clone());
        Ok(found.post.clone())
    });
    apply(&mut [log], three.clone());
    assert_eq!(matched, [RelayExpr::from(three)]); // the one nearest to the root
}

#[test]
fn callbacks_get_the_match_before_and_after() {
    let x = var("x");
    let (inner, operand) = (wildcard(), wildcard());
    let exps = is_op("exp").unwrap().call([&inner]);
    let pattern = is_op("tanh").unwrap().call([&operand]) | exps;
    let root = tanh(exp(x.clone()).unwrap()).unwrap();
    let mut calls = 0;
    let swap = PatternRewrite::new(&pattern, |found| {
        calls += 1;
        if let Ok(x) = found.expr(&inner) {
            assert!(
                found.expr(&operand).unwrap_err().to_string().contains("has no expression in this match")
            );
            return Ok(tanh(x)?.upcast());
        }
        assert_eq!(*found.pre, root.clone().into());
        assert_eq!(found.expr(&pattern)?, *found.post);
        assert_eq!(found.expr(&operand)?, found.post.as_node::<CallNode>().unwrap().args[0]);
        assert!(found.exprs(&is_var("x")).is_empty());
        Ok(exp(found.expr(&operand)?)?.upcast())
    });
    let changed = apply(&mut [swap.rewrite_once()], root.clone());
    assert!(structural_equal(&changed, &RelayExpr::from(exp(tanh(x).unwrap()).unwrap())));
    assert_eq!(calls, 2);
}

fn shorten(found: &objet_relay::dataflow_pattern::PatternMatch<'_>) -> RelayExpr {
    let call = found.post.as_node::<CallNode>().unwrap();
    let fields = call.args[0].as_node::<TupleNode>().unwrap().fields.as_slice();
    match &fields[..fields.len() - 1] {
        [] => call.args[0].clone(),
        rest => concatenate(Tuple::new(rest.to_vec(), None), attrs! { axis: 0 }).unwrap().upcast(),
    }
}

#[test]
fn the_result_is_searched_again() {
    let fields = ["x", "y", "z"].map(|name| var(name).into());
    let root = concatenate(Tuple::new(fields.clone(), None), attrs! { axis: 0 }).unwrap();
    let pattern = is_op("concatenate").unwrap().call([is_any_tuple()]);
    let all = PatternRewrite::new(&pattern, |found| Ok(shorten(found)));
    let last: RelayExpr = Tuple::new([fields[0].clone()], None).upcast();
    assert!(structural_equal(&apply(&mut [all], root.clone()), &last));
    let once = PatternRewrite::new(&pattern, |found| Ok(shorten(found))).rewrite_once();
    let two: RelayExpr =
        concatenate(Tuple::new(fields[..2].to_vec(), None), attrs! { axis: 0 }).unwrap().upcast();
    assert!(structural_equal(&apply(&mut [once], root), &two));
}

#[test]
fn endless_rewrites_are_errors() {
    let x = var("x");
    let pattern = is_op("cast").unwrap().call([wildcard()]);
    let float = cast(x.clone(), attrs! { dtype: DataType::float(32) }).unwrap();
    let mut rounds = 0;
    let flip = PatternRewrite::new(pattern, |found| {
        rounds += 1;
        let call = found.post.as_node::<CallNode>().unwrap();
        let bits = call.attrs.as_ref().unwrap().as_node::<CastAttrsNode>().unwrap().dtype.bits;
        let dtype = DataType::float(96 - bits);
        Ok(cast(call.args[0].clone(), attrs! { dtype: dtype })?.upcast())
    });
    let error = rewrite(&mut [flip], &float.into(), None).unwrap_err();
    let text = "the expression still changes after 100 rounds of rewrites for CallPatternNode(Op(cast), [*]): \
                make the replacements not match again, or rewrite once";
    assert_eq!(error.to_string(), text);
    assert_eq!(rounds, 100);

    // Each round doubles the number of matches.
    let pattern = is_op("tanh").unwrap().call([wildcard()]);
    let double = PatternRewrite::new(pattern, |found| Ok(tanh(found.post.clone())?.upcast()));
    let error = rewrite(&mut [double], &tanh(x).unwrap().into(), None).unwrap_err();
    assert!(matches!(error, PatternError::TooManyReplacements { limit: 100_300, .. }), "{error}");
}

#[test]
fn bound_variables_stay_variables() {
    let (x, y) = (var("x"), var("y"));
    let function: RelayExpr = Function::new([x.clone()], x.clone(), None, [], None, None).upcast();
    let bound: RelayExpr = Let::new(x.clone(), y.clone(), x.clone(), None).upcast();
    let pattern = is_op("add").unwrap() | is_var("x");
    // A variable is an input of its own match, so nothing replaces it.
    let zero = || PatternRewrite::new(&pattern, |_| Ok(constant(0.0).upcast()));
    assert_eq!(apply(&mut [zero()], function.clone()), function);
    assert_eq!(apply(&mut [zero()], bound.clone()), bound);
}

#[test]
fn only_changed_expressions_are_new() {
    let (x, y) = (var("x"), var("y"));
    let kept = tanh(x.clone()).unwrap();
    let shared = exp(y.clone()).unwrap();
    let root = Tuple::new([kept.clone().into(), shared.clone().into(), shared.into()], None);
    let operand = wildcard();
    let mut log = keeps(is_op("exp").unwrap().call([&operand]), &operand);
    let changed = rewrite(std::slice::from_mut(&mut log), &root.into(), None).unwrap();
    let fields = &changed.as_node::<TupleNode>().unwrap().fields;
    assert_eq!(fields[..], [kept.into(), y.clone().into(), y.into()]);
}

#[test]
fn errors_of_callbacks_name_the_pattern() {
    let x: RelayExpr = exp(var("x")).unwrap().into();
    let pattern = is_op("exp").unwrap().call([wildcard()]);
    let fails = PatternRewrite::new(&pattern, |_| Err("no such layout".into()));
    let error = rewrite(&mut [fails], &x, None).unwrap_err();
    let text = "the callback for CallPatternNode(Op(exp), [*]) failed: no such layout";
    assert_eq!(error.to_string(), text);

    let empty = DFPatternCallback::new(pattern, false, false);
    let error = rewrite(&mut [empty.into()], &x, None).unwrap_err();
    assert!(matches!(error, PatternError::NoFunction { .. }));
    assert_eq!(rewrite(&mut [], &x, None).unwrap(), x);
    let _: Option<Call> = x.downcast().ok();
}
