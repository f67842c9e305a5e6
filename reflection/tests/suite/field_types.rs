//! Field types beyond single numbers and references: lists, options, characters, and any type with
//! `#[reflect(serde)]`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use objet::compare::{StructuralEqual, structural_hash};
use objet::fields::{
    AttrMut, AttrVisitorMut, FieldCell, FieldType, ReflectError, Reflection, visit_attrs_mut,
};
use objet::graph::{Format, GraphError, SaveJson, StoredAttrs, StoredValueError};
use objet::prelude::*;
use objet::types::{FieldBuilder, TypeBuilder};
use objet::{ShapeTuple, get_attr, load_json, make_node, print, save_json, structural_equal, with_attr};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Mode {
    Fast = 1,
    Small = 2,
}

/// An enum with a variant that has the name of an option's.
mod level {
    use objet::prelude::*;

    use self::Level::None;

    #[derive(Clone, Copy, Debug, PartialEq, Reflect)]
    #[repr(u8)]
    pub(super) enum Level {
        None = 3,
        All = 4,
    }

    #[derive(Clone, Object, Reflect)]
    #[repr(C)]
    #[object(key = "field_types.Leveled", is_final, new)]
    pub(super) struct LeveledNode {
        base: Object,
        #[reflect(default = None)]
        pub(super) level: Level,
        #[reflect(default = Option::None)]
        pub(super) other: Option<Level>,
    }
}

#[test]
fn a_default_named_none_is_null_for_options_alone() {
    objet::register_types!(level::LeveledNode).unwrap();
    let made = make_node("field_types.Leveled", []).unwrap();
    let node = made.as_node::<level::LeveledNode>().unwrap();
    assert_eq!((node.level, node.other), (level::Level::None, None));
    assert!(structural_equal(&made, &level::Leveled::new()));
    let all = make_node("field_types.Leveled", [("level", 4.into())]).unwrap();
    assert_eq!(all.as_node::<level::LeveledNode>().unwrap().level, level::Level::All);
}

/// Lists.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_types.Lists", is_final, new)]
struct ListsNode {
    base: Object,
    xs: Vec<i64>,
    bytes: Vec<u8>,
    large: Vec<u64>,
    floats: Vec<f64>,
    halves: Vec<f32>,
    flags: Vec<bool>,
    names: Vec<std::string::String>,
    modes: Vec<Mode>,
    dtypes: Vec<DataType>,
    pad: [i32; 2],
    #[reflect(default = vec![1, 2])]
    steps: Vec<usize>,
}

fn lists() -> Lists {
    register();
    Lists::new(
        [1, -2],
        [0, 255],
        [u64::MAX],
        [0.1, -0.0, 1e300, f64::NAN, f64::NEG_INFINITY],
        [0.1_f32],
        [true, false],
        ["a\"b".to_owned(), "ü\n".to_owned()],
        [Mode::Small, Mode::Fast],
        [DataType::float(32)],
        [3, 4],
    )
}

/// Scalars that may be missing, and others.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_types.Options", is_final, new)]
struct OptionsNode {
    base: Object,
    int: Option<i64>,
    float: Option<f32>,
    flag: Option<bool>,
    mode: Option<Mode>,
    letter: Option<char>,
    text: Option<std::string::String>,
    size: usize,
    offset: isize,
    mark: char,
    cell: FieldCell<Vec<i32>>,
}

/// A type of another crate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Source {
    Unknown,
    File { path: PathBuf, line: u32 },
    Pair(f32, u128),
}

/// Fields that serialize.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_types.Any", is_final, new)]
struct AnyNode {
    base: Object,
    #[reflect(serde)]
    source: Source,
    #[reflect(serde)]
    counts: HashMap<std::string::String, Vec<i128>>,
    #[reflect(serde, default = HashSet::from([1]))]
    set: HashSet<u32>,
    #[reflect(serde, default = None)]
    nested: Option<Vec<(u8, f64)>>,
}

fn register() {
    objet::register_types!(ListsNode, OptionsNode, AnyNode).unwrap();
}

fn options() -> Options {
    register();
    Options::new(
        Some(-5),
        Some(0.1),
        None,
        Some(Mode::Small),
        Some('"'),
        Some("x".to_owned()),
        usize::MAX,
        -1,
        'é',
        vec![7],
    )
}

fn any() -> Any {
    register();
    let counts = ["b", "a", "c"].map(|name| (name.to_owned(), vec![i128::MIN]));
    Any::new(Source::Pair(0.1, u128::MAX), HashMap::from(counts))
}

/// Saves and loads a graph, checks that nothing has changed, and returns the text.
fn round_trip(root: &impl IsObjectRef) -> std::string::String {
    let json = save_json(root).unwrap();
    let back = load_json(&json).unwrap();
    assert!(structural_equal(root.as_object_ref(), &back), "{json}");
    assert_eq!(structural_hash(root.as_object_ref()), structural_hash(&back));
    assert_eq!(save_json(&back).unwrap(), json);
    json
}

#[test]
fn lists_save_and_load() {
    let json = round_trip(&lists());
    for attribute in [
        r#""xs": "[1,-2]""#,
        r#""bytes": "[0,255]""#,
        r#""large": "[18446744073709551615]""#,
        r#""floats": "[0.1,-0.0,1e300,\"NaN\",\"-Infinity\"]""#,
        r#""halves": "[0.1]""#,
        r#""flags": "[true,false]""#,
        r#""names": "[\"a\\\"b\",\"ü\\n\"]""#,
        r#""modes": "[2,1]""#,
        r#""dtypes": "[\"float32\"]""#,
        r#""pad": "[3,4]""#,
        r#""steps": "[1,2]""#,
    ] {
        assert!(json.contains(attribute), "{attribute} in {json}");
    }
}

#[test]
fn options_save_and_load() {
    let json = round_trip(&options());
    let size = format!(r#""size": "{}""#, usize::MAX);
    for attribute in [
        r#""int": "-5""#,
        r#""float": "0.1""#,
        r#""flag": "null""#,
        r#""mode": "2""#,
        r#""letter": "\"\\\"\"""#,
        r#""text": "\"x\"""#,
        r#""offset": "-1""#,
        r#""mark": "é""#,
        r#""cell": "[7]""#,
        &size,
    ] {
        assert!(json.contains(attribute), "{attribute} in {json}");
    }
}

#[test]
fn any_type_saves_and_loads() {
    let json = round_trip(&any());
    for attribute in [
        r#""source": "{\"Pair\":[0.1,340282366920938463463374607431768211455]}""#,
        r#""nested": "null""#,
        r#""set": "[1]""#,
    ] {
        assert!(json.contains(attribute), "{attribute} in {json}");
    }
    let min = i128::MIN;
    assert!(
        json.contains(&format!(r#""counts": "{{\"a\":[{min}],\"b\":[{min}],\"c\":[{min}]}}""#)),
        "{json}"
    );

    let file = Source::File { path: "a/b.c".into(), line: 7 };
    let json = round_trip(&Any::new(file, HashMap::new()));
    assert!(json.contains(r#""source": "{\"File\":{\"path\":\"a/b.c\",\"line\":7}}""#), "{json}");
    round_trip(&Any::new(Source::Unknown, HashMap::new()));
}

#[test]
fn values_that_json_cannot_hold_are_refused() {
    let mut node = AnyNode::new(Source::Pair(f32::NAN, 0), HashMap::new());
    let message = |node: &AnyNode| {
        let root = Array::from([Any::from(make_object(node.clone()))]);
        let mut sink = Vec::new();
        let error = objet::graph::save_json_to(&root, &mut sink).unwrap_err();
        assert!(sink.is_empty(), "nothing is written");
        assert!(matches!(error, GraphError::FieldNotSaved { .. }));
        error.to_string()
    };
    assert_eq!(message(&node), "node 2 (field_types.Any), field `source`: JSON cannot hold NaN and infinity");
    let object = Any::from(make_object(node.clone()));
    let error = get_attr(&object, "source").unwrap_err();
    assert_eq!(error.to_string(), "field_types.Any.source: JSON cannot hold NaN and infinity");
    assert!(print(&object).to_string().contains("NaN"));

    node.source = Source::Unknown;
    node.nested = Some(vec![(1, f64::INFINITY)]);
    assert!(message(&node).contains("field `nested`"));
}

/// Types whose JSON text `serde_json` would lose or refuse to read.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_types.Odd", is_final)]
struct OddNode {
    base: Object,
    #[reflect(serde)]
    twice: Option<Option<u8>>,
    #[reflect(serde)]
    keys: BTreeMap<(u8, u8), u8>,
    #[reflect(serde)]
    integers: BTreeMap<i8, u8>,
}

fn odd(node: &OddNode) -> Odd {
    make_object(node.clone()).into()
}

#[test]
fn what_would_be_lost_is_refused() {
    objet::register_types!(OddNode).unwrap();
    let mut node = OddNode {
        base: Object::new(),
        twice: None,
        keys: BTreeMap::new(),
        integers: BTreeMap::from([(-1, 2)]),
    };
    let saved = |node: &OddNode| save_json(&odd(node)).map_err(|error| error.to_string());
    let json = round_trip(&odd(&node));
    assert!(json.contains(r#""integers": "{\"-1\":2}""#), "{json}");
    node.twice = Some(None);
    let error = saved(&node).unwrap_err();
    assert!(error.ends_with("field `twice`: JSON cannot tell `Some` of null from `None`"), "{error}");
    node.twice = Some(Some(1));
    round_trip(&odd(&node));
    node.keys.insert((1, 2), 3);
    let error = saved(&node).unwrap_err();
    assert!(error.contains("field `keys`: JSON cannot hold a map whose keys"), "{error}");
}

#[test]
fn fields_are_compared_and_hashed_by_content() {
    let list = lists();
    let mut other = lists();
    assert!(structural_equal(&list, &other));
    other.make_mut().floats[1] = 0.0; // equals -0
    other.make_mut().floats[3] = -f64::NAN;
    assert!(structural_equal(&list, &other));
    assert_eq!(structural_hash(&list), structural_hash(&other));
    other.make_mut().xs.push(3);
    assert_ne!(structural_hash(&list), structural_hash(&other));
    let difference = StructuralEqual::new().first_difference(&list, &other).unwrap();
    assert_eq!(difference.to_string(), ".xs: [1, -2] vs [1, -2, 3]");

    let option = options();
    let mut other = options();
    *other.make_mut().flag = Some(false);
    let difference = StructuralEqual::new().first_difference(&option, &other).unwrap();
    assert_eq!(difference.to_string(), ".flag: null vs false");
    assert_ne!(structural_hash(&option), structural_hash(&other));

    let object = any();
    let mut other = any();
    let numbers = || (0..100_u32).map(|number| number * 7919);
    let mut object = object;
    *object.make_mut().set = numbers().collect();
    *other.make_mut().set = numbers().rev().collect();
    *object.make_mut().nested = Some(vec![(1, 0.0)]);
    *other.make_mut().nested = Some(vec![(1, -0.0)]);
    assert!(structural_equal(&object, &other));
    assert_eq!(structural_hash(&object), structural_hash(&other));
    *other.make_mut().source = Source::Unknown;
    assert!(!structural_equal(&object, &other));
    assert_ne!(structural_hash(&object), structural_hash(&other));
}

#[test]
fn fields_print() {
    assert_eq!(
        print(&lists()).to_string(),
        "field_types.Lists(xs=[1, -2], bytes=[0, 255], large=[18446744073709551615], \
         floats=[0.1, -0.0, 1e300, NaN, -inf], halves=[0.1], flags=[true, false], \
         names=[\"a\\\"b\", \"ü\\n\"], modes=[Small, Fast], dtypes=[float32], pad=[3, 4], steps=[1, 2])"
    );
    assert_eq!(
        print(&options()).to_string(),
        format!(
            "field_types.Options(int=-5, float=0.1, flag=null, mode=Small, letter=\"\\\"\", text=\"x\", \
             size={}, offset=-1, mark=\"é\", cell=[7])",
            usize::MAX
        )
    );
    let small = Any::new(Source::Unknown, HashMap::new());
    assert_eq!(
        print(&small).to_string(),
        r#"field_types.Any(source="Unknown", counts={}, set=[1], nested=null)"#
    );
}

#[test]
fn fields_are_read_and_set_by_name() -> Result<(), Box<dyn std::error::Error>> {
    let list = lists();
    assert_eq!(get_attr(&list, "xs")?.get::<Vec<i64>>()?, [1, -2]);
    let array: Array<ObjectRef> = get_attr(&list, "xs")?.get()?;
    assert_eq!(array[0].as_node::<objet::containers::BoxIntNode>().map(|boxed| boxed.value), Some(1));
    assert_eq!(get_attr(&list, "bytes")?.get::<&[u8]>()?, [0, 255]);
    assert_eq!(get_attr(&list, "names")?.get::<Vec<std::string::String>>()?[0], "a\"b");
    assert_eq!(get_attr(&list, "modes")?.get::<Vec<Mode>>()?, [Mode::Small, Mode::Fast]);
    assert_eq!(get_attr(&list, "pad")?.get::<[i32; 2]>()?, [3, 4]);
    assert_eq!(get_attr(&list, "dtypes")?.get::<Vec<DataType>>()?, [DataType::float(32)]);
    assert!(get_attr(&list, "large").unwrap_err().to_string().contains("18446744073709551615"));

    let list = with_attr(list, "xs", (&ShapeTuple::from([8, 9])).into())?;
    assert_eq!(list.xs, [8, 9]);
    let list = with_attr(list, "pad", (&ShapeTuple::from([5, 6])).into())?;
    assert_eq!(list.pad, [5, 6]);
    let list = with_attr(list, "bytes", (&[7_u8][..]).into())?;
    assert_eq!(list.bytes, [7]);
    let names = Array::from([objet::String::from("n")]);
    let list = with_attr(list, "names", (&names).into())?;
    assert_eq!(list.names, ["n"]);
    let message = |name: &str, value: objet::function::ArgValue<'_>| {
        with_attr(list.clone(), name, value).unwrap_err().to_string()
    };
    assert_eq!(
        message("xs", (&names).into()),
        "field_types.Lists.xs: element 0: expected int but got runtime.String"
    );
    assert_eq!(message("xs", 3.into()), "field_types.Lists.xs: expected Array but got int");
    assert_eq!(
        message("pad", (&ShapeTuple::from([1])).into()),
        "field_types.Lists.pad: wrong number of elements: expected 2, found 1"
    );

    let option = options();
    assert_eq!(get_attr(&option, "int")?.get::<i64>()?, -5);
    assert_eq!(get_attr(&option, "flag")?.get::<Option<bool>>()?, None);
    assert_eq!(get_attr(&option, "mark")?.get::<char>()?, 'é');
    let option = with_attr(option, "int", ().into())?;
    let option = with_attr(option, "flag", true.into())?;
    let option = with_attr(option, "mark", "z".into())?;
    assert_eq!((option.int, option.flag, option.mark), (None, Some(true), 'z'));
    let error = with_attr(option.clone(), "mark", "zz".into()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "field_types.Options.mark: expected char, found \"zz\", which it cannot hold"
    );
    let error = with_attr(option, "mode", 9.into()).unwrap_err();
    assert_eq!(error.to_string(), "field_types.Options.mode: expected a Mode (Fast = 1, Small = 2), found 9");

    let object = any();
    assert_eq!(
        get_attr(&object, "source")?.get::<&str>()?,
        r#"{"Pair":[0.1,340282366920938463463374607431768211455]}"#
    );
    let object = with_attr(object, "source", r#""Unknown""#.into())?;
    assert_eq!(object.source, Source::Unknown);
    let error = with_attr(object, "source", "Unknown".into()).unwrap_err();
    assert!(
        error.to_string().starts_with("field_types.Any.source: not the JSON text of a value: "),
        "{error}"
    );
    Ok(())
}

#[test]
fn nodes_are_made_by_name() -> Result<(), ReflectError> {
    register();
    let error = make_node("field_types.Any", [("counts", "{}".into())]).unwrap_err();
    assert_eq!(error.to_string(), "field_types.Any: missing value for field \"source\" of type Source");
    let made = make_node("field_types.Any", [("source", r#""Unknown""#.into()), ("counts", "{}".into())])?;
    assert!(structural_equal(&made, Any::new(Source::Unknown, HashMap::new()).as_object_ref()));

    // An option without a value is null.
    let empty = Array::<ObjectRef>::new();
    let values = [("size", 1.into()), ("offset", 2.into()), ("mark", "m".into()), ("cell", (&empty).into())];
    let made = make_node("field_types.Options", values)?;
    assert_eq!(made.as_node::<OptionsNode>().unwrap().int, None);

    let reflection = Reflection::of_key("field_types.Lists")?;
    let field = reflection.field("steps")?;
    assert_eq!(field.type_name(), "Vec<usize>");
    assert_eq!(field.default().unwrap().get::<Vec<usize>>(), Ok(vec![1, 2]));
    assert!(!field.is_required() && reflection.field("xs")?.is_required());
    Ok(())
}

#[test]
fn visitors_change_lists() -> Result<(), ReflectError> {
    struct Reverse;
    impl AttrVisitorMut for Reverse {
        fn visit(
            &mut self,
            field: &'static objet::fields::Field,
            mut attr: AttrMut<'_>,
        ) -> Result<(), ReflectError> {
            if field.name() != "xs" {
                return Ok(());
            }
            let mut xs: Vec<i64> = attr.get()?.get().expect("a list");
            xs.reverse();
            attr.set((&ShapeTuple::from(xs)).into())
        }
    }
    let mut list = lists();
    visit_attrs_mut(&mut list, &mut Reverse)?;
    assert_eq!(list.xs, [-2, 1]);
    Ok(())
}

#[test]
fn invalid_texts_name_the_node_and_the_field() {
    let json = save_json(&lists()).unwrap();
    for (from, to, expected) in [
        (r#""[1,-2]""#, r#""[1,x]""#, "xs: column 4: expected an integer, found \"x]\""),
        (r#""[3,4]""#, r#""[3]""#, "pad: wrong number of elements: expected 2, found 1"),
        (r#""[2,1]""#, r#""[2,3]""#, "modes: element 1: expected a Mode (Fast = 1, Small = 2), found 3"),
    ] {
        let error = load_json(&json.replace(from, to)).unwrap_err().to_string();
        assert!(error.starts_with("line 7, node 1 (field_types.Lists): "), "{error}");
        assert!(error.ends_with(expected), "{error}");
    }
    let json = save_json(&any()).unwrap().replace("Pair", "Trio");
    let error = load_json(&json).unwrap_err().to_string();
    assert!(
        error.contains("field_types.Any.source: not the JSON text of a value: unknown variant"),
        "{error}"
    );
}

#[test]
fn types_defined_at_run_time_have_lists_and_options() -> Result<(), Box<dyn std::error::Error>> {
    let parent = objet::types::by_index(objet::types::TypeIndex::OBJECT).unwrap().index();
    let info = TypeBuilder::new("field_types.Defined", parent)
        .field(FieldBuilder::new("xs", <Vec<i64>>::KIND))
        .field(FieldBuilder::new("names", <Vec<std::string::String>>::KIND))
        .field(FieldBuilder::new("large", <Option<u64>>::KIND).default(()))
        .field(FieldBuilder::new("mark", char::KIND).default("x"))
        .register()?;
    let (xs, names) = (ShapeTuple::from([1, 2]), Array::from([objet::String::from("n")]));
    let made = make_node(info.key(), [("xs", (&xs).into()), ("names", (&names).into())])?;
    let expected = r#"field_types.Defined(xs=[1, 2], names=["n"], large=null, mark="x")"#;
    assert_eq!(print(&made).to_string(), expected);
    let copy = with_attr(made.clone(), "xs", (&ShapeTuple::from([])).into())?;
    assert_eq!(print(&copy).to_string(), expected.replace("1, 2", ""));
    assert_eq!(print(&made).to_string(), expected);

    let json = round_trip(&made).replace("null", "18446744073709551615");
    let large = load_json(&json)?;
    assert!(print(&large).to_string().contains("large=18446744073709551615"));
    round_trip(&large);
    let reflection = Reflection::of_key(info.key())?;
    let names: Vec<_> = reflection.fields().iter().map(|field| field.type_name()).collect();
    assert_eq!(names, ["Vec<i64>", "Vec<String>", "Option<u64>", "char"]);

    let array =
        TypeBuilder::new("field_types.Fixed", parent).field(FieldBuilder::new("xs", <[i64; 2]>::KIND));
    let error = array.register().unwrap_err().to_string();
    assert!(error.contains("no arrays of a fixed length"), "{error}");
    let wrong = FieldBuilder::new("xs", <Vec<i64>>::KIND).default(1);
    let error = TypeBuilder::new("field_types.Wrong", parent).field(wrong).register().unwrap_err();
    assert_eq!(error.to_string(), "invalid default for field_types.Wrong.xs: expected Array but got int");
    Ok(())
}

#[test]
fn copies_are_independent() {
    let list = lists();
    let copy = objet::walk::deep_copy(&list);
    assert!(structural_equal(&list, &copy) && !list.same_as(&copy));
    let object = any();
    assert!(structural_equal(&object, &objet::walk::deep_copy(&object)));
}

#[test]
fn a_duplicate_key_in_a_field_is_an_error() {
    let object = any();
    for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
        let text = SaveJson::new(format).to_string(&object).unwrap();
        assert!(load_json(&text).is_ok());
        for key in ["a", "\u{e9}"] {
            let text =
                text.replace("\"c\"", &format!("\"{key}\"")).replace("\\\"c\\\"", &format!("\\\"{key}\\\""));
            let found = load_json(&text).map_err(|error| error.to_string());
            match key {
                "a" => assert!(found.unwrap_err().contains("duplicate key `a`"), "{text}"),
                _ => assert!(found.is_ok(), "{text}"),
            }
        }
    }
}

proptest! {
    #[test]
    fn all_lists_come_back(xs: Vec<i64>, floats: Vec<f64>, names: Vec<std::string::String>, int: Option<i64>) {
        let mut list = lists();
        let node = list.make_mut();
        (*node.xs, *node.floats, *node.names) = (xs, floats, names);
        round_trip(&list);
        let mut option = options();
        *option.make_mut().int = int;
        round_trip(&option);
    }

    #[test]
    fn all_values_come_back(
        path: std::string::String, line: u32, narrow in prop::num::f32::NORMAL | prop::num::f32::ZERO, wide: u128,
        counts: HashMap<std::string::String, Vec<i128>>, nested: Option<Vec<(u8, u32)>>,
    ) {
        let nested = nested.map(|pairs| pairs.into_iter().map(|(a, b)| (a, f64::from(b) / 3.0)).collect());
        for source in [Source::File { path: path.clone().into(), line }, Source::Pair(narrow, wide)] {
            let mut object = Any::new(source, counts.clone());
            *object.make_mut().nested = nested.clone();
            round_trip(&object);
        }
    }
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_types.Switch", is_final, version = 1, upgrade = switch_by_name)]
struct SwitchNode {
    base: Object,
    mode: Mode,
}

fn switch_by_name(_: u32, attrs: &mut StoredAttrs) -> Result<(), StoredValueError> {
    let is_small = attrs.remove("small").is_some_and(|small| small.as_int() == Ok(1));
    attrs.insert("mode", if is_small { "Small" } else { "Slow" });
    Ok(())
}

#[test]
fn an_enum_takes_the_name_of_a_variant() {
    objet::register_types!(SwitchNode).unwrap();
    let switch = make_node("field_types.Switch", [("mode", "Fast".into())]).unwrap();
    assert_eq!(switch.as_node::<SwitchNode>().map(|node| node.mode), Some(Mode::Fast));
    let changed = with_attr(switch.clone(), "mode", "Small".into()).unwrap();
    assert_eq!(changed.as_node::<SwitchNode>().map(|node| node.mode), Some(Mode::Small));
    let error = with_attr(switch.clone(), "mode", "Slow".into()).unwrap_err().to_string();
    assert_eq!(error, "field_types.Switch.mode: expected a Mode (Fast = 1, Small = 2), found \"Slow\"");

    // Also in an upgrade, here of a file without a version.
    let old = |small: &str| {
        let attrs = format!(r#"{{"small": "{small}"}}"#);
        let nodes =
            format!(r#"[{{"type_key": ""}}, {{"type_key": "field_types.Switch", "attrs": {attrs}}}]"#);
        load_json(&format!(r#"{{"root": 1, "nodes": {nodes}, "b64ndarrays": [], "attrs": {{}}}}"#))
    };
    let upgraded = old("1").unwrap();
    assert_eq!(upgraded.as_node::<SwitchNode>().map(|node| node.mode), Some(Mode::Small));
    assert!(old("0").unwrap_err().to_string().contains("found \"Slow\""));
}
