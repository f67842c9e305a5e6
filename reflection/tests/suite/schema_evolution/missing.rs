//! Tests of missing and of unknown attributes.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use objet::fields::FieldCell;
use objet::graph::{Format, OpaqueNode, SaveJson};
use objet::prelude::*;
use objet::{Map, String, load_json, make_node, save_json, structural_equal};
use proptest::prelude::*;

use super::{document, error, keep_unknown, node};

/// A node all of whose fields may be missing in a file.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Relaxed", is_final)]
struct RelaxedNode {
    base: Object,
    #[reflect(default = 0.5)]
    rate: f64,
    #[reflect(default = u64::MAX)]
    limit: u64,
    #[reflect(default = "NCHW".into())]
    layout: String,
    #[reflect(default = "x".into())]
    text: std::string::String,
    #[reflect(default = DataType::float(32))]
    dtype: DataType,
    #[reflect(default = ["a".into()].into())]
    names: Array<String>,
    next: Option<ObjectRef>,
    list: Array<ObjectRef>,
    table: Map<String, ObjectRef>,
    cell: FieldCell<Array<String>>,
    widths: Vec<i64>,
    maybe: Option<i64>,
}

/// A node that needs all its attributes.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Strict", is_final)]
struct StrictNode {
    base: Object,
    rate: f64,
    name: String,
    #[reflect(required)]
    next: Option<ObjectRef>,
    #[reflect(required)]
    list: Array<ObjectRef>,
    tensor: NDArray,
    pair: [i64; 2],
    #[reflect(required)]
    maybe: Option<i64>,
}

/// A type of another crate, which is read as its content.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Counts(HashMap<std::string::String, u32>);

/// A node with fields of other types that may be missing in a file.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Anything", is_final)]
struct AnythingNode {
    base: Object,
    #[reflect(serde)]
    maybe: Option<(u8, f64)>,
    #[reflect(serde)]
    pairs: Vec<(u8, f64)>,
    #[reflect(serde)]
    set: BTreeSet<u8>,
    #[reflect(serde)]
    counts: Counts,
}

/// A type that is read as a map, and has values for an empty one.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Options {
    #[serde(default)]
    level: u32,
    #[serde(flatten)]
    more: HashMap<std::string::String, u32>,
}

/// A node with fields of other types that may not be missing in a file.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Something", is_final)]
struct SomethingNode {
    base: Object,
    #[reflect(serde)]
    path: PathBuf,
    #[reflect(serde)]
    pair: (u8, f64),
    #[reflect(serde)]
    options: Options,
    #[reflect(serde, required)]
    maybe: Option<(u8, f64)>,
}

/// A node whose default panics.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Panic", is_final)]
struct PanicNode {
    base: Object,
    #[reflect(default = panic!("no default today"))]
    rate: f64,
}

const RELAXED: [(&str, &str); 12] = [
    ("rate", "0.5"),
    ("limit", "18446744073709551615"),
    ("layout", "2"),
    ("text", "x"),
    ("dtype", "float32"),
    ("names", "3"),
    ("next", "0"),
    ("list", "5"),
    ("table", "6"),
    ("cell", "7"),
    ("widths", "[]"),
    ("maybe", "null"),
];

/// Returns a node with these attributes, and the objects that they refer to.
fn relaxed(attrs: &[(&str, &str)]) -> std::string::String {
    let node = node("evolve.Relaxed", attrs);
    let objects = [
        r#"{"type_key": "runtime.String", "repr_str": "NCHW"}"#,
        r#"{"type_key": "Array", "data": [4]}"#,
        r#"{"type_key": "runtime.String", "repr_str": "a"}"#,
        r#"{"type_key": "Array"}"#,
        r#"{"type_key": "Map"}"#,
        r#"{"type_key": "Array"}"#,
    ];
    document(&[&[node.as_str()][..], &objects].concat(), "")
}

fn register() {
    objet::register_types!(RelaxedNode, StrictNode, AnythingNode, SomethingNode, PanicNode).unwrap();
}

#[test]
fn fields_with_serde_may_be_missing_if_they_can_be_empty() {
    register();
    let loaded = load_json(&document(&[&node("evolve.Anything", &[])], "")).unwrap();
    let any = loaded.as_node::<AnythingNode>().unwrap();
    assert_eq!((any.maybe, any.pairs.len(), any.set.len()), (None, 0, 0));
    assert_eq!(any.counts, Counts(HashMap::new()));
    let saved = save_json(&loaded).unwrap();
    assert!(structural_equal(&load_json(&saved).unwrap(), &loaded), "{saved}");

    let all = [("path", r#"\"/\""#), ("pair", "[1,2]"), ("options", "{}"), ("maybe", "null")];
    assert!(load_json(&document(&[&node("evolve.Something", &all)], "")).is_ok());
    for (missing, _) in all {
        let others: Vec<_> = all.into_iter().filter(|(name, _)| *name != missing).collect();
        let found = error(&document(&[&node("evolve.Something", &others)], ""));
        assert!(found.contains(&format!("missing attribute `{missing}` of type ")), "{found}");
    }
    // A construction needs all values.
    assert!(make_node("evolve.Anything", []).is_err());
}

proptest! {
    #[test]
    fn any_attributes_with_a_default_may_be_missing(present in prop::collection::vec(any::<bool>(), RELAXED.len())) {
        register();
        let attrs: Vec<_> =
            RELAXED.iter().zip(present).filter(|(_, present)| *present).map(|(attr, _)| *attr).collect();
        let loaded = load_json(&relaxed(&attrs)).unwrap();
        prop_assert!(structural_equal(&loaded, &load_json(&relaxed(&RELAXED)).unwrap()));
        let again = load_json(&save_json(&loaded).unwrap()).unwrap();
        prop_assert!(structural_equal(&loaded, &again));
    }
}

#[test]
fn containers_that_are_missing_are_objects_of_their_own() {
    register();
    let loaded = load_json(&relaxed(&[])).unwrap();
    let node = loaded.as_node::<RelaxedNode>().unwrap();
    assert!(node.next.is_none() && node.table.is_empty() && node.cell.load().is_empty());
    assert!(node.list.is_empty() && !node.list.as_object_ref().same_as(node.cell.load().as_object_ref()));
}

#[test]
fn an_attribute_without_a_default_must_not_be_missing() {
    register();
    let all = ["rate", "name", "next", "list", "tensor", "pair", "maybe"];
    for (missing, ty) in [
        ("rate", "f64"),
        ("name", "String"),
        ("next", "Option<ObjectRef>"),
        ("list", "Array<ObjectRef>"),
        ("tensor", "NDArray"),
        ("pair", "[i64; 2]"),
        ("maybe", "Option<i64>"),
    ] {
        let advice = match missing {
            "next" | "list" | "maybe" => "give the field a `default`, without `required`,",
            _ => "give the field a `default`",
        };
        let attrs: Vec<_> = all.iter().filter(|name| **name != missing).map(|name| (*name, "0")).collect();
        assert_eq!(
            error(&document(&[&node("evolve.Strict", &attrs)], "")),
            format!(
                "line 2, node 1 (evolve.Strict): missing attribute `{missing}` of type {ty}: {advice} to load files \
                 without it"
            )
        );
    }
}

/// A node whose references are not null if they are missing.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Nulls", is_final)]
struct NullsNode {
    base: Object,
    #[reflect(default = Some("x".into()))]
    named: Option<String>,
    #[reflect(required)]
    required: Option<String>,
    plain: Option<String>,
}

#[test]
fn null_differs_from_a_missing_attribute_in_every_format() {
    objet::register_types!(NullsNode).unwrap();
    let node = NullsNode { base: Object::new(), named: None, required: None, plain: None };
    let nulls = Nulls::from(make_object(node));
    for format in [Format::Tvm08, Format::Plain] {
        let text = SaveJson::new(format).to_string(&nulls).unwrap();
        let loaded = load_json(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(structural_equal(&loaded, nulls.as_object_ref()), "{text}");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics abort")]
fn a_default_that_panics_does_so_as_in_construction_by_name() {
    register();
    let text = document(&[&node("evolve.Panic", &[])], "");
    let message = |make: &dyn Fn()| {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(make)).unwrap_err();
        *payload.downcast::<&str>().unwrap()
    };
    assert_eq!(message(&|| drop(load_json(&text))), "no default today");
    assert_eq!(message(&|| drop(make_node("evolve.Panic", []))), "no default today");
}

#[test]
fn an_unknown_attribute_is_an_error_or_kept() {
    register();
    let text = document(&[&node("evolve.Relaxed", &[("ratte", "1"), ("step", "2")])], "");
    assert_eq!(
        error(&text),
        "line 2, node 1 (evolve.Relaxed): unknown attribute `ratte`, did you mean \"rate\"?; add an alias to the \
         field, or an upgrade to the type, or keep unknown attributes (`keep_unknown`)"
    );
    let kept = keep_unknown(&text).unwrap();
    let names: Vec<_> = kept.as_node::<OpaqueNode>().unwrap().names().collect();
    assert_eq!(names, ["ratte", "step"]);
    assert!(save_json(&kept).unwrap().contains("\"ratte\": \"1\""));
}
