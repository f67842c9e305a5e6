//! Tests of traversals: the order of visits, one visit for each object, and large graphs on a small
//! stack.

use objet::containers::{ADT, ADTNode, StringNode};
use objet::prelude::*;
use objet::walk::{WalkEvent, WalkStep, pre_order, walk};
use objet::{String, post_order};

use crate::long_graphs::{LONG, on_a_small_stack};

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "walking.Pair")]
struct PairNode {
    base: Object,
    name: std::string::String,
    #[reflect(visit_last)]
    first: Option<ObjectRef>,
    second: Option<ObjectRef>,
}

/// A node without reflection.
#[derive(Object)]
#[repr(C)]
#[object(key = "walking.Closed")]
struct ClosedNode {
    base: Object,
    inside: ObjectRef,
}

/// A node that is saved as its name.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "walking.Named")]
#[reflect(bytes(ClosedName::name, ClosedName::find))]
struct NamedNode {
    base: Object,
    name: String,
}

struct ClosedName;

impl ClosedName {
    fn name(node: &NamedNode) -> &str {
        &node.name
    }

    fn find(_: &[u8]) -> Result<Named, &'static str> {
        Err("unknown name")
    }
}

fn pair(name: &str, first: Option<ObjectRef>, second: Option<ObjectRef>) -> ObjectRef {
    make_object(PairNode { base: Object::new(), name: name.into(), first, second }).into()
}

fn name(object: &ObjectRef) -> std::string::String {
    match object.as_node::<PairNode>() {
        Some(pair) => pair.name.clone(),
        None => object.downcast_ref::<String>().map_or_else(|| object.type_key().into(), ToString::to_string),
    }
}

fn names(walk: impl Iterator<Item = ObjectRef>) -> Vec<std::string::String> {
    walk.map(|object| name(&object)).collect()
}

fn text(text: &str) -> ObjectRef {
    String::from(text).into()
}

#[test]
fn referenced_objects_come_first_in_post_order_and_last_in_pre_order() {
    let leaf = pair("leaf", None, None);
    let left = pair("left", Some(leaf.clone()), None);
    let root = pair("root", Some(left), Some(leaf));
    // `first` is visited last.
    assert_eq!(names(post_order(&root)), ["leaf", "left", "root"]);
    assert_eq!(names(pre_order(&root)), ["root", "leaf", "left"]);
}

#[test]
fn containers_are_visited_in_order() {
    let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
    map.insert(text("k1"), Some(text("v1")));
    map.insert(text("k2"), None);
    let adt = ADT::new(3, [None, Some(text("field"))]);
    let shared = text("shared");
    let root = Array::from([Some(map.into()), None, Some(adt.into()), Some(shared.clone()), Some(shared)]);
    assert_eq!(
        names(post_order(&root)),
        ["k1", "v1", "k2", "Map", "field", "runtime.ADT", "shared", "Array"]
    );
    assert_eq!(names(pre_order(&root)), ["Array", "Map", "k1", "v1", "k2", "runtime.ADT", "field", "shared"]);
}

#[test]
fn references_of_nodes_without_reflection_or_with_bytes_are_not_followed() {
    let closed = ObjectRef::from(make_object(ClosedNode { base: Object::new(), inside: text("inside") }));
    let named = ObjectRef::from(make_object(NamedNode { base: Object::new(), name: "name".into() }));
    let root = Array::from([closed, named]);
    assert_eq!(names(post_order(&root)), ["walking.Closed", "walking.Named", "Array"]);
    assert_eq!(names(pre_order(&root)), ["Array", "walking.Closed", "walking.Named"]);
    let closed = root[0].as_node::<ClosedNode>().unwrap();
    assert!(closed.inside.is_instance::<StringNode>());
}

#[test]
fn objects_below_a_skipped_object_are_visited_on_other_paths() {
    let leaf = pair("leaf", None, None);
    let skipped = pair("skipped", Some(leaf.clone()), Some(pair("only here", None, None)));
    let root = Array::from([skipped, leaf]);
    let mut walk = pre_order(&root);
    let mut seen = Vec::new();
    while let Some(object) = walk.next() {
        seen.push(name(&object));
        if seen.last().is_some_and(|name| name == "skipped") {
            walk.skip_subtree();
            walk.skip_subtree();
        }
    }
    assert_eq!(seen, ["Array", "skipped", "leaf"]);
    assert!(walk.next().is_none());
}

#[test]
fn skipping_the_root_ends_the_traversal() {
    let root = pair("root", Some(pair("leaf", None, None)), None);
    let mut walk = pre_order(&root);
    assert!(walk.next().is_some_and(|object| object.same_as(&root)));
    walk.skip_subtree();
    assert!(walk.next().is_none());
}

#[test]
fn steps_are_the_events_of_the_iterator() {
    let leaf = pair("leaf", None, None);
    let node = pair("node", Some(text("x")), Some(leaf.clone()));
    let graph = Array::from([Some(node), None, Some(leaf), Some(ADT::tuple([text("y")]).into())]);
    for root in [ObjectRef::from(graph), text("alone"), pair("alone", None, None)] {
        let mut steps = Vec::new();
        let mut note = |step: WalkStep<'_>| match step {
            WalkStep::Enter(object) => steps.push((name(object), true)),
            WalkStep::Leave(object) => steps.push((name(&object), false)),
            WalkStep::Leaf(object) => steps.extend([(name(object), true), (name(object), false)]),
        };
        let mut by_step = walk(&root);
        while by_step.step(&mut note).is_some() {}
        assert!(by_step.step(&mut note).is_none());
        let events = walk(&root).map(|event| match event {
            WalkEvent::Enter(object) => (name(&object), true),
            WalkEvent::Leave(object) => (name(&object), false),
        });
        assert!(events.eq(steps));
    }
}

#[test]
fn steps_and_events_can_alternate() {
    let root = Array::from([text("x"), text("y")]);
    let mut walk = walk(&root);
    let is_leaf = |step: WalkStep<'_>| matches!(step, WalkStep::Leaf(_));
    assert_eq!(walk.step(is_leaf), Some(false));
    assert_eq!(walk.step(is_leaf), Some(true));
    walk.skip_subtree();
    assert!(matches!(walk.next(), Some(WalkEvent::Enter(object)) if name(&object) == "y"));
    let left = |step: WalkStep<'_>| match step {
        WalkStep::Leave(object) => name(&object),
        WalkStep::Enter(_) | WalkStep::Leaf(_) => "not left".into(),
    };
    assert_eq!(walk.step(left).as_deref(), Some("y"));
    assert_eq!(walk.step(left).as_deref(), Some("Array"));
    assert!(walk.next().is_none());
}

#[test]
fn visited_objects_can_be_kept() {
    let root = pair("root", Some(pair("leaf", None, None)), Some(pair("leaf", None, None)));
    // References that are created during the traversal must not change which objects count as
    // shared.
    let kept: Vec<ObjectRef> = post_order(&root).collect();
    assert_eq!(kept.len(), 3);
    let mut again = Vec::new();
    for object in post_order(&root) {
        assert!(kept.contains(&object));
        again.push(object);
    }
    assert_eq!(kept, again);
}

#[test]
fn a_diamond_of_sixty_levels_has_sixty_one_objects() {
    let root =
        (0..60).fold(pair("leaf", None, None), |below, _| pair("level", Some(below.clone()), Some(below)));
    assert_eq!(post_order(&root).count(), 61);
    assert_eq!(pre_order(&root).count(), 61);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_a_million_nodes_is_walked_on_a_small_stack() {
    on_a_small_stack(|| {
        let root = (0..LONG).fold(pair("leaf", None, None), |below, _| pair("link", Some(below), None));
        assert_eq!(post_order(&root).count(), LONG + 1);
        assert_eq!(pre_order(&root).count(), LONG + 1);
        assert_eq!(post_order(&root).next().map(|object| name(&object)).unwrap(), "leaf");
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn an_array_of_a_million_elements_is_walked_on_a_small_stack() {
    on_a_small_stack(|| {
        let shared = text("shared");
        let root: Array = (0..LONG)
            .map(|index| if index % 2 == 0 { pair("element", None, None) } else { shared.clone() })
            .collect();
        assert_eq!(post_order(&root).count(), LONG / 2 + 2);
        assert_eq!(pre_order(&root).filter(|object| object.is_instance::<ADTNode>()).count(), 0);
        assert_eq!(pre_order(&root).count(), LONG / 2 + 2);
    });
}

#[test]
fn a_walk_enters_and_leaves_each_object_that_is_not_skipped() {
    let shared: ObjectRef = String::from("s").into();
    let left = pair("left", Some(shared.clone()), None);
    let right = pair("right", Some(String::from("hidden").into()), Some(shared));
    let root = pair("root", Some(left), Some(right));
    let mut walk = walk(&root);
    let mut told = Vec::new();
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(object) => {
                told.push(format!("+{}", name(&object)));
                if name(&object) == "right" {
                    walk.skip_subtree();
                }
            }
            WalkEvent::Leave(object) => told.push(format!("-{}", name(&object))),
        }
    }
    assert_eq!(told, ["+root", "+right", "+left", "+s", "-s", "-left", "-root"]);
}
