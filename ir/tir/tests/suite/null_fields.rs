//! Fields that TVM's front end leaves null in files, apart from the fields that are null by
//! default, and other nodes that occur in none of the real files here.

use objet::function::ArgValue;
use objet::prelude::*;
use objet::{load_json, make_node, save_json};
use objet_ir::expr::PrimExpr;
use objet_tir::expr::Var;
use objet_tir::stmt::{Evaluate, For, ForKind};

/// Asserts that a node is saved and loaded without changes.
fn survives(node: &ObjectRef) {
    let json = save_json(node).unwrap();
    let back = load_json(&json).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(save_json(&back).unwrap(), json);
}

#[test]
fn attributes_without_a_value() {
    let given_null = [
        ("relay.attrs.ScanopAttrs", "exclusive"),
        ("relay.attrs.ScanopAttrs", "axis"),
        ("relay.attrs.AdaptivePool1DAttrs", "output_size"),
        ("relay.attrs.AdaptivePool2DAttrs", "output_size"),
        ("relay.attrs.AdaptivePool3DAttrs", "output_size"),
        ("relay.attrs.DenseAttrs", "units"),
        ("relay.attrs.TransposeAttrs", "axes"),
        ("relay.attrs.Conv2DAttrs", "channels"),
    ];
    for (key, attr) in given_null {
        let node = make_node(key, [(attr, ArgValue::Null)]).unwrap_or_else(|error| panic!("{error}"));
        survives(&node);
    }
}

#[test]
fn a_reduction_with_null_fields() {
    let source = Array::from([PrimExpr::from(1)]);
    let axis = Array::<ObjectRef>::new();
    let node = make_node(
        "tir.Reduce",
        [
            ("dtype", "int32".into()),
            ("combiner", ArgValue::Null),
            ("source", (&source).into()),
            ("init", ArgValue::Null),
            ("axis", (&axis).into()),
            ("condition", ArgValue::Null),
            ("value_index", 0.into()),
        ],
    )
    .unwrap();
    survives(&node);
}

#[test]
fn an_operation_of_a_tensor() {
    let body = Array::from([PrimExpr::from(1)]);
    let (axis, attrs) = (Array::<ObjectRef>::new(), Map::<objet::String, ObjectRef>::new());
    let values = [
        ("name", "C".into()),
        ("tag", "".into()),
        ("attrs", (&attrs).into()),
        ("axis", (&axis).into()),
        ("reduce_axis", (&axis).into()),
        ("body", ArgValue::from(&body)),
    ];
    survives(&make_node("ComputeOp", values).unwrap());
}

#[test]
fn an_annotation_without_a_value() {
    let var = Var::new("i", DataType::int(32), None);
    let mut annotations = Map::<objet::String, Option<ObjectRef>>::new();
    annotations.insert("pragma_empty".into(), None);
    let body = Evaluate::new(0, None);
    let looped = For::new(var, 0, 4, ForKind::Serial, body, None, annotations, None).unwrap();
    survives(&looped.into_object_ref());
}
