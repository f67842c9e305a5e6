//! A program that gives no operator more attributes, and asks for those that there are before anything else.

use objet_ir::op::{Op, OpPatternKind};

#[test]
fn attributes_are_there_before_an_operator_is_asked_for() {
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    let add = Op::get("add").unwrap();
    assert_eq!(patterns.get(&add).unwrap(), Some(OpPatternKind::Broadcast));
}
