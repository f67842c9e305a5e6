//! Tests of interning and of the elimination of common subexpressions.

use std::time::{Duration, Instant};

use objet::compare::{Interner, structural_hash};
use objet::graph::LoadJson;
use objet::prelude::*;
use objet::walk::Content;
use objet::{cse, post_order, save_json, structural_equal};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::long_graphs::{LONG, on_a_small_stack};

/// A number with the line in the source.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "interning.Number", is_final, new)]
struct NumberNode {
    base: Object,
    value: i64,
    #[reflect(skip_eq, default = 0)]
    line: u32,
}

/// A node with two references.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "interning.Sum", is_final, new)]
struct SumNode {
    base: Object,
    lhs: ObjectRef,
    rhs: Option<ObjectRef>,
}

/// An operation with an effect.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "interning.Draw", is_final, new)]
#[reflect(graph_node)]
struct DrawNode {
    base: Object,
    of: ObjectRef,
}

/// A variable with a type.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "interning.Var", is_final, new)]
#[reflect(free_variable)]
struct VarNode {
    base: Object,
    ty: ObjectRef,
}

/// A function.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "interning.Function", is_final, new)]
struct FunctionNode {
    base: Object,
    #[reflect(def)]
    param: Var,
    body: ObjectRef,
}

fn number(value: i64) -> ObjectRef {
    Number::new(value).into()
}

fn list(of: impl IntoIterator<Item = ObjectRef>) -> ObjectRef {
    of.into_iter().collect::<Array>().into()
}

/// Returns a graph from random numbers: each node refers to earlier nodes.
fn graph(tape: &[(u8, u8, u8, u8)]) -> ObjectRef {
    let vars: Vec<Var> = (0..2).map(|_| Var::new(number(7))).collect();
    let mut built: Vec<ObjectRef> = vec![number(0)];
    for &(kind, a, b, c) in tape {
        let get = |number: u8| built[usize::from(number) % built.len()].clone();
        let var = || vars[usize::from(b) % 2].clone();
        let object = match kind % 12 {
            0..=2 => Number::new(i64::from(a % 2)).into(),
            3 => objet::String::from(if a % 2 == 0 { "a" } else { "b" }).into(),
            4 | 5 => Sum::new(get(a), (c % 3 != 0).then(|| get(b))).into(),
            6 => list([get(a), get(b), get(c)]),
            7 => {
                let (k, j) = (objet::String::from("k"), objet::String::from("j"));
                let entries =
                    if c % 2 == 0 { [(k, get(a)), (j, get(b))] } else { [(j, get(b)), (k, get(a))] };
                Map::<objet::String>::from(entries).into()
            }
            8 => Map::<ObjectRef>::from([(number(0), get(a)), (number(0), get(b))]).into(),
            9 => Draw::new(get(a)).into(),
            10 => var().into(),
            _ => Function::new(if c % 2 == 0 { var() } else { Var::new(get(c)) }, get(a)).into(),
        };
        built.push(object);
    }
    list(built)
}

/// Returns the objects below `root` that are neither kept nor graph nodes, and refer to no such
/// objects, also not indirectly.
fn mergeable(root: &ObjectRef) -> Vec<ObjectRef> {
    let below = |object: &ObjectRef| post_order(object).collect::<Vec<_>>();
    let objects = below(root);
    let object_keys = |object: &ObjectRef| -> Vec<ObjectRef> {
        let Content::Map(map) = Content::of(object) else { return Vec::new() };
        let keys = map.iter().map(|(key, _)| key);
        keys.filter(|key| !key.is_instance::<objet::containers::StringNode>()).cloned().collect()
    };
    let has_identity = |object: &ObjectRef| {
        object.is_instance::<DrawNode>() || object.is_instance::<VarNode>() || !object_keys(object).is_empty()
    };
    let vars = objects.iter().filter(|object| object.is_instance::<VarNode>()).cloned();
    let kept: Vec<ObjectRef> =
        vars.chain(objects.iter().flat_map(object_keys)).flat_map(|kept| below(&kept)).collect();
    let is_kept = |object: &ObjectRef| kept.iter().any(|kept| kept.same_as(object));
    let is_mergeable =
        |object: &ObjectRef| !below(object).iter().any(|below| has_identity(below) || is_kept(below));
    objects.iter().filter(|object| is_mergeable(object)).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_result_is_equal_and_has_each_closed_graph_once(
        tape in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..24)
    ) {
        let root = graph(&tape);
        let fail = |error: objet::walk::RewriteError| TestCaseError::fail(error.to_string());
        let merged = cse(root.clone()).map_err(fail)?;
        prop_assert!(structural_equal(&root, &merged) && structural_equal(&merged, &root));
        prop_assert_eq!(structural_hash(&root), structural_hash(&merged));
        prop_assert!(post_order(&merged).count() <= post_order(&root).count());
        let objects = mergeable(&merged);
        for (index, lhs) in objects.iter().enumerate() {
            for rhs in &objects[..index] {
                prop_assert!(!structural_equal(lhs, rhs), "{:?} occurs twice", lhs);
            }
        }
        prop_assert!(cse(merged.clone()).map_err(fail)?.same_as(&merged));
    }
}

#[test]
fn equal_nodes_become_the_first_one() {
    let with_line = |line| make_object(NumberNode { base: Object::new(), value: 1, line });
    let root = list([with_line(1).into(), Sum::new(with_line(2), None).into()]);
    let merged = cse(root).unwrap().downcast::<Array>().unwrap();
    let sum = merged[1].as_node::<SumNode>().unwrap();
    assert!(sum.lhs.same_as(&merged[0]));
    assert_eq!(merged[0].as_node::<NumberNode>().unwrap().line, 1);
}

#[test]
fn expressions_of_the_same_variable_are_merged_and_variables_are_not() {
    let (x, y) = (Var::new(number(0)), Var::new(number(0)));
    let sum = |var: &Var| -> ObjectRef { Sum::new(var.clone(), Some(number(1))).into() };
    let identity = |var: &Var| -> ObjectRef { Function::new(var.clone(), var.clone()).into() };
    let root = list([sum(&x), sum(&x), sum(&y), identity(&x), identity(&y), identity(&x)]);
    let merged = cse(root.clone()).unwrap().downcast::<Array>().unwrap();
    assert!(merged[0].same_as(&merged[1]) && !merged[0].same_as(&merged[2]));
    assert!(!merged[3].same_as(&merged[4]) && merged[3].same_as(&merged[5]));
    assert!(merged[0].as_node::<SumNode>().unwrap().lhs.same_as(&x));
    assert!(structural_equal(&merged, &root));
}

#[test]
fn graph_nodes_kept_nodes_and_keys_are_not_merged() {
    let draw = || -> ObjectRef { Draw::new(number(0)).into() };
    let merged = cse(list([draw(), draw()])).unwrap().downcast::<Array>().unwrap();
    let [a, b] = [&merged[0], &merged[1]].map(|draw| draw.as_node::<DrawNode>().unwrap());
    assert!(!merged[0].same_as(&merged[1]) && a.of.same_as(&b.of));

    let (a, b) = (number(1), number(1));
    let map: ObjectRef = Map::<ObjectRef>::from([(a.clone(), a.clone()), (b.clone(), b.clone())]).into();
    let root = list([number(1), b, a, map]);
    let merged = cse(root.clone()).unwrap();
    assert!(structural_equal(&merged, &root));
    assert_eq!(merged.downcast::<Array>().unwrap()[3].clone().downcast::<Map>().unwrap().len(), 2);

    let json = save_json(&list([number(1), number(1)])).unwrap().replace("interning.", "no.such.");
    let kept = LoadJson::new().keep_unknown(true).load(json.as_bytes()).unwrap().unwrap();
    let merged = cse(kept).unwrap().downcast::<Array>().unwrap();
    assert!(!merged[0].same_as(&merged[1]));
}

#[test]
fn an_interner_returns_the_first_object() {
    let mut interner = Interner::new();
    let first: Number = interner.intern(Number::new(1));
    assert!(interner.intern(Number::new(1)).same_as(&first));
    assert!(!interner.intern(Number::new(2)).same_as(&first));
    assert_eq!(interner.len(), 2);
    let [a, b] = [(); 2].map(|()| interner.intern(Array::from([first.clone()])));
    assert!(a.same_as(&b));
    let x = Var::new(number(0));
    assert!(interner.intern(x.clone()).same_as(&x));
    assert_eq!(interner.len(), 3);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_million_nodes_are_merged_on_a_small_stack() {
    on_a_small_stack(|| {
        let chain = || {
            let kinds = [0, 1, 2].into_iter().cycle().take(LONG / 2);
            kinds.fold(number(0), |inside, kind| Sum::new(inside, Some(number(kind))).into())
        };
        let start = Instant::now();
        let merged = cse(list([chain(), chain()])).unwrap().downcast::<Array>().unwrap();
        assert!(merged[0].same_as(&merged[1]));
        assert_eq!(post_order(&merged).count(), LONG / 2 + 3 + 1);
        assert!(start.elapsed() < Duration::from_secs(60));
    });
}

#[test]
fn many_graph_nodes_with_equal_content_take_linear_time() {
    let start = Instant::now();
    let merged = cse(list((0..100_000).map(|_| Draw::new(number(1)).into()))).unwrap();
    assert_eq!(post_order(&merged).count(), 100_002);
    assert!(start.elapsed() < Duration::from_secs(30));
}
