//! Tests of graphs of known types: loading, comparison and saving without changes.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use objet::compare::{StructuralEqual, structural_hash};
use objet::graph::{Format, Graph, SaveJson};
use objet::graph::{GraphError, LoadJson, OpaqueNode, load_json_from, save_json_root, save_json_to};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{String, load_json, save_json, structural_equal};
use proptest::prelude::*;

use crate::graph_files;
use crate::long_graphs::{LONG, on_a_small_stack};
use crate::tvm_nodes::{self, BaseExprNode, IntImmNode, PrimExprNode};

/// A node with two references and values of several kinds.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "graphs.Pair", is_final)]
struct PairNode {
    base: Object,
    left: Option<ObjectRef>,
    #[reflect(visit_last)]
    right: Option<ObjectRef>,
    tensor: NDArray,
    number: i64,
    float: f64,
    text: std::string::String,
}

/// An element of a list.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "graphs.Link", is_final)]
struct LinkNode {
    base: Object,
    next: Option<Link>,
}

fn pair(left: Option<ObjectRef>, right: Option<ObjectRef>, tensor: NDArray, number: i64) -> Pair {
    let (float, text) = (number as f64 / 3.0, format!("\"{number}\"\n"));
    make_object(PairNode { base: Object::new(), left, right, tensor, number, float, text }).into()
}

fn tensor(value: i64) -> NDArray {
    NDArray::from_slice(&[2], &[value, 1]).expect("a small tensor")
}

fn keep_unknown(text: &str) -> ObjectRef {
    tvm_nodes::register();
    let loaded = LoadJson::new().keep_unknown(true).load(text.as_bytes());
    loaded.unwrap_or_else(|error| panic!("{error}")).expect("a root that is not null")
}

/// The files with types that are not linked in here.
const OTHERS: [&str; 5] =
    ["prelude.typed", "lowered_matmul", "primfunc_matmul", "script_matmul", "tir_exprs_zoo"];

#[test]
fn every_file_of_known_types_is_written_as_it_was_read() {
    tvm_nodes::register();
    for (name, text) in graph_files::all() {
        let graph = match load_json(&text) {
            Err(GraphError::UnknownType { .. }) if OTHERS.contains(&name.as_str()) => continue,
            graph => graph.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        assert!(save_json(&graph).unwrap() == text, "{name}");
        let other = load_json(&text).unwrap();
        let difference = StructuralEqual::new().map_free_vars(true).first_difference(&graph, &other);
        assert!(difference.is_none(), "{name}: {}", difference.unwrap());
        assert_eq!(structural_hash(&graph), structural_hash(&other), "{name}");
    }
}

#[test]
fn files_of_some_unknown_types_are_written_as_they_were_read() {
    for (name, text) in graph_files::all() {
        let graph = keep_unknown(&text);
        assert!(save_json(&graph).unwrap_or_else(|error| panic!("{name}: {error}")) == text, "{name}");
        // In three files the nodes of the root itself are not linked in here.
        let root = text.lines().filter(|line| line.contains("\"type_key\"")).nth(1).unwrap();
        let is_linked = objet::types::by_key(root.split('"').nth(3).unwrap()).is_some();
        assert_eq!(graph.is_instance::<OpaqueNode>(), !is_linked, "{name}");
        let other = keep_unknown(&text);
        assert!(StructuralEqual::new().map_free_vars(true).equal(&graph, &other), "{name}");
        assert_eq!(structural_hash(&graph), structural_hash(&other), "{name}");
        let copy = deep_copy(&graph);
        assert!(save_json(&copy).unwrap_or_else(|error| panic!("{name}, copied: {error}")) == text, "{name}");
    }
}

#[test]
fn a_graph_with_many_paths_loads_and_saves_in_linear_time() {
    tvm_nodes::register();
    let (_, text) = graph_files::all().into_iter().find(|(name, _)| name == "diamond_60").unwrap();
    let start = Instant::now();
    let graph = load_json(&text).unwrap();
    assert!(save_json(&graph).unwrap() == text);
    assert!(start.elapsed() < Duration::from_millis(200));
}

#[test]
fn shared_objects_are_loaded_once() {
    let name = String::from("x");
    let names = Array::<String>::from([name.clone(), name, String::from("x")]);
    let back: Array<String> = load_json(&save_json(&names).unwrap()).unwrap().downcast().unwrap();
    assert!(back[0].same_as(&back[1]) && !back[0].same_as(&back[2]));
    let shared = tensor(1);
    let inner = pair(None, None, shared.clone(), 1);
    let graph = pair(Some(inner.clone().into()), Some(inner.into()), shared, 2);
    let json = save_json(&graph).unwrap();
    let back: Pair = load_json(&json).unwrap().downcast().unwrap();
    let [left, right] = [&back.left, &back.right].map(|side| side.clone().unwrap());
    assert!(left.same_as(&right) && left.as_node::<PairNode>().unwrap().tensor.same_as(&back.tensor));
    assert!(structural_equal(&graph, &back) && save_json(&back).unwrap() == json);
}

#[test]
fn references_are_numbered_in_field_order() {
    let leaf = |number| Some(pair(None, None, tensor(number), number).into());
    let graph = pair(leaf(2), leaf(3), tensor(1), 1);
    let json = save_json(&graph).unwrap();
    let numbers: Vec<_> = json.lines().filter(|line| line.contains("\"number\"")).collect();
    assert_eq!(
        numbers,
        ["        \"number\": \"1\", ", "        \"number\": \"2\", ", "        \"number\": \"3\", "]
    );
    assert!(json.contains("\"float\": \"0.33333333333333331\", \n        \"left\": \"2\", "));
    // The traversal reaches the tensor after the first reference and before the second one.
    assert!(json.contains("\"right\": \"3\", \n        \"tensor\": \"1\", \n"));
}

#[test]
fn options_keep_the_attributes_of_the_document() -> Result<(), GraphError> {
    let attrs = r#""tvm_version": "0.9.dev0", "author": "a \"b\"", "stage": "fused""#;
    let json = save_json(&String::from("x"))?.replace(r#""tvm_version": "0.8.0""#, attrs);
    assert!(json.contains("fused"));
    let (root, options) = LoadJson::new().load_with_format(json.as_bytes())?;
    assert_eq!(options.to_string(&root.expect("a root"))?, json);
    Ok(())
}

#[test]
fn a_duplicate_key_in_a_map_is_an_error() {
    let pairs = r#""data": [2, 0, 3, 0, 2, 3]"#;
    for map in [r#""keys": ["a", "b", "a"], "data": [2, 0, 3]"#, pairs] {
        let json = format!(
            r#"{{"root": 1, "nodes": [{{}}, {{"type_key": "Map", {map}}},
            {{"type_key": "runtime.String", "repr_str": "x"}}, {{"type_key": "runtime.String", "repr_str": "y"}}]}}"#
        );
        for keeps in [false, true] {
            let error = LoadJson::new().keep_unknown(keeps).load(json.as_bytes()).unwrap_err();
            assert_eq!(
                error.to_string(),
                "line 1, node 1 (Map): duplicate key: entry 2 has the key of an earlier entry"
            );
        }
    }
}

#[test]
fn a_null_root_is_loaded_on_request() {
    let mut json = Vec::new();
    save_json_root(None, &mut json).unwrap();
    assert!(LoadJson::new().load(json.as_slice()).unwrap().is_none());
    assert!(matches!(load_json_from(json.as_slice()), Err(GraphError::NullRoot)));
}

#[test]
fn part_of_a_graph_of_unknown_types_is_saved_if_it_is_unambiguous() {
    let file = |line: &str| {
        format!(
            r#"{{"root": 1, "nodes": [{{}}, {{"type_key": "Array", "data": [2, 3]}}, {{"type_key": "Array"}},
            {{"type_key": "far.Away", "attrs": {{"line": "{line}"}}}}]}}"#
        )
    };
    let part = |line| keep_unknown(&file(line)).downcast::<Array<ObjectRef>>().unwrap()[1].clone();
    assert!(save_json(&part("7")).unwrap().contains("\"line\": \"7\""));
    assert_eq!(
        save_json(&part("2")).unwrap_err().to_string(),
        "far.Away: attribute `line` is ambiguous: \"2\" may be a number, or a reference to an object that is not part of the file; link in the type"
    );
}

#[test]
fn a_number_that_may_be_a_reference_is_not_changed() {
    // `size` may have led the writer to the last node, as the array has, or may be a number. Either
    // `nth` or `size` may have led it to the tensor.
    let tensor = "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQABAAAAAAAAAAQAAAAAAAAAAACAPw==";
    let file = |data: &str, nodes: &str, tensors: &str| {
        format!(
            r#"{{"root": 1, "nodes": [{{}}, {{"type_key": "Array", "data": [{data}]}}, {nodes}], "b64ndarrays": [{tensors}]}}"#
        )
    };
    let nodes = r#"{"type_key": "far.Away", "attrs": {"size": "3"}}, {"type_key": "far.End"}"#;
    let size = file("2, 3", nodes, "");
    let nth = file(
        "2",
        r#"{"type_key": "far.Away", "attrs": {"nth": "0", "size": "0"}}"#,
        &format!("\"{tensor}\""),
    );
    let first_tensor: ObjectRef = load_json(&file(
        "2",
        r#"{"type_key": "runtime.NDArray", "attrs": {"data": "0"}}"#,
        &format!("\"{tensor}\""),
    ))
    .unwrap();
    let texts = [(size, String::from("first").upcast(), "size", 3), (nth, first_tensor, "nth", 0)];
    for (text, first, attr, number) in texts {
        let kept = keep_unknown(&text);
        let saved = save_json(&kept).unwrap();
        assert!(saved.contains(&format!("\"{attr}\": \"{number}\"")));
        assert_eq!(save_json(&keep_unknown(&saved)).unwrap(), saved);
        let moved = Array::from([first, kept]);
        assert_eq!(
            save_json(&moved).unwrap_err().to_string(),
            format!(
                "far.Away: attribute `{attr}` is ambiguous: \"{number}\" may be a number, or a reference to an \
                 object that now has the number {}; link in the type",
                number + if attr == "nth" { 1 } else { 2 }
            )
        );
    }
}

/// A stream that is read one byte at a time, and takes a few bytes at a time.
struct Slow<T>(T);

impl<T: Read> Read for Slow<T> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let length = to.len().min(1);
        self.0.read(&mut to[..length])
    }
}

impl<T: Write> Write for Slow<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(&bytes[..bytes.len().min(7)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[test]
fn slow_streams_work() {
    for (name, text) in graph_files::all().into_iter().filter(|(_, text)| text.len() < 100_000) {
        let load = LoadJson::new().keep_unknown(true);
        let graph = load.load(Slow(text.as_bytes())).unwrap().unwrap();
        let mut written = Slow(Vec::new());
        save_json_to(&graph, &mut written).unwrap();
        assert!(written.0 == text.as_bytes(), "{name}");
    }
}

#[test]
fn slow_streams_may_end_a_piece_within_an_escape() {
    let file = r#"{"root": 1, "nodes": [{"type_key": ""},
        {"type_key": "runtime.String", "repr_str": "\ud83d\ude00"}]}"#;
    let text: String = load_json_from(Slow(file.as_bytes())).unwrap().downcast().unwrap();
    assert_eq!(text, "😀");
}

#[test]
fn a_failing_sink_is_an_error() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("no space left"))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let large: Array<String> = (0..10_000).map(|number| String::from(number.to_string())).collect();
    for room in [0, 100_000, 300_000] {
        let error = save_json_to(&large, Full(room)).unwrap_err();
        assert_eq!(error.to_string(), "cannot write: no space left");
        assert!(matches!(error, GraphError::Io(_)));
    }
    assert!(save_json_to(&large, Full(10_000_000)).is_ok());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn long_graphs_need_no_stack() {
    on_a_small_stack(|| {
        let link = |next| make_object(LinkNode { base: Object::new(), next }).into();
        let chain = (0..LONG).fold(None, |next, _| Some(link(next)));
        let chain = chain.map(|chain: Link| ObjectRef::from(chain));
        let mut json = Vec::new();
        save_json_root(chain.as_ref(), &mut json).unwrap();
        let back = load_json_from(json.as_slice()).unwrap();
        assert!(structural_equal(chain.as_ref().unwrap(), &back));
        let array: Array<Option<ObjectRef>> = (0..LONG).map(|_| chain.clone()).collect();
        let back = load_json(&save_json(&array).unwrap()).unwrap();
        assert!(structural_equal(&array, &back));
    });
}

/// How to make an object from earlier objects.
#[derive(Clone, Debug)]
enum Recipe {
    Text(std::string::String),
    Array(Vec<Option<usize>>),
    TextMap(Vec<(std::string::String, Option<usize>)>),
    Map(Vec<(usize, Option<usize>)>),
    Pair(Option<usize>, Option<usize>, usize, i64),
    Known(i64),
}

fn recipes() -> impl Strategy<Value = Vec<Recipe>> {
    let target = || prop::option::weighted(0.8, any::<usize>());
    let text = || "[a-c\u{e9}\"\\\\\n\u{1}]{0,3}";
    let made = (target(), target(), 0_usize..4, 0_i64..30);
    let recipe = prop_oneof![
        1 => text().prop_map(Recipe::Text),
        1 => prop::collection::vec(target(), 0..13).prop_map(Recipe::Array),
        1 => prop::collection::vec((text(), target()), 0..4).prop_map(Recipe::TextMap),
        1 => prop::collection::vec((any::<usize>(), target()), 0..4).prop_map(Recipe::Map),
        4 => made.prop_map(|(left, right, tensor, number)| Recipe::Pair(left, right, tensor, number)),
        1 => any::<i64>().prop_map(Recipe::Known),
    ];
    prop::collection::vec(recipe, 1..40)
}

fn cook(recipes: &[Recipe]) -> ObjectRef {
    let tensors: Vec<_> = (0..4).map(tensor).collect();
    let mut made: Vec<ObjectRef> = Vec::new();
    for recipe in recipes {
        // Mostly a recent object, so that graphs are deep.
        let get = |number: usize| {
            (!made.is_empty()).then(|| made[made.len() - 1 - number % made.len().min(5)].clone())
        };
        let target = |number: &Option<usize>| number.and_then(get);
        let object: ObjectRef = match recipe {
            Recipe::Text(text) => String::from(text).into(),
            Recipe::Array(elements) => elements.iter().map(target).collect::<Array<_>>().into(),
            Recipe::TextMap(entries) => {
                let entries = entries.iter().map(|(key, value)| (String::from(key), target(value)));
                entries.collect::<Map<_, _>>().into()
            }
            Recipe::Map(entries) => {
                let entries = entries.iter().filter_map(|(key, value)| Some((get(*key)?, target(value))));
                entries.collect::<Map<_, _>>().into()
            }
            Recipe::Pair(left, right, number, value) => {
                pair(target(left), target(right), tensors[*number].clone(), *value).into()
            }
            Recipe::Known(value) => {
                let base = BaseExprNode { base: Object::new(), span: None };
                let base = PrimExprNode { base, dtype: DataType::int(64) };
                make_object(IntImmNode { base, value: *value }).into()
            }
        };
        made.push(object);
    }
    made.pop().expect("at least one recipe")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 500 } else { 20_000 }))]

    #[test]
    fn saved_graphs_load_unchanged(recipes in recipes()) {
        let graph = cook(&recipes);
        let json = save_json(&graph).unwrap();
        let back = load_json(&json).unwrap();
        let difference = StructuralEqual::new().map_free_vars(true).first_difference(&graph, &back);
        prop_assert!(difference.is_none(), "{}", difference.unwrap());
        prop_assert_eq!(structural_hash(&graph), structural_hash(&back));
        prop_assert!(save_json(&back).unwrap() == json);
    }

    #[test]
    fn graphs_come_back_from_all_formats(recipes in recipes()) {
        let graph = cook(&recipes);
        let json = save_json(&graph).unwrap();
        for is_pretty in [false, true] {
            let plain = SaveJson::new(Format::Plain).pretty(is_pretty).to_string(&graph).unwrap();
            prop_assert!(save_json(&load_json(&plain).unwrap()).unwrap() == json, "{plain}");
        }
        let tables = postcard::to_stdvec(&Graph(graph.clone())).unwrap();
        let back: Graph<ObjectRef> = postcard::from_bytes(&tables).unwrap();
        prop_assert!(save_json(&back.0).unwrap() == json);
        // Equal strings are one object in the format of tvm-ffi.
        let ffi = SaveJson::new(Format::TvmFfi).to_string(&graph).unwrap();
        let back = load_json(&ffi).unwrap();
        prop_assert!(StructuralEqual::new().map_free_vars(true).equal(&graph, &back), "{ffi}");
        prop_assert_eq!(SaveJson::new(Format::TvmFfi).to_string(&back).unwrap(), ffi);
    }

    #[test]
    fn plain_graphs_load_unchanged_without_their_type(recipes in recipes()) {
        let plain = SaveJson::new(Format::Plain).to_string(&cook(&recipes)).unwrap();
        let plain = plain.replace("graphs.Pair", "graphs.Stranger");
        let graph = keep_unknown(&plain);
        prop_assert_eq!(SaveJson::new(Format::Plain).to_string(&graph).unwrap(), plain);
    }

    #[test]
    fn saved_graphs_load_unchanged_without_their_type(recipes in recipes()) {
        comes_back_without_its_type(&recipes);
    }
}

fn comes_back_without_its_type(recipes: &[Recipe]) {
    let json = save_json(&cook(recipes)).unwrap().replace("graphs.Pair", "graphs.Stranger");
    let graph = keep_unknown(&json);
    assert!(save_json(&graph).unwrap() == json);
    assert!(structural_equal(&graph, &keep_unknown(&json)));
}

/// The attribute `number` could be a reference, but then the traversal would reach the tensors in
/// another order.
#[test]
fn the_order_of_tensors_distinguishes_numbers_from_references() {
    let text = || Recipe::Text(std::string::String::new());
    let pair = |left, right, tensor, number| Recipe::Pair(Some(left), Some(right), tensor, number);
    comes_back_without_its_type(&[
        text(),
        Recipe::Known(0),
        text(),
        Recipe::Known(0),
        text(),
        pair(2, 3, 0, 5),
        text(),
        Recipe::Pair(None, None, 1, 0),
        text(),
        text(),
        pair(4, 2, 2, 2),
    ]);
}

/// An object built from the bytes would have the parent's type, and would be saved with it.
#[test]
fn a_type_without_a_struct_under_a_type_with_bytes_is_an_error() {
    let parent = tvm_nodes::SourceNameNode::type_index();
    objet::types::get_or_alloc_type_index("graphs.PlainName", parent, 0, true).unwrap();
    let json = r#"{"root": 0, "nodes": [{"type_key": "graphs.PlainName", "repr_str": "a.py"}]}"#;
    assert!(matches!(load_json(json), Err(GraphError::NotReflected { .. })));
}
