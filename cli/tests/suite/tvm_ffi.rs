//! Files in the format of tvm-ffi.

use std::collections::HashSet;
use std::fs;

use crate::command::{file, graphs, objet, real, scratch};

/// Returns the paths of the real files.
fn files() -> Vec<String> {
    let folder = fs::read_dir(graphs().join("tvm-ffi")).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    files.retain(|path| path.ends_with(".json"));
    files.sort();
    assert!(files.len() >= 9);
    files
}

#[test]
fn all_real_files_round_trip() {
    let files = files();
    let mut args = vec!["check"];
    args.extend(files.iter().map(String::as_str));
    let out = objet(&args).ok();
    assert_eq!(out.lines().count(), files.len());
    for (line, path) in out.lines().zip(&files) {
        let text = fs::read_to_string(path).unwrap();
        let keys: Vec<_> = text.split("{\"type\":").skip(1).map(|node| node.split('"').nth(1)).collect();
        let types: HashSet<_> = keys.iter().collect();
        let counts = format!("nodes={} types={}", keys.len(), types.len());
        assert!(line.starts_with(&format!("ok {path} {counts} ")), "{line}");
        assert!(line.ends_with(&format!(" bytes={}", text.len())), "{line}");
    }
}

#[test]
fn unknown_types_fail_the_strict_check() {
    let run = objet(&["check", "--strict", &real("tvm-ffi/target_cuda")]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("node 0: unknown type key \"target.TargetKind\""), "{}", run.out);
}

#[test]
fn a_file_with_blanks_differs() {
    let path = file("tvm_ffi_blanks.json", r#"{"root_index": 0,"nodes":[{"type":"None"}]}"#);
    let run = objet(&["check", &path]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("first difference at byte 14, line 1"), "{}", run.out);
}

#[test]
fn every_command_reads_every_file() {
    for path in files() {
        for command in ["show", "stats", "dot", "svg"] {
            let run = objet(&[command, &path]);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{command} {path}");
            assert!(!run.out.is_empty(), "{command} {path}");
        }
        let types = objet(&["types", "--file", &path]).ok();
        assert!(types.starts_with("     nodes  type\n         -  runtime.Object\n"), "{types}");
        objet(&["html", &path, "-o", &scratch("tvm_ffi.html")]).ok();
        objet(&["diff", &path, &path]).ok();
    }
}

#[test]
fn the_parts_of_a_file_are_shown() {
    let out = objet(&["show", &real("tvm-ffi/containers")]).ok();
    assert!(out.contains("2.5") && out.contains("\"three\""), "{out}");
    let out = objet(&["show", &real("tvm-ffi/const")]).ok();
    assert!(out.contains("relax.TensorType") && out.contains("float32"), "{out}");
}
