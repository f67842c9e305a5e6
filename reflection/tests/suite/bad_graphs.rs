//! Tests of invalid files: their error messages, and the absence of panics.

use std::io::{self, Read};

use objet::fields::ReflectError;
use objet::graph::{GraphError, LoadJson, load_json_from, save_json_to};
use objet::prelude::*;
use objet::{load_json, save_json};
use proptest::prelude::*;

use crate::long_graphs::{LONG, on_a_small_stack};
use crate::{graph_files, tvm_nodes};

/// A node with a field of every kind.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "bad.Every", is_final)]
#[reflect(check = positive)]
struct EveryNode {
    base: Object,
    int: i8,
    big: u64,
    float: f64,
    short: f32,
    flag: bool,
    text: std::string::String,
    dtype: DataType,
    kind: tvm_nodes::TypeKind,
    names: Option<Array<objet::String>>,
}

fn positive(node: &EveryNode) -> Result<(), &'static str> {
    if node.int >= 0 { Ok(()) } else { Err("expected a positive number") }
}

/// A node that holds a tensor.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "bad.Holder", is_final)]
struct HolderNode {
    base: Object,
    #[reflect(required)]
    tensor: Option<NDArray>,
}

/// A node without reflection.
#[derive(Object)]
#[repr(C)]
#[object(key = "bad.Hidden", is_final)]
struct HiddenNode {
    base: Object,
}

/// Returns a document without tensors: null and these nodes, of which the first one is the root.
fn document(nodes: &str) -> std::string::String {
    format!("{{\"root\": 1, \"nodes\": [{{\"type_key\": \"\"}},\n{nodes}]}}")
}

/// Registers the types. Without the feature `inventory`, this does not happen at link time.
fn register() {
    tvm_nodes::register();
    objet::register_types!(EveryNode, HolderNode, HiddenNode).unwrap();
}

fn error(text: &str) -> std::string::String {
    register();
    match load_json(text) {
        Ok(graph) => panic!("expected an error of {text}, found {graph:?}"),
        Err(error) => error.to_string(),
    }
}

/// Returns a node with a field of every kind, with another value for one of them.
fn every(name: &str, value: &str) -> std::string::String {
    let fields = [
        ("int", "1"),
        ("big", "18446744073709551615"),
        ("float", "nan"),
        ("short", "0.5"),
        ("flag", "1"),
        ("text", ""),
        ("dtype", "float32x4"),
        ("kind", "5"),
        ("names", "0"),
    ];
    let attrs: Vec<_> = fields
        .iter()
        .map(|(field, usual)| format!("\"{field}\": \"{}\"", if *field == name { value } else { usual }))
        .collect();
    document(&format!("{{\"type_key\": \"bad.Every\", \"attrs\": {{{}}}}}", attrs.join(", ")))
}

#[test]
fn every_kind_of_field_is_read() {
    register();
    let loaded = load_json(&every("int", "007")).unwrap();
    let node = loaded.as_node::<EveryNode>().unwrap();
    assert_eq!((node.int, node.big, node.short, node.flag), (7, u64::MAX, 0.5, true));
    assert!(node.float.is_nan() && node.text.is_empty() && node.names.is_none());
    assert_eq!(node.dtype.to_string(), "float32x4");
}

#[test]
fn an_enum_is_read_by_name_and_by_number_and_saved_by_number() {
    register();
    for text in ["Constraint", "4"] {
        let loaded = load_json(&every("kind", text)).unwrap();
        assert!(matches!(loaded.as_node::<EveryNode>().unwrap().kind, tvm_nodes::TypeKind::Constraint));
        assert!(save_json(&loaded).unwrap().contains("\"kind\": \"4\""));
    }
}

#[test]
fn invalid_values_are_errors() {
    let index = format!("attribute `names`: expected a number from 0 to {}, found \"-1\"", usize::MAX);
    for (field, value, expected) in [
        ("int", "x", "attribute `int`: expected a decimal number, found \"x\""),
        ("int", "12x", "attribute `int`: expected a decimal number, found \"12x\""),
        ("int", "128", "attribute `int`: expected a number from -128 to 127, found \"128\""),
        ("int", "-1", "invalid bad.Every node: expected a positive number"),
        (
            "big",
            "18446744073709551616",
            "attribute `big`: expected a number from 0 to 18446744073709551615, found \"18446744073709551616\"",
        ),
        ("float", "", "attribute `float`: expected a floating-point number, found \"\""),
        (
            "float",
            "1e999",
            "attribute `float`: expected a number of at most 1.7976931348623157e308, found \"1e999\"",
        ),
        ("float", "1,5", "attribute `float`: expected a floating-point number, found \"1,5\""),
        ("float", "0x1", "attribute `float`: expected a floating-point number, found \"0x1\""),
        ("short", "1e300", "bad.Every.short: expected f32, found 1000000"),
        ("flag", "2", "attribute `flag`: expected 0 or 1, found \"2\""),
        ("dtype", "flot32", "attribute `dtype`: unknown type flot32: expected"),
        (
            "kind",
            "3",
            "attribute `kind`: expected a TypeKind (Type = 0, ShapeVar = 1, BaseType = 2, Constraint = 4, AdtHandle = 5, TypeData = 6), found 3",
        ),
        (
            "kind",
            "Typ",
            "attribute `kind`: expected a TypeKind (Type = 0, ShapeVar = 1, BaseType = 2, Constraint = 4, AdtHandle = 5, TypeData = 6), found Typ",
        ),
        ("names", "7 ", "attribute `names`: expected a decimal number, found \"7 \""),
        ("names", "2", "index in the attribute `names` is out of range: node count is 2, found 2"),
        ("names", "-1", &index),
        ("names", "1", ""),
    ] {
        let found = error(&every(field, value));
        if expected.is_empty() {
            let circle =
                "reference cycle: line 2, node 1 (bad.Every) refers back to line 2, node 1 (bad.Every)";
            assert_eq!(found, circle);
            continue;
        }
        let found = found.strip_prefix("line 2, node 1 (bad.Every): ").unwrap_or_else(|| panic!("{found}"));
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

#[test]
fn invalid_nodes_are_errors() {
    for (nodes, expected) in [
        (
            "{\"type_key\": \"IntIm\"}",
            "line 2, node 1 (IntIm): unknown type key, did you mean \"IntImm\"?; link in the crate that defines it, or keep unknown types (`keep_unknown`)",
        ),
        (
            "{\"type_key\": \"bad.Hidden\"}",
            "line 2, node 1 (bad.Hidden): the type has no reflection: add `#[derive(Reflect)]` to load its nodes",
        ),
        (
            "{\"type_key\": \"runtime.NDArray\"}",
            "line 2, node 1 (runtime.NDArray): attribute `data`: expected a decimal number, found \"\"",
        ),
        (
            "{\"type_key\": \"runtime.NDArray\", \"attrs\": {\"data\": \"x\"}}",
            "line 2, node 1 (runtime.NDArray): attribute `data`: expected a decimal number, found \"x\"",
        ),
        (
            "{\"type_key\": \"runtime.NDArray\", \"attrs\": {\"data\": \"0\"}}",
            "line 2, node 1 (runtime.NDArray): tensor index 0 in the attribute `data` is out of range: tensor count is 0",
        ),
        (
            "{\"type_key\": \"runtime.ShapeTuple\", \"repr_str\": \"2,3\"}",
            "line 2, node 1 (runtime.ShapeTuple): column 1: expected a list, found \"2,3\"",
        ),
        (
            "{\"type_key\": \"runtime.ShapeTuple\"}",
            "line 2, node 1 (runtime.ShapeTuple): column 1: expected a list, found the end of the text",
        ),
        (
            "{\"type_key\": \"IntImm\", \"attrs\": {\"dtype\": \"int32\", \"vlue\": \"1\"}}",
            "line 2, node 1 (IntImm): unknown attribute `vlue`, did you mean \"value\"?; add an alias to the field, or an upgrade to the type, or keep unknown attributes (`keep_unknown`)",
        ),
        (
            "{\"type_key\": \"IntImm\", \"attrs\": {\"dtype\": \"int32\"}}",
            "line 2, node 1 (IntImm): missing attribute `value` of type i64: give the field a `default` to load files without it",
        ),
        (
            "{\"type_key\": \"runtime.NDArray\", \"attrs\": {\"data\": \"0\", \"size\": \"0\"}}",
            "line 2, node 1 (runtime.NDArray): expected only the attribute `data` in a node of this type, found the attribute `size`: remove it",
        ),
        (
            "{\"type_key\": \"Array\", \"attrs\": {\"size\": \"0\"}}",
            "line 2, node 1 (Array): expected only `data` in a node of this type, found the attribute `size`: remove it",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [0, 2]}",
            "line 2, node 1 (Array): index in `data[1]` is out of range: node count is 2, found 2",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [-1]}",
            "line 2, node 1 (Array): index in `data[0]` is out of range: node count is 2, found a negative or a larger number",
        ),
        (
            "{\"type_key\": \"Map\", \"data\": [0]}",
            "line 2, node 1 (Map): wrong number of indices in `data`: expected an even number, found 1",
        ),
        (
            "{\"type_key\": \"Map\", \"keys\": [\"a\"], \"data\": [0, 0]}",
            "line 2, node 1 (Map): wrong number of indices in `data`: expected 1, one for each key, found 2",
        ),
        (
            "{\"type_key\": \"Map\", \"data\": [0, 0]}",
            "line 2, node 1 (Map): expected an object as the key of entry 0, found null",
        ),
        (
            "{\"type_key\": \"runtime.String\", \"repr_b64\": \"AQAAAAAAAAD/\"}",
            "line 2, node 1 (runtime.String): invalid UTF-8 at byte 0",
        ),
        (
            "{\"type_key\": \"Op\", \"repr_b64\": \"AQAAAAAAAAD/\"}",
            "line 2, node 1 (Op): invalid utf-8 sequence of 1 bytes from index 0",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [2]},\n{\"type_key\": \"Array\", \"data\": [1]}",
            "reference cycle: line 3, node 2 (Array) refers back to line 2, node 1 (Array)",
        ),
        // The root does not reach the second array.
        (
            "{\"type_key\": \"Array\"},\n{\"type_key\": \"Array\", \"data\": [9]}",
            "line 3, node 2 (Array): index in `data[0]` is out of range: node count is 3, found 9",
        ),
        (
            "{\"type_key\": \"relay.Id\", \"attrs\": {\"name_hint\": \"2\"}},\n{\"type_key\": \"Array\"}",
            "line 2, node 1 (relay.Id): relay.Id.name_hint: expected runtime.String, found Array",
        ),
        (
            "{\"type_key\": \"relay.Id\", \"attrs\": {\"name_hint\": \"0\"}}",
            "line 2, node 1 (relay.Id): relay.Id.name_hint: expected runtime.String, found null",
        ),
        (
            "{\"type_key\": \"bad.Holder\", \"attrs\": {\"tensor\": \"0\"}}",
            "line 2, node 1 (bad.Holder): tensor index 0 in the attribute `tensor` is out of range: tensor count is 0",
        ),
    ] {
        assert_eq!(error(&document(nodes)), expected);
    }
    let root = |root| format!("{{\"root\": {root}, \"nodes\": [{{}}]}}");
    assert_eq!(error(&root("0")), "expected an object as the root, found null");
    assert_eq!(error(&root("1")), "line 1: root index is out of range: node count is 1, found 1");
    assert_eq!(
        error("{\"root\": 0,\n\"nodes\": [{}]"),
        "line 2: expected `,` or `}`, found the end of the text"
    );
    let tensors = |list| error(&format!("{{\"root\": 0, \"nodes\": [{{}}],\n\"b64ndarrays\": [\n{list}"));
    assert_eq!(
        tensors("\"AAAA=\"]}"),
        "line 3, around `]}`: expected groups of 4 base64 characters, padded with `=`, found \"=\" at byte 4, in tensor 0"
    );
    assert!(tensors("\"AAAA\"]}").ends_with(", in tensor 0"), "{}", tensors("\"AAAA\"]}"));
    assert!(tensors("7]}").ends_with(", in tensor 0"), "{}", tensors("7]}"));
}

#[test]
fn content_that_nodes_of_a_type_do_not_have_is_an_error() {
    register();
    for (node, expected) in [
        (r#""runtime.String", "repr_str": "a", "data": [0]"#, "only bytes … found elements (`data`)"),
        (r#""runtime.String", "keys": ["a"]"#, "only bytes … found keys (`keys`)"),
        (r#""runtime.ShapeTuple", "repr_str": "[1]", "data": [0]"#, "only bytes … found elements (`data`)"),
        (r#""Op", "repr_str": "add", "data": [0]"#, "only bytes … found elements (`data`)"),
        (r#""Array", "data": [0], "repr_str": "a""#, "only `data` … found bytes"),
        (r#""Array", "keys": ["a"], "data": [0]"#, "only `data` … found keys (`keys`)"),
        (
            r#""Map", "keys": ["a"], "data": [0], "repr_b64": "AQAAAAAAAAD/""#,
            "only `keys` and `data` … found bytes",
        ),
        (r#""runtime.NDArray", "data": [0]"#, "only the attribute `data` … found elements (`data`)"),
        (r#""", "data": [0]"#, "no content … found elements (`data`)"),
        (r#""", "repr_str": "a""#, "no content … found bytes"),
        (r#""", "attrs": {"a": "0"}"#, "no content … found the attribute `a`"),
        (
            r#""IntImm", "attrs": {"dtype": "int32", "value": "1"}, "data": [0]"#,
            "only attributes … found elements (`data`)",
        ),
    ] {
        let nodes = format!("{{\"type_key\": \"Array\", \"data\": [2]}}, {{\"type_key\": {node}}}");
        let (expected, found) = expected.split_once(" … ").unwrap();
        let expected = format!("expected {expected} in a node of this type, {found}");
        for keep_unknown in [false, true] {
            let loaded = LoadJson::new().keep_unknown(keep_unknown).load(document(&nodes).as_bytes());
            let error = loaded.unwrap_err().to_string();
            assert!(
                error.starts_with("line 2, node 2 (") && error.contains(&expected),
                "{error}\n{expected}"
            );
            assert!(error.ends_with(": remove it"), "{error}");
        }
    }
    // Empty parts are not lost.
    let empty = r#"{"type_key": "Array", "keys": [], "repr_str": "", "attrs": {}, "data": []}"#;
    assert!(load_json(&document(empty)).is_ok());
}

#[test]
fn ambiguous_nodes_of_unknown_types_are_errors() {
    let load = |nodes: &str| LoadJson::new().keep_unknown(true).load(document(nodes).as_bytes());
    let error = load("{\"type_key\": \"bad.Far\", \"data\": [0]}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, node 1 (bad.Far): expected bytes or attributes in a node of an unknown type, found `keys` or `data`"
    );
    let unordered = "{\"type_key\": \"Array\", \"data\": [3, 2]},\n{\"type_key\": \"bad.Far\", \"attrs\": {\"a\": \"3\"}},\n{}";
    assert_eq!(
        load(unordered).unwrap_err().to_string(),
        "line 3, node 2 (bad.Far): attribute `a` is ambiguous: it may be a number or a reference, since the nodes of the file are not in saved order, or upgrades or defaults change their numbers; link in the type"
    );
}

#[test]
fn objects_without_a_file_format_are_errors() {
    let hidden: Hidden = make_object(HiddenNode { base: Object::new() }).into();
    let holder: Holder = make_object(HolderNode { base: Object::new(), tensor: None }).into();
    let key = objet::Map::<ObjectRef, ObjectRef>::from([(hidden.clone().into(), hidden.clone().into())]);
    let nested: Array<ObjectRef> = [key.into()].into_iter().collect();
    for (graph, expected) in [
        (hidden.clone().into(), "cannot save bad.Hidden, found as the root: the type has no reflection"),
        (
            Array::<ObjectRef>::from([hidden.clone().into()]).into(),
            "cannot save bad.Hidden, found as element 0 of node 1 (Array): the type has no reflection",
        ),
        (
            nested.into(),
            "cannot save bad.Hidden, found as the key of entry 0 of node 2 (Map): the type has no reflection",
        ),
        (
            objet::containers::ADT::tuple([]).into(),
            "cannot save runtime.ADT, found as the root: the type has no reflection",
        ),
        (
            holder.into(),
            "node 1 (bad.Holder), field `tensor`: a null tensor cannot be saved: make null its default, without `required`",
        ),
    ] as [(ObjectRef, &str); 5]
    {
        let mut written = Vec::new();
        assert_eq!(save_json_to(&graph, &mut written).unwrap_err().to_string(), expected);
        assert!(written.is_empty());
    }
}

#[test]
fn text_after_the_document_is_an_error() {
    for document in [
        r#"{"root": 0, "nodes": [{"type_key": ""}]}"#,
        r#"{"root_index": 0, "nodes": [{"type": "None"}]}"#,
        r#"{"objet": 1, "root": "x"}"#,
    ] {
        let load = |end: &str| LoadJson::new().load(format!("{document}{end}").as_bytes());
        assert!(load(" \n\t").is_ok(), "{document}");
        for (end, found) in [("\ngarbage", "`g`"), ("\n{}", "`{`"), ("\n\0", "`\0`"), ("\n}", "`}`")] {
            let error = load(end).unwrap_err().to_string();
            assert!(error.starts_with("line 2, around `"), "{document}\n{error}");
            assert!(error.ends_with(&format!("expected the end of the text, found {found}")), "{error}");
        }
    }
}

#[test]
fn long_names_are_cut_in_errors() {
    register();
    let long = "n".repeat(20_000);
    for text in [
        document(&format!(r#"{{"type_key": "{long}"}}"#)),
        document(&format!(r#"{{"type_key": "bad.Every", "attrs": {{"{long}": "1"}}}}"#)),
        format!(r#"{{"objet": 1, "root": {{"type": "{long}"}}}}"#),
        format!(r#"{{"objet": 1, "root": {{"type": "{long}", "{long}": ]}}}}"#),
        format!(r#"{{"objet": 1, "root": {{"type": "bad.Every", "{long}": 1}}}}"#),
        format!(r#"{{"objet": 1, "versions": {{"bad.Every": "{long}"}}, "root": {{"type": "bad.Every"}}}}"#),
    ] {
        let error = load_json(&text).unwrap_err().to_string();
        assert!(error.len() < 500 && error.contains("nnn…"), "{error}");
    }
    assert!(ReflectError::UnknownType { found: long, nearest: None }.to_string().len() < 200);
}

#[test]
fn a_truncated_file_is_an_error() {
    for (name, text) in graph_files::all().into_iter().filter(|(_, text)| text.len() < 6_000) {
        for length in 0..text.len() - 1 {
            let loaded = LoadJson::new().load(&text.as_bytes()[..length]);
            assert!(matches!(loaded, Err(GraphError::Syntax(_))), "{name}, {length} bytes");
            let kept = LoadJson::new().keep_unknown(true).load(&text.as_bytes()[..length]);
            assert!(matches!(kept, Err(GraphError::Syntax(_))), "{name}, {length} bytes");
        }
    }
}

#[test]
fn a_failing_source_is_an_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no more"))
        }
    }
    let error = load_json_from(b"{\"root\": 0,".chain(Failing)).unwrap_err();
    assert_eq!(error.to_string(), "line 1: cannot read: no more");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn large_and_deep_files_load_on_a_small_stack() {
    on_a_small_stack(|| {
        let count = LONG;
        assert!(load_json(&"{\"nodes\":".repeat(100_000)).is_err());
        assert!(load_json(&format!("{{\"root\":0,\"nodes\":{}", "[".repeat(100_000))).is_err());
        let empty = format!("{{\"root\":0,\"nodes\":[{}{{}}]}}", "{},".repeat(count - 1));
        assert!(LoadJson::new().load(empty.as_bytes()).unwrap().is_none());
        let chain: Vec<_> =
            (1..count).map(|next| format!("{{\"type_key\":\"Array\",\"data\":[{next}]}}")).collect();
        let circle =
            format!("{{\"root\":0,\"nodes\":[{},{{\"type_key\":\"Array\",\"data\":[0]}}]}}", chain.join(","));
        assert!(matches!(load_json(&circle), Err(GraphError::Cycle { .. })));
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 2_000 } else { 50_000 }))]

    #[test]
    fn no_change_of_bytes_panics(
        file in 0_usize..12,
        changes in prop::collection::vec((any::<usize>(), prop::sample::select(b"0123456789\"\\{}[],: a\n\xff".to_vec())), 1..4),
    ) {
        register();
        let mut bytes = graph_files::small()[file].clone().into_bytes();
        let length = bytes.len();
        for (at, byte) in changes {
            bytes[at % length] = byte;
        }
        for keep_unknown in [false, true] {
            let _ = LoadJson::new().keep_unknown(keep_unknown).load(bytes.as_slice());
        }
    }
}
