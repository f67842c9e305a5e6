//! Large and deep expressions, on a thread with a stack of 2 MB.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{Analyzer, Domains, IntervalSet};
use objet_tir::expr::{Let, Select, Var};
use objet_tir::op;

use super::{text, var};

const TERMS: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };
/// The depth of nested operators.
const DEPTH: usize = if cfg!(debug_assertions) { 2_000 } else { 100_000 };

fn on_small_stack(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        thread.spawn_scoped(scope, test).unwrap().join().unwrap();
    });
}

fn all_answers(expr: &PrimExpr) {
    let mut analyzer = Analyzer::new();
    analyzer.const_int_bound(expr);
    analyzer.modular_set(expr);
    analyzer.rewrite_simplify(expr);
    analyzer.canonical_simplify(expr);
    analyzer.int_set(expr, &Domains::from([(var("i"), IntervalSet::new(0, 7))]));
}

#[test]
fn a_sum_of_many_terms() {
    on_small_stack(|| {
        let vars: Vec<Var> = (0..TERMS).map(|index| var(&format!("v{index}"))).collect();
        let sum = vars.iter().fold(PrimExpr::from(0), |sum, var| (sum + var * 2 + 1).expr().unwrap());
        let mut analyzer = Analyzer::new();
        assert_eq!(analyzer.rewrite_simplify(&sum).dtype, DataType::int(32));
        let doubled = vars.iter().fold(sum.clone(), |sum, var| (sum - var).expr().unwrap());
        let rest = vars.iter().fold(doubled, |sum, var| (sum - var).expr().unwrap());
        assert_eq!(text(&analyzer.canonical_simplify(&rest)), TERMS.to_string());
        assert_eq!(analyzer.modular_set(&sum).base, 0);
    });
}

#[test]
fn nested_operators() {
    on_small_stack(|| {
        let (x, y) = (var("x"), var("y"));
        let nested = |wrap: &dyn Fn(PrimExpr, usize) -> PrimExpr| {
            let expr = (0..DEPTH).fold(PrimExpr::from(&x), wrap);
            all_answers(&expr);
        };
        nested(&|expr, index| op::floordiv(expr + &y, 2 + (index % 7) as i32, None).unwrap());
        nested(&|expr, index| op::floormod(expr * 3 + index as i32, 1000, None).unwrap());
        nested(&|expr, index| op::min(op::max(expr, index as i32, None), &y, None).unwrap());
        nested(&|expr, index| {
            op::truncmod(op::truncdiv(&y - expr, 3, None), 2 + index as i32, None).unwrap()
        });
        nested(&|expr, _| {
            op::cast(DataType::int(32), op::cast(DataType::int(64), expr, None), None).unwrap()
        });
        nested(&|expr, index| {
            let condition = op::less(&y, index as i32, None).unwrap();
            Select::new(condition, expr, &y, None).unwrap().upcast()
        });
        nested(&|expr, index| {
            let var = var("v");
            let body = (&var + index as i32).expr().unwrap();
            Let::new(var, expr, body, None).unwrap().upcast()
        });
        nested(&|expr, index| {
            let var = var("v");
            Let::new(var, index as i32, (expr + 1).expr().unwrap(), None).unwrap().upcast()
        });
    });
}

#[test]
fn nested_conditions() {
    on_small_stack(|| {
        let (x, y) = (var("x"), var("y"));
        let less = |index: usize| op::less(&x, &y + index as i32, None).unwrap();
        let or = (1..DEPTH).fold(less(0), |truth, index| op::logical_or(truth, less(index), None).unwrap());
        let not = (0..DEPTH).fold(less(0), |truth, index| {
            op::logical_not(op::logical_and(truth, less(index), None), None).unwrap()
        });
        for truth in [or, not] {
            all_answers(&truth);
            let mut analyzer = Analyzer::new();
            analyzer.with_constraint(&truth, |analyzer| analyzer.can_prove(&truth));
        }
    });
}

#[test]
fn shared_operands_are_simplified_once() {
    let mut expr = PrimExpr::from(&var("x"));
    for index in 0..60 {
        expr = op::max(&expr + &expr, op::floordiv(&expr, 2 + index, None), None).unwrap();
    }
    all_answers(&expr);
    let mut expr = PrimExpr::from(&var("x"));
    for _ in 0..60 {
        expr = (&expr + &expr).expr().unwrap();
    }
    all_answers(&expr);
    let mut expr = PrimExpr::from(&var("x"));
    for index in 0..60 {
        let condition = op::less(&expr, index, None).unwrap();
        expr = Select::new(condition, (&expr + 1).expr().unwrap(), (&expr * 2).expr().unwrap(), None)
            .unwrap()
            .upcast();
    }
    all_answers(&expr);
}
