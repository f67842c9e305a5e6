//! Programs in Relay's text form: `objet convert`, and other commands that read them.

use std::fs;

use crate::command::{file, objet, objet_reading, real, scratch};

#[test]
fn graphs_become_texts_and_come_back() {
    for name in ["mlp_b1.typed", "mlp_b1.params", "resnet18.anf", "resnet18_b1_s224.typed"] {
        let (text, back) = (scratch(&format!("{name}.rly")), scratch(&format!("{name}.json")));
        objet(&["convert", &real(name), "-o", &text]).ok();
        assert!(fs::read_to_string(&text).unwrap().starts_with("#[version = \"0.0.5\"]\n"));
        assert!(objet(&["check", &text]).ok().starts_with(&format!("ok {text} functions=1 types=0 ")));
        objet(&["convert", &text, "--types", "-o", &back]).ok();
        assert_eq!(objet(&["diff", &real(name), &back]).ok(), "", "{name}");
    }
    // A program without types stays without types.
    let (text, back) = (scratch("raw.rly"), scratch("raw.json"));
    objet(&["convert", &real("mlp_b1.raw"), "-o", &text]).ok();
    objet(&["convert", &text, "-o", &back]).ok();
    assert_eq!(objet(&["diff", &real("mlp_b1.raw"), &back]).ok(), "");
}

#[test]
fn a_text_that_loses_a_part_of_the_graph_is_an_error() {
    let consts = real("relay_consts_dtypes");
    let text = scratch("lossy.rly");
    let _ = fs::remove_file(&text);
    let run = objet(&["convert", &consts, "-o", &text]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let place = ".functions[\"main\"].body.fields[3].data, element []";
    let start = format!("error: {consts}: the text form cannot hold the graph exactly: {place}: ");
    let end = " (1 of 1 differ) in the text; use --lossy to write it anyway\n";
    assert!(run.err.starts_with(&start) && run.err.ends_with(end), "{}", run.err);
    assert!(!fs::exists(&text).unwrap());
    objet(&["convert", &consts, "--lossy", "-o", &text]).ok();
    let run = objet(&["diff", &consts, &text]);
    assert!(run.code == 1 && run.out.starts_with(place), "{}", run.out);
    // The attributes of `arange` come back with variables of their own.
    let prelude = objet(&["convert", &real("prelude.typed")]);
    let difference =
        ".vid: relay.Id(name_hint=\"lower\") vs another relay.Id(name_hint=\"lower\") in the text";
    assert!(prelude.code == 2 && prelude.err.contains(difference), "{}", prelude.err);
}

#[test]
fn a_loss_is_named_whether_the_graph_has_types_or_not() {
    let text = "def @main(%x: Tensor[(1, 2), float32], %w) { add(nn.dense(%x, %w, units=3), 0.5f) }\n";
    let program = file("half.rly", text);
    for args in [&["convert", &program][..], &["convert", &program, "--types"]] {
        let json = objet(args).ok();
        // The last bytes of the constant, with 1/3 in place of 0.5.
        let third = json.replace("AAAAAD8=\"", "AKuqqj4=\"");
        assert_ne!(third, json);
        let run = objet_reading(&["convert", "-"], third.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        let place = ".functions[\"main\"].body.args[1].data, element []";
        let difference = format!("{place}: 0.33333334 vs 0.333333 (1 of 1 differ)");
        assert!(run.err.contains(&difference), "{args:?}: {}", run.err);
    }
}

#[test]
fn graphs_that_are_not_programs_do_not_become_texts() {
    for (name, root) in [("cont_nested", "Array"), ("tvm-ffi/mlp", "ir.IRModule"), ("val_nan", "FloatImm")] {
        let path = real(name);
        let run = objet(&["convert", &path]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{name}");
        let start = format!("error: {path}: the root is {root}, and a program in text form is an IRModule; ");
        assert!(run.err.starts_with(&start), "{}", run.err);
        assert!(objet(&["convert", &path, "--lossy"]).ok().starts_with("#[version = \"0.0.5\"]\n"));
    }
    let path = real("lowered_matmul");
    let run = objet(&["convert", &path]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let start = format!("error: {path}: the text of the graph cannot be read back: expected a definition");
    assert!(run.err.starts_with(&start) && run.err.lines().count() == 1, "{}", run.err);
    let null = objet_reading(&["convert", "-"], br#"{"root": 0, "nodes": [{"type_key": ""}]}"#);
    assert!(null.code == 2 && null.err.starts_with("error: -: the root is null, "), "{}", null.err);
}

#[test]
fn standard_input_is_a_text_if_it_begins_with_the_version() {
    let text = "#[version = \"0.0.5\"]\ndef @main(%x: int32) { %x + 1 }\n";
    let json = objet_reading(&["convert", "-"], text.as_bytes()).ok();
    assert!(json.contains("\"type_key\": \"IRModule\""), "{json}");
    let line = objet_reading(&["check", "-"], text.as_bytes()).ok();
    assert_eq!(line, format!("ok - functions=1 types=0 bytes={}\n", text.len()));
}

#[test]
fn errors_show_the_source_line() {
    let text = file("bad.rly", "def @main(%x: int32) {\n  add(%x, %y)\n}\ndef @f() { add( }\n");
    for command in [&["check", &text][..], &["convert", &text], &["show", &text], &["stats", &text]] {
        let run = objet(command);
        assert_eq!(run.code, 2);
        assert_eq!(
            run.err,
            format!(
                "\
error: the variable `%y` is not defined here, did you mean `%x`?
 --> {text}:2:11
  |
2 |   add(%x, %y)
  |           ^^
error: expected an expression, found `}}`
 --> {text}:4:17
  |
4 | def @f() {{ add( }}
  |                 ^
"
            )
        );
    }
    let text = file(
        "types.rly",
        "def @main(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) {\n  add(%x, %y)\n}\n",
    );
    let run = objet(&["check", &text]);
    assert_eq!(run.code, 2);
    assert!(run.err.ends_with("2 |   add(%x, %y)\n  |   ^^^^^^^^^^^\n"), "{}", run.err);
}

#[test]
fn other_commands_read_texts() {
    let text = file("main.rly", "def @main(%x: int32) { %x + 1 }\n");
    assert!(objet(&["show", &text]).ok().contains("relay.Call("));
    assert!(objet(&["stats", &text]).ok().contains("the root is IRModule"));
    assert!(objet(&["dot", &text]).ok().starts_with("digraph"));
    let other = file("other.rly", "def @main(%y: int32) { %y + 2 }\n");
    let run = objet(&["diff", &text, &other]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("body.args[1].data"), "{}", run.out);
    let bytes = objet_reading(&["check", "-"], b"#[version = \"0.0.5\"]\ndef @\xff");
    assert_eq!(
        (bytes.code, bytes.err.as_str()),
        (2, "error: -: the text is not UTF-8: byte 26 is invalid\n")
    );
}
