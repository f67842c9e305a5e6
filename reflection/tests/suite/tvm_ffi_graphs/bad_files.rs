//! Files that are not valid.

use objet::graph::{GraphError, LoadJson, SaveJson};
use objet::prelude::*;
use proptest::prelude::*;

use super::{document, load, load_unknown};

/// A node with fields of several kinds.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ffi_bad.Node", is_final, new)]
struct NodeNode {
    base: Object,
    count: i8,
    flag: bool,
    weight: f64,
    name: objet::String,
    dtype: DataType,
    next: Option<ObjectRef>,
}

fn error(text: &str) -> String {
    load(text).expect_err(text).to_string()
}

/// Returns the error of a node after a string (0) and null (1).
fn node_error(node: &str) -> String {
    error(&document(&[r#"{"type":"ffi.String","data":"x"}"#, r#"{"type":"None"}"#, node]))
}

fn field_error(name: &str, value: &str) -> String {
    objet::register_types!(NodeNode).unwrap();
    let fields = [
        ("count", "1"),
        ("flag", "true"),
        ("weight", "0.5"),
        ("name", "0"),
        ("dtype", "\"int8\""),
        ("next", "1"),
    ];
    let fields: Vec<_> = fields
        .iter()
        .map(|(field, usual)| format!(r#""{field}":{}"#, if *field == name { value } else { usual }))
        .collect();
    node_error(&format!(r#"{{"type":"ffi_bad.Node","data":{{{}}}}}"#, fields.join(",")))
}

#[test]
fn fields_need_values_of_their_types() {
    let place = "line 1, node 2 (ffi_bad.Node): attribute";
    for (name, value, expected) in [
        ("count", "1.0", "expected an integer, found \"1.0\""),
        ("count", "true", "expected an integer, found \"true\""),
        ("count", "\"1\"", "expected an integer, found \"1\""),
        ("count", "128", "expected a number from -128 to 127, found \"128\""),
        ("flag", "1", "expected true or false, found \"1\""),
        ("weight", "true", "expected a number, found \"true\""),
        ("weight", "\"NaN\"", "expected a number, found \"NaN\""),
        ("dtype", "1", "expected a string with a data type, found \"1\""),
        ("next", "\"1\"", "expected the index of a node, found \"1\""),
        ("next", "1.0", "expected the index of a node, found \"1.0\""),
        ("next", "null", "expected the index of a node, found \"null\""),
        ("name", "\"x\"", "expected the index of a node, found \"x\""),
    ] {
        assert_eq!(field_error(name, value), format!("{place} `{name}`: {expected}"));
    }
    for (name, value, expected) in [
        (
            "next",
            "3",
            "line 1, node 2 (ffi_bad.Node): index in the attribute `next` is out of range: node count is 3, found 3",
        ),
        ("next", "-1", "line 1, node 2 (ffi_bad.Node): attribute `next`: expected a number from 0"),
        (
            "next",
            "99999999999999999999",
            "line 1, node 2 (ffi_bad.Node): attribute `next`: expected a number from 0",
        ),
        ("next", "2", "reference cycle: line 1, node 2 (ffi_bad.Node) refers back to line 1, node 2"),
        ("name", "1", "line 1, node 2 (ffi_bad.Node): "),
        ("dtype", "\"nothing\"", "line 1, node 2 (ffi_bad.Node): attribute `dtype`: "),
        ("count", "[1]", "line 1, around `[1],"),
    ] {
        let found = field_error(name, value);
        assert!(found.starts_with(expected), "{found}");
    }
    assert!(field_error("count", "{}").ends_with("in node 2 (ffi_bad.Node), attribute `count`"));
}

#[test]
fn data_needs_the_form_of_its_type() {
    for (node, expected) in [
        (r#"{"type":"int","data":"1"}"#, "in node 2 (int)"),
        (r#"{"type":"int","data":[]}"#, "expected a number, `true`, `false` or `null`, found `[`"),
        (r#"{"type":"int","data":1.5}"#, "attribute `value`: expected an integer, found \"1.5\""),
        (r#"{"type":"int","data":9223372036854775808}"#, "attribute `value`: expected a number from"),
        (r#"{"type":"int"}"#, "missing key `data`, in node 2 (int)"),
        (r#"{"data":1,"type":"int"}"#, "expected `type` before `data`"),
        (r#"{}"#, "missing key `type`, in node 2"),
        (r#"{"type":"None","data":1}"#, "expected no `data`"),
        (r#"{"type":"bool","data":1}"#, "attribute `value`: expected true or false, found \"1\""),
        (r#"{"type":"ffi.String","data":1}"#, "expected a string"),
        (r#"{"type":"ffi.Bytes","data":"%"}"#, "expected"),
        (r#"{"type":"ffi.Array","data":{}}"#, "expected `[`"),
        (r#"{"type":"ffi.Array","data":[7]}"#, "line 1, node 2 (Array): index in `data[0]` is out of range"),
        (r#"{"type":"ffi.Array","data":[-1]}"#, "found a negative or a larger number"),
        (r#"{"type":"ffi.Array","data":[2]}"#, "reference cycle"),
        (r#"{"type":"ffi.Array","data":[0.5]}"#, "expected `,` or `]`"),
        (
            r#"{"type":"ffi.List","data":[3]}"#,
            "line 1, node 2 (ffi.List): index in `data[0]` is out of range",
        ),
        (
            r#"{"type":"ffi.Map","data":[0]}"#,
            "wrong number of indices in `data`: expected an even number, found 1",
        ),
        (
            r#"{"type":"ffi.Dict","data":[0]}"#,
            "wrong number of indices in `data`: expected an even number, found 1",
        ),
        (
            r#"{"type":"ffi.String","data":"a"},{"type":"ffi.Map","data":[2,2,2,2]}"#,
            "duplicate key: entry 1 has the key of an earlier entry",
        ),
        (r#"{"type":"ffi.Map","data":[1,0]}"#, "expected an object as the key of entry 0, found null"),
        (r#"{"type":"ffi.Shape","data":[1.5]}"#, "expected a 64-bit integer, found `1.5`"),
        (r#"{"type":"ffi.Shape","data":[9223372036854775808]}"#, "expected a 64-bit integer"),
        (r#"{"type":"Device","data":[1]}"#, "expected `,`"),
        (r#"{"type":"Device","data":[1,99999999999]}"#, "attribute `device_id`"),
        (r#"{"type":"DataType","data":"what"}"#, "line 1, node 2 (runtime.BoxDataType): "),
        (r#"{"type":"ffi.Tensor","data":"AAAA"}"#, "in node 2 (ffi.Tensor)"),
        (r#"{"type":"Array","data":[]}"#, "`Array` is a type key of another format: write `ffi.Array`"),
        (r#"{"type":"far.Away","data":{}}"#, "unknown type key"),
        (r#"{"type":"int","data":1,"data":2}"#, "duplicate key `data`"),
        (r#"{"type":"int","type":"int"}"#, "duplicate key `type`"),
        (
            r#"{"type":"int","attrs":1}"#,
            "unknown key `attrs`, candidates are: `type`, `data`, in node 2 (int)",
        ),
        (
            r#"{"type":"ffi_bad.Node","data":"text"}"#,
            "expected an object with the fields of the type as `data`",
        ),
        (r#"{"type":"ffi_bad.Node","data":{"count":1,"count":1}}"#, "duplicate attribute `count`"),
    ] {
        objet::register_types!(NodeNode).unwrap();
        let found = node_error(node);
        assert!(found.contains(expected), "{node}: {found}");
        assert!(found.contains("line 1"), "{node}: {found}");
    }
}

#[test]
fn documents_need_their_keys() {
    for (text, expected) in [
        (r#"{"root_index":0}"#, "missing key `nodes`"),
        (r#"{"metadata":0,"nodes":[]}"#, "missing key `root_index`"),
        (r#"{"root_index":0,"nodes":[]}"#, "root index is out of range: node count is 0, found 0"),
        (
            r#"{"root_index":-1,"nodes":[{"type":"None"}]}"#,
            "node count is 1, found a negative or a larger number",
        ),
        (r#"{"root_index":0,"root_index":0}"#, "duplicate key `root_index`"),
        (r#"{"root_index":0,"extra":0}"#, "unknown key `extra`"),
        (r#"{"root_index":0,"nodes":{}}"#, "expected `[`"),
    ] {
        let found = error(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn a_lying_tensor_is_an_error() {
    let text = include_str!("../../../../tests/graphs/tvm-ffi/tensor.json");
    let start = text.find("\"P6G0").unwrap() + 1;
    for position in start..start + 100 {
        for byte in [b'A', b'/', b'9'] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[position] = byte;
            // A tensor of another shape or an error, but no panic.
            let _ = LoadJson::new().load(bytes.as_slice());
        }
    }
}

#[test]
fn deep_nesting_is_an_error_or_is_skipped() {
    let deep = "[".repeat(1_000_000);
    for text in [
        format!(r#"{{"root_index":0,"metadata":{deep}"#),
        format!(r#"{{"root_index":0,"nodes":{deep}"#),
        format!(r#"{{"root_index":0,"nodes":[{{"type":"far.A","data":{deep}"#),
        format!(r#"{{"root_index":0,"nodes":[{{"type":"ffi.Array","data":{deep}"#),
        format!(r#"{{"root_index":0,"nodes":[{{"type":"far.A","data":{{"a":{deep}"#),
    ] {
        assert!(load_unknown(&text).is_err());
    }
}

#[test]
fn a_truncated_file_is_an_error() {
    let text = include_str!("../../../../tests/graphs/tvm-ffi/const.json");
    let every = if cfg!(miri) { 97 } else { 1 };
    for length in (0..text.len()).step_by(every) {
        assert!(load_unknown(&text[..length]).is_err(), "{length}");
    }
    assert!(load_unknown(text).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 2000 }))]

    /// A changed file is an error, or a graph whose saved file comes back.
    #[test]
    fn a_changed_file_is_an_error_or_comes_back(
        file in 0..4_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"0123456789-.,[]{}\"entf:ax".to_vec())), 1..4),
        keep_unknown: bool,
    ) {
        let files = [
            include_str!("../../../../tests/graphs/tvm-ffi/const.json"),
            include_str!("../../../../tests/graphs/tvm-ffi/containers.json"),
            include_str!("../../../../tests/graphs/tvm-ffi/target_cuda.json"),
            include_str!("../../../../tests/graphs/tvm-ffi/te_func.json"),
        ];
        let mut bytes = files[file].as_bytes().to_vec();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        let load = LoadJson::new().keep_unknown(keep_unknown);
        let Ok((root, options)) = load.load_with_format(bytes.as_slice()) else { return Ok(()) };
        let save = |root: Option<&ObjectRef>, options: &SaveJson| {
            let mut saved = Vec::new();
            options.save(root, &mut saved).map(|()| saved)
        };
        let saved = match save(root.as_ref(), &options) {
            Err(GraphError::AmbiguousReference { .. }) => return Ok(()),
            saved => saved.unwrap(),
        };
        let (again, options) = load.load_with_format(saved.as_slice()).unwrap();
        prop_assert!(save(again.as_ref(), &options).unwrap() == saved);
    }
}
