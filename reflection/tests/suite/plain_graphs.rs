//! Graphs in Objet's own format.

mod bad_documents;
mod kept_nodes;
mod references;
mod unknown_nodes;

use std::collections::BTreeMap;

use objet::compare::StructuralEqual;
use objet::containers::{BoxBool, BoxFloat, BoxInt};
use objet::graph::{Format, Graph, LoadJson, SaveJson};
use objet::prelude::*;
use objet::{String, load_json, save_json, structural_equal};

use crate::graph_files;
use crate::tvm_nodes::{
    self, BaseExprNode, Constant, ConstantNode, IdNode, Let, LetNode, RelayExpr, RelayExprNode, VarNode,
};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Expr", new)]
pub(crate) struct ExprNode {
    base: Object,
    line: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Color {
    Red = 3,
    Green = 4,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.All")]
pub(crate) struct AllNode {
    base: ExprNode,
    name: String,
    text: std::string::String,
    count: u64,
    #[reflect(name = "type")]
    kind: Color,
    ratio: f32,
    scale: f64,
    dtype: DataType,
    is_on: bool,
    next: Option<Expr>,
    list: Array<ObjectRef>,
    map: Map<String, ObjectRef>,
    any: Option<ObjectRef>,
    tensor: Option<NDArray>,
}

fn register() {
    tvm_nodes::register();
    objet::register_types!(ExprNode, AllNode).unwrap();
}

fn all(next: Option<Expr>) -> All {
    make_object(AllNode {
        base: ExprNode { base: Object::new(), line: 7 },
        name: "a\n\"é\u{1}".into(),
        text: "text".into(),
        count: u64::MAX,
        kind: Color::Green,
        ratio: 0.1,
        scale: f64::NEG_INFINITY,
        dtype: "float32x4".parse().unwrap(),
        is_on: true,
        next,
        list: Array::from([BoxInt::new(1).into(), BoxFloat::new(2.5).into(), BoxBool::new(false).into()]),
        map: Map::from([("type".into(), String::from("x").into()), ("$a".into(), BoxInt::new(1).into())]),
        any: None,
        tensor: Some(NDArray::from_slice(&[2], &[1.0_f32, f32::NAN]).unwrap()),
    })
    .into()
}

fn plain(root: &ObjectRef) -> std::string::String {
    SaveJson::new(Format::Plain).to_string(root).unwrap()
}

#[test]
fn values_are_natural_json() {
    register();
    let node = all(Some(Expr::new(1)));
    let text = plain(node.as_object_ref());
    assert_eq!(
        text,
        concat!(
            r#"{"objet":1,"root":{"type":"plain.All","line":7,"name":"a\n\"é\u0001","text":"text","#,
            r#""count":18446744073709551615,"$.type":"Green","ratio":0.1,"scale":"-Infinity","#,
            r#""dtype":"float32x4","is_on":true,"next":{"type":"plain.Expr","line":1},"#,
            r#""list":[1,2.5,false],"map":{"$.type":"x","$.$a":1},"#,
            r#""tensor":{"type":"runtime.NDArray","dtype":"float32","shape":[2],"data":"AACAPwAAwH8="}}}"#,
        )
    );
    let back = load_json(&text).unwrap();
    assert!(structural_equal(&node, &back));
    assert_eq!(plain(&back), text);
}

#[test]
fn files_of_tvm_come_back() {
    register();
    for (name, text) in graph_files::all() {
        let Ok((Some(root), _)) = LoadJson::new().load_with_format(text.as_bytes()) else {
            continue;
        };
        for is_pretty in [false, true] {
            let plain = SaveJson::new(Format::Plain).pretty(is_pretty).to_string(&root).unwrap();
            let (back, format) = LoadJson::new().load_with_format(plain.as_bytes()).unwrap();
            let back = back.unwrap();
            assert_eq!(format.format(), Format::Plain);
            assert!(StructuralEqual::new().map_free_vars(true).equal(&root, &back), "{name}");
            assert!(save_json(&back).unwrap() == text, "{name}");
        }
    }
}

/// Returns the nodes of a chain, the end of the chain first. `any` returns the other reference of a
/// node, from the number of the node and the nodes before it.
fn chain_with(count: i32, any: impl Fn(i32, &[Expr]) -> Option<ObjectRef>) -> Vec<Expr> {
    let mut nodes = vec![Expr::new(0)];
    for line in 1..=count {
        let (base, any) = (ExprNode { base: Object::new(), line }, any(line, &nodes));
        let node = AllNode { base, any, ..(*all(nodes.last().cloned())).clone() };
        nodes.push(Expr::from(All::from(make_object(node))));
    }
    nodes
}

/// Returns a chain of nodes.
fn chain(count: i32) -> Expr {
    chain_with(count, |_, _| None).pop().unwrap()
}

#[test]
fn a_deep_graph_is_read_by_other_parsers() {
    register();
    let root = chain(1000);
    let text = plain(root.as_object_ref());
    // This parser has a limit of 128 levels.
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(value["nodes"].as_array().unwrap().len() > 20);
    assert!(structural_equal(&root, &load_json(&text).unwrap()));
    // The keys of this value are sorted, so the types come after some fields.
    let graph: objet::graph::Graph<Expr> = serde_json::from_value(value).unwrap();
    assert!(structural_equal(&root, &graph.0));
}

/// Returns a document with a space after each comma and colon.
fn spaced(json: &str) -> std::string::String {
    let (mut text, mut in_string, mut is_escaped) = (std::string::String::new(), false, false);
    for character in json.chars() {
        text.push(character);
        in_string ^= character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        if !in_string && matches!(character, ',' | ':') {
            text.push(' ');
        }
    }
    text
}

#[test]
fn keys_may_have_any_order_with_and_without_spaces() {
    register();
    let long = "name_".repeat(9);
    let mut nodes: Vec<_> = [
        r#"{"type":"plain.Expr","line":1}"#,
        r#"{"line":2,"type":"plain.Expr"}"#,
        r#"{"$id":1,"type":"plain.Expr","line":-3}"#,
        r#"{"type":"plain.Expr","line":536870912,"$id":2}"#,
        r#"{"type":"far.Away","a":1,"b":"x","c":null}"#,
        r#"{"type":"far.Away","b":{"$ref":1},"a":536870911}"#,
        r#"{"type":"far.Away","c":4294967296,"b":-1,"a":1.5}"#,
        r#"{"type":"far.Away","c":[{"type":"far.Away","a":{"$ref":2},"b":[],"c":{}}]}"#,
        r#"{"type":"far.Odd","$.type":1,"$.$ref":2,"a\"b":3,"é":{"é":[7]},"":0}"#,
        r#"{"type":"far.\"Away\"","a":1}"#,
        r#"{"a":1,"b":{"$ref":1},"c":{"type":"plain.Expr","line":0}}"#,
    ]
    .map(str::to_owned)
    .into();
    nodes.push(format!(r#"{{"type":"far.{long}","{long}":1,"a":2}}"#));
    // A type with the keys of every list of up to 12 that begins anywhere.
    for (first, count) in (0..12).flat_map(|first| (0..12).map(move |count| (first, count))) {
        let keys = (first..first + count).map(|key| format!(r#","k{}":"{count}""#, key % 12));
        nodes.push(format!(r#"{{"type":"far.Many"{}}}"#, keys.collect::<std::string::String>()));
    }
    let nodes = [nodes.clone(), nodes.into_iter().filter(|node| !node.contains("$id")).collect()].concat();
    let text = format!(r#"{{"objet":1,"root":[{}]}}"#, nodes.join(","));
    let load = |text: &str| LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().unwrap();
    let roots: [Array<ObjectRef>; 2] = [&*text, &spaced(&text)].map(|text| load(text).downcast().unwrap());
    assert_eq!(roots[0].len(), nodes.len());
    assert_eq!(plain(roots[0].as_object_ref()), plain(roots[1].as_object_ref()));
    for (root, node) in roots[0].iter().zip(&nodes).filter(|(_, node)| node.contains("far.Many")) {
        assert_eq!(plain(root), format!(r#"{{"objet":1,"root":{node}}}"#));
    }
}

#[test]
fn a_document_with_sorted_keys_is_recognised() {
    register();
    let root = chain(1000);
    let value: serde_json::Value = serde_json::from_str(&plain(root.as_object_ref())).unwrap();
    // The keys of this value are sorted.
    let text = value.to_string();
    assert!(text.starts_with(r#"{"nodes":[{"$"#), "{}", &text[..40]);
    let (back, format) = LoadJson::new().load_with_format(text.as_bytes()).unwrap();
    assert_eq!(format.format(), Format::Plain);
    assert!(structural_equal(&root, &back.unwrap()));
}

#[test]
fn a_chain_of_lets_takes_a_third_of_the_size() {
    register();
    let expr =
        || RelayExprNode { base: BaseExprNode { base: Object::new(), span: None }, checked_type: None };
    let data = NDArray::from_slice(&[], &[1.0_f32]).unwrap();
    let value: RelayExpr = Constant::from(make_object(ConstantNode { base: expr(), data })).into();
    let mut body = value.clone();
    for number in 0..300_000 {
        let vid = make_object(IdNode { base: Object::new(), name_hint: format!("x{number}").into() });
        let var = make_object(VarNode { base: expr(), vid: vid.into(), type_annotation: None });
        let node = LetNode { base: expr(), var: var.into(), value: value.clone(), body };
        body = Let::from(make_object(node)).into();
    }
    let text = plain(body.as_object_ref());
    let tvm = save_json(&body).unwrap();
    assert!(3 * text.len() <= tvm.len(), "{} {}", text.len(), tvm.len());
    assert!(save_json(&load_json(&text).unwrap()).unwrap() == tvm);
}

/// A node whose fields have values of several names.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Named", is_final, new)]
struct NamedNode {
    base: Object,
    #[reflect(serde)]
    costs: BTreeMap<std::string::String, u64>,
    colors: Vec<Color>,
    pair: [Color; 2],
    color: Option<Color>,
}

#[test]
fn names_with_a_meaning_are_escaped_in_fields_with_serde() {
    register();
    objet::register_types!(NamedNode).unwrap();
    let names = ["type", "$id", "$ref", "$.x", "$.$.type", "$repr", "$", "keys"];
    let load = LoadJson::new().keep_unknown(true);
    for count in 1..=names.len() {
        for first in names {
            let names = names[..count].iter().copied().chain([first]);
            let costs: BTreeMap<_, _> = names.map(|name| (name.to_owned(), 1)).collect();
            let root = Named::new(costs, vec![], [Color::Red; 2], None).upcast::<ObjectRef>();
            let text = plain(&root);
            assert!(structural_equal(&load_json(&text).unwrap(), &root), "{text}");
            // The keys of a `Value` are sorted, so those of `costs` precede the type.
            let value = serde_json::to_value(Graph(root.clone())).unwrap();
            let loaded: Graph<ObjectRef> = serde_json::from_value(value.clone()).unwrap();
            assert!(structural_equal(&loaded.0, &root), "{value}");
            let unknown = text.replace("plain.Named", "far.Named");
            assert_eq!(plain(&load.load(unknown.as_bytes()).unwrap().unwrap()), unknown);
        }
    }
}

#[test]
fn enums_in_lists_and_options_are_names() {
    register();
    objet::register_types!(NamedNode).unwrap();
    let make = |color| Named::new(BTreeMap::new(), vec![Color::Green], [Color::Red, Color::Green], color);
    let root = make(Some(Color::Red)).upcast::<ObjectRef>();
    let text = plain(&root);
    let fields = r#""colors":["Green"],"pair":["Red","Green"],"color":"Red""#;
    assert!(text.contains(fields), "{text}");
    for numbers in
        [r#""colors":[4],"pair":[3,4],"color":3"#, r#""colors":[ "Green" ],"pair":[3,"Green"],"color":"Red""#]
    {
        let loaded = load_json(&text.replace(fields, numbers)).unwrap();
        assert!(structural_equal(&loaded, &root), "{numbers}");
    }
    // The other forms have numbers, and read both.
    for format in [Format::Tvm08, Format::TvmFfi] {
        let numbers = SaveJson::new(format).to_string(&root).unwrap();
        assert!(numbers.contains("[3,4]"), "{numbers}");
        let names = numbers.replace("[3,4]", "[\\\"Red\\\", 4]");
        assert!(structural_equal(&load_json(&names).unwrap(), &root), "{names}");
        let error = load_json(&numbers.replace("[3,4]", "[\\\"Blue\\\",4]")).unwrap_err().to_string();
        assert!(
            error.ends_with("element 0: expected a Color (Red = 3, Green = 4), found \"Blue\""),
            "{error}"
        );
    }
}
