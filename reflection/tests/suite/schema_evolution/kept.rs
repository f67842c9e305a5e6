//! Tests of nodes of older versions that are kept.

use std::convert::Infallible;
use std::error::Error;

use objet::containers::BoxInt;
use objet::graph::{Format, Graph, LoadJson, OpaqueNode, OpaqueValue, OpaqueView, SaveJson, StoredAttrs};
use objet::prelude::*;
use objet::{String, load_json, save_json, structural_equal};
use serde::de::DeserializeSeed;

use super::keep_unknown;

/// Declares a shape. Version 0 had `size` instead of the fields of the current version.
macro_rules! area {
    ($Node:ident, $($option:tt)*) => {
        #[derive(Object, Reflect)]
        #[repr(C)]
        #[object($($option)*, version = 1, upgrade = split_size)]
        struct $Node {
            base: Object,
            width: i64,
            height: i64,
            name: String,
            label: std::string::String,
            scale: f32,
            sides: Vec<i64>,
            next: Option<ObjectRef>,
        }
    };
}

area!(AreaNode, key = "kept.Area");
area!(FinalAreaNode, key = "kept.FinalArea", is_final);

fn split_size(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let size = attrs.remove("size").ok_or("missing attribute `size`")?;
    let (width, height) = size.as_text()?.split_once('x').ok_or("`size` has no `x`")?;
    attrs.insert("width", width.parse::<i64>()?);
    attrs.insert("height", height.parse::<i64>()?);
    attrs.insert("label", "l");
    attrs.insert("scale", if width == "2" { 1.0_f32 } else { 0.1 });
    attrs.insert("sides", objet::Array::from([BoxInt::new(3), BoxInt::new(-4)]));
    attrs.rename("old_note", "note");
    Ok(())
}

/// A layer. Its upgrade changes nothing.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "kept.Dense", is_final, version = 1, upgrade = no_change)]
struct DenseNode {
    base: Object,
    weight: NDArray,
    bias: Option<NDArray>,
    #[reflect(serde, default = (f64::INFINITY, 1))]
    limit: (f64, u8),
}

fn no_change(_version: u32, _attrs: &mut StoredAttrs) -> Result<(), Infallible> {
    Ok(())
}

/// A type whose older nodes need no upgrade.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "kept.Added", version = 2)]
struct AddedNode {
    base: Object,
    #[reflect(default = 7)]
    number: i64,
}

fn register() {
    objet::register_types!(AreaNode, FinalAreaNode, DenseNode, AddedNode).unwrap();
}

/// Returns a plain document with a list of nodes of version 0: one without further attributes, and
/// one with the attributes `extra`, as a number, `note`, and `link`, which refers to the first one.
fn old_file(type_key: &str) -> std::string::String {
    let name = r#""name": "x", "size""#;
    format!(
        r#"{{"objet": 1, "root": [
            {{"$id": 1, "type": "{type_key}", {name}: "2x3"}},
            {{"type": "{type_key}", "next": {{"$ref": 1}}, {name}: "4x5", "extra": 2.5, "old_note": "n", "link": {{"$ref": 1}}}}
        ]}}"#
    )
}

#[test]
fn unknown_attributes_of_an_older_node_are_kept_in_the_current_version() {
    register();
    for type_key in ["kept.Area", "kept.FinalArea"] {
        let root = keep_unknown(&old_file(type_key)).unwrap();
        for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
            // The file has one version of the type, and is the same when it is loaded again.
            let saved = SaveJson::new(format).to_string(&root).unwrap();
            assert!(saved.contains(type_key) && !saved.contains("size"), "{saved}");
            let again = keep_unknown(&saved).unwrap();
            assert_eq!(SaveJson::new(format).to_string(&again).unwrap(), saved);
            for list in [&root, &again] {
                check(list, type_key, format, &saved);
            }
        }
        let bytes = postcard::to_stdvec(&Graph(root.clone())).unwrap();
        let mut reader = postcard::Deserializer::from_bytes(&bytes);
        let again = LoadJson::new().keep_unknown(true).deserialize(&mut reader).unwrap().expect("a root");
        check(&again, type_key, Format::Plain, "postcard");
        assert!(structural_equal(&root, &again));
        // Without the option, the attribute is an error.
        let error = objet::load_json(&old_file(type_key)).unwrap_err().to_string();
        assert!(error.contains(": unknown attribute `extra`; add an alias"), "{error}");
    }
}

fn check(list: &ObjectRef, type_key: &str, format: Format, text: &str) {
    let list: Array<ObjectRef> = list.clone().downcast().unwrap();
    let [first, second] = [&list[0], &list[1]];
    assert_eq!(first.type_key(), type_key, "{text}");
    if type_key == "kept.Area" {
        let node = second.as_node::<AreaNode>().expect("a stand-in below its own type");
        assert_eq!((node.width, node.height, node.scale, &node.sides[..]), (4, 5, 0.1, &[3, -4][..]));
        assert_eq!((node.name.as_str(), node.label.as_str()), ("x", "l"));
        assert!(node.next.as_ref().unwrap().same_as(first));
    } else {
        assert!(second.is_instance::<OpaqueNode>());
    }
    let view = OpaqueView::of(second).expect("a kept node");
    let attr = |name: &str| view.attrs().find(|attr| attr.name == name).expect(name).value;
    let text_of = |name: &str| match attr(name) {
        OpaqueValue::String(text) | OpaqueValue::Literal(text) => text.to_string(),
        OpaqueValue::Text(text) | OpaqueValue::Json(text) => text.to_string(),
        OpaqueValue::Reference(Some(object)) => object.downcast::<String>().unwrap().to_string(),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!([text_of("extra"), text_of("note")], ["2.5", "n"], "{text}");
    for name in ["next", "link"] {
        let object = match attr(name) {
            OpaqueValue::Reference(object) => object,
            // The forms of TVM do not state which numbers are references.
            OpaqueValue::Ambiguous { object, .. } if name == "link" && format != Format::Plain => object,
            other => panic!("{format:?}: {name} is {other:?}\n{text}"),
        };
        assert!(object.expect(name).same_as(first), "{format:?}: {name}\n{text}");
    }
}

const TENSOR: &str = r#"{"type": "runtime.NDArray", "dtype": "int8", "shape": [1], "data": "BQ=="}"#;

#[test]
fn a_null_tensor_of_a_kept_node_stays_null() {
    register();
    let dense = format!(r#"{{"type": "kept.Dense", "weight": {TENSOR}, "limit": [0.5, 1], "extra": "x"}}"#);
    let root = keep_unknown(&format!(r#"{{"objet": 1, "root": {dense}}}"#)).unwrap();
    assert!(root.is_instance::<OpaqueNode>());
    let saved = save_json(&root).unwrap();
    assert!(!saved.contains("bias"), "{saved}");
    assert_eq!(save_json(&keep_unknown(&saved).unwrap()).unwrap(), saved);
    let known = saved.replace("\"extra\": \"x\", \n        ", "");
    let dense: Dense = load_json(&known).unwrap().downcast().unwrap();
    assert_eq!((dense.bias.is_none(), dense.limit, dense.weight.shape()), (true, (0.5, 1), &[1_i64][..]));
    for format in [Format::TvmFfi, Format::Plain] {
        let saved = SaveJson::new(format).to_string(&root).unwrap();
        let again = keep_unknown(&saved).unwrap();
        assert_eq!(save_json(&again).unwrap(), save_json(&root).unwrap(), "{saved}");
    }
}

#[test]
fn an_older_node_that_cannot_be_kept_as_a_current_one_is_kept_as_in_the_file() {
    register();
    for (node, names) in [
        // The new field `limit` has no JSON.
        (format!(r#"{{"type": "kept.Dense", "weight": {TENSOR}, "extra": "x"}}"#), ["weight", "extra"]),
        // The field `name` has no attribute.
        (r#"{"type": "kept.Area", "size": "2x3", "extra": 1}"#.into(), ["size", "extra"]),
    ] {
        let root = keep_unknown(&format!(r#"{{"objet": 1, "root": {node}}}"#)).unwrap();
        assert!(OpaqueView::of(&root).unwrap().attrs().map(|attr| attr.name).eq(names));
        let plain = SaveJson::new(Format::Plain).to_string(&root).unwrap();
        assert!(!plain.contains("versions"), "{plain}");
    }
}

#[test]
fn older_nodes_of_a_type_without_an_upgrade_are_kept_as_current_ones() {
    register();
    let nodes = [r#"{"type": "kept.Added"}"#, r#"{"type": "kept.Added", "number": 3, "extra": 1}"#];
    let root = keep_unknown(&format!(r#"{{"objet": 1, "root": [{}]}}"#, nodes.join(","))).unwrap();
    let list: Array<ObjectRef> = root.downcast().unwrap();
    let numbers: Vec<_> = list.iter().map(|node| node.as_node::<AddedNode>().unwrap().number).collect();
    assert_eq!(numbers, [7, 3]);
    for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
        let saved = SaveJson::new(format).to_string(&list).unwrap();
        assert_eq!(SaveJson::new(format).to_string(&keep_unknown(&saved).unwrap()).unwrap(), saved);
    }
}

#[test]
fn an_older_node_in_the_form_of_tvm_ffi_is_a_stand_in() {
    register();
    let nodes = r#"{"type":"ffi.String","data":"x"},{"type":"None"},{"type":"ffi.String","data":"2x3"},
        {"type":"kept.Area","data":{"extra":2.5,"name":0,"next":1,"size":2}}"#;
    let root = keep_unknown(&format!(r#"{{"root_index":3,"nodes":[{nodes}]}}"#)).unwrap();
    let area = root.as_node::<AreaNode>().expect("a stand-in below its own type");
    assert_eq!((area.width, area.height, area.scale), (2, 3, 1.0));
    let saved = SaveJson::new(Format::TvmFfi).to_string(&root).unwrap();
    assert!(saved.contains(r#""scale":1.0"#), "{saved}");
}
