//! Integer analysis and simplification.

mod answers_of_tvm;
mod deep;
mod deep_maps;
mod iter_map_values;
mod iter_maps;
mod regions;
mod sets;
mod solve;
mod solve_values;
mod values;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::arith::Analyzer;
use objet_tir::expr::{Cast, Var};
use objet_tir::op;

fn var(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn text(object: &impl IsObjectRef) -> String {
    objet::text::as_repr(Some(object))
}

#[test]
fn sums_are_simplified() {
    let (x, y) = (var("x"), var("y"));
    let mut analyzer = Analyzer::new();
    let mut simplified = |expr: PrimExpr| text(&analyzer.simplify(&expr, 2));
    assert_eq!(simplified((&x + &y - &x).expr().unwrap()), "y");
    assert_eq!(simplified((&x * 4 + &x * 2 + 3 - 1).expr().unwrap()), "((x*6) + 2)");
    assert_eq!(simplified(op::floordiv(&x * 8 + 7, 8, None).unwrap()), "x");
}

#[test]
fn quotients_by_numbers_are_products() {
    let x = Var::new("x", DataType::float(32), None);
    let number = |value| op::make_const(DataType::float(32), value, None).unwrap();
    let mut analyzer = Analyzer::new();
    let mut simplified = |expr: PrimExpr| text(&analyzer.rewrite_simplify(&expr));
    assert_eq!(simplified(op::div(&x, number(2.0), None).unwrap()), "(x*0.5f)");
    assert_eq!(simplified(op::div(&x, number(-0.1), None).unwrap()), "(x*-10f)");
    assert_eq!(simplified(op::div(number(1.0), &x, None).unwrap()), "(1f/x)");
}

/// The texts are TVM's.
#[test]
fn casts_to_the_own_type_are_removed() {
    let (x, f) = (Var::new("x", DataType::int(64), None), Var::new("f", DataType::float(32), None));
    let cast = |value: PrimExpr| Cast::new(value.dtype, value, None).unwrap().upcast::<PrimExpr>();
    let cases = [
        (x.clone().upcast(), "x"),
        ((&x + 1).expr().unwrap(), "(x + (int64)1)"),
        (cast(x.upcast()), "x"),
        ((&f + &f).expr().unwrap(), "(f + f)"),
    ];
    let mut analyzer = Analyzer::new();
    for (value, expected) in cases {
        let value = cast(value);
        assert_eq!(text(&analyzer.rewrite_simplify(&value)), expected);
        assert_eq!(text(&analyzer.canonical_simplify(&value)), expected);
    }
}

#[test]
fn rules_apply_to_operands_in_either_order_and_to_the_dual() {
    let (x, y, z) = (var("x"), var("y"), var("z"));
    let sums = [(&x + &y).expr().unwrap(), (&y + &x).expr().unwrap()];
    let mut analyzer = Analyzer::new();
    let mut difference =
        |extremum: PrimExpr| text(&analyzer.rewrite_simplify(&op::sub(extremum, &x, None).unwrap()));
    for sum in sums {
        assert_eq!(difference(op::min(sum.clone(), &z, None).unwrap()), "min(y, (z - x))");
        assert_eq!(difference(op::max(sum, &z, None).unwrap()), "max(y, (z - x))");
    }
}
