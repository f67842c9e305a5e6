//! Tests of field descriptions and of reading fields by name.

use std::error::Error;

use objet::fields::{
    FieldKind, FieldRole, ReflectError, Reflection, attr_names, visit_attrs, visit_attrs_mut,
};
use objet::function::{ArgValue, RetValue};
use objet::prelude::*;
use objet::{get_attr, with_attr};

use super::{
    KindsNode, Names, Rounding, Set, Wide, WideNode, make_node, middle, op_of_name, options, register, text,
};

#[test]
fn every_kind_of_field_is_set_and_read() -> Result<(), Box<dyn Error>> {
    let (name, middle) = (objet::String::from("name"), middle());
    let array = Array::from_iter([middle.clone()]);
    let map = Map::from_iter([(name.clone(), ObjectRef::from(middle.clone()))]);
    let tensor = NDArray::zeros(&[2], DataType::float(32))?;
    let attrs: [(&str, ArgValue<'_>); 19] = [
        ("i8", i8::MIN.into()),
        ("i16", i16::MIN.into()),
        ("i32", i32::MIN.into()),
        ("i64", i64::MIN.into()),
        ("u8", u8::MAX.into()),
        ("u16", u16::MAX.into()),
        ("u32", u32::MAX.into()),
        ("u64", i64::MAX.into()),
        ("f32", 0.5.into()),
        ("f64", (-0.25).into()),
        ("bool", true.into()),
        ("text", "plain".into()),
        ("string", (&name).into()),
        ("dtype", DataType::int(64).into()),
        ("rounding", Rounding::Up.into()),
        ("tensor", (&tensor).into()),
        ("middle", (&middle).into()),
        ("array", (&array).into()),
        ("map", (&map).into()),
    ];
    let object = make_node("reflection.Kinds", attrs)?;
    let kinds = object.as_node::<KindsNode>().ok_or("a KindsNode")?;
    assert_eq!((kinds.i8, kinds.u32, kinds.u64, kinds.f32), (i8::MIN, u32::MAX, i64::MAX as u64, 0.5));
    assert_eq!((kinds.text.as_str(), kinds.rounding), ("plain", Rounding::Up));
    assert!(kinds.middle.same_as(&middle) && kinds.maybe.is_none());

    for (name, value) in attrs {
        let found = get_attr(&object, name)?;
        assert_eq!(format!("{found:?}"), format!("{value:?}"), "{name}");
    }
    assert!(matches!(get_attr(&object, "maybe")?, RetValue::Null));
    assert_eq!(attr_names(&object)?.len(), 20);
    Ok(())
}

#[test]
fn names_of_three_levels_are_in_order() -> Result<(), ReflectError> {
    assert_eq!(attr_names(&middle())?, ["line", "note", "dtype"]);
    let listed = ["var", "axis", "dtype", "ratio", "count", "limit", "next", "note"];
    assert_eq!(attr_names(&options())?, listed);
    Ok(())
}

#[test]
fn a_field_is_described() -> Result<(), Box<dyn Error>> {
    register();
    let reflection = Reflection::of_key("reflection.Options")?;
    assert!(reflection.doc().starts_with("Every option, and inherited fields"));
    let axis = reflection.field("axis")?;
    assert_eq!((axis.type_name(), axis.role()), ("i32", FieldRole::Compared));
    assert_eq!(axis.default().map(|value| value.get::<i64>()), Some(Ok(1)));
    assert_eq!(axis.lower_bound().map(|value| value.get::<i64>()), Some(Ok(0)));
    assert_eq!(axis.upper_bound().map(|value| value.get::<i64>()), Some(Ok(9)));
    assert!(reflection.field("next")?.is_visited_last() && !axis.is_visited_last());
    assert_eq!(reflection.field("var")?.role(), FieldRole::Definition);
    assert!(matches!(reflection.field("limit")?.upper_bound(), Some(RetValue::Null)));

    let line = Reflection::of_key("reflection.Middle")?.field("line")?;
    assert_eq!(line.doc(), "The line in the source.\n\nCounted from one.");
    assert_eq!(line.role(), FieldRole::Skipped);
    let FieldKind::Enum(rounding) = Reflection::of_key("reflection.Kinds")?.field("rounding")?.kind() else {
        panic!("an enum");
    };
    assert_eq!(rounding.variants, [("Down", -1), ("Nearest", 0), ("Up", 1)]);
    Ok(())
}

#[test]
fn errors_about_unknown_names_suggest_the_nearest() {
    let known = "var, axis, dtype, ratio, count, limit, next, note";
    let options = options();
    let near = format!(r#"reflection.Options has no field "axes", did you mean "axis"? Its fields: {known}"#);
    assert_eq!(text(get_attr(&options, "axes")), near);
    assert_eq!(text(make_node("reflection.Options", [("axes", 1.into())])), near);
    assert_eq!(text(with_attr(options.clone(), "axes", 1.into())), near);
    let far = format!(r#"reflection.Options has no field "line": its fields are {known}"#);
    assert_eq!(text(get_attr(&options, "line")), far, "`line` is not in the list of fields");
    assert_eq!(
        text(make_node("reflection.Option", [])),
        r#"unknown type key "reflection.Option", did you mean "reflection.Options"?"#
    );
    assert_eq!(text(make_node("ghost", [])), r#"unknown type key "ghost""#);
}

#[test]
fn an_enum_accepts_only_the_numbers_of_its_variants() -> Result<(), ReflectError> {
    let rounding = RetValue::from(Rounding::Down);
    assert_eq!(rounding.get::<Rounding>(), Ok(Rounding::Down));
    assert_eq!(
        RetValue::from(2).get::<Rounding>().unwrap_err().to_string(),
        "expected a Rounding (Down = -1, Nearest = 0, Up = 1), found 2"
    );
    Ok(())
}

#[test]
fn a_large_unsigned_integer_is_an_error_when_read() -> Result<(), Box<dyn Error>> {
    let wide = make_object(WideNode { base: Object::new(), first: i64::MAX as u64, second: u64::MAX });
    let mut wide = Wide::from(wide);
    assert_eq!(get_attr(&wide, "first")?.get::<u64>()?, i64::MAX as u64);
    let expected = "reflection.Wide.second: expected i64, found 18446744073709551615, which it cannot hold";
    assert_eq!(text(get_attr(&wide, "second")), expected);
    assert_eq!(text(visit_attrs(&wide, &mut Names::default())), expected);
    visit_attrs_mut(&mut wide, &mut Set("first", 1))?;
    assert_eq!((wide.first, wide.second), (1, u64::MAX));
    Ok(())
}

#[test]
fn every_object_has_its_type_key_as_an_attribute() -> Result<(), Box<dyn Error>> {
    assert_eq!(get_attr(&middle(), "type_key")?.get::<&str>()?, "reflection.Middle");
    let text = ObjectRef::from(objet::String::from("x"));
    assert_eq!(get_attr(&text, "type_key")?.get::<&str>()?, "runtime.String");
    let error = get_attr(&text, "size").unwrap_err().to_string();
    assert_eq!(error, "runtime.String has no reflection: its node has no `#[derive(Reflect)]`");
    Ok(())
}

#[test]
fn a_node_with_bytes_has_its_fields_too() {
    let op = op_of_name(b"add").unwrap();
    assert_eq!(get_attr(&op, "name").unwrap().get::<&str>(), Ok("add"));
    assert!(op_of_name(b"\xff").is_err());
}
