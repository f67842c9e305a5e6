//! A program whose first access to the operator registry is the lookup of an attribute.

use objet_ir::op::{Op, OpError, OpPatternKind};
use objet_relay as _;

#[test]
fn attributes_are_available_before_the_first_operator_lookup() -> Result<(), OpError> {
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    assert_eq!(patterns.get(&Op::get("add")?)?, Some(OpPatternKind::Broadcast));
    Ok(())
}
