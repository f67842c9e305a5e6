//! Tests of rewriting deep and large graphs.

use std::collections::HashSet;

use objet::prelude::*;
use objet::{String, post_order, rewrite};

use super::{Expr, add, address, is_var, rename, var};
use crate::long_graphs::{LONG, on_a_small_stack};

#[test]
fn a_diamond_of_sixty_levels_is_rewritten_once_per_object() {
    let diamond = || (0..60).fold(var("x"), |below, _| add(below.clone(), below));
    let held = diamond();
    for root in [diamond(), held.clone()] {
        let mut given = 0;
        let new = rewrite(root, |object| {
            given += 1;
            if is_var(&object, "x") { var("w").into() } else { object }
        })
        .unwrap();
        assert_eq!(given, 61);
        assert_eq!(post_order(&new).count(), 61);
        assert!(is_var(&post_order(&new).next().unwrap(), "w"));
    }
    assert!(is_var(&post_order(&held).next().unwrap(), "x"));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_a_million_nodes_is_rewritten_on_a_small_stack() {
    on_a_small_stack(|| {
        let y = var("y");
        let root = (0..LONG).fold(var("x"), |below, _| add(below, y.clone()));
        let addresses: HashSet<_> = post_order(&root).map(|object| address(&object)).collect();
        let new = rename(root, "x", "w").unwrap();
        assert_eq!(post_order(&new).filter(|object| !addresses.contains(&address(object))).count(), 1);
        let other = rename(new.clone(), "w", "v").unwrap();
        assert_eq!(post_order(&other).filter(|object| is_var(object, "v")).count(), 1);
        assert_eq!(post_order(&new).filter(|object| is_var(object, "w")).count(), 1);
        drop(new);
        // An error at the end of the chain, while all links have moved-out references.
        let error =
            rewrite(other, |object| if is_var(&object, "v") { String::from("v").into() } else { object });
        assert!(error.is_err());
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn an_array_of_a_million_elements_is_rewritten_on_a_small_stack() {
    on_a_small_stack(|| {
        let root: Array<Expr> = (0..LONG).map(|_| var("x")).collect();
        let at = address(&root);
        let new = rename(root, "x", "w").unwrap();
        assert_eq!(address(&new), at);
        let other = rename(new.clone(), "w", "v").unwrap();
        assert!(new.iter().all(|element| is_var(element.as_object_ref(), "w")));
        assert!(other.iter().all(|element| is_var(element.as_object_ref(), "v")));
    });
}

#[test]
fn a_map_of_many_entries_is_rewritten_in_linear_time() {
    let mut map = Map::<ObjectRef, ObjectRef>::new();
    for _ in 0..200_000 {
        map.insert(var("x").into(), var("x").into());
    }
    let map = rename(map, "x", "w").unwrap();
    assert!(map.iter().all(|(key, value)| is_var(key, "w") && is_var(value, "w")));
}
