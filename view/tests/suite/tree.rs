//! Collapsible trees.

use std::time::{Duration, Instant};

use objet::containers::ADT;
use objet::prelude::*;
use objet::{NDArray, ShapeTuple, String as Text};
use objet_view::{View, write_tree};
use roxmltree::Document;

use crate::shapes::{chain, knot};

fn tree(root: &ObjectRef, limit: usize) -> String {
    let mut tree = Vec::new();
    write_tree(&View::near(root, limit), &mut tree).unwrap();
    String::from_utf8(tree).unwrap()
}

/// Asserts that all elements are closed, which browsers would not report.
fn check(tree: &str) {
    let tree = tree.replace("<details open", "<details open=\"\"");
    Document::parse(&format!("<div>{tree}</div>")).unwrap_or_else(|error| panic!("{error} in {tree}"));
}

#[test]
fn objects_are_collapsible_and_values_are_lines() {
    let leaf = ObjectRef::from(ADT::tuple([]));
    let nest = ADT::tuple([leaf.clone()]);
    let root = ObjectRef::from(knot("<b>", 7, vec![nest.clone().into(), leaf, nest.into()]));
    let shown = tree(&root, 100);
    check(&shown);
    assert_eq!(shown.matches("<details").count(), 3, "{shown}");
    for part in [
        "<b>name</b> \"&lt;b&gt;\"",
        "<b>number</b> 7",
        "<b>next</b> null",
        "<summary><b>items</b> Array</summary>",
        "<summary><b>[0]</b> runtime.ADT <i>%4</i></summary>",
        "<b>[1]</b> runtime.ADT() <i>%5</i>",
        ">[2]</b> runtime.ADT <i>%4</i> …<",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn any_object_is_shown() {
    let shape = ObjectRef::from(ShapeTuple::from([1_i64, 2].as_slice()));
    let tensor = ObjectRef::from(NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap());
    let nest = ObjectRef::from(ADT::tuple([shape.clone(), tensor.clone()]));
    let shown = tree(&nest, 100);
    check(&shown);
    assert!(shown.contains(">runtime.ADT((1, 2), NDArray(shape=(2,), "), "{shown}");
    assert!(tree(&shape, 100).contains("(1, 2)"));
    assert!(tree(&tensor, 100).contains("NDArray(shape=(2,)"));
    assert!(tree(&Text::from("x").into(), 100).contains("\"x\""));
}

#[test]
fn a_large_graph_is_truncated_quickly() {
    let (long, wide) = (chain(1_000_000), (0..1_000_000).map(|_| ADT::tuple([])).collect::<Array<ADT>>());
    let wide = ObjectRef::from(wide);
    let begin = Instant::now();
    let (long, wide) = (tree(&long, 500), tree(&wide, 500));
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    check(&long);
    check(&wide);
    assert_eq!(long.matches("<details").count(), 100);
    assert!(wide.contains("… 999,938 more") && wide.len() < 60_000, "{}", wide.len());
}
