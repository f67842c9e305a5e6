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
