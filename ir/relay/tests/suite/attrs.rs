//! Attributes of operators, created by name and in Rust.

use objet::fields::{Field, FieldKind, ReflectError, Reflection};
use objet::function::{ArgValue, RetValue};
use objet::prelude::*;
use objet::{get_attr, load_json, make_node, save_json, structural_equal, types, with_attr};
use objet_ir::attrs::AttrsNode;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_relay::attrs::{
    BiasAddAttrs, BiasAddAttrsNode, Conv2DAttrs, Conv2DAttrsNode, DenseAttrs, DenseAttrsNode, MaxPool2DAttrs,
    MaxPool2DAttrsNode, TestAttrs, TestAttrsNode,
};

/// Returns all node types of attributes of operators and compilers.
fn all() -> impl Iterator<Item = &'static Reflection> {
    let of_operators = |key: &str| key.starts_with("relay.attrs.") || key.starts_with("ext.attrs.");
    types::all()
        .into_iter()
        .filter(move |info| of_operators(info.key()))
        .map(|info| Reflection::of_type(info).unwrap())
}

/// Returns a valid value of a required field: null if the field is nullable.
fn something(field: &Field) -> ArgValue<'static> {
    match field.kind() {
        FieldKind::Reference(reference) if reference.nullable => ArgValue::Null,
        FieldKind::DataType => DataType::int(8).into(),
        FieldKind::String | FieldKind::Reference(_) => "given".into(),
        FieldKind::F64 => 0.5.into(),
        _ => 3.into(),
    }
}

fn made(reflection: &'static Reflection) -> Result<ObjectRef, ReflectError> {
    let required = reflection.fields().iter().filter(|field| field.is_required());
    make_node(reflection.type_key(), required.map(|field| (field.name(), something(field))))
}

fn equal(lhs: &RetValue, rhs: &RetValue) -> bool {
    match (lhs, rhs) {
        (RetValue::Object(lhs), RetValue::Object(rhs)) => structural_equal(lhs, rhs),
        _ => format!("{lhs:?}") == format!("{rhs:?}"),
    }
}

fn text<T>(result: Result<T, ReflectError>) -> String {
    result.err().map_or_else(|| "no error".into(), |error| error.to_string())
}

#[test]
fn all_attributes_have_their_defaults() {
    let mut defaults = 0;
    for reflection in all() {
        let attrs = made(reflection).unwrap();
        assert!(attrs.is_instance::<AttrsNode>());
        for field in reflection.fields() {
            let value = get_attr(&attrs, field.name()).unwrap();
            if let Some(default) = field.default() {
                defaults += 1;
                assert!(equal(&value, &default), "{}.{field:?}: {value:?}", reflection.type_key());
            }
        }
    }
    assert!(defaults > 400, "only {defaults} defaults were compared");
}

#[test]
fn missing_required_fields_are_reported() {
    for reflection in all() {
        let Some(first) = reflection.fields().iter().find(|field| field.is_required()) else { continue };
        let (key, field, expected) = (reflection.type_key(), first.name(), first.type_name());
        let message = format!("{key}: missing value for field {field:?} of type {expected}");
        assert_eq!(text(make_node(key, [])), message);
    }
}

#[test]
fn errors_name_the_attribute() {
    let bias_add = |name, value| text(make_node("relay.attrs.BiasAddAttrs", [(name, value)]));
    assert_eq!(bias_add("axis", 2.into()), "no error");
    assert_eq!(bias_add("axis", "x".into()), "relay.attrs.BiasAddAttrs.axis: expected int but got str");
    assert_eq!(
        bias_add("axes", 2.into()),
        r#"relay.attrs.BiasAddAttrs has no field "axes", did you mean "axis"? Its fields: axis"#
    );
    assert_eq!(
        text(make_node("relay.attrs.BiasAddAttr", [])),
        r#"unknown type key "relay.attrs.BiasAddAttr", did you mean "relay.attrs.BiasAddAttrs"?"#
    );
}

#[test]
fn bounds_are_checked_by_name() -> Result<(), ReflectError> {
    let test = |axis: i64| make_node("attrs.TestAttrs", [("name", "conv".into()), ("axis", axis.into())]);
    assert_eq!(test(1)?.as_node::<TestAttrsNode>().unwrap().axis, 1);
    assert_eq!(text(test(0)), "attrs.TestAttrs.axis: expected 1 to 10, found 0");
    assert_eq!(text(test(11)), "attrs.TestAttrs.axis: expected 1 to 10, found 11");
    assert_eq!(
        text(with_attr(test(10)?, "axis", 11.into())),
        "attrs.TestAttrs.axis: expected 1 to 10, found 11"
    );
    let axes = [("axis", 0.into()), ("num_newaxis", (-1).into())];
    assert_eq!(
        text(make_node("relay.attrs.ExpandDimsAttrs", axes)),
        "relay.attrs.ExpandDimsAttrs.num_newaxis: expected at least 0, found -1"
    );
    Ok(())
}

#[test]
fn attributes_built_in_rust_equal_those_built_by_name() -> Result<(), ReflectError> {
    let bias_add = BiasAddAttrs::from(make_object(BiasAddAttrsNode::new()));
    assert!(structural_equal(&bias_add, &make_node("relay.attrs.BiasAddAttrs", [])?));

    let window: Array<PrimExpr> = [3.into(), 3.into()].into();
    let mut max_pool = MaxPool2DAttrsNode::new(Some(window.clone()));
    max_pool.ceil_mode = true;
    let max_pool = MaxPool2DAttrs::from(make_object(max_pool));
    let attrs = [("pool_size", ArgValue::from(&window)), ("ceil_mode", true.into())];
    assert!(structural_equal(&max_pool, &make_node("relay.attrs.MaxPool2DAttrs", attrs)?));

    let dense = DenseAttrs::from(make_object(DenseAttrsNode::new(None)));
    assert!(dense.units.is_none() && dense.out_dtype == DataType::VOID);
    assert!(structural_equal(&dense, &make_node("relay.attrs.DenseAttrs", [("units", ArgValue::Null)])?));
    Ok(())
}

#[test]
fn attributes_from_tvm_round_trip() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("../../../../tests/graphs/attrs_test.json");
    let attrs: TestAttrs = load_json(text)?.downcast().map_err(|other| format!("{other:?}"))?;
    assert_eq!((attrs.axis, attrs.name.as_str(), attrs.padding.len()), (10, "xx", 2));
    assert_eq!(save_json(&attrs)?, text);
    Ok(())
}

#[test]
fn default_dimensions_are_integers_of_32_bits() {
    let conv = Conv2DAttrs::from(make_object(Conv2DAttrsNode::default()));
    let strides: Vec<_> = conv.strides.iter().map(|stride| stride.as_node::<IntImmNode>().unwrap()).collect();
    assert_eq!(strides.len(), 2);
    assert!(strides.iter().all(|stride| stride.value == 1 && stride.dtype == DataType::int(32)));
}

#[test]
fn documentation_names_the_operators() {
    let mut lines = include_str!("../../../../tests/tables/ops.tsv").lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name| names.iter().position(|each| *each == name).unwrap();
    let (op, key) = (column("op_name"), column("attrs_type_key"));
    let mut operators = 0;
    for row in lines.map(|line| line.split('\t').collect::<Vec<_>>()).filter(|row| !row[key].is_empty()) {
        let doc = Reflection::of_key(row[key]).unwrap_or_else(|_| panic!("{} has no node", row[key])).doc();
        assert!(doc.contains(&format!("`{}`", row[op])), "{} does not name {}: {doc}", row[key], row[op]);
        operators += 1;
    }
    assert!(operators > 150, "only {operators} operators have attributes");
}
