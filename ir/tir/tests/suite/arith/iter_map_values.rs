//! The values of maps of iterators, for all values of the iterators in small ranges.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::analysis::uses_var;
use objet_tir::arith::{
    Analyzer, IterMapExpr, IterMark, detect_iter_map, inverse_affine_iter_map, normalize_iter_map_to_expr,
    subspace_divide,
};
use objet_tir::expr::{AddNode, Range, Var};
use objet_tir::op;
use proptest::prelude::*;

use super::values::value;
use super::{text, var};

/// Indices that split and fuse iterators.
struct Space {
    iters: Vec<(Var, i128)>,
    /// Expressions with their extents.
    parts: Vec<(PrimExpr, i32)>,
    predicate: PrimExpr,
}

impl Space {
    fn new(bytes: &[u8]) -> Self {
        let mut bytes = bytes.iter().copied();
        let mut draw = |limit: usize| usize::from(bytes.next().unwrap_or(0)) % limit;
        let names = &["i", "j", "k"][..1 + draw(3)];
        let extents: Vec<i32> = names.iter().map(|_| [1, 2, 3, 4, 6, 8][draw(6)]).collect();
        let iters: Vec<_> =
            names.iter().zip(&extents).map(|(name, extent)| (var(name), i128::from(*extent))).collect();
        let mut parts: Vec<_> =
            iters.iter().map(|(var, _)| PrimExpr::from(var)).zip(extents.iter().copied()).collect();
        let mut predicate = op::const_true(1, None).unwrap();
        for _ in 0..draw(6) {
            let (expr, extent) = parts.remove(draw(parts.len()));
            match draw(8) {
                0..4 => {
                    let divisors: Vec<i32> = (1..=extent).filter(|factor| extent % factor == 0).collect();
                    let factor = divisors[draw(divisors.len())];
                    parts.push((op::floordiv(&expr, factor, None).unwrap(), extent / factor));
                    parts.push((op::floormod(&expr, factor, None).unwrap(), factor));
                }
                4..7 if !parts.is_empty() => {
                    let (other, inner) = parts.remove(draw(parts.len()));
                    parts.push(((expr * inner + other).expr().unwrap(), extent * inner));
                }
                _ => {
                    // Maps ignore conditions on a single iterator.
                    let is_limited = op::is_const_int(&predicate, 1) && expr.as_node::<AddNode>().is_some();
                    let bound = 1 + draw(extent as usize) as i32;
                    if is_limited {
                        predicate = op::less(&expr, bound, None).unwrap();
                        parts.push((expr, bound));
                    } else {
                        parts.push((expr, extent));
                    }
                }
            }
        }
        if let (0, Some((expr, _))) = (draw(3), parts.first_mut()) {
            *expr = (&*expr + 2).expr().unwrap();
        }
        Self { iters, parts, predicate }
    }

    fn indices(&self) -> Vec<PrimExpr> {
        self.parts.iter().map(|(expr, _)| expr.clone()).collect()
    }

    fn ranges(&self) -> Map<Var, Range> {
        let range = |extent: i128| Range::from_min_extent(0, extent as i32);
        self.iters.iter().map(|(var, extent)| (var.clone(), range(*extent))).collect()
    }

    /// Returns the values of the iterators for which the predicate holds.
    fn points(&self) -> Vec<Vec<(Var, i128)>> {
        let mut points = vec![Vec::new()];
        for (var, extent) in &self.iters {
            let with = |point: &Vec<_>, value| [&point[..], &[(var.clone(), value)]].concat();
            points =
                points.iter().flat_map(|point| (0..*extent).map(move |value| with(point, value))).collect();
        }
        points.retain(|point| number(&self.predicate, point) == 1);
        points
    }
}

fn number(expr: &PrimExpr, point: &[(Var, i128)]) -> i128 {
    value(expr, point).unwrap()[0]
}

fn plain(mark: &IterMark) -> PrimExpr {
    match mark.source.downcast_ref::<IterMapExpr>() {
        Some(map) => normalize_iter_map_to_expr(map, &mut Analyzer::new()).unwrap(),
        None => mark.source.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn maps_have_the_values_of_indices(bytes in prop::collection::vec(any::<u8>(), 40)) {
        let space = Space::new(&bytes);
        let (indices, ranges, points) = (space.indices(), space.ranges(), space.points());
        for is_bijective in [false, true] {
            let analyzer = &mut Analyzer::new();
            let Some(map) = detect_iter_map(&indices, &ranges, &space.predicate, is_bijective, analyzer) else {
                continue;
            };
            let mut tuples = HashSet::new();
            let outputs: Vec<Var> = (0..map.len()).map(|index| var(&format!("o{index}"))).collect();
            let outputs_as_exprs: Vec<PrimExpr> = outputs.iter().map(PrimExpr::from).collect();
            for point in &points {
                let mut tuple = Vec::new();
                for (index, sum) in indices.iter().zip(&map) {
                    let normalized = normalize_iter_map_to_expr(&sum.clone().upcast(), analyzer).unwrap();
                    tuple.push(number(index, point));
                    prop_assert_eq!(number(&normalized, point), number(index, point));
                }
                tuples.insert(tuple.clone());
                // A constant index has no digits to invert.
                if is_bijective && map.iter().all(|sum| !sum.args.is_empty()) {
                    let inverse = inverse_affine_iter_map(&map, &outputs_as_exprs, analyzer).unwrap();
                    let at: Vec<_> = outputs.iter().cloned().zip(tuple).collect();
                    for (var, result) in point {
                        if let Some(expr) = inverse.get(var) {
                            prop_assert_eq!(number(expr, &at), *result);
                        }
                    }
                }
            }
            prop_assert!(!is_bijective || tuples.len() == points.len());
        }
    }

    #[test]
    fn divisions_have_the_values_of_indices(
        bytes in prop::collection::vec(any::<u8>(), 40),
        choice in 0_usize..8,
    ) {
        let space = Space::new(&bytes);
        let (indices, ranges) = (space.indices(), space.ranges());
        let vars = || space.iters.iter().map(|(var, _)| var.clone());
        let is_inner = |place: &usize| choice >> place & 1 == 1;
        let inner: Vec<Var> = vars().enumerate().filter(|(place, _)| is_inner(place)).map(|(_, var)| var).collect();
        let analyzer = &mut Analyzer::new();
        let division = subspace_divide(&indices, &ranges, &inner, &space.predicate, true, analyzer);
        let Some(division) = division else { return Ok(()) };
        for (index, [outer, inner_mark]) in indices.iter().zip(&division.indices) {
            let (high, low) = (plain(outer), plain(inner_mark));
            prop_assert!(!uses_var(&high, |var| inner.contains(var)));
            prop_assert!(!uses_var(&low, |var| !inner.contains(var)));
            for point in space.points() {
                let extent = number(&inner_mark.extent, &point);
                let total = number(&high, &point) * extent + number(&low, &point);
                let shown = format!("{} {} {}", text(index), text(outer), text(inner_mark));
                prop_assert_eq!(total, number(index, &point), "{}", shown);
            }
        }
        for point in space.points() {
            prop_assert!(division.predicates.iter().all(|predicate| number(predicate, &point) == 1));
        }
    }
}

#[test]
fn a_division_keeps_the_condition_on_a_single_iterator() {
    let [i, j, k] = ["i", "j", "k"].map(var);
    let ranges: Map<Var, Range> = [(&i, 4), (&j, 1), (&k, 2)]
        .map(|(var, extent)| (var.clone(), Range::from_min_extent(0, extent)))
        .into();
    // The iterator j has one value, so the condition is one on i.
    let fused = (&i + &j).expr().unwrap();
    let predicate = op::less(&fused, 2, None).unwrap();
    let index = (&k * 2 + fused).expr().unwrap();
    for inner in [vec![], vec![i.clone()], vec![i.clone(), j.clone()], vec![i.clone(), j.clone(), k.clone()]]
    {
        let analyzer = &mut Analyzer::new();
        let indices = std::slice::from_ref(&index);
        let division = subspace_divide(indices, &ranges, &inner, &predicate, true, analyzer).unwrap();
        let [outer, inner] = &division.indices[0];
        let holds = |point: &[(Var, i128)]| division.predicates.iter().all(|each| number(each, point) == 1);
        for (x, z) in [0, 1, 2, 3].into_iter().flat_map(|x| [(x, 0), (x, 1)]) {
            let point = [(i.clone(), x), (j.clone(), 0), (k.clone(), z)];
            assert_eq!(holds(&point), x < 2);
            if x < 2 {
                let [high, low] = [outer, inner].map(|mark| number(&plain(mark), &point));
                assert_eq!(high * number(&inner.extent, &point) + low, 2 * z + x);
            }
        }
    }
}
