//! Maps, systems and regions of deep expressions and statements, on a thread with a stack of
//! 256 KiB; and input that has no map and no solution.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{
    Analyzer, IntConstraints, IterMapExpr, SolveError, detect_iter_map, domain_touched,
    inverse_affine_iter_map, normalize_iter_map_to_expr, solve_inequalities_to_range, solve_linear_equations,
    subspace_divide,
};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{Range, Var};
use objet_tir::op;
use objet_tir::stmt::{BufferStore, For, Stmt};

use super::var;

const DEPTH: usize = 10_000;

fn on_small_stack(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn_scoped(scope, test).unwrap().join().unwrap();
    });
}

fn truth() -> PrimExpr {
    op::const_true(1, None).unwrap()
}

fn iters(vars: &[&Var], extent: i32) -> Map<Var, Range> {
    vars.iter().map(|var| ((*var).clone(), Range::from_min_extent(0, extent))).collect()
}

#[test]
fn deep_indices_have_maps() {
    on_small_stack(|| {
        let (i, j) = (var("i"), var("j"));
        let analyzer = &mut Analyzer::new();
        let iters = iters(&[&i, &j], 8);
        let sum = (0..DEPTH).fold(PrimExpr::from(&i), |expr, _| (expr + 1).expr().unwrap());
        let map = detect_iter_map(&[sum], &iters, &truth(), false, analyzer).unwrap();
        assert_eq!(op::as_const_int(&map[0].base), Some(DEPTH as i64));
        // Each level fuses and splits once more.
        let turned = (0..DEPTH / 10).fold(PrimExpr::from(&i), |expr, _| {
            let low = op::floormod(&expr, 2, None).unwrap();
            (low * 4 + op::floordiv(expr, 2, None).unwrap()).expr().unwrap()
        });
        let indices = [turned, PrimExpr::from(&j)];
        let map = detect_iter_map(&indices, &iters, &truth(), true, analyzer).unwrap();
        let whole: IterMapExpr = map[0].clone().upcast();
        assert_eq!(normalize_iter_map_to_expr(&whole, analyzer).unwrap().dtype, DataType::int(32));
        let outputs = [PrimExpr::from(var("p")), PrimExpr::from(var("q"))];
        assert_eq!(inverse_affine_iter_map(&map, &outputs, analyzer).unwrap().len(), 2);
        assert!(subspace_divide(&indices, &iters, &[j], &truth(), true, analyzer).is_some());
    });
}

#[test]
fn shared_operands_are_rewritten_once() {
    let i = var("i");
    let doubled = (0..60).fold(PrimExpr::from(&i), |expr, _| (&expr - &expr + &expr).expr().unwrap());
    let map = detect_iter_map(&[doubled], &iters(&[&i], 8), &truth(), false, &mut Analyzer::new());
    assert!(map.is_some());
}

#[test]
fn deep_conditions_are_solved() {
    on_small_stack(|| {
        let x = var("x");
        let sum = (0..DEPTH).fold(PrimExpr::from(&x), |expr, _| (expr + 1).expr().unwrap());
        let depth = DEPTH as i32;
        let equation = op::equal(&sum, depth + 3, None).unwrap();
        let solved =
            solve_linear_equations(&IntConstraints::new([x.clone()], Map::new(), [equation])).unwrap();
        assert_eq!(op::as_const_int(&solved.src_to_dst[&x]), Some(3));
        let limits =
            [op::less(&sum, depth + 5, None).unwrap(), op::greater_equal(&sum, depth, None).unwrap()];
        let solved =
            solve_inequalities_to_range(&IntConstraints::new([x.clone()], Map::new(), limits)).unwrap();
        assert_eq!(op::as_const_int(&solved.ranges[&x].extent), Some(5));
    });
}

#[test]
fn deep_statements_touch_domains() {
    on_small_stack(|| {
        let buffer = Buffer::decl([64.into()], DataType::float(32), "A", "", None).unwrap();
        let i = var("i");
        let store = BufferStore::new(buffer.clone(), 1.0_f32, [PrimExpr::from(&i)], None).unwrap();
        let first: Stmt = For::serial(i, 8, store).unwrap().upcast();
        let nested = (0..DEPTH)
            .fold(first, |body, index| For::serial(var(&format!("v{index}")), 2, body).unwrap().upcast());
        let ranges = domain_touched(&nested, &buffer, true, true).unwrap();
        assert_eq!(op::as_const_int(&ranges[0].as_ref().unwrap().extent), Some(8));
    });
}

#[test]
fn other_input_has_no_map() {
    let (i, j, n) = (var("i"), var("j"), var("n"));
    let detect = |index: PrimExpr, iters: &Map<Var, Range>, predicate: &PrimExpr| {
        detect_iter_map(&[index], iters, predicate, false, &mut Analyzer::new()).is_some()
    };
    let both = iters(&[&i, &j], 4);
    assert!(detect((&i * 4 + &j).expr().unwrap(), &both, &truth()));
    for index in [&i * &j, &i * 3 + &j, &i + 1 - &j, &i * 4 + &j * &n] {
        assert!(!detect(index.expr().unwrap(), &both, &truth()));
    }
    let quotient = op::floordiv(&i, 3, None).unwrap();
    let truncated = op::truncdiv(&i, 2, None).unwrap();
    let minimum = op::min(&i, 2, None).unwrap();
    for index in [quotient, truncated, minimum] {
        assert!(!detect(index, &both, &truth()));
    }
    // Only `<` limits an iterator.
    let fused = (&i * 4 + &j).expr().unwrap();
    assert!(detect(fused.clone(), &both, &op::less(&fused, 10, None).unwrap()));
    assert!(!detect(fused.clone(), &both, &op::less_equal(&fused, 10, None).unwrap()));
    let dependent = Map::from_iter([
        (i.clone(), Range::from_min_extent(0, 4)),
        (j.clone(), Range::from_min_extent(0, &i)),
    ]);
    assert!(!detect(j.clone().into(), &dependent, &truth()));
}

#[test]
fn errors_name_the_cause() {
    let i = var("i");
    let analyzer = &mut Analyzer::new();
    let map = detect_iter_map(&[i.clone().into()], &iters(&[&i], 4), &truth(), true, analyzer).unwrap();
    let error = inverse_affine_iter_map(&map, &[], analyzer).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the map has 1 indices, but there are 0 outputs: pass one output for each index"
    );
    let system = IntConstraints::new([i.clone(), i.clone()], Map::new(), []);
    let error = solve_inequalities_to_range(&system).unwrap_err();
    assert_eq!(
        error.to_string(),
        "variable i appears more than once in the variables of the system: list each variable once"
    );
    let huge = PrimExpr::from(i64::MAX);
    let (x, y) = (Var::new("x", DataType::int(64), None), Var::new("y", DataType::int(64), None));
    let first = op::equal(&x * &huge + &y * (&huge - 1), 1_i64, None).unwrap();
    let second = op::equal(&x * (&huge - 2) + &y * 5, 1_i64, None).unwrap();
    let system = IntConstraints::new([x, y], Map::new(), [first, second]);
    assert!(matches!(solve_linear_equations(&system), Err(SolveError::Overflow)));
}
