//! Tests of making nodes from field values, and of changed copies.

use std::error::Error;

use objet::fields::{ReflectError, Reflection, visit_attrs_mut};
use objet::function::ArgValue;
use objet::prelude::*;
use objet::types::get_or_alloc_type_index;
use objet::{get_attr, structural_equal, with_attr};

use super::{
    FlagNode, Middle, MiddleNode, NamedFlagNode, Required, Set, Slice, SliceNode, make_node, middle, options,
    text,
};

#[test]
fn fields_without_a_value_have_their_defaults() {
    let options = options();
    assert_eq!((options.axis, options.ratio, options.count, options.line), (1, 0.5, u64::MAX, 2));
    assert_eq!((options.cache.as_deref(), options.seed), (None, 7));
    assert!(options.next.is_none() && options.var.is_none() && options.note.is_none());
}

#[test]
fn a_changed_copy_does_not_change_the_original() -> Result<(), ReflectError> {
    let options = options();
    let changed = with_attr(options.clone(), "axis", 9.into())?;
    assert_eq!((options.axis, changed.axis, changed.seed), (1, 9, 7));
    assert!(!changed.same_as(&options));

    let address = std::ptr::from_ref(&*changed);
    let changed = with_attr(changed, "ratio", 0.1.into())?;
    assert_eq!(std::ptr::from_ref(&*changed), address, "the reference is unique");
    let weak = changed.downgrade();
    let copy = with_attr(changed, "ratio", 2.into())?;
    assert_eq!((copy.ratio, weak.upgrade()), (2.0, None));
    let null = with_attr(copy, "next", ArgValue::Null)?;
    assert!(null.next.is_none());
    Ok(())
}

#[test]
fn a_required_field_needs_a_value_even_if_it_is_null() {
    assert_eq!(
        text(make_node("reflection.Required", [])),
        r#"reflection.Required: missing value for field "units" of type Option<ObjectRef>"#
    );
    let given: Required =
        make_node("reflection.Required", [("units", ArgValue::Null)]).unwrap().downcast().unwrap();
    assert!(given.units.is_none());
    let required = |key, field| Reflection::of_key(key).unwrap().field(field).unwrap().is_required();
    assert!(required("reflection.Required", "units") && required("reflection.Options", "dtype"));
    assert!(!required("reflection.Options", "axis") && !required("reflection.Options", "next"));
}

#[test]
fn a_derived_constructor_takes_fields_without_a_default() -> Result<(), ReflectError> {
    let slice = Slice::from(make_object(SliceNode::new(4, None)));
    assert_eq!((slice.begin, slice.step, slice.slice_mode.as_str()), (4, 3, "none"));
    assert!(slice.end.is_none() && slice.cache.is_none());
    let by_name = make_node("reflection.Slice", [("begin", 4.into())])?;
    assert!(structural_equal(&slice, &by_name));

    let named = NamedFlagNode::new("fast");
    assert!(named.set && FlagNode::default().set, "the parent has its defaults");
    assert_eq!(named.name, "fast");
    Ok(())
}

#[test]
fn invalid_values_are_errors() {
    let make = |attrs: &[(&'static str, ArgValue<'static>)]| {
        text(make_node("reflection.Options", attrs.iter().copied()))
    };
    let dtype = ("dtype", ArgValue::from("int8"));
    assert_eq!(make(&[]), r#"reflection.Options: missing value for field "dtype" of type DataType"#);
    assert_eq!(make(&[dtype, dtype]), r#"reflection.Options: duplicate value for field "dtype""#);
    assert_eq!(make(&[dtype, ("axis", 10.into())]), "reflection.Options.axis: expected 0 to 9, found 10");
    assert_eq!(make(&[dtype, ("axis", (-1).into())]), "reflection.Options.axis: expected 0 to 9, found -1");
    assert_eq!(make(&[dtype, ("axis", "x".into())]), "reflection.Options.axis: expected int but got str");
    assert_eq!(
        make(&[dtype, ("ratio", f64::NAN.into())]),
        "reflection.Options.ratio: expected at least 0.1, found NaN"
    );
    assert_eq!(make(&[dtype, ("count", 2.into())]), "reflection.Options.count: expected at least 3, found 2");
    assert_eq!(
        make(&[dtype, ("count", (-1).into())]),
        "reflection.Options.count: expected at least 3, found -1"
    );
    assert_eq!(
        make(&[dtype, ("var", 1.into())]),
        "reflection.Options.var: expected runtime.Object, found int"
    );
    assert_eq!(
        make(&[("dtype", "float".into()), ("note", 1.into())]),
        "reflection.Options.note: expected runtime.String, found int"
    );
    let op = text(make_node("reflection.Op", [("name", "add".into())]));
    assert_eq!(op, "reflection.Op is created from a name or from bytes, not from fields");
    let dark = text(make_node("reflection.Dark", []));
    assert_eq!(dark, "reflection.Dark has no reflection: its node has no `#[derive(Reflect)]`");
}

#[test]
fn the_check_of_a_type_applies_to_descendants() {
    let dtype = ("dtype", ArgValue::from("int8"));
    let refused = "invalid reflection.Base node: line 3 is odd";
    assert_eq!(text(make_node("reflection.Middle", [dtype, ("line", 3.into())])), refused);
    assert_eq!(text(with_attr(middle(), "line", 3.into())), refused);
    let mut reference = middle();
    let original = reference.clone();
    assert_eq!(text(visit_attrs_mut(&mut reference, &mut Set("line", 3))), refused);
    assert!(reference.same_as(&original) && reference.line == 4);
}

#[test]
fn a_type_without_a_struct_uses_the_struct_of_its_ancestor() -> Result<(), Box<dyn Error>> {
    let index = get_or_alloc_type_index("reflection.late.Middle", MiddleNode::type_index(), 0, true)?;
    let object = make_node("reflection.late.Middle", [("dtype", "int8".into()), ("line", 6.into())])?;
    assert_eq!((object.type_index(), object.type_key()), (index, "reflection.late.Middle"));
    let middle: Middle = object.downcast()?;
    assert_eq!(get_attr(&middle, "line")?.get::<i64>()?, 6);
    let changed = with_attr(middle.clone(), "line", 8.into())?;
    assert_eq!((changed.type_index(), changed.line, middle.line), (index, 8, 6));
    Ok(())
}
