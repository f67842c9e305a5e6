//! Tests of structural assertions and of structural keys of maps and sets.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use objet::compare::{ShallowStructural, Structural, structural_hash};
use objet::fields::FieldCell;
use objet::prelude::*;
use objet::{assert_structural_eq, assert_structural_ne};

/// A variable.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "keys.Var", is_final)]
#[reflect(free_variable)]
struct VarNode {
    base: Object,
    #[reflect(skip_eq)]
    name: std::string::String,
}

/// A function.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "keys.Function", is_final)]
struct FunctionNode {
    base: Object,
    #[reflect(def)]
    param: Var,
    body: ObjectRef,
}

/// A node with a field that changes in place.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "keys.Cell", is_final)]
struct CellNode {
    base: Object,
    of: FieldCell<Option<ObjectRef>>,
}

fn var(name: &str) -> Var {
    make_object(VarNode { base: Object::new(), name: name.into() }).into()
}

fn function(param: &Var, body: impl Into<ObjectRef>) -> Function {
    make_object(FunctionNode { base: Object::new(), param: param.clone(), body: body.into() }).into()
}

fn list(of: impl IntoIterator<Item = ObjectRef>) -> Array {
    of.into_iter().collect()
}

fn text(of: &str) -> ObjectRef {
    objet::String::from(of).into()
}

fn message(of: impl FnOnce() + std::panic::UnwindSafe) -> std::string::String {
    *std::panic::catch_unwind(of).unwrap_err().downcast::<std::string::String>().expect("a message")
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_failed_assertion_lists_the_first_differences() {
    let strings = |names: &[&str]| list(names.iter().map(|name| text(name)));
    assert_structural_eq!(strings(&["a", "b"]), &strings(&["a", "b"]));
    assert_structural_ne!(strings(&["a"]), strings(&["b"]), "unused {}", 1);
    let failed = message(|| assert_structural_eq!(strings(&["a", "b"]), strings(&["x", "y"]), "pass {}", 3));
    assert_eq!(
        failed,
        "graphs are not structurally equal: pass 3\n  [0]: \"a\" vs \"x\"\n  [1]: \"b\" vs \"y\""
    );
    let failed = std::panic::catch_unwind(|| assert_structural_ne!(text("a"), text("a"))).unwrap_err();
    assert_eq!(*failed.downcast::<&str>().expect("a message"), "graphs are structurally equal");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn the_message_of_an_assertion_is_bounded() {
    let deep = |last: &str| (0..10_000).fold(text(last), |inside, _| list([inside]).into());
    let failed = message(|| assert_structural_eq!(deep("a"), deep("b")));
    assert!(failed.len() < 1000 && failed.ends_with("[0]: \"a\" vs \"b\""), "{failed}");
    let wide = |last: &str| list((0..10_000).map(|_| text(last)));
    let failed = message(|| assert_structural_eq!(wide("a"), wide("b")));
    assert!(failed.lines().count() == 12 && failed.ends_with("… and more"), "{failed}");
}

#[test]
fn structural_keys_find_equal_graphs_by_reference_and_by_value() {
    let pair = || list([text("a"), list([]).into()]);
    let mut costs = HashMap::from([(Structural(pair()), 1)]);
    assert_eq!(costs.get(&Structural(pair())), Some(&1));
    assert_eq!(costs.insert(Structural(pair()), 2), Some(1));
    assert_eq!(costs.get(&Structural(list([]))), None);
    let (a, b) = (pair(), pair());
    let set: HashSet<_> = [Structural(&a), Structural(&b)].into_iter().collect();
    assert_eq!(set.len(), 1);
    assert!(Structural(&a) == Structural(b.clone()) && Structural(ObjectRef::from(a)) == Structural(b));
}

#[test]
fn structural_keys_tell_free_variables_apart() {
    let hasher = RandomState::new();
    let (x, y) = (var("x"), var("y"));
    assert_ne!(Structural(&x), Structural(&y));
    assert_ne!(hasher.hash_one(Structural(&x)), hasher.hash_one(Structural(&y)));
    assert_eq!(structural_hash(&x), structural_hash(&y));
    let (f, g) = (function(&x, x.clone()), function(&y, y.clone()));
    assert_eq!(Structural(&f), Structural(&g));
    assert_eq!(hasher.hash_one(Structural(&f)), hasher.hash_one(Structural(&g)));
    // The variable is free where it occurs first, and bound later: a definition cannot rename it.
    let of_x = || -> ObjectRef { list([x.clone().into()]).into() };
    let shared = of_x();
    let once = list([shared.clone(), function(&x, shared).into()]);
    let twice = list([of_x(), function(&x, of_x()).into()]);
    assert_eq!(Structural(&once), Structural(&twice));
    assert_eq!(hasher.hash_one(Structural(&once)), hasher.hash_one(Structural(&twice)));
}

#[test]
fn shallow_keys_compare_references_by_identity() {
    let (x, a) = (var("x"), text("a"));
    let hasher = RandomState::new();
    let same = |lhs: &ObjectRef, rhs: &ObjectRef| {
        let (lhs, rhs) = (ShallowStructural(lhs), ShallowStructural(rhs));
        assert!(lhs != rhs || hasher.hash_one(lhs) == hasher.hash_one(rhs));
        lhs == rhs
    };
    let one = |object: &ObjectRef| -> ObjectRef { list([object.clone()]).into() };
    assert!(same(&a, &text("a")) && !same(&a, &text("b")));
    assert!(same(&one(&a), &one(&a)) && !same(&one(&a), &one(&text("a"))));
    assert!(!same(&x.clone().into(), &var("x").into()));
    assert!(same(&function(&x, a.clone()).into(), &function(&x, a.clone()).into()));
    assert!(!same(&function(&x, a.clone()).into(), &function(&var("x"), a.clone()).into()));

    let map = |key: &ObjectRef, value: &ObjectRef| -> ObjectRef {
        Map::<ObjectRef>::from([(key.clone(), value.clone()), (text("k"), x.clone().into())]).into()
    };
    assert!(same(&map(&text("j"), &a), &map(&text("j"), &a)) && !same(&map(&a, &a), &map(&a, &text("a"))));
    assert!(!same(&map(&one(&a), &a), &map(&one(&a), &a)));

    let tensor = |of: f32| -> ObjectRef { NDArray::from_slice(&[1], &[of]).expect("one element").into() };
    assert!(same(&tensor(1.0), &tensor(1.0)) && !same(&tensor(1.0), &tensor(2.0)));
    let cell = || ObjectRef::from(make_object(CellNode { base: Object::new(), of: FieldCell::new(None) }));
    assert!(!same(&cell(), &cell()));
}
