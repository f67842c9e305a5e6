//! Tests of structural comparison and hashing on user-defined nodes.

use std::time::{Duration, Instant};

use objet::compare::{
    Difference, EqualReducer, HashReducer, Path, PathStep, Side, StructuralEqual, structural_hash,
};
use objet::containers::{ADT, Closure, ClosureNode};
use objet::prelude::*;
use objet::structural_equal;

use crate::long_graphs::{LONG, on_a_small_stack};

/// Base of all expressions.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Expr")]
struct ExprNode {
    base: Object,
    /// The source line, which is not compared.
    #[reflect(skip_eq)]
    line: u32,
}

/// A number with a type.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Number", is_final)]
struct NumberNode {
    base: ExprNode,
    dtype: DataType,
    value: f64,
}

/// A call of a named operator.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Call", is_final)]
struct CallNode {
    base: ExprNode,
    op: String,
    args: Array<Expr>,
}

/// A variable.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Var", is_final)]
#[reflect(free_variable)]
struct VarNode {
    base: ExprNode,
    #[reflect(skip_eq)]
    name: String,
    dtype: DataType,
}

/// A function.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Function", is_final)]
struct FunctionNode {
    base: ExprNode,
    #[reflect(def)]
    params: Array<Var>,
    body: Expr,
}

/// Two expressions; sharing between them is compared.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Pair", is_final)]
#[reflect(graph_node)]
struct PairNode {
    base: ExprNode,
    lhs: Option<Expr>,
    rhs: Option<Expr>,
}

/// Two expressions; sharing between them is not compared.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Sum", is_final)]
struct SumNode {
    base: ExprNode,
    lhs: Option<Expr>,
    rhs: Option<Expr>,
}

/// A node that equals only itself.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Unique", is_final)]
#[reflect(by_pointer)]
struct UniqueNode {
    base: ExprNode,
    value: i64,
}

/// A graph node with its own comparison: type arguments are compared only if the call is not
/// primitive.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "compare.Custom", is_final)]
#[reflect(compare_with(equal_custom, hash_custom))]
struct CustomNode {
    base: ExprNode,
    is_primitive: bool,
    args: Array<Expr>,
    type_args: i64,
}

fn equal_custom<'a>(lhs: &'a CustomNode, rhs: &'a CustomNode, reducer: &mut EqualReducer<'a>) -> bool {
    reducer.mark_graph_node();
    reducer.field("is_primitive", lhs.is_primitive, rhs.is_primitive)
        && reducer.field("args", &lhs.args, &rhs.args)
        && (lhs.is_primitive || reducer.field("type_args", lhs.type_args, rhs.type_args))
}

fn hash_custom<'a>(node: &'a CustomNode, reducer: &mut HashReducer<'a>) {
    reducer.field(node.is_primitive);
    reducer.field(&node.args);
}

fn base(line: u32) -> ExprNode {
    ExprNode { base: Object::new(), line }
}

fn number(value: f64) -> Expr {
    typed("float32", value)
}

fn typed(dtype: &str, value: f64) -> Expr {
    let dtype = dtype.parse().unwrap();
    Number::from(make_object(NumberNode { base: base(1), dtype, value })).upcast()
}

fn call(op: &str, args: impl IntoIterator<Item = Expr>) -> Expr {
    let args = args.into_iter().collect();
    Call::from(make_object(CallNode { base: base(2), op: op.into(), args })).upcast()
}

fn var(name: &str) -> Var {
    make_object(VarNode { base: base(3), name: name.into(), dtype: DataType::int(32) }).into()
}

fn function<const N: usize>(params: [&Var; N], body: impl Into<Expr>) -> Expr {
    let params = params.into_iter().cloned().collect();
    Function::from(make_object(FunctionNode { base: base(4), params, body: body.into() })).upcast()
}

fn pair(lhs: Option<Expr>, rhs: Option<Expr>) -> Expr {
    Pair::from(make_object(PairNode { base: base(5), lhs, rhs })).upcast()
}

fn sum(lhs: Option<Expr>, rhs: Option<Expr>) -> Expr {
    Sum::from(make_object(SumNode { base: base(6), lhs, rhs })).upcast()
}

/// Asserts that both are equal and have the same hash.
#[track_caller]
fn assert_equal(lhs: &impl IsObjectRef, rhs: &impl IsObjectRef) {
    assert_eq!(StructuralEqual::new().first_difference(lhs, rhs), None);
    assert!(structural_equal(lhs, rhs) && structural_equal(rhs, lhs));
    assert_eq!(structural_hash(lhs), structural_hash(rhs));
}

/// Asserts that both differ, and that the first difference has this description.
#[track_caller]
fn assert_differ(lhs: &impl IsObjectRef, rhs: &impl IsObjectRef, text: &str) {
    assert!(!structural_equal(lhs, rhs) && !structural_equal(rhs, lhs));
    assert_eq!(StructuralEqual::new().first_difference(lhs, rhs).unwrap().to_string(), text);
}

#[test]
fn identity_and_skipped_fields_do_not_matter() {
    let (a, b) = (call("add", [number(1.0), number(2.0)]), call("add", [number(1.0), number(2.0)]));
    assert_equal(&a, &b);
    let mut elsewhere: Number = number(1.0).downcast().unwrap();
    elsewhere = make_object(NumberNode { base: base(99), dtype: elsewhere.dtype, value: 1.0 }).into();
    assert_equal(&elsewhere, &number(1.0));
}

#[test]
fn a_difference_has_a_path_and_both_values() {
    let args = |dtype| [number(0.0), number(1.0), number(2.0), typed(dtype, 3.0)];
    let x = var("x");
    let (a, b) = (function([&x], call("f", args("float32"))), function([&x], call("f", args("float16"))));
    assert_differ(&a, &b, ".body.args[3].dtype: float32 vs float16");
    assert_differ(&call("f", []), &call("g", []), r#".op: "f" vs "g""#);
    assert_differ(&call("f", []), &call("f", [number(1.0)]), ".args[0]: nothing vs compare.Number");
    assert_differ(&number(1.0), &call("f", []), r#"compare.Number vs compare.Call(op="f")"#);
    assert_differ(&sum(None, Some(number(1.0))), &sum(None, None), ".rhs: compare.Number vs null");
    assert_differ(&number(1.0), &number(f64::NAN), ".value: 1.0 vs NaN");
}

#[test]
fn all_differences_can_be_listed() {
    let a = call("f", [number(1.0), number(2.0), typed("float16", 4.0)]);
    let b = call("g", [number(1.0), number(3.0), typed("float32", 5.0), number(0.0)]);
    let texts = |limit| {
        let differences = StructuralEqual::new().differences(&a, &b, limit);
        differences.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let all = [
        r#".op: "f" vs "g""#,
        ".args[1].value: 2.0 vs 3.0",
        ".args[2].dtype: float16 vs float32",
        ".args[2].value: 4.0 vs 5.0",
        ".args[3]: nothing vs compare.Number",
    ];
    assert_eq!(texts(usize::MAX), all);
    assert_eq!(texts(3), all[..3]);
    assert!(texts(0).is_empty());
}

#[test]
fn paths_lead_to_the_objects_of_both_graphs() {
    let (a, b) = (number(1.0), number(2.0));
    let map = |entries: &[(&Expr, f64)]| -> ObjectRef {
        let entries = entries.iter().map(|(key, value)| ((*key).clone(), number(*value)));
        entries.collect::<Map<Expr, Expr>>().upcast()
    };
    // The right map has another entry in the place of the only one in the left map.
    let (lhs, rhs) = (map(&[(&b, 2.0)]), map(&[(&a, 1.0), (&b, 2.0)]));
    let found = StructuralEqual::new().differences(&lhs, &rhs, usize::MAX);
    let [Difference { path, .. }] = &found[..] else { panic!("{found:?}") };
    assert!(path.follow(&lhs, Side::Left).is_none());
    let value = path.follow(&rhs, Side::Right).and_then(|found| found.downcast::<Number>().ok());
    assert_eq!(value.unwrap().value, 1.0);

    let path: Path = [PathStep::Field("args".into()), PathStep::Index(1)].into_iter().collect();
    let args = [number(1.0), number(2.0)];
    let two: ObjectRef = call("f", args.clone()).upcast();
    assert!(path.follow(&two, Side::Left).unwrap().same_as(&args[1]));
    assert!(path.follow(&call("f", [number(1.0)]).upcast(), Side::Left).is_none());
}

#[test]
fn definition_sites_bind_variables() {
    let (x, y, z) = (var("x"), var("y"), var("z"));
    let f = |a: &Var, b: &Var| function([a, b], call("f", [a.clone().into(), b.clone().into()]));
    assert_equal(&f(&x, &y), &f(&y, &z));
    let swapped = function([&x, &y], call("f", [y.clone().into(), x.clone().into()]));
    assert_differ(&f(&x, &y), &swapped, r#".body.args[0]: compare.Var(name="x") vs compare.Var(name="y")"#);
    // Two variables cannot be mapped to one variable, in either direction.
    let doubled = function([&x, &y], call("f", [x.clone().into(), x.clone().into()]));
    assert!(!structural_equal(&f(&x, &y), &doubled) && !structural_equal(&doubled, &f(&x, &y)));
    assert_ne!(structural_hash(&f(&x, &y)), structural_hash(&doubled));
}

#[test]
fn free_variables_match_themselves_or_are_mapped() {
    let (x, y) = (var("x"), var("y"));
    let f = |a: &Var, b: &Var| call("f", [a.clone().into(), b.clone().into()]);
    assert_equal(&f(&x, &y), &f(&x, &y));
    assert!(!structural_equal(&f(&x, &y), &f(&y, &x)));
    let mapped = StructuralEqual::new().map_free_vars(true);
    assert!(mapped.equal(&f(&x, &y), &f(&y, &x)));
    assert_eq!(structural_hash(&f(&x, &y)), structural_hash(&f(&y, &x)));
    assert!(!mapped.equal(&f(&x, &y), &f(&x, &x)) && !mapped.equal(&f(&x, &x), &f(&x, &y)));
    // Another variable with the same name is a different variable.
    let difference = StructuralEqual::new().first_difference(&f(&x, &x), &f(&var("x"), &x)).unwrap();
    assert!(difference.lhs.starts_with(r#"compare.Var(name="x") at 0x"#), "{difference}");
    // Variables compare by their fields too.
    let long = Var::from(make_object(VarNode { base: base(1), name: "x".into(), dtype: DataType::int(64) }));
    assert!(!mapped.equal(&f(&x, &x), &f(&long, &long)));
}

#[test]
fn graph_nodes_compare_by_the_positions_of_their_references() {
    let shared = pair(None, None);
    let once = pair(Some(shared.clone()), Some(shared));
    let twice = pair(Some(pair(None, None)), Some(pair(None, None)));
    assert!(!structural_equal(&once, &twice) && !structural_equal(&twice, &once));
    let other = pair(None, None);
    assert_equal(&once, &pair(Some(other.clone()), Some(other)));
    // Nodes that are not graph nodes compare without regard to sharing.
    let shared = sum(None, None);
    let once = sum(Some(shared.clone()), Some(shared));
    assert_equal(&once, &sum(Some(sum(None, None)), Some(sum(None, None))));
}

#[test]
fn types_can_compare_by_identity_or_in_their_own_way() {
    let unique = || Unique::from(make_object(UniqueNode { base: base(1), value: 1 }));
    let (a, b) = (unique(), unique());
    assert_equal(&a, &a);
    assert!(!structural_equal(&a, &b));
    let closure = || Closure::from(make_object(ClosureNode::default()));
    let c = closure();
    assert_equal(&c, &c);
    assert!(!structural_equal(&c, &closure()));

    let custom = |is_primitive, arg: f64, type_args| {
        let args = [number(arg)].into();
        Custom::from(make_object(CustomNode { base: base(1), is_primitive, args, type_args }))
    };
    assert_equal(&custom(true, 1.0, 1), &custom(true, 1.0, 2));
    assert_differ(&custom(false, 1.0, 1), &custom(false, 1.0, 2), ".type_args: 1 vs 2");
    assert_differ(&custom(true, 1.0, 1), &custom(true, 2.0, 1), ".args[0].value: 1.0 vs 2.0");
    let shared = custom(true, 1.0, 1);
    let once: Array<Custom> = [shared.clone(), shared].into();
    let twice: Array<Custom> = [custom(true, 1.0, 1), custom(true, 1.0, 1)].into();
    assert!(!structural_equal(&once, &twice) && !structural_equal(&twice, &once));
}

#[test]
fn floats_compare_as_numbers() {
    assert_equal(&number(0.0), &number(-0.0));
    assert_equal(&number(f64::NAN), &number(-f64::NAN));
    assert!(!structural_equal(&number(1.0), &number(1.0 + f64::EPSILON)));
}

#[test]
fn maps_compare_in_any_order() {
    let map = |entries: &[(&str, f64)]| -> Map<objet::String, Expr> {
        entries.iter().map(|(key, value)| ((*key).into(), number(*value))).collect()
    };
    assert_equal(&map(&[("a", 1.0), ("b", 2.0)]), &map(&[("b", 2.0), ("a", 1.0)]));
    assert_differ(
        &map(&[("a", 1.0), ("b", 2.0)]),
        &map(&[("b", 3.0), ("a", 1.0)]),
        r#"["b"].value: 2.0 vs 3.0"#,
    );
    assert_differ(&map(&[("a", 1.0)]), &map(&[("b", 1.0)]), r#"["a"]: compare.Number vs nothing"#);
    assert_differ(&map(&[]), &map(&[("b", 1.0)]), r#"["b"]: nothing vs compare.Number"#);
}

#[test]
fn map_keys_that_are_objects_are_paired_by_identity_by_binding_or_in_order() {
    let by_key = |entries: &[(&Expr, f64)]| -> Map<Expr, Expr> {
        entries.iter().map(|(key, value)| ((*key).clone(), number(*value))).collect()
    };
    let (a, b) = (number(1.0), number(2.0));
    assert_equal(&by_key(&[(&a, 1.0), (&b, 2.0)]), &by_key(&[(&b, 2.0), (&a, 1.0)]));
    assert_equal(&by_key(&[(&a, 1.0), (&b, 2.0)]), &by_key(&[(&number(1.0), 1.0), (&number(2.0), 2.0)]));
    assert!(!structural_equal(&by_key(&[(&a, 1.0)]), &by_key(&[(&b, 1.0)])));
    // String keys in the same map make no difference.
    let mixed = |key: &Expr, turned: bool| -> Map<ObjectRef, Expr> {
        let mut entries: Vec<(ObjectRef, Expr)> =
            vec![(objet::String::from("a").into(), number(3.0)), (key.clone().into(), number(4.0))];
        if turned {
            entries.reverse();
        }
        entries.into_iter().collect()
    };
    assert_equal(&mixed(&a, false), &mixed(&a, true));
    assert_equal(&mixed(&a, false), &mixed(&number(1.0), true));
    // Only one key of each map is shared with the other map: no key is paired twice.
    let twin = number(1.0);
    let (l, r) = (by_key(&[(&a, 7.0), (&twin, 8.0)]), by_key(&[(&number(1.0), 9.0), (&a, 7.0)]));
    assert!(!structural_equal(&l, &r) && !structural_equal(&r, &l));

    let in_function = |x: &Var, y: &Var, turned: bool| {
        let mut entries = vec![(x.clone(), number(1.0)), (y.clone(), number(2.0))];
        if turned {
            entries.reverse();
        }
        let bounds: Map<Var, Expr> = entries.into_iter().collect();
        let params: Array<Var> = [x.clone(), y.clone()].into();
        ADT::tuple([function([x, y], x.clone()).into(), params.into(), bounds.into()])
    };
    assert_equal(&in_function(&var("x"), &var("y"), false), &in_function(&var("a"), &var("b"), true));
    assert!(!structural_equal(&in_function(&var("x"), &var("y"), false), &ADT::tuple([])));
}

#[test]
fn tensors_and_shapes_compare_by_content() {
    let tensor = |elements: [f32; 3]| NDArray::from_slice(&[3], &elements).unwrap();
    assert_equal(&tensor([1.0, 2.0, 3.0]), &tensor([1.0, 2.0, 3.0]));
    assert!(!structural_equal(&tensor([1.0, 2.0, 3.0]), &tensor([1.0, 2.0, 4.0])));
    assert!(!structural_equal(
        &tensor([1.0, 2.0, 3.0]),
        &NDArray::from_slice(&[1, 3], &[1.0_f32, 2.0, 3.0]).unwrap()
    ));
    assert_equal(&ShapeTuple::from([1, 2]), &ShapeTuple::from([1, 2]));
    assert_differ(&ShapeTuple::from([1, 2]), &ShapeTuple::from([1, 3]), "[1, 2] vs [1, 3]");
    assert_equal(&ADT::tuple([number(1.0).into()]), &ADT::tuple([number(1.0).into()]));
    assert!(!structural_equal(&ADT::new(1, []), &ADT::new(2, [])));
}

/// Files of users contain hashes, so these must not change between runs, platforms or versions.
#[test]
fn hashes_do_not_change() {
    let x = var("x");
    let graph = function([&x], call("add", [x.clone().into(), number(1.5)]));
    let hashes = [structural_hash(&graph), structural_hash(&objet::String::from("x"))];
    assert_eq!(hashes, [5567293380217402662, 18436335006724188397]);
}

#[test]
fn shared_objects_are_compared_once() {
    fn diamond(levels: usize, node: fn(Option<Expr>, Option<Expr>) -> Expr) -> Expr {
        (0..levels).fold(number(1.0), |below, _| node(Some(below.clone()), Some(below)))
    }
    /// The same tree with two objects on each level instead of one.
    fn wide(levels: usize) -> Expr {
        let mut level = [number(1.0), number(1.0)];
        for _ in 0..levels {
            level = [0, 1].map(|turn| sum(Some(level[turn].clone()), Some(level[1 - turn].clone())));
        }
        level.into_iter().next().unwrap()
    }
    let start = Instant::now();
    assert_equal(&diamond(60, pair), &diamond(60, pair));
    assert_equal(&diamond(60, sum), &diamond(60, sum));
    assert_equal(&diamond(60, sum), &wide(60));
    assert_differ(
        &sum(Some(diamond(60, sum)), None),
        &sum(Some(diamond(60, sum)), Some(number(0.0))),
        ".rhs: null vs compare.Number",
    );
    assert!(start.elapsed() < Duration::from_secs(20), "comparison takes exponential time");
}

/// Compares graphs of equal objects with different edges. The comparison remembers classes of equal
/// objects instead of pairs.
#[test]
fn comparing_differently_wired_layers_takes_linear_time() {
    const WIDTH: usize = 4_000;
    let layers = |stride: usize| {
        let mut layer: Vec<Expr> = (0..WIDTH).map(|_| number(1.0)).collect();
        for depth in 0..8 {
            let left = |index: usize| layer[(index * stride + depth) % WIDTH].clone();
            let right = |index: usize| layer[(index * 7 + stride) % WIDTH].clone();
            layer = (0..WIDTH).map(|index| sum(Some(left(index)), Some(right(index)))).collect();
        }
        layer.into_iter().collect::<Array<Expr>>()
    };
    let (a, b) = (layers(3), layers(11));
    let start = Instant::now();
    assert_equal(&a, &b);
    assert!(start.elapsed() < Duration::from_secs(20), "comparison takes quadratic time");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_million_levels_and_a_million_elements_are_compared_on_a_small_stack() {
    fn chain() -> Expr {
        (0..LONG).fold(number(1.0), |below, _| sum(Some(below), None))
    }
    fn wide() -> Array<Expr> {
        (0..LONG).map(|_| number(1.0)).collect()
    }
    on_a_small_stack(|| {
        let (a, b) = (chain(), chain());
        assert_equal(&a, &b);
        let different = (0..LONG - 1).fold(sum(None, None), |below, _| sum(Some(below), None));
        let difference = StructuralEqual::new().first_difference(&a, &different).unwrap();
        assert_eq!(difference.path.steps().len(), LONG);
        assert_equal(&wide(), &wide());
    });
}
