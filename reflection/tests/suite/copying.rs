//! Tests of deep copies: they share no mutable object with the original, and preserve sharing.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::containers::ADT;
use objet::prelude::*;
use objet::walk::{DeepCopy, RewriteError, deep_copy};
use objet::{Array, ShapeTuple, String, post_order, print};

use crate::long_graphs::{LONG, on_a_small_stack};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "copying.Pair")]
#[reflect(check = never)]
struct PairNode {
    base: Object,
    name: std::string::String,
    first: Option<ObjectRef>,
    second: Option<ObjectRef>,
}

/// A check that copying does not run, since the original is already valid.
fn never(_: &PairNode) -> Result<(), &'static str> {
    Err("never")
}

#[derive(Object)]
#[repr(C)]
#[object(key = "copying.Closed")]
struct ClosedNode {
    base: Object,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "copying.Op")]
#[reflect(bytes(op_name, op_of))]
struct OpNode {
    base: Object,
    name: String,
}

fn op_name(op: &OpNode) -> &str {
    &op.name
}

fn op_of(_: &[u8]) -> Result<Op, &'static str> {
    Err("unknown operator")
}

fn pair(name: &str, first: impl Into<Option<ObjectRef>>, second: impl Into<Option<ObjectRef>>) -> ObjectRef {
    let (first, second) = (first.into(), second.into());
    make_object(PairNode { base: Object::new(), name: name.into(), first, second }).into()
}

fn identities(root: &impl IsObjectRef) -> HashSet<usize> {
    post_order(root).map(|object| std::ptr::from_ref::<Object>(&object).addr()).collect()
}

#[test]
fn a_copy_shares_no_mutable_object_and_preserves_sharing() {
    let leaf = pair("leaf", None, None);
    let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
    map.insert(leaf.clone(), Some(pair("value", leaf.clone(), None)));
    map.insert(String::from("k").into(), None);
    let adt = ADT::new(4, [None, Some(leaf.clone())]);
    let root = Array::from([Some(ObjectRef::from(map)), None, Some(adt.into()), Some(leaf)]);
    let copy = deep_copy(&root);
    assert_eq!(print(&copy).to_string(), print(&root).to_string());
    let shared: Vec<_> = identities(&root).intersection(&identities(&copy)).copied().collect();
    let text =
        post_order(&root).find(|object| object.is_instance::<objet::containers::StringNode>()).unwrap();
    assert_eq!(shared, [std::ptr::from_ref::<Object>(&text).addr()]);
    assert!(
        copy[3]
            .as_ref()
            .unwrap()
            .same_as(copy[2].as_ref().unwrap().downcast_ref::<ADT>().unwrap()[1].as_ref().unwrap())
    );
}

#[test]
fn a_change_of_the_copy_does_not_change_the_original() {
    let root = pair("root", pair("leaf", None, None), None);
    let mut copy: Pair = deep_copy(&root).downcast().unwrap();
    let view = copy.make_mut();
    let leaf = view.first.take().unwrap();
    assert_eq!(leaf.strong_count(), 1);
    view.name.push('!');
    assert_eq!(root.as_node::<PairNode>().unwrap().name, "root");
    assert!(root.as_node::<PairNode>().unwrap().first.is_some());
}

#[test]
fn immutable_objects_are_not_copied() {
    let kept = Array::<ObjectRef>::from([
        String::from("text").into(),
        ShapeTuple::from([1]).into(),
        NDArray::zeros(&[1], DataType::float(32)).unwrap().into(),
        ObjectRef::from(make_object(ClosedNode { base: Object::new() })),
        ObjectRef::from(make_object(OpNode { base: Object::new(), name: "op".into() })),
    ]);
    let copy = deep_copy(&kept);
    assert!(!copy.same_as(&kept));
    assert!(copy.iter().zip(&kept).all(|(copy, kept)| copy.same_as(kept)));
    assert!(deep_copy(&kept[0]).same_as(&kept[0]));
}

#[test]
fn a_diamond_of_sixty_levels_is_copied_once_per_object() {
    let root = (0..60).fold(pair("x", None, None), |below, _| pair("level", below.clone(), below));
    let copy = deep_copy(&root);
    assert_eq!(post_order(&copy).count(), 61);
    assert!(identities(&root).is_disjoint(&identities(&copy)));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_a_million_nodes_is_copied_on_a_small_stack() {
    on_a_small_stack(|| {
        let root = (0..LONG).fold(pair("x", None, None), |below, _| pair("link", below, None));
        let copy = deep_copy(&root);
        assert_eq!(post_order(&copy).count(), LONG + 1);
        assert!(identities(&root).is_disjoint(&identities(&copy)));
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn an_array_of_a_million_elements_is_copied_on_a_small_stack() {
    on_a_small_stack(|| {
        let root: Array = (0..LONG).map(|_| pair("x", None, None)).collect();
        let copy = deep_copy(&root);
        assert_eq!(copy.len(), LONG);
        assert!(identities(&root).is_disjoint(&identities(&copy)));
    });
}

#[test]
fn copies_of_several_graphs_share_the_copies_of_shared_objects() {
    let leaf = pair("leaf", None, None);
    let (one, other) = (pair("one", leaf.clone(), None), pair("other", None, leaf.clone()));
    let mut copies = DeepCopy::new();
    let mut noted = Vec::new();
    let first = copies.copy_with(&one, |original, copy| noted.push((original.clone(), copy.clone())));
    let found = noted.iter().find(|(original, _)| original.same_as(&leaf)).map(|(_, copy)| copy);
    let inner = |object: &ObjectRef| {
        let node = object.as_node::<PairNode>().unwrap();
        node.first.clone().or(node.second.clone()).unwrap()
    };
    assert!(found.is_some_and(|copy| copy.same_as(&inner(&first)) && !copy.same_as(&leaf)));
    assert!(noted.iter().any(|(original, copy)| original.same_as(&one) && copy.same_as(&first)));
    let second = copies.copy_with(&other, |original, _| assert!(!original.same_as(&leaf), "reported twice"));
    assert!(inner(&second).same_as(&inner(&first)));
    assert!(copies.copy(&leaf).same_as(&inner(&first)) && copies.copy(&one).same_as(&first));
    let mut set = DeepCopy::new();
    set.set(leaf.clone(), other.clone());
    assert!(inner(&set.copy(&one)).same_as(&other));
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "copying.Pairs", is_final, new)]
struct PairsNode {
    base: Object,
    pairs: Array<Pair>,
}

#[test]
fn a_copy_that_was_set_and_does_not_fit_is_an_error() {
    let pairs: Array<Pair> = Array::from([pair("a", None, None).downcast().unwrap()]);
    let texts = Array::from([objet::String::from("a")]);
    let mut copies = DeepCopy::new();
    copies.set(pairs.clone().upcast(), texts.clone().upcast());
    let root = Pairs::new(pairs.clone());
    let failed = copies.try_copy_with(&root, |_, _| unreachable!("nothing is copied")).unwrap_err();
    assert!(matches!(&failed, RewriteError::Node(_)), "{failed}");
    assert!(failed.to_string().contains("copying.Pairs"), "{failed}");
    assert!(copies.get(&root.clone().upcast()).is_none());
    // Also if it is the root.
    let failed = copies.try_copy_with(&pairs, |_, _| ()).unwrap_err();
    assert!(matches!(&failed, RewriteError::Root(_)), "{failed}");
    let unknown: ObjectRef = pairs.clone().upcast();
    assert!(copies.copy(&unknown).same_as(&texts));
    // The copy of an array that contains it is an array of another type, and is not kept.
    let list = Array::from([pairs]);
    let failed = copies.try_copy_with(&list, |_, _| unreachable!("no copy is kept")).unwrap_err();
    assert!(matches!(&failed, RewriteError::Root(_)), "{failed}");
    assert!(copies.get(&list.upcast()).is_none());
}

/// A value whose drop counts, and then panics.
#[derive(Clone, Default)]
struct Loud;

static DROPPED: AtomicUsize = AtomicUsize::new(0);

impl Drop for Loud {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
        panic!("loud");
    }
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "copying.Louds")]
struct LoudsNode {
    base: Object,
    #[reflect(skip)]
    louds: [Loud; 1],
    #[reflect(skip)]
    more: [Loud; 1],
    first: ObjectRef,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "copying.LoudChild")]
struct LoudChildNode {
    base: LoudsNode,
    missing: ObjectRef,
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_node_that_is_not_completed_drops_all_fields_even_if_a_drop_panics() {
    objet::register_types!(LoudsNode, LoudChildNode).unwrap();
    let first = pair("first", None, None);
    let make = || objet::make_node("copying.LoudChild", [("first", (&first).into())]).is_err();
    let panic = std::panic::catch_unwind(AssertUnwindSafe(make)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"loud"));
    assert_eq!(DROPPED.load(Ordering::Relaxed), 2);
    assert_eq!(first.strong_count(), 1);
}
