//! Inference of the references of unknown types.

use objet::containers::BoxInt;
use objet::graph::{OpaqueNode, OpaqueValue, OpaqueView};
use objet::prelude::*;
use objet::{rewrite, save_json};
use proptest::prelude::*;

use super::{document, load_unknown, save, saved_again};
use crate::stand_ins::{self, BlockNode};

const NONE: &str = r#"{"type":"None"}"#;
const ONE: &str = r#"{"type":"int","data":1}"#;
const TWO: &str = r#"{"type":"int","data":2}"#;

/// Returns a short form of the attributes of the root.
fn root_attrs(nodes: &[&str]) -> String {
    let root = load_unknown(&document(nodes)).unwrap().unwrap();
    let node = root.as_node::<OpaqueNode>().unwrap();
    let attrs = node.attrs().map(|(name, value)| {
        let value = match value {
            OpaqueValue::String(text) => format!("{text:?}"),
            OpaqueValue::Literal(text) => text.to_string(),
            OpaqueValue::Reference(object) => {
                format!("@{}", object.as_ref().map_or("null", |one| one.type_key()))
            }
            OpaqueValue::Ambiguous { number, is_tree_edge, .. } => {
                format!("{number}?{}", if *is_tree_edge { "!" } else { "" })
            }
            _ => unreachable!("no other values"),
        };
        format!("{name}={value}")
    });
    attrs.collect::<Vec<_>>().join(" ")
}

#[test]
fn values_that_are_no_indices_are_proven() {
    let root = r#"{"type":"far.A","data":{"z":true,"a":1.5,"m":7,"s":"float32","n":-1,"b":0}}"#;
    assert_eq!(root_attrs(&[ONE, root]), r#"z=true a=1.5 m=7 s="float32" n=-1 b=@runtime.BoxInt"#);
}

#[test]
fn the_only_way_to_a_node_is_proven() {
    assert_eq!(
        root_attrs(&[NONE, ONE, r#"{"type":"far.A","data":{"a":0,"b":1}}"#]),
        "a=@null b=@runtime.BoxInt"
    );
    // Either attribute can have led to the node.
    assert_eq!(root_attrs(&[ONE, r#"{"type":"far.A","data":{"a":0,"b":0}}"#]), "a=0? b=0?!");
    // The writer visits attributes in order, so `a` cannot lead to node 1.
    let root = r#"{"type":"far.A","data":{"a":1,"b":0}}"#;
    let error = load_unknown(&document(&[ONE, TWO, root])).unwrap_err().to_string();
    assert!(error.starts_with("line 1, node 2 (far.A): attribute `a` is ambiguous"), "{error}");
}

#[test]
fn a_file_whose_numbers_would_change_is_refused() {
    // The writer visits node 2 first, so a saved file has other numbers, and `a` may be one.
    let nodes = [ONE, r#"{"type":"far.A","data":{"a":0,"b":0}}"#, TWO];
    let [in_order, out_of_order] = ["[1,2,1]", "[2,1,2]"].map(|data| {
        let root = format!(r#"{{"type":"ffi.Array","data":{data}}}"#);
        document(&[nodes[0], nodes[1], nodes[2], &root])
    });
    assert_eq!(saved_again(&in_order).unwrap(), in_order);
    let error = load_unknown(&out_of_order).unwrap_err().to_string();
    assert!(error.starts_with("line 1, node 1 (far.A): attribute `a` is ambiguous"), "{error}");
}

#[test]
fn a_later_value_proves_that_earlier_ones_are_no_indices() {
    // The first value of `n` may be an index, and would lead to node 0.
    let first = r#"{"type":"far.A","data":{"of":0,"n":0}}"#;
    let last = r#"{"type":"far.A","data":{"of":1,"n":9}}"#;
    assert_eq!(root_attrs(&[ONE, first]), "of=0? n=0?!");
    assert_eq!(root_attrs(&[ONE, first, last]), "of=@objet.Opaque n=9");
    let text = document(&[ONE, first, last]);
    assert_eq!(saved_again(&text).unwrap(), text);
}

#[test]
fn a_node_that_is_used_later_is_closed_by_the_next_node() {
    // The array is only used by the root, so the node before it cannot be open after it.
    let nodes = [ONE, r#"{"type":"far.Use","data":{"of":0}}"#, r#"{"type":"ffi.Array","data":[0,1]}"#];
    let text = document(&nodes);
    assert_eq!(saved_again(&text).unwrap(), text);
}

#[test]
fn a_proven_reference_does_not_overtake_an_ambiguous_one() {
    // `value` leads to node 1 from the root, so `var` or `line` of the root lead to node 0 before.
    let text = document(&[
        r#"{"type":"far.V","data":{"n":true}}"#,
        r#"{"type":"far.V","data":{"n":false}}"#,
        NONE,
        r#"{"type":"far.Z","data":{}}"#,
        r#"{"type":"far.L","data":{"line":0,"var":1,"value":2,"body":3}}"#,
        r#"{"type":"far.L","data":{"line":0,"var":0,"value":2,"body":4}}"#,
        r#"{"type":"far.L","data":{"line":0,"var":0,"value":1,"body":5}}"#,
    ]);
    assert_eq!(saved_again(&text).unwrap(), text);
}

#[test]
fn a_changed_numbering_is_an_error() {
    let nodes = [ONE, TWO, r#"{"type":"far.A","data":{"n":0}}"#, r#"{"type":"ffi.Array","data":[0,1,2]}"#];
    let text = document(&nodes);
    assert_eq!(saved_again(&text).unwrap(), text);
    let root = load_unknown(&text).unwrap().unwrap();
    let swapped = rewrite(root, |object: ObjectRef| -> Result<ObjectRef, objet::Error> {
        match object.downcast_ref::<Array<Option<ObjectRef>>>() {
            Some(array) => {
                let mut elements: Vec<_> = array.iter().cloned().collect();
                elements.insert(0, Some(BoxInt::new(7).into()));
                Ok(Array::from_iter(elements).into())
            }
            None => Ok(object),
        }
    });
    let error = save(Some(&swapped.unwrap())).unwrap_err().to_string();
    assert_eq!(
        error,
        "far.A: attribute `n` is ambiguous: \"0\" may be a number, or a reference to an object that now has the number \
         1; link in the type"
    );
}

#[test]
fn strings_and_bytes_of_unknown_types_are_kept() {
    let nodes = [
        r#"{"type":"ir.Op","data":"relax.add"}"#,
        r#"{"type":"ir.Op","data":""}"#,
        r#"{"type":"far.A","data":{}}"#,
        r#"{"type":"ffi.Array","data":[0,1,2]}"#,
    ];
    let text = document(&nodes);
    assert_eq!(saved_again(&text).unwrap(), text);
}

#[test]
fn opaque_nodes_move_to_files_of_tvm_0_8() {
    let root = r#"{"type":"far.A","data":{"z":true,"a":0,"f":NaN,"d":"int8"}}"#;
    let graph = load_unknown(&document(&[TWO, root])).unwrap().unwrap();
    let text = save_json(&graph).unwrap();
    let attrs = "\"attrs\": {\n        \"a\": \"2\", \n        \"d\": \"int8\", \n        \"f\": \"nan\", \n        \"z\": \"1\"\n";
    assert!(text.contains(attrs), "{text}");
    // Without the type, strings of TVM 0.8 stay strings.
    let back = save(load_unknown(&text).unwrap().as_ref()).unwrap();
    assert!(back.contains(r#"{"type":"far.A","data":{"a":0,"d":"int8","f":"nan","z":"1"}}"#), "{back}");
}

/// Returns a graph of nodes whose fields refer to earlier nodes or hold numbers.
fn graphs() -> impl Strategy<Value = Vec<(usize, Vec<(bool, usize)>)>> {
    let fields = prop::collection::vec((any::<bool>(), 0..40_usize), 0..4);
    prop::collection::vec((0..3_usize, fields), 1..30)
}

/// Builds the file of a graph as the writer does: by a traversal from the last node. The `n`th
/// field of a type is a reference for each graph if `is_reference` says so.
fn written(graph: &[(usize, Vec<(bool, usize)>)], is_reference: &[[bool; 4]; 3]) -> String {
    struct Writer<'a> {
        graph: &'a [(usize, Vec<(bool, usize)>)],
        is_reference: &'a [[bool; 4]; 3],
        numbers: Vec<Option<usize>>,
        nodes: Vec<String>,
    }
    impl Writer<'_> {
        fn number(&mut self, node: usize) -> usize {
            if let Some(number) = self.numbers[node] {
                return number;
            }
            let (kind, fields) = &self.graph[node];
            let mut attrs = Vec::new();
            for (field, (_, value)) in fields.iter().enumerate() {
                let value = match self.is_reference[*kind][field] && node > 0 {
                    true => self.number(value % node),
                    false => *value,
                };
                attrs.push(format!(r#""f{field}":{value}"#));
            }
            if node == 0 {
                attrs.clear();
            }
            let kind = if node == 0 { 3 } else { *kind };
            self.nodes.push(format!(r#"{{"type":"far.T{kind}","data":{{{}}}}}"#, attrs.join(",")));
            self.numbers[node] = Some(self.nodes.len() - 1);
            self.nodes.len() - 1
        }
    }
    let mut writer = Writer { graph, is_reference, numbers: vec![None; graph.len()], nodes: Vec::new() };
    writer.number(graph.len() - 1);
    let nodes: Vec<_> = writer.nodes.iter().map(String::as_str).collect();
    document(&nodes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 512 }))]

    /// The file comes back, and no proven meaning is wrong, independently of the meanings.
    #[test]
    fn a_file_of_the_writer_comes_back(
        graph in graphs(),
        is_reference in prop::array::uniform3(prop::array::uniform4(any::<bool>())),
    ) {
        let text = written(&graph, &is_reference);
        prop_assert_eq!(saved_again(&text).unwrap(), text.clone());
        let root = load_unknown(&text).unwrap().unwrap();
        for object in objet::post_order(&root) {
            let node = object.as_node::<OpaqueNode>().unwrap();
            let kind: usize = node.opaque_type_key()["far.T".len()..].parse().unwrap();
            for (name, value) in node.attrs() {
                let field: usize = name[1..].parse().unwrap();
                let truth = is_reference[kind][field];
                match value {
                    OpaqueValue::Reference(_) => prop_assert!(truth, "{text}: {kind} {field}"),
                    OpaqueValue::Literal(_) => prop_assert!(!truth, "{text}: {kind} {field}"),
                    _ => {}
                }
            }
        }
    }

    /// The same, if attributes have the names of the fields `line` and `origin` of `stand.Expr`, a
    /// number and a reference.
    #[test]
    fn attributes_with_the_names_of_fields_come_back(
        graph in graphs(),
        is_reference in prop::array::uniform3(prop::array::uniform4(any::<bool>())),
        are_fields in any::<bool>(),
    ) {
        stand_ins::register();
        let mut is_reference = is_reference;
        if are_fields {
            is_reference.iter_mut().for_each(|kind| (kind[0], kind[1]) = (false, true));
        }
        let nodes = written(&graph, &is_reference).replace("\"f0\"", "\"line\"").replace("\"f1\"", "\"origin\"");
        let (_, nodes) = nodes.split_once('[').unwrap();
        let count = nodes.matches("\"type\"").count();
        let text = document(&[
            nodes.strip_suffix("]}").unwrap(),
            &format!(r#"{{"type":"ffi.Array","data":[{}]}}"#, count - 1),
            &format!(r#"{{"type":"ffi.Array","data":[{count}]}}"#),
            r#"{"type":"ffi.Map","data":[]}"#,
            r#"{"type":"ffi.Map","data":[]}"#,
            &format!(
                r#"{{"type":"stand.Block","data":{{"exprs":{},"names":{},"by_expr":{}}}}}"#,
                count + 1, count + 2, count + 3
            ),
        ]);
        let text = text.replace("\"root_index\":5", &format!("\"root_index\":{}", count + 4));
        prop_assert_eq!(&saved_again(&text).unwrap(), &text);
        let root = load_unknown(&text).unwrap().unwrap();
        prop_assert!(!are_fields || root.is_instance::<BlockNode>(), "{text}");
        for object in objet::post_order(&root) {
            let Some(view) = OpaqueView::of(&object).filter(|view| view.opaque_type_key() != "stand.Block") else {
                continue;
            };
            let kind: usize = view.opaque_type_key()["far.T".len()..].parse().unwrap();
            for attr in view.attrs().filter(|_| are_fields) {
                let field = ["line", "origin", "f2", "f3"].iter().position(|name| attr.name == *name).unwrap();
                let truth = is_reference[kind][field];
                match &attr.value {
                    OpaqueValue::Reference(_) => prop_assert!(truth, "{text}: {kind} {field}"),
                    OpaqueValue::Literal(_) => prop_assert!(!truth, "{text}: {kind} {field}"),
                    _ => {}
                }
            }
        }
    }
}
