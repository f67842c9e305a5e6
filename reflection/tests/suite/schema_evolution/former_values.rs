//! Tests of the values that upgrade functions read and move, in all forms of files. In each test,
//! one program has the type whose key ends in `Old`, and another one the type whose key ends in
//! `New`.

use std::collections::BTreeMap;
use std::string::String as Text;

use objet::graph::{Format, StoredAttrs};
use objet::prelude::*;
use objet::{DataType, String};

use super::forms::{FORMS, Form, Upgraded, field, no_change, upgraded};

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(i32)]
enum Mode {
    Fast = 0,
    Exact = 1,
}

/// A node with options, lists and values of serde.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.AllOld", is_final, new)]
struct AllOldNode {
    base: Object,
    title: Option<Text>,
    letter: Option<char>,
    dtype: Option<DataType>,
    flag: Option<bool>,
    ratio: Option<f64>,
    count: Option<i64>,
    list: Vec<Text>,
    #[reflect(serde)]
    name: Text,
    #[reflect(serde)]
    pair: (i64, Text),
    #[reflect(serde)]
    map: BTreeMap<Text, Option<f64>>,
    mode: Option<Mode>,
}

const ATTRS: [&str; 11] =
    ["title", "letter", "dtype", "flag", "ratio", "count", "list", "name", "pair", "map", "mode"];

/// The same node with the JSON of all attributes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.AllNew", is_final, version = 1, upgrade = json_of_all)]
struct AllNewNode {
    base: Object,
    json: Text,
}

fn json_of_all(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let mut json = Vec::new();
    for name in ATTRS {
        let value = attrs.remove(name).ok_or(name)?;
        json.push(value.as_json().map_err(|error| format!("{name}: {error}"))?.into_owned());
    }
    attrs.insert("json", json.join(" "));
    Ok(())
}

field!(TitleOldNode, "former.TitleOld", Option<Text> => TitleNewNode, "former.TitleNew", Text, title);
field!(NameOldNode, "former.NameOld", #[reflect(serde)] Text => NameNewNode, "former.NameNew", Text, title);
field!(PartsOldNode, "former.PartsOld", Text => PartsNewNode, "former.PartsNew", Text, title);

fn title(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let title = attrs.remove("f").ok_or("no f")?;
    let title: Option<Text> = serde_json::from_str(&title.as_json()?)?;
    attrs.insert("f", title.map_or("none".into(), |title| format!("title {title}")));
    Ok(())
}

/// A node with options that are numbers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.NumbersOld", is_final, new)]
struct NumbersOldNode {
    base: Object,
    flag: Option<bool>,
    ratio: Option<f64>,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.NumbersNew", is_final, version = 1, upgrade = numbers)]
struct NumbersNewNode {
    base: Object,
    was_set: i64,
    value: f64,
}

fn numbers(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let [flag, ratio] = ["flag", "ratio"].map(|name| attrs.remove(name).unwrap());
    attrs.insert("was_set", flag.as_int()?);
    attrs.insert("value", ratio.as_float()?);
    Ok(())
}

field!(IntOldNode, "former.IntOld", i64 => IntNewNode, "former.IntNew", Option<i64>, no_change);
field!(FloatOldNode, "former.FloatOld", f64 => FloatNewNode, "former.FloatNew", Option<f64>, no_change);
field!(ModeOldNode, "former.ModeOld", Mode => ModeNewNode, "former.ModeNew", Option<Mode>, no_change);
field!(BoolOldNode, "former.BoolOld", bool => BoolNewNode, "former.BoolNew", Option<bool>, no_change);
field!(RatioOldNode, "former.RatioOld", f64 => RatioNewNode, "former.RatioNew", Text, no_change);

/// A node with a text between two strings that are objects.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.ItemOld", is_final, new)]
struct ItemOldNode {
    base: Object,
    kind: String,
    label: Text,
    unit: String,
}

/// The same node, whose label is an object.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.ItemNew", is_final, version = 1, upgrade = label_to_object)]
struct ItemNewNode {
    base: Object,
    kind: String,
    text: String,
    unit: String,
}

fn label_to_object(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let label = attrs.remove("label").ok_or("no label")?;
    let text = match label.as_text() {
        Ok(text) => String::from(text),
        Err(_) => label.as_object()?.ok_or("null")?.clone().downcast()?,
    };
    attrs.insert("text", text);
    Ok(())
}

/// A node whose references share an object, so that a file of TVM's forms proves nothing.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.LinkOld", is_final, new)]
struct LinkOldNode {
    base: Object,
    kind: String,
    old: String,
    unit: String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "former.LinkNew", is_final, version = 1, upgrade = rename_link)]
struct LinkNewNode {
    base: Object,
    kind: String,
    text: String,
    unit: String,
}

fn rename_link(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    attrs.rename("old", "text");
    Ok(())
}

fn register() {
    objet::register_types!(
        AllOldNode,
        AllNewNode,
        TitleOldNode,
        TitleNewNode,
        NameOldNode,
        NameNewNode,
        PartsOldNode,
        PartsNewNode,
        NumbersOldNode,
        NumbersNewNode,
        IntOldNode,
        IntNewNode,
        FloatOldNode,
        FloatNewNode,
        ModeOldNode,
        ModeNewNode,
        BoolOldNode,
        BoolNewNode,
        RatioOldNode,
        RatioNewNode,
        ItemOldNode,
        ItemNewNode,
        LinkOldNode,
        LinkNewNode
    )
    .unwrap();
}

#[test]
fn options_lists_and_serde_values_have_one_json_in_all_forms() {
    register();
    let all = |title: Option<&str>, letter: Option<char>, flag, ratio, count, name: &str, mode| {
        let title = title.map(Text::from);
        let dtype: Option<DataType> = letter.map(|_| "float32x4".parse().unwrap());
        let list: Vec<_> = title.iter().cloned().collect();
        let map = BTreeMap::from([("type".into(), ratio), ("$k".into(), None)]);
        AllOld::new(title, letter, dtype, flag, ratio, count, list, name, (7, name.into()), map, mode)
    };
    for (old, expected) in [
        (
            all(Some("conv"), Some('"'), Some(true), Some(0.5), Some(i64::MAX), "x", Some(Mode::Exact)),
            r#""conv" "\"" "float32x4" true 0.5 9223372036854775807 ["conv"] "x" [7,"x"] {"$k":null,"type":0.5} 1"#,
        ),
        (
            all(None, None, None, None, None, "", None),
            r#"null null null null null null [] "" [7,""] {"$k":null,"type":null} null"#,
        ),
        (
            all(Some("null"), Some('n'), Some(false), Some(-2.0), Some(2), "3", Some(Mode::Fast)),
            r#""null" "n" "float32x4" false -2.0 2 ["null"] "3" [7,"3"] {"$k":null,"type":-2.0} 0"#,
        ),
        (
            all(Some("\"q\\\n"), None, Some(true), Some(1e300), Some(0), "null", None),
            r#""\"q\\\n" null null true 1e300 0 ["\"q\\\n"] "null" [7,"null"] {"$k":null,"type":1e300} null"#,
        ),
    ] {
        for form in FORMS {
            let found: AllNew =
                upgraded(form, old.clone()).unwrap_or_else(|error| panic!("{form:?}: {error}"));
            let expected = match form {
                // Enums have their names.
                Form::Text(Format::Plain) => match expected.rsplit_once(' ').unwrap() {
                    (rest, "1") => format!("{rest} \"Exact\""),
                    (rest, "0") => format!("{rest} \"Fast\""),
                    _ => expected.into(),
                },
                _ => expected.into(),
            };
            assert_eq!(found.json, expected, "{form:?}");
        }
    }
}

#[test]
fn an_option_becomes_a_string_of_the_same_name_in_all_forms() {
    register();
    for form in FORMS {
        for title in ["conv", "null", "\"q\"", "", "3", "[1]"] {
            let expected = format!("title {title}");
            let new: TitleNew = upgraded(form, TitleOld::new(Some(title.into()))).unwrap();
            assert_eq!(new.f, expected, "{form:?}");
            let new: NameNew = upgraded(form, NameOld::new(title)).unwrap();
            assert_eq!(new.f, expected, "{form:?}");
        }
        assert_eq!(upgraded::<TitleNew>(form, TitleOld::new(None)).unwrap().f, "none", "{form:?}");
        // A text is JSON only in plain files, which tell it from the JSON of a text.
        let parts = upgraded::<PartsNew>(form, PartsOld::new("no JSON"));
        match (form, parts) {
            (Form::Text(Format::Plain), parts) => assert_eq!(parts.unwrap().f, "title no JSON"),
            (Form::Postcard, parts) => assert!(parts.is_err()),
            (_, Ok(parts)) => panic!("expected an error, found {}", parts.f),
            (_, Err(error)) => {
                let expected = "expected the JSON of an option, a list or a field with `serde`, found";
                assert!(error.contains(expected), "{error}");
            }
        }
    }
}

#[test]
fn options_are_numbers_in_all_forms() {
    register();
    for form in FORMS {
        for flag in [false, true] {
            for ratio in [0.5, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let new: NumbersNew = upgraded(form, NumbersOld::new(Some(flag), Some(ratio)))
                    .unwrap_or_else(|error| panic!("{form:?}: {error}"));
                assert_eq!(new.was_set, i64::from(flag), "{form:?}");
                assert!(new.value == ratio || new.value.is_nan() && ratio.is_nan(), "{form:?}");
            }
        }
    }
}

/// The forms that state which values are numbers.
const TYPED_FORMS: [Form; 3] = [Form::Text(Format::Plain), Form::Cbor, Form::Postcard];

#[test]
fn a_field_that_the_function_leaves_may_become_optional() {
    register();
    for form in TYPED_FORMS {
        for number in [0, 1, 2, -1, i64::MAX] {
            assert_eq!(upgraded::<IntNew>(form, IntOld::new(number)).unwrap().f, Some(number), "{form:?}");
        }
        for number in [0.0, 2.0, -0.5, f64::INFINITY, f64::NEG_INFINITY] {
            let new: FloatNew = upgraded(form, FloatOld::new(number)).unwrap();
            assert_eq!(new.f, Some(number), "{form:?}");
        }
        let new: FloatNew = upgraded(form, FloatOld::new(f64::NAN)).unwrap();
        assert!(new.f.is_some_and(f64::is_nan), "{form:?}");
        for mode in [Mode::Fast, Mode::Exact] {
            assert_eq!(upgraded::<ModeNew>(form, ModeOld::new(mode)).unwrap().f, Some(mode), "{form:?}");
        }
        for truth in [true, false] {
            assert_eq!(upgraded::<BoolNew>(form, BoolOld::new(truth)).unwrap().f, Some(truth), "{form:?}");
        }
    }
}

#[test]
fn a_number_that_the_function_leaves_is_no_string() {
    register();
    for form in TYPED_FORMS {
        let error = match upgraded::<RatioNew>(form, RatioOld::new(2.5)) {
            Ok(new) => panic!("{form:?}: expected an error, found {}", new.f),
            Err(error) => error,
        };
        let expected = "attribute `f`: expected a string, found \"2.5\", after the upgrade from version 0";
        assert!(form == Form::Postcard || error.contains(expected), "{form:?}: {error}");
    }
}

#[test]
fn a_text_becomes_an_object_in_all_forms() {
    register();
    for form in FORMS {
        for label in ["x", "", "0", "1", "2", "3", "4", "5", "null", "\"q\""] {
            let new: ItemNew = upgraded(form, ItemOld::new("kind", label, "unit"))
                .unwrap_or_else(|error| panic!("{form:?}: {error}"));
            assert_eq!((&*new.kind, &*new.text, &*new.unit), ("kind", label, "unit"), "{form:?}");
        }
    }
}

#[test]
fn a_renamed_reference_keeps_its_object_in_all_forms() {
    register();
    let shared = String::from("kind");
    for old in [
        LinkOld::new(shared.clone(), shared.clone(), "unit"),
        LinkOld::new(shared.clone(), shared.clone(), shared),
        LinkOld::new("kind", "old", "unit"),
    ] {
        for form in FORMS {
            let new: LinkNew =
                upgraded(form, old.clone()).unwrap_or_else(|error| panic!("{form:?}: {error}"));
            assert_eq!((&*new.kind, &*new.text, &*new.unit), (&*old.kind, &*old.old, &*old.unit), "{form:?}");
        }
    }
}
