//! Tests of boxed numbers: construction in Rust, access by name, comparison, saving and loading.

use objet::compare::structural_hash;
use objet::containers::{BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode};
use objet::fields::{FieldKind, IntKind, ReferenceKind, Reflection};
use objet::function::ArgValue;
use objet::prelude::*;
use objet::text::as_repr;
use objet::types::{FieldBuilder, TypeBuilder};
use objet::walk::deep_copy;
use objet::{get_attr, load_json, make_node, print, save_json, structural_equal, types, with_attr};

/// Nullable numbers as fields of a Rust struct.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "boxed.Options")]
struct OptionsNode {
    base: Object,
    count: Option<BoxInt>,
    weight: Option<BoxFloat>,
    closed: Option<BoxBool>,
}

fn options(count: Option<i64>, weight: Option<f64>, closed: Option<bool>) -> Options {
    make_object(OptionsNode {
        base: Object::new(),
        count: count.map(BoxInt::from),
        weight: weight.map(BoxFloat::from),
        closed: closed.map(BoxBool::from),
    })
    .into()
}

fn int(value: i64) -> ObjectRef {
    BoxInt::new(value).into()
}

fn float(value: f64) -> ObjectRef {
    BoxFloat::new(value).into()
}

/// Returns the nodes of `SAVED` in order.
fn boxes() -> [ObjectRef; 10] {
    [
        int(3),
        int(i64::MIN),
        int(i64::MAX),
        float(0.5),
        float(-0.0),
        float(f64::NAN),
        float(f64::INFINITY),
        float(1e300),
        BoxBool::new(true).into(),
        BoxBool::new(false).into(),
    ]
}

/// The file of an array of `boxes()`, with the first one again at the end. Files of types that a
/// front end defines at run time have the same text.
const SAVED: &str = r#"{
  "root": 1, 
  "nodes": [
    {
      "type_key": ""
    }, 
    {
      "type_key": "Array", 
      "data": [
        2, 
        3, 
        4, 
        5, 
        6, 
        7, 
        8, 
        9, 
        10, 
        11, 
        2
      ]
    }, 
    {
      "type_key": "runtime.BoxInt", 
      "attrs": {"value": "3"}
    }, 
    {
      "type_key": "runtime.BoxInt", 
      "attrs": {"value": "-9223372036854775808"}
    }, 
    {
      "type_key": "runtime.BoxInt", 
      "attrs": {"value": "9223372036854775807"}
    }, 
    {
      "type_key": "runtime.BoxFloat", 
      "attrs": {"value": "0.5"}
    }, 
    {
      "type_key": "runtime.BoxFloat", 
      "attrs": {"value": "-0"}
    }, 
    {
      "type_key": "runtime.BoxFloat", 
      "attrs": {"value": "nan"}
    }, 
    {
      "type_key": "runtime.BoxFloat", 
      "attrs": {"value": "inf"}
    }, 
    {
      "type_key": "runtime.BoxFloat", 
      "attrs": {"value": "1.0000000000000001e+300"}
    }, 
    {
      "type_key": "runtime.BoxBool", 
      "attrs": {"value": "1"}
    }, 
    {
      "type_key": "runtime.BoxBool", 
      "attrs": {"value": "0"}
    }
  ], 
  "b64ndarrays": [], 
  "attrs": {"tvm_version": "0.8.0"}
}"#;

/// The file of a node of a type defined at run time, whose fields refer to boxed numbers.
const SAVED_DESCRIBED: &str = r#"{
  "root": 1, 
  "nodes": [
    {
      "type_key": ""
    }, 
    {
      "type_key": "boxed.Described", 
      "attrs": {
        "closed": "3", 
        "count": "2", 
        "weight": "0"
      }
    }, 
    {
      "type_key": "runtime.BoxInt", 
      "attrs": {"value": "3"}
    }, 
    {
      "type_key": "runtime.BoxBool", 
      "attrs": {"value": "1"}
    }
  ], 
  "b64ndarrays": [], 
  "attrs": {"tvm_version": "0.8.0"}
}"#;

#[test]
fn a_boxed_number_has_its_value() {
    assert_eq!(BoxInt::new(-7).value, -7);
    assert_eq!(BoxFloat::from(0.5).value, 0.5);
    assert!(BoxBool::from(true).value);

    let object = int(3);
    assert_eq!(object.as_node::<BoxIntNode>().unwrap().value, 3);
    assert!(!object.is_instance::<BoxFloatNode>() && !object.is_instance::<BoxBoolNode>());
    let refused = object.downcast::<BoxBool>().unwrap_err();
    assert_eq!(refused.to_string(), "expected runtime.BoxBool, found runtime.BoxInt");
}

#[test]
fn a_shared_boxed_number_is_copied_before_it_changes() {
    let mut changed = BoxInt::new(1);
    let before = changed.clone();
    *changed.make_mut().value = 2;
    assert_eq!((before.value, changed.value), (1, 2));
}

#[test]
fn a_boxed_number_is_printed_with_its_value() {
    for (object, text) in [
        (int(3), "runtime.BoxInt(value=3)"),
        (float(1e300), "runtime.BoxFloat(value=1e300)"),
        (float(f64::NAN), "runtime.BoxFloat(value=NaN)"),
        (BoxBool::new(true).into(), "runtime.BoxBool(value=true)"),
    ] {
        assert_eq!(print(&object).to_string(), text);
        assert_eq!(as_repr(Some(&object)), text);
        assert_eq!(format!("{object:?}"), text);
    }
    assert_eq!(format!("{:?}", BoxInt::new(3)), "runtime.BoxInt(value=3)");
}

#[test]
fn the_types_are_final_children_of_object() {
    for (key, index) in [
        ("runtime.BoxInt", BoxIntNode::type_index()),
        ("runtime.BoxFloat", BoxFloatNode::type_index()),
        ("runtime.BoxBool", BoxBoolNode::type_index()),
    ] {
        let info = types::by_key(key).unwrap();
        assert_eq!((info.index(), info.parent().unwrap().index()), (index, TypeIndex::OBJECT));
        assert!(info.is_final() && index >= TypeIndex::DYNAMIC_BEGIN);

        let again = TypeBuilder::new(key, TypeIndex::OBJECT).register().unwrap_err().to_string();
        assert!(again.starts_with(&format!("type {key} is already registered")), "{again}");
        let child = TypeBuilder::new("boxed.Child", index).register().unwrap_err().to_string();
        assert!(child.ends_with("the parent is final"), "{child}");
    }
}

#[test]
fn a_boxed_number_is_made_and_read_by_name() {
    let made = make_node("runtime.BoxInt", [("value", ArgValue::Int(3))]).unwrap();
    assert_eq!(get_attr(&made, "value").unwrap().get::<i64>(), Ok(3));
    let changed = with_attr(made.clone(), "value", 4.into()).unwrap();
    assert_eq!(changed.as_node::<BoxIntNode>().unwrap().value, 4);
    assert_eq!(made.as_node::<BoxIntNode>().unwrap().value, 3);

    let reflection = Reflection::of_object(&made).unwrap();
    let [field] = reflection.fields() else { panic!("{:?}", reflection.fields()) };
    assert!(matches!(field.kind(), FieldKind::Int(IntKind::I64)) && field.is_required());
    assert_eq!((reflection.doc(), field.doc()), ("An integer as an object.", "The integer."));

    let refused = |key, name, value| make_node(key, [(name, value)]).unwrap_err().to_string();
    assert_eq!(
        [
            refused("runtime.BoxInt", "value", ArgValue::Float(1.5)),
            refused("runtime.BoxInt", "valu", ArgValue::Int(1)),
            refused("runtime.BoxBool", "value", ArgValue::Int(5)),
            refused("runtime.BoxFloat", "value", ArgValue::Int((1 << 53) + 1)),
            make_node("runtime.BoxInt", []).unwrap_err().to_string(),
        ],
        [
            "runtime.BoxInt.value: expected int but got float",
            "runtime.BoxInt has no field \"valu\", did you mean \"value\"? Its fields: value",
            "runtime.BoxBool.value: expected bool, found 5, which it cannot hold",
            "runtime.BoxFloat.value: expected f64, found 9007199254740993, which it cannot hold",
            "runtime.BoxInt: missing value for field \"value\" of type i64",
        ]
    );
}

#[test]
fn boxed_numbers_compare_and_hash_by_value() {
    let (all, again) = (boxes(), boxes());
    for (i, lhs) in all.iter().enumerate() {
        for (j, rhs) in again.iter().enumerate() {
            assert_eq!(structural_equal(lhs, rhs), i == j, "{lhs:?} and {rhs:?}");
            assert_eq!(structural_hash(lhs) == structural_hash(rhs), i == j, "{lhs:?} and {rhs:?}");
        }
    }
    assert!(!structural_equal(&int(1), &float(1.0)) && !structural_equal(&int(1), &BoxBool::new(true)));

    let copied = deep_copy(&all[0]);
    assert!(structural_equal(&copied, &all[0]) && !copied.same_as(&all[0]));
}

#[test]
fn files_of_boxed_numbers_do_not_change() {
    let array: Array<ObjectRef> = load_json(SAVED).unwrap().downcast().unwrap();
    assert!(array[0].same_as(&array[10]));
    for (found, expected) in array.iter().zip(&boxes()) {
        assert!(structural_equal(found, expected), "{found:?} and {expected:?}");
    }
    assert_eq!(save_json(&array).unwrap(), SAVED);

    let made = boxes();
    let made: Array<ObjectRef> = made.iter().chain([&made[0]]).cloned().collect();
    assert_eq!(save_json(&made).unwrap(), SAVED);

    let changed = |from, to| load_json(&SAVED.replacen(from, to, 1)).unwrap_err().to_string();
    let (not_int, not_bool) =
        (changed("\"3\"", "\"x\""), changed("{\"value\": \"0\"}", "{\"value\": \"x\"}"));
    assert!(not_int.contains("value") && not_int.contains("runtime.BoxInt"), "{not_int}");
    assert!(not_bool.contains("value") && not_bool.contains("runtime.BoxBool"), "{not_bool}");
}

#[test]
fn a_field_holds_a_boxed_number_or_null() {
    let full = options(Some(3), Some(0.5), Some(false));
    let empty = options(None, None, None);
    assert_eq!(
        print(&full).to_string(),
        "boxed.Options(count=runtime.BoxInt(value=3), weight=runtime.BoxFloat(value=0.5), \
         closed=runtime.BoxBool(value=false))"
    );
    assert!(structural_equal(&full, &options(Some(3), Some(0.5), Some(false))));
    assert!(
        !structural_equal(&full, &empty)
            && !structural_equal(&full, &options(Some(4), Some(0.5), Some(false)))
    );

    for saved in [full, empty] {
        let text = save_json(&saved).unwrap();
        let loaded: Options = load_json(&text).unwrap().downcast().unwrap();
        assert!(structural_equal(&saved, &loaded));
        let values = |node: &OptionsNode| {
            let count = node.count.as_ref().map(|boxed| boxed.value);
            let weight = node.weight.as_ref().map(|boxed| boxed.value);
            (count, weight, node.closed.as_ref().map(|boxed| boxed.value))
        };
        assert_eq!(values(&saved), values(&loaded));
    }

    let refused = make_node("boxed.Options", [("count", (&float(1.0)).into())]).unwrap_err().to_string();
    assert_eq!(refused, "boxed.Options.count: expected runtime.BoxInt, found runtime.BoxFloat");
}

#[test]
fn a_type_that_is_defined_at_run_time_refers_to_boxed_numbers() {
    let described = |count: i64| {
        let to = |index| FieldKind::Reference(ReferenceKind::to_type(types::by_index(index).unwrap(), true));
        TypeBuilder::new("boxed.Described", TypeIndex::OBJECT)
            .field(FieldBuilder::new("count", to(BoxIntNode::type_index())).default(int(count)))
            .field(FieldBuilder::new("closed", to(BoxBoolNode::type_index())).default(()))
            .field(FieldBuilder::new("weight", to(BoxFloatNode::type_index())).default(()))
            .register()
    };
    described(3).unwrap();
    described(3).unwrap();
    let other = described(4).unwrap_err().to_string();
    assert!(other.contains("count: Option<runtime.BoxInt> = runtime.BoxInt(value=3)"), "{other}");
    assert!(other.contains("count: Option<runtime.BoxInt> = runtime.BoxInt(value=4)"), "{other}");

    let made =
        make_node("boxed.Described", [("closed", (&ObjectRef::from(BoxBool::new(true))).into())]).unwrap();
    assert_eq!(save_json(&made).unwrap(), SAVED_DESCRIBED);
    let loaded = load_json(SAVED_DESCRIBED).unwrap();
    assert!(structural_equal(&made, &loaded));
    assert_eq!(save_json(&loaded).unwrap(), SAVED_DESCRIBED);
}
