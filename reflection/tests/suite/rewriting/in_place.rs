//! Tests of which objects are rebuilt, and which are changed in place.

use std::collections::HashSet;

use objet::containers::ADT;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{String, post_order, rewrite};

use super::{Var, VarNode, add, address, is_var, rename, same, sides, text, var};

#[test]
fn a_rewrite_without_changes_keeps_all_objects() {
    let root = add(add(var("x"), var("y")), var("z"));
    let addresses: Vec<_> = post_order(&root).map(|object| address(&object)).collect();
    // First with a shared root, then with a unique one.
    let again = rewrite(root.clone(), same).unwrap();
    assert!(again.same_as(&root));
    drop(again);
    let again = rewrite(root, same).unwrap();
    assert_eq!(post_order(&again).map(|object| address(&object)).collect::<Vec<_>>(), addresses);
}

#[test]
fn each_object_is_visited_once_after_its_references() {
    let x = var("x");
    let root = add(add(x.clone(), x.clone()), x);
    let mut seen = Vec::new();
    rewrite(root, |object| {
        seen.push(object.type_key());
        object
    })
    .unwrap();
    assert_eq!(seen, ["rewriting.Var", "rewriting.Add", "rewriting.Add"]);
}

#[test]
fn only_the_path_to_a_change_is_rebuilt() {
    let root = add(add(var("x"), var("y")), add(var("z"), var("z")));
    let before = text(&root);
    let new = rename(root.clone(), "x", "w").unwrap();
    assert_eq!(text(&new), before.replace("\"x\"", "\"w\""));
    assert_eq!(text(&root), before);
    assert!(!new.same_as(&root) && !sides(&new).0.same_as(sides(&root).0));
    assert!(sides(sides(&new).0).1.same_as(sides(sides(&root).0).1));
    assert!(sides(&new).1.same_as(sides(&root).1));
}

#[test]
fn a_shared_object_is_rewritten_once_and_shared_again() {
    let shared = add(var("x"), var("y"));
    let root = add(shared.clone(), add(shared.clone(), var("z")));
    for root in [root.clone(), root] {
        let mut times = 0;
        let new = rewrite(root, |object| {
            times += usize::from(is_var(&object, "x"));
            if is_var(&object, "x") { var("w").into() } else { object }
        })
        .unwrap();
        assert_eq!(times, 1);
        assert!(sides(&new).0.same_as(sides(sides(&new).1).0));
        assert!(!sides(&new).0.same_as(&shared));
        assert!(is_var(sides(&shared).0.as_object_ref(), "x"));
    }
}

#[test]
fn unique_objects_are_changed_in_place() {
    let root = add(add(var("x"), var("y")), add(var("z"), var("z")));
    let addresses: HashSet<_> = post_order(&root).map(|object| address(&object)).collect();
    let kept = var("w");
    let new =
        rewrite(root, |object| if is_var(&object, "x") { kept.clone().into() } else { object }).unwrap();
    let outside: Vec<_> = post_order(&new).filter(|object| !addresses.contains(&address(object))).collect();
    assert_eq!(outside.len(), 1);
    assert!(outside[0].same_as(&kept));
}

#[test]
fn the_function_can_change_unique_objects_in_place() {
    let root = add(add(var("x"), var("y")), var("x"));
    let addresses: Vec<_> = post_order(&root).map(|object| address(&object)).collect();
    let shout = |object: ObjectRef| -> Result<ObjectRef, RewriteError> {
        if !object.is_instance::<VarNode>() {
            return Ok(object);
        }
        let mut var: Var = object.downcast().unwrap();
        var.make_mut().name.push('!');
        Ok(var.into())
    };
    let new = rewrite(root, shout).unwrap();
    assert_eq!(post_order(&new).map(|object| address(&object)).collect::<Vec<_>>(), addresses);
    assert_eq!(text(&new).matches("!\"").count(), 3);
    // Shared objects are copied.
    let newer = rewrite(new.clone(), shout).unwrap();
    assert_eq!((text(&new).matches("!\"").count(), text(&new).matches("!!").count()), (3, 0));
    assert_eq!(text(&newer).matches("!!").count(), 3);
}

#[test]
fn other_graphs_that_share_a_part_do_not_change() {
    let part = add(var("x"), var("y"));
    let other = add(part.clone(), var("z"));
    let before = text(&other);
    let root = add(var("x"), part);
    let (root_address, part_address) = (address(&root), address(sides(&root).1));
    let new = rename(root, "x", "w").unwrap();
    assert_eq!(text(&other), before);
    assert_eq!(address(&new), root_address);
    assert_ne!(address(sides(&new).1), part_address);
    assert_eq!(text(&new).matches("\"w\"").count(), 2);
}

#[test]
fn objects_with_weak_references_do_not_change() {
    let inner = add(var("x"), var("y"));
    let weak = inner.downgrade();
    let root = add(inner, var("z"));
    let inner_before = text(&weak.upgrade().unwrap());
    let mut seen = None;
    let new = rewrite(root, |object| {
        // Until the object is replaced, an upgraded weak reference leads to the complete object.
        if is_var(&object, "y") {
            seen = weak.upgrade().map(|inner| text(&inner));
        }
        if is_var(&object, "x") { var("w").into() } else { object }
    })
    .unwrap();
    assert_eq!(seen, Some(inner_before));
    assert!(weak.upgrade().is_none_or(|inner| !inner.same_as(sides(&new).0)));
    assert_eq!(text(&new).matches("\"w\"").count(), 1);

    let inner = add(var("x"), var("y"));
    let weak = inner.downgrade();
    let root = rewrite(add(inner, var("z")), same).unwrap();
    assert!(weak.upgrade().unwrap().same_as(sides(&root).0));
}

#[test]
fn array_elements_map_entries_and_adt_fields_are_rewritten() {
    for in_place in [true, false] {
        let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
        map.insert(var("x").into(), Some(var("x").into()));
        map.insert(String::from("none").into(), None);
        let adt = ADT::new(3, [None, Some(var("x").into())]);
        let root = Array::from([Some(ObjectRef::from(map)), None, Some(adt.into()), Some(var("x").into())]);
        let before = text(&root);
        let addresses =
            [address(&root), address(root[0].as_ref().unwrap()), address(root[2].as_ref().unwrap())];
        let held = (!in_place).then(|| root.clone());
        let new = rename(root, "x", "w").unwrap();
        assert_eq!(text(&new), before.replace("\"x\"", "\"w\""));
        let now = [address(&new), address(new[0].as_ref().unwrap()), address(new[2].as_ref().unwrap())];
        assert_eq!(addresses == now, in_place);
        assert!(held.is_none_or(|held| text(&held) == before));
    }
}

#[test]
fn a_map_with_new_keys_keeps_its_order_and_finds_the_new_keys() {
    for shared in [false, true] {
        let mut map = Map::<String, String>::new();
        for (key, value) in [("a", "1"), ("b", "2"), ("c", "3")] {
            map.insert(key.into(), value.into());
        }
        let held = shared.then(|| map.clone());
        let new = rewrite(map, |object| {
            let is_b = object.downcast_ref::<String>().is_some_and(|text| text == "b");
            if is_b { String::from("B").into() } else { object }
        })
        .unwrap();
        assert_eq!(text(&new), r#"{"a": "1", "B": "2", "c": "3"}"#);
        assert_eq!((new["B"].as_str(), new.contains_key("b")), ("2", false));
        assert!(held.is_none_or(|held| held.contains_key("b")));
    }
}
