//! Tests of random graphs, and tests of the framework with them.

use std::collections::{BTreeSet, HashSet};

use arbitrary::Unstructured;
use objet::compare::{StructuralEqual, StructuralHash};
use objet::fields::FieldCell;
use objet::generate::{GenerateError, Graphs};
use objet::graph::{Format, SaveJson};
use objet::prelude::*;
use objet::walk::{Content, deep_copy};
use objet::{String, load_json, post_order, print, rewrite};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::long_graphs::on_a_small_stack;

/// Base of the expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Expr", new)]
struct ExprNode {
    base: Object,
    #[reflect(lower_bound = 1, upper_bound = 3)]
    line: u32,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Var", is_final, new(line: u32))]
#[reflect(free_variable)]
struct VarNode {
    base: ExprNode,
    name: String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Const", is_final, new(line: u32))]
struct ConstNode {
    base: ExprNode,
    #[reflect(lower_bound = -5, upper_bound = 5)]
    value: i64,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Add", is_final, new(line: u32))]
struct AddNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Function", is_final, new(line: u32))]
struct FunctionNode {
    base: ExprNode,
    #[reflect(def)]
    params: Array<Var>,
    #[reflect(scope)]
    body: Expr,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Call", is_final, new(line: u32))]
struct CallNode {
    base: ExprNode,
    function: Option<Expr>,
    args: Array<Expr>,
    attrs: Map<String, ObjectRef>,
}

/// A range of numbers, whose check rejects most of the numbers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Range", is_final, new(line: u32))]
#[reflect(check = in_order)]
struct RangeNode {
    base: ExprNode,
    begin: i8,
    end: i8,
}

fn in_order(range: &RangeNode) -> Result<(), &'static str> {
    if range.begin.saturating_add(2) < range.end { Ok(()) } else { Err("a range has an order") }
}

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Color {
    Red = 1,
    Green = 7,
}

/// Fields of all kinds.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.All", is_final)]
struct AllNode {
    base: ExprNode,
    int: i8,
    large: u64,
    single: f32,
    #[reflect(lower_bound = 0.0, upper_bound = 1.0)]
    share: f64,
    truth: bool,
    letter: char,
    text: std::string::String,
    dtype: DataType,
    color: Color,
    ints: Vec<i32>,
    floats: Vec<f64>,
    texts: Vec<std::string::String>,
    dtypes: Vec<DataType>,
    colors: Vec<Color>,
    pair: [bool; 2],
    maybe: Option<u8>,
    shape: ShapeTuple,
    tensor: Option<NDArray>,
    any: ObjectRef,
    array: Array<Option<ObjectRef>>,
    map: Map<Expr, Array<Var>>,
    cell: FieldCell<Option<Expr>>,
    #[reflect(skip)]
    cache: u64,
}

fn register() {
    objet::register_types!(
        VarNode,
        ConstNode,
        AddNode,
        FunctionNode,
        CallNode,
        RangeNode,
        AllNode,
        LinkNode,
        NamedNode,
        PickyNode
    )
    .unwrap();
}

/// A node that needs another one.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Link", is_final)]
struct LinkNode {
    base: Object,
    next: Link,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Named", is_final, new)]
#[reflect(bytes(name_of, named))]
struct NamedNode {
    base: Object,
    name: std::string::String,
}

fn name_of(named: &NamedNode) -> &str {
    &named.name
}

fn named(name: &[u8]) -> Result<Named, std::string::FromUtf8Error> {
    Ok(Named::new(std::string::String::from_utf8(name.into())?))
}

/// A node whose check rejects all nodes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "generate.Picky", is_final)]
#[reflect(check = nothing)]
struct PickyNode {
    base: Object,
    value: i64,
}

fn nothing(_: &PickyNode) -> Result<(), &'static str> {
    Err("no value is good enough")
}

fn exprs() -> Graphs<Expr> {
    register();
    Graphs::new()
}

/// Returns bytes that look random.
fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 56) as u8
    };
    (0..count).map(next).collect()
}

/// Graphs of the first seeds.
fn samples(graphs: &Graphs<Expr>) -> impl Iterator<Item = Expr> {
    (0..500).map(|seed| graphs.generate(&mut Unstructured::new(&bytes(seed, 2000))).unwrap())
}

#[test]
fn equal_bytes_make_equal_graphs_and_no_bytes_the_smallest() {
    let graphs = exprs();
    let make = || graphs.generate(&mut Unstructured::new(&bytes(7, 500))).unwrap();
    assert_eq!(print(&make()).to_string(), print(&make()).to_string());
    let smallest = graphs.generate(&mut Unstructured::new(&[])).unwrap();
    assert_eq!(print(&smallest).to_string(), "generate.Const(line=1, value=0)");
}

#[test]
fn graphs_are_small_diverse_and_share_objects() {
    let (mut types, mut sizes, mut shared) = (BTreeSet::new(), HashSet::new(), 0);
    for expr in samples(&exprs().max_nodes(40)) {
        let objects: Vec<_> = post_order(&expr).collect();
        assert!(objects.len() <= 40, "{}", print(&expr));
        sizes.insert(objects.len());
        types.extend(objects.iter().map(|object| object.type_key()));
        shared += objects.iter().filter(|object| object.strong_count() > 2).count();
    }
    let own = ["Add", "All", "Call", "Const", "Function", "Range", "Var"];
    for name in own {
        assert!(types.contains(format!("generate.{name}").as_str()), "{name} in {types:?}");
    }
    assert!(!types.contains("generate.Expr"));
    assert!(sizes.len() > 30 && shared > 500, "{} sizes, {shared} shared objects", sizes.len());
}

#[test]
fn fields_keep_their_bounds_and_checks() {
    for expr in samples(&exprs()) {
        for object in post_order(&expr) {
            if let Some(expr) = object.as_node::<ExprNode>() {
                assert!((1..=3).contains(&expr.line));
            }
            if let Some(number) = object.as_node::<ConstNode>() {
                assert!((-5..=5).contains(&number.value));
            }
            if let Some(all) = object.as_node::<AllNode>() {
                assert!((0.0..=1.0).contains(&all.share));
            }
            if let Some(range) = object.as_node::<RangeNode>() {
                in_order(range).unwrap();
            }
        }
    }
}

#[test]
fn each_variable_has_one_definition() {
    for expr in samples(&exprs()) {
        let mut defined = HashSet::new();
        for object in post_order(&expr) {
            for var in object.as_node::<FunctionNode>().iter().flat_map(|function| &function.params) {
                assert!(defined.insert(var.clone()), "{}", print(&expr));
            }
        }
    }
}

#[test]
fn the_depth_is_limited() {
    fn depth(expr: &ObjectRef) -> usize {
        1 + objet::walk::references(expr).map(|object| depth(&object)).max().unwrap_or(0)
    }
    let deepest = samples(&exprs().max_depth(3)).map(|expr| depth(&expr.into())).max();
    assert_eq!(deepest, Some(3));
}

#[test]
fn options_select_the_types() {
    let types = |graphs: Graphs<Expr>| -> BTreeSet<_> {
        let objects = samples(&graphs).flat_map(|expr| post_order(&expr).collect::<Vec<_>>());
        objects.map(|object| object.type_key()).filter(|key| key.starts_with("generate.")).collect()
    };
    let only = |names: &[&str]| names.iter().map(|name| format!("generate.{name}")).collect::<Vec<_>>();
    let few = exprs().filter(|info| ["generate.Add", "generate.Var"].contains(&info.key()));
    assert!(types(few).into_iter().eq(only(&["Add", "Var"])));
    let none = exprs().exclude::<AllNode>().exclude::<CallNode>().exclude::<FunctionNode>();
    assert!(types(none).into_iter().eq(only(&["Add", "Const", "Range", "Var"])));
    let base = exprs().include::<ExprNode>().filter(|info| info.key() == "generate.Expr");
    assert!(types(base).into_iter().eq(only(&["Expr"])));
    let own = exprs()
        .filter(|info| info.key() == "generate.Add")
        .with::<VarNode>(|u| Ok(Var::new(*u.choose(&["x", "y"])?, 2)));
    let names: BTreeSet<_> = samples(&own)
        .flat_map(|expr| post_order(&expr).collect::<Vec<_>>())
        .filter_map(|object| Some(object.as_node::<VarNode>()?.name.to_string()))
        .collect();
    assert!(names.into_iter().eq(["x", "y"]));
}

#[test]
fn what_cannot_be_generated_is_an_error() {
    register();
    fn error<R: IsObjectRef>(graphs: Graphs<R>) -> std::string::String {
        graphs.generate(&mut Unstructured::new(&[1; 100])).unwrap_err().to_string()
    }
    assert_eq!(
        error(Graphs::<Link>::new()),
        "no graph of type generate.Link can be generated: generate.Link.next needs a generate.Link"
    );
    assert_eq!(
        error(Graphs::<Named>::new()),
        "no graph of type generate.Named can be generated: generate.Named is stored as bytes: give it a \
         generator by `with`"
    );
    assert_eq!(
        error(exprs().filter(|_| false)),
        "no graph of type generate.Expr can be generated: no linked type below it has reflected fields and \
         no descendants"
    );
    assert_eq!(
        error(exprs().max_nodes(2).filter(|info| info.key() == "generate.All")),
        "the smallest graph of type generate.Expr has 5 objects: set `max_nodes` to more than 2"
    );
    assert_eq!(
        error(Graphs::<Picky>::new()),
        "invalid generate.Picky node: no value is good enough: no random node passes the check, so give the type a \
         generator by `with`"
    );
    assert!(matches!(
        Graphs::<Var>::new().with::<VarNode>(|_| Err(arbitrary::Error::NotEnoughData)).generate(
            &mut Unstructured::new(&[])
        ),
        Err(GenerateError::Own { type_key, .. }) if type_key == "generate.Var"
    ));
    assert!(Graphs::<Link>::new().strategy().is_err());
    let with = Graphs::<Array<Named>>::new().with::<NamedNode>(|_| Ok(Named::new("n")));
    assert!(with.generate(&mut Unstructured::new(&[1; 100])).is_ok());
    // Null and empty containers take the place of nodes that the check rejects.
    let empty = Graphs::<Array<Option<Picky>>>::new();
    let empty = empty.generate(&mut Unstructured::new(&[255; 100])).unwrap();
    assert!(empty.iter().all(Option::is_none));
}

#[test]
fn a_failing_graph_shrinks_to_a_small_one() {
    let strategy = exprs().strategy().unwrap();
    let mut runner = TestRunner::deterministic();
    let is_bad = |expr: &Expr| {
        post_order(expr).any(|object| {
            object
                .as_node::<AddNode>()
                .is_some_and(|add| add.lhs.as_node::<ConstNode>().is_some_and(|number| number.value > 2))
        })
    };
    let mut shrunk = Vec::new();
    while shrunk.len() < 10 {
        let mut tree = strategy.new_tree(&mut runner).unwrap();
        if !is_bad(&tree.current()) {
            continue;
        }
        while tree.simplify() {
            if !is_bad(&tree.current()) {
                tree.complicate();
            }
        }
        assert!(is_bad(&tree.current()));
        shrunk.push(post_order(&tree.current()).count());
    }
    shrunk.sort_unstable();
    assert!(shrunk[5] <= 3 && shrunk[9] <= 6, "{shrunk:?}");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_large_graph_needs_no_stack() {
    let graphs = exprs().max_nodes(200_000).filter(|info| info.key() != "generate.All");
    let make = move || {
        let graph = |seed| graphs.generate(&mut Unstructured::new(&bytes(seed, 4_000_000))).unwrap();
        (0..4).map(|seed| post_order(&graph(seed)).count()).max()
    };
    let count = on_a_small_stack(make);
    assert!(count > Some(10_000), "{count:?}");
}

fn is_value(object: &ObjectRef) -> bool {
    matches!(Content::of(object), Content::String(_) | Content::Shape(_) | Content::Tensor(_))
}

/// A strategy of graphs with all types.
fn files() -> impl Strategy<Value = Expr> {
    exprs().max_nodes(60).strategy().unwrap()
}

proptest! {
    #[test]
    fn graphs_survive_each_format(expr in files()) {
        let equal = StructuralEqual::new().map_free_vars(true);
        let hash = StructuralHash::new().map_free_vars(true);
        for format in Format::ALL {
            let text = SaveJson::new(*format).to_string(&expr).unwrap();
            let loaded: Expr = load_json(&text).unwrap().downcast().unwrap();
            let difference = equal.first_difference(&expr, &loaded);
            prop_assert!(difference.is_none(), "{}: {:?}\n{}", format.name(), difference, text);
            prop_assert_eq!(hash.hash(&expr), hash.hash(&loaded));
            prop_assert_eq!(SaveJson::new(*format).to_string(&loaded).unwrap(), text);
            // A format may store equal strings and shapes once.
            let nodes = |expr| post_order(expr).filter(|object| !is_value(object)).count();
            prop_assert_eq!(nodes(&expr), nodes(&loaded));
        }
    }

    #[test]
    fn copies_are_equal(expr in files()) {
        let equal = StructuralEqual::new().map_free_vars(true);
        let copy = deep_copy(&expr);
        prop_assert!(equal.equal(&expr, &copy));
        prop_assert_eq!(print(&expr).to_string(), print(&copy).to_string());
        let same = rewrite(expr.clone(), |object| object).unwrap();
        prop_assert!(same.same_as(&expr));
        // Each object that can be changed is copied.
        let old: HashSet<_> = post_order(&expr).filter(|object| !is_value(object)).collect();
        prop_assert!(post_order(&copy).all(|object| !old.contains(&object)));
    }
}
