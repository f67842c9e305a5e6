//! Global functions for operators, called by front ends.

use objet::String;
use objet::function::{BoxError, RetValue};
use objet::prelude::*;

use super::{Op, OpError};

/// The priority level above which a front end can set properties that are not attributes.
const OVERRIDE_LEVEL: i32 = 128;

/// Returns the operator with the name.
#[register_global("ir.GetOp")]
fn get_op(name: &str) -> Result<Op, OpError> {
    Op::get(name)
}

/// Returns the names of all operators.
#[register_global("ir.ListOpNames")]
fn list_op_names() -> Array<String> {
    Op::all().map(|op| op.name.clone()).collect()
}

/// Registers an operator.
#[register_global("ir.RegisterOp")]
fn register_op(op_name: &str, descr: &str) -> Result<(), OpError> {
    Op::register(op_name, descr).map(drop)
}

/// Sets an attribute of an operator, and registers the operator if necessary. At levels above 128,
/// `num_inputs` sets the number of inputs instead of an attribute.
#[register_global("ir.RegisterOpAttr")]
fn register_op_attr(op_name: &str, attr_key: &str, value: RetValue, plevel: i32) -> Result<(), BoxError> {
    let op = Op::get_or_register(op_name)?;
    match attr_key {
        "num_inputs" if plevel > OVERRIDE_LEVEL => op.set_num_inputs(value.get()?),
        "attrs_type_key" if plevel > OVERRIDE_LEVEL => {
            return Err("attrs_type_key is not an attribute: set it with ir.OpSetAttrsTypeKey".into());
        }
        _ => op.set_attr(attr_key, value, plevel)?,
    }
    Ok(())
}

/// Sets the function that lowers an intrinsic for a target kind.
#[register_global("ir.RegisterOpLowerIntrinsic")]
fn register_op_lower_intrinsic(name: &str, f: PackedFunc, target: &str, plevel: i32) -> Result<(), OpError> {
    Op::get_or_register(name)?.set_attr(&format!("{target}.FLowerIntrinsic"), f, plevel)
}

/// Returns the value of an attribute of an operator, or null if the operator has no value.
#[register_global("ir.OpGetAttr")]
fn op_get_attr(op: Op, attr_name: &str) -> Result<RetValue, OpError> {
    op.get_attr(attr_name)
}

/// Sets an attribute of an operator.
#[register_global("ir.OpSetAttr")]
fn op_set_attr(op: Op, attr_name: &str, value: RetValue, #[default(10)] plevel: i32) -> Result<(), OpError> {
    op.set_attr(attr_name, value, plevel)
}

/// Removes an attribute from an operator.
#[register_global("ir.OpResetAttr")]
fn op_reset_attr(op: Op, attr_name: &str) -> Result<(), OpError> {
    op.reset_attr(attr_name)
}

/// Adds the description of an input to an operator.
#[register_global("ir.OpAddArgument")]
fn op_add_argument(op: Op, name: String, type_info: String, description: String) {
    op.add_argument(name, type_info, description);
}

/// Sets the type relation of an operator: a registered relation, or one made from a function that
/// infers the result type.
#[register_global("ir.OpAddTypeRel")]
fn op_add_type_rel(op: Op, rel_name: &str, value: Option<PackedFunc>) -> Result<(), OpError> {
    op.add_type_relation(rel_name, value)
}

/// Sets the type of an operator's attributes.
#[register_global("ir.OpSetAttrsTypeKey")]
fn op_set_attrs_type_key(op: Op, key: &str) -> Result<(), OpError> {
    op.set_attrs_type_key(key)
}

/// Returns the type key of the attributes of an operator's calls, or an empty string.
#[register_global("ir.OpCallAttrsTypeKey")]
fn op_call_attrs_type_key(op: Op) -> String {
    op.call_attrs_type_key()
}

/// Sets the number of inputs of an operator.
#[register_global("ir.OpSetNumInputs")]
fn op_set_num_inputs(op: Op, n: i32) {
    op.set_num_inputs(n);
}

/// Sets the support level of an operator.
#[register_global("ir.OpSetSupportLevel")]
fn op_set_support_level(op: Op, level: i32) {
    op.set_support_level(level);
}
