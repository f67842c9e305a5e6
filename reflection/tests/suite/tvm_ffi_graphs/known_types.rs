//! Files with known types only.

use objet::containers::{BoxDataType, BoxDevice, BoxFloat, BoxInt, Bytes, Dict, List};
use objet::graph::{LoadJson, SaveJson};
use objet::prelude::*;
use objet::{load_json, structural_equal, with_attr};

use super::{document, load, load_unknown, save, saved_again};
use crate::long_graphs::{LONG, on_a_small_stack};
use crate::tvm_nodes::TypeKind;

/// A node with a field of every kind.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Every", is_final, new)]
struct EveryNode {
    base: Object,
    int: i8,
    big: u64,
    float: f64,
    short: f32,
    flag: bool,
    text: std::string::String,
    name: objet::String,
    dtype: DataType,
    kind: TypeKind,
    names: Option<Array<objet::String>>,
    tensor: Option<NDArray>,
}

/// A link of a chain.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Link", is_final, new)]
struct LinkNode {
    base: Object,
    next: Option<ObjectRef>,
}

/// A node without fields.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Empty", is_final, new)]
struct EmptyNode {
    base: Object,
}

fn register() {
    objet::register_types!(EveryNode, LinkNode, EmptyNode).unwrap();
}

fn every() -> Every {
    let names = Array::from([objet::String::from("x"), "x".into(), "n".into()]);
    let tensor = NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap();
    Every::new(
        -3_i8,
        u64::MAX,
        0.1,
        -0.0_f32,
        true,
        "a/\"b\"\u{1}",
        "n",
        "float32".parse::<DataType>().unwrap(),
        TypeKind::Constraint,
        Some(names),
        Some(tensor),
    )
}

const EVERY: &str = r#"{"root_index":7,"nodes":[{"type":"ffi.String","data":"a\/\"b\"\u0001"},{"type":"ffi.String","data":"n"},{"type":"ffi.String","data":"x"},{"type":"ffi.Array","data":[2,2,1]},{"type":"ffi.Tensor","data":"#;

#[test]
fn a_node_with_every_kind_of_field_comes_back() {
    register();
    let node = ObjectRef::from(every());
    let saved = save(Some(&node)).unwrap();
    let start = EVERY.replace(":7,", ":5,");
    assert!(saved.starts_with(&start), "{saved}");
    let end = concat!(
        r#"{"type":"ffi_test.Every","data":{"int":-3,"big":18446744073709551615,"float":0.10000000000000001,"#,
        r#""short":-0.0,"flag":true,"text":0,"name":1,"dtype":"float32","kind":"#
    );
    assert!(saved.contains(end), "{saved}");
    assert!(saved.ends_with(r#","names":3,"tensor":4}}]}"#), "{saved}");
    let back = load(&saved).unwrap().unwrap();
    assert!(structural_equal(&node, &back));
    assert_eq!(save(Some(&back)).unwrap(), saved);
}

#[test]
fn values_of_every_type_come_back() {
    let text = concat!(
        r#"{"root_index":21,"nodes":[{"type":"None"},{"type":"bool","data":true},{"type":"bool","data":false},"#,
        r#"{"type":"int","data":-9223372036854775808},{"type":"int","data":1},{"type":"float","data":1.0},"#,
        r#"{"type":"float","data":NaN},{"type":"float","data":-Infinity},{"type":"float","data":1e+20},"#,
        r#"{"type":"float","data":-0.0},{"type":"DataType","data":"uint1"},{"type":"DataType","data":""},"#,
        r#"{"type":"Device","data":[2,3]},{"type":"ffi.Bytes","data":"/wA="},{"type":"ffi.Bytes","data":""},"#,
        r#"{"type":"ffi.Shape","data":[1,2,-3]},{"type":"ffi.Shape","data":[]},{"type":"ffi.List","data":[4,0]},"#,
        r#"{"type":"ffi.String","data":""},{"type":"ffi.Dict","data":[18,4,5,0]},{"type":"ffi.Map","data":[4,17,18,19]},"#,
        r#"{"type":"ffi.Array","data":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,18,0]}],"metadata":[1,{"a":null}]}"#,
    );
    assert_eq!(saved_again(text).unwrap(), text);
    let root = load(text).unwrap().unwrap();
    let all: Array<Option<ObjectRef>> = root.clone().downcast().unwrap();
    let get = |index: usize| all[index].clone().unwrap();
    assert!(all[0].is_none());
    assert_eq!(get(3).downcast::<BoxInt>().unwrap().value, i64::MIN);
    assert!(get(6).downcast::<BoxFloat>().unwrap().value.is_nan());
    assert_eq!(get(10).downcast::<BoxDataType>().unwrap().value().to_string(), "bool");
    let device: BoxDevice = get(12).downcast().unwrap();
    assert_eq!((device.device_type, device.device_id), (2, 3));
    assert_eq!(get(13).downcast::<Bytes>().unwrap().as_slice(), [255, 0]);
    assert_eq!(get(15).downcast::<ShapeTuple>().unwrap(), ShapeTuple::from([1, 2, -3]));
    assert_eq!(get(17).downcast::<List>().unwrap().elements.len(), 2);
    assert_eq!(get(18).downcast::<Dict>().unwrap().entries.len(), 2);
    assert!(structural_equal(&root, &load(text).unwrap().unwrap()));
}

#[test]
fn a_null_root_comes_back() {
    let text = r#"{"root_index":0,"nodes":[{"type":"None"}]}"#;
    assert!(load(text).unwrap().is_none());
    assert_eq!(save(None).unwrap(), text);
}

#[test]
fn keys_of_the_document_may_have_any_order() {
    for text in [
        r#"{"nodes":[{"type":"int","data":1}],"root_index":0}"#,
        r#" { "nodes" : [ { "type" : "int" , "data" : 1 } ] , "metadata" : 1 , "root_index" : 0 } "#,
        r#"{"metadata":"","nodes":[{"type":"int","data":1}],"root_index":0}"#,
    ] {
        let number: BoxInt = load_json(text).unwrap().downcast().unwrap();
        assert_eq!(number.value, 1);
    }
}

#[test]
fn equal_values_share_a_node() {
    let elements = [
        ObjectRef::from(BoxInt::new(1)),
        BoxInt::new(1).into(),
        BoxFloat::new(f64::NAN).into(),
        BoxFloat::new(-f64::NAN).into(),
        Bytes::new(*b"x").into(),
        Bytes::new(*b"x").into(),
        objet::String::from("x").into(),
        objet::String::from("x").into(),
        BoxDataType::new(DataType::BOOL).into(),
        BoxDataType::new(DataType::BOOL).into(),
        BoxDevice::new(1, 0).into(),
        BoxDevice::new(1, 0).into(),
    ];
    let saved = save(Some(&Array::from(elements).into())).unwrap();
    assert!(saved.ends_with(r#"{"type":"ffi.Array","data":[0,0,1,1,2,2,3,3,4,4,5,5]}]}"#), "{saved}");
}

#[test]
fn nodes_may_come_in_any_order() {
    register();
    let nodes = [
        r#"{"type":"ffi_test.Link","data":{"next":2}}"#,
        r#"{"type":"ffi_test.Empty","data":{}}"#,
        r#"{"type":"ffi_test.Link","data":{"next":1}}"#,
    ];
    let text = document(&nodes).replace(r#""root_index":2"#, r#""root_index":0"#);
    let saved = save(load(&text).unwrap().as_ref()).unwrap();
    let expected = document(&[
        r#"{"type":"ffi_test.Empty","data":{}}"#,
        r#"{"type":"ffi_test.Link","data":{"next":0}}"#,
        r#"{"type":"ffi_test.Link","data":{"next":1}}"#,
    ]);
    assert_eq!(saved, expected);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs threads")]
fn a_long_chain_needs_no_stack() {
    register();
    on_a_small_stack(|| {
        let mut chain = ObjectRef::from(Empty::new());
        for _ in 0..LONG {
            chain = Link::new(Some(chain)).into();
        }
        let saved = save(Some(&chain)).unwrap();
        let back = load(&saved).unwrap();
        assert!(save(back.as_ref()).unwrap() == saved);
        let (back, _) = LoadJson::new().keep_unknown(true).load_with_format(saved.as_bytes()).unwrap();
        assert!(structural_equal(&chain, &back.unwrap()));
        let unknown = saved.replace("ffi_test.", "ffi_unknown.");
        assert!(saved_again(&unknown).unwrap() == unknown);
    });
}

#[test]
fn a_large_map_comes_back() {
    let count = if cfg!(miri) { 100 } else { 100_000 };
    let map: Map<ObjectRef, Option<ObjectRef>> = (0..count)
        .map(|number| (objet::String::from(number.to_string()).into(), Some(BoxInt::new(number).into())))
        .collect();
    let map = ObjectRef::from(map);
    let saved = save(Some(&map)).unwrap();
    let back = load(&saved).unwrap().unwrap();
    assert!(structural_equal(&map, &back));
    assert!(save(Some(&back)).unwrap() == saved);
}

#[test]
fn a_cycle_of_objects_is_an_error() {
    /// A node that can refer to itself.
    #[derive(Object, Reflect)]
    #[repr(C)]
    #[object(key = "ffi_test.Cell", is_final, new)]
    struct CellNode {
        base: Object,
        next: objet::fields::FieldCell<Option<ObjectRef>>,
    }
    let cell = Cell::new(objet::fields::FieldCell::new(None));
    cell.next.store(Some(cell.clone().into()));
    let error = save(Some(&cell.clone().into())).unwrap_err().to_string();
    assert_eq!(error, "reference cycle through a ffi_test.Cell: the format has no cycles");
    cell.next.store(None);
}

#[test]
fn objects_without_a_form_are_errors() {
    register();
    let adt = objet::containers::ADT::tuple([]);
    let adt = ObjectRef::from(adt);
    let [x, y] = ["x", "y"].map(|name| ObjectRef::from(objet::String::from(name)));
    let unknown = [r#"{"type":"ffi.Array","data":[]}"#, r#"{"type":"toy.Pair","data":{"name":"x","one":0}}"#];
    let unknown = load_unknown(&document(&unknown)).unwrap().unwrap();
    for (object, place) in [
        (adt.clone(), "as the root"),
        (Link::new(Some(adt.clone())).into(), "in the field `next` of a ffi_test.Link"),
        (Array::from([x.clone(), adt.clone()]).into(), "as element 1 of a Array"),
        (Map::from([(x.clone(), y.clone()), (adt.clone(), y)]).into(), "as the key of entry 1 of a Map"),
        (Map::from([(x, adt.clone())]).into(), "as the value of entry 0 of a Map"),
        (with_attr(unknown, "one", (&adt).into()).unwrap(), "in the attribute `one` of a toy.Pair"),
    ] {
        let error = save(Some(&object)).unwrap_err().to_string();
        let expected = format!("cannot save runtime.ADT, found {place}: the type has no reflection");
        assert_eq!(error, expected);
    }
}

#[test]
fn a_graph_can_move_between_formats() {
    register();
    let node = ObjectRef::from(every());
    let text = SaveJson::new(objet::graph::Format::Tvm08).to_string(&node).unwrap();
    let back = load_json(&save(load(&text).unwrap().as_ref()).unwrap()).unwrap();
    // Equal strings are one object now.
    assert!(structural_equal(&node, &back));
}

#[test]
fn names_of_formats_are_parsed() {
    for format in objet::graph::Format::ALL {
        assert_eq!(format.name().parse(), Ok(*format));
    }
    let error = "tvm".parse::<objet::graph::Format>().unwrap_err().to_string();
    assert!(error.starts_with(r#"unknown format "tvm": formats are "tvm-0.8", "tvm-ffi""#), "{error}");
}

/// A node with fields whose values are texts in files, of a type with versions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Texts", is_final, new, version = 2, upgrade = refuse)]
struct TextsNode {
    base: Object,
    letter: char,
    sizes: Vec<i64>,
    axis: Option<i32>,
    #[reflect(default = 3)]
    count: i64,
}

fn refuse(_version: u32, _attrs: &mut objet::graph::StoredAttrs) -> Result<(), &'static str> {
    Err("the node has an old version")
}

#[test]
fn texts_and_versions_are_saved() {
    objet::register_types!(TextsNode).unwrap();
    let node = ObjectRef::from(Texts::new('x', vec![1_i64, -2], None::<i32>));
    let text = concat!(
        r#"{"root_index":3,"nodes":[{"type":"ffi.String","data":"x"},{"type":"ffi.String","data":"[1,-2]"},"#,
        r#"{"type":"ffi.String","data":"null"},"#,
        r#"{"type":"ffi_test.Texts","data":{"letter":0,"sizes":1,"axis":2,"count":3}}],"versions":{"ffi_test.Texts":"2"}}"#,
    );
    assert_eq!(save(Some(&node)).unwrap(), text);
    let back = load(text).unwrap().unwrap();
    assert!(structural_equal(&node, &back));
    let missing = text.replace(r#","count":3"#, "");
    let back: Texts = load(&missing).unwrap().unwrap().downcast().unwrap();
    assert_eq!((back.count, back.sizes.as_slice()), (3, [1, -2].as_slice()));
    let old = text.replace(r#","versions":{"ffi_test.Texts":"2"}"#, "");
    let error = load(&old).unwrap_err().to_string();
    assert!(error.contains("the node has an old version"), "{error}");
}

/// A node with a string of its own.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Named", is_final)]
struct NamedNode {
    base: Object,
    name: std::string::String,
}

/// A node with a string of its own, of a type whose upgrade function keeps all attributes.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Versioned", is_final, version = 1, upgrade = keep)]
struct VersionedNode {
    base: Object,
    name: std::string::String,
}

fn keep(_version: u32, _attrs: &mut objet::graph::StoredAttrs) -> Result<(), &'static str> {
    Ok(())
}

/// A node with a string that the upgrade function sets.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_test.Refilled", is_final, version = 1, upgrade = refill)]
struct RefilledNode {
    base: Object,
    name: std::string::String,
}

fn refill(_version: u32, attrs: &mut objet::graph::StoredAttrs) -> Result<(), &'static str> {
    attrs.insert("name", "y".repeat(5000));
    Ok(())
}

#[test]
fn fields_cannot_share_a_long_text_without_bounds() {
    objet::register_types!(TextsNode).unwrap();
    let list = format!("[1{}]", ",1".repeat(5000));
    let node = r#"{"type":"ffi_test.Texts","data":{"letter":0,"sizes":1,"axis":2}}"#;
    let list = format!(r#"{{"type":"ffi.String","data":"{list}"}}"#);
    let mut nodes =
        vec![r#"{"type":"ffi.String","data":"x"}"#, &list, r#"{"type":"ffi.String","data":"null"}"#];
    nodes.extend([node; 1000]);
    let text = document(&nodes).replace("]}", r#"],"versions":{"ffi_test.Texts":"2"}}"#);
    let error = load(&text).unwrap_err().to_string();
    assert!(error.contains("the values of fields take more than 128 times the bytes"), "{error}");
    // A string field copies the text too.
    objet::register_types!(NamedNode).unwrap();
    let long = format!(r#"{{"type":"ffi.String","data":"{}"}}"#, "x".repeat(5000));
    let mut nodes = vec![&*long];
    nodes.extend([r#"{"type":"ffi_test.Named","data":{"name":0}}"#; 1000]);
    let error = load(&document(&nodes)).unwrap_err().to_string();
    assert!(error.contains("the values of fields take more than 128 times the bytes"), "{error}");
    // So does that of a node of an older version.
    objet::register_types!(VersionedNode).unwrap();
    nodes.truncate(1);
    nodes.extend([r#"{"type":"ffi_test.Versioned","data":{"name":0}}"#; 1000]);
    let error = load(&document(&nodes)).unwrap_err().to_string();
    assert!(error.contains("the values of fields take more than 128 times the bytes"), "{error}");
    // Texts that an upgrade function sets do not count.
    objet::register_types!(RefilledNode).unwrap();
    nodes.truncate(1);
    nodes.extend([r#"{"type":"ffi_test.Refilled","data":{"name":0}}"#; 1000]);
    load(&document(&nodes)).unwrap();
}

#[test]
fn enums_are_read_by_name_and_by_number() {
    register();
    let node = ObjectRef::from(every());
    let text = save(Some(&node)).unwrap();
    let number = format!(r#""kind":{}"#, TypeKind::Constraint as i64);
    assert!(text.contains(&number), "{text}");
    let back = load(&text.replace(&number, r#""kind":"Constraint""#)).unwrap().unwrap();
    assert!(structural_equal(&node, &back));
    assert_eq!(save(Some(&back)).unwrap(), text);
    let error = load(&text.replace(&number, r#""kind":"Kinds""#)).unwrap_err().to_string();
    assert!(error.contains("attribute `kind`: expected a TypeKind"), "{error}");
}
