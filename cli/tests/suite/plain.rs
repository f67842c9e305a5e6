//! Files of plain JSON.

use crate::command::{file, objet};

const FILE: &str = r#"{
    "objet": 1,
    "root": [
        {"$id": 1, "value": 7, "type": "IntImm", "dtype": "int32"},
        {"$ref": 1},
        {"type": "far.Away", "names": ["x", {"$ref": 1}]}
    ]
}"#;

#[test]
fn a_file_that_people_wrote_is_checked_and_shown() {
    let path = file("plain.json", FILE);
    let out = objet(&["check", &path]).ok();
    assert!(out.starts_with(&format!("ok {path} nodes=")), "{out}");
    assert!(out.ends_with(&format!(" bytes={}\n", FILE.len())), "{out}");
    let out = objet(&["show", &path]).ok();
    assert!(out.contains("far.Away") && out.contains("int32"), "{out}");
    let run = objet(&["check", "--strict", &path]);
    assert!(run.code == 1 && run.out.contains("unknown type key \"far.Away\""), "{}", run.out);
}

#[test]
fn a_wrong_value_is_an_error_with_its_line() {
    let path = file("plain_wrong.json", &FILE.replace("\"value\": 7", "\"value\": [7]"));
    let run = objet(&["check", &path]);
    assert!(run.code != 0);
    let text = format!("{}{}", run.out, run.err);
    assert!(text.contains("line 4") && text.contains("IntImm.value: expected a value of type i64"), "{text}");
}

#[test]
fn text_after_the_document_is_an_error() {
    let path = file("plain_longer.json", &format!("{FILE}\n garbage"));
    for args in [&["check", &path][..], &["check", "--strict", &path], &["show", &path]] {
        let run = objet(args);
        let expected =
            format!("error: {path}: line 9, around `garbage`: expected the end of the text, found `g`\n");
        assert_eq!((run.code, run.out, run.err), (2, String::new(), expected));
    }
}
