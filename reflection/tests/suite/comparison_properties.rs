//! Property tests of structural comparison and hashing on random graphs.

use objet::compare::{EqualReducer, HashReducer, PathStep, StructuralEqual, StructuralHash, structural_hash};
use objet::containers::ADT;
use objet::graph::LoadJson;
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{get_attr, save_json, structural_equal};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// A leaf.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "laws.Leaf", is_final)]
struct LeafNode {
    base: Object,
    value: i64,
    #[reflect(skip_eq)]
    line: u32,
}

/// A node with two references.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "laws.Sum", is_final)]
struct SumNode {
    base: Object,
    lhs: ObjectRef,
    rhs: Option<ObjectRef>,
}

/// A graph node with two references.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "laws.Pair", is_final)]
#[reflect(graph_node)]
struct PairNode {
    base: Object,
    lhs: ObjectRef,
    rhs: Option<ObjectRef>,
}

/// A variable.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "laws.Var", is_final)]
#[reflect(free_variable)]
struct VarNode {
    base: Object,
    #[reflect(skip_eq)]
    name: std::string::String,
    bits: u8,
}

/// A function.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "laws.Function", is_final)]
struct FunctionNode {
    base: Object,
    #[reflect(def)]
    params: Array<Var>,
    body: ObjectRef,
}

/// A node whose hint is compared only if it is set.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "laws.Hinted", is_final)]
#[reflect(compare_with(equal_hinted, hash_hinted))]
struct HintedNode {
    base: Object,
    of: ObjectRef,
    is_set: bool,
    hint: i64,
}

fn equal_hinted<'a>(lhs: &'a HintedNode, rhs: &'a HintedNode, reducer: &mut EqualReducer<'a>) -> bool {
    reducer.field("of", &lhs.of, &rhs.of)
        && reducer.field("is_set", lhs.is_set, rhs.is_set)
        && (!lhs.is_set || reducer.field("hint", lhs.hint, rhs.hint))
}

fn hash_hinted<'a>(node: &'a HintedNode, reducer: &mut HashReducer<'a>) {
    reducer.field(&node.of);
    reducer.field(node.is_set);
}

/// A graph to build: each node refers to earlier nodes by their positions.
#[derive(Clone, Debug)]
enum Spec {
    Leaf(i64),
    Text(u8),
    Var(u8),
    Sum(usize, Option<usize>),
    Pair(usize, Option<usize>),
    List(Vec<usize>),
    Adt(Vec<usize>),
    ByText(Vec<usize>),
    ByObject(Vec<(usize, usize)>),
    Function(Vec<usize>, usize),
    Hinted(usize, bool, u8),
}

/// Variations between equal graphs.
#[derive(Clone, Copy, Default)]
struct Style {
    /// Objects are not shared, except where sharing is compared.
    unshared: bool,
    /// Maps with string keys have their entries in reverse order.
    turned: bool,
}

fn build(specs: &[Spec], vars: &[Var], style: Style) -> Vec<ObjectRef> {
    let mut built: Vec<ObjectRef> = Vec::new();
    for index in 0..specs.len() {
        let object = build_one(specs, index, &built, vars, style);
        built.push(object);
    }
    built
}

fn build_one(specs: &[Spec], index: usize, built: &[ObjectRef], vars: &[Var], style: Style) -> ObjectRef {
    let get = |index: usize| match specs[index] {
        Spec::Var(_) | Spec::Pair(..) => built[index].clone(),
        _ if style.unshared => build_one(specs, index, built, vars, style),
        _ => built[index].clone(),
    };
    let base = Object::new();
    let line = u32::from(style.unshared);
    match &specs[index] {
        Spec::Leaf(value) => make_object(LeafNode { base, value: *value, line }).into(),
        Spec::Text(text) => objet::String::from(format!("text {text}")).into(),
        Spec::Var(_) => vars[index].clone().into(),
        Spec::Sum(lhs, rhs) => make_object(SumNode { base, lhs: get(*lhs), rhs: rhs.map(get) }).into(),
        Spec::Pair(lhs, rhs) => make_object(PairNode { base, lhs: get(*lhs), rhs: rhs.map(get) }).into(),
        Spec::List(elements) => elements.iter().map(|each| get(*each)).collect::<Array>().into(),
        Spec::Adt(fields) => ADT::tuple(fields.iter().map(|each| get(*each))).into(),
        Spec::ByText(values) => {
            let mut entries: Vec<(objet::String, ObjectRef)> = values
                .iter()
                .enumerate()
                .map(|(key, value)| (format!("{key}").into(), get(*value)))
                .collect();
            if style.turned {
                entries.reverse();
            }
            entries.into_iter().collect::<Map<objet::String>>().into()
        }
        Spec::ByObject(entries) => {
            entries.iter().map(|(key, value)| (get(*key), get(*value))).collect::<Map>().into()
        }
        Spec::Function(params, body) => {
            let params = params.iter().map(|param| vars[*param].clone()).collect();
            make_object(FunctionNode { base, params, body: get(*body) }).into()
        }
        Spec::Hinted(of, is_set, hint) => {
            let hint = if *is_set { i64::from(*hint) } else { i64::from(line) };
            make_object(HintedNode { base, of: get(*of), is_set: *is_set, hint }).into()
        }
    }
}

/// Returns a new variable for each position of the graph.
fn variables(specs: &[Spec], name: &str) -> Vec<Var> {
    let bits = |spec: &Spec| if let Spec::Var(bits) = spec { *bits } else { 0 };
    let var = |spec| VarNode { base: Object::new(), name: name.into(), bits: bits(spec) };
    specs.iter().map(|spec| make_object(var(spec)).into()).collect()
}

/// Returns a graph from random numbers. If `distinct`, all leaves are different.
fn graph(tape: &[(u8, u8, u8, u8)], distinct: bool, by_object: bool) -> Vec<Spec> {
    let mut specs: Vec<Spec> = Vec::new();
    for (index, &(kind, a, b, c)) in tape.iter().enumerate() {
        let leaf = if distinct { index as i64 * 1000 } else { i64::from(a % 2) };
        let earlier = |number: u8| (index > 0).then(|| usize::from(number) % index);
        let Some((x, y, z)) = earlier(a).zip(earlier(b)).zip(earlier(c)).map(|((x, y), z)| (x, y, z)) else {
            specs.push(if kind % 2 == 0 { Spec::Leaf(leaf) } else { Spec::Var(0) });
            continue;
        };
        let some = |index| (c % 4 != 0).then_some(index);
        let is_var = |index: &usize| matches!(specs[*index], Spec::Var(_));
        let spec = match kind % 14 {
            0 | 1 => Spec::Leaf(leaf),
            2 => Spec::Text(a % 2),
            3 | 4 => Spec::Var(a % 2),
            5 | 6 => Spec::Sum(x, some(y)),
            7 => Spec::Pair(x, some(y)),
            8 => Spec::List(vec![x, y, z]),
            9 => Spec::Adt(vec![x, y]),
            10 => Spec::ByText(vec![x, y, z]),
            11 if by_object => {
                let mut keys: Vec<_> =
                    [x, y].into_iter().filter(|key| !matches!(specs[*key], Spec::Text(_))).collect();
                keys.dedup();
                Spec::ByObject(keys.into_iter().map(|key| (key, z)).collect())
            }
            11 | 12 => {
                let mut params: Vec<_> = (0..index).filter(is_var).collect();
                params.truncate(1 + usize::from(b % 2));
                Spec::Function(params, x)
            }
            _ => Spec::Hinted(x, b % 2 == 0, c % 2),
        };
        specs.push(spec);
    }
    specs
}

fn tapes(longest: usize) -> impl Strategy<Value = Vec<(u8, u8, u8, u8)>> {
    prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..longest)
}

/// Checks that both are equal in both directions and have the same hash.
fn equal(lhs: &ObjectRef, rhs: &ObjectRef, mapped: bool) -> Result<(), TestCaseError> {
    let comparison = StructuralEqual::new().map_free_vars(mapped);
    prop_assert_eq!(comparison.first_difference(lhs, rhs), None);
    prop_assert_eq!(comparison.first_difference(rhs, lhs), None);
    prop_assert!(comparison.equal(lhs, rhs) && comparison.equal(rhs, lhs));
    prop_assert_eq!(structural_hash(lhs), structural_hash(rhs));
    if !mapped {
        prop_assert_eq!(StructuralHash::new().hash(lhs), StructuralHash::new().hash(rhs));
    }
    Ok(())
}

/// Returns whether each position is reachable from the last one, including itself.
fn reached(specs: &[Spec]) -> Vec<bool> {
    let mut reached = vec![false; specs.len()];
    reached[specs.len() - 1] = true;
    for index in (0..specs.len()).rev() {
        if !reached[index] {
            continue;
        }
        let inside: Vec<usize> = match &specs[index] {
            Spec::Leaf(_) | Spec::Text(_) | Spec::Var(_) => Vec::new(),
            Spec::Sum(lhs, rhs) | Spec::Pair(lhs, rhs) => [Some(*lhs), *rhs].into_iter().flatten().collect(),
            Spec::List(all) | Spec::Adt(all) | Spec::ByText(all) => all.clone(),
            Spec::ByObject(entries) => entries.iter().flat_map(|(key, value)| [*key, *value]).collect(),
            Spec::Function(params, body) => params.iter().copied().chain([*body]).collect(),
            Spec::Hinted(of, ..) => vec![*of],
        };
        inside.into_iter().for_each(|index| reached[index] = true);
    }
    reached
}

/// Returns the object at a step of a path, if the step leads to an object.
fn follow(object: &ObjectRef, step: &PathStep) -> Option<ObjectRef> {
    match step {
        PathStep::Field(name) => get_attr(object, name).ok()?.get().ok(),
        PathStep::Index(index) => match object.clone().downcast::<Array<ObjectRef>>() {
            Ok(array) => array.get(*index).cloned(),
            Err(_) => object.clone().downcast::<ADT>().ok()?[*index].clone(),
        },
        PathStep::Key(key) => {
            object.clone().downcast::<Map<objet::String>>().ok()?.get(key.as_str()).cloned()
        }
        PathStep::Entry { lhs, .. } => {
            Some(object.clone().downcast::<Map>().ok()?.get_at((*lhs)?)?.1.clone())
        }
        PathStep::KeyOf { lhs, .. } => Some(object.clone().downcast::<Map>().ok()?.get_at(*lhs)?.0.clone()),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn skipped_fields_sharing_and_order_do_not_matter(tape in tapes(14)) {
        let specs = graph(&tape, false, true);
        let styles = [(false, false), (true, false), (false, true), (true, true)];
        let styles = styles.map(|(unshared, turned)| Style { unshared, turned });
        let vars = variables(&specs, "x");
        let first = build(&specs, &vars, Style::default());
        let first = &first[specs.len() - 1];
        for style in styles {
            // First with the same free variables, then with others.
            let same = build(&specs, &vars, style);
            equal(first, &same[specs.len() - 1], false)?;
            let renamed = build(&specs, &variables(&specs, "y"), style);
            equal(first, &renamed[specs.len() - 1], true)?;
        }
        equal(first, &deep_copy(first), true)?;
    }

    #[test]
    fn equality_is_an_equivalence_and_equal_graphs_have_equal_hashes(tape in tapes(20)) {
        let specs = graph(&tape, false, false);
        let vars = variables(&specs, "x");
        // Graphs that share objects, and again the same graphs with less sharing.
        let mut all = build(&specs, &vars, Style::default());
        if specs.len() <= 10 {
            all.extend(build(&specs, &vars, Style { unshared: true, turned: true }));
        }
        for mapped in [false, true] {
            let comparison = StructuralEqual::new().map_free_vars(mapped);
            let matrix: Vec<Vec<bool>> =
                all.iter().map(|lhs| all.iter().map(|rhs| comparison.equal(lhs, rhs)).collect()).collect();
            for (l, row) in matrix.iter().enumerate() {
                prop_assert!(row[l], "{:?} is not equal to itself", all[l]);
                for (r, equal) in row.iter().copied().enumerate() {
                    prop_assert_eq!(equal, matrix[r][l], "{:?} and {:?}", all[l], all[r]);
                    prop_assert_eq!(equal, comparison.first_difference(&all[l], &all[r]).is_none());
                    if !equal {
                        continue;
                    }
                    prop_assert_eq!(structural_hash(&all[l]), structural_hash(&all[r]), "{:?} and {:?}", all[l], all[r]);
                    if !mapped {
                        let hash = StructuralHash::new();
                        prop_assert_eq!(hash.hash(&all[l]), hash.hash(&all[r]), "{:?} and {:?}", all[l], all[r]);
                    }
                    prop_assert_eq!(row, &matrix[r], "{:?} and {:?}", all[l], all[r]);
                }
            }
        }
    }

    #[test]
    fn every_change_is_found_at_its_position(tape in tapes(16), which in any::<u16>(), style in any::<(bool, bool)>()) {
        let specs = graph(&tape, true, true);
        let reached = reached(&specs);
        let leaves: Vec<usize> =
            (0..specs.len()).filter(|index| reached[*index] && matches!(specs[*index], Spec::Leaf(_))).collect();
        let changed: Vec<usize> =
            leaves.iter().enumerate().filter(|(place, _)| which >> (place % 16) & 1 == 1).map(|(_, index)| *index).collect();
        let mut other = specs.clone();
        for index in &changed {
            other[*index] = Spec::Leaf(*index as i64 * 1000 + 1);
        }
        let root = |specs: &[Spec], style| build(specs, &variables(specs, "x"), style).pop();
        let style = Style { unshared: false, turned: style.1 };
        let (Some(lhs), Some(rhs)) = (root(&specs, Style::default()), root(&other, style)) else { return Ok(()) };
        let comparison = StructuralEqual::new().map_free_vars(true);
        prop_assert_eq!(comparison.equal(&lhs, &rhs), changed.is_empty());
        let differences = comparison.differences(&lhs, &rhs, usize::MAX);
        prop_assert_eq!(comparison.first_difference(&lhs, &rhs), differences.first().cloned());
        let mut found: Vec<usize> = Vec::new();
        for difference in &differences {
            let steps = difference.path.steps();
            let Some((last, before)) = steps.split_last() else {
                return Err(TestCaseError::fail(difference.to_string()));
            };
            prop_assert_eq!(*last, &PathStep::Field("value".into()));
            let leads = |root: &ObjectRef| before.iter().try_fold(root.clone(), |object, step| follow(&object, step));
            if let (Some(lhs), Some(rhs)) = (leads(&lhs), leads(&rhs)) {
                let value = |leaf: &ObjectRef| leaf.as_node::<LeafNode>().map(|leaf| leaf.value.to_string());
                prop_assert_eq!((value(&lhs), value(&rhs)), (Some(difference.lhs.clone()), Some(difference.rhs.clone())));
            }
            found.push(difference.lhs.parse::<usize>().unwrap_or(0) / 1000);
        }
        found.sort_unstable();
        prop_assert_eq!(found, changed);
    }

    /// A map whose first entry defines the variables of another entry. The hash visits the entries
    /// in the order of the hashes of their keys.
    #[test]
    fn definitions_in_a_map_hold_in_later_entries(
        tape in tapes(14),
        keys in prop::sample::subsequence(vec!["a", "b", "c", "d", "1", "2"], 2).prop_shuffle(),
        by_object in any::<bool>(),
        listed in any::<bool>(),
    ) {
        let specs = graph(&tape, false, true);
        let vars = variables(&specs, "x");
        let Some(uses) = build(&specs, &vars, Style::default()).pop() else { return Ok(()) };
        let leaf: ObjectRef = list([]);
        let all: Array<Var> = vars.iter().cloned().collect();
        let function: ObjectRef = make_object(FunctionNode { base: Object::new(), params: all, body: leaf }).into();
        let key = |text: &str| -> ObjectRef {
            let value = i64::from(text.as_bytes()[0]);
            let leaf = || make_object(LeafNode { base: Object::new(), value, line: 0 });
            if by_object && text != "a" { leaf().into() } else { objet::String::from(text).into() }
        };
        let entries = [(key(keys[0]), function), (key(keys[1]), uses.clone())];
        let mut root: ObjectRef = entries.into_iter().collect::<Map>().into();
        if listed {
            root = list([root, uses]); // the definitions hold after the map, too
        }
        equal(&root, &deep_copy(&root), false)?;
        equal(&deep_copy(&root), &deep_copy(&root), false)?;
    }

    /// Graphs that are saved and loaded, with known and with unknown types.
    #[test]
    fn loaded_graphs_are_equal(tape in tapes(14)) {
        let mut specs = graph(&tape, false, true);
        for spec in &mut specs {
            // Files cannot store ADTs, which are runtime values.
            if let Spec::Adt(fields) = spec {
                *spec = Spec::List(std::mem::take(fields));
            }
        }
        let Some(root) = build(&specs, &variables(&specs, "x"), Style::default()).pop() else { return Ok(()) };
        let json = save_json(&root).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let load = |json: &str| match LoadJson::new().keep_unknown(true).load(json.as_bytes()) {
            Ok(loaded) => loaded.ok_or_else(|| TestCaseError::fail("null")),
            Err(error) => Err(TestCaseError::fail(error.to_string())),
        };
        equal(&root, &load(&json)?, true)?;
        let unknown = json.replace("laws.", "no.such.");
        let opaque = load(&unknown)?;
        equal(&opaque, &load(&unknown)?, true)?;
        equal(&opaque, &deep_copy(&opaque), true)?;
        prop_assert_eq!(save_json(&opaque).ok(), Some(unknown));
        prop_assert!(!structural_equal(&opaque, &root) || !json.contains("laws."));
    }
}

fn var() -> ObjectRef {
    make_object(VarNode { base: Object::new(), name: "x".into(), bits: 8 }).into()
}

fn list(of: impl IntoIterator<Item = ObjectRef>) -> ObjectRef {
    of.into_iter().collect::<Array>().into()
}

/// Asserts that both differ in both directions, with free variables mapped.
#[track_caller]
fn assert_differ(lhs: &ObjectRef, rhs: &ObjectRef) {
    let mapped = StructuralEqual::new().map_free_vars(true);
    assert!(!mapped.equal(lhs, rhs) && !mapped.equal(rhs, lhs));
    assert!(mapped.first_difference(lhs, rhs).is_some());
}

#[test]
fn one_variable_in_a_shared_object_differs_from_two_variables() {
    let shared = list([var()]);
    assert_differ(&list([shared.clone(), shared]), &list([list([var()]), list([var()])]));
}

#[test]
fn one_graph_node_in_a_shared_object_differs_from_two_graph_nodes() {
    let pair = || list([make_object(PairNode { base: Object::new(), lhs: list([]), rhs: None }).into()]);
    let shared = pair();
    assert_differ(&list([shared.clone(), shared]), &list([pair(), pair()]));
}

#[test]
fn an_object_of_both_graphs_may_correspond_to_different_objects() {
    let (a, b, c) = (list([var()]), list([var()]), list([var()]));
    assert_differ(&list([a.clone(), b.clone(), a.clone()]), &list([b.clone(), c.clone(), c]));
    // A variable in an object of both graphs corresponds to itself.
    let x = var();
    let of_x = list([x.clone()]);
    assert_differ(&list([of_x.clone(), x]), &list([of_x, var()]));
}

#[test]
fn the_hash_of_a_map_with_variable_keys_does_not_depend_on_earlier_variables() -> Result<(), TestCaseError> {
    let map = |x: &ObjectRef| -> ObjectRef { Map::<ObjectRef>::from([(x.clone(), list([]))]).into() };
    let (x, y) = (var(), var());
    let shared = map(&x);
    equal(&list([shared.clone(), shared]), &list([map(&y), map(&y)]), true)
}

#[test]
fn definitions_in_the_values_of_alike_keys_bind_their_variables() -> Result<(), TestCaseError> {
    let keys = [var(), var()];
    let root = || {
        let (x, y) = (var(), var());
        let function = |param: &ObjectRef| -> ObjectRef {
            let params = [param.clone().downcast().unwrap()].into();
            make_object(FunctionNode { base: Object::new(), params, body: list([]) }).into()
        };
        // One of the functions is below a second map with such keys.
        let inner = Map::from([(keys[0].clone(), function(&x)), (keys[1].clone(), list([]))]);
        let map = Map::from([(keys[0].clone(), function(&y)), (keys[1].clone(), inner.into())]);
        list([map.into(), list([x, y])])
    };
    equal(&root(), &root(), false)
}
