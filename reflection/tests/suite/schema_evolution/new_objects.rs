//! Tests of older nodes in files with unknown nodes, in the form of TVM 0.8. Their defaults and
//! upgrades make objects that the file does not have, so the nodes get other numbers.

use std::convert::Infallible;

use objet::graph::StoredAttrs;
use objet::prelude::*;
use objet::{String, save_json};

use super::{document, keep_unknown, node};

/// A layer. `inputs` is new.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "newer.Layer", is_final)]
struct LayerNode {
    base: Object,
    inputs: Array<String>,
    name: String,
}

/// A layer whose upgrade makes a string.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "newer.Named", is_final, version = 1, upgrade = set_kind)]
struct NamedNode {
    base: Object,
    kind: String,
    name: String,
}

fn set_kind(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Infallible> {
    attrs.insert("kind", String::from("dense"));
    Ok(())
}

const NAME: &str = r#"{"type_key": "runtime.String", "repr_str": "conv"}"#;

/// Returns a file with an unknown node that has these attributes, and an older layer below it.
fn file(type_key: &str, attrs: &[(&str, &str)]) -> std::string::String {
    objet::register_types!(LayerNode, NamedNode).unwrap();
    document(&[&node("far.Net", attrs), &node(type_key, &[("name", "3")]), NAME], "")
}

#[test]
fn references_of_unknown_nodes_to_older_nodes_are_proved() {
    for (type_key, shown) in [
        ("newer.Layer", r#"first=newer.Layer(inputs=[], name="conv"))"#),
        ("newer.Named", r#"first=newer.Named(kind="dense", name="conv"))"#),
    ] {
        let root = keep_unknown(&file(type_key, &[("depth", "9"), ("first", "2")])).unwrap();
        let printed = objet::print(&root).to_string();
        assert_eq!(printed, format!(r#"far.Net(depth="9", {shown}"#));
        // The new object comes before the name.
        let saved = save_json(&root).unwrap();
        assert!(saved.contains(r#""name": "4""#), "{saved}");
        let again = keep_unknown(&saved).unwrap();
        assert_eq!(save_json(&again).unwrap(), saved);
        assert_eq!(objet::print(&again).to_string(), printed);
    }
}

#[test]
fn an_ambiguous_attribute_above_an_older_node_is_an_error() {
    // `depth` may be a reference to the name, whose number changes.
    for attrs in [[("depth", "3"), ("first", "2")], [("depth", "2"), ("first", "2")]] {
        let error = keep_unknown(&file("newer.Layer", &attrs)).unwrap_err().to_string();
        assert!(error.contains("(far.Net): attribute `depth` is ambiguous"), "{error}");
    }
    // In a file that is not in saved order, nothing is proved.
    let nodes = [
        r#"{"type_key": "Array", "data": [4, 2]}"#,
        &node("far.Net", &[("first", "3")]),
        NAME,
        &node("newer.Layer", &[("name", "3")]),
    ];
    let error = keep_unknown(&document(&nodes, "")).unwrap_err().to_string();
    assert!(error.contains("(far.Net): attribute `first` is ambiguous"), "{error}");
}
