//! Stand-ins in files of all forms.

use std::time::{Duration, Instant};

use objet::containers::BoxInt;
use objet::graph::{Format, Graph, LoadJson, SaveJson, StoredAttrs};
use objet::prelude::*;
use objet::{String, post_order, structural_equal};
use serde::de::DeserializeSeed;

/// An enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[repr(i32)]
enum Mode {
    Fast = 0,
    Exact = 1,
}

/// A base with fields whose values have another form in plain JSON if the type is unknown.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.Base")]
struct BaseNode {
    base: Object,
    any: ObjectRef,
    boxed: Option<BoxInt>,
    exact: f64,
    #[reflect(alias = "ln")]
    line: i64,
    modes: Vec<Mode>,
    name: String,
    no_limit: Option<i64>,
    no_note: Option<String>,
    note: Option<String>,
    scale: Option<f64>,
    single: f32,
    strides: Vec<i64>,
    text: Option<std::string::String>,
    window: [f64; 2],
}

/// A type that is unknown after its key is changed.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.Leaf", is_final)]
struct LeafNode {
    base: BaseNode,
    own: i64,
}

/// Refers to the base.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.Root", is_final)]
struct RootNode {
    base: Object,
    of: Base,
}

fn root(any: impl Into<ObjectRef>, exact: f64) -> Root {
    objet::register_types!(BaseNode, LeafNode, RootNode).unwrap();
    let base = BaseNode {
        base: Object::new(),
        any: any.into(),
        boxed: Some(BoxInt::new(-3)),
        exact,
        line: 4,
        modes: vec![Mode::Exact, Mode::Fast],
        name: "x".into(),
        no_limit: None,
        no_note: None,
        note: Some("n".into()),
        scale: Some(f64::NAN),
        single: 0.1,
        strides: vec![],
        text: Some("t".into()),
        window: [0.1, -0.0],
    };
    let of = Leaf::from(make_object(LeafNode { base, own: -5 })).upcast();
    make_object(RootNode { base: Object::new(), of }).into()
}

const FORMS: [&str; 4] = ["TVM 0.8", "tvm-ffi", "plain", "postcard"];

fn save(form: &str, root: &ObjectRef) -> Vec<u8> {
    let text = |format| SaveJson::new(format).to_string(root).unwrap().into_bytes();
    match form {
        "TVM 0.8" => text(Format::Tvm08),
        "tvm-ffi" => text(Format::TvmFfi),
        "plain" => text(Format::Plain),
        _ => postcard::to_stdvec(&Graph(root.clone())).unwrap(),
    }
}

fn load(form: &str, file: &[u8]) -> ObjectRef {
    let load = LoadJson::new().keep_unknown(true);
    match form {
        "postcard" => load.deserialize(&mut postcard::Deserializer::from_bytes(file)).unwrap().unwrap(),
        _ => load.load(file).unwrap().unwrap(),
    }
}

#[test]
fn a_base_may_have_fields_of_any_kind() {
    let objects: [ObjectRef; 3] =
        [BoxInt::new(7).into(), String::from("s").into(), Array::from([String::from("e")]).into()];
    for (any, exact) in objects.into_iter().zip([0.1, 3.0, -0.0]) {
        for form in FORMS {
            let file = save(form, &root(any.clone(), exact).into());
            let at = file.windows(10).position(|part| part == b"forms.Leaf").unwrap();
            let mut unknown = file.clone();
            unknown[at + 9] = b'q';
            let kept = load(form, &unknown);
            let root =
                kept.downcast_ref::<Root>().unwrap_or_else(|| panic!("{form} {exact}: {}", kept.type_key()));
            assert_eq!(
                (root.of.exact.to_bits(), root.of.line, &*root.of.name),
                (exact.to_bits(), 4, "x"),
                "{form}"
            );
            assert!(structural_equal(&root.of.any, &any), "{form}");
            assert_eq!(
                (root.of.no_limit, root.of.text.as_deref(), &root.of.modes[..]),
                (None, Some("t"), &[Mode::Exact, Mode::Fast][..]),
                "{form}"
            );
            let saved = save(form, &kept);
            assert!(saved == unknown, "{form}: {}", std::string::String::from_utf8_lossy(&saved));
            assert!(structural_equal(&kept, &load(form, &unknown)), "{form}");
        }
    }
}

/// A base without a required field.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.Line")]
struct LineNode {
    base: Object,
    #[reflect(alias = "ln")]
    line: i64,
    note: Option<String>,
}

/// Refers to the base.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.OfLine", is_final)]
struct OfLineNode {
    base: Object,
    of: Line,
}

#[test]
fn plain_json_keeps_the_names_and_the_nulls_of_an_unknown_type() {
    objet::register_types!(LineNode, OfLineNode).unwrap();
    for attrs in [r#""ln":4"#, r#""line":4,"note":null"#, r#""note":"n","other":null,"ln":4"#] {
        let file =
            format!(r#"{{"objet":1,"root":{{"type":"forms.OfLine","of":{{"type":"far.A",{attrs}}}}}}}"#);
        let kept = load("plain", file.as_bytes());
        assert_eq!(kept.downcast_ref::<OfLine>().unwrap().of.line, 4);
        let saved = SaveJson::new(Format::Plain).to_string(&kept).unwrap();
        assert_eq!(saved, file);
    }
}

#[test]
fn null_of_an_unknown_type_is_null_in_all_forms() {
    let plain = r#"{"objet":1,"root":[{"type":"far.V","n":{"type":"runtime.String","value":"q"}},{"type":"far.C","attrs":null},{"type":"far.C","attrs":{"type":"far.V","n":{"type":"runtime.String","value":"r"}}}]}"#;
    let kept = load("plain", plain.as_bytes());
    for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
        let file = SaveJson::new(format).to_string(&kept).unwrap();
        let other = load("", file.as_bytes());
        assert!(structural_equal(&other, &kept), "{file}");
        let back = SaveJson::new(Format::Plain).to_string(&other).unwrap();
        assert_eq!(back, plain);
    }
}

#[test]
fn numbers_of_unknown_types_have_one_text_in_plain_json() {
    for number in ["1e+15", "1e2", "1.50", "0.1000", "-0", "-0.0", "1e300", "5e-324", "1E16", "12", "-7"] {
        let file = format!(r#"{{"objet":1,"root":{{"type":"far.A","n":{number}}}}}"#);
        let kept = load("plain", file.as_bytes());
        let saved = save("plain", &kept);
        let again = load("plain", &saved);
        assert!(structural_equal(&kept, &again), "{number}");
        assert_eq!(save("plain", &again), saved);
        let text = std::string::String::from_utf8(saved).unwrap();
        let read = text.split("\"n\":").nth(1).unwrap().trim_end_matches('}').parse::<f64>().unwrap();
        assert_eq!(read.to_bits(), number.parse::<f64>().unwrap().to_bits(), "{text}");
    }
}

/// A negation, whose field had another name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.Neg", is_final, version = 1, upgrade = rename)]
struct NegNode {
    base: Object,
    #[reflect(alias = "kid")]
    child: Line,
}

fn rename(_version: u32, attrs: &mut StoredAttrs) -> Result<(), std::convert::Infallible> {
    attrs.rename("kid", "child");
    Ok(())
}

#[test]
fn an_unknown_node_under_a_former_name_stands_in_for_an_upgraded_node() {
    objet::register_types!(LineNode, NegNode).unwrap();
    let files = [
        r#"{"objet":1,"root":{"type":"forms.Neg","kid":{"type":"far.A","line":2}}}"#,
        r#"{"root":1,"nodes":[{"type_key":""},{"type_key":"forms.Neg","attrs":{"kid":"2"}},{"type_key":"far.A","attrs":{"line":"2"}}]}"#,
    ];
    for file in files {
        let kept = load("", file.as_bytes());
        assert_eq!(kept.downcast_ref::<Neg>().unwrap_or_else(|| panic!("{}", kept.type_key())).child.line, 2);
    }
}

#[test]
fn numbers_that_saving_would_change_are_errors() {
    let load = |number: &str| {
        let file = format!(r#"{{"objet":1,"root":{{"type":"far.A","n":{number}}}}}"#);
        LoadJson::new().keep_unknown(true).load(file.as_bytes()).map(drop).map_err(|error| error.to_string())
    };
    let digits = "123456789012345678901234567890123456789012";
    for number in
        ["1e400", "-1e400", "1E309", digits, &format!("-{digits}"), &format!("{}.5", "9".repeat(400))]
    {
        let error = load(number).unwrap_err();
        assert!(error.contains("expected a number within 64-bit floats or 128-bit integers"), "{error}");
    }
    for number in ["1e308", &u128::MAX.to_string(), &i128::MIN.to_string(), &format!("0.{digits}"), "true"] {
        load(number).unwrap();
    }
}

/// A base with a list, which takes many bytes for each node.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.Listed", new)]
struct ListedNode {
    base: Object,
    list: Vec<i64>,
}

/// Refers to the base.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "forms.OfListed", is_final)]
struct OfListedNode {
    base: Object,
    of: Array<Listed>,
}

#[test]
fn a_list_that_many_nodes_share_is_not_copied_without_bound() {
    objet::register_types!(ListedNode, OfListedNode).unwrap();
    let count = 4_000;
    // One list that is JSON, and one with a node at its end, which no field can hold.
    for end in ["1", r#"{"type":"far.B"}"#] {
        let list = format!(r#"{{"$id":1,"type":"Array","data":[{}{end}]}}"#, "1,".repeat(count));
        let nodes = r#",{"type":"far.A","list":{"$ref":1}}"#.repeat(count);
        let file = format!(
            r#"{{"objet":1,"root":{{"type":"forms.OfListed","of":[{{"type":"far.A","list":{list}}}{nodes}]}}}}"#
        );
        let start = Instant::now();
        let kept = load("plain", file.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(20));
        let listed =
            |object: &ObjectRef| object.downcast_ref::<Listed>().is_some_and(|node| !node.list.is_empty());
        let stand_ins = post_order(&kept).filter(|object| listed(object)).count();
        assert!(stand_ins < count / 2, "{stand_ins}");
        assert!(structural_equal(&kept, &load("plain", file.as_bytes())));
    }
}

#[test]
fn a_long_version_takes_time_once_for_all_nodes() {
    objet::register_types!(ListedNode, OfListedNode).unwrap();
    let (node_count, ancestor_count) = (2_000, 10_000);
    let ancestors: Vec<_> = (0..ancestor_count).map(|index| format!("a{index}=0")).collect();
    let nodes = vec![r#"{"type":"far.A","list":[1]}"#; node_count].join(",");
    let file = format!(
        r#"{{"objet":1,"versions":{{"far.A":"0 {}"}},"root":{{"type":"forms.OfListed","of":[{nodes}]}}}}"#,
        ancestors.join(" ")
    );
    let kept = load("plain", file.as_bytes());
    for form in FORMS {
        let file = save(form, &kept);
        let start = Instant::now();
        let kept = load(form, &file);
        assert!(start.elapsed() < Duration::from_secs(2), "{form}: {:?}", start.elapsed());
        let stand_ins = post_order(&kept).filter(|object| object.is_instance::<ListedNode>());
        assert_eq!(stand_ins.count(), node_count, "{form}");
        assert!(save(form, &kept) == file, "{form}");
    }
}
