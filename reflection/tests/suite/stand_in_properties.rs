//! Property tests of random graphs in which some types are unknown.

use objet::compare::{StructuralEqual, structural_hash};
use objet::graph::{Format, GraphError, LoadJson, OpaqueView, SaveJson};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{get_attr, load_json, post_order, rewrite, structural_equal};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// The base of the expressions of these tests.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "random.Expr", new)]
struct ExprNode {
    base: Object,
    #[reflect(skip_eq, default = 0)]
    line: u32,
}

/// A variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "random.Var", is_final, new)]
#[reflect(free_variable)]
struct VarNode {
    base: ExprNode,
    #[reflect(skip_eq)]
    name: objet::String,
}

/// A binding.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "random.Let", is_final, new)]
#[reflect(graph_node)]
struct LetNode {
    base: ExprNode,
    #[reflect(def)]
    var: Var,
    value: Option<Expr>,
    body: Expr,
}

/// A number.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "random.Number", is_final, new)]
struct NumberNode {
    base: ExprNode,
    value: f32,
    bits: u8,
}

/// Several expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "random.Tuple", is_final, new)]
struct TupleNode {
    base: ExprNode,
    exprs: Array<Expr>,
    named: Map<objet::String, Expr>,
}

/// The root of all files.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "random.Root", is_final, new)]
struct RootNode {
    base: Object,
    exprs: Array<Expr>,
}

const KEYS: [&str; 4] = ["random.Let", "random.Number", "random.Tuple", "random.Var"];

/// Builds expressions that refer to earlier ones. The root refers to all of them.
fn build(steps: &[(u8, usize, usize, usize)]) -> Root {
    objet::register_types!(ExprNode, VarNode, LetNode, NumberNode, TupleNode, RootNode).unwrap();
    let vars: Vec<_> = (0..3).map(|index| Var::new(format!("v{index}").as_str())).collect();
    let mut exprs: Vec<Expr> = vec![vars[0].clone().upcast()];
    for (kind, a, b, c) in steps {
        let expr = |index: &usize| exprs[exprs.len() - 1 - index % exprs.len().min(6)].clone();
        let made: Expr = match kind % 4 {
            0 => Let::new(vars[a % 3].clone(), (b % 3 > 0).then(|| expr(b)), expr(c)).upcast(),
            1 => Number::new((*a % 9) as f32 / 4.0, (*b % 9) as u8).upcast(),
            2 => {
                let exprs: Array<Expr> = [a, b, c][..a % 4].iter().map(|index| expr(index)).collect();
                let named: Map<objet::String, Expr> =
                    (0..b % 3).map(|name| (objet::String::from(["x", "y"][name]), expr(c))).collect();
                Tuple::new(exprs, named).upcast()
            }
            _ => vars[a % 3].clone().upcast(),
        };
        exprs.push(made);
    }
    Root::new(exprs.into_iter().rev().collect::<Array<Expr>>())
}

fn keep_unknown(text: &str) -> ObjectRef {
    LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().expect("a root")
}

/// Builds expressions, saves them in this format, and loads the file without the types whose bits
/// are set in `unknown`.
fn check(
    steps: &[(u8, usize, usize, usize)],
    unknown: u8,
    format: Format,
    other_format: Format,
) -> Result<(), TestCaseError> {
    let save = |root: &ObjectRef| SaveJson::new(format).to_string(root);
    let line = |line: u32| match format {
        Format::TvmFfi => format!("\"line\":{line}"),
        _ => format!("\"line\": \"{line}\""),
    };
    let mut text = save(build(steps).as_object_ref()).unwrap();
    let known = [(); 2].map(|()| load_json(&text).unwrap());
    let is_unknown = |index: usize| unknown >> index & 1 == 1;
    for (index, key) in KEYS.iter().enumerate().filter(|(index, _)| is_unknown(*index)) {
        text = text.replace(&format!("\"{key}\""), &format!("\"far.{index}\""));
    }
    let (root, other) = (keep_unknown(&text), keep_unknown(&text));
    let back = save(&root);
    prop_assert!(back.is_ok(), "{}\n{}", back.unwrap_err(), text);
    prop_assert_eq!(&back.unwrap(), &text);
    // A copy has other objects than an ambiguous attribute may refer to.
    let saved = |root: &ObjectRef| match save(root) {
        Err(GraphError::AmbiguousReference { .. }) => None,
        saved => Some(saved.unwrap()),
    };
    if let Some(saved) = saved(&deep_copy(&root)) {
        prop_assert_eq!(&saved, &text);
    }
    prop_assert_eq!(structural_hash(&root), structural_hash(&other));
    let mapped = StructuralEqual::new().map_free_vars(true);
    prop_assert!(mapped.equal(&root, &other), "{}", text);
    if structural_equal(&known[0], &known[1]) {
        let difference = StructuralEqual::new().first_difference(&root, &other);
        prop_assert!(difference.is_none(), "{}\n{}", difference.unwrap(), text);
    }

    // All nodes with a line are expressions. Without unknown variables, nodes of known types are
    // themselves.
    let objects: Vec<_> = post_order(&root).collect();
    prop_assert_eq!(objects.len(), post_order(&known[0]).count());
    for object in &objects {
        prop_assert_eq!(get_attr(object, "line").is_ok(), object.is_instance::<ExprNode>(), "{}", text);
        let kept = OpaqueView::of(object).map(OpaqueView::opaque_type_key);
        prop_assert!(is_unknown(3) || kept.is_none_or(|key| key.starts_with("far.")), "{}", text);
    }
    prop_assert!(root.is_instance::<RootNode>(), "{}", text);

    // A pass over all expressions changes the lines in the file, and nothing else.
    let set_line = |object: ObjectRef| match object.downcast::<Expr>() {
        Ok(mut expr) => {
            *expr.make_mut().line = 8;
            expr.upcast()
        }
        Err(error) => error.into_object(),
    };
    let changed = rewrite(root.clone(), set_line).unwrap();
    if let Some(saved) = saved(&changed) {
        prop_assert_eq!(saved, text.replace(&line(0), &line(8)));
    }
    prop_assert_eq!(&save(&root).unwrap(), &text);

    // The stand-ins of one format are those of the other.
    let other_options = SaveJson::new(other_format);
    match other_options.to_string(&changed) {
        Err(GraphError::AmbiguousReference { .. }) => {}
        moved => {
            let moved = moved.unwrap();
            let root = keep_unknown(&moved);
            prop_assert!(root.is_instance::<RootNode>(), "{}\n{}", text, moved);
            prop_assert_eq!(&other_options.to_string(&root).unwrap(), &moved);
            let mut exprs = post_order(&root).filter_map(|object| object.downcast::<Expr>().ok());
            prop_assert!(exprs.all(|expr| expr.line == 8), "{}\n{}", text, moved);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 5 } else { 1_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn graphs_with_unknown_types_come_back(
        steps in prop::collection::vec((0_u8..4, 0_usize..20, 0_usize..20, 0_usize..20), 1..20),
        unknown in 0_u8..16,
    ) {
        check(&steps, unknown, Format::Tvm08, Format::TvmFfi)?;
    }

    #[test]
    fn graphs_of_tvm_ffi_with_unknown_types_come_back(
        steps in prop::collection::vec((0_u8..4, 0_usize..20, 0_usize..20, 0_usize..20), 1..20),
        unknown in 0_u8..16,
    ) {
        check(&steps, unknown, Format::TvmFfi, Format::Tvm08)?;
    }
}

/// The array of the root refers to a node after a node with a higher number, so another node has
/// led the writer to it.
#[test]
fn an_array_leads_to_its_elements_in_order() {
    let steps = [(1, 0, 16, 0), (0, 0, 0, 0), (2, 1, 0, 0), (0, 0, 0, 0), (0, 0, 16, 0), (0, 0, 3, 4)];
    check(&steps, 3, Format::Tvm08, Format::TvmFfi).unwrap();
}

/// The body of a binding is an earlier node, so an attribute of that node which would lead back to
/// the binding is a number.
#[test]
fn references_to_earlier_nodes_exclude_cycles() {
    let steps = [(1, 0, 7, 0), (0, 0, 0, 6), (2, 12, 1, 10)];
    check(&steps, 14, Format::Tvm08, Format::TvmFfi).unwrap();
}
