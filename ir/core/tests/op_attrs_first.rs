//! A program that asks for what is said of operators before it asks for an operator.

use objet_ir::op::{Op, OpError, OpPatternKind};
use objet_relay as _;

#[test]
fn attributes_are_there_before_an_operator_is_asked_for() -> Result<(), OpError> {
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    assert_eq!(patterns.get(&Op::get("add")?)?, Some(OpPatternKind::Broadcast));
    Ok(())
}
