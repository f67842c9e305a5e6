//! `objet types`.

use crate::command::objet;

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
