//! Tests of graphs of unknown types. They run in a separate process, which links none of the types
//! in TVM's files.

#[path = "suite/graph_files.rs"]
mod graph_files;

use objet::compare::{StructuralEqual, structural_hash};
use objet::fields::repr_bytes;
use objet::graph::{GraphError, LoadJson, NodeList, OpaqueValue, OpaqueView};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{DataType, NDArray, save_json, structural_equal};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Registers the types. Without the feature `inventory`, this does not happen at link time.
fn register() {
    objet::register_types!(NamedNode, HolderNode, PairNode).unwrap();
}

fn load(text: &str) -> ObjectRef {
    register();
    let loaded = LoadJson::new().keep_unknown(true).load(text.as_bytes());
    loaded.unwrap_or_else(|error| panic!("{error}")).expect("a root that is not null")
}

#[test]
fn every_file_is_written_as_it_was_read() {
    for (name, text) in graph_files::all() {
        let graph = load(&text);
        assert!(save_json(&graph).unwrap_or_else(|error| panic!("{name}: {error}")) == text, "{name}");
        let other = load(&text);
        assert!(structural_equal(&graph, &other), "{name}");
        assert_eq!(structural_hash(&graph), structural_hash(&other), "{name}");
        let copy = deep_copy(&graph);
        assert!(save_json(&copy).unwrap_or_else(|error| panic!("{name}, copied: {error}")) == text, "{name}");
    }
}

#[test]
fn unknown_types_are_errors_by_default() {
    for (name, text) in graph_files::all() {
        let known = name.starts_with("cont_strings") || name.starts_with("cont_nulls");
        assert_eq!(objet::load_json(&text).is_ok(), known, "{name}");
    }
}

#[test]
fn the_order_of_attributes_does_not_matter() {
    let file = |attrs: &str| {
        load(&format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [2]}},
            {{"type_key": "far.Away", "attrs": {{{attrs}}}}}, {{"type_key": "far.Name", "repr_str": "x"}}]}}"#
        ))
    };
    let one = file(r#""line": "3", "name": "3", "column": "3""#);
    let other = file(r#""column": "3", "name": "3", "line": "3""#);
    assert!(structural_equal(&one, &other));
    assert_eq!(save_json(&one).unwrap(), save_json(&other).unwrap());
}

#[test]
fn a_file_that_is_not_in_saved_order_proves_nothing() {
    // The second element of the array is numbered first.
    let file = |value: &str| {
        let text = format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [3, 2]}},
            {{"type_key": "far.Away", "attrs": {{"line": "{value}"}}}}, {{"type_key": "far.Name"}}]}}"#
        );
        LoadJson::new().keep_unknown(true).load(text.as_bytes())
    };
    for value in ["1", "2", "3"] {
        assert!(matches!(file(value), Err(GraphError::AmbiguousAttr { .. })), "{value}");
    }
    for value in ["", "0", "4", "03", "x"] {
        let saved = save_json(&file(value).unwrap().unwrap()).unwrap();
        assert!(saved.contains(&format!("\"line\": \"{value}\"")), "{value}");
    }
}

#[test]
fn an_entry_that_another_one_would_replace_is_not_lost() {
    // A reference to the map would close a cycle through its first entry.
    let file = |keys: &str, value: &str| {
        let text = format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [2, 3]}},
            {{"type_key": "far.Away", "attrs": {{"line": "{value}"}}}},
            {{"type_key": "Map", "keys": [{keys}], "data": [2, 4]}},
            {{"type_key": "far.Name"}}]}}"#
        );
        LoadJson::new().keep_unknown(true).load(text.as_bytes())
    };
    for value in ["3", "7"] {
        assert!(matches!(file(r#""x", "x""#, value), Err(GraphError::RepeatedKey { entry: 1, .. })));
        let kept = file(r#""x", "y""#, value).unwrap().unwrap();
        assert!(save_json(&kept).unwrap().contains(r#""data": [2, 4]"#));
    }
}

#[test]
fn nodes_that_are_not_saved_prove_nothing() {
    // Only the third node shows that the attributes are not references, and the root does not reach
    // it.
    let file = |value: &str| {
        let text = format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [2, 4]}},
            {{"type_key": "far.Away", "attrs": {{"one": "{value}", "other": "x"}}}},
            {{"type_key": "far.Away", "attrs": {{"one": "6", "other": "6"}}}},
            {{"type_key": "runtime.String", "repr_str": "text"}}]}}"#
        );
        LoadJson::new().keep_unknown(true).load(text.as_bytes())
    };
    assert!(matches!(file("3"), Err(GraphError::AmbiguousAttr { .. })));
    for value in ["0", "x", "7"] {
        let graph = file(value).unwrap().unwrap();
        let again = load(&save_json(&graph).unwrap());
        assert!(structural_equal(&graph, &again), "{value}");
    }
}

#[test]
fn empty_bytes_are_the_same_as_no_bytes() {
    let graph = load(r#"{"root": 0, "nodes": [{"type_key": "far.Name", "repr_str": ""}]}"#);
    let again = load(&save_json(&graph).unwrap());
    assert!(structural_equal(&graph, &again));
    assert_eq!(structural_hash(&graph), structural_hash(&again));
}

#[test]
fn nodes_have_the_numbers_of_their_file() {
    for (name, text) in graph_files::all() {
        let graph = load(&text);
        let list = NodeList::of(Some(&graph)).unwrap();
        let keys = text.lines().filter_map(|line| line.trim().strip_prefix("\"type_key\": \""));
        let keys: Vec<_> = keys.map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(list.len(), keys.len(), "{name}");
        for (number, object) in list.nodes() {
            let key = OpaqueView::of(object).map_or(object.type_key(), OpaqueView::opaque_type_key);
            assert_eq!(key, keys[number], "{name} {number}");
            assert!(list.node(number).is_some_and(|node| node.same_as(object)));
        }
        assert!(list.node(0).is_none() && list.node(list.len()).is_none());
        let tensors =
            text.rsplit("b64ndarrays").next().unwrap().lines().filter(|line| line.starts_with("    \""));
        assert_eq!(list.tensors().len(), tensors.count(), "{name}");
    }
    assert_eq!(NodeList::of(None).unwrap().len(), 1);
}

#[test]
fn differences_describe_both_objects() {
    let call = |name: &str, op: &str| {
        load(&format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [2, 4]}},
            {{"type_key": "far.Var", "attrs": {{"name": "3"}}}}, {{"type_key": "runtime.String", "repr_str": "x"}},
            {{"type_key": "{name}", "repr_str": "{op}"}}]}}"#
        ))
    };
    let (add, sub) = (call("far.Op", "add"), call("far.Op", "sub"));
    let difference = StructuralEqual::new().first_difference(&add, &sub).unwrap();
    assert_eq!(difference.to_string(), r#"[1]: far.Op("add") vs far.Op("sub")"#);
    let elements = add.downcast_ref::<Array<ObjectRef>>().unwrap();
    assert_eq!(repr_bytes(&elements[1]), Some("add".as_bytes()));
    assert_eq!(repr_bytes(&elements[0]), None);
    let difference = StructuralEqual::new().first_difference(&elements[0], &elements[1]).unwrap();
    assert_eq!(difference.to_string(), r#"far.Var(name="x") vs far.Op("add")"#);
}

/// A type with one object, which is identified by the name `one`.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "opaque.Named")]
#[reflect(bytes(NamedNode::name, NamedNode::find))]
pub struct NamedNode {
    base: Object,
}

impl NamedNode {
    fn name(&self) -> &str {
        "one"
    }

    fn find(name: &[u8]) -> Result<Named, &'static str> {
        match name {
            b"one" => Ok(make_object(Self { base: Object::new() }).into()),
            _ => Err("no object has this name"),
        }
    }
}

/// Holds a [`NamedNode`].
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "opaque.Holder")]
pub struct HolderNode {
    base: Object,
    named: Named,
}

#[test]
fn nodes_with_rejected_bytes_are_kept() {
    for (name, is_known) in [("one", true), ("two", false), ("", false)] {
        let text = format!(
            r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {{"type_key": "Array", "data": [2, 3]}},
            {{"type_key": "opaque.Holder", "attrs": {{"named": "3"}}}},
            {{"type_key": "opaque.Named", "repr_str": "{name}"}}, {{"type_key": "opaque.Named", "repr_str": "three"}}]}}"#
        );
        // The root does not reach the node `three`, but the loader builds it.
        assert!(matches!(objet::load_json(&text), Err(GraphError::Bytes { .. })), "{name}");
        let graph = load(&text);
        let elements = graph.downcast_ref::<Array<ObjectRef>>().unwrap();
        assert_eq!(elements[0].is_instance::<HolderNode>(), is_known, "{name}");
        assert_eq!(elements[1].is_instance::<NamedNode>(), is_known, "{name}");
        let saved = save_json(&graph).unwrap();
        let again = load(&saved);
        assert!(structural_equal(&graph, &again), "{name}");
        assert_eq!(save_json(&again).unwrap(), saved, "{name}");
        assert!(saved.contains(&format!(r#""repr_str": "{name}""#)) != name.is_empty(), "{saved}");
        assert!(saved.contains(r#""named": "3""#), "{saved}");
    }
}

/// Refers to other objects and to a tensor.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "opaque.Pair")]
pub struct PairNode {
    base: Object,
    tensor: Option<NDArray>,
    left: Option<ObjectRef>,
    line: i64,
    right: Option<ObjectRef>,
}

/// Returns a tensor as in files.
fn tensor_text() -> std::string::String {
    let tensor = NDArray::zeros(&[1], DataType::int(8)).unwrap();
    let base = Object::new();
    let pair: Pair =
        make_object(PairNode { base, tensor: Some(tensor), left: None, line: 0, right: None }).into();
    let saved = save_json(&pair).unwrap();
    saved.split("\"b64ndarrays\": [").nth(1).unwrap().split(']').next().unwrap().into()
}

/// Returns a file of two pairs, of which the first has an additional attribute.
fn pairs(left: &str, right: &str, more: &str) -> String {
    let tensor = tensor_text();
    format!(
        r#"{{"root": 1, "nodes": [{{"type_key": ""}},
        {{"type_key": "opaque.Pair", "attrs": {{"left": "{left}", "line": "3", "more": "{more}", "right": "{right}", "tensor": "0"}}}},
        {{"type_key": "opaque.Pair", "attrs": {{"left": "0", "line": "4", "right": "0", "tensor": "1"}}}},
        {{"type_key": "runtime.String", "repr_str": "x"}}, {{"type_key": "runtime.String", "repr_str": "y"}}],
        "b64ndarrays": [{tensor}, {tensor}]}}"#
    )
}

#[test]
fn attributes_without_a_field_are_kept() {
    for (left, right, more) in
        [("2", "3", "4"), ("2", "4", "3"), ("3", "2", "4"), ("3", "2", "text"), ("2", "2", "")]
    {
        let text = pairs(left, right, more);
        let graph = load(&text);
        // The node is a stand-in below its own type.
        let pair = graph.as_node::<PairNode>().unwrap();
        assert_eq!(pair.left.as_ref().unwrap().is_instance::<PairNode>(), left == "2");
        assert!(pair.line == 3 && pair.right.is_some() && pair.tensor.is_some());
        let attrs: Vec<_> = OpaqueView::of(&graph).unwrap().attrs().collect();
        let [left_value, line, _, right_value, tensor] = [0, 1, 2, 3, 4].map(|at| &attrs[at].value);
        assert!(
            matches!(left_value, OpaqueValue::Reference(Some(left)) if left.same_as(pair.left.as_ref().unwrap()))
        );
        assert!(matches!(line, OpaqueValue::String(line) if **line == *"3"));
        assert!(matches!(right_value, OpaqueValue::Reference(Some(_))));
        assert!(
            matches!(tensor, OpaqueValue::Reference(Some(tensor)) if tensor.type_key() == "runtime.NDArray")
        );
        let saved = save_json(&graph).unwrap();
        let again = load(&saved);
        assert!(structural_equal(&graph, &again), "{saved}");
        assert_eq!(save_json(&again).unwrap(), saved);
        assert!(saved.contains(&format!("\"more\": \"{more}\"")), "{saved}");
        let error = objet::load_json(&text).unwrap_err();
        assert!(matches!(error, GraphError::UnknownAttr { attr, .. } if attr == "more"));
    }
    let wrong = |left, right| LoadJson::new().keep_unknown(true).load(pairs(left, right, "text").as_bytes());
    assert!(matches!(wrong("9", "0"), Err(GraphError::Index { .. })));
    assert!(matches!(wrong("0", "x"), Err(GraphError::Attr { .. })));
    assert!(matches!(wrong("1", "0"), Err(GraphError::Cycle { .. })));
}

/// Generates nodes of known and unknown types with random numbers. Some have an additional
/// attribute.
fn any_nodes() -> impl Strategy<Value = std::string::String> {
    let number = || prop_oneof![8 => (0..7_usize).prop_map(|number| number.to_string()), 1 => Just("x".into()), 1 => Just("02".into())];
    let index = || (0..7_usize, 0..4_usize).prop_map(|(index, zero)| if zero == 0 { 0 } else { index });
    let pair = (index(), 0..7_usize, prop::option::of(number()), index()).prop_map(|(left, line, more, right)| {
        let more = more.map_or_else(std::string::String::new, |more| format!(r#""more": "{more}", "#));
        format!(
            r#"{{"type_key": "opaque.Pair", "attrs": {{"left": "{left}", "line": "{line}", {more}"right": "{right}", "tensor": "0"}}}}"#
        )
    });
    let far = (number(), number()).prop_map(|(one, other)| {
        format!(r#"{{"type_key": "far.Away", "attrs": {{"one": "{one}", "other": "{other}"}}}}"#)
    });
    let named = prop_oneof![Just("one"), Just("two")]
        .prop_map(|name| format!(r#"{{"type_key": "opaque.Named", "repr_str": "{name}"}}"#));
    let holder = index()
        .prop_map(|named| format!(r#"{{"type_key": "opaque.Holder", "attrs": {{"named": "{named}"}}}}"#));
    let array = (index(), index())
        .prop_map(|(one, other)| format!(r#"{{"type_key": "Array", "data": [{one}, {other}]}}"#));
    let node = prop_oneof![4 => pair, 1 => far, 1 => named, 1 => holder, 1 => array];
    prop::collection::vec(node, 1..7).prop_map(|nodes| nodes.join(",\n"))
}

#[test]
fn loaded_graphs_are_saved_and_loaded_again() {
    register();
    let mut runner = TestRunner::deterministic();
    let tensor = tensor_text();
    let (mut loaded, mut kept) = (0, 0);
    for _ in 0..20_000 {
        let nodes = any_nodes().new_tree(&mut runner).unwrap().current();
        let text =
            format!(r#"{{"root": 1, "nodes": [{{"type_key": ""}}, {nodes}], "b64ndarrays": [{tensor}]}}"#);
        let Ok(Some(graph)) = LoadJson::new().keep_unknown(true).load(text.as_bytes()) else { continue };
        loaded += 1;
        let saved = match save_json(&graph) {
            Err(GraphError::AmbiguousReference { .. }) => continue,
            saved => saved.unwrap_or_else(|error| panic!("{error}\n{text}")),
        };
        kept += usize::from(saved.contains("\"more\""));
        let again = load(&saved);
        assert!(structural_equal(&graph, &again), "{text}");
        assert_eq!(save_json(&again).unwrap(), saved, "{text}");
    }
    assert!(loaded > 1_000 && kept > 200, "{loaded} {kept}");
}
