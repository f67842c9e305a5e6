//! Tests of versions of types, and of upgrade functions.

use std::error::Error;

use objet::containers::{BoxBool, BoxFloat, BoxInt};
use objet::graph::{Format, Graph, OpaqueNode, OpaqueView, SaveJson, StoredAttrs};
use objet::prelude::*;
use objet::{String, load_json, save_json};

use super::{document, error, keep_unknown, node};

/// The base of layers. Version 2 splits `shape`, and version 3 makes the name an object.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Layer", version = 3, upgrade = upgrade_layer)]
struct LayerNode {
    base: Object,
    width: i64,
    height: i64,
    name: String,
}

fn upgrade_layer(version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    if version < 2 {
        let shape = attrs.remove("shape").ok_or("missing attribute `shape`")?;
        let (width, height) = shape.as_text()?.split_once('x').ok_or("`shape` has no `x`")?;
        attrs.insert("width", width.parse::<i64>()?);
        attrs.insert("height", height.parse::<i64>()?);
    }
    if version < 3 {
        let label = attrs.remove("label").ok_or("missing attribute `label`")?;
        attrs.insert("name", String::from(label.as_text()?));
    }
    Ok(())
}

/// A layer with several inputs. Version 0 had one input, `source`, and a removed reference `owner`.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Concat", alias = "evolve.Join", is_final, version = 1, upgrade = upgrade_concat)]
struct ConcatNode {
    base: LayerNode,
    inputs: Array<Layer>,
    #[reflect(default = 0)]
    axis: i64,
    #[reflect(default = Some(1))]
    limit: Option<i64>,
}

fn upgrade_concat(version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    assert_eq!(version, 0);
    assert!(attrs.get("width").is_some(), "the upgrade of the parent comes first");
    attrs.remove("owner");
    attrs.rename("dim", "axis");
    let source = attrs.remove("source").ok_or("missing attribute `source`")?;
    let source: Option<Layer> = match source.as_object()? {
        Some(object) => Some(object.clone().downcast()?),
        None => None,
    };
    attrs.insert("inputs", Array::from_iter(source));
    Ok(())
}

/// A type with a version, whose older nodes need no conversion.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Plain", is_final, version = 1)]
struct PlainNode {
    base: Object,
    #[reflect(default = 7)]
    number: i64,
}

/// A type whose older nodes have `text`, an `objet::String`, and the number `count`. Its fields
/// have the results of the accessors, and the values of the renamed attributes.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Note", is_final, version = 1, upgrade = read_note)]
struct NoteNode {
    base: Object,
    text: std::string::String,
    object: std::string::String,
    count: std::string::String,
    #[reflect(default = std::string::String::new())]
    title: std::string::String,
    #[reflect(default = -1)]
    line: i64,
}

fn read_note(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (text, count) = (attrs.remove("old_text").unwrap(), attrs.remove("old_count").unwrap());
    let object = text.as_object().map(|object| object.unwrap().downcast_ref::<String>().cloned());
    attrs.insert("text", text.as_text().map_or_else(|error| error.to_string(), str::to_owned));
    attrs.insert(
        "object",
        object.map_or_else(|error| error.to_string(), |text| text.unwrap().as_str().into()),
    );
    attrs.insert("count", count.as_int().map_or_else(|error| error.to_string(), |count| count.to_string()));
    attrs.rename("old_title", "title");
    attrs.rename("old_line", "line");
    Ok(())
}

/// A type without a version.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Free", is_final)]
struct FreeNode {
    base: Object,
    next: Option<ObjectRef>,
}

fn register() {
    objet::register_types!(LayerNode, ConcatNode, PlainNode, NoteNode, FreeNode).unwrap();
}

const NAME: &str = r#"{"type_key": "runtime.String", "repr_str": "first"}"#;

fn layer(object: &ObjectRef) -> (i64, i64, &str) {
    let node = object.as_node::<LayerNode>().unwrap();
    (node.width, node.height, &node.name)
}

#[test]
fn three_versions_of_a_node_load() {
    register();
    for (attrs, version) in [
        (&[("label", "first"), ("shape", "4x3")][..], ""),
        (&[("label", "first"), ("shape", "4x3")], "1"),
        (&[("label", "first"), ("width", "4"), ("height", "3")], "2"),
        (&[("name", "2"), ("width", "4"), ("height", "3")], "3"),
    ] {
        let file = match version {
            "" => std::string::String::new(),
            version => format!("\"type_version:evolve.Layer\": \"{version}\""),
        };
        let nodes = [&node("evolve.Layer", attrs), NAME];
        // Only the last version has a node for the name.
        let count = if version == "3" { 2 } else { 1 };
        let loaded = load_json(&document(&nodes[..count], &file)).unwrap();
        assert_eq!(layer(&loaded), (4, 3, "first"));
        let saved = save_json(&loaded).unwrap();
        assert!(
            saved.ends_with(
                "\"attrs\": {\"tvm_version\": \"0.8.0\", \"type_version:evolve.Layer\": \"3\"}\n}"
            )
        );
        assert_eq!(save_json(&load_json(&saved).unwrap()).unwrap(), saved);
    }
}

#[test]
fn files_without_such_types_have_no_versions() {
    register();
    let free = make_object(FreeNode { base: Object::new(), next: None });
    let saved = save_json(&Free::from(free)).unwrap();
    assert!(saved.ends_with("\"attrs\": {\"tvm_version\": \"0.8.0\"}\n}"));
}

#[test]
fn a_type_and_its_ancestors_are_upgraded_and_see_references_as_objects() {
    register();
    let concat = |dim, source, owner| {
        node(
            "evolve.Join",
            &[("shape", "2x1"), ("label", "last"), ("dim", dim), ("source", source), ("owner", owner)],
        )
    };
    let nodes = [
        concat("1", "2", "0"),
        concat("1", "3", "0"),
        node("evolve.Layer", &[("shape", "4x3"), ("label", "first")]),
    ];
    let nodes = nodes.each_ref().map(|node| node.as_str());
    let loaded: Concat = load_json(&document(&nodes, "")).unwrap().downcast().unwrap();
    assert_eq!((loaded.axis, loaded.width, loaded.name.as_str()), (1, 2, "last"));
    let inner = loaded.inputs[0].as_node::<ConcatNode>().unwrap();
    assert_eq!(layer(inner.inputs[0].as_object_ref()), (4, 3, "first"));
    let saved = save_json(&loaded).unwrap();
    assert!(
        saved.contains(
            "\"type_version:evolve.Concat\": \"1 evolve.Layer=3\", \"type_version:evolve.Layer\": \"3\""
        ),
        "{saved}"
    );
    assert_eq!(save_json(&load_json(&saved).unwrap()).unwrap(), saved);

    // Null is not an object, and an index that no field explains is not lost.
    let null: Concat = load_json(&document(&[&concat("1", "0", "0")], "")).unwrap().downcast().unwrap();
    assert!(null.inputs.is_empty());
    // The parent is up to date, but not the type.
    let mixed = node(
        "evolve.Concat",
        &[("width", "2"), ("height", "1"), ("name", "2"), ("source", "0"), ("dim", "1")],
    );
    let mixed = document(&[&mixed, NAME], "\"type_version:evolve.Concat\": \"0 evolve.Layer=3\"");
    assert_eq!(layer(&load_json(&mixed).unwrap()), (2, 1, "first"));
}

#[test]
fn errors_of_versions_name_the_node() {
    register();
    let at = |attrs: &[(&str, &str)], version: &str| {
        let file = format!("\"type_version:evolve.Layer\": \"{version}\"");
        error(&document(&[&node("evolve.Layer", attrs)], &file))
    };
    let current = [("name", "0"), ("width", "4"), ("height", "3")];
    let place = "line 2, node 1 (evolve.Layer): ";
    for (found, expected) in [
        (
            at(&current, "4"),
            "version 4 of evolve.Layer is newer than version 3 of this program: update the program",
        ),
        (at(&current, "new"), "malformed version \"new\" of the type in the attributes of the file"),
        (
            at(&current, "3 evolve.Layer"),
            "malformed version \"3 evolve.Layer\" of the type in the attributes of the file",
        ),
        (at(&[("label", "x")], "1"), "cannot upgrade from version 1: missing attribute `shape`"),
        (
            at(&[("label", "x"), ("shape", "4x?")], "1"),
            "cannot upgrade from version 1: invalid digit found in string",
        ),
        (
            at(&[("label", "x"), ("shape", "4x3"), ("widht", "4")], "1"),
            "unknown attribute `widht`, did you mean \"width\"?; add an alias to the field, or an upgrade to the \
             type, or keep unknown attributes (`keep_unknown`)",
        ),
        (
            at(&[("label", "x"), ("width", "4")], "2"),
            "missing attribute `height` of type i64: give the field a `default` to load files without it, after the \
             upgrade from version 2",
        ),
        (
            at(&[("label", "x"), ("width", "4"), ("height", "x")], "2"),
            "attribute `height`: expected a decimal number, found \"x\", after the upgrade from version 2",
        ),
    ] {
        assert_eq!(found.strip_prefix(place), Some(expected));
    }
    let free = document(&[&node("evolve.Free", &[])], "\"type_version:evolve.Free\": \"1\"");
    assert!(error(&free).contains("version 1 of evolve.Free is newer than version 0 of this program"));
    let concat =
        document(&[&node("evolve.Concat", &[])], "\"type_version:evolve.Concat\": \"1 evolve.Layer=9\"");
    assert!(error(&concat).contains("version 9 of evolve.Layer is newer than version 3 of this program"));
}

#[test]
fn older_nodes_of_a_type_without_an_upgrade_have_defaults() {
    register();
    let loaded = load_json(&document(&[&node("evolve.Plain", &[])], "")).unwrap();
    assert_eq!(loaded.as_node::<PlainNode>().unwrap().number, 7);
    assert!(save_json(&loaded).unwrap().contains("\"type_version:evolve.Plain\": \"1\""));
}

#[test]
fn nodes_of_unknown_types_keep_their_versions() {
    register();
    let far = node("evolve.Far", &[("line", "70")]);
    let versions =
        "\"type_version:evolve.Far\": \"2 evolve.Farther=5\", \"type_version:evolve.Other\": \"1\"";
    let loaded = keep_unknown(&document(&[&far], versions)).unwrap();
    assert!(loaded.is_instance::<OpaqueNode>());
    let saved = save_json(&loaded).unwrap();
    assert!(
        saved.ends_with(
            "{\"tvm_version\": \"0.8.0\", \"type_version:evolve.Far\": \"2 evolve.Farther=5\"}\n}"
        ),
        "{saved}"
    );
    assert_eq!(save_json(&keep_unknown(&saved).unwrap()).unwrap(), saved);

    // Two files with different versions of the type.
    let other = keep_unknown(&document(&[&far], "")).unwrap();
    let both: Array<ObjectRef> = [loaded, other].into_iter().collect();
    assert_eq!(
        save_json(&both).unwrap_err().to_string(),
        "evolve.Far: version 0 and version 2 evolve.Farther=5 cannot be saved in one file: link in the type and the types that its nodes refer to, then save and load the older nodes first"
    );
}

#[test]
fn nodes_of_newer_versions_are_kept_on_request() {
    register();
    let new = document(&[&node("evolve.Plain", &[("text", "x")])], "\"type_version:evolve.Plain\": \"2\"");
    let kept = keep_unknown(&new).unwrap();
    assert!(kept.is_instance::<OpaqueNode>());
    assert!(save_json(&kept).unwrap().contains("\"type_version:evolve.Plain\": \"2\""));
    let old = Plain::from(make_object(PlainNode { base: Object::new(), number: 1 }));
    let both: Array<ObjectRef> = [kept, old.into()].into_iter().collect();
    assert_eq!(
        save_json(&both).unwrap_err().to_string(),
        "evolve.Plain: version 1 and version 2 cannot be saved in one file: link in the type and the types that its nodes refer to, then save and load the older nodes first"
    );
    let newer = document(&[&node("evolve.Free", &[("text", "x")])], "\"type_version:evolve.Free\": \"2\"");
    let newer = keep_unknown(&newer).unwrap();
    let free = Free::from(make_object(FreeNode { base: Object::new(), next: None }));
    let both: Array<ObjectRef> = [newer, free.into()].into_iter().collect();
    assert!(
        save_json(&both).unwrap_err().to_string().starts_with("evolve.Free: version 0 and version 2 cannot")
    );
}

#[test]
fn an_upgraded_node_with_an_unknown_attribute_is_kept_on_request() {
    register();
    let old =
        document(&[&node("evolve.Layer", &[("label", "x"), ("shape", "4x3"), ("note", "y")]), NAME], "");
    assert!(error(&old).contains("unknown attribute `note`"));
    let kept = keep_unknown(&old).unwrap();
    assert_eq!(layer(&kept), (4, 3, "x"));
    let view = OpaqueView::of(&kept).unwrap();
    assert!(view.attrs().map(|attr| attr.name).eq(["width", "height", "name", "note"]));
    let saved = save_json(&kept).unwrap();
    assert!(saved.contains("\"note\": \"y\"") && saved.contains("\"type_version:evolve.Layer\": \"3\""));
    assert_eq!(save_json(&keep_unknown(&saved).unwrap()).unwrap(), saved);
}

#[test]
fn every_format_states_the_versions() {
    register();
    let old = node("evolve.Concat", &[("shape", "2x1"), ("label", "x"), ("source", "0"), ("owner", "0")]);
    let loaded = load_json(&document(&[&old], "")).unwrap();
    let plain = SaveJson::new(Format::Plain).to_string(&loaded).unwrap();
    let versions = "\"versions\":{\"evolve.Concat\":\"1 evolve.Layer=3\"}";
    assert!(plain.replace([' ', '\n'], "").contains(&versions.replace(' ', "")), "{plain}");
    assert_eq!(save_json(&load_json(&plain).unwrap()).unwrap(), save_json(&loaded).unwrap());

    // Old nodes in plain JSON.
    let plain = r#"{"objet": 1, "versions": {"evolve.Layer": 1}, "root": {"type": "evolve.Concat",
        "shape": "2x1", "label": "x", "dim": 3, "limit": null, "source": {"type": "evolve.Layer", "shape": "4x3", "label": "y"}}}"#;
    let loaded: Concat = load_json(plain).unwrap().downcast().unwrap();
    assert_eq!((loaded.width, loaded.axis, loaded.limit), (2, 3, None));
    assert_eq!(layer(loaded.inputs[0].as_object_ref()), (4, 3, "y"));
    let newer = plain.replace(": 1}", ": 4}");
    assert!(error(&newer).contains("version 4 of evolve.Layer is newer than version 3"), "{}", error(&newer));
}

#[test]
fn a_long_chain_of_old_nodes_loads() {
    register();
    let count = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    let concat = |next: usize| {
        let next = if next > count { 0 } else { next };
        let next = next.to_string();
        node("evolve.Concat", &[("label", "x"), ("shape", "4x3"), ("source", &next), ("owner", "0")])
    };
    let nodes: Vec<_> = (1..=count).map(|index| concat(index + 1)).collect();
    let nodes: Vec<_> = nodes.iter().map(|node| node.as_str()).collect();
    let loaded = load_json(&document(&nodes, "")).unwrap();
    let mut depth = 1;
    let mut at = loaded.as_node::<ConcatNode>().unwrap();
    while let Some(next) = at.inputs.first() {
        at = next.as_node().unwrap();
        depth += 1;
    }
    assert_eq!(depth, count);
}

#[test]
fn attributes_without_a_field_have_the_same_accessors_in_every_format() {
    register();
    let notes = |text: &str| -> Vec<_> {
        let root = load_json(text).unwrap();
        let notes = objet::post_order(&root).filter_map(|object| {
            let NoteNode { text, object, count, title, line, .. } = object.as_node()?;
            Some([text.clone(), object.clone(), count.clone(), title.clone(), line.to_string()])
        });
        notes.collect()
    };
    let tvm_ffi = |nodes: &[&str]| {
        let nodes = nodes.join(",");
        let root = nodes.matches("type").count() - 1;
        notes(&format!(r#"{{"root_index":{root},"nodes":[{nodes}]}}"#))
    };
    let certain = [["hi", "hi", "5", "", "-1"]];
    let note = [("old_text", "2"), ("old_count", "5")];
    assert_eq!(notes(&document(&[&node("evolve.Note", &note), &NAME.replace("first", "hi")], "")), certain);
    let plain = r#"{"objet":1,"root":{"type":"evolve.Note","old_text":"hi","old_count":5}}"#;
    assert_eq!(notes(plain), certain);
    let text = r#"{"type":"ffi.String","data":"hi"}"#;
    let note = r#"{"type":"evolve.Note","data":{"old_text":0,"old_count":5}}"#;
    assert_eq!(tvm_ffi(&[text, note]), certain);

    // The array may have led the writer to the text.
    let note = r#"{"type":"evolve.Note","data":{"old_text":0,"old_count":0,"old_title":0,"old_line":0}}"#;
    let error = "expected a text, found the number 0, which may also stand for a reference to runtime.String: \
                 use `as_int` for the number, or `as_object`";
    let array = r#"{"type":"ffi.Array","data":[0,1]}"#;
    assert_eq!(tvm_ffi(&[text, note, array]), [[error, "hi", "0", "hi", "0"]]);

    let note = r#"{"type":"evolve.Note","data":{"old_text":0,"old_count":0.5}}"#;
    assert_eq!(tvm_ffi(&[text, note])[0][2], "expected a 64-bit integer, found the text \"0.5\"");
}

/// A node with values of all kinds, before its fields were renamed.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Before", is_final, new)]
struct BeforeNode {
    base: Object,
    old: Option<ObjectRef>,
    old_pads: Vec<i64>,
    old_costs: Option<i64>,
    old_label: std::string::String,
    old_weight: NDArray,
}

/// The same node afterwards.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Later_", is_final, version = 1, upgrade = rename_all, new)]
struct LaterNode {
    base: Object,
    value: Option<ObjectRef>,
    pads: Vec<i64>,
    costs: Option<i64>,
    label: std::string::String,
    weight: NDArray,
}

fn rename_all(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    assert_eq!(attrs.get("old_pads").map(|pads| pads.as_text()), Some(Ok("[1,-2]")));
    assert_eq!(
        attrs.get("old_weight").map(|weight| weight.as_tensor().unwrap().unwrap().shape()),
        Some(&[1][..])
    );
    for name in ["pads", "costs", "label", "weight"] {
        attrs.rename(&format!("old_{name}"), name);
    }
    attrs.rename("old", "value");
    Ok(())
}

#[test]
fn renamed_attributes_have_the_same_values_in_every_format() {
    objet::register_types!(BeforeNode, LaterNode).unwrap();
    let tensor = |number: u8| NDArray::from_slice(&[1], &[number]).unwrap();
    let values: [Option<ObjectRef>; 9] = [
        None,
        Some(BoxInt::new(0).into()),
        Some(BoxInt::new(5).into()),
        Some(BoxBool::new(false).into()),
        Some(BoxFloat::new(0.0).into()),
        Some(String::from("0").into()),
        Some(tensor(1).into()),
        Some(Array::from([BoxInt::new(1)]).into()),
        Some(Map::from([(String::from("$k"), BoxInt::new(1))]).into()),
    ];
    for (value, costs) in values.into_iter().zip([None, Some(0)].into_iter().cycle()) {
        let parts =
            |value: &Option<ObjectRef>| (value.clone(), vec![1, -2], costs, "0".to_owned(), tensor(2));
        let (old, pads, costs, label, weight) = parts(&value);
        let before = Before::new(old, pads, costs, label, weight).upcast::<ObjectRef>();
        let (value, pads, costs, label, weight) = parts(&value);
        let expected = Later::new(value, pads, costs, label, weight).upcast::<ObjectRef>();
        let check = |format: &str, loaded: ObjectRef| {
            assert!(objet::structural_equal(&loaded, &expected), "{format}: {loaded:?} {expected:?}");
        };
        let renamed = |text: &str| text.replace("evolve.Before", "evolve.Later_");
        for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
            let text = renamed(&SaveJson::new(format).to_string(&before).unwrap());
            check(&text, load_json(&text).unwrap());
        }
        let value = serde_json::to_value(Graph(before.clone())).unwrap();
        let value = serde_json::from_str(&renamed(&value.to_string())).unwrap();
        check("Value", serde_json::from_value::<Graph<ObjectRef>>(value).unwrap().0);
        let mut tables = postcard::to_stdvec(&Graph(before)).unwrap();
        let (from, to) = (b"evolve.Before", b"evolve.Later_");
        let at = tables.windows(from.len()).position(|bytes| bytes == from).unwrap();
        tables[at..at + to.len()].copy_from_slice(to);
        check("postcard", postcard::from_bytes::<Graph<ObjectRef>>(&tables).unwrap().0);
    }
}

/// A node that was a list.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Listed", is_final, version = 1, upgrade = read_list)]
struct ListedNode {
    base: Object,
    found: std::string::String,
}

fn read_list(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let list = attrs.remove("list").ok_or("missing attribute `list`")?;
    attrs.insert("found", list.as_text().map_or_else(|error| error.to_string(), Into::into));
    Ok(())
}

/// A node whose option becomes a required number, and whose other fields are read.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Axis", is_final, version = 1, upgrade = read_options)]
struct AxisNode {
    base: Object,
    axis: Option<i64>,
    label: Option<std::string::String>,
    axis_again: i64,
}

fn read_options(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let axis = attrs.get("axis").ok_or("missing attribute `axis`")?.clone();
    assert_eq!(axis.as_int(), Ok(5));
    attrs.insert("axis_again", axis);
    Ok(())
}

#[test]
fn an_option_is_read_as_its_value_in_every_format() {
    objet::register_types!(AxisNode).unwrap();
    let plain = |fields: &str| format!(r#"{{"objet":1,"root":{{{fields}}}}}"#);
    for text in [
        plain(r#""type":"evolve.Axis","axis":5,"label":"a\"\u00e9""#),
        plain(r#""axis":5,"label":"a\"\u00e9","type":"evolve.Axis""#),
        document(&[&node("evolve.Axis", &[("axis", "5"), ("label", r#"\"a\\\"é\""#)])], ""),
    ] {
        let root = load_json(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let root = root.as_node::<AxisNode>().unwrap();
        let label = root.label.as_deref();
        assert_eq!((root.axis, label, root.axis_again), (Some(5), Some("a\"é"), 5), "{text}");
    }
}

#[test]
fn lists_with_shared_parts_have_no_json() {
    objet::register_types!(ListedNode).unwrap();
    let found = |list: &str| {
        let plain = format!(r#"{{"objet":1,"root":{{"type":"evolve.Listed","list":{list}}}}}"#);
        load_json(&plain).unwrap().as_node::<ListedNode>().unwrap().found.clone()
    };
    assert_eq!(found(r#"[1, {"a": [-0.5, true, null]}, "x"]"#), r#"[1,{"a":[-0.5,true,null]},"x"]"#);
    // Each list contains the next one twice.
    let mut list = r#"{"$id":40,"type":"Array","data":[]}"#.to_owned();
    for id in (0..40).rev() {
        list = format!(r#"{{"$id":{id},"type":"Array","data":[{list},{{"$ref":{}}}]}}"#, id + 1);
    }
    assert_eq!(found(&list), "expected a text, found a reference to Array");
    let deep = "[".repeat(1_000) + &"]".repeat(1_000);
    assert_eq!(found(&deep), "expected a text, found a reference to Array");
}
