//! Tests of this module on files that TVM wrote.

use std::collections::{HashMap, HashSet};
use std::fs;

use super::document::{Document, Node};
use super::json_writer::JsonWriter;
use super::number::canonical_index;
use super::opaque::infer::{Evidence, Inference, Meaning};
use super::order::children_first;
use super::scan::scan;

/// Returns the name and the content of every file.
pub(super) fn all() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/graphs");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of real files")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn every_file_is_written_as_it_was_read() {
    for (name, text) in all() {
        let document = scan(text.as_slice()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut writer = JsonWriter::new(Vec::with_capacity(text.len()), document.root);
        for node in document.nodes() {
            writer.begin_node(document.type_key(node.type_key()));
            writer.repr(node.repr().unwrap_or_default()).unwrap();
            writer.begin_attrs(node.names().len());
            for (attribute, value) in node.names().iter().zip(node.texts()) {
                writer.attr_text(document.name(*attribute), value).unwrap();
            }
            writer.keys(node.keys()).unwrap();
            writer.data(node.data().iter().copied()).unwrap();
            writer.end_node().unwrap();
        }
        writer.end_nodes();
        for tensor in &document.tensors {
            writer.tensor(tensor).unwrap();
        }
        assert_eq!(document.attrs, [("tvm_version".into(), "0.8.0".into())]);
        assert!(writer.finish(&[], &[]).unwrap() == text, "{name}");
    }
}

#[test]
fn a_truncated_file_is_an_error() {
    let small = ["attrs_test.json", "cont_shared.json", "source_span.json", "cont_strings.json"];
    for (name, text) in all().iter().filter(|(name, _)| small.contains(&name.as_str())) {
        for length in 0..text.len() {
            let error = scan(&text[..length]).err().unwrap_or_else(|| panic!("{name} of {length} bytes"));
            assert!(!error.to_string().is_empty());
        }
    }
}

/// A document in which only containers and strings are known types.
struct Unknown {
    document: Document,
    classes: HashMap<(u32, u32), u32>,
}

impl Unknown {
    fn scan(text: &[u8]) -> Self {
        let document = scan(text).expect("a file that TVM wrote");
        let mut classes = HashMap::new();
        for node in document.nodes().filter(|node| !Self::known(document.type_key(node.type_key()))) {
            for name in node.names() {
                let next = classes.len() as u32;
                classes.entry((node.type_key(), *name)).or_insert(next);
            }
        }
        Self { document, classes }
    }

    fn known(type_key: &str) -> bool {
        ["", "Array", "Map", "runtime.String"].contains(&type_key)
    }

    /// Returns the attributes of a node of an unknown type, as class and value.
    fn attrs(&self, node: Node<'_>) -> Vec<(u32, String)> {
        if Self::known(self.document.type_key(node.type_key())) {
            return Vec::new();
        }
        let class = |name: &u32| self.classes[&(node.type_key(), *name)];
        node.names().iter().map(class).zip(node.texts().map(str::to_owned)).collect()
    }

    fn infer(&self) -> Inference {
        let mut evidence =
            Evidence::new(self.document.len(), self.document.root, self.document.tensors.len());
        for (index, node) in self.document.nodes().enumerate() {
            node.data().iter().for_each(|target| evidence.reference(index as u32, *target));
            for (class, value) in self.attrs(node) {
                evidence.attr(index as u32, class, &value);
            }
        }
        evidence.infer()
    }

    /// Returns the nodes and the tensors in the order in which the writer visits them.
    fn walk(&self, inference: &Inference) -> (Vec<u32>, Vec<u32>) {
        let (mut nodes, mut tensors) = (Vec::new(), Vec::new());
        let (mut met_nodes, mut met_tensors) = (HashSet::new(), HashSet::new());
        let mut stack = vec![(self.document.root as u32, true)];
        while let Some((target, is_node)) = stack.pop() {
            if !is_node {
                if met_tensors.insert(target) {
                    tensors.push(target);
                }
                continue;
            }
            if target == 0 || !met_nodes.insert(target) {
                continue;
            }
            nodes.push(target);
            let node = self.document.node(target as usize);
            stack.extend(node.data().iter().rev().map(|element| (*element, true)));
            let mut visits = Vec::new();
            for (class, value) in self.attrs(node) {
                let Some(value) = canonical_index(&value) else { continue };
                let meaning = inference.meaning(class);
                if meaning == Meaning::Reference || inference.claims_node(target, class, value) {
                    visits.push(((value, 0), (value, true)));
                }
                let uses = meaning == Meaning::Tensor || inference.claims_tensor(target, class, value);
                if let Some(moment) = inference.before_tensor(value).filter(|_| uses) {
                    visits.push(((moment, value + 1), (value, false)));
                }
            }
            visits.sort_unstable();
            stack.extend(visits.into_iter().rev().map(|(_, visit)| visit));
        }
        (nodes, tensors)
    }
}

#[test]
fn nodes_of_unknown_types_are_numbered_as_before() {
    for (name, text) in all() {
        let unknown = Unknown::scan(&text);
        let inference = unknown.infer();
        assert!(inference.in_order(), "{name}");
        let (nodes, tensors) = unknown.walk(&inference);
        let document = &unknown.document;
        assert!(nodes.into_iter().eq(1..document.len() as u32), "{name}");
        assert!(tensors.into_iter().eq(0..document.tensors.len() as u32), "{name}");
        let order = children_first(document.len(), |index, targets| {
            let node = document.node(index as usize);
            targets.extend_from_slice(node.data());
            let values = unknown
                .attrs(node)
                .into_iter()
                .filter_map(|(class, value)| Some((class, canonical_index(&value)?)));
            targets.extend(
                values
                    .filter(|(class, value)| inference.holds_node(index, *class, *value))
                    .map(|(_, value)| value),
            );
        });
        assert!(order.is_ok(), "{name}: {order:?}");
    }
}
