//! `objet dot`.

use std::fs;

use crate::command::{graph, node, objet, objet_reading, real, scratch};

#[test]
fn nodes_are_boxes_and_references_are_arrows() {
    let text = graph(&[
        &node("far.Call", &[("args", "2"), ("name", "4"), ("op", "5")]),
        "\"type_key\": \"Array\", \n      \"data\": [3, 3]",
        &node("far.Var", &[("a", "x"), ("b", "\\\"")]),
        "\"type_key\": \"runtime.String\", \n      \"repr_str\": \"f\\\"\"",
        "\"type_key\": \"Op\", \n      \"repr_str\": \"add\"",
    ]);
    let out = objet_reading(&["dot", "-"], text.as_bytes()).ok();
    let lines: Vec<_> = out.lines().map(str::trim).collect();
    let begins = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert_eq!((lines[0], lines[lines.len() - 1]), ("digraph {", "}"));
    // Strings, names and the array are inside the box of the call.
    let call = r#"n1 [label="%1 far.Call\lname = \"f\\\"\"\lop = \"add\"\l", fillcolor="#;
    assert!(begins(call), "{out}");
    assert!(begins(r#"n3 [label="%3 far.Var\la = x\lb = \"\\\"\"\l""#), "{out}");
    let arrows: Vec<_> = lines.iter().filter(|line| line.contains("->")).copied().collect();
    assert_eq!(arrows, [r#"n1 -> n3 [label="args[0]"];"#, r#"n1 -> n3 [label="args[1]"];"#]);
    assert_eq!(lines.iter().filter(|line| line.starts_with('n') && line.contains("fillcolor")).count(), 2);
}

#[test]
fn nodes_beyond_the_depth_are_named() {
    let text = graph(&[
        &node("far.Pair", &[("left", "2"), ("right", "3")]),
        &node("far.Pair", &[("left", "3"), ("right", "0")]),
        &node("far.Leaf", &[("a", "x")]),
    ]);
    let out = objet_reading(&["dot", "-", "--root", "2", "--depth", "0"], text.as_bytes()).ok();
    assert!(out.contains(r#"n2 [label="%2 far.Pair\lleft = %3 …\lright = 0\l""#), "{out}");
    assert!(!out.contains("->") && !out.contains("n1 "), "{out}");
}

#[test]
fn every_arrow_of_a_real_network_leads_to_a_box() {
    let path = scratch("resnet.dot");
    assert_eq!(objet(&["dot", &real("resnet18_b1_s224.typed"), "-o", &path]).ok(), "");
    let out = fs::read_to_string(path).unwrap();
    let name = |line: &str| line.trim().split(' ').next().unwrap().to_owned();
    let boxes: std::collections::HashSet<_> =
        out.lines().filter(|line| line.contains("[label=\"%")).map(name).collect();
    let arrows: Vec<_> = out.lines().filter_map(|line| line.trim().split_once(" -> ")).collect();
    assert!(boxes.len() > 300 && arrows.len() > 500, "{} {}", boxes.len(), arrows.len());
    for (from, to) in arrows {
        assert!(boxes.contains(from) && boxes.contains(&name(to)), "{from} -> {to}");
    }
}
