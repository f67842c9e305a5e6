//! Nodes of unknown types.

use std::collections::BTreeMap;

use objet::compare::{StructuralEqual, structural_hash};
use objet::graph::{Format, Graph, LoadJson, SaveJson};
use objet::prelude::*;
use objet::{String, load_json, structural_equal};

use serde::de::DeserializeSeed;

use super::{AllNode, Expr, ExprNode, all, plain, register};

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
fn empty_bytes_of_unknown_nodes_come_back() {
    let load = LoadJson::new().keep_unknown(true);
    let text = r#"{"objet":1,"root":[{"type":"far.Name","$repr":""},{"type":"far.Name"}]}"#;
    let root = load.load(text.as_bytes()).unwrap().unwrap();
    assert_eq!(plain(&root), text);
    let file = SaveJson::new(Format::TvmFfi).to_string(&root).unwrap();
    assert!(file.contains(r#"{"type":"far.Name","data":""}"#), "{file}");
    assert_eq!(plain(&load.load(file.as_bytes()).unwrap().unwrap()), text);
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
    let tables = postcard::to_stdvec(&Graph(root.clone())).unwrap();
    let mut tables = postcard::Deserializer::from_bytes(&tables);
    let back = load.deserialize(&mut tables).unwrap().unwrap();
    assert!(back.is_instance::<AllNode>() && structural_equal(&root, &back));
    assert_eq!(plain(&back), text);
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
fn an_integer_beyond_64_bits_is_named_by_its_attribute() {
    for (list, found) in [
        ("[1,9223372036854775808]", "9223372036854775808"),
        (r#"{"a":[[-9223372036854775809]]}"#, "-9223372036854775809"),
    ] {
        let text = format!(
            "{{\"objet\":1,\"root\":[1,\n{{\"type\":\"far.Away\",\"n\":9223372036854775808,\"list\":{list}}}]}}"
        );
        let error = LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap_err().to_string();
        let expected = format!(
            "(far.Away): attribute `list`: expected integers of at most 64 bits in an object, or in a list or a map \
             whose field is not known, found {found}: link in the type, or write the number as a string"
        );
        assert!(error.starts_with("line 2, node ") && error.ends_with(&expected), "{error}");
    }
}
