//! Documents that are not graphs.

use objet::graph::Graph;
use objet::{IsObjectRef, ObjectRef, load_json};

use super::{Expr, all, plain, register};

#[test]
fn bad_documents_are_errors() {
    register();
    let document = |root: &str| format!("{{\"objet\": 1,\n\"root\": {root}}}");
    for (text, expected) in [
        (document(r#"{"$ref": 3}"#), "line 2: no object has the `$id` 3 of a `$ref`, in `root`"),
        (
            "{\"objet\": 1, \"root\": null, \"nodes\": [{\"$ref\": 7}]}".into(),
            "no object has the `$id` 7 of a `$ref`, in `nodes`",
        ),
        (
            document(
                r#"[{"$id": 1, "type": "plain.Expr", "line": 1}, {"$id": 1, "type": "plain.Expr", "line": 1}]"#,
            ),
            "duplicate `$id` `1`",
        ),
        (
            document(r#"{"type": "plain.Expr", "line": [1]}"#),
            "plain.Expr.line: expected a value of type i32, found an object or a list",
        ),
        (document(r#"{"type": "plain.Expr", "line": 1, "line": 2}"#), "duplicate key `line`"),
        (
            document(r#"{"type": "plain.Expr", "line": 1.5}"#),
            "attribute `line`: expected a decimal number, found \"1.5\"",
        ),
        (document(r#"{"type": "plain.Expr", "$line": 1}"#), "unknown key `$line`"),
        (document(r#"{"type": 1}"#), "`type`: expected a string, found 1"),
        (document(r#"{"type": [1]}"#), "`type`: expected a string, found a list"),
        (document(r#"{"$id": 1.0}"#), "`$id`: expected a non-negative 64-bit integer, found 1.0"),
        (document(r#"{"$id": {}}"#), "`$id`: expected a non-negative 64-bit integer, found an object"),
        (document(r#"{"type": "runtime.NDArray", "dtype": "float32", "shape": [2], "data": "AAAA"}"#), "8"),
        (document(r#"{"type": "runtime.NDArray", "dtype": "float32", "shape": [1, -1], "data": ""}"#), "-1"),
        (
            document(r#"{"type": "runtime.NDArray", "dtype": "float32", "data": ""}"#),
            "missing key `shape` in runtime.NDArray",
        ),
        (
            document(r#"{"type": "Map", "keys": [1], "values": []}"#),
            "`values`: expected one value for each key, found 1 keys and 0 values",
        ),
        (
            document(r#"{"type": "Map", "keys": [null], "values": [1]}"#),
            "expected an object as the key of entry 0, found null",
        ),
        (document(r#"{"type": "Map", "keys": ["a"]}"#), "missing key `values` in Map"),
        (document(r#"{"type": "Map", "values": []}"#), "missing key `keys` in Map"),
        (document(r#"{"type": "Map", "id": 1, "of": 2}"#), "missing key `data` in Map"),
        (
            document(r#"{"type": "Map", "data": {"a": 1}, "keys": ["b"], "values": [2]}"#),
            "line 2, around `}`: a map has both `data` and `keys`: write either `data`, or `keys` and `values`, in a node of type Map",
        ),
        (
            document(r#"{"type": "Map", "values": [2], "data": {"a": 1}}"#),
            ": a map has both `data` and `values`: write either `data`, or `keys` and `values`",
        ),
        (document(r#"{"type": "Map", "data": [1]}"#), "`data`: expected an object, found a list"),
        (
            document(r#"{"type": "Map", "data": {"type": "plain.Expr", "line": 1}}"#),
            "`data`: expected an object, found a node of type plain.Expr",
        ),
        (
            document(r#"{"type": "Map", "data": {"$ref": 1}}"#),
            "`data`: expected an object, found a reference to a later object",
        ),
        (
            document(r#"{"type": "Map", "keys": {}, "values": []}"#),
            "`keys`: expected a list, found an object",
        ),
        (document(r#"{"type": "Map", "data": {}, "data": {"a": 1}}"#), "duplicate key `data`"),
        (document(r#"{"type": "Array", "data": [], "data": [1]}"#), "duplicate key `data`"),
        (document("[99999999999999999999]"), "attribute `value`: expected a number from"),
        (document("[tru]"), "found `tru`"),
        (document(r#"{"type": "plain.Exp"}"#), "unknown type key, did you mean \"plain.Expr\"?"),
        (
            document(r#"{"type": "runtime.String", "value": "a", "$repr": "b"}"#),
            "unknown key `$repr`, candidates are: `data` in arrays",
        ),
        (document(r#"{"type": "Array", "data": [], "$repr_b64": "AAAA"}"#), "unknown key `$repr`"),
        (
            document(r#"{"b": 1, "a": 1, "a": 2}"#),
            "line 2, node 4 (Map): duplicate key: entry 2 has the key of an earlier entry",
        ),
        (document(r#"{"type": "Map", "keys": ["a", "a"], "values": [1, 2]}"#), "duplicate key: entry 1"),
        (document(&"[".repeat(20_000)), "too many lists and objects inside each other"),
        (
            r#"{"objet": 1, "versions": {"plain.Expr": 1, "plain.Expr": 2}, "root": null}"#.into(),
            "duplicate key `plain.Expr`",
        ),
        (
            document(r#"{"type": "plain.Expr", "line": "1"}"#),
            "`line`: expected an integer, found \"\\\"1\\\"\"",
        ),
        (document(r#"{"type": "IntImm", "dtype": 7, "value": 1}"#), "expected a string, found \"7\""),
        (document(r#"{"type": "IntImm", "dtype": null, "value": 1}"#), "expected a string, found \"null\""),
        (
            document(r#"{"type": "plain.Expr", "line": 1, "$repr": "a"}"#),
            "node 1 (plain.Expr): expected only attributes in a node of this type, found bytes",
        ),
        (r#"{"objet": 2, "root": null}"#.into(), "expected version 1 of the format as `objet`, found 2"),
        (r#"{"objet": 1}"#.into(), "missing key `root` in the document"),
        (r#"{"objet": 1, "root": null, "root": null}"#.into(), "duplicate key `root`"),
        (r#"{"objet": 1, "rot": null}"#.into(), "unknown key `rot`"),
        (r#"{"objet": 1, "root": null"#.into(), "expected `,` or `}`, found the end of the text"),
    ] {
        for text in [text.replace(": ", ":").replace(", ", ","), text] {
            let error = load_json(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}\n{error}\n{expected}");
        }
    }
}

#[test]
fn a_document_that_is_cut_is_an_error() {
    register();
    let text = plain(all(Some(Expr::new(1))).as_object_ref());
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert!(load_json(&text[..end]).is_err(), "{}", &text[..end]);
    }
}

#[test]
fn errors_name_the_node_and_the_attribute() {
    register();
    let line = r#""type": "plain.Expr", "line":"#;
    for (root, expected) in [
        (format!("{{{line} x}}"), "found `x`, in a node of type plain.Expr, attribute `line`"),
        (format!("{{{line} 1.5.5}}"), ", in a node of type plain.Expr, attribute `line`"),
        (format!("{{{line} 1 \"a\"}}"), "found `\"`, in a node of type plain.Expr, attribute `line`"),
        // The name of this attribute is not complete.
        (format!("{{{line} 1, \"a}}"), ", in a node of type plain.Expr"),
        (format!("{{{line} 1, \"$a\": 1}}"), "is written `$.$name`, in a node of type plain.Expr"),
        (format!("{{{line} 1, {line} 1}}"), "duplicate key `type`, in a node of type plain.Expr"),
        (format!("{{{line} 1, \"line\": 1}}"), "duplicate key `line`, in a node of type plain.Expr"),
        (format!("{{{line} 1, \"$id\": x}}"), "found `x`, in a node of type plain.Expr"),
        // The innermost node, and the attribute that contains the error.
        (
            format!("{{\"type\": \"far.A\", \"a\": 1, \"b\": [{{{line} 1}}, {{\"c\": ]}}"),
            "found `]`, in a node of type far.A, attribute `b`",
        ),
        (
            format!("{{\"type\": \"far.A\", \"b\": [{{{line} 1, \"c\": {{\"a\": 1, \"b\": [1"),
            "found the end of the text, in a node of type plain.Expr, attribute `c`",
        ),
        // No node is open.
        ("[1, x]".into(), "found `x`"),
        (format!("[{{{line} 1}} 2]"), "found `2`"),
    ] {
        for root in [root.replace(": ", ":").replace(", ", ","), root] {
            let error = load_json(&format!("{{\"objet\":1,\"root\":{root}")).unwrap_err().to_string();
            assert!(error.ends_with(expected), "{root}\n{error}\n{expected}");
        }
    }
}

#[test]
fn a_reference_to_no_object_is_named() {
    register();
    let line = r#""type": "plain.Expr", "line": 1"#;
    for (root, expected) in [
        (
            format!(
                "{{\"type\": \"far.A\",\n\"b\": {{{line},\n\"$id\": 1}},\n\"c\": {{\"$ref\": 1}}, \"d\": {{\"$ref\": 7}}}}"
            ),
            "line 6: no object has the `$id` 7 of a `$ref`, in a node of type far.A, attribute `d`",
        ),
        (
            format!("[{{{line}}},\n{{\"$ref\": 8}}]"),
            "line 4: no object has the `$id` 8 of a `$ref`, in a node of type Array",
        ),
        (
            "{\"a\": {\"$ref\": 9},\n\"b\": 1}".into(),
            "line 4: no object has the `$id` 9 of a `$ref`, in a node of type Map",
        ),
        (
            r#"{"type": "Map", "keys": [1], "values": [{"$ref": 9}]}"#.into(),
            "line 3: no object has the `$id` 9 of a `$ref`, in a node of type Map",
        ),
    ] {
        let text = format!("{{\"objet\": 1,\n\n\"root\": {root},\n\"nodes\": []\n}}");
        assert_eq!(load_json(&text).unwrap_err().to_string(), expected);
        let error = serde_json::from_str::<Graph<ObjectRef>>(&text).unwrap_err().to_string();
        assert!(error.contains(expected.split_once(": ").unwrap().1), "{error}");
    }
}

#[test]
fn errors_in_other_formats_name_the_node_and_the_attribute() {
    register();
    for (root, expected) in [
        (r#"{type: plain.Expr, line: 1, $a: 1}"#, "unknown key `$a`"),
        (
            r#"{type: plain.Expr, line: {$ref: x}}"#,
            "`$ref`: expected a non-negative 64-bit integer, found \"x\"",
        ),
        (r#"{type: far.A, b: [{$ref: -1}]}"#, "`$ref`: expected a non-negative 64-bit integer, found -1"),
    ] {
        let yaml = format!("objet: 1\nroot: {root}");
        let error = serde_saphyr::from_str::<Graph<ObjectRef>>(&yaml).unwrap_err().to_string();
        let place = match root.contains("far.A") {
            true => ", in a node of type far.A, attribute `b`",
            false if root.contains("$ref") => ", in a node of type plain.Expr, attribute `line`",
            false => ", in a node of type plain.Expr",
        };
        assert!(error.contains(expected) && error.contains(place), "{error}");
    }
}
