//! `objet types`.

use std::time::{Duration, Instant};

use crate::command::{file, graph, objet};

#[test]
fn the_hierarchy_begins_with_the_root() {
    let out = objet(&["types"]).ok();
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["index", "range", "slots", "type"]);
    assert!(lines[1].trim_start().starts_with("0 ") && lines[1].ends_with(" runtime.Object"), "{out}");
    assert!(
        out.lines().any(|line| line.trim_start().starts_with("4 ") && line.ends_with("─ Array  final")),
        "{out}"
    );
}

#[test]
fn one_type_is_described() {
    let out = objet(&["types", "runtime.String"]).ok();
    assert!(out.starts_with("type      runtime.String, final\nparents   runtime.Object\n"), "{out}");
    assert!(out.contains("\nindex     3\n"), "{out}");
}

#[test]
fn fields_are_described_with_their_defaults() {
    let out = objet(&["types", "relay.attrs.Conv2DAttrs"]).ok();
    assert!(out.contains("\nparents   Attrs < runtime.Object\n"), "{out}");
    assert!(out.contains("\n  groups: i32  (default 1)\n      The number of groups"), "{out}");
    assert!(out.contains("(default [1, 1])\n") && out.contains("(default \"NCHW\")\n"), "{out}");
    assert!(!out.contains("0x"), "{out}");
    let out = objet(&["types", "RelayExpr"]).ok();
    assert!(
        out.contains("\nchildren  ") && out.contains("relay.Call, ") && out.contains("\nrange     "),
        "{out}"
    );
}

#[test]
fn an_unknown_key_is_an_error_with_the_nearest_one() {
    let run = objet(&["types", "runtime.Sting"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "error: unknown type key \"runtime.Sting\", did you mean \"runtime.String\"?\n");
}

/// Returns the path of a file with nodes of unknown types, one of them in place of an expression.
fn unknown_types() -> String {
    let far = r#""type_key": "far.Expr", "attrs": {"_checked_type_": "0", "span": "0", "name": "x y"}"#;
    let near = r#""type_key": "far.Expr", "attrs": {"_checked_type_": "0", "span": "0", "weight": "2.5"}"#;
    let nodes = [
        r#""type_key": "Array", "data": [2, 4, 5]"#,
        r#""type_key": "relay.TupleGetItem", "attrs": {"_checked_type_": "0", "index": "1", "span": "0", "tuple_value": "3"}"#,
        far,
        near,
        r#""type_key": "far.\u001b[2JAway", "attrs": {"kids": "6", "line": "7", "on": "1"}"#,
        r#""type_key": "Array", "data": [4, 2]"#,
    ];
    file("unknown_types.json", &graph(&nodes))
}

#[test]
fn types_of_a_file_are_below_their_parents_with_the_number_of_nodes() {
    let out = objet(&["types", "--file", &unknown_types()]).ok();
    let lines: Vec<_> =
        out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "nodes type",
            "- runtime.Object",
            "2 ├─ Array",
            "- ├─ BaseExpr",
            "- │ └─ RelayExpr",
            "1 │ ├─ relay.TupleGetItem",
            "2 │ └─ far.Expr unknown",
            "1 └─ far.\u{fffd}[2JAway unknown",
        ],
    );
}

#[test]
fn an_unknown_type_is_described_by_the_fields_of_its_nodes() {
    let path = unknown_types();
    let out = objet(&["types", "far.Expr", "--file", &path]).ok();
    let expected = "\
type      far.Expr, unknown
parents   RelayExpr < BaseExpr < runtime.Object
nodes     2

fields in the file
  _checked_type_: null
  name: string  (in 1 of 2 nodes)
  span: null
  weight: number  (in 1 of 2 nodes)
";
    assert_eq!(out, expected);
    let out = objet(&["types", "far.\u{1b}[2JAway", "--file", &path]).ok();
    let kids = "  kids: Array of far.Expr | Array of relay.TupleGetItem\n";
    assert!(out.ends_with(&format!("{kids}  line: integer\n  on: integer\n")), "{out}");
}

#[test]
fn a_known_type_is_described_with_its_number_of_nodes() {
    let path = unknown_types();
    let out = objet(&["types", "relay.TupleGetItem", "--file", &path]).ok();
    assert!(out.starts_with("type      relay.TupleGetItem, final\n"), "{out}");
    assert!(out.ends_with("\nnodes     1\n"), "{out}");
    let out = objet(&["types", "relay.Call", "--file", &path]).ok();
    assert!(out.ends_with("\nnodes     0\n"), "{out}");
}

#[test]
fn a_node_with_many_fields_is_described_in_linear_time() {
    const COUNT: usize = 100_000;
    let fields: Vec<_> = (0..COUNT).map(|index| format!(r#""field{index}":1"#)).collect();
    let text = format!(r#"{{"objet":1,"root":{{"type":"far.Wide",{}}}}}"#, fields.join(","));
    let path = file("wide.json", &text);
    let start = Instant::now();
    let out = objet(&["types", "far.Wide", "--file", &path]).ok();
    assert!(start.elapsed() < Duration::from_secs(20), "describing takes quadratic time");
    assert_eq!(out.matches(": integer\n").count(), COUNT);
}

#[test]
fn a_key_that_no_node_has_is_an_error_with_the_nearest_one() {
    let path = unknown_types();
    for (key, nearest) in [("far.Exp", "far.Expr"), ("relay.Cal", "relay.Call")] {
        let run = objet(&["types", key, "--file", &path]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        let expected = format!(
            "error: {path}: no node has the type {key:?}, and no linked type has this key, \
             did you mean {nearest:?}?\n"
        );
        assert_eq!(run.err, expected);
    }
    let run = objet(&["types", "xyz.Uvwxy", "--file", &path]);
    assert!(run.err.ends_with("and no linked type has this key\n"), "{}", run.err);
}
