//! Stand-ins: nodes of unknown types below the types that the fields of other nodes declare.

mod all_forms;
mod missing_fields;
mod tvm_ffi;

use objet::compare::{StructuralEqual, StructuralHash, structural_hash};
use objet::fields::attr_names;
use objet::graph::{Format, GraphError, LoadJson, OpaqueNode, OpaqueView, SaveJson};
use objet::prelude::*;
use objet::walk::{RewriteError, deep_copy};
use objet::{String, get_attr, post_order, print, rewrite, save_json, structural_equal, types, with_attr};

use crate::long_graphs::on_a_small_stack;

/// The base of the expressions of these tests.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Expr")]
pub(crate) struct ExprNode {
    base: Object,
    #[reflect(skip_eq, default = 0)]
    line: i64,
    origin: Option<Expr>,
}

/// An expression with a rule.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Even")]
#[reflect(check = ExprNode::check_even)]
pub(crate) struct EvenNode {
    base: ExprNode,
    half: u8,
}

/// A variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Var", is_final)]
#[reflect(free_variable)]
pub(crate) struct VarNode {
    base: ExprNode,
    #[reflect(skip_eq)]
    name: std::string::String,
}

/// A binding.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Let", is_final)]
pub(crate) struct LetNode {
    base: ExprNode,
    #[reflect(def)]
    var: Var,
    body: Expr,
}

/// A sum.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Add", is_final)]
pub(crate) struct AddNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
}

/// Expressions in containers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Block", is_final)]
pub(crate) struct BlockNode {
    base: Object,
    exprs: Array<Array<Expr>>,
    names: Map<String, Option<Expr>>,
    by_expr: Map<Expr, Even>,
}

/// A type with fields of other kinds.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Row")]
pub(crate) struct RowNode {
    base: Object,
    extents: Vec<i64>,
    limit: Option<u8>,
    names: Array<String>,
}

/// Refers to a row.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.OfRow", is_final)]
pub(crate) struct OfRowNode {
    base: Object,
    row: Row,
}

/// Something that is no expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Kind")]
pub(crate) struct KindNode {
    base: Object,
}

/// Refers to both.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Both", is_final)]
pub(crate) struct BothNode {
    base: Object,
    expr: Option<Expr>,
    kind: Option<Kind>,
    even: Option<Even>,
}

impl ExprNode {
    fn check_even(even: &EvenNode) -> Result<(), &'static str> {
        if even.line % 2 == 0 { Ok(()) } else { Err("the line is odd") }
    }
}

pub(crate) fn register() {
    objet::register_types!(
        ExprNode, EvenNode, VarNode, LetNode, AddNode, BlockNode, KindNode, BothNode, RowNode, OfRowNode
    )
    .unwrap();
}

/// Returns the lines of a node in a file.
fn node(key: &str, attrs: &[(&str, &str)]) -> std::string::String {
    let line = |(name, value): &(&str, &str)| format!("\"{name}\": \"{value}\"");
    let attrs = match attrs {
        [] => String::default(),
        [one] => format!(", \n      \"attrs\": {{{}}}", line(one)).into(),
        _ => {
            let lines: Vec<_> = attrs.iter().map(line).collect();
            format!(", \n      \"attrs\": {{\n        {}\n      }}", lines.join(", \n        ")).into()
        }
    };
    format!("\n      \"type_key\": \"{key}\"{attrs}")
}

/// Returns the lines of a string.
fn string(text: &str) -> std::string::String {
    format!("\n      \"type_key\": \"runtime.String\", \n      \"repr_str\": \"{text}\"")
}

/// Returns the lines of an array, or of a map.
fn container(key: &str, data: &[u32]) -> std::string::String {
    format!("\n      \"type_key\": \"{key}\", \n      \"data\": {data:?}")
}

/// Returns a file with these nodes after null, as it is saved.
fn file(nodes: &[std::string::String]) -> std::string::String {
    let nodes: std::string::String = nodes.iter().map(|node| format!(", \n    {{{node}\n    }}")).collect();
    format!(
        "{{\n  \"root\": 1, \n  \"nodes\": [\n    {{\n      \"type_key\": \"\"\n    }}{nodes}\n  ], \
         \n  \"b64ndarrays\": [], \n  \"attrs\": {{\"tvm_version\": \"0.8.0\"}}\n}}"
    )
}

fn load(text: &str) -> ObjectRef {
    register();
    let loaded = LoadJson::new().keep_unknown(true).load(text.as_bytes());
    loaded.unwrap_or_else(|error| panic!("{error}\n{text}")).expect("a root")
}

/// Loads a file, which saves and loads back.
#[track_caller]
fn load_back(text: &str) -> ObjectRef {
    let root = load(text);
    assert_eq!(save_json(&root).unwrap(), text);
    let other = load(text);
    let difference = StructuralEqual::new().first_difference(&root, &other);
    assert!(difference.is_none(), "{}\n{text}", difference.unwrap());
    assert_eq!(structural_hash(&root), structural_hash(&other), "{text}");
    assert_eq!(save_json(&deep_copy(&root)).unwrap(), text);
    root
}

/// `far + far`, with an unknown node that refers to a string and to the variable `x`.
fn sum() -> std::string::String {
    file(&[
        node("stand.Add", &[("lhs", "2"), ("line", "1"), ("origin", "0"), ("rhs", "2")]),
        node("far.Call", &[("line", "7"), ("name", "3"), ("origin", "4"), ("size", "0.5")]),
        string("f"),
        node("stand.Var", &[("line", "3"), ("name", "x"), ("origin", "0")]),
    ])
}

#[test]
fn parents_of_unknown_nodes_have_their_own_types() {
    let root = load_back(&sum());
    let add = root.as_node::<AddNode>().unwrap();
    assert!(add.lhs.same_as(&add.rhs));
    let far = &add.lhs;
    assert!(far.is_instance::<ExprNode>() && !far.is_instance::<OpaqueNode>());
    assert_eq!((far.line, far.type_key()), (7, "objet.Opaque<stand.Expr>"));
    assert!(far.origin.as_ref().is_some_and(|origin| origin.is_instance::<VarNode>()));
    assert_eq!(OpaqueView::of(far).unwrap().opaque_type_key(), "far.Call");
    assert_eq!(
        print(far).to_string(),
        r#"far.Call(line="7", name="f", origin=stand.Var(line=3, origin=null, name="x"), size="0.5")"#
    );
    assert_eq!(attr_names(far).unwrap(), ["line", "name", "origin", "size"]);
    assert_eq!(get_attr(far, "line").unwrap().get::<i64>(), Ok(7));
    assert_eq!(get_attr(far, "name").unwrap().get::<String>().unwrap(), "f");
    assert_eq!(get_attr(far, "size").unwrap().get::<&str>(), Ok("0.5"));
    assert_eq!(get_attr(far, "type_key").unwrap().get::<&str>(), Ok("far.Call"));
    assert_eq!(post_order(&root).count(), 4);
}

#[test]
fn fields_of_stand_ins_change_like_those_of_other_nodes() {
    let root = load(&sum());
    let add: Add = root.clone().downcast().unwrap();
    let mut far = add.lhs.clone();
    *far.make_mut().line = 9;
    *far.make_mut().origin = None;
    assert!(structural_equal(&with_attr(far.clone(), "line", 1.into()).unwrap(), &far), "`line` is skipped");
    assert!(!structural_equal(&far, &add.lhs));
    assert_eq!(print(&far).to_string(), r#"far.Call(line="9", name="f", origin=null, size="0.5")"#);
    assert_eq!(save_json(&root).unwrap(), sum());
    let saved = save_json(&far).unwrap();
    assert!(saved.contains(r#""line": "9""#) && saved.contains(r#""origin": "0""#), "{saved}");

    // A reference that was null is numbered.
    *far.make_mut().origin = Some(add.clone().upcast());
    let saved = save_json(&far).unwrap();
    let again = load(&saved);
    assert_eq!(save_json(&again).unwrap(), saved);
    assert!(saved.contains(r#""type_key": "stand.Add""#));

    let changed = with_attr(add.lhs.clone(), "size", "2".into()).unwrap();
    let changed = with_attr(changed, "line", 5.into()).unwrap();
    assert_eq!((changed.line, add.lhs.line), (5, 7));
    assert_eq!(get_attr(&changed, "size").unwrap().get::<&str>(), Ok("2"));
    assert_eq!(get_attr(&add.lhs, "size").unwrap().get::<&str>(), Ok("0.5"));
    let refused = |name, value: objet::function::ArgValue<'_>| {
        with_attr(add.lhs.clone(), name, value).unwrap_err().to_string()
    };
    assert!(
        refused("origin", (&String::from("x")).into()).ends_with("expected stand.Expr, found runtime.String")
    );
    assert_eq!(refused("size", 1.into()), "far.Call.size: expected str but got int");
    assert!(refused("sise", 1.into()).starts_with(r#"far.Call has no field "sise", did you mean "size"?"#));
}

#[test]
fn copies_of_a_stand_in_share_what_it_refers_to() {
    let root = load(&sum());
    let far = &root.as_node::<AddNode>().unwrap().lhs;
    let mut copy = far.clone();
    *copy.make_mut().line = 8;
    let both = Array::from([far.clone(), copy]);
    drop(root);
    // The string and the variable are one object each.
    assert_eq!(post_order(&both).count(), 5);
    let saved = save_json(&both).unwrap();
    assert_eq!(saved.matches("runtime.String").count(), 1, "{saved}");
    let again = load(&saved);
    assert_eq!(save_json(&again).unwrap(), saved);
    let both = deep_copy(&both);
    assert_eq!((post_order(&both).count(), save_json(&both).unwrap()), (5, saved));
}

#[test]
fn passes_rewrite_what_stand_ins_refer_to() {
    let rename = |object: ObjectRef| -> Result<ObjectRef, RewriteError> {
        Ok(match object.downcast::<Expr>() {
            Ok(mut expr) => {
                *expr.make_mut().line += 10;
                expr.upcast()
            }
            Err(error) => match error.into_object() {
                object if object.is_instance::<objet::containers::StringNode>() => String::from("y").into(),
                object => object,
            },
        })
    };
    let expected = sum().replace("\"f\"", "\"y\"");
    let expected = ["1", "3", "7"].iter().fold(expected, |text, line| {
        text.replace(&format!("\"line\": \"{line}\""), &format!("\"line\": \"1{line}\""))
    });
    let root = load(&sum());
    let shared = rewrite(root.clone(), rename).unwrap();
    assert_eq!(save_json(&shared).unwrap(), expected);
    assert_eq!(save_json(&root).unwrap(), sum());
    assert_eq!(save_json(&rewrite(root, rename).unwrap()).unwrap(), expected);

    // A field of the stand-in refuses what it cannot hold.
    let error = rewrite(load(&sum()), |object| {
        if object.is_instance::<VarNode>() { String::from("no").into() } else { object }
    });
    let error = error.unwrap_err().to_string();
    assert!(error.ends_with("origin: expected stand.Expr, found runtime.String"), "{error}");
}

#[test]
fn elements_of_containers_stand_in() {
    let root = load_back(&file(&[
        node("stand.Block", &[("by_expr", "8"), ("exprs", "2"), ("names", "6")]),
        container("Array", &[3]),
        container("Array", &[4, 5]),
        node("far.A", &[("line", "1"), ("origin", "0")]),
        node("stand.Even", &[("half", "1"), ("line", "2"), ("origin", "0")]),
        "\n      \"type_key\": \"Map\", \n      \"keys\": [\n        \"a\"\n      ], \n      \"data\": [7]"
            .into(),
        node("far.B", &[("half", "3"), ("line", "4"), ("origin", "0")]),
        container("Map", &[4, 7]),
    ]));
    let block = root.as_node::<BlockNode>().unwrap();
    let (far_a, far_b) = (&block.exprs[0][0], block.names["a"].as_ref().unwrap());
    assert_eq!(far_a.type_key(), "objet.Opaque<stand.Expr>");
    // A value of `by_expr` must be an `Even`, which is the more derived type.
    assert_eq!(far_b.as_node::<EvenNode>().unwrap().half, 3);
    assert!(block.by_expr[far_a].same_as(far_b));
}

/// Returns the type key of an unknown node in `field` of a [`BothNode`], and whether the parent has
/// its own type.
fn kept(field: &str, attrs: &[(&str, &str)]) -> (&'static str, bool) {
    let fields = ["even", "expr", "kind"].map(|name| (name, if name == field { "2" } else { "0" }));
    let mut nodes = vec![node("stand.Both", &fields), node("far.C", attrs)];
    nodes.extend(attrs.contains(&("text", "3")).then(|| string("x")));
    let root = load_back(&file(&nodes));
    let node = get_attr(&root, field).unwrap().get::<ObjectRef>().unwrap();
    (node.type_key(), root.is_instance::<BothNode>())
}

#[test]
fn nodes_stand_in_below_the_nearest_type_that_takes_them() {
    let expr = "objet.Opaque<stand.Expr>";
    assert_eq!(kept("expr", &[("line", "1"), ("origin", "0")]), (expr, true));
    // A field that the file does not have gets its default, and is not saved.
    assert_eq!(kept("expr", &[("text", "3")]), (expr, true));
    assert_eq!(kept("expr", &[]), (expr, true));
    assert_eq!(kept("even", &[("half", "1")]), ("objet.Opaque<stand.Even>", true));
    // `half` has no default, the line is odd, and a text is not that of a number.
    let not_even: [&[_]; 4] = [
        &[("line", "2")],
        &[("half", "1"), ("line", "3")],
        &[("half", "300"), ("line", "2")],
        &[("half", "01"), ("line", "2")],
    ];
    for attrs in not_even {
        assert_eq!(kept("even", attrs), (expr, false), "{attrs:?}");
    }
    for attr in [("line", "1.5"), ("line", "01"), ("line", "+1"), ("line", ""), ("line", "x")] {
        assert_eq!(kept("expr", &[attr]), ("objet.Opaque", false), "{attr:?}");
    }
    for attr in [("origin", "7"), ("origin", "x"), ("origin", "00")] {
        assert_eq!(kept("expr", &[attr]), ("objet.Opaque", false), "{attr:?}");
    }
}

#[test]
fn a_type_with_unrelated_needs_stays_opaque() {
    let root = load_back(&file(&[
        node("stand.Both", &[("even", "0"), ("expr", "2"), ("kind", "3")]),
        node("far.D", &[("line", "1")]),
        node("far.D", &[("line", "2")]),
    ]));
    assert!(root.is_instance::<OpaqueNode>());
}

/// Checks a `stand.Add` with an unknown attribute. Its operands are a `stand.Even` and a
/// `stand.Let` that cannot be built.
fn assert_known_types_stand_in(root: &ObjectRef) {
    assert_eq!(root.type_key(), "objet.Opaque<stand.Expr>");
    let attr = |object: &ObjectRef, name| get_attr(object, name).unwrap().get::<ObjectRef>().unwrap();
    assert_eq!(attr(root, "lhs").as_node::<EvenNode>().unwrap().half, 1);
    // A `stand.Let` cannot bind `far.Var`, but is a stand-in, and `stand.Add` holds `far.Var`.
    let binding = attr(root, "rhs");
    assert_eq!(OpaqueView::of(&binding).unwrap().opaque_type_key(), "stand.Let");
    assert!(binding.is_instance::<ExprNode>() && attr(&binding, "body").is_instance::<AddNode>());
}

#[test]
fn nodes_of_known_types_stand_in_below_their_types() {
    // `stand.Add` is final, so a node with one more attribute is below `stand.Expr`.
    let root = load_back(&file(&[
        node("stand.Add", &[("lhs", "2"), ("line", "1"), ("more", "x"), ("origin", "0"), ("rhs", "3")]),
        node("stand.Even", &[("half", "1"), ("line", "2"), ("more", "y"), ("origin", "0")]),
        node("stand.Let", &[("body", "5"), ("line", "1"), ("origin", "0"), ("var", "4")]),
        node("far.Var", &[("line", "1"), ("origin", "0")]),
        node("stand.Add", &[("lhs", "4"), ("line", "1"), ("origin", "0"), ("rhs", "4")]),
    ]));
    assert_known_types_stand_in(&root);
}

#[test]
fn unknown_nodes_bind_the_variables_below_them() {
    let text = file(&[
        node("stand.Add", &[("lhs", "2"), ("line", "1"), ("origin", "0"), ("rhs", "2")]),
        node("far.Let", &[("body", "4"), ("line", "1"), ("var", "3")]),
        node("stand.Var", &[("line", "1"), ("name", "x"), ("origin", "0")]),
        node("stand.Add", &[("lhs", "3"), ("line", "1"), ("origin", "0"), ("rhs", "3")]),
    ]);
    let root = load_back(&text);
    let other = load(&text);
    let let_of = |root: &ObjectRef| root.as_node::<AddNode>().unwrap().lhs.clone();
    assert!(structural_equal(&let_of(&root), &let_of(&other)));
    let hash = StructuralHash::new();
    assert_eq!(hash.hash(&root), hash.hash(&other));
    // One variable is not two.
    let var = |root: &ObjectRef| get_attr(&let_of(root), "var").unwrap().get::<ObjectRef>().unwrap();
    let two = with_attr(let_of(&other), "var", (&deep_copy(&var(&other))).into()).unwrap();
    assert!(!structural_equal(&let_of(&root), &two));
}

#[test]
fn fields_of_stand_ins_are_of_all_kinds() {
    let text = |attrs: &[(&str, &str)]| file(&[node("stand.OfRow", &[("row", "2")]), node("far.Row", attrs)]);
    let root = load_back(&text(&[("extents", "[1,2]"), ("limit", "null"), ("more", "x")]));
    let row = &root.as_node::<OfRowNode>().unwrap().row;
    assert!(row.extents == [1, 2] && row.limit.is_none() && row.names.is_empty());
    assert!(print(row).to_string().starts_with(r#"far.Row(extents="[1,2]", "#));
    let changed = load_back(&text(&[("extents", "[1, 2]"), ("limit", "null"), ("more", "x")]));
    assert!(changed.is_instance::<OpaqueNode>(), "saving would change the text");
}

#[test]
fn an_attribute_that_only_has_the_name_of_a_field_is_kept() {
    // As a field, `origin` would close a cycle.
    let text = file(&[
        node("stand.Add", &[("lhs", "2"), ("line", "1"), ("origin", "0"), ("rhs", "2")]),
        node("far.E", &[("line", "1"), ("origin", "1")]),
    ]);
    assert_eq!(save_json(&load(&text)).unwrap(), text);
}

#[test]
fn files_register_one_type_for_each_declared_type() {
    let nodes = |prefix: &str| {
        let mut nodes = vec![
            node("stand.Block", &[("by_expr", "104"), ("exprs", "2"), ("names", "104")]),
            container("Array", &[3]),
            container("Array", &(4..104).collect::<Vec<_>>()),
        ];
        nodes.extend((0..100).map(|index| node(&format!("far.{prefix}{index}"), &[("line", "1")])));
        nodes.push("\n      \"type_key\": \"Map\"".into());
        file(&nodes)
    };
    let count = || types::all().iter().filter(|info| info.key().starts_with("objet.Opaque<")).count();
    let root = load(&nodes("a"));
    assert!(root.is_instance::<BlockNode>());
    let before = count();
    let root = load(&nodes("b"));
    assert!(root.is_instance::<BlockNode>());
    assert_eq!(count(), before);

    // A file cannot name such a type.
    let text = r#"{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "objet.Opaque<stand.Expr>"}]}"#;
    assert!(matches!(objet::load_json(text), Err(GraphError::NotReflected { .. })));
    assert_eq!(load(text).as_node::<OpaqueNode>().unwrap().opaque_type_key(), "objet.Opaque<stand.Expr>");
    assert!(objet::make_node("objet.Opaque<stand.Expr>", []).is_err());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn long_chains_of_stand_ins_need_no_stack() {
    on_a_small_stack(|| {
        let length = if cfg!(miri) { 100 } else { 50_000 };
        let mut text = std::string::String::from(
            r#"{"root": 1, "nodes": [{"type_key": ""},
            {"type_key": "stand.Both", "attrs": {"even": "0", "expr": "2", "kind": "0"}}"#,
        );
        for index in 2..length {
            let origin = if index + 1 < length { index + 1 } else { 0 };
            text += &format!(
                ",\n{{\"type_key\": \"far.F{}\", \"attrs\": {{\"line\": \"1\", \"origin\": \"{origin}\"}}}}",
                index % 2
            );
        }
        text += "]}";
        let (root, other) = (load(&text), load(&text));
        assert!(root.is_instance::<BothNode>());
        let saved = save_json(&root).unwrap();
        assert!(structural_equal(&root, &other));
        assert_eq!(structural_hash(&root), structural_hash(&other));
        assert_eq!(save_json(&deep_copy(&root)).unwrap(), saved);
        assert_eq!(post_order(&root).count(), length - 1);
        assert_eq!(print(&root).to_string().matches("far.F").count(), length - 2);
        let changed = rewrite(root, |object| match object.downcast::<Expr>() {
            Ok(mut expr) => {
                *expr.make_mut().line = 2;
                expr.upcast()
            }
            Err(error) => error.into_object(),
        });
        assert_eq!(
            save_json(&changed.unwrap()).unwrap(),
            saved.replace("\"line\": \"1\"", "\"line\": \"2\"")
        );
    });
}

/// A layer with an optional tensor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "standin.Weighted")]
struct WeightedNode {
    base: Object,
    weight: Option<NDArray>,
}

#[test]
fn a_null_tensor_in_the_field_of_a_stand_in_is_saved() {
    objet::register_types!(WeightedNode).unwrap();
    let text = r#"{"root_index":1,"nodes":[{"type":"None"},{"type":"standin.Weighted","data":{"weight":0,"new":1.5}}]}"#;
    let load = LoadJson::new().keep_unknown(true);
    let root = load.load(text.as_bytes()).unwrap().unwrap();
    assert!(root.is_instance::<WeightedNode>(), "{}", root.type_key());
    for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
        let saved = SaveJson::new(format).to_string(&root).unwrap();
        let again = load.load(saved.as_bytes()).unwrap().unwrap();
        assert!(again.as_node::<WeightedNode>().is_some_and(|node| node.weight.is_none()), "{saved}");
        assert_eq!(SaveJson::new(format).to_string(&again).unwrap(), saved);
    }
}
