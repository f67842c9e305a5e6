//! Operators and attributes registered by a crate other than `objet-ir`.

use objet::prelude::*;
use objet::{load_json, save_json};
use objet_ir::op::{Op, OpError, OpPatternKind};
use objet_ir::{register_op, register_op_attrs};
use objet_relay::expr::{Call, Var};
use objet_relay::op::OpExt as _;

register_op! { "test.scale"
    .describe("Multiplies a tensor by a number.")
    .argument("data", "Tensor", "The tensor.")
    .argument("factor", "Tensor", "The number.")
    .support_level(3)
    .pattern(OpPatternKind::Broadcast)
    .attr("test.double", TypedPackedFunc::new(|number: i64| 2 * number))
}

register_op! { "test.any" .describe("Takes any number of inputs.") }

register_op! { "test.twice" .describe("The one.") }
register_op! { "test.twice" .describe("The other.") }

register_op_attrs! { "test.scale"
    .attr_at(9, "TOpPattern", OpPatternKind::Opaque)
    .attr_at(11, "test.cost", 5)
}
register_op_attrs! { "test.scale" .attr("test.cost", 4) }
register_op_attrs! { "relu.that.is.not.there" .attr("test.cost", 4) }

fn scale() -> Op {
    Op::get("test.scale").unwrap()
}

#[test]
fn another_crate_can_register_an_operator() -> Result<(), objet::Error> {
    let scale = scale();
    assert_eq!(
        (scale.num_inputs.load(), scale.support_level.load(), scale.arguments.load().len()),
        (2, 3, 2)
    );
    assert!(scale.op_type.load().is_none());
    let var = || Var::new("x", None, None);
    assert!(scale.call([var().into(), var().into()], None).is_ok());
    assert!(matches!(scale.call([], None), Err(OpError::Inputs { expected: 2, found: 0, .. })));
    let any = Op::get("test.any").unwrap();
    assert_eq!(any.num_inputs.load(), -1);
    assert!(any.call([], None).is_ok() && any.call([var().into()], None).is_ok());
    assert!(matches!(any.infer_type([], None), Err(OpError::NoRelation { .. })));

    let call: Call =
        load_json(&save_json(&scale.call([var().into(), var().into()], None).unwrap())?)?.downcast()?;
    assert!(call.calls(&scale), "each name has one object");
    Ok(())
}

#[test]
fn the_higher_priority_level_wins_in_any_order() {
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    assert_eq!(patterns.get(&scale()).unwrap(), Some(OpPatternKind::Broadcast));
    assert_eq!(Op::get_attr_map::<i64>("test.cost").get(&scale()).unwrap(), Some(5));
    assert_eq!(Op::get_attr_map::<i64>("test.cost").len(), 1);
}

#[test]
fn attributes_can_be_set_at_run_time() {
    let any = Op::get("test.any").unwrap();
    let before = Op::get_attr_map::<i64>("test.late");
    any.set_attr("test.late", 1, 10).unwrap();
    any.set_attr("test.late", 0, 9).unwrap();
    assert_eq!(Op::get_attr_map::<i64>("test.late").get(&any).unwrap(), Some(1));
    assert_eq!(
        any.set_attr("test.late", 2, 10).unwrap_err().to_string(),
        r#"the operator "test.any" already has a value for "test.late" at the priority level 10: use a higher level"#
    );
    any.set_attr("test.late", 3, 11).unwrap();
    let after = Op::get_attr_map::<i64>("test.late");
    assert_eq!(after.get(&any).unwrap(), Some(3));
    assert!(before.is_empty() && !after.contains(&scale()));
    assert!(Op::attr_names().contains(&"test.late".into()));
}

#[test]
fn an_attribute_can_be_a_function() {
    let double = Op::get_attr_map::<PackedFunc>("test.double").get(&scale()).unwrap().unwrap();
    assert_eq!(double.call((21,)).unwrap().get::<i64>().unwrap(), 42);
    let error = Op::get_attr_map::<i64>("test.double").get(&scale()).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the attribute "test.double" of the operator "test.scale": expected int but got runtime.PackedFunc"#
    );
}

#[test]
fn an_operator_registered_twice_is_an_error() {
    let error = Op::get("test.twice").unwrap_err().to_string();
    assert!(error.starts_with(r#"the operator "test.twice" is registered twice: at "#), "{error}");
    assert_eq!(error.matches("op_registry.rs").count(), 2, "{error}");
    assert!(Op::all().all(|op| op.name != "test.twice"));
}
