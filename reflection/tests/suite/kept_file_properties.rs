//! Property tests of graphs with tensors, of which some types are unknown. Each format writes such
//! a file as it was read.

use std::collections::BTreeMap;

use objet::compare::{StructuralEqual, structural_hash};
use objet::containers::BoxInt;
use objet::graph::{Format, Graph, LoadJson, SaveJson};
use objet::prelude::*;
use objet::structural_equal;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde::de::DeserializeSeed;

/// The base of the nodes of these tests.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "kept.Item", new)]
struct ItemNode {
    base: Object,
    #[reflect(default = 0)]
    line: i64,
}

/// A node whose tensors are fields and objects.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "kept.Tensors", is_final, new)]
struct TensorsNode {
    base: ItemNode,
    bias: Option<NDArray>,
    value: Option<ObjectRef>,
    weight: Option<NDArray>,
}

/// A node that visits its first reference last, and that has fields with JSON.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "kept.Last", is_final, new)]
struct LastNode {
    base: ItemNode,
    #[reflect(visit_last)]
    any: Option<ObjectRef>,
    #[reflect(serde)]
    costs: BTreeMap<String, i64>,
    exact: Option<Tensors>,
    item: Option<Item>,
    list: Vec<i64>,
}

const KEYS: [&str; 3] = ["kept.Item", "kept.Tensors", "kept.Last"];

/// Builds objects that refer to earlier ones. The root refers to all of them.
fn build(steps: &[(u8, usize, usize, usize)], has_tensors: bool) -> ObjectRef {
    objet::register_types!(ItemNode, TensorsNode, LastNode).unwrap();
    let tensors: Vec<_> = (1..4_u8).map(|number| NDArray::from_slice(&[1], &[number]).unwrap()).collect();
    let tensor = |index: usize| tensors.get(index % 5).filter(|_| has_tensors).cloned();
    let mut any: Vec<ObjectRef> = vec![BoxInt::new(2).into(), objet::String::from("3").into()];
    let mut items: Vec<Item> = vec![Item::new()];
    let mut exact: Vec<Tensors> = Vec::new();
    for (kind, a, b, c) in steps {
        let object = |index: usize| any.get(index % (any.len() + 2)).cloned();
        let item: Item = match kind % 4 {
            0 => Item::new(),
            1 => {
                let value = tensor(*b).map(ObjectRef::from).filter(|_| a % 2 == 0).or_else(|| object(*b));
                let made = Tensors::new(tensor(*a), value, tensor(*c));
                exact.push(made.clone());
                made.upcast()
            }
            2 => {
                let last = items.get(b % (items.len() + 1)).cloned();
                let costs = BTreeMap::from(
                    [("type", *c as i64), ("$x", 1)].map(|(key, cost)| (key.to_owned(), cost)),
                );
                Last::new(object(*a), costs, exact.get(b % 4).cloned(), last, vec![*c as i64]).upcast()
            }
            _ => items[a % items.len()].clone(),
        };
        any.push(item.clone().upcast());
        items.push(item);
    }
    Array::from(any.into_iter().skip(steps.len() % 3).rev().collect::<Vec<_>>()).into()
}

/// A form of files.
#[derive(Clone, Copy, Debug)]
enum Form {
    Text(Format),
    Postcard,
}

impl Form {
    fn save(self, root: &ObjectRef) -> Vec<u8> {
        self.try_save(root).unwrap()
    }

    fn try_save(self, root: &ObjectRef) -> Result<Vec<u8>, String> {
        match self {
            Self::Text(format) => {
                let text = SaveJson::new(format).to_string(root);
                text.map(String::into_bytes).map_err(|error| error.to_string())
            }
            Self::Postcard => postcard::to_stdvec(&Graph(root.clone())).map_err(|error| error.to_string()),
        }
    }

    fn load(self, file: &[u8]) -> Result<ObjectRef, String> {
        let load = LoadJson::new().keep_unknown(true);
        let root = match self {
            Self::Text(_) => load.load(file).map_err(|error| error.to_string()),
            Self::Postcard => {
                let mut bytes = postcard::Deserializer::from_bytes(file);
                load.deserialize(&mut bytes).map_err(|error| error.to_string())
            }
        };
        root.map(|root| root.unwrap())
    }
}

fn renamed(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), file);
    while let Some(first) = rest.first() {
        match rest.strip_prefix(from.as_bytes()) {
            Some(after) => {
                out.extend_from_slice(to.as_bytes());
                rest = after;
            }
            None => {
                out.push(*first);
                rest = &rest[1..];
            }
        }
    }
    out
}

fn check(root: &ObjectRef, unknown: u8, form: Form) -> Result<(), TestCaseError> {
    let mut file = form.save(root);
    let typed = form.load(&file).map_err(TestCaseError::fail)?;
    prop_assert!(StructuralEqual::new().map_free_vars(true).equal(&typed, root));
    for (index, key) in KEYS.iter().enumerate().filter(|(index, _)| unknown >> index & 1 == 1) {
        let other = key.replace("kept.", &format!("far{index}."));
        file = renamed(&file, key, &other);
    }
    let shown = String::from_utf8_lossy(&file);
    let load = || form.load(&file).map_err(|error| TestCaseError::fail(format!("{error}\n{shown}")));
    let (kept, other) = (load()?, load()?);
    let saved = form.save(&kept);
    prop_assert!(saved == file, "{}\n{}", String::from_utf8_lossy(&saved), shown);
    prop_assert!(structural_equal(&kept, &other), "{}", shown);
    prop_assert_eq!(structural_hash(&kept), structural_hash(&other));
    // The graph in another form comes back too, if that form can hold it.
    let texts = [Format::Tvm08, Format::TvmFfi, Format::Plain].map(Form::Text);
    for form in texts.into_iter().chain([Form::Postcard]) {
        let moved = match form.try_save(&kept) {
            Ok(moved) => moved,
            Err(error) => {
                let is_refused = ["is ambiguous", "is a tensor in one node", "is a value in one node"]
                    .iter()
                    .any(|refused| error.contains(refused));
                prop_assert!(is_refused || matches!(form, Form::Postcard), "{}\n{}", error, shown);
                continue;
            }
        };
        let text = String::from_utf8_lossy(&moved);
        let fail = |error: String| TestCaseError::fail(format!("{error}\n{shown}\n{text}"));
        let saved = form.try_save(&form.load(&moved).map_err(fail)?).map_err(fail)?;
        prop_assert!(saved == moved, "{}\n{}\n{}", shown, text, String::from_utf8_lossy(&saved));
    }
    Ok(())
}

/// The writer reaches the last tensor of a known node after the tensors of the nodes below.
#[test]
fn a_known_type_visits_a_tensor_after_a_reference() {
    let steps = [(2, 0, 0, 0), (1, 11, 0, 1), (2, 0, 12, 0), (1, 0, 0, 0), (1, 3, 4, 7), (3, 6, 0, 0)];
    check(&build(&steps, true), 5, Form::Text(Format::Tvm08)).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 5 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn files_with_tensors_and_unknown_types_come_back(
        steps in prop::collection::vec((0_u8..4, 0_usize..20, 0_usize..20, 0_usize..20), 1..12),
        unknown in 0_u8..8,
    ) {
        let root = build(&steps, true);
        for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
            check(&root, unknown, Form::Text(format))?;
        }
    }

    #[test]
    fn tables_with_unknown_types_come_back(
        steps in prop::collection::vec((0_u8..4, 0_usize..20, 0_usize..20, 0_usize..20), 1..12),
        unknown in 0_u8..8,
    ) {
        check(&build(&steps, true), unknown, Form::Postcard)?;
    }
}
