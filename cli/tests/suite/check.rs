//! `objet check`.

use std::collections::HashSet;
use std::fs;

use crate::command::{file, graph, graphs, node, objet, objet_reading, real};

#[test]
fn all_real_files_round_trip_and_have_known_types() {
    let mut files: Vec<_> = fs::read_dir(graphs()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    assert!(files.len() > 20);
    let mut args = vec!["check", "--strict"];
    args.extend(files.iter().map(|path| path.to_str().unwrap()));
    let out = objet(&args).ok();
    assert_eq!(out.lines().count(), files.len());
    for (line, path) in out.lines().zip(&files) {
        let text = fs::read_to_string(path).unwrap();
        let keys: Vec<_> = text.lines().filter(|line| line.starts_with("      \"type_key\": ")).collect();
        let types: HashSet<_> = keys.iter().map(|line| line.trim_end_matches([',', ' '])).collect();
        let counts = format!("nodes={} types={} bytes={}", keys.len(), types.len(), text.len());
        assert_eq!(line, format!("ok {} {counts}", path.display()));
    }
}

#[test]
fn standard_input_is_a_file_too() {
    let text = fs::read(real("cont_nulls")).unwrap();
    assert_eq!(objet_reading(&["check", "-"], &text).ok(), "ok - nodes=5 types=4 bytes=425\n");
}

#[test]
fn standard_input_is_read_once() {
    let text = fs::read(real("cont_nulls")).unwrap();
    let run = objet_reading(&["check", "-", &real("val_nan"), "-"], &text);
    let message = "error: standard input can be read only once: give one of the files by its path\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (2, "", message));
}

#[test]
fn a_changed_file_fails_with_the_first_difference() {
    let text = fs::read_to_string(real("cont_nulls")).unwrap();
    let at = text.find("\"k\"").unwrap();
    let line = 1 + text[..at].lines().count() - 1;
    let spaced = file("spaced.json", &text.replace("\"k\"", "  \"k\""));
    let run = objet(&["check", &spaced, &real("cont_nulls")]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let [failed, ok] = run.out.lines().collect::<Vec<_>>()[..] else { panic!("{}", run.out) };
    let message = format!("failed {spaced}: first difference at byte {at}, line {line} (file: \"  \\\"k\\\"");
    assert!(failed.starts_with(&message), "{failed}\n{message}");
    assert!(failed.contains(", saved: \"\\\"k\\\""), "{failed}");
    assert!(ok.starts_with("ok "), "{ok}");
}

#[test]
fn text_after_the_graph_is_a_difference() {
    let text = graph(&["\"type_key\": \"runtime.String\", \n      \"repr_str\": \"x\""]);
    let longer = file("longer.json", &format!("{text}\n"));
    let run = objet(&["check", &longer]);
    assert_eq!(run.code, 1);
    assert!(run.out.ends_with(" (file: \"\\n\", saved: end of text)\n"), "{}", run.out);
    assert_eq!(objet_reading(&["check", "-"], text.as_bytes()).code, 0);
}

#[test]
fn strict_rejects_unknown_types() {
    let text = graph(&[
        "\"type_key\": \"Array\", \n      \"data\": [2, 3]",
        &node("runtime.Strin", &[("a", "x")]),
        &node("far.Away", &[("a", "x")]),
    ]);
    assert_eq!(objet_reading(&["check", "-"], text.as_bytes()).code, 0);
    let run = objet_reading(&["check", "--strict", "-"], text.as_bytes());
    let why = "node 2: unknown type key \"runtime.Strin\", did you mean \"runtime.String\"?, and another unknown type";
    assert_eq!((run.code, run.out), (1, format!("failed -: {why}\n")));
}

#[test]
fn an_unregistered_operator_is_kept() {
    let op = |name: &str| format!("\"type_key\": \"Op\", \n      \"repr_str\": \"{name}\"");
    let call = node(
        "relay.Call",
        &[
            ("_checked_type_", "0"),
            ("args", "3"),
            ("attrs", "0"),
            ("op", "2"),
            ("span", "0"),
            ("type_args", "4"),
        ],
    );
    let empty = "\"type_key\": \"Array\"";
    let text = graph(&[&call, &op("my.relu"), empty, empty]);
    assert_eq!(
        objet_reading(&["check", "-"], text.as_bytes()).ok(),
        format!("ok - nodes=5 types=4 bytes={}\n", text.len())
    );
    let shown = objet_reading(&["show", "-"], text.as_bytes()).ok();
    assert!(shown.contains("op=Op(\"my.relu\")"), "{shown}");
    let run = objet_reading(&["check", "--strict", "-"], text.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert!(
        run.out.starts_with("failed -: ")
            && run.out.contains("node 2 (Op): ")
            && run.out.contains("\"my.relu\""),
        "{}",
        run.out
    );
    let known = graph(&[&call, &op("nn.relu"), empty, empty]);
    objet_reading(&["check", "--strict", "-"], known.as_bytes()).ok();
}

#[test]
fn unknown_attributes_are_kept() {
    let text = graph(&[
        &node("tir.Evaluate", &[("span", "0"), ("value", "2"), ("zzz", "far")]),
        &node("tir.Var", &[("dtype", "int32"), ("name", "3"), ("span", "0"), ("type_annotation", "0")]),
        "\"type_key\": \"runtime.String\", \n      \"repr_str\": \"x\"",
    ]);
    assert_eq!(
        objet_reading(&["check", "-"], text.as_bytes()).ok(),
        format!("ok - nodes=4 types=4 bytes={}\n", text.len())
    );
    let shown = objet_reading(&["show", "-"], text.as_bytes()).ok();
    assert!(shown.contains("zzz=\"far\"") || shown.contains("zzz=far"), "{shown}");
    let other = file("zzz.json", &text.replace("far", "near"));
    let differ = objet_reading(&["diff", "-", &other], text.as_bytes());
    assert_eq!(differ.code, 1);
    assert!(differ.out.contains("zzz"), "{}", differ.out);
    let run = objet_reading(&["check", "--strict", "-"], text.as_bytes());
    let why = "failed -: line 7, node 1 (tir.Evaluate): unknown attribute `zzz`;";
    assert!(run.code == 1 && run.out.starts_with(why), "{}", run.out);
}

#[test]
fn an_additional_attribute_survives_the_round_trip() {
    for name in ["mlp_b1.typed", "mlp_b1.params", "resnet18.anf", "prelude.typed", "diamond_60"] {
        let text = fs::read_to_string(real(name)).unwrap();
        // Later versions of TVM have this attribute in all nodes of Relay, after the others.
        let longer = |node: &str| match node.contains("\"_checked_type_\"") {
            true => node.replace("\n      }", ", \n        \"virtual_device_\": \"0\"\n      }"),
            false => node.into(),
        };
        let nodes: Vec<_> = text.split("\n    }").map(longer).collect();
        let longer = nodes.join("\n    }");
        assert!(longer.len() > text.len(), "{name}");
        let run = objet_reading(&["check", "-"], longer.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{name}: {}", run.out);
        let run = objet_reading(&["check", "--strict", "-"], longer.as_bytes());
        assert!(
            run.code == 1 && run.out.contains("unknown attribute `virtual_device_`"),
            "{name}: {}",
            run.out
        );
    }
}

#[test]
fn the_exit_code_is_that_of_the_worst_file() {
    let longer = file("longer_too.json", &(graph(&["\"type_key\": \"Array\""]) + " "));
    let run = objet(&["check", "no_such_file.json", &longer, &real("val_nan")]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: no_such_file.json: "), "{}", run.err);
    let starts: Vec<_> = run.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(starts, ["failed", "ok"]);
}
