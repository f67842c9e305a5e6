//! `objet show`.

use crate::command::{graph, node, objet, objet_reading, real};

/// Returns a root with two children, which share a string. The names contain letters, so that only
/// numbers look like numbers.
fn diamond() -> String {
    graph(&[
        &node("far.Pair", &[("left", "2"), ("name", "a b"), ("right", "4")]),
        &node("far.Pair", &[("left", "3"), ("name", "c"), ("right", "3")]),
        "\"type_key\": \"runtime.String\", \n      \"repr_str\": \"a long text that does not fit in where it is used\"",
        &node("far.Pair", &[("left", "3"), ("name", "d"), ("right", "0")]),
    ])
}

#[test]
fn a_graph_is_shown_from_its_leaves_to_its_root() {
    let out = objet_reading(&["show", "-"], diamond().as_bytes()).ok();
    let lines = [
        "%3 = \"a long text that does not fit in where it is used\"\n",
        "%1 = far.Pair(left=far.Pair(left=%3, name=c, right=%3), name=\"a b\", ",
        "right=far.Pair(left=%3, name=d, right=null))\n",
    ];
    let flat = lines.concat();
    let broken = flat
        .replace("far.Pair(left=far", "far.Pair(\n  left=far")
        .replace(", name=\"a b\", right", ",\n  name=\"a b\",\n  right");
    assert_eq!(out, broken.replace("null))", "null),\n)"));
}

#[test]
fn root_and_depth_select_a_part() {
    let show = |args: &[&str]| objet_reading(&[&["show", "-"], args].concat(), diamond().as_bytes());
    let out = show(&["--root", "2", "--depth", "0"]).ok();
    assert_eq!(out, "%2 = far.Pair(left=%3:runtime.String, name=c, right=%3:runtime.String)\n");
    let out = show(&["--depth", "0"]).ok();
    assert_eq!(out, "%1 = far.Pair(left=%2:far.Pair, name=\"a b\", right=%4:far.Pair)\n");
    let run = show(&["--root", "5"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.err, "error: -: no node 5, the nodes have the numbers 1 to 4\n");
    assert_eq!(show(&["--root", "0"]).code, 2);
}

#[test]
fn a_real_network_is_shown() {
    let out = objet(&["show", &real("mlp_b1.params")]).ok();
    assert!(out.contains("op=Op(\"nn.softmax\")"), "{out}");
    assert!(out.contains("relay.Constant("), "{out}");
    assert!(out.contains("data=NDArray(shape=(10, 64), dtype=float32, device=cpu(0), ["), "{out}");
    let last = out.rsplit("\n%").next().unwrap();
    assert!(last.starts_with("1 = IRModule("), "{last}");
}

#[test]
fn every_node_is_defined_before_its_uses() {
    let out = objet(&["show", &real("resnet18_b1_s224.typed")]).ok();
    let mut known = std::collections::HashSet::new();
    let mut uses = 0;
    for line in out.lines() {
        let (name, rest) = match line.split_once(" = ") {
            Some((name, rest)) if name.starts_with('%') => (Some(name), rest),
            _ => (None, line),
        };
        known.extend(name);
        for (at, _) in rest.match_indices('%') {
            let digits = rest[at + 1..].find(|next: char| !next.is_ascii_digit()).unwrap();
            let used = &rest[at..at + 1 + digits];
            assert!(known.contains(used), "{used} in {line}");
            uses += 1;
        }
    }
    assert!(uses > 100);
}

#[test]
fn containers_are_shown_by_their_brackets() {
    let out = objet(&["show", &real("cont_nulls")]).ok();
    assert_eq!(out, "%1 = [null, [null, \"x\"], {\"k\": null}]\n");
}

#[test]
fn a_long_string_is_cut_unless_it_is_the_root() {
    let text = "x".repeat(300);
    let graph = graph(&[
        "\"type_key\": \"Array\", \n      \"data\": [2]",
        &format!("\"type_key\": \"runtime.String\", \n      \"repr_str\": \"{text}\""),
    ]);
    let out = objet_reading(&["show", "-"], graph.as_bytes()).ok();
    assert_eq!(out, format!("%2 = \"{}\"…\n%1 = [%2]\n", "x".repeat(200)));
    let out = objet_reading(&["show", "-", "--root", "2"], graph.as_bytes()).ok();
    assert_eq!(out, format!("%2 = \"{text}\"\n"));
}
