//! Tests of kept nodes of known types that move to another form of files and back.

use std::convert::Infallible;

use objet::graph::{Format, Graph, LoadJson, OpaqueNode, SaveJson, StoredAttrs};
use objet::prelude::*;
use objet::{String, structural_equal};
use serde::de::DeserializeSeed;

use super::keep_unknown;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "moved.Leaf", is_final)]
struct LeafNode {
    base: Object,
    name: String,
}

/// A node that visits its references in another order than that of their names.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "moved.Pair")]
struct PairNode {
    base: Object,
    z: Leaf,
    a: Option<ObjectRef>,
    weight: Option<NDArray>,
}

/// A node whose fields hold JSON.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "moved.Lists", is_final)]
struct ListsNode {
    base: Object,
    #[reflect(serde)]
    costs: Vec<f64>,
    list: Vec<i64>,
    limit: Option<i64>,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "moved.Older", is_final, version = 1, upgrade = no_change)]
struct OlderNode {
    base: Object,
    leaf: Leaf,
    list: Vec<i64>,
}

fn no_change(_version: u32, _attrs: &mut StoredAttrs) -> Result<(), Infallible> {
    Ok(())
}

fn register() {
    objet::register_types!(LeafNode, PairNode, ListsNode, OlderNode).unwrap();
}

const TEXTS: [Format; 3] = [Format::Tvm08, Format::TvmFfi, Format::Plain];

fn save(format: Format, root: &ObjectRef) -> std::string::String {
    SaveJson::new(format).to_string(root).unwrap()
}

/// Saves a graph in a format of serde and loads it.
fn through_postcard(root: &ObjectRef) -> ObjectRef {
    let bytes = postcard::to_stdvec(&Graph(root.clone())).unwrap();
    let load = LoadJson::new().keep_unknown(true);
    load.deserialize(&mut postcard::Deserializer::from_bytes(&bytes)).unwrap().expect("a root")
}

/// Moves a plain file through all forms, and checks that it comes back.
fn check(plain: &str) {
    let root = keep_unknown(plain).unwrap();
    assert_eq!(save(Format::Plain, &root), plain);
    let moved = TEXTS.map(|format| {
        let saved = save(format, &root);
        let again = keep_unknown(&saved).unwrap_or_else(|error| panic!("{error}\n{saved}"));
        assert_eq!(save(format, &again), saved);
        again
    });
    // TVM 0.8's form does not state the types of values.
    let [_, ffi, again] = moved;
    for moved in [ffi, again, through_postcard(&root)] {
        assert!(structural_equal(&moved, &root), "{plain}");
        let bytes = |root: &ObjectRef| postcard::to_stdvec(&Graph(root.clone())).unwrap();
        assert!(bytes(&through_postcard(&moved)) == bytes(&moved), "{plain}");
        let saved = save(Format::Tvm08, &through_postcard(&moved));
        assert_eq!(save(Format::Tvm08, &keep_unknown(&saved).unwrap()), saved);
    }
}

#[test]
fn keys_may_have_any_order() {
    register();
    let tensor =
        |data: &str| format!(r#"{{"type":"runtime.NDArray","dtype":"int8","shape":[1],"data":"{data}"}}"#);
    let attrs = [
        format!(r#""a":{{"type":"far.Y","t":{},"s":"q"}}"#, tensor("BQ==")),
        format!(r#""z":{{"type":"far.X","n":3000,"t":{}}}"#, tensor("Bg==")),
        format!(r#""weight":{}"#, tensor("Bw==")),
    ];
    for order in [[0, 1, 2], [1, 0, 2], [2, 0, 1], [2, 1, 0], [0, 2, 1]] {
        let attrs = order.map(|position| &*attrs[position]).join(",");
        let plain = format!(r#"{{"objet":1,"root":{{"type":"moved.Pair",{attrs}}}}}"#);
        assert!(keep_unknown(&plain).unwrap().is_instance::<OpaqueNode>());
        check(&plain);
        // With an unknown attribute, only the newer program knows the order.
        let far = format!(r#""far":{{"type":"far.Z","t":{}}},"a":"#, tensor("CA=="));
        check(&plain.replace(r#""a":"#, &far));
    }
}

#[test]
fn a_newer_program_may_visit_a_tensor_between_other_references() {
    register();
    // The first node visits `a`, then `weight`, and then `far`, whose nodes have tensors too.
    let plain = r#"{"objet": 1, "root": {
        "type": "other.Pair",
        "z": {"type": "moved.Leaf", "name": "x"},
        "a": {"type": "moved.Pair", "z": {"type": "moved.Leaf", "name": "y"}, "a": null, "weight": 1},
        "weight": 2,
        "far": {"type": "moved.Pair", "z": {"type": "moved.Leaf", "name": "z"}, "a": null, "weight": 3}
    }}"#;
    let tensor = r#"{"type": "runtime.NDArray", "dtype": "int8", "shape": [1], "data": "BQ=="}"#;
    let plain = (1..4).fold(plain.to_owned(), |plain, number| {
        plain.replace(&format!(r#""weight": {number}"#), &format!(r#""weight": {tensor}"#))
    });
    let file = save(Format::Tvm08, &keep_unknown(&plain).unwrap());
    let newer = file.replace("other.Pair", "moved.Pair");
    let root = keep_unknown(&newer).unwrap();
    assert_eq!(root.type_key(), "objet.Opaque<moved.Pair>");
    assert_eq!(save(Format::Tvm08, &root), newer);
}

#[test]
fn lists_of_a_newer_version_stay_lists() {
    register();
    for lists in [
        r#""costs":[1.5,2.0],"list":[7,8],"limit":3"#,
        // In tvm-ffi's form, equal texts are one node.
        r#""costs":[1],"list":[1],"limit":3"#,
        r#""limit":null,"costs":[],"more":1.5,"list":[7]"#,
    ] {
        let node = format!(r#"{{"type":"moved.Lists",{lists}}}"#);
        let plain = format!(r#"{{"objet":1,"versions":{{"moved.Lists":3}},"root":[{node},{node}]}}"#);
        let root = keep_unknown(&plain).unwrap();
        for moved in [through_postcard(&root), keep_unknown(&save(Format::TvmFfi, &root)).unwrap()] {
            assert_eq!(save(Format::Plain, &moved), plain);
            assert_eq!(save(Format::TvmFfi, &moved), save(Format::TvmFfi, &root));
            assert_eq!(save(Format::Plain, &through_postcard(&moved)), plain);
        }
    }
}

#[test]
fn lists_of_an_older_version_stay_lists_while_the_node_is_kept() {
    register();
    // The type of `leaf` is final, so it cannot hold a node of an unknown type.
    let plain = r#"{"objet":1,"root":{"type":"moved.Older","leaf":{"type":"far.X","n":"x"},"list":[1,2]}}"#;
    let root = keep_unknown(plain).unwrap();
    assert!(root.is_instance::<OpaqueNode>());
    for moved in [
        through_postcard(&root),
        keep_unknown(&save(Format::TvmFfi, &root)).unwrap(),
        keep_unknown(&save(Format::Tvm08, &root)).unwrap(),
    ] {
        assert_eq!(save(Format::Plain, &through_postcard(&moved)), plain);
    }
}

#[test]
fn numbers_of_any_size_come_back_from_tables() {
    for number in ["18446744073709551616", "-9223372036854775809", "18446744073709551615", "-0.0", "0.1", "7"]
    {
        let plain = format!(r#"{{"objet":1,"root":{{"type":"far.X","n":{number}}}}}"#);
        let root = through_postcard(&keep_unknown(&plain).unwrap());
        assert_eq!(save(Format::Plain, &root), plain);
    }
    let ffi = r#"{"root_index":0,"nodes":[{"type":"far.X","data":{"a":1.50,"b":1e2,"c":NaN}}]}"#;
    assert_eq!(save(Format::TvmFfi, &through_postcard(&keep_unknown(ffi).unwrap())), ffi);
}

#[test]
fn tvm_0_8_has_one_form_for_a_tensor() {
    register();
    let tensor = r#"{"type":"runtime.NDArray","dtype":"int8","shape":[1],"data":"BQ=="}"#;
    let leaf = r#"{"type":"moved.Leaf","name":"x"}"#;
    let far = |x: &str| format!(r#"{{"type":"far.T","x":{x}}}"#);
    let pair = |weight: &str| {
        let away = r#"{"type":"far.X","n":"x"}"#;
        format!(r#"{{"type":"moved.Pair","z":{away},"a":null,"weight":{weight}}}"#)
    };
    for (one, other) in [
        (far(tensor), far(leaf)),
        (far("null"), far(tensor)),
        (pair("null"), pair(tensor)),
        (pair("null"), tensor.into()),
    ] {
        let plain = format!(r#"{{"objet":1,"root":[{one},{other}]}}"#);
        let root = keep_unknown(&plain).unwrap();
        let error = objet::save_json(&root).unwrap_err().to_string();
        assert!(error.contains(" is a tensor in one node, and null or another object"), "{error}");
        for format in [Format::TvmFfi, Format::Plain] {
            let saved = save(format, &root);
            assert_eq!(save(format, &keep_unknown(&saved).unwrap()), saved);
        }
    }
}
