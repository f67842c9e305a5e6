//! `objet diff`.

use std::fs;

use crate::command::{file, graph, node, objet, objet_reading, real};

#[test]
fn a_file_is_equal_to_itself() {
    for name in ["prelude.typed", "mlp_b1.params", "tir_exprs_zoo"] {
        assert_eq!(objet(&["diff", &real(name), &real(name)]).ok(), "");
    }
}

#[test]
fn differences_are_listed_by_path() {
    let name = real("mlp_b1.raw");
    let text = fs::read_to_string(&name).unwrap();
    let other = text.replacen("\"repr_str\": \"nn.softmax\"", "\"repr_str\": \"nn.relu\"", 1);
    // A different name of a variable is not a difference.
    let other = other.replacen("\"repr_str\": \"data\"", "\"repr_str\": \"date\"", 1);
    let other = other.replacen("\"dtype\": \"float32\"", "\"dtype\": \"float64\"", 1);
    let other = file("mlp_relu.json", &other);
    let run = objet(&["diff", &name, &other]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let dtype = ".functions[\"main\"].params[0].type_annotation.dtype: float32 vs float64\n";
    let op = ".functions[\"main\"].body.op: Op(name=\"nn.softmax\") vs Op(name=\"nn.relu\")\n";
    assert_eq!(run.out, format!("{dtype}{op}"));
    let run = objet(&["diff", &name, &other, "--limit", "1"]);
    assert_eq!(
        (run.code, run.out),
        (1, format!("{dtype}more differences follow; use --limit to list them\n"))
    );
}

#[test]
fn nodes_of_unknown_types_are_shown_by_name() {
    let ops = |one: &str, name: &str| {
        graph(&[
            &node("far.Call", &[("name", "3"), ("op", "2")]),
            &format!("\"type_key\": \"far.Op\", \n      \"repr_str\": \"{one}\""),
            &format!("\"type_key\": \"runtime.String\", \n      \"repr_str\": \"{name}\""),
        ])
    };
    let other = file("far_sub.json", &ops("sub", "g"));
    let run = objet_reading(&["diff", "-", &other], ops("add", "f").as_bytes());
    assert_eq!(run.code, 1, "{}", run.err);
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines, [".name: \"f\" vs \"g\"", ".op: far.Op(\"add\") vs far.Op(\"sub\")"]);
}

#[test]
fn the_first_different_element_of_a_tensor_is_listed() {
    let floats = |name: &str, dtype: &str, shape: &str, bytes: &[u8]| {
        let data = base64(bytes);
        let tensor = format!(
            r#"{{"type": "runtime.NDArray", "dtype": "{dtype}", "shape": {shape}, "data": "{data}"}}"#
        );
        file(name, &format!(r#"{{"objet": 1, "root": {{"x": [7, {tensor}]}}}}"#))
    };
    let bytes = |numbers: [f32; 6]| numbers.map(f32::to_le_bytes).concat();
    let left = bytes([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let right = bytes([1.0, 2.0, 3.0, 4.5, 5.0, -6.0]);
    let cases = [
        ("float32", "[2, 3]", "element [1, 0]: 4.0 vs 4.5 (2 of 6 differ)"),
        ("int32", "[6]", "element [3]: 1082130432 vs 1083179008 (2 of 6 differ)"),
        ("float32x2", "[3, 1]", "element [1, 0]: [3.0, 4.0] vs [3.0, 4.5] (2 of 3 differ)"),
        ("handle", "[3]", "element [1]: 0x4080000040400000 vs 0x4090000040400000 (2 of 3 differ)"),
    ];
    for (dtype, shape, expected) in cases {
        let left = floats("tensor_left.json", dtype, shape, &left);
        let right = floats("tensor_right.json", dtype, shape, &right);
        let run = objet(&["diff", &left, &right]);
        assert_eq!((run.code, run.out), (1, format!("[\"x\"][1], {expected}\n")), "{}", run.err);
    }
    // Tensors of different shapes are shown by their shapes.
    let wide = floats("tensor_wide.json", "float32", "[6]", &left);
    let high = floats("tensor_high.json", "float32", "[2, 3]", &left);
    let shapes = "[\"x\"][1]: NDArray([6], float32, cpu(0)) vs NDArray([2, 3], float32, cpu(0))\n";
    assert_eq!(objet(&["diff", &wide, &high]).out, shapes);
}

/// Returns the bytes in base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    assert!(bytes.len().is_multiple_of(3), "the text needs no padding");
    let digit = |number: u32| char::from(DIGITS[(number & 63) as usize]);
    let four = |three: &[u8]| {
        let number = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        [number >> 18, number >> 12, number >> 6, number].map(digit)
    };
    bytes.chunks(3).flat_map(four).collect()
}

#[test]
fn roots_differ_too() {
    let null = r#"{"root": 0, "nodes": [{"type_key": ""}]}"#;
    let away = file("away.json", &graph(&[&node("far.Away", &[("a", "x")])]));
    let array = file("array.json", &graph(&["\"type_key\": \"Array\""]));
    let run = objet_reading(&["diff", "-", &away], null.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (1, "the root: null vs far.Away\n"));
    let run = objet(&["diff", &away, &array]);
    assert_eq!((run.code, run.out.as_str()), (1, "the root: far.Away vs Array of 0\n"));
    let null_file = file("null.json", null);
    assert_eq!(objet(&["diff", &null_file, &null_file]).ok(), "");
}

#[test]
fn unreadable_input_is_an_error() {
    let run = objet(&["diff", &real("val_nan"), "no_such_file.json"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let run = objet(&["diff", "-", "-"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (2, "error: standard input can be read only once: give one of the files by its path\n")
    );
}
