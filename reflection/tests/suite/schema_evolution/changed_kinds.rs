//! Tests of fields whose kind differs between the versions of a type. In each test, one program has
//! the type whose key ends in `Old`, and another one the type whose key ends in `New`.

use std::collections::BTreeMap;
use std::string::String as Text;

use objet::containers::BoxInt;
use objet::graph::{Format, StoredAttrs};
use objet::prelude::*;
use objet::{ShapeTuple, String};
use serde::{Deserialize, Serialize};

use super::forms::{FORMS, Form, Upgraded, field, load, moved, no_change, save, upgraded};

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(i32)]
enum Mode {
    Fast = 0,
    Exact = 1,
}

field!(IntOldNode, "kinds.IntOld", i64 => IntNewNode, "kinds.IntNew", Option<i64>);
field!(FloatOldNode, "kinds.FloatOld", f64 => FloatNewNode, "kinds.FloatNew", Option<f64>);
field!(ModeOldNode, "kinds.ModeOld", Mode => ModeNewNode, "kinds.ModeNew", Option<Mode>);
field!(BoolOldNode, "kinds.BoolOld", bool => BoolNewNode, "kinds.BoolNew", Option<bool>);
field!(NameOldNode, "kinds.NameOld", String => NameNewNode, "kinds.NameNew", Text);
field!(TextOldNode, "kinds.TextOld", Text => TextNewNode, "kinds.TextNew", Option<String>);
field!(NumberOldNode, "kinds.NumberOld", i64 => NumberNewNode, "kinds.NumberNew", Option<ObjectRef>);
field!(TypeOldNode, "kinds.TypeOld", String => TypeNewNode, "kinds.TypeNew", objet::DataType);
field!(CountOldNode, "kinds.CountOld", i64 => CountNewNode, "kinds.CountNew", Vec<i64>);
field!(RatioOldNode, "kinds.RatioOld", f64 => RatioNewNode, "kinds.RatioNew", Text);

field!(ListOldNode, "kinds.ListOld", Vec<i64> => ListNewNode, "kinds.ListNew", i64, first);
field!(PairOldNode, "kinds.PairOld", #[reflect(serde)] (i64, Text) => PairNewNode, "kinds.PairNew", i64, first_of_pair);
field!(MapOldNode, "kinds.MapOld", #[reflect(serde)] BTreeMap<Text, i64> => MapNewNode, "kinds.MapNew", Text, entries);
field!(DigitsOldNode, "kinds.DigitsOld", Text => DigitsNewNode, "kinds.DigitsNew", i64, digits);
field!(BoxOldNode, "kinds.BoxOld", BoxInt => BoxNewNode, "kinds.BoxNew", i64, boxed);
field!(LineOldNode, "kinds.LineOld", i64 => LineNewNode, "kinds.LineNew", Text, line);
field!(SizeOldNode, "kinds.SizeOld", i64 => SizeNewNode, "kinds.SizeNew", Vec<i64>, square);
field!(ItemsOldNode, "kinds.ItemsOld", Vec<i64> => ItemsNewNode, "kinds.ItemsNew", Array<ObjectRef>, no_change);

field!(StepOldNode, "kinds.StepOld", i64 => StepNewNode, "kinds.StepNew", i64, double);

field!(OptOldNode, "kinds.OptOld", Option<i64> => OptNewNode, "kinds.OptNew", i64, or_zero);
field!(SomeOldNode, "kinds.SomeOld", i64 => SomeNewNode, "kinds.SomeNew", Option<i64>, some);

field!(FigureOldNode, "kinds.FigureOld", Text => FigureNewNode, "kinds.FigureNew", #[reflect(serde)] Figure, no_change);
field!(LengthOldNode, "kinds.LengthOld", Text => LengthNewNode, "kinds.LengthNew", Vec<i64>, no_change);
field!(LinkOldNode, "kinds.LinkOld", Text => LinkNewNode, "kinds.LinkNew", Option<ObjectRef>);

/// A value of a field with `serde` that has the key `type`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Figure {
    Circle { radius: i64 },
}

/// An element of a list.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "kinds.Item", is_final, new)]
struct ItemNode {
    base: Object,
    number: i64,
}

fn first(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let list = attrs.remove("f").ok_or("no f")?;
    let list: Vec<i64> = serde_json::from_str(list.as_text()?)?;
    attrs.insert("f", list[0]);
    Ok(())
}

fn first_of_pair(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let pair = attrs.remove("f").ok_or("no f")?;
    let (number, _): (i64, Text) = serde_json::from_str(pair.as_text()?)?;
    attrs.insert("f", number);
    Ok(())
}

fn entries(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let map = attrs.remove("f").ok_or("no f")?;
    let map: BTreeMap<Text, i64> = serde_json::from_str(map.as_text()?)?;
    attrs.insert("f", format!("{map:?}"));
    Ok(())
}

fn digits(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let number: i64 = attrs.remove("f").ok_or("no f")?.as_text()?.parse()?;
    attrs.insert("f", number);
    Ok(())
}

fn boxed(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let boxed = attrs.remove("f").ok_or("no f")?;
    let boxed = boxed.as_object()?.ok_or("null")?.downcast_ref::<BoxInt>().ok_or("no integer")?;
    attrs.insert("f", boxed.value);
    Ok(())
}

fn line(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let number = attrs.remove("f").ok_or("no f")?.as_int()?;
    attrs.insert("f", format!("line {number}"));
    Ok(())
}

fn square(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let number = attrs.remove("f").ok_or("no f")?.as_int()?;
    attrs.insert("f", ShapeTuple::from([number, number]));
    Ok(())
}

fn double(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let number = attrs.remove("f").ok_or("no f")?.as_int()?;
    attrs.insert("f", 2 * number);
    Ok(())
}

fn or_zero(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let number = match attrs.remove("f") {
        Some(number) if matches!(number.as_object(), Ok(None)) => 0,
        Some(number) if number.as_text()? == "null" => 0,
        Some(number) => number.as_text()?.parse()?,
        None => 0,
    };
    attrs.insert("f", number);
    Ok(())
}

fn some(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let number = attrs.remove("f").ok_or("no f")?.as_int()?;
    attrs.insert("f", number);
    Ok(())
}

fn register() {
    objet::register_types!(
        ItemNode,
        FigureOldNode,
        FigureNewNode,
        LengthOldNode,
        LengthNewNode,
        LinkOldNode,
        LinkNewNode,
        OptOldNode,
        OptNewNode,
        SomeOldNode,
        SomeNewNode,
        StepOldNode,
        StepNewNode,
        IntOldNode,
        IntNewNode,
        FloatOldNode,
        FloatNewNode,
        ModeOldNode,
        ModeNewNode,
        BoolOldNode,
        BoolNewNode,
        NameOldNode,
        NameNewNode,
        TextOldNode,
        TextNewNode,
        NumberOldNode,
        NumberNewNode,
        TypeOldNode,
        TypeNewNode,
        CountOldNode,
        CountNewNode,
        RatioOldNode,
        RatioNewNode,
        ListOldNode,
        ListNewNode,
        PairOldNode,
        PairNewNode,
        MapOldNode,
        MapNewNode,
        DigitsOldNode,
        DigitsNewNode,
        BoxOldNode,
        BoxNewNode,
        LineOldNode,
        LineNewNode,
        SizeOldNode,
        SizeNewNode,
        ItemsOldNode,
        ItemsNewNode
    )
    .unwrap();
}

#[test]
fn a_field_of_tables_may_become_optional() {
    register();
    for form in [Form::Cbor, Form::Postcard] {
        for number in [0, 1, 2, 3, 100, -1, i64::MAX] {
            let new: IntNew = upgraded(form, IntOld::new(number)).unwrap();
            assert_eq!(new.f, Some(number), "{form:?}");
        }
        for number in [0.0, 2.0, -0.5, f64::INFINITY, f64::NEG_INFINITY] {
            let new: FloatNew = upgraded(form, FloatOld::new(number)).unwrap();
            assert_eq!(new.f, Some(number), "{form:?}");
        }
        let new: FloatNew = upgraded(form, FloatOld::new(f64::NAN)).unwrap();
        assert!(new.f.is_some_and(f64::is_nan));
        for mode in [Mode::Fast, Mode::Exact] {
            assert_eq!(upgraded::<ModeNew>(form, ModeOld::new(mode)).unwrap().f, Some(mode));
        }
        for truth in [true, false] {
            assert_eq!(upgraded::<BoolNew>(form, BoolOld::new(truth)).unwrap().f, Some(truth));
        }
    }
}

#[test]
fn values_of_another_kind_in_tables_are_errors() {
    register();
    fn error<N: IsObjectRef>(old: impl Into<ObjectRef>) -> Text {
        let old = old.into();
        assert!(upgraded::<N>(Form::Postcard, old.clone()).is_err());
        match upgraded::<N>(Form::Cbor, old) {
            Ok(_) => panic!("expected an error"),
            Err(error) => error,
        }
    }
    for (error, expected) in [
        (
            error::<NameNew>(NameOld::new("2")),
            "node 2 (kinds.NameNew): attribute `f`: expected a value that is no object, found \"an object or a list\"",
        ),
        (
            error::<TextNew>(TextOld::new("2")),
            "node 2 (kinds.TextNew): attribute `f`: expected a reference to an object, found \"2\"",
        ),
        (
            error::<NumberNew>(NumberOld::new(2)),
            "node 2 (kinds.NumberNew): attribute `f`: expected a reference to an object, found \"2\"",
        ),
        (
            error::<TypeNew>(TypeOld::new("int8")),
            "node 2 (kinds.TypeNew): attribute `f`: expected a value that is no object, found \"an object or a list\"",
        ),
        (
            error::<CountNew>(CountOld::new(2)),
            "node 2 (kinds.CountNew): kinds.CountNew.f: expected Array but got int",
        ),
        (
            error::<RatioNew>(RatioOld::new(2.5)),
            "node 2 (kinds.RatioNew): attribute `f`: expected a string, found \"2.5\"",
        ),
    ] {
        assert!(error.contains(expected), "expected {expected}\nfound {error}");
    }
}

#[test]
fn upgrade_functions_see_the_old_value_under_the_name_of_another_kind() {
    register();
    // In the form of tvm-ffi, the current field decides what is a reference.
    for form in FORMS.into_iter().filter(|form| *form != Form::Text(Format::TvmFfi)) {
        assert_eq!(upgraded::<ListNew>(form, ListOld::new([5, 6])).unwrap().f, 5);
        assert_eq!(upgraded::<PairNew>(form, PairOld::new((7, "x".into()))).unwrap().f, 7);
        assert_eq!(upgraded::<OptNew>(form, OptOld::new(None)).unwrap().f, 0, "{form:?}");
        let map = BTreeMap::from([("type".into(), 1)]);
        assert_eq!(upgraded::<MapNew>(form, MapOld::new(map)).unwrap().f, "{\"type\": 1}");
        for number in [0, 2, 12] {
            assert_eq!(
                upgraded::<DigitsNew>(form, DigitsOld::new(number.to_string())).unwrap().f,
                number,
                "{form:?}"
            );
            if form != Form::Text(Format::Tvm08) {
                assert_eq!(
                    upgraded::<BoxNew>(form, BoxOld::new(BoxInt::new(number))).unwrap().f,
                    number,
                    "{form:?}"
                );
            }
            assert_eq!(upgraded::<LineNew>(form, LineOld::new(number)).unwrap().f, format!("line {number}"));
            assert_eq!(upgraded::<SizeNew>(form, SizeOld::new(number)).unwrap().f, [number; 2]);
            assert_eq!(upgraded::<SomeNew>(form, SomeOld::new(number)).unwrap().f, Some(number), "{form:?}");
            assert_eq!(upgraded::<OptNew>(form, OptOld::new(Some(number))).unwrap().f, number, "{form:?}");
        }
    }
}

#[test]
fn nodes_of_a_newer_version_with_other_kinds_are_kept() {
    register();
    let newer: [ObjectRef; 7] = [
        ListNew::new(5).into(),
        PairNew::new(5).into(),
        MapNew::new("x").into(),
        DigitsNew::new(5).into(),
        LineNew::new("x").into(),
        SizeNew::new([5, 6]).into(),
        ItemsNew::new([Item::new(1).into(), ObjectRef::from(String::from("x"))]).into(),
    ];
    for newer in newer {
        for form in FORMS {
            let file = save(form, &newer);
            let older = moved(&file, "New", "Old");
            let kept = load(form, &older, true).unwrap_or_else(|error| panic!("{form:?}: {error}"));
            let saved = save(form, &kept);
            assert!(saved == older, "{form:?}: {} {}", file.escape_ascii(), saved.escape_ascii());
            // The newer program reads the file of the older one.
            let again = load(form, &moved(&saved, "Old", "New"), false).unwrap();
            assert!(objet::structural_equal(&again, &newer), "{form:?}");
        }
    }
}

#[test]
fn json_of_an_older_node_may_have_the_key_type() {
    register();
    let figure = Figure::Circle { radius: 3 };
    for (key, versions) in [
        ("type", ""),
        ("$.type", ""),
        ("type", r#", "versions": {"kinds.FigureNew": 1}"#),
        ("$.type", r#", "versions": {"kinds.FigureNew": 1}"#),
    ] {
        let field = format!(r#"{{"{key}": "Circle", "radius": 3}}"#);
        let root = format!(r#""root": {{"type": "kinds.FigureNew", "f": {field}}}"#);
        for file in
            [format!(r#"{{"objet": 1{versions}, {root}}}"#), format!(r#"{{"objet": 1, {root}{versions}}}"#)]
        {
            let root = load(Form::Text(Format::Plain), file.as_bytes(), false).unwrap();
            assert_eq!(root.downcast_ref::<FigureNew>().unwrap().f, figure, "{file}");
        }
    }
}

#[test]
fn a_list_that_older_nodes_share_is_bounded() {
    register();
    for (nodes, is_loaded) in [(100, true), (1000, false)] {
        let nodes = vec![r#"{"type":"kinds.LengthNew","f":{"$ref":1}}"#; nodes].join(",");
        let list = vec!["1"; 10_000].join(",");
        let file = format!(r#"{{"objet":1,"root":[{{"$id":1,"type":"Array","data":[{list}]}},{nodes}]}}"#);
        let root = load(Form::Text(Format::Plain), file.as_bytes(), false);
        assert_eq!(root.is_ok(), is_loaded);
        if let Err(error) = root {
            let expected = "(kinds.LengthNew): the values of fields take more than 128 times the bytes";
            assert!(error.contains(expected), "{error}");
        }
    }
}

#[test]
fn null_of_an_unknown_type_moves_from_tvm_0_8_to_tables() {
    register();
    let file =
        r#"{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "kinds.LinkFar", "attrs": {"f": "0"}}]}"#;
    let kept = load(Form::Text(Format::Tvm08), file.as_bytes(), true).unwrap();
    for form in [Form::Cbor, Form::Postcard] {
        let known = moved(&save(form, &kept), "Far", "New");
        let root = load(form, &known, false).unwrap();
        assert!(root.downcast_ref::<LinkNew>().unwrap().f.is_none(), "{form:?}");
    }
}

#[test]
fn fields_decide_in_files_that_were_not_saved_in_order() {
    register();
    for (one, other) in [(1, 1), (2, 1), (3, 2)] {
        // The numbers are also the indices of nodes, which are in another order than saved.
        let tvm_0_8 = format!(
            r#"{{"root": 4, "nodes": [{{"type_key": ""}}, {{"type_key": "runtime.String", "repr_str": "x"}},
                {{"type_key": "kinds.StepNew", "attrs": {{"f": "{one}"}}}},
                {{"type_key": "kinds.StepNew", "attrs": {{"f": "{other}"}}}},
                {{"type_key": "Array", "data": [3, 2, 1]}}]}}"#
        );
        let tvm_ffi = format!(
            r#"{{"root_index": 3, "nodes": [{{"type": "ffi.String", "data": "x"}},
                {{"type": "kinds.StepNew", "data": {{"f": {one}}}}},
                {{"type": "kinds.StepNew", "data": {{"f": {other}}}}},
                {{"type": "ffi.Array", "data": [2, 1, 0]}}]}}"#
        );
        for file in [tvm_0_8, tvm_ffi] {
            let root = load(Form::Text(Format::Plain), file.as_bytes(), false).unwrap();
            let root: Array<ObjectRef> = root.downcast().unwrap();
            let numbers = [&root[1], &root[0]].map(|step| step.downcast_ref::<StepNew>().unwrap().f);
            assert_eq!(numbers, [2 * one, 2 * other], "{file}");
        }
    }
}
