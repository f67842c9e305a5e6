//! Graphs in formats of serde.

use std::collections::{BTreeMap, HashMap};

use objet::compare::StructuralEqual;
use objet::graph::{Format, Graph, LoadJson, SaveJson};
use objet::prelude::*;
use objet::{Map, String, load_json, save_json, structural_equal};
use serde::de::DeserializeSeed;

use crate::{graph_files, tvm_nodes};

/// A node with fields of all forms.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "serde_formats.Layer")]
pub(crate) struct LayerNode {
    base: Object,
    name: String,
    next: Option<Layer>,
    strides: Vec<i64>,
    scales: [f64; 3],
    limit: Option<u8>,
    #[reflect(serde)]
    table: HashMap<std::string::String, (u64, Vec<bool>)>,
    letter: char,
    shape: Option<objet::ShapeTuple>,
    weights: Option<NDArray>,
    counts: Map<String, Array<objet::containers::BoxInt>>,
}

fn layer(next: Option<Layer>) -> Layer {
    make_object(LayerNode {
        base: Object::new(),
        name: "conv".into(),
        next,
        strides: vec![1, -2],
        scales: [0.5, f64::NAN, f64::NEG_INFINITY],
        limit: Some(7),
        table: [("b".into(), (u64::MAX, vec![true])), ("a \"".into(), (0, vec![]))].into(),
        letter: 'é',
        shape: Some([2, 3].into()),
        weights: Some(NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap()),
        counts: Map::from([("k".into(), Array::from([objet::containers::BoxInt::new(1)]))]),
    })
    .into()
}

fn register() {
    tvm_nodes::register();
    objet::register_types!(LayerNode).unwrap();
}

/// Saves and loads a graph in each format.
fn formats(root: &ObjectRef) -> Vec<(&'static str, ObjectRef)> {
    let graph = Graph(root.clone());
    let json = serde_json::to_string(&graph).unwrap();
    let value = serde_json::to_value(&graph).unwrap();
    let mut cbor = Vec::new();
    ciborium::into_writer(&graph, &mut cbor).unwrap();
    let postcard = postcard::to_stdvec(&graph).unwrap();
    let yaml = serde_saphyr::to_string(&graph).unwrap();
    vec![
        ("JSON", serde_json::from_str::<Graph<ObjectRef>>(&json).unwrap().0),
        ("CBOR", ciborium::from_reader::<Graph<ObjectRef>, _>(cbor.as_slice()).unwrap().0),
        ("postcard", postcard::from_bytes::<Graph<ObjectRef>>(&postcard).unwrap().0),
        (
            "YAML",
            serde_saphyr::from_str::<Graph<ObjectRef>>(&yaml).unwrap_or_else(|e| panic!("{e}\n{yaml}")).0,
        ),
        ("Value", serde_json::from_value::<Graph<ObjectRef>>(value).unwrap().0),
    ]
}

#[test]
fn every_format_holds_every_field() {
    register();
    let first = layer(None);
    let root = ObjectRef::from(Array::from([layer(Some(first.clone())), first]));
    for (format, back) in formats(&root) {
        assert!(structural_equal(&root, &back), "{format}");
        let back: Array<Layer> = back.downcast().unwrap();
        assert!(back[0].next.as_ref().is_some_and(|next| next.same_as(&back[1])), "{format}");
        assert_eq!(back[1].table["b"], (u64::MAX, vec![true]));
        assert!(back[1].scales[1].is_nan());
    }
}

#[test]
fn files_of_tvm_come_back_from_every_format() {
    register();
    for (name, text) in graph_files::small().iter().enumerate() {
        let Ok(Some(root)) = LoadJson::new().load(text.as_bytes()) else { continue };
        for (format, back) in formats(&root) {
            assert!(StructuralEqual::new().map_free_vars(true).equal(&root, &back), "{name} {format}");
            // A `Value` sorts the keys of maps.
            assert!(format == "Value" || save_json(&back).unwrap() == *text, "{name} {format}");
        }
    }
}

#[test]
fn a_null_tensor_comes_back_from_every_format() {
    register();
    let mut layer = layer(None);
    *layer.make_mut().weights = None;
    for (format, back) in formats(&layer.clone().into()) {
        assert!(structural_equal(&layer, &back), "{format}");
    }
    let tvm = save_json(&layer).unwrap();
    assert!(!tvm.contains("weights"), "{tvm}");
    let back = load_json(&tvm).unwrap();
    assert!(structural_equal(&layer, &back));
    assert_eq!(save_json(&back).unwrap(), tvm);
}

#[test]
fn tensors_outside_of_fields_come_back_from_every_format() {
    register();
    let first = layer(None);
    let tensor = first.weights.clone().unwrap();
    for root in [
        ObjectRef::from(Array::from([ObjectRef::from(first), tensor.clone().into()])),
        Map::<String, ObjectRef>::from([("a".into(), tensor.clone().into())]).into(),
        tensor.clone().into(),
    ] {
        for (format, back) in formats(&root) {
            assert!(structural_equal(&root, &back), "{format}");
            if let Ok(both) = back.downcast::<Array<ObjectRef>>() {
                let weights = both[0].as_node::<LayerNode>().unwrap().weights.as_ref();
                assert!(weights.is_some_and(|weights| weights.same_as(&both[1])), "{format}");
            }
        }
    }
}

/// An enum whose JSON has the key of a node.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "type")]
enum Mode {
    Fast { level: u8, name: std::string::String, inner: Vec<Mode> },
    Slow,
}

/// A node whose first field, in the order of the names, has the key of a node.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "serde_formats.Modes", is_final, new)]
pub(crate) struct ModesNode {
    base: Object,
    #[reflect(serde)]
    modes: Vec<Mode>,
}

#[test]
fn values_with_the_keys_of_nodes_come_back() {
    objet::register_types!(ModesNode).unwrap();
    let fast = Mode::Fast { level: 3, name: "a".into(), inner: vec![Mode::Slow] };
    let root: ObjectRef = Modes::new(vec![fast, Mode::Slow]).into();
    for (format, back) in formats(&root) {
        assert_eq!(
            back.as_node::<ModesNode>().unwrap().modes,
            root.as_node::<ModesNode>().unwrap().modes,
            "{format}"
        );
    }
}

#[test]
fn wrappers_are_values() {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Job {
        layers: BTreeMap<u32, Layer>,
        #[serde(with = "objet::graph::serde_graph")]
        names: Array<String>,
    }

    register();
    let job = Job { layers: [(1, layer(None))].into(), names: Array::from(["x".into()]) };
    let back: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
    assert!(structural_equal(&job.layers[&1], &back.layers[&1]));
    assert_eq!(back.names[0], "x");
    let wrong = serde_json::to_string(&Graph(job.names)).unwrap();
    let error = serde_json::from_str::<Layer>(&wrong).unwrap_err().to_string();
    assert!(error.contains("expected serde_formats.Layer, found Array"), "{error}");
}

#[test]
fn graphs_come_back_from_types_that_hide_the_format() {
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(tag = "op")]
    enum Tagged {
        Build { layer: Layer, list: Graph<Array<Layer>> },
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(u32),
        Layer(Option<Layer>),
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Outer {
        #[serde(flatten)]
        tagged: Tagged,
        untagged: Vec<Untagged>,
    }

    register();
    let inner = layer(Some(layer(None)));
    let outer = Outer {
        tagged: Tagged::Build { layer: inner.clone(), list: Graph(Array::from([inner.clone()])) },
        untagged: vec![Untagged::Number(7), Untagged::Layer(Some(inner.clone())), Untagged::Layer(None)],
    };
    let mut cbor = Vec::new();
    ciborium::into_writer(&outer, &mut cbor).unwrap();
    let json = serde_json::to_string(&outer).unwrap();
    let yaml = serde_saphyr::to_string(&outer).unwrap();
    let all: [Outer; 3] = [
        ciborium::from_reader(cbor.as_slice()).unwrap(),
        serde_json::from_str(&json).unwrap(),
        serde_saphyr::from_str(&yaml).unwrap(),
    ];
    for back in all {
        let Tagged::Build { layer, list } = back.tagged;
        let [Untagged::Number(7), Untagged::Layer(Some(last)), Untagged::Layer(None)] = &back.untagged[..]
        else {
            panic!("other values");
        };
        for layer in [&layer, &list.0[0], last] {
            assert!(structural_equal(&inner, layer));
        }
    }
}

#[test]
fn unknown_nodes_come_back_from_tables() {
    register();
    let json =
        r#"{"objet":1,"root":{"type":"far.Away","n":7,"on":true,"x":1.5,"text":"7","list":[1],"none":null}}"#;
    let load = LoadJson::new().keep_unknown(true);
    let root = load.load(json.as_bytes()).unwrap().unwrap();
    let bytes = postcard::to_stdvec(&Graph(root.clone())).unwrap();
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let back = load.deserialize(&mut deserializer).unwrap().unwrap();
    assert!(structural_equal(&root, &back));
    let mut ciborium = Vec::new();
    ciborium::into_writer(&Graph(back.clone()), &mut ciborium).unwrap();
    assert_eq!(serde_json::to_string(&Graph(back)).unwrap(), json);
}

#[test]
fn bad_tables_are_errors() {
    register();
    let bytes = postcard::to_stdvec(&Graph(layer(Some(layer(None))))).unwrap();
    for end in 0..bytes.len() {
        assert!(postcard::from_bytes::<Graph<ObjectRef>>(&bytes[..end]).is_err(), "{end}");
    }
    // No change of a byte is a panic.
    for position in 0..bytes.len() {
        for change in [1, 0x7f, 0xff] {
            let mut bytes = bytes.clone();
            bytes[position] ^= change;
            let _ = postcard::from_bytes::<Graph<ObjectRef>>(&bytes);
        }
    }
}

#[test]
fn bad_tables_of_unknown_types_are_errors() {
    register();
    let json = r#"{"objet":1,"root":[{"type":"far.Away","next":{"type":"far.End"},"n":7},"a"]}"#;
    let load = LoadJson::new().keep_unknown(true);
    let bytes = postcard::to_stdvec(&Graph(load.load(json.as_bytes()).unwrap().unwrap())).unwrap();
    let mut errors = Vec::new();
    for position in 0..bytes.len() {
        for change in 1..=u8::MAX {
            let mut bytes = bytes.clone();
            bytes[position] ^= change;
            let result = load.deserialize(&mut postcard::Deserializer::from_bytes(&bytes));
            errors.extend(result.err().map(|error| error.to_string()));
        }
    }
    assert!(errors.len() > bytes.len());
}

#[test]
fn deep_values_are_errors() {
    let list = (0..200).fold(serde_json::json!([]), |inner, _| serde_json::json!([inner]));
    let deep = serde_json::json!({"objet": 1, "root": list});
    let error = LoadJson::new().deserialize(&deep).unwrap_err().to_string();
    assert!(error.contains("at most 128 are supported"), "{error}");
    // The reader of text does not recurse.
    assert!(LoadJson::new().load(deep.to_string().as_bytes()).is_ok());
}

#[test]
fn nests_of_lists_and_maps_come_back_from_all_parsers_of_json() {
    let nest = |depth: usize, inside: &dyn Fn(ObjectRef) -> ObjectRef| {
        (0..depth).fold(ObjectRef::from(String::from("x")), |inner, _| inside(inner))
    };
    let list = |inner| Array::<ObjectRef>::from([inner]).into();
    let map = |inner| Map::<String, ObjectRef>::from([("k".into(), inner)]).into();
    for depth in (80..220).chain([1000, 10_000]) {
        for root in [nest(depth, &list), nest(depth, &map)] {
            let value = serde_json::to_value(Graph(root.clone())).unwrap();
            assert!(
                structural_equal(&LoadJson::new().deserialize(&value).unwrap().unwrap(), &root),
                "{depth}"
            );
            let text = SaveJson::new(Format::Plain).to_string(&root).unwrap();
            assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value, "{depth}");
        }
    }
}

/// CBOR lends texts only as far as they fit into its buffer.
#[test]
fn texts_may_be_longer_than_the_buffer_of_a_format() {
    register();
    for length in [4095, 4096, 4097, 100_000] {
        let root = Array::from([String::from("x".repeat(length))]);
        let mut cbor = Vec::new();
        ciborium::into_writer(&Graph(root.clone()), &mut cbor).unwrap();
        let back: Graph<Array<String>> = ciborium::from_reader(cbor.as_slice()).unwrap();
        assert_eq!(back.0[0].len(), length);
        let long = Layer::from(make_object(LayerNode { strides: vec![7; length], ..(*layer(None)).clone() }));
        let mut cbor = Vec::new();
        ciborium::into_writer(&long, &mut cbor).unwrap();
        let back: Layer = ciborium::from_reader(cbor.as_slice()).unwrap();
        assert_eq!(back.strides.len(), length);
    }
}

/// A node with an integer that YAML reads as a float.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "formats.Wide", is_final, new)]
struct WideNode {
    base: Object,
    #[reflect(serde)]
    wide: u128,
}

#[test]
fn an_integer_that_a_format_reads_as_a_float_is_named() {
    objet::register_types!(WideNode).unwrap();
    let yaml = serde_saphyr::to_string(&Graph(Wide::new(u128::MAX))).unwrap();
    let error = serde_saphyr::from_str::<Graph<Wide>>(&yaml).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("; the file or its format has the float 3.402823669209"), "{error}");
}
