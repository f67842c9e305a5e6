//! Bad input, closed pipes, colors and usage errors.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::command::{Run, command, file, objet, objet_reading, real, scratch};

#[test]
fn unreadable_input_is_reported_on_standard_error() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let empty = file("empty.json", "");
    let truncated = file("truncated.json", "{\n  \"root\": 1, \n  \"nodes\": [\n    {");
    let cases = [
        ("no_such_file.json", "error: no_such_file.json: No such file"),
        (folder, "error: "),
        (manifest, "line 1, around `[package]`: expected `{`, found `[`"),
        (empty.as_str(), "empty.json: line 1: expected `{`, found the end of the text"),
        (truncated.as_str(), "found the end of the text"),
    ];
    for command in ["check", "show", "stats"] {
        for (path, message) in cases {
            let run = objet(&[command, path]);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} {path}");
            assert!(
                run.err.starts_with(&format!("error: {path}: ")) && run.err.contains(message),
                "{}",
                run.err
            );
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        }
    }
}

#[test]
fn the_input_file_is_not_overwritten() {
    let text = fs::read_to_string(real("cont_nulls")).unwrap();
    let path = file("itself.json", &text);
    let (folder, name) = path.rsplit_once('/').unwrap();
    let detour = format!("{folder}/./{name}");
    let link = scratch("link_to_itself.json");
    let _ = fs::remove_file(&link);
    fs::hard_link(&path, &link).unwrap();
    for command in ["html", "dot"] {
        for output in [&path, &detour, &link] {
            let run = objet(&[command, &path, "-o", output]);
            let message = format!("error: cannot write {output}: it is the input file\n");
            assert_eq!((run.code, run.out.as_str(), run.err), (2, "", message), "{command}");
            assert!(fs::read_to_string(&path).unwrap() == text, "{command}");
        }
        let other = scratch(&format!("other.{command}"));
        objet(&[command, &path, "-o", &other]).ok();
        assert!(!fs::read_to_string(&other).unwrap().is_empty(), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn standard_input_is_not_overwritten_if_it_is_the_output_file() {
    let text = fs::read_to_string(real("mlp_b1.raw")).unwrap();
    let path = file("standard_input.json", &text);
    let link = scratch("link_to_standard_input.json");
    let _ = fs::remove_file(&link);
    fs::hard_link(&path, &link).unwrap();
    let other = scratch("other_than_standard_input");
    for name in ["html", "svg", "dot", "convert"] {
        let run = |output: &str| -> Run {
            let mut command = command(&[name, "-", "-o", output]);
            command.stdin(fs::File::open(&path).unwrap()).output().unwrap().into()
        };
        for output in [&path, &link] {
            let Run { code, out, err } = run(output);
            let message = format!("error: cannot write {output}: it is the input file\n");
            assert_eq!((code, out.as_str(), err), (2, "", message), "{name}");
            assert!(fs::read_to_string(&path).unwrap() == text, "{name}");
        }
        run(&other).ok();
        assert!(!fs::read_to_string(&other).unwrap().is_empty(), "{name}");
    }
}

#[test]
fn a_bad_node_is_named() {
    let run = objet_reading(
        &["show", "-"],
        br#"{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "Array", "data": [7]}]}"#,
    );
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: -: line 1, node 1 (Array): "), "{}", run.err);
}

#[test]
fn errors_contain_no_control_characters() {
    let run = objet_reading(&["show", "-"], b"\x1b[31m\x07");
    assert_eq!(run.code, 2);
    assert!(!run.err.trim_end().contains(|character: char| character.is_control()), "{:?}", run.err);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command(&["show", &real("prelude.typed")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut reader = BufReader::with_capacity(64, child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    assert!(line.starts_with('%'), "{line}");
    drop(reader);
    let rest = child.wait_with_output().unwrap();
    assert_eq!((rest.status.code(), rest.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn colors_follow_the_environment() {
    let stats = |name: &str, value: &str| {
        let mut command = command(&["show", &real("cont_nulls")]);
        let output = command.env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!objet(&["show", &real("cont_nulls")]).ok().contains('\x1b'));
    assert!(stats("CLICOLOR_FORCE", "1").contains("\x1b[32m\"x\"\x1b[0m"));
    assert!(!stats("NO_COLOR", "1").contains('\x1b'));
}

#[test]
fn the_command_line_is_explained() {
    let run = objet(&["shwo"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("'show'"), "{}", run.err);
    for command in ["check", "show", "stats", "diff", "types", "completions"] {
        let help = objet(&[command, "--help"]).ok();
        assert!(help.contains(&format!("Examples:\n  objet {command}")), "{help}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = objet(&["completions", shell]).ok();
        assert!(script.contains("check") && script.contains("strict"), "{shell}");
    }
}
