//! Graphs in Objet's own format.

mod references;

use std::collections::BTreeMap;

use objet::compare::{StructuralEqual, structural_hash};
use objet::containers::{BoxBool, BoxFloat, BoxInt};
use objet::graph::{Format, Graph, LoadJson, SaveJson};
use objet::prelude::*;
use objet::{String, get_attr, load_json, save_json, structural_equal, with_attr};
use serde::de::DeserializeSeed;

use crate::graph_files;
use crate::tvm_nodes::{
    self, BaseExprNode, Constant, ConstantNode, IdNode, Let, LetNode, PrimExprNode, RelayExpr, RelayExprNode,
    TypeVarNode, VarNode,
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

#[test]
fn bad_documents_are_errors() {
    register();
    let document = |root: &str| format!("{{\"objet\": 1,\n\"root\": {root}}}");
    for (text, expected) in [
        (document(r#"{"$ref": 3}"#), "line 2: no object has the `$id` 3 of a `$ref`"),
        (
            document(
                r#"[{"$id": 1, "type": "plain.Expr", "line": 1}, {"$id": 1, "type": "plain.Expr", "line": 1}]"#,
            ),
            "duplicate `$id` `1`",
        ),
        (
            document(r#"{"type": "plain.Expr", "line": [1]}"#),
            "plain.Expr.line: expected a value of type i32, found an object or a list",
        ),
        (document(r#"{"type": "plain.Expr", "line": 1, "line": 2}"#), "duplicate key `line`"),
        (
            document(r#"{"type": "plain.Expr", "line": 1.5}"#),
            "attribute `line`: expected a decimal number, found \"1.5\"",
        ),
        (document(r#"{"type": "plain.Expr", "$line": 1}"#), "unknown key `$line`"),
        (document(r#"{"type": 1}"#), "`type`: expected a string, found 1"),
        (document(r#"{"type": "runtime.NDArray", "dtype": "float32", "shape": [2], "data": "AAAA"}"#), "8"),
        (document(r#"{"type": "runtime.NDArray", "dtype": "float32", "shape": [1, -1], "data": ""}"#), "-1"),
        (
            document(r#"{"type": "runtime.NDArray", "dtype": "float32", "data": ""}"#),
            "missing key `shape` in runtime.NDArray",
        ),
        (
            document(r#"{"type": "Map", "keys": [1], "values": []}"#),
            "`values`: expected one value for each key, found 1 keys and 0 values",
        ),
        (
            document(r#"{"type": "Map", "keys": [null], "values": [1]}"#),
            "expected an object as the key of entry 0, found null",
        ),
        (document("[99999999999999999999]"), "attribute `value`: expected a number from"),
        (document("[tru]"), "found `tru`"),
        (document(r#"{"type": "plain.Exp"}"#), "unknown type key, did you mean \"plain.Expr\"?"),
        (
            document(r#"{"type": "runtime.String", "value": "a", "$repr": "b"}"#),
            "unknown key `$repr`, candidates are: `data` in arrays",
        ),
        (document(r#"{"type": "Array", "data": [], "$repr_b64": "AAAA"}"#), "unknown key `$repr`"),
        (
            document(r#"{"b": 1, "a": 1, "a": 2}"#),
            "line 2, node 4 (Map): duplicate key: entry 2 has the key of an earlier entry",
        ),
        (document(r#"{"type": "Map", "keys": ["a", "a"], "values": [1, 2]}"#), "duplicate key: entry 1"),
        (document(&"[".repeat(20_000)), "too many lists and objects inside each other"),
        (
            r#"{"objet": 1, "versions": {"plain.Expr": 1, "plain.Expr": 2}, "root": null}"#.into(),
            "duplicate key `plain.Expr`",
        ),
        (
            document(r#"{"type": "plain.Expr", "line": "1"}"#),
            "`line`: expected an integer, found \"\\\"1\\\"\"",
        ),
        (document(r#"{"type": "IntImm", "dtype": 7, "value": 1}"#), "expected a string, found \"7\""),
        (document(r#"{"type": "IntImm", "dtype": null, "value": 1}"#), "expected a string, found \"null\""),
        (
            document(r#"{"type": "plain.Expr", "line": 1, "$repr": "a"}"#),
            "node 1 (plain.Expr): expected only attributes in a node of a type with fields, found bytes",
        ),
        (r#"{"objet": 2, "root": null}"#.into(), "expected version 1 of the format as `objet`, found 2"),
        (r#"{"objet": 1}"#.into(), "missing key `root` in the document"),
        (r#"{"objet": 1, "root": null, "root": null}"#.into(), "duplicate key `root`"),
        (r#"{"objet": 1, "rot": null}"#.into(), "unknown key `rot`"),
        (r#"{"objet": 1, "root": null"#.into(), "expected `,` or `}`, found the end of the text"),
    ] {
        for text in [text.replace(": ", ":").replace(", ", ","), text] {
            let error = load_json(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}\n{error}\n{expected}");
        }
    }
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
fn a_document_that_is_cut_is_an_error() {
    register();
    let text = plain(all(Some(Expr::new(1))).as_object_ref());
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert!(load_json(&text[..end]).is_err(), "{}", &text[..end]);
    }
}

#[test]
fn unknown_nodes_come_back() {
    let text = concat!(
        r#"{"objet":1,"root":{"type":"far.Away","n":7,"on":true,"x":1.5,"text":"7","list":[1,[2,"a"]],"#,
        r#""map":{"k":null},"name":{"type":"runtime.String","value":"s"},"none":null}}"#
    );
    let (root, format) = LoadJson::new().keep_unknown(true).load_with_format(text.as_bytes()).unwrap();
    let mut saved = Vec::new();
    format.save(root.as_ref(), &mut saved).unwrap();
    assert_eq!(std::string::String::from_utf8(saved).unwrap(), text);
}

#[test]
fn unknown_nodes_are_compared_by_the_names_of_their_attributes() {
    let load = |attrs: &str| {
        let text = format!(r#"{{"objet":1,"root":{{"type":"far.Away",{attrs}}}}}"#);
        let root = LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().unwrap();
        assert_eq!(plain(&root), text);
        root
    };
    let one = load(r#""a":1,"b":"x","x":{"type":"far.X"},"y":{"type":"far.Y"}"#);
    let other = load(r#""y":{"type":"far.Y"},"b":"x","x":{"type":"far.X"},"a":1"#);
    assert!(structural_equal(&one, &other));
    assert_eq!(structural_hash(&one), structural_hash(&other));

    let differences = |other: &ObjectRef| {
        assert!(!structural_equal(&one, other));
        let all = StructuralEqual::new().differences(&one, other, 9);
        all.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let swapped = load(r#""y":{"type":"far.X"},"b":"x","x":{"type":"far.Y"},"a":2"#);
    assert_eq!(differences(&swapped), [".a: 1 vs 2", ".x: far.X vs far.Y", ".y: far.Y vs far.X"]);
    let renamed = load(r#""y":{"type":"far.Y"},"b":"x","x":{"type":"far.X"},"c":1"#);
    assert_eq!(differences(&renamed).len(), 1);
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

#[test]
fn an_unknown_node_is_a_stand_in() {
    register();
    let text = plain(all(Some(Expr::new(1))).as_object_ref());
    let known = r#"{"type":"plain.Expr","line":1}"#;
    assert!(text.contains(known));
    let text =
        text.replace(known, r#"{"type":"far.Away","line":1,"more":[2,{"type":"plain.Expr","line":3}]}"#);
    let load = LoadJson::new().keep_unknown(true);
    let root = load.load(text.as_bytes()).unwrap().unwrap();
    let next = root.as_node::<AllNode>().unwrap().next.as_ref().unwrap();
    assert_eq!(next.line, 1);
    assert_eq!(plain(&root), text);
    let tables = postcard::to_stdvec(&objet::graph::Graph(root.clone())).unwrap();
    let mut tables = postcard::Deserializer::from_bytes(&tables);
    let back = serde::de::DeserializeSeed::deserialize(load, &mut tables).unwrap().unwrap();
    assert!(back.is_instance::<AllNode>() && structural_equal(&root, &back));
    assert_eq!(plain(&back), text);
}

#[test]
fn a_node_with_an_unknown_attribute_is_a_stand_in_below_its_type() {
    tvm_nodes::register();
    let load = LoadJson::new().keep_unknown(true);
    // The values of these attributes, and whether they have the form of the fields.
    for (values, fits) in [
        (r#""name_hint":"t","kind":"TypeData""#, true),
        (r#""name_hint":"t","kind":6"#, true),
        (r#""name_hint":5,"kind":"TypeData""#, false),
        (r#""name_hint":"t","kind":"Color""#, false),
    ] {
        let text = format!(r#"{{"objet":1,"root":{{"type":"TypeVar",{values},"id":2}}}}"#);
        let root = load.load(text.as_bytes()).unwrap().unwrap();
        assert_eq!(root.is_instance::<TypeVarNode>(), fits, "{values}");
        let saved = plain(&root);
        assert_eq!(saved.contains(r#""name_hint":"t","kind":"TypeData","id":2"#), fits, "{saved}");
        let again = load.load(saved.as_bytes()).unwrap().unwrap();
        assert_eq!(again.is_instance::<TypeVarNode>(), fits, "{saved}");
        assert_eq!(plain(&again), saved);
    }
    for (imm, fits) in [
        (r#""IntImm","dtype":"int32","value":5"#, true),
        (r#""IntImm","dtype":"int32","value":"5""#, false),
        (r#""FloatImm","dtype":"float32","value":0.1"#, true),
        (r#""FloatImm","dtype":"float32","value":"NaN""#, true),
        (r#""FloatImm","dtype":"float32","value":"0.1""#, false),
    ] {
        let text = format!(r#"{{"objet":1,"root":{{"type":{imm},"more":null}}}}"#);
        let root = load.load(text.as_bytes()).unwrap().unwrap();
        assert_eq!(root.type_key() == "objet.Opaque<PrimExpr>", !fits, "{}", root.type_key());
        assert!(root.is_instance::<PrimExprNode>());
        assert_eq!(plain(&root), text);
    }
}

/// A node with values of all JSON types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Values", new)]
pub(crate) struct ValuesNode {
    base: Object,
    zone: Option<Expr>,
    numbers: Vec<i64>,
    limit: Option<u8>,
    letter: Option<char>,
    ratio: f64,
    is_on: bool,
    #[reflect(default = None)]
    any: Option<ObjectRef>,
}

#[test]
fn the_fields_of_kept_nodes_keep_their_values() {
    register();
    objet::register_types!(ValuesNode).unwrap();
    let known = plain(Values::new(None, vec![1], None, Some('é'), 0.5, true).as_object_ref());
    let fields = r#""numbers":[1],"limit":null,"letter":"é","ratio":0.5,"is_on":true"#;
    assert_eq!(known, format!(r#"{{"objet":1,"root":{{"type":"plain.Values",{fields}}}}}"#));
    let load = LoadJson::new().keep_unknown(true);
    for (text, type_key) in [
        // An unknown attribute, and an unknown node in a field that cannot hold it.
        (format!(r#"{{"type":"plain.Values",{fields},"new":1}}"#), "objet.Opaque<plain.Values>"),
        (
            format!(r#"{{"type":"plain.Values","zone":{{"type":"far.Away","line":"x"}},{fields}}}"#),
            "objet.Opaque",
        ),
    ] {
        let text = format!(r#"{{"objet":1,"root":{text}}}"#);
        let root = load.load(text.as_bytes()).unwrap().unwrap();
        assert_eq!(root.type_key(), type_key);
        assert_eq!(plain(&root), text);
    }
}

#[test]
fn kept_nodes_of_known_types_keep_the_types_of_values_in_all_formats() {
    register();
    objet::register_types!(ValuesNode).unwrap();
    let fields = r#""numbers":[1,2],"limit":7,"letter":"é","ratio":0.5,"is_on":true"#;
    let text = format!(
        r#"{{"objet":1,"root":{{"type":"plain.Values","zone":{{"type":"far.Away","line":"x"}},{fields}}}}}"#
    );
    let load = LoadJson::new().keep_unknown(true);
    let root = load.load(text.as_bytes()).unwrap().unwrap();
    assert_eq!(root.type_key(), "objet.Opaque");
    for format in [Format::Tvm08, Format::TvmFfi] {
        let saved = SaveJson::new(format).to_string(&root).unwrap();
        let again = load.load(saved.as_bytes()).unwrap().unwrap();
        assert_eq!(again.type_key(), "objet.Opaque");
        assert_eq!(SaveJson::new(format).to_string(&again).unwrap(), saved);
        // TVM's form has the attributes in the order of their names.
        let sorted = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
        assert_eq!(sorted(&plain(&again)), sorted(&text), "{saved}");
    }
    let tables = postcard::to_stdvec(&Graph(root)).unwrap();
    let again = load.deserialize(&mut postcard::Deserializer::from_bytes(&tables)).unwrap().unwrap();
    assert_eq!(plain(&again), text);
}

#[test]
fn kept_nodes_of_known_types_keep_the_order_of_the_file() {
    tvm_nodes::register();
    let text = concat!(
        r#"{"objet":1,"root":{"type":"relay.Let","var":{"$id":1,"type":"far.Var","a":1},"#,
        r#""value":{"$ref":1},"body":{"$ref":1}}}"#
    );
    let root = LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().unwrap();
    assert_eq!(plain(&root), text);
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
            error.ends_with("element 0: expected Color, found \"Blue\", which it cannot hold"),
            "{error}"
        );
    }
}

/// A node with texts.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Texts", is_final)]
struct TextsNode {
    base: Object,
    name: std::string::String,
    letter: char,
    list: Vec<i64>,
    flag: bool,
}

#[test]
fn the_texts_of_kept_nodes_are_those_of_their_fields_in_all_formats() {
    register();
    objet::register_types!(TextsNode).unwrap();
    let fields = |extra: &str| {
        format!(r#"{{"type":"plain.Texts","name":"3","letter":"0","list":[1],"flag":true{extra}}}"#)
    };
    let document = |extra: &str| format!(r#"{{"objet":1,"root":[{0},{0}]}}"#, fields(extra));
    let load = LoadJson::new().keep_unknown(true);
    let keep =
        |text: &str| load.load(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")).unwrap();
    let known = load_json(&document("")).unwrap();
    // The types of the fields are known in every form, although nothing knows `extra`.
    let root = keep(&document(r#","extra":"x""#));
    let formats = [Format::Tvm08, Format::TvmFfi, Format::Plain];
    for (one, other) in formats.iter().flat_map(|one| formats.map(|other| (*one, other))) {
        let one = SaveJson::new(one).to_string(&root).unwrap();
        let kept = keep(&one);
        let saved = SaveJson::new(other).to_string(&kept).unwrap();
        let text = plain(&keep(&saved));
        let typed = load_json(&text.replace(r#","extra":"x""#, "").replace(r#""extra":"x","#, ""));
        assert!(structural_equal(&typed.unwrap(), &known), "{one}\n{saved}\n{text}");
    }
    // Attributes have texts, and take the same ones.
    let array: Array<ObjectRef> =
        keep(&SaveJson::new(Format::Tvm08).to_string(&root).unwrap()).downcast().unwrap();
    for (attr, other, invalid) in
        [("name", "7", None), ("list", "[2]", Some("[2")), ("flag", "0", Some("x")), ("letter", "x", None)]
    {
        let with = |value: &str| with_attr(array[0].clone(), attr, value.into());
        let changed = with(other).unwrap();
        assert_eq!(get_attr(&changed, attr).unwrap().get::<&str>().unwrap(), other);
        assert!(invalid.is_none_or(|invalid| with(invalid).is_err()), "{attr}");
    }
}

/// A node with fields that are written as values of JSON.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Conv")]
struct ConvNode {
    base: ExprNode,
    pads: Vec<i64>,
    #[reflect(serde)]
    table: BTreeMap<std::string::String, Vec<Vec<u8>>>,
    names: Array<String>,
    input: Option<Expr>,
}

/// The text does not depend on the types that are known, at any depth.
#[test]
fn values_of_unknown_nodes_stay_where_they_are() {
    register();
    objet::register_types!(ConvNode).unwrap();
    let load = LoadJson::new().keep_unknown(true);
    for length in 1..100_i64 {
        for leaf in [None, Some(Expr::new(1)), Some(all(None).upcast())] {
            let chain = (0..length).fold(leaf, |input, _| {
                let conv: Conv = make_object(ConvNode {
                    base: ExprNode { base: Object::new(), line: 7 },
                    pads: vec![length, 2],
                    table: [("type".into(), vec![vec![1], vec![]])].into(),
                    names: Array::from(["a".into(), "b".into()]),
                    input,
                })
                .into();
                Some(conv.upcast())
            });
            let known = plain(&chain.unwrap().upcast());
            let unknown = known.replace("plain.", "far.");
            let root = load.load(unknown.as_bytes()).unwrap().unwrap();
            let saved = plain(&root);
            assert_eq!(saved, unknown);
            assert_eq!(plain(&load_json(&saved.replace("far.", "plain.")).unwrap()), known);
        }
    }
}

#[test]
fn unknown_nodes_that_visit_attributes_in_another_order_have_one_text() {
    // Nodes of `far.P` visit `b` before `a`.
    let nodes = [
        r#"{"type_key":""}"#,
        r#"{"type_key":"Array","data":[2,5]}"#,
        r#"{"type_key":"far.P","attrs":{"a":"4","b":"3"}}"#,
        r#"{"type_key":"far.B","attrs":{"s":"4"}}"#,
        r#"{"type_key":"far.C","attrs":{"v":"t"}}"#,
        r#"{"type_key":"far.P","attrs":{"a":"8","b":"6"}}"#,
        r#"{"type_key":"far.B","attrs":{"s":"7"}}"#,
        r#"{"type_key":"far.C","attrs":{"v":"u"}}"#,
        r#"{"type_key":"far.C","attrs":{"v":"w"}}"#,
    ];
    let text = format!(r#"{{"root":1,"nodes":[{}]}}"#, nodes.join(","));
    let load = LoadJson::new().keep_unknown(true);
    let root = load.load(text.as_bytes()).unwrap().unwrap();
    let saved = plain(&root);
    assert_eq!(
        saved,
        concat!(
            r#"{"objet":1,"root":[{"type":"far.P","a":{"$id":1,"type":"far.C","v":"t"},"#,
            r#""b":{"type":"far.B","s":{"$ref":1}}},"#,
            r#"{"type":"far.P","a":{"type":"far.C","v":"w"},"#,
            r#""b":{"type":"far.B","s":{"type":"far.C","v":"u"}}}]}"#,
        )
    );
    assert_eq!(plain(&load.load(saved.as_bytes()).unwrap().unwrap()), saved);
}

#[test]
fn forms_that_do_not_tell_values_from_references_refuse_attributes_with_both() {
    for (one, other, refused) in [
        ("7", r#"{"type":"far.C","v":"t"}"#, true),
        (r#""t""#, r#"{"type":"far.C","v":"t"}"#, true),
        ("7", "null", true),
        ("7", "1", false),
        ("null", r#"{"type":"far.C","v":"t"}"#, false),
    ] {
        let a = |x: &str| format!(r#"{{"type":"far.A","x":{x}}}"#);
        let text = format!(r#"{{"objet":1,"root":{{"type":"far.P","a":{},"b":{}}}}}"#, a(one), a(other));
        let load = LoadJson::new().keep_unknown(true);
        let root = load.load(text.as_bytes()).unwrap().unwrap();
        assert_eq!(plain(&root), text);
        let tables = postcard::to_stdvec(&Graph(root.clone())).unwrap();
        let back = load.deserialize(&mut postcard::Deserializer::from_bytes(&tables)).unwrap().unwrap();
        assert_eq!(plain(&back), text);
        for format in [Format::Tvm08, Format::TvmFfi] {
            let saved = SaveJson::new(format).to_string(&root).map_err(|error| error.to_string());
            match saved {
                Err(error) if refused => {
                    assert!(error.starts_with("far.A: attribute `x` is a value in one node"), "{error}");
                }
                saved => {
                    assert!(!refused, "{text}");
                    let saved = saved.unwrap();
                    let back = load.load(saved.as_bytes()).unwrap().unwrap();
                    assert_eq!(SaveJson::new(format).to_string(&back).unwrap(), saved);
                }
            }
        }
    }
}

#[test]
fn json_that_parsers_cannot_read_stays_a_string() {
    register();
    objet::register_types!(TextsNode).unwrap();
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let text = format!(
        r#"{{"root":1,"nodes":[{{"type_key":""}},{{"type_key":"plain.Texts","attrs":{{"list":"{deep}","new":"x"}}}}]}}"#
    );
    let root = LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().unwrap();
    assert_eq!(
        plain(&root),
        format!(r#"{{"objet":1,"root":{{"type":"plain.Texts","list":"{deep}","new":"x"}}}}"#)
    );
}
