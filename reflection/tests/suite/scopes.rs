//! Tests of lexical scopes in structural comparison and hashing.

use std::time::{Duration, Instant};

use objet::compare::{StructuralEqual, StructuralHash, structural_hash};
use objet::prelude::*;
use objet::{cse, structural_equal};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::long_graphs::{LONG, on_a_small_stack};

/// A number.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Number", is_final, new)]
struct NumberNode {
    base: Object,
    value: i64,
}

/// A variable with a type, which may mention other variables.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Var", is_final, new)]
#[reflect(free_variable)]
struct VarNode {
    base: Object,
    ty: Option<ObjectRef>,
}

/// `let var = value in body`
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Let", is_final, new)]
struct LetNode {
    base: Object,
    #[reflect(def)]
    var: Var,
    value: ObjectRef,
    #[reflect(scope)]
    body: ObjectRef,
}

/// `for var in 0..extent { body }`, with the body before the extent.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Loop", is_final, new)]
struct LoopNode {
    base: Object,
    #[reflect(def)]
    var: Var,
    #[reflect(scope)]
    body: ObjectRef,
    extent: ObjectRef,
}

/// `fn(params) { body }`
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Function", is_final, new)]
struct FunctionNode {
    base: Object,
    #[reflect(def)]
    params: Array<Var>,
    #[reflect(scope)]
    body: ObjectRef,
}

/// A function whose parameter is bound to the end of the comparison.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Lambda", is_final, new)]
struct LambdaNode {
    base: Object,
    #[reflect(def)]
    param: Var,
    body: ObjectRef,
}

/// An operation with an effect.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "scopes.Draw", is_final, new)]
#[reflect(graph_node)]
struct DrawNode {
    base: Object,
    of: ObjectRef,
}

/// A program. Variables are numbers.
#[derive(Clone, Debug, PartialEq)]
enum Program {
    Number(i64),
    Var(u8),
    Seq(Vec<Program>),
    Let(u8, Box<Program>, Box<Program>),
    Loop(u8, Box<Program>, Box<Program>),
    Function(Vec<u8>, Box<Program>),
    Lambda(u8, Box<Program>),
    Draw(Box<Program>),
}

fn programs(vars: u8, with_others: bool) -> impl Strategy<Value = Program> {
    let leaf = prop_oneof![
        1 => (0..2_i64).prop_map(Program::Number),
        4 => (0..vars).prop_map(Program::Var),
    ];
    leaf.prop_recursive(5, 24, 3, move |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let others = if with_others { 1 } else { 0 };
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 1..4).prop_map(Program::Seq),
            4 => (0..vars, boxed(), boxed()).prop_map(|(var, value, body)| Program::Let(var, value, body)),
            2 => (0..vars, boxed(), boxed()).prop_map(|(var, body, of)| Program::Loop(var, body, of)),
            2 => (prop::collection::vec(0..vars, 0..3), boxed())
                .prop_map(|(params, body)| Program::Function(params, body)),
            others => (0..vars, boxed()).prop_map(|(param, body)| Program::Lambda(param, body)),
            others => boxed().prop_map(Program::Draw),
        ]
    })
}

/// Builds a program. Each variable number is one variable, or if `renames`, each definition is a
/// new variable.
struct Builder<'a> {
    vars: &'a [Var],
    renames: bool,
}

impl Builder<'_> {
    fn define(&self, scope: &mut Vec<(u8, Var)>, var: u8) -> Var {
        let new = if self.renames { self::var() } else { self.vars[usize::from(var)].clone() };
        scope.push((var, new.clone()));
        new
    }

    fn build(&self, program: &Program, scope: &mut Vec<(u8, Var)>) -> ObjectRef {
        let outside = scope.len();
        match program {
            Program::Number(value) => Number::new(*value).into(),
            Program::Var(var) => {
                let bound = scope.iter().rev().find(|(number, _)| number == var);
                bound.map_or(&self.vars[usize::from(*var)], |(_, var)| var).clone().into()
            }
            Program::Seq(parts) => list(parts.iter().map(|part| self.build(part, scope)).collect::<Vec<_>>()),
            Program::Let(var, value, body) => {
                let value = self.build(value, scope);
                let var = self.define(scope, *var);
                let body = self.build(body, scope);
                scope.truncate(outside);
                Let::new(var, value, body).into()
            }
            Program::Loop(var, body, extent) => {
                let extent = self.build(extent, scope);
                let var = self.define(scope, *var);
                let body = self.build(body, scope);
                scope.truncate(outside);
                Loop::new(var, body, extent).into()
            }
            Program::Function(params, body) => {
                let params: Array<Var> = params.iter().map(|param| self.define(scope, *param)).collect();
                let body = self.build(body, scope);
                scope.truncate(outside);
                Function::new(params, body).into()
            }
            Program::Lambda(param, body) => {
                Lambda::new(self.vars[usize::from(*param)].clone(), self.build(body, scope)).into()
            }
            Program::Draw(of) => Draw::new(self.build(of, scope)).into(),
        }
    }
}

fn build(program: &Program, vars: &[Var], renames: bool) -> ObjectRef {
    Builder { vars, renames }.build(program, &mut Vec::new())
}

/// The reference: recursive comparison with an environment for each side.
fn equal(lhs: &Program, rhs: &Program, scope: &mut Vec<(u8, u8)>) -> bool {
    let outside = scope.len();
    let result = match (lhs, rhs) {
        (Program::Number(l), Program::Number(r)) => l == r,
        (Program::Var(l), Program::Var(r)) => {
            let of_l = scope.iter().rposition(|(var, _)| var == l);
            let of_r = scope.iter().rposition(|(_, var)| var == r);
            of_l == of_r && (of_l.is_some() || l == r)
        }
        (Program::Seq(l), Program::Seq(r)) => {
            l.len() == r.len() && l.iter().zip(r).all(|(l, r)| equal(l, r, scope))
        }
        (Program::Let(l, l_value, l_body), Program::Let(r, r_value, r_body)) => {
            equal(l_value, r_value, scope) && {
                scope.push((*l, *r));
                equal(l_body, r_body, scope)
            }
        }
        (Program::Loop(l, l_body, l_extent), Program::Loop(r, r_body, r_extent)) => {
            equal(l_extent, r_extent, scope) && {
                scope.push((*l, *r));
                equal(l_body, r_body, scope)
            }
        }
        (Program::Function(l, l_body), Program::Function(r, r_body)) => {
            l.len() == r.len() && {
                scope.extend(l.iter().copied().zip(r.iter().copied()));
                equal(l_body, r_body, scope)
            }
        }
        _ => false,
    };
    scope.truncate(outside);
    result
}

/// Calls `change` for each number of a variable, in order.
fn each_variable(program: &mut Program, change: &mut impl FnMut(&mut u8, bool)) {
    match program {
        Program::Number(_) => {}
        Program::Var(var) => change(var, true),
        Program::Seq(parts) => parts.iter_mut().for_each(|part| each_variable(part, change)),
        Program::Let(var, first, second) | Program::Loop(var, first, second) => {
            change(var, false);
            each_variable(first, change);
            each_variable(second, change);
        }
        Program::Function(params, body) => {
            params.iter_mut().for_each(|param| change(param, false));
            each_variable(body, change);
        }
        Program::Lambda(param, body) => {
            change(param, false);
            each_variable(body, change);
        }
        Program::Draw(of) => each_variable(of, change),
    }
}

fn var() -> Var {
    Var::new(None::<ObjectRef>)
}

fn vars(count: u8) -> Vec<Var> {
    (0..count).map(|_| var()).collect()
}

fn list(of: impl IntoIterator<Item = ObjectRef>) -> ObjectRef {
    of.into_iter().collect::<Array>().into()
}

/// Returns whether both are equal, after checks of symmetry, of the differences, and of the hashes.
fn compare(lhs: &ObjectRef, rhs: &ObjectRef) -> Result<bool, TestCaseError> {
    let equal = structural_equal(lhs, rhs);
    prop_assert_eq!(equal, structural_equal(rhs, lhs));
    prop_assert_eq!(equal, StructuralEqual::new().first_difference(lhs, rhs).is_none());
    if equal {
        prop_assert_eq!(structural_hash(lhs), structural_hash(rhs));
        prop_assert_eq!(StructuralHash::new().hash(lhs), StructuralHash::new().hash(rhs));
    }
    Ok(equal)
}

/// Returns the graph with as much sharing as possible.
fn shared(root: &ObjectRef) -> Result<ObjectRef, TestCaseError> {
    cse(root.clone()).map_err(|error| TestCaseError::fail(error.to_string()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn renaming_bound_variables_does_not_matter(program in programs(4, false)) {
        let vars = vars(4);
        let (plain, renamed) = (build(&program, &vars, false), build(&program, &vars, true));
        let (shared_plain, shared_renamed) = (shared(&plain)?, shared(&renamed)?);
        for other in [&plain, &shared_plain, &renamed, &shared_renamed] {
            prop_assert!(compare(&plain, other)?);
            prop_assert!(compare(&shared_plain, other)?);
        }
    }

    #[test]
    fn programs_compare_as_the_recursive_reference_does(
        program in programs(3, false),
        changes in prop::collection::vec((any::<u8>(), 0..3_u8), 0..4),
    ) {
        let mut other = program.clone();
        let mut count = 0;
        each_variable(&mut other, &mut |_, _| count += 1);
        for (which, to) in changes {
            let mut index = 0;
            each_variable(&mut other, &mut |var, _| {
                if index == usize::from(which) % count.max(1) {
                    *var = to;
                }
                index += 1;
            });
        }
        let vars = vars(3);
        let expected = equal(&program, &other, &mut Vec::new());
        let (lhs, rhs) = (build(&program, &vars, false), build(&other, &vars, false));
        let both = shared(&list([lhs.clone(), rhs.clone()]))?.downcast::<Array>().map_err(|error| {
            TestCaseError::fail(error.to_string())
        })?;
        for lhs in [&lhs, &both[0]] {
            for rhs in [&rhs, &both[1], &build(&other, &vars, true)] {
                prop_assert_eq!(compare(lhs, rhs)?, expected);
            }
        }
    }

    #[test]
    fn another_variable_at_one_use_makes_a_difference(program in programs(4, false), which in any::<u8>()) {
        let mut other = program.clone();
        let mut uses = 0;
        each_variable(&mut other, &mut |_, is_use| uses += u32::from(is_use));
        let mut index = 0;
        each_variable(&mut other, &mut |var, is_use| {
            if is_use {
                if index == u32::from(which) % uses {
                    *var = 4; // which nothing defines
                }
                index += 1;
            }
        });
        let vars = vars(5);
        let (lhs, rhs) = (build(&program, &vars, false), build(&other, &vars, true));
        prop_assert_eq!(compare(&lhs, &rhs)?, uses == 0);
    }

    /// Also with definitions that hold everywhere, and with graph nodes.
    #[test]
    fn equality_is_an_equivalence_and_equal_graphs_have_equal_hashes(
        programs in prop::collection::vec(programs(3, true), 2..5)
    ) {
        let vars = vars(3);
        let mut all = Vec::new();
        for program in &programs {
            let built = build(program, &vars, false);
            all.extend([shared(&built)?, list([built.clone(), built.clone()])]);
            all.extend([list([built.clone(), shared(&built)?]), list([built.clone(), build(program, &vars, true)])]);
            all.push(Let::new(vars[0].clone(), built.clone(), built.clone()).into());
            all.extend([built, build(program, &vars, true)]);
        }
        let mut matrix = Vec::new();
        for lhs in &all {
            let row: Result<Vec<bool>, _> = all.iter().map(|rhs| compare(lhs, rhs)).collect();
            matrix.push(row?);
        }
        for (l, row) in matrix.iter().enumerate() {
            prop_assert!(row[l], "{:?} is not equal to itself", all[l]);
            for (r, equal) in row.iter().enumerate() {
                prop_assert!(!equal || row == &matrix[r], "{:?} and {:?}", all[l], all[r]);
            }
        }
    }
}

fn scope(var: &Var, value: impl Into<ObjectRef>, body: impl Into<ObjectRef>) -> ObjectRef {
    Let::new(var.clone(), value.into(), body.into()).into()
}

fn number(value: i64) -> ObjectRef {
    Number::new(value).into()
}

#[test]
fn a_variable_is_free_after_its_scope() {
    let (x, y) = (var(), var());
    let with_scope =
        |bound: &Var, free: &Var| list([scope(bound, number(0), bound.clone()), free.clone().into()]);
    assert!(structural_equal(&with_scope(&x, &x), &with_scope(&y, &x)));
    assert!(!structural_equal(&with_scope(&x, &x), &with_scope(&y, &y)));
    let mapped = StructuralEqual::new().map_free_vars(true);
    assert!(mapped.equal(&with_scope(&x, &x), &with_scope(&y, &y)));

    // Without a scope, the definition holds to the end.
    let lambda = |bound: &Var, free: &Var| {
        list([Lambda::new(bound.clone(), bound.clone()).into(), free.clone().into()])
    };
    assert!(structural_equal(&lambda(&x, &x), &lambda(&y, &y)));
    assert!(!structural_equal(&lambda(&x, &x), &lambda(&y, &x)));
}

#[test]
fn an_inner_definition_shadows_the_outer_one() {
    let (x, y, z) = (var(), var(), var());
    let nested = |outer: &Var, inner: &Var, last: &Var| {
        scope(outer, number(1), list([scope(inner, outer.clone(), inner.clone()), last.clone().into()]))
    };
    assert!(structural_equal(&nested(&x, &x, &x), &nested(&y, &z, &y)));
    assert!(!structural_equal(&nested(&x, &x, &x), &nested(&y, &z, &z)));
    // The counterpart of the outer variable equals nothing in the inner scope.
    let inside =
        |outer: &Var, inner: &Var, used: &Var| scope(outer, number(1), scope(inner, number(2), used.clone()));
    assert!(!structural_equal(&inside(&x, &x, &x), &inside(&y, &z, &y)));
    assert!(structural_equal(&inside(&x, &x, &x), &inside(&y, &z, &z)));
    assert!(structural_equal(&inside(&z, &x, &z), &inside(&y, &z, &y)));
}

#[test]
fn a_definition_holds_in_scopes_and_later_definitions_only() {
    let (x, y, n, m) = (var(), var(), var(), var());
    let of_type = |ty: &Var| Var::new(Some(ObjectRef::from(ty.clone())));
    // The value is outside, and so is the extent behind the body.
    assert!(structural_equal(&scope(&x, x.clone(), x.clone()), &scope(&y, x.clone(), y.clone())));
    assert!(!structural_equal(&scope(&x, x.clone(), x.clone()), &scope(&y, y.clone(), y.clone())));
    let of = |var: &Var, extent: &Var| Loop::new(var.clone(), var.clone(), extent.clone());
    assert!(structural_equal(&of(&x, &x), &of(&y, &x)) && !structural_equal(&of(&x, &x), &of(&y, &y)));
    // A parameter is defined for the types of later parameters; other variables there are uses.
    let typed = |size: &Var, of: &Var| {
        let param = of_type(of);
        Function::new(Array::from([size.clone(), param.clone()]), param)
    };
    assert!(structural_equal(&typed(&n, &n), &typed(&m, &m)));
    assert_eq!(structural_hash(&typed(&n, &n)), structural_hash(&typed(&m, &m)));
    assert!(!structural_equal(&typed(&n, &n), &typed(&m, &n)));
    assert!(
        structural_equal(&typed(&n, &x), &typed(&m, &x)) && !structural_equal(&typed(&n, &x), &typed(&m, &y))
    );
}

#[test]
fn a_shared_object_is_compared_anew_where_its_variables_have_other_bindings() {
    let (x, y, z) = (var(), var(), var());
    let of = |var: &Var| list([var.clone().into()]);
    let (of_x, of_y) = (of(&x), of(&y));
    let lhs = list([scope(&x, number(1), of_x.clone()), scope(&x, number(2), of_x.clone())]);
    let right = list([scope(&y, number(1), of_y.clone()), scope(&z, number(2), of(&z))]);
    let wrong = list([scope(&y, number(1), of_y.clone()), scope(&z, number(2), of_y)]);
    assert!(structural_equal(&lhs, &right) && structural_equal(&right, &lhs));
    assert!(!structural_equal(&lhs, &wrong) && !structural_equal(&wrong, &lhs));
    assert_eq!(structural_hash(&lhs), structural_hash(&right));
    assert_eq!(
        StructuralEqual::new().first_difference(&lhs, &wrong).map(|first| first.path.to_string()),
        Some("[1].body[0]".into())
    );
}

#[test]
fn the_hash_tells_variables_of_scopes_apart() {
    let (x, y, free, other) = (var(), var(), var(), var());
    let nested = |used: &Var| scope(&x, number(1), scope(&y, number(2), used.clone()));
    assert_ne!(structural_hash(&nested(&x)), structural_hash(&nested(&y)));
    assert_ne!(structural_hash(&nested(&x)), structural_hash(&nested(&free)));
    assert_eq!(structural_hash(&nested(&free)), structural_hash(&nested(&other)));
    assert_ne!(StructuralHash::new().hash(&nested(&free)), StructuralHash::new().hash(&nested(&other)));
}

#[test]
fn keys_of_maps_can_be_variables_of_a_scope() {
    let (x, y) = (var(), var());
    let of = |var: &Var, key: &Var| {
        let map: ObjectRef = Map::<ObjectRef>::from([
            (number(0), number(1)),
            (key.clone().into(), number(2)),
            (objet::String::from("k").into(), var.clone().into()),
        ])
        .into();
        scope(var, number(0), list([map, scope(var, number(1), var.clone())]))
    };
    assert!(structural_equal(&of(&x, &x), &of(&y, &y)) && !structural_equal(&of(&x, &x), &of(&y, &x)));
    assert_eq!(structural_hash(&of(&x, &x)), structural_hash(&of(&y, &y)));
}

#[test]
fn definitions_in_the_values_of_alike_keys_bind_variables_in_scopes() -> Result<(), TestCaseError> {
    let keys = vars(2);
    let root = || {
        let lambdas: Vec<_> = vars(2).into_iter().map(|param| Lambda::new(param, number(1))).collect();
        let uses = lambdas.iter().map(|lambda| lambda.param.clone().into());
        let map: Map =
            keys.iter().zip(&lambdas).map(|(key, of)| (key.clone().into(), of.clone().into())).collect();
        scope(&var(), number(0), list([map.into(), list(uses)]))
    };
    prop_assert!(compare(&root(), &root())?);
    Ok(())
}

/// Runs `test` on a small stack, in less than a minute.
fn quickly_on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let start = Instant::now();
    on_a_small_stack(test);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_million_nested_scopes_compare_and_hash_on_a_small_stack() {
    quickly_on_a_small_stack(|| {
        let chain = || {
            let vars: Vec<Var> = (0..3 * LONG / 10).map(|_| var()).collect();
            let last: ObjectRef = vars[0].clone().into();
            vars.iter().zip(&vars[1..]).rev().fold(last, |body, (x, next)| {
                scope(next, list([x.clone().into(), vars[0].clone().into()]), body)
            })
        };
        let close = |body: ObjectRef| scope(&var(), number(0), body);
        let (lhs, rhs) = (close(chain()), close(chain()));
        let keeps = [lhs.clone(), rhs.clone()];
        let mapped = StructuralEqual::new().map_free_vars(true);
        assert!(mapped.equal(&lhs, &rhs) && !structural_equal(&lhs, &rhs));
        assert_eq!(structural_hash(&lhs), structural_hash(&rhs));
        drop(keeps);
    });
}

/// The number of paths is exponential in the number of levels.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn shared_bodies_of_many_scopes_take_polynomial_time() {
    quickly_on_a_small_stack(|| {
        let vars: Vec<Var> = (0..40).map(|_| var()).collect();
        let all = || list(vars.iter().map(|var| var.clone().into()));
        let build = |count: usize| {
            vars[..count].iter().fold(all(), |body, var| {
                list([scope(var, number(1), body.clone()), scope(var, number(2), body)])
            })
        };
        let (lhs, rhs) = (build(40), build(40));
        assert!(
            structural_equal(&lhs, &rhs) && StructuralEqual::new().first_difference(&lhs, &rhs).is_none()
        );
        assert_eq!(structural_hash(&lhs), structural_hash(&rhs));

        let renamed = |x: &Var| {
            let y = var();
            (0..60).fold(list([]), |body, _| {
                list([scope(x, number(1), body.clone()), scope(&y, number(2), body), x.clone().into()])
            })
        };
        let (x, lhs) = (var(), var());
        let close = |x: &Var| scope(x, number(0), renamed(x));
        let (lhs, rhs) = (close(&lhs), close(&x));
        assert!(structural_equal(&lhs, &rhs));
        assert_eq!(structural_hash(&lhs), structural_hash(&rhs));
    });
}
