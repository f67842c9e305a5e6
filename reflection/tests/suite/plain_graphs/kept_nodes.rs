//! Nodes of known types with attributes that the types do not have.

use objet::graph::{Format, Graph, LoadJson, SaveJson};
use objet::prelude::*;
use objet::{get_attr, load_json, structural_equal, with_attr};
use serde::de::DeserializeSeed;

use super::{Expr, plain, register};
use crate::tvm_nodes::{self, PrimExprNode, TypeVarNode};

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

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Mode {
    A,
    B,
}

/// A node with numbers for which formats have other texts.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Numbers", is_final)]
struct NumbersNode {
    base: Object,
    zone: Option<Expr>,
    rate: f64,
    mode: Mode,
    size: i64,
    scales: Vec<f64>,
}

#[test]
fn the_numbers_of_kept_nodes_are_numbers_in_all_formats() {
    register();
    objet::register_types!(NumbersNode).unwrap();
    let numbers = r#""rate":"NaN","mode":"B","size":-0,"scales":[1e300,1.50,[{"\"1.50":"\\"}],-0.0]"#;
    let text =
        format!(r#"{{"objet":1,"root":{{"type":"plain.Numbers","zone":{{"type":"far.Away"}},{numbers}}}}}"#);
    let load = LoadJson::new().keep_unknown(true);
    let root = load.load(text.as_bytes()).unwrap().unwrap();
    assert_eq!(root.type_key(), "objet.Opaque");
    let saved = plain(&root);
    let read = |text: &str| load.load(text.as_bytes()).unwrap().unwrap();
    assert!(saved.contains(r#""rate":"NaN","mode":"B","size":0,"#), "{saved}");
    assert!(structural_equal(&read(&saved), &root), "{saved}");
    for (format, values) in [
        (Format::TvmFfi, [r#""rate":NaN"#, r#""mode":1"#, r#""size":0"#]),
        (Format::Tvm08, [r#""rate": "nan""#, r#""mode": "1""#, r#""size": "0""#]),
    ] {
        let file = SaveJson::new(format).to_string(&root).unwrap();
        assert!(values.iter().all(|value| file.contains(value)), "{file}");
        let again = read(&file);
        assert!(structural_equal(&again, &root), "{file}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&plain(&again)).unwrap()["root"]["mode"], "B");
    }
    let tables = postcard::to_stdvec(&Graph(root.clone())).unwrap();
    let again = load.deserialize(&mut postcard::Deserializer::from_bytes(&tables)).unwrap().unwrap();
    assert!(structural_equal(&again, &root));
    assert_eq!(plain(&again), saved);
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

/// A node whose floats are JSON.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Floats", is_final, new)]
struct FloatsNode {
    base: Object,
    #[reflect(serde)]
    floats: std::collections::BTreeMap<std::string::String, f64>,
}

#[test]
fn a_number_that_saving_would_change_is_an_error() {
    objet::register_types!(FloatsNode).unwrap();
    let load = LoadJson::new().keep_unknown(true);
    let text = |number: &str| {
        format!(r#"{{"objet":1,"root":{{"type":"plain.Floats","floats":{{"z":{number}}},"new":1}}}}"#)
    };
    for number in ["18e308", "-1e999", "340282366920938463463374607431768211456"] {
        let root = load.load(text(number).as_bytes()).unwrap().unwrap();
        let error = SaveJson::new(Format::Plain).to_string(&root).unwrap_err().to_string();
        let expected = format!(
            "plain.Floats.floats: expected a number within 64-bit floats or 128-bit integers, found {number}: write it \
             as a string"
        );
        assert!(error.contains(&expected), "{error}");
        // The other forms have the text.
        let tvm = objet::save_json(&root).unwrap();
        assert!(tvm.contains(number), "{tvm}");
    }
    for number in ["1.5", "-2.25", "340282366920938463463374607431768211455", "\"18e308\""] {
        let root = load.load(text(number).as_bytes()).unwrap().unwrap();
        assert_eq!(plain(&root), text(number));
    }
}
