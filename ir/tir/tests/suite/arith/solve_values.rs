//! The solutions of random systems, for all values of the variables in small ranges.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{
    IntConstraints, IntConstraintsTransform, solve_inequalities_as_bounds, solve_inequalities_deskew_range,
    solve_inequalities_to_range, solve_linear_equations,
};
use objet_tir::expr::{Range, Var};
use objet_tir::op;
use proptest::prelude::*;

use super::values::value;
use super::var;

type Point = Vec<(Var, i128)>;

fn number(expr: &PrimExpr, point: &[(Var, i128)]) -> i128 {
    value(expr, point).unwrap()[0]
}

/// Builds a system in which each variable has a range.
fn system(bytes: &[u8], is_equations: bool) -> IntConstraints {
    let mut bytes = bytes.iter().copied();
    let mut draw = |limit: usize| usize::from(bytes.next().unwrap_or(0)) % limit;
    let vars: Vec<Var> = ["x", "y", "z"][..1 + draw(3)].iter().map(|name| var(name)).collect();
    let mut ranges = Map::new();
    for var in &vars {
        let (min, extent) = ([0, 0, 1, -2][draw(4)], [1, 2, 3, 4, 5][draw(5)]);
        ranges.insert(var.clone(), Range::from_min_extent(min, extent));
    }
    let mut relations = Vec::new();
    for _ in 0..1 + draw(3) {
        let mut sum = PrimExpr::from([0, 1, -3, 2][draw(4)]);
        for var in &vars {
            sum = (sum + var * [0, 1, 1, -1, 2, -2, 3, 4][draw(8)]).expr().unwrap();
        }
        let right = draw(12) as i32 - 4;
        let relation = match draw(4) {
            _ if is_equations => op::equal(sum, right, None),
            0 => op::equal(sum, right, None),
            1 => op::less(sum, right, None),
            2 => op::greater_equal(sum, right, None),
            _ => op::less_equal(sum, right, None),
        };
        relations.push(relation.unwrap());
    }
    IntConstraints::new(Array::from_iter(vars), ranges, Array::from_iter(relations))
}

/// Returns the points of a box that has the ranges.
fn points(vars: &[Var]) -> Vec<Point> {
    let mut points = vec![Vec::new()];
    for var in vars {
        let with = |point: &Point, value| [&point[..], &[(var.clone(), value)]].concat();
        points = points.iter().flat_map(|point| (-4..8).map(move |value| with(point, value))).collect();
    }
    points
}

fn is_within(ranges: &Map<Var, Range>, point: &[(Var, i128)]) -> bool {
    point.iter().all(|(var, value)| {
        ranges.get(var).is_none_or(|range| {
            let min = number(&range.min, point);
            (min..min + number(&range.extent, point)).contains(value)
        })
    })
}

fn is_solution(system: &IntConstraints, point: &[(Var, i128)]) -> bool {
    is_within(&system.ranges, point) && system.relations.iter().all(|part| number(part, point) != 0)
}

/// Checks that two systems have the same solutions.
fn check_transform(transform: &IntConstraintsTransform) -> Result<(), TestCaseError> {
    let (src, dst) = (&transform.src, &transform.dst);
    let mut solutions = 0;
    for point in points(&src.variables) {
        if !is_solution(src, &point) {
            continue;
        }
        solutions += 1;
        let moved: Point = dst
            .variables
            .iter()
            .map(|var| (var.clone(), number(&transform.dst_to_src[var], &point)))
            .collect();
        prop_assert!(is_solution(dst, &moved), "a solution is lost");
        for (var, value) in &point {
            prop_assert_eq!(number(&transform.src_to_dst[var], &moved), *value);
        }
    }
    let mut found = 0;
    for point in points_of(dst) {
        if !is_solution(dst, &point) {
            continue;
        }
        found += 1;
        if transform.src_to_dst.is_empty() {
            continue;
        }
        let moved: Point = src
            .variables
            .iter()
            .map(|var| (var.clone(), number(&transform.src_to_dst[var], &point)))
            .collect();
        prop_assert!(is_solution(src, &moved), "a solution is new");
    }
    prop_assert_eq!(solutions, found);
    Ok(())
}

/// Returns the points of a box that has the solutions of a transformed system.
fn points_of(system: &IntConstraints) -> Vec<Point> {
    let mut points: Vec<Point> = vec![Vec::new()];
    for var in system.variables.iter().rev() {
        points = points
            .iter()
            .flat_map(|point| {
                let range = &system.ranges[var];
                let min = number(&range.min, point);
                let end = min + number(&range.extent, point);
                (min..end).map(move |value| [&point[..], &[(var.clone(), value)]].concat())
            })
            .collect();
    }
    points
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn equations_have_the_same_solutions(bytes in prop::collection::vec(any::<u8>(), 32)) {
        let system = system(&bytes, true);
        check_transform(&solve_linear_equations(&system).unwrap())?;
    }

    #[test]
    fn inequalities_have_the_same_solutions(bytes in prop::collection::vec(any::<u8>(), 32)) {
        let system = system(&bytes, false);
        check_transform(&solve_inequalities_deskew_range(&system).unwrap())?;
        let ranges = solve_inequalities_to_range(&system).unwrap();
        let solved = solve_inequalities_as_bounds(&system).unwrap();
        let conditions = IntConstraints::new([], Map::new(), Array::from_iter(solved.conditions().unwrap()));
        for point in points(&system.variables) {
            let expected = is_solution(&system, &point);
            prop_assert_eq!(is_solution(&ranges, &point), expected);
            prop_assert_eq!(is_solution(&conditions, &point), expected);
        }
    }
}
