//! Intervals, and conditions and sums that are linear in variables.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{
    Analyzer, Domains, IntervalSet, deduce_bound, detect_clip_bound, detect_linear_equation, neg_inf,
    pos_inf, union_lower_bound,
};
use objet_tir::expr::{Ramp, Var};
use objet_tir::functor::substitute;
use objet_tir::op;

use super::{text, var};

fn bounds(set: &IntervalSet) -> (String, String) {
    (text(&set.min_value), text(&set.max_value))
}

fn interval(lower: &str, upper: &str) -> (String, String) {
    (lower.into(), upper.into())
}

#[test]
fn expressions_have_intervals() {
    let (x, y, n) = (var("x"), var("y"), var("n"));
    let domains = Domains::from([
        (x.clone(), IntervalSet::new(0, (&n - 1).expr().unwrap())),
        (y.clone(), IntervalSet::new(2, pos_inf())),
    ]);
    let mut analyzer = Analyzer::new();
    let mut set = |expr: PrimExpr| bounds(&analyzer.int_set(&expr, &domains));
    assert_eq!(set((&x * 4 + 1).expr().unwrap()), interval("1", "(((n - 1)*4) + 1)"));
    assert_eq!(set((&x - &y).expr().unwrap()), interval("neg_inf", "((n - 1) - 2)"));
    assert_eq!(set((&y * -2).expr().unwrap()), interval("neg_inf", "-4"));
    assert_eq!(set(op::floormod(&y, 8, None).unwrap()), interval("0", "7"));
    assert_eq!(set(op::min(&y, 9, None).unwrap()), interval("2", "9"));
    assert_eq!(set(op::min(&n, 9, None).unwrap()), interval("min(n, 9)", "min(n, 9)"));
    assert_eq!(set(Ramp::new(x, 2, 4, None).unwrap().upcast()), interval("0", "((n - 1) + 6)"));
}

#[test]
fn domains_may_refer_to_each_other() {
    let (x, y) = (var("x"), var("y"));
    let domains = Domains::from([
        (x.clone(), IntervalSet::new(&y, (&y + 3).expr().unwrap())),
        (y.clone(), IntervalSet::new(0, 7)),
    ]);
    let set = Analyzer::new().int_set(&(&x * 2).expr().unwrap(), &domains);
    assert_eq!(bounds(&set), interval("0", "20"));
    let domains = Domains::from([(x.clone(), IntervalSet::new(&x, (&x + 1).expr().unwrap()))]);
    assert_eq!(bounds(&Analyzer::new().int_set(&x.into(), &domains)), interval("x", "((x + 1) + 1)"));
}

#[test]
fn a_chain_of_domains_takes_linear_time() {
    let vars: Vec<Var> = (0..2000).map(|index| var(&format!("v{index}"))).collect();
    let domain = |pair: &[Var]| (pair[0].clone(), IntervalSet::new(&pair[1], (&pair[1] + 1).expr().unwrap()));
    let domains: Domains = vars.windows(2).map(domain).collect();
    let set = Analyzer::new().int_set(&vars[0].clone().into(), &domains);
    assert_eq!(text(&set.min_value), "v1999");
}

#[test]
fn unions_leave_out_sets_that_do_not_touch() {
    let sets = |bounds: &[(i32, i32)]| {
        let sets: Vec<_> = bounds.iter().map(|(min, max)| IntervalSet::new(*min, *max)).collect();
        union_lower_bound(&sets)
    };
    assert_eq!(bounds(&sets(&[(0, 3), (4, 9), (2, 5)])), interval("0", "9"));
    assert_eq!(bounds(&sets(&[(0, 3), (5, 9)])), interval("0", "3"));
    assert!(sets(&[]).is_nothing());
    let union = union_lower_bound(&[IntervalSet::new(0, 3), IntervalSet::new(neg_inf(), 1)]);
    assert_eq!(bounds(&union), interval("neg_inf", "3"));
}

#[test]
fn linear_parts_are_found() {
    let (x, y, n) = (var("x"), var("y"), var("n"));
    let parts = |expr: PrimExpr, vars: &[Var]| {
        detect_linear_equation(&expr, vars).map(|parts| parts.iter().map(text).collect::<Vec<_>>())
    };
    let expr = ((&x + 2) * &n - &y * 3).expr().unwrap();
    let found = parts(expr.clone(), &[x.clone(), y.clone()]).unwrap();
    assert_eq!(found, ["n", "-3", "(n*2)"]);
    assert!(parts((&x * &y).expr().unwrap(), &[x.clone(), y.clone()]).is_none());
    assert!(parts(op::floordiv(&x, 2, None).unwrap(), std::slice::from_ref(&x)).is_none());
    assert_eq!(parts(expr, &[]).unwrap().len(), 1);
}

#[test]
fn conditions_bound_variables() {
    let (x, y, n) = (var("x"), var("y"), var("n"));
    let lower = op::greater_equal(&x, 3, None);
    let upper = op::less((&x + &n).expr().unwrap(), 10, None);
    let both = op::logical_and(lower, upper, None).unwrap();
    let found = detect_clip_bound(&both, &[x.clone(), y.clone()]).unwrap();
    let shown = |bound: &Option<PrimExpr>| bound.as_ref().map(text);
    assert_eq!((shown(&found[0].0), shown(&found[0].1)), (Some("3".into()), Some("(9 - n)".into())));
    assert!(found[1].0.is_none() && found[1].1.is_none());
    assert!(detect_clip_bound(&op::less(&x, &y, None).unwrap(), &[x.clone(), y]).is_none());
    assert!(detect_clip_bound(&op::less(&x * 2, 9, None).unwrap(), std::slice::from_ref(&x)).is_none());
    assert!(detect_clip_bound(&op::equal(&x, 9, None).unwrap(), &[x]).is_none());
}

#[test]
fn deduced_bounds_make_conditions_hold() {
    let (x, y) = (var("x"), var("y"));
    let relax = Domains::from([(y.clone(), IntervalSet::new(-1, 2))]);
    let indices = [
        (&x * 3 + &y).expr().unwrap(),
        (&x * -2 - &y + 1).expr().unwrap(),
        (&y - &x * 5).expr().unwrap(),
        op::floordiv(&x * 2 + &y, 3, None).unwrap(),
        (op::floordiv(7 - &x, 2, None).unwrap() * -3).expr().unwrap(),
    ];
    let mut found = 0;
    for index in indices {
        for limit in -9..9 {
            let compare = [op::less, op::less_equal, op::greater, op::greater_equal, op::equal];
            for condition in compare.map(|compare| compare(&index, limit, None).unwrap()) {
                let set = deduce_bound(&x, &condition, &Domains::default(), &relax);
                let (lower, upper) =
                    (set.lower().and_then(op::as_const_int), set.upper().and_then(op::as_const_int));
                found += usize::from(!set.is_nothing());
                let is_inside = |value: i64| {
                    !set.is_nothing()
                        && lower.is_none_or(|least| value >= least)
                        && upper.is_none_or(|most| value <= most)
                };
                for value in (-40..40).filter(|value| is_inside(*value)) {
                    for other in -1..3 {
                        let at = |used: &Var| {
                            let number = if *used == x { value as i32 } else { other };
                            Some(PrimExpr::from(number))
                        };
                        let truth = Analyzer::new().simplify(&substitute(condition.clone(), at).unwrap(), 2);
                        let holds = op::as_const_int(&truth) == Some(1);
                        assert!(holds, "{} at {value}, {other}: {:?}", text(&condition), bounds(&set));
                    }
                }
            }
        }
    }
    assert!(found > 300, "{found}");
}
